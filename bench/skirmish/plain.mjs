// SK-1 in plain JavaScript: unit objects, an array board, precomputed neighbours and lines.
// With the third argument "lazy" the long move is worked out only when it is wanted.
import { W, CELLS, LEVEL, DIST, NEIGHBOURS, BETWEEN, BLOCKED, ARMY, INF, CAV, GUN, LDR,
  FF, DM, FM, MF, CH, CC, report } from "./tables.mjs";

// xorshift128 (the usual hand-written choice; Math.random cannot be seeded)
let s0 = (+process.argv[3] || 1) | 0, s1 = 0x9e3779b9 | 0, s2 = 0x243f6a88 | 0, s3 = 0xb7e15162 | 0;
function rand() {
  let t = s3;
  const s = s0;
  s3 = s2; s2 = s1; s1 = s;
  t ^= t << 11; t ^= t >>> 8;
  s0 = t ^ s ^ (s >>> 19);
  return (s0 >>> 0) / 4294967296;
}
for (let i = 0; i < 50; i++) rand();
const below = (n) => Math.floor(rand() * n);

const LAZY = process.argv[4] === "lazy";
const SPENT = new Int8Array(CELLS);

class Game {
  constructor() {
    this.units = ARMY.map((u) => ({ ...u }));
    this.board = new Array(CELLS).fill(null);
    for (const u of this.units) this.board[u.cell] = u;
    this.leaders = [this.units[5], this.units[11]];
    this.deck = [];
    this.decisions = this.activations = this.dice = 0;
  }
  choose(options) { this.decisions++; return options[below(options.length)]; }
  sixes(n) {
    this.dice += n;
    let hits = 0;
    for (let i = 0; i < n; i++) if (below(6) === 5) hits++;
    return hits;
  }
  living(side) { return this.units.filter((u) => u.side === side && u.figures > 0); }
  led(u) {
    const l = this.leaders[u.side];
    return l !== u && l.figures > 0 && DIST[l.cell][u.cell] === 1 ? 1 : 0;
  }
  range(u, t) { return DIST[u.cell][t.cell] + Math.max(0, LEVEL[t.cell] - LEVEL[u.cell]); }
  targets(u) {
    const out = [];
    if (u.kind === LDR) return out;
    for (const e of this.units) {
      if (e.side === u.side || e.figures === 0) continue;
      if (this.range(u, e) > u.long || BLOCKED[u.cell][e.cell]) continue;
      let clear = true;
      for (const c of BETWEEN[u.cell][e.cell]) if (this.board[c]) { clear = false; break; }
      if (clear) out.push(e);
    }
    return out;
  }
  reachable(u, allowance, away) {
    SPENT.fill(99);
    SPENT[u.cell] = 0;
    const frontier = Array.from({ length: allowance + 1 }, () => []);
    frontier[0].push(u.cell);
    for (let cost = 0; cost < allowance; cost++) {
      for (const cell of frontier[cost]) {
        if (SPENT[cell] !== cost) continue;
        for (const n of NEIGHBOURS[cell]) {
          const total = cost + 1 + Math.abs(LEVEL[n] - LEVEL[cell]);
          if (total > allowance || SPENT[n] <= total) continue;
          const o = this.board[n];
          if (o && o.side !== u.side) continue;
          SPENT[n] = total;
          frontier[total].push(n);
        }
      }
    }
    const foes = away ? this.living(1 - u.side) : null;
    const now = away ? Math.min(...foes.map((e) => DIST[u.cell][e.cell])) : 0;
    const out = [];
    for (let cost = 1; cost <= allowance; cost++)
      for (const c of frontier[cost])
        if (SPENT[c] === cost && !this.board[c] && (!away || foes.every((e) => DIST[c][e.cell] > now))) out.push(c);
    return out;
  }
  adjacent(u, cell) {
    const out = [];
    for (const n of NEIGHBOURS[cell]) {
      const o = this.board[n];
      if (o && o.side !== u.side) out.push(o);
    }
    return out;
  }
  lose(u, n) {
    u.figures = Math.max(0, u.figures - n);
    if (u.figures === 0) this.board[u.cell] = null;
  }
  moveTo(u, cell) { this.board[u.cell] = null; u.cell = cell; this.board[cell] = u; }
  fire(u, targets) {
    const t = this.choose(targets);
    let hits = this.sixes(u.figures * (u.kind === GUN ? 3 : 1) + this.led(u));
    if (this.range(u, t) > u.short) hits >>= 1;
    this.lose(t, hits);
  }
  melee(u, foes) {
    const f = this.choose(foes);
    const ours = this.sixes(u.figures * (u.kind === CAV ? 2 : 1));
    const theirs = this.sixes(f.figures * (f.kind === CAV ? 2 : 1));
    this.lose(f, ours);
    this.lose(u, theirs);
  }
  activate(side) {
    const u = this.choose(this.living(side));
    let away = false;
    if (u.kind === INF || u.kind === CAV) {
      this.dice++;
      away = u.figures <= below(6) + 1 + u.morale - this.led(u);
    }
    let targets = this.targets(u);
    let near = this.reachable(u, u.move, away);
    const far = LAZY && near.length ? near : this.reachable(u, 2 * u.move, away); // lazy: only whether there is one
    let foes = this.adjacent(u, u.cell);
    const contact = away ? [] : near.filter((c) => this.adjacent(u, c).length);
    const actions = [];
    if (targets.length) actions.push(FF);
    if (far.length) actions.push(DM);
    if (targets.length && near.length) actions.push(FM);
    if (near.length) actions.push(MF);
    if (contact.length) actions.push(CH);
    if (foes.length) actions.push(CC);
    if (!actions.length) return;
    switch (this.choose(actions)) {
      case FF:
        this.fire(u, targets);
        targets = this.targets(u);
        if (targets.length) this.fire(u, targets);
        break;
      case DM: this.moveTo(u, this.choose(LAZY ? this.reachable(u, 2 * u.move, away) : far)); break;
      case FM:
        this.fire(u, targets);
        if (this.living(1 - side).length) {
          near = this.reachable(u, u.move, away);
          if (near.length) this.moveTo(u, this.choose(near));
        }
        break;
      case MF:
        this.moveTo(u, this.choose(near));
        targets = this.targets(u);
        if (targets.length) this.fire(u, targets);
        break;
      case CH:
        this.moveTo(u, this.choose(contact));
        this.melee(u, this.adjacent(u, u.cell));
        break;
      default:
        this.melee(u, foes);
        if (u.figures > 0) {
          foes = this.adjacent(u, u.cell);
          if (foes.length) this.melee(u, foes);
        }
    }
  }
  get totals() {
    const t = [0, 0];
    for (const u of this.units) t[u.side] += u.figures;
    return t;
  }
  play() {
    while (this.activations < 200) {
      if (!this.deck.length) {
        for (let i = 0; i < 52; i++) this.deck.push(i & 1);
        for (let i = 51; i > 0; i--) {
          const j = below(i + 1);
          [this.deck[i], this.deck[j]] = [this.deck[j], this.deck[i]];
        }
      }
      this.activate(this.deck.pop());
      this.activations++;
      const [a, b] = this.totals;
      if (!a || !b) break;
    }
    return this;
  }
}

report(LAZY ? "js_plain_lazy" : "js_plain", () => new Game().play());

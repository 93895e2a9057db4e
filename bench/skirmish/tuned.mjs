// SK-1 by a JavaScript programmer who minds speed: typed arrays, no allocation
// in the searches, the long move computed only when it is asked for.
import { W, CELLS, LEVEL, DIST, NEIGHBOURS, BETWEEN, BLOCKED, ARMY, INF, CAV, GUN, LDR,
  FF, DM, FM, MF, CH, CC, report } from "./tables.mjs";

let s0 = (+process.argv[3] || 1) | 0, s1 = 0x9e3779b9 | 0, s2 = 0x243f6a88 | 0, s3 = 0xb7e15162 | 0;
function below(n) {
  let t = s3;
  const s = s0;
  s3 = s2; s2 = s1; s1 = s;
  t ^= t << 11; t ^= t >>> 8;
  s0 = t ^ s ^ (s >>> 19);
  return Math.floor(((s0 >>> 0) / 4294967296) * n);
}
for (let i = 0; i < 50; i++) below(6);

const NB = new Int16Array(CELLS * 6).fill(-1), STEP = new Uint8Array(CELLS * 6);
const D = new Uint8Array(CELLS * CELLS), EFF = new Uint8Array(CELLS * CELLS);
const LINE = new Int32Array(CELLS * CELLS), LINES = []; // offset into LINES; a line ends with -1
for (let a = 0; a < CELLS; a++) {
  NEIGHBOURS[a].forEach((n, k) => { NB[a * 6 + k] = n; STEP[a * 6 + k] = 1 + Math.abs(LEVEL[n] - LEVEL[a]); });
  for (let b = 0; b < CELLS; b++) {
    D[a * CELLS + b] = DIST[a][b];
    EFF[a * CELLS + b] = BLOCKED[a][b] ? 99 : DIST[a][b] + Math.max(0, LEVEL[b] - LEVEL[a]);
    LINE[a * CELLS + b] = LINES.length;
    LINES.push(...BETWEEN[a][b], -1);
  }
}
const CELL_OF = new Int16Array(LINES);
const col = (k) => Uint8Array.from(ARMY, (u) => u[k]);
const KIND = col("kind"), SHORT = col("short"), LONG = col("long"), FIGS = col("figures"), MOVE = col("move"), START = col("cell");
const MORALE = Int8Array.from(ARMY, (u) => u.morale);

const figures = new Int16Array(12), cell = new Int16Array(12), board = new Int8Array(CELLS);
const near = new Int16Array(CELLS), far = new Int16Array(CELLS), contact = new Int16Array(CELLS);
const aim = new Int16Array(6), foes = new Int16Array(6), opts = new Int16Array(12);
const spent = new Uint8Array(CELLS), bucket = new Int16Array(9 * CELLS), size = new Int16Array(9);
const deck = new Uint8Array(52);
let decisions, dice;

function sixes(n) {
  dice += n;
  let hits = 0;
  for (let i = 0; i < n; i++) if (below(6) === 5) hits++;
  return hits;
}
const led = (u) => {
  const l = u < 6 ? 5 : 11;
  return l !== u && figures[l] > 0 && D[cell[l] * CELLS + cell[u]] === 1 ? 1 : 0;
};
function targets(u) {
  const long = LONG[u];
  if (!long) return 0;
  const here = cell[u] * CELLS, first = u < 6 ? 6 : 0;
  let n = 0;
  next: for (let e = first; e < first + 6; e++) {
    if (!figures[e] || EFF[here + cell[e]] > long) continue;
    for (let k = LINE[here + cell[e]]; CELL_OF[k] >= 0; k++) if (board[CELL_OF[k]] >= 0) continue next;
    aim[n++] = e;
  }
  return n;
}
function reach(u, allowance, away, out) {
  const here = cell[u], first = u < 6 ? 6 : 0, last = first + 5;
  spent.fill(99);
  size.fill(0);
  spent[here] = 0;
  bucket[0] = here;
  size[0] = 1;
  for (let cost = 0; cost < allowance; cost++)
    for (let j = 0; j < size[cost]; j++) {
      const c = bucket[cost * CELLS + j];
      if (spent[c] !== cost) continue;
      for (let k = c * 6; k < c * 6 + 6; k++) {
        const n = NB[k];
        if (n < 0) break;
        const total = cost + STEP[k];
        if (total > allowance || spent[n] <= total) continue;
        const o = board[n];
        if (o >= first && o <= last) continue;
        spent[n] = total;
        bucket[total * CELLS + size[total]++] = n;
      }
    }
  let now = 99;
  if (away) for (let e = first; e <= last; e++) if (figures[e]) now = Math.min(now, D[here * CELLS + cell[e]]);
  let count = 0;
  for (let cost = 1; cost <= allowance; cost++)
    next: for (let j = 0; j < size[cost]; j++) {
      const c = bucket[cost * CELLS + j];
      if (spent[c] !== cost || board[c] >= 0) continue;
      if (away) for (let e = first; e <= last; e++) if (figures[e] && D[c * CELLS + cell[e]] <= now) continue next;
      out[count++] = c;
    }
  return count;
}
function adjacent(u, c, out) {
  const first = u < 6 ? 6 : 0;
  let n = 0;
  for (let k = c * 6; k < c * 6 + 6 && NB[k] >= 0; k++) {
    const o = board[NB[k]];
    if (o >= first && o < first + 6) out[n++] = o;
  }
  return n;
}
function lose(u, n) {
  const left = figures[u] - n;
  figures[u] = left > 0 ? left : 0;
  if (left <= 0) board[cell[u]] = -1;
}
function moveTo(u, c) { board[cell[u]] = -1; cell[u] = c; board[c] = u; }
function fire(u, n) {
  decisions++;
  const e = aim[below(n)];
  let hits = sixes(figures[u] * (KIND[u] === GUN ? 3 : 1) + led(u));
  if (EFF[cell[u] * CELLS + cell[e]] > SHORT[u]) hits >>= 1;
  lose(e, hits);
}
function melee(u, n) {
  decisions++;
  const e = foes[below(n)];
  const ours = sixes(figures[u] * (KIND[u] === CAV ? 2 : 1)), theirs = sixes(figures[e] * (KIND[e] === CAV ? 2 : 1));
  lose(e, ours);
  lose(u, theirs);
}
const spare = new Int16Array(6);
function activate(side) {
  let n = 0;
  for (let u = side * 6; u < side * 6 + 6; u++) if (figures[u]) opts[n++] = u;
  decisions++;
  const u = opts[below(n)];
  let away = false;
  if (KIND[u] === INF || KIND[u] === CAV) {
    dice++;
    away = figures[u] <= below(6) + 1 + MORALE[u] - led(u);
  }
  let nAim = targets(u);
  let nNear = reach(u, MOVE[u], away, near), nFoes = adjacent(u, cell[u], foes), nContact = 0;
  if (!away) for (let i = 0; i < nNear; i++) if (adjacent(u, near[i], spare)) contact[nContact++] = near[i];
  n = 0;
  if (nAim) opts[n++] = FF;
  if (nNear || reach(u, 2 * MOVE[u], away, far)) opts[n++] = DM;
  if (nAim && nNear) opts[n++] = FM;
  if (nNear) opts[n++] = MF;
  if (nContact) opts[n++] = CH;
  if (nFoes) opts[n++] = CC;
  if (!n) return;
  decisions++;
  switch (opts[below(n)]) {
    case FF:
      fire(u, nAim);
      nAim = targets(u);
      if (nAim) fire(u, nAim);
      break;
    case DM:
      decisions++;
      moveTo(u, far[below(reach(u, 2 * MOVE[u], away, far))]);
      break;
    case FM: {
      fire(u, nAim);
      let left = 0;
      for (let e = (1 - side) * 6; e < (1 - side) * 6 + 6; e++) left += figures[e];
      if (left) {
        nNear = reach(u, MOVE[u], away, near);
        if (nNear) { decisions++; moveTo(u, near[below(nNear)]); }
      }
      break;
    }
    case MF:
      decisions++;
      moveTo(u, near[below(nNear)]);
      nAim = targets(u);
      if (nAim) fire(u, nAim);
      break;
    case CH:
      decisions++;
      moveTo(u, contact[below(nContact)]);
      melee(u, adjacent(u, cell[u], foes));
      break;
    default:
      melee(u, nFoes);
      if (figures[u]) {
        nFoes = adjacent(u, cell[u], foes);
        if (nFoes) melee(u, nFoes);
      }
  }
}
function play() {
  decisions = dice = 0;
  board.fill(-1);
  for (let u = 0; u < 12; u++) { figures[u] = FIGS[u]; cell[u] = START[u]; board[cell[u]] = u; }
  let cards = 0, activations = 0, a = 1, b = 1;
  while (activations < 200 && a && b) {
    if (!cards) {
      for (let i = 0; i < 52; i++) deck[i] = i & 1;
      for (let i = 51; i > 0; i--) { const j = below(i + 1), t = deck[i]; deck[i] = deck[j]; deck[j] = t; }
      cards = 52;
    }
    activate(deck[--cards]);
    activations++;
    a = b = 0;
    for (let u = 0; u < 6; u++) { a += figures[u]; b += figures[u + 6]; }
  }
  return { decisions, activations, dice, totals: [a, b] };
}

report("js_tuned", play);

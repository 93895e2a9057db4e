// SK-1 as a boardgame.io game.  node bgio.mjs seconds seed client|simulate|reducer
// client:   headless Client({game}), moves dispatched through its store (the normal loop)
// simulate: the library's own Simulate() with its RandomBot
// reducer:  CreateGameReducer called directly (what the library's MCTS bot does inside)
// The undo history is off in all three; the game log stays on (it cannot be turned off).
import { createRequire } from "node:module";
import { W, CELLS, LEVEL, DIST, NEIGHBOURS, BETWEEN, BLOCKED, ARMY, INF, CAV, GUN, LDR,
  FF, DM, FM, MF, CH, CC, tablesChecksum } from "./tables.mjs";

const require = createRequire(import.meta.url);
const { Client } = require("boardgame.io/client");
const { INVALID_MOVE } = require("boardgame.io/core");
const { CreateGameReducer, InitializeGame } = require("boardgame.io/internal");
const { RandomBot, Simulate } = require("boardgame.io/ai");

// A plain view of the draft, so that searches do not run through proxies.
function view(G) {
  const figures = G.figures.slice(), cell = G.cell.slice();
  const board = new Int8Array(CELLS).fill(-1);
  for (let u = 0; u < 12; u++) if (figures[u] > 0) board[cell[u]] = u;
  return { figures, cell, board };
}
const foeOf = (u, o) => o >= 0 && ARMY[o].side !== ARMY[u].side;
const range = (v, u, t) => DIST[v.cell[u]][v.cell[t]] + Math.max(0, LEVEL[v.cell[t]] - LEVEL[v.cell[u]]);
const living = (v, side) => ARMY.filter((a) => a.side === side && v.figures[a.id] > 0).map((a) => a.id);
function led(v, u) {
  const l = ARMY[u].side ? 11 : 5;
  return l !== u && v.figures[l] > 0 && DIST[v.cell[l]][v.cell[u]] === 1 ? 1 : 0;
}
function targets(v, u) {
  if (ARMY[u].kind === LDR) return [];
  const here = v.cell[u];
  return living(v, 1 - ARMY[u].side).filter((e) => {
    const there = v.cell[e];
    return range(v, u, e) <= ARMY[u].long && !BLOCKED[here][there] && BETWEEN[here][there].every((c) => v.board[c] < 0);
  });
}
function reachable(v, u, allowance, away) {
  const here = v.cell[u];
  const spent = new Int8Array(CELLS).fill(99);
  spent[here] = 0;
  const frontier = Array.from({ length: allowance + 1 }, () => []);
  frontier[0].push(here);
  for (let cost = 0; cost < allowance; cost++)
    for (const c of frontier[cost]) {
      if (spent[c] !== cost) continue;
      for (const n of NEIGHBOURS[c]) {
        const total = cost + 1 + Math.abs(LEVEL[n] - LEVEL[c]);
        if (total > allowance || spent[n] <= total || foeOf(u, v.board[n])) continue;
        spent[n] = total;
        frontier[total].push(n);
      }
    }
  const foes = away ? living(v, 1 - ARMY[u].side).map((e) => v.cell[e]) : [];
  const now = Math.min(...foes.map((f) => DIST[here][f]));
  const out = [];
  for (let cost = 1; cost <= allowance; cost++)
    for (const c of frontier[cost])
      if (spent[c] === cost && v.board[c] < 0 && foes.every((f) => DIST[c][f] > now)) out.push(c);
  return out;
}
const adjacent = (v, u, cell) => NEIGHBOURS[cell].map((n) => v.board[n]).filter((o) => foeOf(u, o));

function sixes(G, random, n) {
  G.dice += n;
  return n > 0 ? random.D6(n).filter((d) => d === 6).length : 0;
}
const lose = (G, u, n) => { G.figures[u] = Math.max(0, G.figures[u] - n); };

function ask(G, step, options) { G.step = step; G.options = options; }

function drawCard(G, random) {
  if (!G.deck.length) G.deck = random.Shuffle(Array.from({ length: 52 }, (_, i) => i & 1));
  G.side = G.deck.pop();
  ask(G, "unit", ARMY.filter((a) => a.side === G.side && G.figures[a.id] > 0).map((a) => a.id));
}
function finish({ G, random, events }) {
  G.activations++;
  const total = (s) => ARMY.reduce((n, a) => n + (a.side === s ? G.figures[a.id] : 0), 0);
  const a = total(0), b = total(1);
  if (!a || !b || G.activations >= 200) {
    G.result = { winner: a > b ? "0" : b > a ? "1" : undefined, draw: a === b, totals: [a, b] };
    return;
  }
  drawCard(G, random);
  events.endTurn({ next: String(G.side) });
}
// After a volley, a move or a round of combat: the next question, or the end of the activation.
function proceed(api) {
  const { G } = api;
  G.part++;
  const u = G.unit, v = view(G);
  if (G.action === FF && G.part === 1) {
    const t = targets(v, u);
    if (t.length) return ask(G, "target", t);
  } else if (G.action === FM && G.part === 1) {
    if (living(v, 1 - ARMY[u].side).length) {
      const near = reachable(v, u, ARMY[u].move, G.away);
      if (near.length) return ask(G, "hex", near);
    }
  } else if (G.action === MF && G.part === 1) {
    const t = targets(v, u);
    if (t.length) return ask(G, "target", t);
  } else if (G.action === CH && G.part === 1) {
    return ask(G, "foe", adjacent(v, u, G.cell[u]));
  } else if (G.action === CC && G.part === 1 && G.figures[u] > 0) {
    const f = adjacent(v, u, G.cell[u]);
    if (f.length) return ask(G, "foe", f);
  }
  finish(api);
}

const moves = {
  unit(api, u) {
    const { G, random } = api;
    if (G.step !== "unit" || !G.options.includes(u)) return INVALID_MOVE;
    const v = view(G), me = ARMY[u];
    let away = false;
    if (me.kind === INF || me.kind === CAV) {
      G.dice++;
      away = v.figures[u] <= random.D6() + me.morale - led(v, u);
    }
    const near = reachable(v, u, me.move, away), far = reachable(v, u, 2 * me.move, away), aim = targets(v, u);
    const actions = [];
    if (aim.length) actions.push(FF);
    if (far.length) actions.push(DM);
    if (aim.length && near.length) actions.push(FM);
    if (near.length) actions.push(MF);
    if (!away && near.some((c) => adjacent(v, u, c).length)) actions.push(CH);
    if (adjacent(v, u, v.cell[u]).length) actions.push(CC);
    G.unit = u;
    G.away = away;
    G.part = 0;
    if (actions.length) ask(G, "action", actions);
    else finish(api);
  },
  action({ G }, action) {
    if (G.step !== "action" || !G.options.includes(action)) return INVALID_MOVE;
    G.action = action;
    const u = G.unit, v = view(G), me = ARMY[u];
    if (action === FF || action === FM) return ask(G, "target", targets(v, u));
    if (action === DM) return ask(G, "hex", reachable(v, u, 2 * me.move, G.away));
    if (action === MF) return ask(G, "hex", reachable(v, u, me.move, G.away));
    if (action === CH)
      return ask(G, "hex", reachable(v, u, me.move, G.away).filter((c) => adjacent(v, u, c).length));
    ask(G, "foe", adjacent(v, u, v.cell[u]));
  },
  target(api, t) {
    const { G, random } = api;
    if (G.step !== "target" || !G.options.includes(t)) return INVALID_MOVE;
    const u = G.unit, v = view(G);
    let hits = sixes(G, random, v.figures[u] * (ARMY[u].kind === GUN ? 3 : 1) + led(v, u));
    if (range(v, u, t) > ARMY[u].short) hits >>= 1;
    lose(G, t, hits);
    proceed(api);
  },
  hex(api, cell) {
    const { G } = api;
    if (G.step !== "hex" || !G.options.includes(cell)) return INVALID_MOVE;
    G.cell[G.unit] = cell;
    proceed(api);
  },
  foe(api, f) {
    const { G, random } = api;
    if (G.step !== "foe" || !G.options.includes(f)) return INVALID_MOVE;
    const u = G.unit;
    const ours = sixes(G, random, G.figures[u] * (ARMY[u].kind === CAV ? 2 : 1));
    const theirs = sixes(G, random, G.figures[f] * (ARMY[f].kind === CAV ? 2 : 1));
    lose(G, f, ours);
    lose(G, u, theirs);
    if (G.action === CH) G.part = 2;
    proceed(api);
  },
};

export const game = {
  name: "sk1",
  disableUndo: true,
  setup: ({ random }) => {
    const G = {
      figures: ARMY.map((a) => a.figures), cell: ARMY.map((a) => a.cell), deck: [], side: 0, activations: 0, dice: 0,
      unit: -1, away: false, action: -1, part: 0, step: "unit", options: [], result: null,
    };
    drawCard(G, random);
    return G;
  },
  turn: { order: { first: ({ G }) => G.side, next: ({ G }) => G.side } },
  moves,
  endIf: ({ G }) => G.result || undefined,
  ai: { enumerate: (G) => G.options.map((o) => ({ move: G.step, args: [o] })) },
};

const pickOne = (a) => a[Math.floor(Math.random() * a.length)];
let seed = +process.argv[3] * 1e6;

async function play(mode) {
  let G, decisions = 0;
  const seeded = { ...game, seed: seed++ };
  if (mode === "client") {
    const client = Client({ game: seeded, numPlayers: 2, debug: false });
    client.start();
    let state = client.getState();
    while (!state.ctx.gameover) {
      client.moves[state.G.step](pickOne(state.G.options));
      decisions++;
      state = client.getState();
    }
    client.stop();
    G = state.G;
  } else if (mode === "simulate") {
    let n = 0;
    const bot = new RandomBot({ enumerate: (G) => { n++; return game.ai.enumerate(G); } });
    const { state } = await Simulate({ game: seeded, bots: bot, state: InitializeGame({ game: seeded, numPlayers: 2 }) });
    decisions = n;
    G = state.G;
  } else {
    const reducer = CreateGameReducer({ game: seeded });
    let state = InitializeGame({ game: seeded, numPlayers: 2 });
    while (!state.ctx.gameover) {
      const { step, options } = state.G;
      state = reducer(state, { type: "MAKE_MOVE", payload: { type: step, args: [pickOne(options)], playerID: state.ctx.currentPlayer } });
      decisions++;
    }
    G = state.G;
  }
  return { decisions, activations: G.activations, dice: G.dice, totals: G.result.totals };
}

const seconds = +process.argv[2], mode = process.argv[4] || "client";
for (let i = 0; i < 5; i++) await play(mode);
const warm = performance.now();
while (performance.now() - warm < Math.min(1500, seconds * 300)) await play(mode);
const sum = { impl: "bgio_" + mode, games: 0, decisions: 0, activations: 0, dice: 0, wins: [0, 0, 0], figs: [0, 0] };
const cpu = process.cpuUsage();
const start = performance.now();
while (performance.now() - start < seconds * 1000) {
  const g = await play(mode);
  sum.games++;
  sum.decisions += g.decisions;
  sum.activations += g.activations;
  sum.dice += g.dice;
  const [a, b] = g.totals;
  sum.wins[a > b ? 0 : b > a ? 1 : 2]++;
  sum.figs[0] += a;
  sum.figs[1] += b;
}
sum.seconds = (performance.now() - start) / 1000;
const used = process.cpuUsage(cpu);
sum.cpu = (used.user + used.system) / 1e6;
sum.figs = sum.figs.map((f) => f / sum.games);
sum.tables = tablesChecksum();
console.log(JSON.stringify(sum));

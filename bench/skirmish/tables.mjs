// Board tables for SK-1, shared by the JavaScript peers.
export const W = 13, H = 9, CELLS = W * H;
const MAP = [
  ".............", "..11.....1...", "..121...111..", "...1.....1...", "......1......",
  "...1.....1...", "..111...121..", "...1.....11..", ".............",
].join("");
export const LEVEL = Array.from(MAP, (ch) => (ch === "." ? 0 : +ch));

const cube = (cell) => {
  const r = Math.floor(cell / W), c = cell % W;
  const x = c - (r - (r & 1)) / 2;
  return [x, -x - r, r];
};
const at = (c, r) => (c >= 0 && c < W && r >= 0 && r < H ? r * W + c : -1);

export const DIST = [];
export const NEIGHBOURS = [];
export const BETWEEN = []; // BETWEEN[a][b]: cells strictly between, or null where a hill blocks or range > 6 levels apart
export const BLOCKED = [];
for (let a = 0; a < CELLS; a++) {
  const r = Math.floor(a / W), c = a % W, s = r & 1;
  NEIGHBOURS.push(
    [at(c - 1, r), at(c + 1, r), at(c - 1 + s, r - 1), at(c + s, r - 1), at(c - 1 + s, r + 1), at(c + s, r + 1)]
      .filter((n) => n >= 0));
  const [ax, ay, az] = cube(a);
  const d = [], between = [], blocked = [];
  for (let b = 0; b < CELLS; b++) {
    const [bx, by, bz] = cube(b);
    const n = Math.max(Math.abs(ax - bx), Math.abs(ay - by), Math.abs(az - bz));
    const line = [];
    for (let i = 1; i < n; i++) {
      const t = i / n;
      const x = ax + (bx - ax) * t + 1e-6, y = ay + (by - ay) * t + 2e-6, z = az + (bz - az) * t - 3e-6;
      let rx = Math.floor(x + 0.5), ry = Math.floor(y + 0.5), rz = Math.floor(z + 0.5);
      const dx = Math.abs(rx - x), dy = Math.abs(ry - y), dz = Math.abs(rz - z);
      if (dx > dy && dx > dz) rx = -ry - rz;
      else if (dy <= dz) rz = -rx - ry;
      const cell = at(rx + (rz - (rz & 1)) / 2, rz);
      if (cell >= 0) line.push(cell);
    }
    const top = Math.max(LEVEL[a], LEVEL[b]);
    d.push(n);
    between.push(line);
    blocked.push(line.some((k) => LEVEL[k] > top));
  }
  DIST.push(d);
  BETWEEN.push(between);
  BLOCKED.push(blocked);
}

export function tablesChecksum() {
  let total = 0;
  for (let a = 0; a < CELLS; a++)
    for (let b = 0; b < CELLS; b++)
      if (DIST[a][b] >= 2 && DIST[a][b] <= 6 && !BLOCKED[a][b])
        total += a * 131 + b * 17 + 7 * BETWEEN[a][b].reduce((p, q) => p + q, 0);
  return total % 1000003;
}

export const INF = 0, CAV = 1, GUN = 2, LDR = 3;
// side, kind, short, long, figures, move, morale, cell
export const ARMY = [
  [0, INF, 2, 6, 8, 3, -1, 8 * W + 2], [0, INF, 2, 6, 8, 3, 0, 8 * W + 4], [0, INF, 2, 6, 8, 3, 0, 8 * W + 8],
  [0, CAV, 2, 6, 6, 4, -1, 8 * W + 10], [0, GUN, 2, 6, 3, 3, 0, 8 * W + 6], [0, LDR, 0, 0, 1, 4, 0, 8 * W + 5],
  [1, INF, 1, 4, 8, 4, 0, 2], [1, INF, 1, 4, 8, 4, 0, 4], [1, INF, 1, 4, 8, 4, 0, 8],
  [1, INF, 1, 4, 8, 4, 1, 10], [1, CAV, 1, 4, 6, 4, -1, 6], [1, LDR, 0, 0, 1, 4, 0, 7],
].map(([side, kind, short, long, figures, move, morale, cell], id) =>
  ({ id, side, kind, short, long, figures, move, morale, cell }));

export const FF = 0, DM = 1, FM = 2, MF = 3, CH = 4, CC = 5;

export function report(impl, play) {
  const seconds = +process.argv[2];
  for (let i = 0; i < 20; i++) play();
  const warm = performance.now();
  while (performance.now() - warm < Math.min(1000, seconds * 300)) play(); // let the JIT settle
  const sum = { impl, games: 0, decisions: 0, activations: 0, dice: 0, wins: [0, 0, 0], figs: [0, 0] };
  const cpu = process.cpuUsage();
  const start = performance.now();
  while (performance.now() - start < seconds * 1000) {
    const g = play();
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
}

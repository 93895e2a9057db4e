/** The ground of a mat of boxes as SVG text: the mat with its rulings, what lies and grows in its boxes, and works on their sides. */

import { plain } from "./ground";
import { fix as f, type Point } from "./hex";
import { BOX, isWay, lettered, neighbour, SIDES, type Mat, type SideName } from "./mat";
import { house, palm, rock, thorn, trench, tuft, wall } from "./scenery";
import { seeded } from "./seeded";

/** Works on the near sides of boxes are painted `before` the figures, everything else `behind` them. */
export interface MatGround {
  behind: string;
  before: string;
}

type Random = ReturnType<typeof seeded>;
type Spot = [number, number, number];

export function paintMat(mat: Mat): MatGround {
  const names = mat.names;
  const works = mat.board.edges.map(([box, side, what]) => ({ side, drawn: work(mat, box, side, what) }));
  const behind = [
    sheet(mat),
    relief(mat),
    ...names.map((name) => lies(mat, name)),
    rulings(mat),
    ...names.map((name) => grown(mat, name)),
    ...works.filter(({ side }) => side !== "S").map(({ drawn }) => drawn),
  ];
  return { behind: behind.join(""), before: works.filter(({ side }) => side === "S").map(({ drawn }) => drawn).join("") };
}

// --- the mat itself --------------------------------------------------------------------------------------------

function sheet(mat: Mat): string {
  const box = `x="${mat.left}" y="${mat.top}" width="${mat.board.columns * BOX}" height="${mat.board.rows * BOX}"`;
  return `<rect ${box} transform="translate(6 8)" fill="var(--shade)" opacity=".14"/><rect ${box} fill="var(--l0)"/>`;
}

function rulings(mat: Mat): string {
  const { columns, rows } = mat.board;
  const [right, bottom] = [mat.left + columns * BOX, mat.top + rows * BOX];
  let lines = "";
  let words = "";
  const word = (x: number, y: number, text: string) => `<text class="serif" x="${f(x)}" y="${f(y)}" text-anchor="middle" font-size="19" fill="var(--ink2)">${text}</text>`;
  for (let i = 0; i < columns; i++) {
    const x = mat.left + i * BOX;
    if (i) lines += `M${x} ${mat.top}V${bottom}`;
    words += word(x + BOX / 2, bottom + 22, lettered(i + 1));
  }
  for (let i = 0; i < rows; i++) {
    const y = mat.top + i * BOX;
    if (i) lines += `M${mat.left} ${y}H${right}`;
    words += word(mat.left - 17, y + BOX / 2 + 5, `${rows - i}`);
  }
  const rim = `<rect x="${mat.left}" y="${mat.top}" width="${right - mat.left}" height="${bottom - mat.top}" fill="none" stroke="var(--ink2)" stroke-width="1.4"/>`;
  return `<path d="${lines}" stroke="var(--edge)" stroke-width="1.1"/>${rim}${words}`;
}

// --- levels ----------------------------------------------------------------------------------------------------

/** High ground lies in steps: each box keeps its place, and a bank on its near side shows how far it drops there. */
function relief(mat: Mat): string {
  const high = mat.names.filter((name) => mat.level(name) > 0);
  if (!high.length) return "";
  const tops = high.map((name) => square(mat.corner(name))).join("");
  return `<path d="${tops}" transform="translate(7 9)" fill="var(--shade)" opacity=".15"/>` + high.map((name) => terrace(mat, name)).join("");
}

function square({ x, y }: Point): string {
  return `M${x} ${y}h${BOX}v${BOX}h${-BOX}Z`;
}

function terrace(mat: Mat, name: string): string {
  const level = mat.level(name);
  const { x, y } = mat.corner(name);
  const drop = (side: SideName) => Math.max(0, level - (mat.has(neighbour(name, side)) ? mat.level(neighbour(name, side)) : 0));
  let out = `<rect x="${x}" y="${y}" width="${BOX}" height="${BOX}" fill="var(--l${Math.min(level, 3)})"/>`;
  const south = Math.min(22, 9 * drop("S"));
  if (south) out += `<rect x="${x}" y="${y + BOX - south}" width="${BOX}" height="${south}" fill="var(--w1)"/><path d="${hachures(x, y + BOX - south, south)}" stroke="var(--shade)" stroke-opacity=".4" stroke-width="1"/>`;
  const east = Math.min(12, 5 * drop("E"));
  if (east) out += `<path d="M${x + BOX} ${y}l${-east} ${east}V${y + BOX - south}L${x + BOX} ${y + BOX}Z" fill="var(--w2)" opacity=".75"/>`;
  for (const side of ["N", "W"] as const) if (drop(side)) out += rim(mat, name, side);
  const first = mat.level(neighbour(name, "N")) !== level && mat.level(neighbour(name, "W")) !== level;
  return `${out}<text class="serif" x="${x + 8}" y="${y + 17}" font-size="14" font-style="italic" fill="var(--ink)">${first ? `level ${level}` : level}</text>`;
}

function hachures(x: number, y: number, long: number): string {
  let teeth = "";
  for (let i = 4; i < BOX; i += 8) teeth += `M${x + i} ${y}v${f(long * (i % 3 ? 0.65 : 0.9))}`;
  return teeth;
}

function rim(mat: Mat, name: string, side: SideName): string {
  const [p, q] = mat.side(name, side)!;
  return `<path d="M${p.x} ${p.y}L${q.x} ${q.y}" stroke="var(--sheet)" stroke-opacity=".6" stroke-width="3.4"/><path d="M${p.x} ${p.y}L${q.x} ${q.y}" stroke="var(--w2)" stroke-width="1.4"/>`;
}

// --- what lies flat --------------------------------------------------------------------------------------------

function lies(mat: Mat, name: string): string {
  const { x, y } = mat.corner(name);
  const fill = (paint: string, opacity: number) => `<rect x="${x}" y="${y}" width="${BOX}" height="${BOX}" fill="${paint}" fill-opacity="${opacity}"/>`;
  switch (mat.terrain(name)) {
    case "scrub":
      return fill("var(--leaf3)", 0.2);
    case "palm-grove":
    case "oasis":
      return fill("var(--leaf)", 0.26);
    case "rough":
      return fill("var(--rock)", 0.26);
    case "village":
    case "fort":
      return fill("var(--w1)", 0.24);
    case "water":
      return fill("var(--water)", 1) + shore(mat, name);
    case "cliff":
      return fill("var(--rock)", 0.75);
    case "khor":
      return ravine(mat, name);
    default:
      return "";
  }
}

/** Sides where the same ground does not go on. */
function ends(mat: Mat, name: string): SideName[] {
  return SIDES.filter((side) => mat.terrain(neighbour(name, side)) !== mat.terrain(name));
}

function shore(mat: Mat, name: string): string {
  return ends(mat, name)
    .map((side) => mat.side(name, side)!)
    .map(([p, q]) => `<path d="M${p.x} ${p.y}L${q.x} ${q.y}" stroke="var(--water2)" stroke-width="2.4" stroke-linecap="round"/>`)
    .join("");
}

const BANK = 13;

/** A dry ravine: its floor lies lower, its banks run along the sides where it ends. */
function ravine(mat: Mat, name: string): string {
  const { x, y } = mat.corner(name);
  const banks = ends(mat, name).map((side) => bank(mat, name, side)).join("");
  const label = mat.terrain(neighbour(name, "W")) === "khor" || mat.terrain(neighbour(name, "N")) === "khor" ? "" : `<text class="serif halo" x="${x + BOX / 2}" y="${y + BOX - 20}" text-anchor="middle" font-size="14" font-style="italic" fill="var(--ink)">khor</text>`;
  return `<rect x="${x}" y="${y}" width="${BOX}" height="${BOX}" fill="var(--l2)"/>${banks}${label}`;
}

/** Teeth down the slope, into the ravine; a dark edge above them. */
function bank(mat: Mat, name: string, side: SideName): string {
  const [p, q] = mat.side(name, side)!;
  const middle = mat.middle(name);
  const [ux, uy] = [(q.x - p.x) / BOX, (q.y - p.y) / BOX];
  const [nx, ny] = [Math.sign(Math.round(middle.x - (p.x + q.x) / 2)), Math.sign(Math.round(middle.y - (p.y + q.y) / 2))];
  let teeth = "";
  for (let t = 3; t < BOX; t += 5.6) {
    const long = BANK * (Math.round(t) % 2 ? 0.7 : 1);
    teeth += `M${f(p.x + ux * t)} ${f(p.y + uy * t)}l${f(nx * long)} ${f(ny * long)}`;
  }
  return (
    `<path d="M${p.x} ${p.y}L${q.x} ${q.y}L${f(q.x - ux * BANK + nx * BANK)} ${f(q.y - uy * BANK + ny * BANK)}L${f(p.x + ux * BANK + nx * BANK)} ${f(p.y + uy * BANK + ny * BANK)}Z" fill="var(--w1)"/>` +
    `<path d="${teeth}" stroke="var(--shade)" stroke-opacity=".5" stroke-width="1.2"/><path d="M${p.x} ${p.y}L${q.x} ${q.y}" stroke="var(--w2)" stroke-width="2"/>`
  );
}

// --- what grows and stands -------------------------------------------------------------------------------------

/** Round the rim of the box, where the figures leave room. */
const TUFTS: Spot[] = [[14, 26, 1.1], [44, 17, 1], [104, 20, 1.1], [20, 64, 1.05], [102, 70, 1.1], [16, 108, 1.1], [60, 112, 0.95], [98, 106, 1.1], [62, 62, 0.9]];
const PALMS: Spot[] = [[16, 40, 1], [58, 34, 0.9], [104, 42, 1.05], [12, 84, 0.95], [106, 88, 1], [30, 116, 1.05], [84, 116, 0.95]];
const ROCKS: Spot[] = [[16, 20, 1.2], [88, 16, 0.9], [106, 48, 1.3], [14, 78, 1], [60, 104, 0.8], [100, 104, 1.25], [52, 24, 0.7]];
const HOUSES: Spot[] = [[9, 44, 32], [72, 38, 38], [12, 110, 36], [82, 108, 28]];

function grown(mat: Mat, name: string): string {
  const { x, y } = mat.corner(name);
  const random = seeded(x * 3 + y * 7);
  const scatter = (spots: Spot[], draw: (x: number, y: number, s: number) => string) =>
    spots.map(([a, b, s]) => draw(x + a + random(-4, 4), y + b + random(-3, 3), s)).join("");
  const what = mat.terrain(name);
  switch (what) {
    case "open":
      return bare(x, y, random);
    case "scrub":
      return scatter(TUFTS, tuft);
    case "palm-grove":
      return scatter(PALMS, palm);
    case "oasis":
      return pool(x, y) + scatter(PALMS.slice(0, 6), palm);
    case "rough":
      return scatter(ROCKS, rock);
    case "village":
      return HOUSES.map(([a, b, w]) => house(x + a, y + b, w, 15, 15)).join("");
    case "fort":
      return fort(x, y);
    case "water":
      return waves(x, y, random);
    case "cliff":
      return crags(x, y, random);
    case "khor":
      return scatter([[30, 40, 0.4], [88, 82, 0.5], [56, 66, 0.3]], rock);
    default:
      return `<rect x="${x + 5}" y="${y + 5}" width="${BOX - 10}" height="${BOX - 10}" fill="url(#hatch)" opacity=".4"/><text class="serif halo" x="${x + BOX / 2}" y="${y + BOX - 12}" text-anchor="middle" font-size="13" font-style="italic" fill="var(--ink)">${plain(what)}</text>`;
  }
}

/** Open ground is not empty: strokes of the pen, now and then a tuft or a stone. */
function bare(x: number, y: number, random: Random): string {
  let strokes = "";
  for (let i = 0; i < 6; i++) strokes += `M${f(x + random(8, 104))} ${f(y + random(10, 112))}h${f(random(3, 9))}`;
  let out = `<path d="${strokes}" stroke="var(--edge)" stroke-width="1" stroke-linecap="round" opacity=".7"/>`;
  if (random(0, 1) < 0.3) out += tuft(x + random(12, 108), y + random(20, 108), 0.72);
  if (random(0, 1) < 0.12) out += rock(x + random(14, 106), y + random(16, 104), 0.42);
  return out;
}

function pool(x: number, y: number): string {
  return `<ellipse cx="${x + 66}" cy="${y + 66}" rx="27" ry="15" fill="var(--water)" stroke="var(--water2)" stroke-width="1.6"/><path d="M${x + 52} ${y + 64}q6-4 12 0t12 0" fill="none" stroke="var(--water2)" stroke-width="1.1"/>`;
}

function waves(x: number, y: number, random: Random): string {
  let d = "";
  for (let i = 0; i < 7; i++) d += `M${f(x + random(8, 88))} ${f(y + 14 + i * 15 + random(-3, 3))}q5-3.4 10 0t10 0`;
  return `<path d="${d}" fill="none" stroke="var(--water2)" stroke-width="1.2" opacity=".8"/>`;
}

function crags(x: number, y: number, random: Random): string {
  let out = "";
  for (let i = 0; i < 16; i++) out += rock(x + random(12, 108), y + 14 + i * 6.4, random(0.9, 1.6));
  return out;
}

/** Four mud walls with battlements, open in the middle. */
function fort(x: number, y: number): string {
  const [a, b] = [9, BOX - 18];
  let teeth = "";
  for (let i = 0; i < b; i += 12) teeth += `M${x + a + i} ${y + a}v-5h6v5`;
  return (
    `<rect x="${x + a + 5}" y="${y + a + 6}" width="${b}" height="${b}" fill="var(--shade)" opacity=".15"/>` +
    `<rect x="${x + a}" y="${y + a}" width="${b}" height="${b}" fill="none" stroke="var(--shade)" stroke-opacity=".7" stroke-width="10.5"/>` +
    `<rect x="${x + a}" y="${y + a}" width="${b}" height="${b}" fill="none" stroke="var(--w1)" stroke-width="8.5"/><path d="${teeth}" fill="var(--w1)" stroke="var(--shade)" stroke-opacity=".7" stroke-width=".8"/>`
  );
}

// --- works -----------------------------------------------------------------------------------------------------

/** On the box's own side of its edge, so that one sees whom they cover. */
function work(mat: Mat, box: string, side: string, what: string): string {
  const ends = isWay(side) && mat.has(box) ? mat.side(box, side) : undefined;
  if (!ends) return "";
  const middle = mat.middle(box);
  const inwards = ({ x, y }: Point): Point => ({ x: x + Math.sign(middle.x - x) * (side === "N" || side === "S" ? 1 : 3), y: y + Math.sign(middle.y - y) * (side === "N" || side === "S" ? 3 : 1) });
  const [p, q] = [inwards(ends[0]), inwards(ends[1])];
  if (what === "wall") return wall(p, q);
  if (what === "earthwork") return trench([p, q]);
  const twice = { x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 };
  return thorn(p, twice, p.x * 7 + p.y) + thorn(twice, q, q.x * 5 + q.y);
}

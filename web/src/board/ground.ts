/** The ground of a hex board as SVG text: what lies flat first, then row by row from the back. */

import { DIRECTIONS, directionTo, fix as f, Layout, LIFT, place, R, SIDE_CORNERS, SQUASH, step, type Point } from "./hex";
import { crops, fence, fieldwork, hollow, orchard, reeds, sandbags, wire } from "./fields";
import { fortress } from "./fortress";
import { cliff, house, rock, thorn, tree, trench, tuft, wall } from "./scenery";
import { seeded } from "./seeded";

/** `behind` is painted before the figures of a row, `before` after them. */
export interface Row {
  behind: string;
  before: string;
}

export interface Ground {
  flat: string;
  rows: Row[];
}

const WATER = ["river", "ford", "bridge", "water", "stream"];
const WORKS = ["fortification", "trench"];
const ROADS = ["road", "track", "bridge"];

export function paint(layout: Layout): Ground {
  const rows = Array.from({ length: layout.board.rows }, () => ({ behind: "", before: "" }));
  for (const name of inOrder(layout)) rows[place(name)[1] - 1]!.behind += cell(layout, name);
  for (const name of layout.names)
    for (const what of layout.features(name)) rows[place(name)[1] - 1]!.before += near(layout, name, what);
  for (const name of inOrder(layout)) {
    const built = fortress(layout, name);
    rows[place(name)[1] - 1]!.behind += built.behind;
    rows[place(name)[1] - 1]!.before += built.before;
  }
  for (const [a, b, what] of layout.board.edges) side(layout, a, b, what, rows);
  return { flat: flat(layout), rows };
}

function inOrder(layout: Layout): string[] {
  return [...layout.names].sort(
    (a, b) => place(a)[1] - place(b)[1] || layout.level(a) - layout.level(b) || place(a)[0] - place(b)[0],
  );
}

function flat(layout: Layout): string {
  const all = layout.names.map((name) => `M${layout.outline(name, 1.003, 0).replaceAll(" ", "L")}Z`).join("");
  const water = layout.names.filter((name) => WATER.includes(layout.terrain(name)));
  const roads = layout.names.filter((name) => ROADS.includes(layout.terrain(name)));
  const stream = water.map((name) => ribbon(layout, name, WATER)).join("");
  const way = roads.map((name) => ribbon(layout, name, ROADS)).join("");
  return (
    `<path d="${all}" transform="translate(7 15)" fill="var(--shade)" stroke="var(--shade)" stroke-width="6" opacity=".1"/>` +
    `<path d="${all}" transform="translate(0 9)" fill="var(--w2)" stroke="var(--shade)" stroke-width="1"/>` +
    `<path d="${all}" fill="var(--l0)" stroke="var(--edge)" stroke-width=".9"/>` +
    lines(stream, [
      ["var(--water2)", "41", ""],
      ["var(--water)", "38", ""],
      ["var(--water2)", "1", ' stroke-dasharray="22 14 8 20" transform="translate(-8 2)"'],
      ["var(--water2)", "1", ' stroke-dasharray="14 18 26 12" transform="translate(8 -1)"'],
    ]) +
    lines(way, [
      ["var(--thorn)", "12.5", ' stroke-opacity=".55"'],
      ["var(--road)", "10.5", ""],
    ])
  );
}

function lines(path: string, strokes: [string, string, string][]): string {
  if (!path) return "";
  return strokes
    .map(
      ([paint, width, more]) =>
        `<path d="${path}" fill="none" stroke="${paint}" stroke-width="${width}" stroke-linecap="round"${more}/>`,
    )
    .join("");
}

/** A stretch of water or road through one hex: from side to side, out over the edge of the map where it ends there. */
function ribbon(layout: Layout, name: string, kinds: string[]): string {
  const middle = layout.middle(name, 0);
  const doors = DIRECTIONS.filter((way) => kinds.includes(layout.terrain(step(name, way))) && layout.has(step(name, way)));
  const out = DIRECTIONS.filter((way) => !layout.has(step(name, way)));
  if (doors.length === 1 && out.length) {
    const straight = (DIRECTIONS.indexOf(doors[0]!) + 3) % 6;
    out.sort((a, b) => turn(DIRECTIONS.indexOf(a), straight) - turn(DIRECTIONS.indexOf(b), straight));
    doors.push(out[0]!);
  }
  const ends = doors.map((way) => sideMiddle(layout, name, way));
  if (ends.length === 2)
    return `M${f(ends[0]!.x)} ${f(ends[0]!.y)}Q${f(middle.x)} ${f(middle.y)} ${f(ends[1]!.x)} ${f(ends[1]!.y)}`;
  if (!ends.length) return "";
  return ends.map((end) => `M${f(middle.x)} ${f(middle.y)}L${f(end.x)} ${f(end.y)}`).join("");
}

function turn(a: number, b: number): number {
  const apart = Math.abs(a - b);
  return Math.min(apart, 6 - apart);
}

function sideMiddle(layout: Layout, name: string, way: (typeof DIRECTIONS)[number]): Point {
  const corners = layout.corners(name, 1, 0);
  const [i, j] = SIDE_CORNERS[way];
  return { x: (corners[i]!.x + corners[j]!.x) / 2, y: (corners[i]!.y + corners[j]!.y) / 2 };
}

function cell(layout: Layout, name: string): string {
  const level = layout.level(name);
  const grown = layout.features(name).map((what) => terrain(layout, name, what)).join("");
  return raised(layout, name, level) + shadow(layout, name, level) + grown + numeral(layout, name, level);
}

function raised(layout: Layout, name: string, level: number): string {
  if (!level) return "";
  const k = layout.corners(name);
  const drop = level * LIFT;
  let out = "";
  for (const [i, j, paint] of [
    [2, 3, "var(--w2)"],
    [3, 4, "var(--w1)"],
  ] as const) {
    const p = k[i]!;
    const q = k[j]!;
    out += `<path d="M${f(p.x)} ${f(p.y)}L${f(q.x)} ${f(q.y)}v${drop}L${f(p.x)} ${f(p.y + drop)}Z" fill="${paint}" stroke="var(--shade)" stroke-opacity=".45" stroke-width=".8"/>`;
    for (let t = 1; t < level; t++)
      out += `<path d="M${f(p.x)} ${f(p.y + t * LIFT)}L${f(q.x)} ${f(q.y + t * LIFT)}" stroke="var(--shade)" stroke-opacity=".4" stroke-width=".8"/>`;
  }
  return (
    out +
    `<path d="M${f(k[2]!.x)} ${f(k[2]!.y)}v${drop}M${f(k[4]!.x)} ${f(k[4]!.y)}v${drop}" stroke="var(--shade)" stroke-opacity=".5" stroke-width=".9"/>` +
    `<polygon points="${layout.outline(name)}" fill="var(--l${Math.min(level, 3)})" stroke="var(--shade)" stroke-opacity=".5" stroke-width="1"/>`
  );
}

/** Light falls from the north-west: higher neighbours there throw a shadow. */
function shadow(layout: Layout, name: string, level: number): string {
  const k = layout.corners(name);
  const { x, y } = layout.middle(name);
  let out = "";
  for (const way of ["W", "NW"] as const) {
    const higher = layout.level(step(name, way)) - level;
    if (higher <= 0) continue;
    const [i, j] = SIDE_CORNERS[way];
    const p = k[i]!;
    const q = k[j]!;
    const t = Math.min(0.5, 0.2 * higher);
    out += `<path d="M${f(p.x)} ${f(p.y)}L${f(q.x)} ${f(q.y)}L${f(q.x + (x - q.x) * t)} ${f(q.y + (y - q.y) * t)}L${f(p.x + (x - p.x) * t)} ${f(p.y + (y - p.y) * t)}Z" fill="var(--shade)" opacity=".13"/>`;
  }
  return out;
}

function numeral(layout: Layout, name: string, level: number): string {
  const { x, y } = layout.middle(name);
  const corner = layout.corners(name)[5]!;
  const height = level
    ? `<text class="serif" x="${f(corner.x + 8)}" y="${f(corner.y + 17)}" font-size="13.5" font-style="italic" fill="var(--ink)">${level}</text>`
    : "";
  return `${height}<text class="coordinate" x="${f(x)}" y="${f(y + R * SQUASH - 14)}" text-anchor="middle" font-size="10.5" fill="var(--ink2)">${name}</text>`;
}

type Spot = [number, number, number];
const TREES: Spot[] = [[-20, -8, 0.9], [4, -14, 1], [23, -4, 0.85], [-9, 14, 1.05], [16, 20, 0.95]];
const TUFTS: Spot[] = [[-24, -6, 0.95], [-3, -18, 0.95], [22, -10, 0.95], [-14, 16, 0.95], [8, 6, 0.95], [27, 14, 0.95], [1, 28, 0.95]];
const ROCKS: Spot[] = [[-16, -4, 1.1], [10, -12, 0.8], [15, 10, 1.25], [-9, 18, 0.75]];

/** What of a thing stands in front of the figures in its hex. */
function near(layout: Layout, name: string, what: string): string {
  const rim = layout.corners(name, 0.86);
  const front = [rim[2]!, rim[3]!, rim[4]!];
  if (WORKS.includes(what)) return rampart(layout, name);
  if (what === "sandbags") return sandbags(front);
  if (what === "fence") return fence(front);
  if (what === "wire") return wire(front);
  return what === "fieldwork" ? fieldwork(front) : "";
}

function terrain(layout: Layout, name: string, what: string): string {
  const { x, y } = layout.middle(name);
  const [column, row] = place(name);
  const random = seeded(column * 100 + row);
  const scatter = (spots: Spot[], draw: (x: number, y: number, s: number) => string, size = 1) =>
    spots.map(([a, b, s]) => draw(x + a + random(-3, 3), y + b + random(-2, 2), s * size)).join("");
  switch (what) {
    case "open":
      return bare(x, y, random);
    case "wood":
      return tint(layout, name, "var(--leaf)", 0.2) + scatter(TREES, tree);
    case "scrub":
    case "bush":
      return scatter(TUFTS, tuft);
    case "rocks":
    case "rough":
    case "rock":
      return scatter(ROCKS, rock);
    case "debris":
    case "rubble":
      return tint(layout, name, "var(--rock)", 0.35) + scatter([...ROCKS, [-26, 12, 0.7], [24, -8, 0.6], [2, 26, 0.85], [-4, 2, 0.6]], rock);
    case "orchard":
      return tint(layout, name, "var(--leaf3)", 0.14) + orchard(x, y);
    case "field":
    case "crops":
      return crops(layout, name);
    case "marsh":
    case "swamp":
      return reeds(layout, name, random);
    case "depression":
      return hollow(layout, name);
    case "sandbags":
    case "fence":
    case "wire":
    case "fieldwork": {
      const rim = layout.corners(name, 0.86);
      const back = [rim[4]!, rim[5]!, rim[0]!, rim[1]!, rim[2]!];
      return what === "sandbags" ? sandbags(back) : what === "fence" ? fence(back) : what === "wire" ? wire(back) : fieldwork(back);
    }
    case "hill":
    case "impassable":
      return what === "hill" ? bare(x, y, random) : tint(layout, name, "var(--shade)", 0.3) + scatter(ROCKS, rock, 1.5);
    case "building":
    case "block":
    case "village":
    case "houses":
      return house(x - 24, y + 4) + house(x + 3, y - 4, 21, 10, 10) + house(x - 10, y + 27, 24, 11, 11);
    case "fortification":
    case "trench":
      return trench(works(layout, name));
    case "ford":
      return ripples(x, y);
    case "bridge":
      return DIRECTIONS.some((way) => ["road", "track"].includes(layout.terrain(step(name, way)))) ? "" : deck(x, y);
    case "road":
    case "track":
    case "river":
    case "water":
    case "stream":
      return "";
    default:
      return (
        `<polygon points="${layout.outline(name, 0.94)}" fill="url(#hatch)" opacity=".5"/>` +
        `<text class="serif halo" x="${f(x)}" y="${f(y + 30)}" text-anchor="middle" font-size="12" font-style="italic" fill="var(--ink)">${plain(what)}</text>`
      );
  }
}

/** Open ground is not empty: a stone, a tuft, a few strokes of the pen. */
function bare(x: number, y: number, random: (from: number, to: number) => number): string {
  let out = "";
  let strokes = "";
  for (let i = 0; i < 4; i++) {
    const [a, b] = [random(-32, 26), random(-24, 24)];
    strokes += `M${f(x + a)} ${f(y + b)}h${f(random(3, 8))}`;
  }
  out += `<path d="${strokes}" stroke="var(--edge)" stroke-width="1" stroke-linecap="round" opacity=".7"/>`;
  if (random(0, 1) < 0.34) out += tuft(x + random(-26, 26), y + random(-20, 14), 0.72);
  if (random(0, 1) < 0.16) out += tuft(x + random(-26, 26), y + random(-20, 14), 0.6);
  if (random(0, 1) < 0.1) out += rock(x + random(-24, 24), y + random(-18, 14), 0.42);
  return out;
}

function tint(layout: Layout, name: string, paint: string, opacity: number): string {
  return `<polygon points="${layout.outline(name)}" fill="${paint}" opacity="${opacity}"/>`;
}

function works(layout: Layout, name: string): Point[] {
  const k = layout.corners(name, 0.84);
  return [k[4]!, k[5]!, k[0]!, k[1]!, k[2]!];
}

/** The near side of a work, low enough to leave the men behind it to be seen. */
function rampart(layout: Layout, name: string): string {
  const k = layout.corners(name, 0.84);
  const line = [k[2]!, k[3]!, k[4]!].map((at) => `${f(at.x)} ${f(at.y)}`).join("L");
  return (
    `<path d="M${line}" fill="none" stroke="var(--shade)" stroke-opacity=".5" stroke-width="6.5" stroke-linejoin="round" stroke-linecap="round"/>` +
    `<path d="M${line}" fill="none" stroke="var(--w1)" stroke-width="4.6" stroke-linejoin="round" stroke-linecap="round"/>` +
    `<path d="M${line}" fill="none" stroke="var(--shade)" stroke-opacity=".55" stroke-width="4.6" stroke-dasharray="1 5"/>`
  );
}

/** A wooden bridge to which no road leads: from the far bank to the near one. */
function deck(x: number, y: number): string {
  let planks = "";
  for (let up = -34; up <= 34; up += 5.6) planks += `M${f(x - 14)} ${f(y + up)}h28`;
  return (
    `<rect x="${f(x - 14)}" y="${f(y - 37)}" width="28" height="74" fill="var(--w1)" stroke="var(--thorn)" stroke-width="1"/><path d="${planks}" stroke="var(--thorn)" stroke-width=".8" opacity=".7"/>` +
    `<path d="M${f(x - 15)} ${f(y - 40)}V${f(y + 38)}M${f(x + 15)} ${f(y - 40)}V${f(y + 38)}" stroke="var(--thorn)" stroke-width="2.4" stroke-linecap="round"/>`
  );
}

function ripples(x: number, y: number): string {
  return (
    `<path d="M${f(x - 17)} ${f(y - 14)}l34 10M${f(x - 20)} ${f(y - 3)}l34 10M${f(x - 22)} ${f(y + 8)}l34 10" stroke="var(--water2)" stroke-width="1.6" stroke-dasharray="5 4"/>` +
    `<text class="serif halo" x="${f(x + 2)}" y="${f(y + 30)}" text-anchor="middle" font-size="13" font-style="italic" fill="var(--ink)">ford</text>`
  );
}

function side(layout: Layout, a: string, b: string, what: string, rows: Row[]): void {
  const upper = layout.level(b) > layout.level(a) || (layout.level(a) === layout.level(b) && place(b)[1] < place(a)[1]) ? b : a;
  const way = directionTo(upper, upper === a ? b : a);
  if (!way) return;
  const k = layout.corners(upper);
  const [i, j] = SIDE_CORNERS[way];
  const [p, q] = [k[i]!, k[j]!];
  const drawn = what === "wall" ? wall(p, q) : what === "high" ? cliff(p, q) : thorn(p, q, p.x * 7 + q.y);
  const row = rows[place(upper)[1] - 1]!;
  if (way === "SW" || way === "SE") row.before += drawn;
  else row.behind += drawn;
}

/** Words of the server inside SVG text. */
export function plain(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

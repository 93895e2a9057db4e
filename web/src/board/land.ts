/** The ground of an open table as SVG text: the table with its ruler, hills, ways and waters, and what stands on them. */

import type { InchBoard } from "../contract";
import { courseOf, type Inner } from "./courses";
import { plain } from "./ground";
import { isHill, kindOf } from "./growth";
import { fix as f, type Point } from "./hex";
import { INCH, MARGIN, THOU, type Plane } from "./inch";
import { away, boxOf, inside, type Patch } from "./outline";
import { rock, tuft } from "./scenery";
import { seeded } from "./seeded";

interface Area {
  terrain: string;
  name: string;
  level: number;
  patch: Patch;
  seed: number;
}

interface Line {
  terrain: string;
  name: string;
  points: Point[];
  inner: Inner;
}

/** `uid` tells the tables of one page apart. */
export function land(plane: Plane, uid: string): string {
  const areas = plane.board.areas.map((area) => areaOf(plane, area)).sort((a, b) => Number(isHill(b.terrain)) - Number(isHill(a.terrain)) || a.level - b.level);
  const lines = plane.board.lines.filter((line) => line.terrain !== "exit").map((line) => lineOf(plane, line));
  const hills = areas.filter((area) => isHill(area.terrain));
  const others = areas.filter((area) => !isHill(area.terrain));
  const clipped =
    hills.map(flat).join("") +
    bare(plane, others, lines) +
    others.map(flat).join("") +
    lines.map((line) => courseOf(line.terrain).flat?.(line.points) ?? "").join("") +
    areas.map((area) => kindOf(area.terrain).grown?.(area.patch, area.seed) ?? "").join("") +
    lines.map((line) => courseOf(line.terrain).stands?.(line.points, line.inner, Math.round(line.points[0]!.x)) ?? "").join("");
  return table(plane, uid) + `<g clip-path="url(#${uid}-table)">${clipped}</g>` + exits(plane) + names(plane, areas, lines);
}

const flat = (area: Area) => kindOf(area.terrain).flat(area.patch, area.seed);

function areaOf(plane: Plane, area: InchBoard["areas"][number]): Area {
  const corners = area.outline?.map(([x, y]) => plane.at(x, y));
  const centre = area.centre ? plane.at(...area.centre) : middle(corners ?? []);
  const patch: Patch = { centre, radius: plane.long(area.radius ?? 0), ...(corners ? { corners } : {}) };
  return { terrain: area.terrain, name: area.name ?? "", level: area.level ?? 0, patch, seed: Math.round(centre.x * 31 + centre.y) };
}

function lineOf(plane: Plane, line: InchBoard["lines"][number]): Line {
  return { terrain: line.terrain, name: line.name ?? "", points: line.points.map(([x, y]) => plane.at(x, y)), inner: line.inner ?? "" };
}

function middle(points: Point[]): Point {
  const xs = points.map((at) => at.x);
  const ys = points.map((at) => at.y);
  return { x: (Math.min(...xs) + Math.max(...xs)) / 2, y: (Math.min(...ys) + Math.max(...ys)) / 2 };
}

// --- the table itself ------------------------------------------------------------------------------------------

function table(plane: Plane, uid: string): string {
  const [w, h] = [plane.long(plane.board.width), plane.long(plane.board.depth)];
  const box = `x="${MARGIN}" y="${MARGIN}" width="${f(w)}" height="${f(h)}"`;
  return (
    `<clipPath id="${uid}-table"><rect ${box}/></clipPath>` +
    `<rect ${box} transform="translate(6 7)" fill="var(--shade)" opacity=".14"/><rect ${box} fill="var(--l0)" stroke="var(--ink2)" stroke-width="1.4"/>` +
    ruler(plane, w, h)
  );
}

/** Ticks at every inch, numbers at every sixth: from the west, and from the south. */
function ruler(plane: Plane, w: number, h: number): string {
  const [wide, deep] = [plane.board.width / THOU, plane.board.depth / THOU];
  const long = (inch: number) => (inch % 6 ? (inch % 3 ? 4 : 6) : 9);
  let ticks = "";
  let numbers = "";
  const number = (x: number, y: number, text: number) => `<text class="coordinate" x="${f(x)}" y="${f(y)}" text-anchor="middle" font-size="12.5" fill="var(--ink2)">${text}</text>`;
  for (let inch = 0; inch <= wide; inch++) {
    const x = MARGIN + inch * INCH;
    ticks += `M${f(x)} ${MARGIN}v-${long(inch)}M${f(x)} ${f(MARGIN + h)}v${long(inch)}`;
    if (inch % 6 === 0) numbers += number(x, MARGIN - 13, inch) + number(x, MARGIN + h + 21, inch);
  }
  for (let inch = 0; inch <= deep; inch++) {
    const y = MARGIN + h - inch * INCH;
    ticks += `M${MARGIN} ${f(y)}h-${long(inch)}M${f(MARGIN + w)} ${f(y)}h${long(inch)}`;
    if (inch % 6 === 0) numbers += number(MARGIN - 19, y + 4.4, inch) + number(MARGIN + w + 19, y + 4.4, inch);
  }
  return `<path d="${ticks}" stroke="var(--ink2)" stroke-width="1"/>${numbers}`;
}

/** Open ground is not empty: strokes of the pen, a tuft, a stone; sparse, and never where something else lies. */
function bare(plane: Plane, areas: Area[], lines: Line[]): string {
  const random = seeded(plane.board.width + plane.board.depth);
  const patches = areas.map((area) => area.patch);
  let strokes = "";
  let grown = "";
  for (let y = MARGIN + 14; y < plane.height - MARGIN - 10; y += 46)
    for (let x = MARGIN + 14; x < plane.width - MARGIN - 14; x += 58) {
      const at = { x: x + random(-22, 22), y: y + random(-18, 18) };
      const [short, dice] = [random(3, 8), random(0, 1)];
      if (patches.some((patch) => inside(patch, at)) || lines.some((line) => near(line.points, at))) continue;
      strokes += `M${f(at.x)} ${f(at.y)}h${f(short)}M${f(at.x + 4)} ${f(at.y + 4)}h${f(short * 0.6)}`;
      if (dice < 0.08) grown += tuft(at.x, at.y, 0.66);
      else if (dice > 0.97) grown += rock(at.x, at.y, 0.4);
    }
  return `<path d="${strokes}" stroke="var(--edge)" stroke-width="1" stroke-linecap="round" opacity=".65"/>${grown}`;
}

function near(points: Point[], at: Point): boolean {
  return points.slice(1).some((q, index) => away(at, points[index]!, q) < 17);
}

// --- exits and names -------------------------------------------------------------------------------------------

/** Edges by which somebody may leave: arrows outwards, and who. */
function exits(plane: Plane): string {
  return plane.board.lines
    .filter((line) => line.terrain === "exit")
    .map((line) => {
      const [p, q] = [plane.at(...line.points[0]!), plane.at(...line.points.at(-1)!)];
      const out = { x: p.x === q.x ? (p.x > plane.width / 2 ? 1 : -1) : 0, y: p.x === q.x ? 0 : p.y > plane.height / 2 ? 1 : -1 };
      const number = Math.max(2, Math.round(Math.hypot(q.x - p.x, q.y - p.y) / 150));
      let arrows = "";
      for (let i = 0; i < number; i++) {
        const t = (i + 0.5) / number;
        const [x, y] = [p.x + (q.x - p.x) * t - out.x * 5, p.y + (q.y - p.y) * t - out.y * 5];
        const [sx, sy] = [Math.abs(out.y) * 6, Math.abs(out.x) * 6];
        arrows += `M${f(x - sx)} ${f(y - sy)}L${f(x + out.x * 9)} ${f(y + out.y * 9)}L${f(x + sx)} ${f(y + sy)}`;
      }
      const at = { x: (p.x + q.x) / 2 - out.x * 12, y: (p.y + q.y) / 2 - out.y * (out.y > 0 ? 9 : 20) };
      const turn = out.x ? ` transform="rotate(${out.x * 90} ${f(at.x)} ${f(at.y)})"` : "";
      return (
        `<path d="M${f(p.x)} ${f(p.y)}L${f(q.x)} ${f(q.y)}" stroke="var(--ink)" stroke-width="2.6" stroke-dasharray="10 6"/>` +
        `<path d="${arrows}" fill="none" stroke="var(--ink)" stroke-width="2.2" stroke-linejoin="round" stroke-linecap="round"/>` +
        `<text class="serif halo" x="${f(at.x)}" y="${f(at.y)}"${turn} text-anchor="middle" font-size="14" font-style="italic" fill="var(--ink)">${plain(line.name ?? "")}</text>`
      );
    })
    .join("");
}

function names(plane: Plane, areas: Area[], lines: Line[]): string {
  const written = areas.filter((area) => area.name).map((area) => {
    const box = boxOf(area.patch);
    const y = area.patch.radius && area.patch.radius < 34 ? box.y + box.h + 15 : box.y + box.h - 9;
    return label(plane, { x: box.x + box.w / 2, y }, area.name);
  });
  const seen = new Set<string>();
  for (const line of lines) {
    if (!line.name || seen.has(line.name)) continue;
    seen.add(line.name);
    written.push(beside(plane, line));
  }
  return written.join("");
}

function label(plane: Plane, at: Point, name: string, turn = 0): string {
  const x = Math.min(plane.width - MARGIN - 40, Math.max(MARGIN + 40, at.x));
  const y = Math.min(plane.height - MARGIN - 6, Math.max(MARGIN + 16, at.y));
  return `<text class="serif halo" x="${f(x)}" y="${f(y)}"${turn ? ` transform="rotate(${f(turn)} ${f(x)} ${f(y)})"` : ""} text-anchor="middle" font-size="14.5" font-style="italic" fill="var(--ink)">${plain(name)}</text>`;
}

/** Written along the longest stretch of a line, the right way up. */
function beside(plane: Plane, line: Line): string {
  let [p, q] = [line.points[0]!, line.points[1]!];
  line.points.slice(1).forEach((end, index) => {
    const start = line.points[index]!;
    if (Math.hypot(end.x - start.x, end.y - start.y) > Math.hypot(q.x - p.x, q.y - p.y)) [p, q] = [start, end];
  });
  if (p.x > q.x) [p, q] = [q, p];
  const turn = (Math.atan2(q.y - p.y, q.x - p.x) * 180) / Math.PI;
  const long = Math.hypot(q.x - p.x, q.y - p.y) || 1;
  const at = { x: (p.x + q.x) / 2 + ((q.y - p.y) / long) * 15, y: (p.y + q.y) / 2 - ((q.x - p.x) / long) * 15 };
  return label(plane, at, line.name, Math.abs(turn) > 70 ? (turn > 0 ? -90 : 90) * (turn > 0 ? -1 : 1) : turn);
}

// --- in words --------------------------------------------------------------------------------------------------

export function inWords(board: InchBoard): string[] {
  const long = (value: number) => `${Math.round(value / 10) / 100}`;
  const spot = ([x, y]: [number, number]) => `${long(x)} ${long(y)}`;
  const areas = board.areas.map((area) => {
    const where = area.centre ? `round ${spot(area.centre)}, radius ${long(area.radius ?? 0)}` : `corners ${area.outline!.map(spot).join(", ")}`;
    return `${[area.terrain.replaceAll("-", " "), area.name].filter(Boolean).join(", ")}${area.level ? `, level ${area.level}` : ""}: ${where}`;
  });
  const lines = board.lines.map((line) => `${[line.terrain, line.name].filter(Boolean).join(", ")}: from ${line.points.map(spot).join(" to ")}`);
  return [`${long(board.width)} inches from west to east, ${long(board.depth)} from south to north; places are inches east and north of the south-western corner`, ...areas, ...lines];
}

/** What the ground is at a place, in a few words. */
export function terrainAt(board: InchBoard, [x, y]: [number, number]): string {
  const found = board.areas.filter((area) => {
    const centre = area.centre ?? [0, 0];
    const corners = area.outline?.map(([east, north]) => ({ x: east, y: north }));
    return inside({ centre: { x: centre[0], y: centre[1] }, radius: area.radius ?? 0, ...(corners ? { corners } : {}) }, { x, y });
  });
  return found.map((area) => [area.name || area.terrain.replaceAll("-", " "), area.level ? `level ${area.level}` : ""].filter(Boolean).join(", ")).join("; ") || "open ground";
}

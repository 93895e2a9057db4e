/** Roads, streams, walls and ditches on an open table, as SVG text. */

import { fix as f, type Point } from "./hex";
import { rock, thorn, trench, wall } from "./scenery";
import { seeded } from "./seeded";

export type Inner = "left" | "right" | "";

/** What is painted flat, and what stands on the ground. */
interface Kind {
  flat?: (points: Point[]) => string;
  stands?: (points: Point[], inner: Inner, seed: number) => string;
}

const d = (points: Point[]) => "M" + points.map((at) => `${f(at.x)} ${f(at.y)}`).join("L");

/** A line that bends instead of breaking at its corners. */
function bent(points: Point[]): string {
  if (points.length < 3) return d(points);
  let path = `M${f(points[0]!.x)} ${f(points[0]!.y)}`;
  for (let i = 1; i < points.length - 1; i++) {
    const [p, q] = [points[i]!, points[i + 1]!];
    const to = i === points.length - 2 ? q : { x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 };
    path += `Q${f(p.x)} ${f(p.y)} ${f(to.x)} ${f(to.y)}`;
  }
  return path;
}

const stroke = (path: string, paint: string, width: number, more = "") => `<path d="${path}" fill="none" stroke="${paint}" stroke-width="${width}" stroke-linejoin="round" ${more}/>`;

function ribbon(width: number, edge: string, body: string, more: (path: string) => string = () => "") {
  return (points: Point[]) => {
    const path = bent(points);
    return stroke(path, edge, width + 2.4) + stroke(path, body, width) + more(path);
  };
}

const current = (path: string) => stroke(path, "var(--water2)", 1, 'stroke-dasharray="22 14 8 20" transform="translate(-2 2)"');

/** Steps along a line: each place with the way across it, to the left. */
function along(points: Point[], apart: number): { at: Point; left: Point }[] {
  return points.slice(1).flatMap((q, index) => {
    const p = points[index]!;
    const long = Math.hypot(q.x - p.x, q.y - p.y) || 1;
    const left = { x: (q.y - p.y) / long, y: -(q.x - p.x) / long };
    const number = Math.max(1, Math.round(long / apart));
    return Array.from({ length: number }, (_, i) => {
      const t = (i + 0.5) / number;
      return { at: { x: p.x + (q.x - p.x) * t, y: p.y + (q.y - p.y) * t }, left };
    });
  });
}

/** A dry ditch: two banks, hachured down into it. */
function donga(points: Point[]): string {
  const path = d(points);
  const teeth = along(points, 6).map(({ at, left }) => {
    const bank = (side: number) => `M${f(at.x + left.x * 9 * side)} ${f(at.y + left.y * 9 * side)}l${f(-left.x * 4.6 * side)} ${f(-left.y * 4.6 * side)}`;
    return bank(1) + bank(-1);
  });
  return stroke(path, "var(--w2)", 19.5) + stroke(path, "var(--l2)", 17) + `<path d="${teeth.join("")}" stroke="var(--w2)" stroke-width="1.3" stroke-linecap="round"/>`;
}

function drift(points: Point[]): string {
  const bars = along(points, 7).map(({ at, left }) => `M${f(at.x + left.x * 12)} ${f(at.y + left.y * 12)}l${f(-left.x * 24)} ${f(-left.y * 24)}`);
  return stroke(d(points), "var(--l2)", 17) + `<path d="${bars.join("")}" stroke="var(--w2)" stroke-width="1.4" stroke-dasharray="4 3.4"/>`;
}

const pairs = (points: Point[]) => points.slice(1).map((q, index) => [points[index]!, q] as const);

function walls(points: Point[]): string {
  return pairs(points).flatMap(([p, q]) => pieces(p, q, 56)).map(([p, q]) => wall(p, q)).join("");
}

function hedge(points: Point[], _: Inner, seed: number): string {
  return pairs(points).flatMap(([p, q]) => pieces(p, q, 62)).map(([p, q], index) => thorn(p, q, seed + index)).join("");
}

function pieces(p: Point, q: Point, long: number): [Point, Point][] {
  const number = Math.max(1, Math.round(Math.hypot(q.x - p.x, q.y - p.y) / long));
  const at = (i: number) => ({ x: p.x + ((q.x - p.x) * i) / number, y: p.y + ((q.y - p.y) * i) / number });
  return Array.from({ length: number }, (_, i) => [at(i), at(i + 1)]);
}

/** Its bank lies towards the outside, where that is told. */
function dug(points: Point[], inner: Inner): string {
  return trench(inner === "left" ? [...points].reverse() : points);
}

function sangar(points: Point[], _: Inner, seed: number): string {
  const random = seeded(seed);
  return along(points, 9).map(({ at }) => rock(at.x + random(-1.5, 1.5), at.y + random(-1.5, 1.5), random(0.42, 0.6))).join("");
}

/** Waggons drawn up end to end. */
function laager(points: Point[]): string {
  return along(points, 30)
    .map(({ at, left }) => {
      const turn = (Math.atan2(left.x, -left.y) * 180) / Math.PI;
      return (
        `<g transform="translate(${f(at.x)} ${f(at.y)}) rotate(${f(turn)})"><path d="M-11 7h5M7 7h5M-11-7h5M7-7h5" stroke="var(--ink)" stroke-width="2.6" stroke-linecap="round"/>` +
        `<rect x="-13" y="-6" width="26" height="12" rx="2" fill="var(--linen)" stroke="var(--ink)" stroke-width="1.2"/><path d="M-6.5-6V6M0-6V6M6.5-6V6" stroke="var(--rock)" stroke-width="1"/></g>`
      );
    })
    .join("");
}

function fence(points: Point[]): string {
  const posts = along(points, 15).map(({ at }) => `M${f(at.x)} ${f(at.y + 3)}v-10`);
  const rail = (by: number) => `<path d="${d(points)}" transform="translate(0 ${by})" fill="none" stroke="var(--thorn)" stroke-width="1.3"/>`;
  return `<path d="${d(points)}" fill="none" stroke="var(--shade)" stroke-opacity=".22" stroke-width="4" transform="translate(2 4)"/>` + rail(-1) + rail(-4.6) + `<path d="${posts.join("")}" stroke="var(--thorn)" stroke-width="2" stroke-linecap="round"/>`;
}

const KINDS: Record<string, Kind> = {
  road: { flat: ribbon(17, "var(--thorn)", "var(--road)") },
  track: { flat: ribbon(11, "var(--thorn)", "var(--road)") },
  path: { flat: (points) => stroke(bent(points), "var(--thorn)", 7.4, 'stroke-opacity=".45"') + stroke(bent(points), "var(--road)", 5.6) },
  stream: { flat: ribbon(14, "var(--water2)", "var(--water)", current) },
  river: { flat: ribbon(34, "var(--water2)", "var(--water)", current) },
  donga: { flat: donga },
  drift: { flat: drift },
  wall: { stands: walls },
  laager: { stands: laager },
  zariba: { stands: hedge },
  trench: { stands: dug },
  sangar: { stands: sangar },
  fence: { stands: fence },
};
const PLAIN: Kind = { flat: (points) => stroke(d(points), "var(--ink2)", 1.6, 'stroke-dasharray="6 4"') };

export function courseOf(terrain: string): Kind {
  return KINDS[terrain] ?? PLAIN;
}

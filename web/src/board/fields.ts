/** What covers a whole hex, and works that run along its rim, as SVG text. */

import { fix as f, type Layout, type Point } from "./hex";
import { tree } from "./scenery";

const line = (points: Point[]) => "M" + points.map((at) => `${f(at.x)} ${f(at.y)}`).join("L");

/** Every so often along a line: where, and in which direction it runs there. */
function along(points: Point[], step: number): { at: Point; ux: number; uy: number }[] {
  const found: { at: Point; ux: number; uy: number }[] = [];
  for (let i = 1; i < points.length; i++) {
    const [p, q] = [points[i - 1]!, points[i]!];
    const long = Math.hypot(q.x - p.x, q.y - p.y);
    const number = Math.max(1, Math.round(long / step));
    for (let k = 0; k < number; k++) {
      const t = (k + 0.5) / number;
      found.push({ at: { x: p.x + (q.x - p.x) * t, y: p.y + (q.y - p.y) * t }, ux: (q.x - p.x) / long, uy: (q.y - p.y) / long });
    }
  }
  return found;
}

/** Fruit trees in rows: small, and one like the other. */
export function orchard(x: number, y: number): string {
  let out = "";
  for (const [row, b] of [-14, 4, 22].entries()) for (const a of [-24, 0, 24]) out += tree(x + a + (row % 2 ? 6 : -4), y + b, 0.62);
  return out;
}

/** Furrows, with ears of corn on them. */
export function crops(layout: Layout, name: string): string {
  const { x, y } = layout.middle(name);
  let furrows = "";
  let ears = "";
  for (let row = -3; row <= 3; row++) {
    const half = 36 - Math.max(0, Math.abs(row) - 2) * 12;
    const at = y + row * 9.6;
    furrows += `M${f(x - half)} ${f(at + 2)}L${f(x + half)} ${f(at - 2)}`;
    for (let a = -half + 4; a < half; a += 7) ears += `M${f(x + a)} ${f(at - (a / half) * 2)}v-5.4m-1.6 1.2l1.6-1.2l1.6 1.2`;
  }
  return (
    `<polygon points="${layout.outline(name, 0.95)}" fill="var(--l2)" opacity=".5"/>` +
    `<path d="${furrows}" stroke="var(--w2)" stroke-width="1" opacity=".7"/><path d="${ears}" fill="none" stroke="var(--o)" stroke-width="1.1" stroke-linecap="round" opacity=".8"/>`
  );
}

/** Wet ground: still water in strokes, reeds between. */
export function reeds(layout: Layout, name: string, random: (from: number, to: number) => number): string {
  const { x, y } = layout.middle(name);
  let water = "";
  let stalks = "";
  for (const [a, b] of [[-22, -16], [12, -20], [26, -2], [-30, 4], [-4, 0], [16, 16], [-16, 20], [2, 32]] as const) {
    water += `M${f(x + a - 9)} ${f(y + b)}h${f(random(13, 20))}M${f(x + a - 4)} ${f(y + b + 3.6)}h${f(random(7, 12))}`;
    stalks += `M${f(x + a)} ${f(y + b)}l-3-9M${f(x + a + 2)} ${f(y + b)}v-12M${f(x + a + 4)} ${f(y + b)}l3-8`;
  }
  return (
    `<polygon points="${layout.outline(name, 0.97)}" fill="var(--water)" opacity=".42"/>` +
    `<path d="${water}" stroke="var(--water2)" stroke-width="1.3" stroke-linecap="round"/><path d="${stalks}" stroke="var(--leaf2)" stroke-width="1.3" fill="none" stroke-linecap="round"/>`
  );
}

/** Ground that lies lower: a rim with hachures inwards. */
export function hollow(layout: Layout, name: string): string {
  const rim = layout.corners(name, 0.84);
  const ring = [...rim, rim[0]!];
  const teeth = along(ring, 7).map(({ at, ux, uy }) => `M${f(at.x)} ${f(at.y)}l${f(-uy * 7)} ${f(ux * 7)}`).join("");
  return `<polygon points="${layout.outline(name, 0.84)}" fill="var(--shade)" opacity=".13"/><path d="${line(ring)}" fill="none" stroke="var(--w2)" stroke-width="1.6"/><path d="${teeth}" stroke="var(--w2)" stroke-width="1.1"/>`;
}

export function sandbags(points: Point[]): string {
  const bag = ({ at, ux, uy }: { at: Point; ux: number; uy: number }, up: number) =>
    `<rect x="-5.4" y="-2.6" width="10.8" height="5.2" rx="2.5" transform="translate(${f(at.x)} ${f(at.y - up)}) rotate(${f((Math.atan2(uy, ux) * 180) / Math.PI)})" fill="var(--road)" stroke="var(--shade)" stroke-opacity=".75" stroke-width=".8"/>`;
  return along(points, 11).map((one) => bag(one, 0)).join("") + along(points, 11.8).map((one) => bag(one, 4.4)).join("");
}

export function fence(points: Point[]): string {
  const posts = along(points, 13).map(({ at }) => `M${f(at.x)} ${f(at.y + 2)}v-9`).join("");
  const rail = (up: number) => line(points.map((at) => ({ x: at.x, y: at.y - up })));
  return `<path d="${rail(1.6)}${rail(5)}" fill="none" stroke="var(--thorn)" stroke-width="1.3"/><path d="${posts}" stroke="var(--thorn)" stroke-width="2" stroke-linecap="round"/>`;
}

export function wire(points: Point[]): string {
  const posts = along(points, 13).map(({ at }) => `M${f(at.x - 3)} ${f(at.y + 2)}l6-9M${f(at.x + 3)} ${f(at.y + 2)}l-6-9`).join("");
  const barbs = along(points, 5).map(({ at }) => `M${f(at.x - 1.4)} ${f(at.y - 4.4)}l2.8 2.8m0-2.8l-2.8 2.8`).join("");
  return `<path d="${line(points.map((at) => ({ x: at.x, y: at.y - 3 })))}" fill="none" stroke="var(--steel)" stroke-width=".9"/><path d="${posts}" stroke="var(--thorn)" stroke-width="1.3"/><path d="${barbs}" stroke="var(--steel)" stroke-width=".8"/>`;
}

/** A bank of earth with its face outwards. */
export function fieldwork(points: Point[]): string {
  const teeth = along(points, 6).map(({ at, ux, uy }) => `M${f(at.x)} ${f(at.y)}l${f(uy * 7)} ${f(-ux * 7)}`).join("");
  return `<path d="${line(points)}" fill="none" stroke="var(--shade)" stroke-opacity=".6" stroke-width="8" stroke-linejoin="round"/><path d="${line(points)}" fill="none" stroke="var(--w1)" stroke-width="5.4" stroke-linejoin="round"/><path d="${teeth}" stroke="var(--ink)" stroke-width="1" opacity=".5"/>`;
}

/** Areas on the open table: what lies inside, how far, and where something may grow in them. */

import { fix, type Point } from "./hex";
import { seeded } from "./seeded";

/** An area on the page: a circle, or corners. */
export interface Patch {
  centre: Point;
  radius: number;
  corners?: Point[];
}

export function pathOf(patch: Patch): string {
  if (!patch.corners) return ring(patch.centre, patch.radius);
  return `M${patch.corners.map((at) => `${fix(at.x)} ${fix(at.y)}`).join("L")}Z`;
}

function ring({ x, y }: Point, r: number): string {
  return `M${fix(x - r)} ${fix(y)}a${fix(r)} ${fix(r)} 0 1 1 ${fix(2 * r)} 0a${fix(r)} ${fix(r)} 0 1 1 ${fix(-2 * r)} 0Z`;
}

/** A living edge: the contour with small waves in it, which no rule knows of. */
export function waved(patch: Patch, swing: number, seed: number): string {
  const random = seeded(seed);
  const points = rim(patch, 22).map(({ at, out }) => {
    const by = random(-swing, swing * 0.6);
    return { x: at.x + out.x * by, y: at.y + out.y * by };
  });
  return closed(points);
}

/** A smooth closed line through these points. */
function closed(points: Point[]): string {
  const at = (index: number) => points[(index + points.length) % points.length]!;
  let d = `M${fix(at(0).x)} ${fix(at(0).y)}`;
  for (let i = 0; i < points.length; i++) {
    const [p, q, r, s] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    d += `C${fix(q.x + (r.x - p.x) / 6)} ${fix(q.y + (r.y - p.y) / 6)} ${fix(r.x - (s.x - q.x) / 6)} ${fix(r.y - (s.y - q.y) / 6)} ${fix(r.x)} ${fix(r.y)}`;
  }
  return `${d}Z`;
}

/** Points along the edge, about so far apart, each with the way that leads out. */
export function rim(patch: Patch, apart: number): { at: Point; out: Point }[] {
  if (!patch.corners) {
    const number = Math.max(10, Math.round((2 * Math.PI * patch.radius) / apart));
    return Array.from({ length: number }, (_, i) => {
      const angle = (2 * Math.PI * i) / number;
      const out = { x: Math.cos(angle), y: Math.sin(angle) };
      return { at: { x: patch.centre.x + out.x * patch.radius, y: patch.centre.y + out.y * patch.radius }, out };
    });
  }
  const turn = spin(patch.corners);
  return patch.corners.flatMap((p, index) => {
    const q = patch.corners![(index + 1) % patch.corners!.length]!;
    const long = Math.hypot(q.x - p.x, q.y - p.y) || 1;
    const out = { x: (turn * (q.y - p.y)) / long, y: (-turn * (q.x - p.x)) / long };
    const number = Math.max(1, Math.round(long / apart));
    return Array.from({ length: number }, (_, i) => ({ at: { x: p.x + ((q.x - p.x) * (i + 0.5)) / number, y: p.y + ((q.y - p.y) * (i + 0.5)) / number }, out }));
  });
}

/** 1 where the corners run clockwise on the page. */
function spin(corners: Point[]): number {
  const twice = corners.reduce((sum, p, index) => {
    const q = corners[(index + 1) % corners.length]!;
    return sum + p.x * q.y - q.x * p.y;
  }, 0);
  return twice > 0 ? 1 : -1;
}

export function inside(patch: Patch, at: Point, margin = 0): boolean {
  if (!patch.corners) return Math.hypot(at.x - patch.centre.x, at.y - patch.centre.y) <= patch.radius - margin;
  if (!within(patch.corners, at)) return false;
  return margin <= 0 || patch.corners.every((p, index) => away(at, p, patch.corners![(index + 1) % patch.corners!.length]!) >= margin);
}

function within(corners: Point[], at: Point): boolean {
  let odd = false;
  corners.forEach((p, index) => {
    const q = corners[(index + 1) % corners.length]!;
    if (p.y > at.y !== q.y > at.y && at.x < ((q.x - p.x) * (at.y - p.y)) / (q.y - p.y) + p.x) odd = !odd;
  });
  return odd;
}

/** How far a point is from a stretch of line. */
export function away(at: Point, p: Point, q: Point): number {
  const [dx, dy] = [q.x - p.x, q.y - p.y];
  const t = Math.max(0, Math.min(1, ((at.x - p.x) * dx + (at.y - p.y) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(at.x - p.x - dx * t, at.y - p.y - dy * t);
}

/** Places in an area, about so far apart, never in rows, and the same ones every time; from the back to the front. */
export function scattered(patch: Patch, apart: number, margin: number, seed: number): { at: Point; random: (from: number, to: number) => number }[] {
  const random = seeded(seed);
  const box = boxOf(patch);
  const found: { at: Point; random: typeof random }[] = [];
  for (let row = 0, y = box.y; y < box.y + box.h; row++, y += apart * 0.8)
    for (let x = box.x - (row % 2 ? apart / 2 : 0); x < box.x + box.w; x += apart) {
      const at = { x: x + random(0.15, 0.85) * apart, y: y + random(0.1, 0.7) * apart };
      if (inside(patch, at, margin)) found.push({ at, random });
    }
  return found.sort((a, b) => a.at.y - b.at.y);
}

export function boxOf(patch: Patch): { x: number; y: number; w: number; h: number } {
  if (!patch.corners) return { x: patch.centre.x - patch.radius, y: patch.centre.y - patch.radius, w: 2 * patch.radius, h: 2 * patch.radius };
  const xs = patch.corners.map((at) => at.x);
  const ys = patch.corners.map((at) => at.y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y };
}

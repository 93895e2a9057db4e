/** Single things that stand on the ground, as SVG text. Coordinates come from the layout, never from the server. */

import { fix as f, type Point } from "./hex";
import { seeded } from "./seeded";

export function tree(x: number, y: number, s: number): string {
  const crown: [number, number, number][] = [
    [0, -13, 7.4],
    [-5.4, -9, 5.4],
    [5.4, -9.4, 5.6],
  ];
  const ball = (grow: number, paint: string) =>
    crown
      .map(([a, b, r]) => `<circle cx="${f(x + a * s)}" cy="${f(y + b * s)}" r="${f(r * s + grow)}" ${paint}/>`)
      .join("");
  return (
    `<ellipse cx="${f(x + 4 * s)}" cy="${f(y + 3 * s)}" rx="${f(10 * s)}" ry="${f(4.4 * s)}" fill="var(--shade)" opacity=".16"/>` +
    `<path d="M${f(x)} ${f(y + 2 * s)}v${f(-8 * s)}" stroke="var(--thorn)" stroke-width="${f(1.8 * s)}"/>` +
    ball(0.9, 'fill="var(--leaf2)" stroke="var(--shade)" stroke-opacity=".55" stroke-width=".8"') +
    ball(0, 'fill="var(--leaf)"') +
    `<path d="M${f(x - 5 * s)} ${f(y - 14 * s)}a${f(6 * s)} ${f(6 * s)} 0 0 1 ${f(6 * s)} ${f(-4 * s)}" fill="none" stroke="var(--leaf3)" stroke-width="${f(1.8 * s)}" stroke-linecap="round"/>`
  );
}

export function tuft(x: number, y: number, s: number): string {
  return (
    `<path d="M${f(x - 5 * s)} ${f(y - 4 * s)}L${f(x)} ${f(y)}M${f(x - 2 * s)} ${f(y - 7 * s)}L${f(x)} ${f(y)}L${f(x + 2.4 * s)} ${f(y - 6.6 * s)}M${f(x)} ${f(y)}L${f(x + 5.4 * s)} ${f(y - 3.6 * s)}" stroke="color-mix(in srgb, var(--leaf2) 84%, var(--ink))" stroke-width="1.25" fill="none" stroke-linecap="round"/>` +
    `<path d="M${f(x - 4 * s)} ${f(y + 0.8)}h${f(9 * s)}" stroke="var(--shade)" stroke-width=".8" opacity=".3"/>`
  );
}

export function rock(x: number, y: number, s: number): string {
  const p = (a: number, b: number) => `${f(x + a * s)} ${f(y + b * s)}`;
  return (
    `<path d="M${p(-9, 3)}L${p(-7, -5)}L${p(-1, -9)}L${p(6, -6)}L${p(9, 2)}L${p(3, 5)}Z" fill="var(--rock)" stroke="var(--shade)" stroke-opacity=".8" stroke-width=".9" stroke-linejoin="round"/>` +
    `<path d="M${p(6, -6)}L${p(2, -2)}L${p(3, 5)}L${p(9, 2)}Z" fill="var(--shade)" opacity=".28"/>` +
    `<path d="M${p(-1, -9)}L${p(2, -2)}L${p(-7, -5)}" fill="none" stroke="var(--shade)" stroke-width=".7" opacity=".6"/>`
  );
}

export function house(x: number, y: number, w = 20, d = 11, h = 11): string {
  const line = 'stroke="var(--shade)" stroke-opacity=".8" stroke-width=".9"';
  return (
    `<path d="M${f(x + 3)} ${f(y + 2)}h${w}l5-3v-${d}h-8z" fill="var(--shade)" opacity=".16"/>` +
    `<rect x="${f(x)}" y="${f(y - h)}" width="${w}" height="${h}" fill="var(--w1)" ${line}/>` +
    `<rect x="${f(x)}" y="${f(y - h - d)}" width="${w}" height="${d}" fill="var(--road)" ${line}/>` +
    `<rect x="${f(x + 2.5)}" y="${f(y - h - d + 2.5)}" width="${w - 5}" height="${d - 5}" fill="none" stroke="var(--shade)" stroke-opacity=".4" stroke-width=".7"/>` +
    `<rect x="${f(x + w * 0.4)}" y="${f(y - 7)}" width="5" height="7" fill="var(--shade)" opacity=".75"/>`
  );
}

export function wall(p: Point, q: Point): string {
  const long = Math.hypot(q.x - p.x, q.y - p.y);
  const ux = (q.x - p.x) / long;
  const uy = (q.y - p.y) / long;
  let joints = "";
  for (let i = 1; i < 5; i++)
    joints += `M${f(p.x + (ux * long * i) / 5)} ${f(p.y + (uy * long * i) / 5 - 3.5)}v7`;
  const line = `M${f(p.x)} ${f(p.y)}L${f(q.x)} ${f(q.y)}`;
  return (
    `<path d="${line}" stroke="var(--ink)" stroke-width="8"/><path d="${line}" stroke="var(--rock)" stroke-width="6"/>` +
    `<path d="${joints}" stroke="var(--ink)" stroke-width=".8"/>`
  );
}

/** A side that cannot be climbed: a dark line with teeth down the slope. */
export function cliff(p: Point, q: Point): string {
  let teeth = "";
  for (let i = 0; i < 9; i++) {
    const t = (i + 0.5) / 9;
    teeth += `M${f(p.x + (q.x - p.x) * t)} ${f(p.y + (q.y - p.y) * t)}v${i % 2 ? 5 : 8}`;
  }
  return `<path d="M${f(p.x)} ${f(p.y)}L${f(q.x)} ${f(q.y)}${teeth}" stroke="var(--ink)" stroke-width="2" fill="none" stroke-linecap="round"/>`;
}

/** A zariba: crossed cut branches laid along a side. */
export function thorn(p: Point, q: Point, seed: number): string {
  const random = seeded(seed);
  let twigs = "";
  for (let i = 0; i < 13; i++) {
    const t = (i + 0.5) / 13;
    const x = p.x + (q.x - p.x) * t;
    const y = p.y + (q.y - p.y) * t;
    for (const s of [-1, 1]) {
      const a = (random(35, 75) * Math.PI * s) / 180 + (random(0, 1) < 0.5 ? Math.PI : 0);
      const l = random(4.2, 6.6);
      twigs += `M${f(x - Math.cos(a) * l * 0.5)} ${f(y - Math.sin(a) * l * 0.5 - 1)}L${f(x + Math.cos(a) * l * 0.6)} ${f(y - Math.abs(Math.sin(a)) * l - 1)}`;
    }
  }
  return (
    `<path d="M${f(p.x)} ${f(p.y - 1)}L${f(q.x)} ${f(q.y - 1)}" stroke="var(--leaf2)" stroke-width="4" opacity=".75" stroke-linecap="round"/>` +
    `<path d="${twigs}" stroke="var(--thorn)" stroke-width="1.15" fill="none" stroke-linecap="round"/>`
  );
}

/** A dug line with its bank towards the outside. */
export function trench(points: Point[]): string {
  const line = "M" + points.map((point) => `${f(point.x)} ${f(point.y)}`).join("L");
  let teeth = "";
  for (let i = 1; i < points.length; i++) {
    const p = points[i - 1]!;
    const q = points[i]!;
    const long = Math.hypot(q.x - p.x, q.y - p.y);
    const nx = (q.y - p.y) / long;
    const ny = -(q.x - p.x) / long;
    for (let k = 0; k < Math.floor(long / 6); k++) {
      const t = ((k + 0.5) * 6) / long;
      const x = p.x + (q.x - p.x) * t;
      const y = p.y + (q.y - p.y) * t;
      teeth += `M${f(x + nx * 4)} ${f(y + ny * 4)}l${f(nx * 5)} ${f(ny * 5)}`;
    }
  }
  return (
    `<path d="${line}" fill="none" stroke="var(--shade)" opacity=".75" stroke-width="7" stroke-linejoin="round"/>` +
    `<path d="${line}" fill="none" stroke="var(--w2)" stroke-width="3.4" stroke-linejoin="round"/>` +
    `<path d="${teeth}" stroke="var(--ink)" stroke-width="1.1" opacity=".55"/>`
  );
}

/** A palm: a leaning stem and seven fronds. */
export function palm(x: number, y: number, s: number): string {
  const [tx, ty] = [x + 3 * s, y - 22 * s];
  const frond = (dx: number, dy: number) => `M${f(tx)} ${f(ty)}q${f(dx * 0.5 * s)} ${f((dy - 7) * 0.7 * s)} ${f(dx * s)} ${f(dy * s)}`;
  const fronds = [frond(-13, 5), frond(-12, -3), frond(-5, -9), frond(4, -9), frond(12, -4), frond(13, 4), frond(3, 8)].join("");
  return (
    `<ellipse cx="${f(x + 7 * s)}" cy="${f(y + 2 * s)}" rx="${f(11 * s)}" ry="${f(4 * s)}" fill="var(--shade)" opacity=".16"/>` +
    `<path d="M${f(x)} ${f(y + 1)}Q${f(x - 1.5 * s)} ${f(y - 12 * s)} ${f(tx)} ${f(ty)}" fill="none" stroke="var(--thorn)" stroke-width="${f(2.6 * s)}" stroke-linecap="round"/>` +
    `<path d="${fronds}" fill="none" stroke="var(--leaf2)" stroke-width="${f(3.6 * s)}" stroke-linecap="round"/><path d="${fronds}" fill="none" stroke="var(--leaf)" stroke-width="${f(1.8 * s)}" stroke-linecap="round"/>`
  );
}

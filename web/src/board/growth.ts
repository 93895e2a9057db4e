/** What grows, lies and stands in the areas of an open table, as SVG text. */

import { fix as f, type Point } from "./hex";
import { pathOf, rim, scattered, waved, type Patch } from "./outline";
import { house, rock, tree, tuft } from "./scenery";

/** A kind of ground: what is painted flat, and what stands on it. */
interface Kind {
  flat: (patch: Patch, seed: number) => string;
  grown?: (patch: Patch, seed: number) => string;
}

/** Thin strokes stand out from their ground by day and by night. */
const BLADE = "color-mix(in srgb, var(--leaf2) 76%, var(--ink))";

const tinted = (paint: string, opacity: number, edge = "var(--leaf2)") => (patch: Patch, seed: number) =>
  `<path d="${waved(patch, 3, seed)}" fill="${paint}" fill-opacity="${opacity}"/><path d="${pathOf(patch)}" fill="none" stroke="${edge}" stroke-width="1.3" stroke-dasharray="5 3.6" stroke-opacity=".9"/>`;

const grow = (apart: number, margin: number, draw: (at: Point, random: (from: number, to: number) => number) => string) => (patch: Patch, seed: number) =>
  scattered(patch, apart, margin, seed).map(({ at, random }) => draw(at, random)).join("");

const TREES = grow(34, 11, (at, random) => tree(at.x, at.y + 5, random(0.78, 1.05)));
const SHRUBS = grow(27, 8, (at, random) => (random(0, 1) < 0.72 ? shrub(at.x, at.y, random(0.8, 1.15)) : tuft(at.x, at.y, 0.8)));
const BLADES = grow(19, 7, (at, random) => blades(at.x, at.y + 4, random(0.8, 1.1)));
const TUFTS = grow(36, 9, (at, random) => tuft(at.x, at.y, random(0.8, 1)));
const STONES = grow(34, 10, (at, random) => (random(0, 1) < 0.5 ? rock(at.x, at.y, random(0.35, 0.62)) : tuft(at.x, at.y, random(0.7, 0.95))));
const BOULDERS = grow(27, 9, (at, random) => rock(at.x, at.y, random(0.8, 1.3)));
const REEDS = grow(26, 8, (at, random) => (random(0, 1) < 0.6 ? reeds(at.x, at.y) : puddle(at.x, at.y, random(7, 12))));
const HOUSES = grow(44, 17, (at, random) => house(at.x - 10, at.y + 8, random(17, 22), random(9, 11), random(9, 11)));

const water = (patch: Patch, seed: number) => {
  const d = waved(patch, 2, seed);
  return `<path d="${d}" fill="var(--water)" stroke="var(--water2)" stroke-width="1.8"/>` + grow(38, 14, (at, random) => `<path d="M${f(at.x - 9)} ${f(at.y)}q4.5-3 9 0t9 0" fill="none" stroke="var(--water2)" stroke-width="1.1" opacity="${f(random(0.5, 0.9))}"/>`)(patch, seed);
};

/** Hachures run down the slope, closer where it is steep. */
const slope = (steep: boolean) => (patch: Patch) => {
  const body = `<path d="${pathOf(patch)}" transform="translate(3 5)" fill="var(--shade)" opacity=".13"/><path d="${pathOf(patch)}" fill="var(--l1)" stroke="var(--w2)" stroke-width="1.2"/>`;
  return body + hachures(patch, steep ? 5.5 : 9, steep ? 17 : 12) + (steep ? top(patch) : "");
};

function hachures(patch: Patch, apart: number, long: number): string {
  const teeth = rim(patch, apart).map(({ at, out }, index) => {
    const far = index % 3 === 1 ? long * 0.62 : long;
    return `M${f(at.x - out.x)} ${f(at.y - out.y)}l${f(-out.x * far)} ${f(-out.y * far)}`;
  });
  return `<path d="${teeth.join("")}" stroke="var(--w2)" stroke-width="1" stroke-linecap="round" opacity=".8"/>`;
}

function top(patch: Patch): string {
  const inner = rim(patch, 26).map(({ at, out }) => `${f(at.x - out.x * 22)} ${f(at.y - out.y * 22)}`);
  return `<path d="M${inner.join("L")}Z" fill="var(--l2)" stroke="var(--w2)" stroke-width=".8" stroke-linejoin="round"/>`;
}

function shrub(x: number, y: number, s: number): string {
  return (
    `<ellipse cx="${f(x + 2)}" cy="${f(y + 4)}" rx="${f(8 * s)}" ry="${f(3.4 * s)}" fill="var(--shade)" opacity=".16"/>` +
    `<path d="M${f(x - 8 * s)} ${f(y + 3)}c${f(-2 * s)} ${f(-6 * s)} ${f(3 * s)} ${f(-9 * s)} ${f(6 * s)} ${f(-7 * s)}c${f(3 * s)} ${f(-5 * s)} ${f(9 * s)} ${f(-2 * s)} ${f(8 * s)} ${f(2 * s)}c${f(3 * s)} ${f(1 * s)} ${f(2 * s)} ${f(5 * s)} 0 ${f(5 * s)}Z" fill="var(--leaf)" stroke="var(--leaf2)" stroke-width="1.1" stroke-linejoin="round"/>` +
    `<path d="M${f(x - 4 * s)} ${f(y - 2 * s)}q${f(2 * s)} ${f(-2.4 * s)} ${f(5 * s)} ${f(-1.6 * s)}" fill="none" stroke="var(--leaf3)" stroke-width="1.4" stroke-linecap="round"/>`
  );
}

function blades(x: number, y: number, s: number): string {
  const blade = (dx: number, bend: number, high: number) => `M${f(x + dx * s)} ${f(y)}q${f(bend * s * 0.3)} ${f(-high * s * 0.6)} ${f(bend * s)} ${f(-high * s)}`;
  return `<path d="${blade(-2, -3.4, 9)}${blade(-0.6, -0.8, 12.5)}${blade(1, 2.4, 11)}${blade(2.2, 4.6, 7.5)}" fill="none" stroke="${BLADE}" stroke-width="1.15" stroke-linecap="round"/>`;
}

function reeds(x: number, y: number): string {
  return `<path d="M${f(x - 3)} ${f(y)}v-9M${f(x)} ${f(y + 1)}v-12M${f(x + 3)} ${f(y)}v-8" stroke="var(--leaf2)" stroke-width="1.2" stroke-linecap="round"/><path d="M${f(x)} ${f(y - 11)}v-4M${f(x - 3)} ${f(y - 9)}v-3" stroke="var(--thorn)" stroke-width="2" stroke-linecap="round"/>`;
}

function puddle(x: number, y: number, r: number): string {
  return `<path d="M${f(x - r)} ${f(y)}h${f(2 * r)}M${f(x - r * 0.5)} ${f(y + 3.4)}h${f(r)}" stroke="var(--water2)" stroke-width="1.2" stroke-linecap="round"/>`;
}

/** A round hut with a roof of straw. */
function hut(patch: Patch): string {
  if (patch.corners) return tinted("var(--w1)", 0.4, "var(--thorn)")(patch, 1) + HOUSES(patch, 5);
  const { x, y } = patch.centre;
  const r = patch.radius;
  const straw = Array.from({ length: 22 }, (_, i) => {
    const angle = (2 * Math.PI * i) / 22;
    return `M${f(x + Math.cos(angle) * r * 0.2)} ${f(y + Math.sin(angle) * r * 0.2)}L${f(x + Math.cos(angle) * r * 0.96)} ${f(y + Math.sin(angle) * r * 0.96)}`;
  });
  return (
    `<circle cx="${f(x + 4)}" cy="${f(y + 6)}" r="${f(r)}" fill="var(--shade)" opacity=".2"/>` +
    `<circle cx="${f(x)}" cy="${f(y)}" r="${f(r)}" fill="var(--w1)" stroke="var(--thorn)" stroke-width="1.5"/><path d="${straw.join("")}" stroke="var(--w2)" stroke-width="1.1"/>` +
    `<circle cx="${f(x)}" cy="${f(y)}" r="${f(r * 0.56)}" fill="none" stroke="var(--w2)" stroke-width="1"/><circle cx="${f(x)}" cy="${f(y)}" r="${f(Math.max(3, r * 0.17))}" fill="var(--road)" stroke="var(--thorn)" stroke-width="1.1"/>`
  );
}

const KINDS: Record<string, Kind> = {
  forest: { flat: tinted("var(--leaf)", 0.34), grown: TREES },
  wood: { flat: tinted("var(--leaf)", 0.34), grown: TREES },
  bush: { flat: tinted("var(--leaf)", 0.24), grown: SHRUBS },
  grass: { flat: tinted("var(--leaf3)", 0.34), grown: BLADES },
  scrub: { flat: tinted("var(--leaf3)", 0.18), grown: TUFTS },
  rough: { flat: tinted("var(--rock)", 0.26, "var(--w2)"), grown: STONES },
  rocks: { flat: tinted("var(--rock)", 0.4, "var(--w2)"), grown: BOULDERS },
  marsh: { flat: tinted("var(--water)", 0.5, "var(--water2)"), grown: REEDS },
  village: { flat: tinted("var(--w1)", 0.22, "var(--thorn)"), grown: HOUSES },
  hut: { flat: () => "", grown: hut },
  hill: { flat: slope(false) },
  "gentle-hill": { flat: slope(false) },
  "steep-hill": { flat: slope(true) },
  water: { flat: water },
  pool: { flat: water },
  river: { flat: water },
  stream: { flat: water },
};
const PLAIN: Kind = { flat: (patch) => `<path d="${pathOf(patch)}" fill="var(--sheet)" fill-opacity=".3" stroke="var(--ink2)" stroke-width="1.1" stroke-dasharray="2 4"/>` };

export function kindOf(terrain: string): Kind {
  return KINDS[terrain] ?? PLAIN;
}

/** Hills lie lowest, then what is flat on them, then what grows. */
export function isHill(terrain: string): boolean {
  return terrain.endsWith("hill");
}

/** Walls, gates and towers of a fortification, hex by hex: what of them stands behind the figures, and what before. */

import { fix as f, SIDE_CORNERS, step, type Direction, type Layout, type Point } from "./hex";

/** Face, top and joints of a material. */
const STUFF: Record<string, [string, string, string]> = {
  wood: ["var(--thorn)", "var(--w2)", "var(--ink)"],
  adobe: ["var(--w1)", "var(--l1)", "var(--w2)"],
  stone: ["var(--rock)", "var(--road)", "var(--ink2)"],
  fort: ["var(--rock)", "var(--linen)", "var(--ink)"],
};
const HIGH = 17;
const LOW = 10;
const FAR: Direction[] = ["NW", "NE", "W", "E"];
const NEAR: Direction[] = ["SW", "SE"];

export function fortress(layout: Layout, name: string): { behind: string; before: string } {
  const what = layout.structure(name);
  if (!what) return { behind: "", before: "" };
  const stuff = STUFF[layout.board.cells[name]?.type ?? ""] ?? STUFF["stone"]!;
  const outer = (ways: Direction[]) => ways.filter((way) => !inside(layout, step(name, way)));
  const gate = what === "gate" ? gateSide(layout, name) : undefined;
  const floor = `<polygon points="${layout.outline(name, 0.99)}" fill="${stuff[0]}" opacity=".45"/>`;
  const walls = (ways: Direction[], high: number) =>
    outer(ways).map((way) => curtain(layout, name, way, high, stuff, way === gate)).join("");
  return {
    behind: floor + walls(FAR, HIGH) + (what === "building" ? tower(layout, name, stuff) : ""),
    before: walls(NEAR, LOW),
  };
}

/** Within the walls: a structure itself, or ground that they enclose. */
function inside(layout: Layout, name: string): boolean {
  return !!layout.structure(name) || (layout.board.inside ?? []).includes(name);
}

/** A gate opens on its nearest outer side, the front if it can. */
function gateSide(layout: Layout, name: string): Direction | undefined {
  return (["SW", "SE", "W", "E", "NW", "NE"] as Direction[]).find((way) => !inside(layout, step(name, way)));
}

/** One length of wall with its battlements. */
function curtain(layout: Layout, name: string, way: Direction, high: number, [face, top, joint]: [string, string, string], open: boolean): string {
  const corners = layout.corners(name, 0.97);
  const [i, j] = SIDE_CORNERS[way];
  const ends = [corners[i]!, corners[j]!].sort((a, b) => a.x - b.x || a.y - b.y) as [Point, Point];
  const [p, q] = ends;
  const at = (t: number, up: number) => `${f(p.x + (q.x - p.x) * t)} ${f(p.y + (q.y - p.y) * t - up)}`;
  let teeth = `M${at(0, high)}`;
  for (let k = 0; k < 6; k++) teeth += `L${at(k / 6, high + (k % 2 ? 0 : 4.4))}L${at((k + 1) / 6, high + (k % 2 ? 0 : 4.4))}`;
  const body = `${teeth}L${at(1, high)}L${at(1, 0)}L${at(0, 0)}Z`;
  const courses = `M${at(0, high * 0.36)}L${at(1, high * 0.36)}M${at(0, high * 0.7)}L${at(1, high * 0.7)}M${at(0.3, 0)}L${at(0.3, high * 0.36)}M${at(0.7, 0)}L${at(0.7, high * 0.36)}M${at(0.5, high * 0.36)}L${at(0.5, high * 0.7)}`;
  const door = open
    ? `<path d="M${at(0.28, 0)}L${at(0.28, high * 0.7)}Q${at(0.5, high * 1.25)} ${at(0.72, high * 0.7)}L${at(0.72, 0)}Z" fill="var(--thorn)" stroke="var(--ink)" stroke-width="1"/><path d="M${at(0.5, 0)}L${at(0.5, high * 0.95)}" stroke="var(--ink)" stroke-width=".8"/>`
    : "";
  return (
    `<path d="${body}" fill="${face}" stroke="${joint}" stroke-width="1" stroke-linejoin="round"/>` +
    `<path d="${courses}" stroke="${joint}" stroke-width=".6" opacity=".5"/><path d="M${at(0, high)}L${at(1, high)}" stroke="${top}" stroke-width="1.6" opacity=".8"/>${door}`
  );
}

/** A keep: a square tower at the back of its hex, with a roof that one looks down on. */
function tower(layout: Layout, name: string, [face, top, joint]: [string, string, string]): string {
  const { x, y } = layout.middle(name);
  const [w, deep, high] = [52, 15, 27];
  const [left, ground] = [x - w / 2, y - 10];
  const ink = `stroke="${joint}" stroke-width="1" stroke-linejoin="round"`;
  let teeth = "";
  for (let k = 0; k < 7; k++) teeth += `<rect x="${f(left + (k * w) / 7 + 1)}" y="${f(ground - high - 4.6)}" width="${f(w / 7 - 2.4)}" height="5" fill="${face}" ${ink}/>`;
  return (
    `<path d="M${f(left + 5)} ${f(ground + 2)}h${w}l6-4v-${high}h-10z" fill="var(--shade)" opacity=".2"/>` +
    `<rect x="${f(left)}" y="${f(ground - high - deep)}" width="${w}" height="${deep}" fill="${top}" ${ink}/>` +
    `<rect x="${f(left + 4)}" y="${f(ground - high - deep + 4)}" width="${w - 8}" height="${deep - 5}" fill="var(--shade)" opacity=".16"/>` +
    `<rect x="${f(left)}" y="${f(ground - high)}" width="${w}" height="${high}" fill="${face}" ${ink}/>${teeth}` +
    [0.2, 0.5, 0.8].map((t) => `<rect x="${f(left + w * t - 1.5)}" y="${f(ground - high + 8)}" width="3" height="9" rx="1.5" fill="var(--ink)" opacity=".8"/>`).join("")
  );
}

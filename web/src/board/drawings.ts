/** Hints and traces laid out on a board of any kind: what is drawn of each shape, and where. No rule is known here. */

import type { Shape } from "../contract";
import { fix, type Point } from "./hex";

/** Where a board puts what a shape names. A board without cells, or without a measure, leaves the others out. */
export interface Projection {
  /** A place in the board's own measure. */
  point?: (x: number, y: number) => Point;
  /** A length in the board's own measure. */
  length?: (length: number) => number;
  middle?: (cell: string) => Point | undefined;
  /** The corners of a cell, clockwise. */
  corners?: (cell: string) => Point[];
  /** Where there is room for words in a cell, if that is not its middle. */
  words?: (cell: string) => Point | undefined;
  /** The two ends of a side of a cell. */
  side?: (cell: string, side: string) => [Point, Point] | undefined;
}

export interface Drawn {
  key: string;
  shape: Shape;
  /** Areas are filled, lines have two ends; stands and compasses are left to their own drawing. */
  as: "area" | "line" | "edge" | "stand" | "compass";
  /** What is painted. */
  d: string;
  /** The contour; of cells, without the lines between them. */
  rim: string;
  /** Which of several shapes of this role it is, from the nearest. */
  band: number;
  words: string;
  /** Where the label is written. */
  at: Point[];
  /** Of a line: the first point, the last but one, and the last. */
  ends?: [Point, Point, Point];
}

const FULL = 3600;

export function draw(shapes: Shape[], on: Projection): Drawn[] {
  const bands = new Map<string, number>();
  return shapes.flatMap((shape, index) => {
    const laid = lay(shape, on);
    if (!laid) return [];
    const group = `${shape.role} ${shape.kind}`;
    const band = bands.get(group) ?? 0;
    bands.set(group, band + 1);
    return [{ key: `${group} ${index}`, shape, band, words: shape.label ?? "", ...laid }];
  });
}

type Laid = Pick<Drawn, "as" | "d" | "rim" | "at" | "ends">;

function lay(shape: Shape, on: Projection): Laid | undefined {
  switch (shape.kind) {
    case "circle":
      return round(shape, on, FULL / 2);
    case "sector":
      return round(shape, on, shape.half ?? FULL / 2);
    case "polygon":
      return area((shape.points ?? []).flatMap((at) => place(on, at)));
    case "path":
      return line(shape.cells ? shape.cells.flatMap((cell) => on.middle?.(cell) ?? []) : (shape.points ?? []).flatMap((at) => place(on, at)));
    case "cells":
      return cells(shape.cells ?? [], on);
    case "edge":
      return edge(shape, on);
    case "stand":
    case "compass":
      return mark(shape, on);
  }
}

function place(on: Projection, at: [number, number]): Point[] {
  return on.point ? [on.point(...at)] : [];
}

export function through(points: Point[]): string {
  return points.length ? "M" + points.map((at) => `${fix(at.x)} ${fix(at.y)}`).join("L") : "";
}

function area(points: Point[]): Laid | undefined {
  if (points.length < 3) return undefined;
  const d = `${through(points)}Z`;
  return { as: "area", d, rim: d, at: [centre(points)] };
}

function line(points: Point[]): Laid | undefined {
  if (points.length < 2) return undefined;
  const d = through(points);
  const middle = Math.floor((points.length - 1) / 2);
  const ends: Laid["ends"] = [points[0]!, points.at(-2)!, points.at(-1)!];
  return { as: "line", d, rim: d, at: [centre(points.slice(middle, middle + 2))], ends };
}

/** How much of a side belongs to the corner at its end. */
const NOOK = 0.28;
const CORNERS = ["NW", "NE", "SE", "SW"];

export function isCorner(shape: Shape): boolean {
  return CORNERS.includes(shape.side ?? "");
}

/** A corner of a cell that has four: a kite from its middle, with as much of the two sides as belongs to it. */
function nook(shape: Shape, on: Projection): Laid | undefined {
  const corners = on.corners?.(shape.cell ?? "") ?? [];
  const middle = on.middle?.(shape.cell ?? "");
  if (corners.length !== 4 || !middle) return undefined;
  const index = CORNERS.indexOf(shape.side!);
  const at = corners[index]!;
  const [p, q] = [corners[(index + 3) % 4]!, corners[(index + 1) % 4]!].map((end) => ({ x: at.x + (end.x - at.x) * NOOK, y: at.y + (end.y - at.y) * NOOK }));
  return { as: "edge", d: `${through([middle, p!, at, q!])}Z`, rim: through([p!, at, q!]), at: [at], ends: [p!, p!, q!] };
}

function edge(shape: Shape, on: Projection): Laid | undefined {
  if (isCorner(shape)) return nook(shape, on);
  const ends = on.side?.(shape.cell ?? "", shape.side ?? "");
  const middle = on.middle?.(shape.cell ?? "");
  if (!ends || !middle) return undefined;
  const [p, q] = ends;
  return { as: "edge", d: `${through([middle, p, q])}Z`, rim: through([p, q]), at: [centre([p, q])], ends: [p, p, q] };
}

function mark(shape: Shape, on: Projection): Laid | undefined {
  const at = on.middle?.(shape.cell ?? "") ?? (shape.at && place(on, shape.at)[0]);
  return at && { as: shape.kind as "stand" | "compass", d: "", rim: "", at: [at] };
}

export function centre(points: Point[]): Point {
  const sum = points.reduce((all, at) => ({ x: all.x + at.x, y: all.y + at.y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}

// --- cells -----------------------------------------------------------------------------------------------------

function cells(names: string[], on: Projection): Laid | undefined {
  const found = names.map((name) => ({ name, corners: on.corners?.(name) ?? [] })).filter(({ corners }) => corners.length);
  if (!found.length) return undefined;
  const outlines = found.map(({ corners }) => corners);
  const at = found.map(({ name, corners }) => on.words?.(name) ?? centre(corners));
  return { as: "area", d: outlines.map((corners) => `${through(corners)}Z`).join(""), rim: contour(outlines), at };
}

/** The sides that belong to one of the outlines alone. */
export function contour(outlines: Point[][]): string {
  const once = new Map<string, [Point, Point]>();
  for (const corners of outlines)
    corners.forEach((p, index) => {
      const q = corners[(index + 1) % corners.length]!;
      const [forth, back] = [`${through([p, q])}`, `${through([q, p])}`];
      if (!once.delete(back)) once.set(forth, [p, q]);
    });
  return [...once.keys()].join("");
}

// --- what is round ---------------------------------------------------------------------------------------------

/** A bearing in tenths of a degree, clockwise from north, as a step on the page. */
export function heading(bearing: number): Point {
  const angle = (bearing * Math.PI) / (FULL / 2);
  return { x: Math.sin(angle), y: -Math.cos(angle) };
}

function round(shape: Shape, on: Projection, half: number): Laid | undefined {
  if (!shape.at || !on.point || !on.length) return undefined;
  const at = on.point(...shape.at);
  const outer = on.length(shape.radius ?? 0);
  const inner = on.length(shape.inner ?? 0);
  const facing = Number(shape.facing ?? 0);
  const d = half * 2 >= FULL ? ring(at, outer) + (inner ? ring(at, inner) : "") : wedge(at, outer, inner, facing, half);
  const tip = heading(facing);
  const far = inner ? (inner + outer) / 2 : outer - 14;
  return { as: "area", d, rim: d, at: [{ x: at.x + tip.x * far, y: at.y + tip.y * far }] };
}

function ring(at: Point, radius: number): string {
  const r = fix(radius);
  return `M${fix(at.x)} ${fix(at.y - radius)}a${r} ${r} 0 1 1 0 ${fix(2 * radius)}a${r} ${r} 0 1 1 0 ${fix(-2 * radius)}Z`;
}

function wedge(at: Point, outer: number, inner: number, facing: number, half: number): string {
  const on = (bearing: number, radius: number) => {
    const way = heading(bearing);
    return `${fix(at.x + way.x * radius)} ${fix(at.y + way.y * radius)}`;
  };
  const large = half * 4 > FULL ? 1 : 0;
  const out = `A${fix(outer)} ${fix(outer)} 0 ${large} 1 ${on(facing + half, outer)}`;
  const start = `M${on(facing - half, inner)}L${on(facing - half, outer)}${out}L${on(facing + half, inner)}`;
  return inner ? `${start}A${fix(inner)} ${fix(inner)} 0 ${large} 0 ${on(facing - half, inner)}Z` : `${start}Z`;
}

/** The open table on the page: inches and bearings of the server, points of the drawing, and shapes that are moved as they are. */

import type { InchBoard, Piece, Shape } from "../contract";
import { heading, type Projection } from "./drawings";
import type { Point } from "./hex";

/** A place of the server, in thousandths of an inch from the south-western corner. */
export type Spot = [number, number];

export interface Base {
  kind: "base";
  x: number;
  y: number;
  radius: number;
  facing: number;
}

export interface Stand {
  x: number;
  y: number;
  width: number;
  depth: number;
  facing: number;
  lost: boolean;
}

export interface Stands {
  kind: "stands";
  x: number;
  y: number;
  facing: number;
  width: number;
  depth: number;
  formation: string;
  stands: Stand[];
}

export interface Token {
  kind: "token";
  x: number;
  y: number;
}

export type Lying = Base | Stands | Token;

/** An inch on the page, at its own size: as wide as the base of a man is high. */
export const INCH = 26;
/** Room for the ruler round the table. */
export const MARGIN = 34;
export const THOU = 1000;
export const FULL = 3600;

export class Plane {
  readonly width: number;
  readonly height: number;

  constructor(readonly board: InchBoard) {
    this.width = this.long(board.width) + 2 * MARGIN;
    this.height = this.long(board.depth) + 2 * MARGIN;
  }

  long(thousandths: number): number {
    return (thousandths * INCH) / THOU;
  }

  at(x: number, y: number): Point {
    return { x: MARGIN + this.long(x), y: MARGIN + this.long(this.board.depth - y) };
  }

  /** The place under a point of the drawing, to the hundredth of an inch; never off the table. */
  spot(at: Point): Spot {
    const inside = (value: number, most: number) => Math.min(most, Math.max(0, Math.round((value * THOU) / INCH / 10) * 10));
    return [inside(at.x - MARGIN, this.board.width), inside(this.height - MARGIN - at.y, this.board.depth)];
  }

  get projection(): Projection {
    return { point: (x, y) => this.at(x, y), length: (length) => this.long(length) };
  }
}

export function lyingOf(piece: Piece | undefined): Lying | undefined {
  return piece?.shape as Lying | undefined;
}

export function facingOf(lying: Lying): number {
  return lying.kind === "token" ? 0 : lying.facing;
}

export function bearing(from: Point, to: Point): number {
  const tenths = Math.round((Math.atan2(to.x - from.x, from.y - to.y) * FULL) / 2 / Math.PI);
  return turned(tenths, 0);
}

export function turned(facing: number, by: number): number {
  return (((facing + by) % FULL) + FULL) % FULL;
}

/** The same shape as it would lie elsewhere, turned about its own point. */
export function moved(lying: Lying, [x, y]: Spot, facing: number): Lying {
  if (lying.kind === "token") return { ...lying, x, y };
  if (lying.kind === "base") return { ...lying, x, y, facing };
  const by = facing - lying.facing;
  const angle = (by * Math.PI) / (FULL / 2);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const stands = lying.stands.map((stand) => {
    const [dx, dy] = [stand.x - lying.x, stand.y - lying.y];
    return { ...stand, x: x + dx * cos + dy * sin, y: y - dx * sin + dy * cos, facing: turned(stand.facing, by) };
  });
  return { ...lying, x, y, facing, stands };
}

/** The corners of a unit or a stand, clockwise from the front left. `back` is how far its point lies behind its front. */
export function cornersOf(box: { x: number; y: number; width: number; depth: number; facing: number }, back: number, plane: Plane, grow = 0): Point[] {
  const at = plane.at(box.x, box.y);
  const ahead = heading(box.facing);
  const right = { x: -ahead.y, y: ahead.x };
  const [half, front] = [plane.long(box.width) / 2 + grow, plane.long(back) + grow];
  const rear = plane.long(back - box.depth) - grow;
  const corner = (side: number, deep: number) => ({ x: at.x + right.x * side + ahead.x * deep, y: at.y + right.y * side + ahead.y * deep });
  return [corner(-half, front), corner(half, front), corner(half, rear), corner(-half, rear)];
}

/** The whole unit: its point is the middle of its front. */
export function outlineOf(unit: Stands, plane: Plane, grow = 0): Point[] {
  return cornersOf(unit, 0, plane, grow);
}

/** The middle of what lies there, on the page. */
export function middleOf(lying: Lying, plane: Plane): Point {
  if (lying.kind !== "stands") return plane.at(lying.x, lying.y);
  const [p, , q] = outlineOf(lying, plane);
  return { x: (p!.x + q!.x) / 2, y: (p!.y + q!.y) / 2 };
}

/** `12.5 3`: inches as people write them. */
export function inches(thousandths: number): string {
  return `${Math.round(thousandths / 10) / 100}`;
}

export function degrees(facing: number): string {
  return `${facing / 10}`;
}

const POINTS = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

/** `north-east`: about which way it looks. */
export function compass(facing: number): string {
  return POINTS[Math.round(turned(facing, 0) / 450) % 8]!;
}

/** `at 12.5 3 facing 90`, as people say it and as it may be typed. Nothing, if it is no position. */
export function readSpot(text: string, facing: number): { spot: Spot; facing: number } | undefined {
  const numbers = text.match(/-?\d+(?:\.\d+)?/g)?.map(Number) ?? [];
  const rest = text.replace(/-?\d+(?:\.\d+)?|at|facing|east|north|and|in\b|inches|"|°|,|;/gi, "").trim();
  const [x, y, turn] = numbers;
  if (rest || x === undefined || y === undefined || numbers.length > 3) return undefined;
  return { spot: [Math.round(x * THOU), Math.round(y * THOU)], facing: turn === undefined ? facing : turned(Math.round(turn * 10), 0) };
}

export function writeSpot([x, y]: Spot, facing?: number): string {
  return `at ${inches(x)} ${inches(y)}${facing === undefined ? "" : ` facing ${degrees(facing)}`}`;
}

/** Where it would lie: about its own point, or turned about a pivot. */
export function ghostLying(lying: Lying, spot: Spot, facing: number, form: "spot" | "both" | "facing" | "toward" | undefined, pivot?: Spot): Lying {
  const own = lying.kind === "token" ? 0 : lying.facing;
  if (form !== "facing" && form !== "toward") return moved(lying, spot, form === "both" ? facing : own);
  const angle = ((facing - own) * Math.PI) / (FULL / 2);
  const about = pivot ?? [lying.x, lying.y];
  const [dx, dy, cos, sin] = [lying.x - about[0], lying.y - about[1], Math.cos(angle), Math.sin(angle)];
  return moved(lying, [about[0] + dx * cos + dy * sin, about[1] - dx * sin + dy * cos], facing);
}

/** The knob by which it is turned: ahead of it, as far as a finger needs. */
export function handleOf(middle: Point, lying: Lying, plane: Plane, size: number): Point {
  const way = heading(facingOf(lying));
  const far = (lying.kind === "stands" ? plane.long(lying.depth) / 2 : lying.kind === "base" ? plane.long(lying.radius) : 11) + 26 * size;
  return { x: middle.x + way.x * far, y: middle.y + way.y * far };
}

/** What it would bear on from elsewhere: its arcs go and turn with it. */
export function arcsFrom(arcs: Shape[], from: Lying, to: Lying): Shape[] {
  if (from === to) return arcs;
  const by = facingOf(to) - facingOf(from);
  const angle = (by * Math.PI) / (FULL / 2);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return arcs.map((arc) => {
    if (!arc.at) return arc;
    const [dx, dy] = [arc.at[0] - from.x, arc.at[1] - from.y];
    const at: Spot = [to.x + dx * cos + dy * sin, to.y - dx * sin + dy * cos];
    return { ...arc, at, facing: turned(Number(arc.facing ?? 0), by) };
  });
}

const AHEAD = 20_000;

/** A place far ahead of somebody who looks that way. */
export function aheadOf([x, y]: Spot, facing: number): Spot {
  const way = heading(facing);
  return [Math.round(x + way.x * AHEAD), Math.round(y - way.y * AHEAD)];
}

/** Which way somebody looks who looks at that place. */
export function courseOf([x, y]: Spot, [toX, toY]: Spot): number {
  return bearing({ x, y: -y }, { x: toX, y: -toY });
}

/** How much words and knobs grow against a small board: they stay readable, in steps. */
export function sizeAt(zoom: number): number {
  return Math.min(2.2, Math.max(0.5, Math.round((0.96 / zoom) * 10) / 10));
}

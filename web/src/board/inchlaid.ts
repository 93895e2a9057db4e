/** What lies on an open table, laid out on the page: its drawing, its middle, and what a finger would touch. */

import type { Piece, Table } from "../contract";
import { through } from "./drawings";
import { fix as f, type Point } from "./hex";
import { lyingOf, middleOf, outlineOf, type Lying, type Plane } from "./inch";
import { bodyOf } from "./inchmen";

export interface Laid {
  piece: Piece;
  lying: Lying;
  /** The number of its side. */
  side: number;
  /** Its own point on the page, about which its drawing is made. */
  at: Point;
  middle: Point;
  /** How far it reaches from its middle, and how far its men rise above that. */
  reach: { x: number; y: number };
  high: number;
  body: string;
  /** Its contour, so much wider. */
  outline: (grow: number) => string;
  /** Whether a point is on it, or so near. */
  covers: (at: Point, near: number) => boolean;
}

const TOKEN = 10.5;

/** Everything on the table, the farther before the nearer. */
export function layOut(table: Table, plane: Plane): Laid[] {
  const sides = table.sides.map((side) => side.id);
  return table.pieces
    .flatMap((piece) => {
      const lying = lyingOf(piece);
      return lying ? [lay(piece, lying, plane, Math.max(0, sides.indexOf(piece.side)))] : [];
    })
    .sort((a, b) => Number(a.lying.kind === "token") - Number(b.lying.kind === "token") || a.middle.y - b.middle.y);
}

export function lay(piece: Piece, lying: Lying, plane: Plane, side: number): Laid {
  const at = plane.at(lying.x, lying.y);
  const middle = middleOf(lying, plane);
  const shape = lying.kind === "stands" ? boxed(lying, plane) : round(at, lying.kind === "base" ? plane.long(lying.radius) : TOKEN);
  return { piece, lying, side, at, middle, body: bodyOf(piece, lying, plane, side), ...shape };
}

type Shape = Pick<Laid, "reach" | "high" | "outline" | "covers">;

function round(at: Point, radius: number): Shape {
  return {
    reach: { x: radius, y: radius },
    high: Math.max(26, radius * 1.8),
    outline: (grow) => {
      const r = radius + grow;
      return `M${f(at.x - r)} ${f(at.y)}a${f(r)} ${f(r)} 0 1 1 ${f(2 * r)} 0a${f(r)} ${f(r)} 0 1 1 ${f(-2 * r)} 0Z`;
    },
    covers: (to, near) => Math.hypot(to.x - at.x, to.y - at.y) <= radius + near,
  };
}

function boxed(lying: Extract<Lying, { kind: "stands" }>, plane: Plane): Shape {
  const corners = outlineOf(lying, plane);
  const xs = corners.map((at) => at.x);
  const ys = corners.map((at) => at.y);
  return {
    reach: { x: (Math.max(...xs) - Math.min(...xs)) / 2, y: (Math.max(...ys) - Math.min(...ys)) / 2 },
    high: (Math.max(...ys) - Math.min(...ys)) / 2 + 14,
    outline: (grow) => `${through(outlineOf(lying, plane, grow))}Z`,
    covers: (to, near) => inBox(to, outlineOf(lying, plane, near)),
  };
}

function inBox(at: Point, corners: Point[]): boolean {
  return corners.every((p, index) => {
    const q = corners[(index + 1) % corners.length]!;
    return (q.x - p.x) * (at.y - p.y) - (q.y - p.y) * (at.x - p.x) >= 0;
  });
}

/** What a finger at this point means: the piece whose middle is nearest of those that it touches. */
export function under(laid: Laid[], at: Point, near: number): Laid | undefined {
  const touched = laid.filter((one) => one.covers(at, near));
  const exact = touched.filter((one) => one.covers(at, 0));
  const far = (one: Laid) => (one.lying.kind === "token" ? -1000 : 0) + Math.hypot(one.middle.x - at.x, one.middle.y - at.y);
  return (exact.length ? exact : touched).sort((a, b) => far(a) - far(b))[0];
}

/** Somebody who is not on the table yet and is to be put there. */
export function standIn(id: string, plane: Plane): Laid {
  const piece: Piece = { id, name: "", side: "", kind: "", figures: 1, full: 1, facts: [], marks: [] };
  return lay(piece, { kind: "base", x: 0, y: 0, radius: 600, facing: 0 }, plane, 0);
}

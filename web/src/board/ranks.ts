/** How units stand in a box: bases along the side they hold, their leader on a base of his own, crews round their gun. No rule is known here. */

import type { Piece } from "../contract";
import type { Figure } from "./figures";
import type { Point } from "./hex";
import { isWay, STEPS, type Way } from "./mat";
import { crewOf, leaderOf, pieceOf, RIDERS, soldierOf } from "./soldiers";

/** A base with who stands on it; all places are counted from the middle of the box. */
export interface Base {
  key: string;
  x: number;
  y: number;
  w: number;
  h: number;
  /** Empty and dotted: it was here, and is lost. */
  lost: boolean;
  men: Man[];
}

export interface Man {
  key: string;
  figure: Figure;
  x: number;
  y: number;
  scale: number;
  mirrored: boolean;
}

interface Rect {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface Stood {
  piece: Piece;
  box: string;
  bases: Base[];
  /** A gun, a trough, a wagon. */
  things: Man[];
  /** Where it faces, at the rim of the box. */
  arrow: { x: number; y: number; turn: number } | undefined;
  /** Where its dial lies; with its name, or alone and small. */
  dial: Point & { small: boolean };
  /** Where its name may be written, if the box is its own. */
  plate: Point | undefined;
  /** The part of the box that is its. */
  part: Rect;
}

const RIM = 60;
type Axis = "N" | "E" | "S" | "W";

export function boxOf(piece: Piece): string {
  return `${piece.at?.["box"] ?? ""}`;
}

export function facingOf(piece: Piece): Way | undefined {
  const facing = piece.at?.["facing"];
  return isWay(facing) ? facing : undefined;
}

function slotOf(piece: Piece): Way | undefined {
  const slot = piece.at?.["slot"];
  return isWay(slot) ? slot : undefined;
}

function rankOf(piece: Piece): number {
  return Number(piece.at?.["rank"] ?? 0);
}

/** Everything on the mat, each where it stands. `second` are the pieces whose base is the second cue. */
export function muster(pieces: Piece[], second: (piece: Piece) => boolean): Stood[] {
  const boxes = new Map<string, Piece[]>();
  for (const piece of pieces) {
    const box = boxOf(piece);
    if (box) boxes.set(box, [...(boxes.get(box) ?? []), piece]);
  }
  return [...boxes].flatMap(([box, here]) => inBox(box, here, second));
}

function inBox(box: string, here: Piece[], second: (piece: Piece) => boolean): Stood[] {
  const units = here.filter(facingOf).sort((a, b) => rankOf(a) - rankOf(b));
  const free = here.filter((piece) => !facingOf(piece));
  const place = (piece: Piece, spot: Spot) => stand(box, piece, spot, second(piece));
  const stood = units.map((piece, index) => place(piece, spotOf(piece, units, index)));
  return [...stood, ...free.map((piece, index) => beside(box, piece, index, units, second(piece)))];
}

// --- which part of the box -------------------------------------------------------------------------------------

type Spot =
  | { kind: "alone"; side: Way }
  | { kind: "side"; side: Axis; deep: number; small: boolean }
  | { kind: "quarter"; at: Point; side: Way; small: boolean };

const QUARTERS: Point[] = [{ x: -30, y: -22 }, { x: 30, y: -22 }, { x: -30, y: 32 }, { x: 30, y: 32 }];

function spotOf(piece: Piece, units: Piece[], index: number): Spot {
  const side = slotOf(piece) ?? "N";
  if (units.length === 1) return { kind: "alone", side };
  if (pieceOf(piece)) {
    const square = units.some((other) => !pieceOf(other));
    const corner = square && side.length === 2;
    const at = corner ? { x: STEPS[side].x * 45, y: STEPS[side].y * 43 + 6 } : QUARTERS[index % 4]!;
    return { kind: "quarter", at, side: facingOf(piece)!, small: square };
  }
  const along = (side.length === 1 ? side : side[0]) as Axis;
  const before = units.slice(0, index).filter((other) => slotOf(other) === side && !pieceOf(other));
  const around = units.some((other) => slotOf(other) !== side);
  return { kind: "side", side: along, deep: before.length, small: around };
}

function stand(box: string, piece: Piece, spot: Spot, second: boolean): Stood {
  const common = { piece, box };
  if (pieceOf(piece)) return { ...common, ...gun(piece, spot) };
  if (spot.kind === "side") return { ...common, ...line(piece, spot, second) };
  const side = (spot.side.length === 1 ? spot.side : spot.side[0]) as Axis;
  return { ...common, ...line(piece, { kind: "side", side, deep: 0, small: false }, second), ...whole(side) };
}

/** A box of one's own: the name lies behind the unit. */
function whole(side: Way): Pick<Stood, "plate" | "dial" | "part"> {
  const y = side.includes("S") ? -48 : 46;
  return { plate: { x: 0, y }, dial: { x: 0, y, small: false }, part: { x: -56, y: -56, w: 112, h: 112 } };
}

// --- lines -----------------------------------------------------------------------------------------------------

interface Measure {
  step: number;
  scale: number;
  /** How far the line stands from the far and near rims, and from those aside. */
  far: number;
  near: number;
  aside: number;
  /** How far behind it the next line or the leader stands. */
  behind: number;
}

function measure(bases: number, riders: boolean, small: boolean, upright: boolean): Measure {
  if (small) return { step: upright ? 14.6 : 17.4, scale: 0.68, far: 23, near: 8, aside: 12.5, behind: 18 };
  const wide = Math.min(25.5, 112 / Math.max(bases, 4));
  return { step: upright ? (bases > 4 ? 17 : 20) : riders ? Math.max(wide, 26) : wide, scale: upright ? 0.86 : 0.92, far: 35, near: 14, aside: 14.5, behind: 25 };
}

/** From the rim inwards and along it, on the page. */
function laid(side: Axis, deep: number, along: number): Point {
  switch (side) {
    case "N":
      return { x: along, y: deep - RIM };
    case "S":
      return { x: -along, y: RIM - deep };
    case "E":
      return { x: RIM - deep, y: along };
    case "W":
      return { x: deep - RIM, y: -along };
  }
}

function line(piece: Piece, { side, deep, small }: Extract<Spot, { kind: "side" }>, second: boolean): Omit<Stood, "piece" | "box"> {
  const upright = side === "E" || side === "W";
  const soldier = soldierOf(piece);
  const riders = RIDERS.has(soldier);
  const m = measure(piece.full, riders, small, upright);
  const rim = (side === "N" ? m.far : side === "S" ? m.near : m.aside) + deep * (small ? 17 : upright ? 27 : 25);
  const sink = upright ? (small ? 4 : -7) : 0;
  const flip = side === "W" || (side !== "E" && second && riders);
  const size = upright ? { w: small ? 17 : 23, h: m.step - 1.8 } : { w: m.step - 1.6, h: small ? 8.4 : 11 };
  const left = piece.bases ?? piece.figures;
  const bases: Base[] = Array.from({ length: piece.full }, (_, index) => {
    const at = laid(side, rim, (index - (piece.full - 1) / 2) * m.step);
    const lost = index >= left;
    const men = lost ? [] : on(soldier, index, riders, upright, m.scale, flip, size.w);
    return { key: `base ${index}`, x: at.x, y: at.y + sink, ...size, lost, men };
  });
  if (leads(piece) && deep === 0) bases.push(led(piece, side, rim, m, small, flip));
  const ends = rects(bases);
  return {
    bases,
    things: [],
    arrow: small ? undefined : arrowAt(side),
    dial: { ...dialAt(side, rim, small, deep), small: true },
    plate: undefined,
    part: ends,
  };
}

function leads(piece: Piece): boolean {
  return piece.leader?.alive !== undefined;
}

/** The leader's own base, behind the middle of the line. */
function led(piece: Piece, side: Axis, rim: number, m: Measure, small: boolean, flip: boolean): Base {
  const figure = leaderOf(piece);
  const mounted = RIDERS.has(figure);
  const back = m.behind * (side === "S" ? (small ? 1.25 : 1.12) : side === "N" ? 1 : small ? 1.05 : 1.06);
  const at = laid(side, rim + back, small ? 12 : 0);
  const dead = !piece.leader?.alive;
  const scale = m.scale * (mounted ? 0.86 : 0.94);
  const men = dead ? [] : [{ key: "leader", figure, x: 0, y: 1, scale, mirrored: side === "E" || (flip && side !== "W") }];
  return { key: "leader", x: at.x, y: at.y + (small && (side === "E" || side === "W") ? 8 : side === "E" || side === "W" ? -2 : 3), w: small ? 13 : mounted ? 24 : 17, h: small ? 7 : 9.5, lost: dead, men };
}

/** Foot stand two to a base, riders one. */
function on(figure: Figure, index: number, riders: boolean, upright: boolean, scale: number, mirrored: boolean, wide: number): Man[] {
  const man = (x: number, y: number, which: number): Man => ({ key: `man ${index} ${which}`, figure, x, y, scale: riders ? scale * 0.94 : scale, mirrored });
  if (riders) return [man(0, 2.4, 0)];
  const apart = upright ? wide * 0.25 : Math.min(5.6, wide * 0.23);
  return upright ? [man(-apart, 1, 0), man(apart, 3, 1)] : [man(-apart, 0.2, 0), man(apart, 3, 1)];
}

function arrowAt(way: Way): Stood["arrow"] {
  const { x, y } = STEPS[way];
  return { x: x * 54, y: y * 54, turn: (Math.atan2(x, -y) * 180) / Math.PI };
}

/** In a square the dials go round it behind the lines, each to the right of its leader; in a stack at the ends of the lines. */
function dialAt(side: Axis, rim: number, small: boolean, deep: number): Point {
  if (!small) return laid(side, rim - 6, side === "N" || side === "E" ? 50 - deep : -50 + deep);
  const inner = laid(side, rim + 13, -11);
  return { x: inner.x, y: inner.y + (side === "N" ? 3 : side === "S" ? -5 : -2) };
}

function rects(bases: Base[]): Rect {
  const left = Math.min(...bases.map((base) => base.x - base.w / 2));
  const right = Math.max(...bases.map((base) => base.x + base.w / 2));
  const top = Math.min(...bases.map((base) => base.y - base.h / 2 - (base.men.length ? 15 : 0)));
  const bottom = Math.max(...bases.map((base) => base.y + base.h / 2));
  return { x: left - 2, y: top, w: right - left + 4, h: bottom - top + 3 };
}

// --- guns ------------------------------------------------------------------------------------------------------

/** The crew round the piece, from the one who is lost last. */
const CREW: Point[] = [{ x: -25, y: 2 }, { x: -16, y: 20 }, { x: 14, y: 21 }, { x: 27, y: 6 }, { x: -1, y: 27 }];

function gun(piece: Piece, spot: Spot): Omit<Stood, "piece" | "box"> {
  const way = facingOf(piece)!;
  const alone = spot.kind === "alone";
  const tight = spot.kind === "quarter" && spot.small;
  const scale = alone ? 1.36 : tight ? 0.62 : 0.74;
  const spread = alone ? 1.32 : tight ? 0.46 : 0.72;
  const up = alone ? (way.includes("S") ? 4 : -16) : 0;
  const at = spot.kind === "quarter" ? spot.at : { x: 0, y: up };
  const figure = crewOf(piece);
  const left = piece.bases ?? piece.figures;
  const bases = Array.from({ length: piece.full }, (_, index): Base => {
    const { x, y } = CREW[index % CREW.length]!;
    const lost = index >= left;
    const man: Man = { key: `man ${index}`, figure, x: 0, y: 1, scale: alone ? 0.86 : tight ? 0.46 : 0.58, mirrored: x > 0 };
    return { key: `base ${index}`, x: at.x + x * spread, y: at.y + y * spread, w: alone ? 14 : tight ? 6.5 : 9, h: alone ? 8 : tight ? 4 : 5, lost, men: lost ? [] : [man] };
  });
  const thing: Man = { key: "piece", figure: pieceOf(piece)!, x: at.x + 2 * spread, y: at.y + 7 * spread, scale, mirrored: way.includes("W") };
  const half = alone ? 56 : tight ? 16 : 27;
  return {
    bases,
    things: [thing],
    arrow: alone ? arrowAt(way) : arrowBy(at, way, tight ? 14 : 24),
    dial: tight ? { x: at.x * 1.04, y: at.y + (at.y < 0 ? 17 : -19), small: true } : { x: at.x + 20, y: at.y - 24, small: true },
    plate: undefined,
    part: { x: at.x - half, y: at.y - half, w: 2 * half, h: 2 * half },
    ...(alone ? { ...whole(way), arrow: arrowAt(way) } : {}),
  };
}

/** Beside one of several guns, small. */
function arrowBy(at: Point, way: Way, far: number): Stood["arrow"] {
  const { x, y } = STEPS[way];
  const long = Math.hypot(x, y);
  return { x: at.x + (x / long) * far, y: at.y - 2 + (y / long) * far, turn: (Math.atan2(x, -y) * 180) / Math.PI };
}

// --- commanders and wagons -------------------------------------------------------------------------------------

function beside(box: string, piece: Piece, index: number, units: Piece[], second: boolean): Stood {
  const square = units.some((unit) => unit.marks.includes("square"));
  const side = slotOf(units[0] ?? piece) ?? "N";
  const at = square ? { x: 0, y: 9 } : freeSpot(side, index, units.length);
  const figure = pieceOf(piece) ?? leaderOf(piece);
  const scale = square ? 0.74 : 0.95;
  const man: Man = { key: "man", figure, x: 0, y: 1.5, scale, mirrored: second };
  const base: Base = { key: "base", x: at.x, y: at.y, w: square ? 19 : 27, h: square ? 8 : 11, lost: false, men: [man] };
  const part = { x: at.x - 18, y: at.y - 28, w: 36, h: 36 };
  return { piece, box, bases: [base], things: [], arrow: undefined, dial: { x: at.x + 14, y: at.y - 6, small: true }, plate: undefined, part };
}

function freeSpot(side: Way, index: number, units: number): Point {
  if (!units) return { x: -22 + index * 44, y: 12 };
  if (side === "S") return { x: 36 - index * 72, y: 17 };
  if (side === "E") return { x: -18, y: 20 - index * 34 };
  if (side === "W") return { x: 18, y: 20 - index * 34 };
  return { x: 36 - index * 72, y: 4 };
}

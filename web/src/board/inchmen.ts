/** What lies on an open table as SVG text, about its own point: bases, stands and tokens, and the men upon them. */

import type { Piece } from "../contract";
import { heading } from "./drawings";
import { figureOf, weaponOf, type Figure } from "./figures";
import { fix as f, type Point } from "./hex";
import type { Base, Lying, Plane, Stand, Stands } from "./inch";

const RIDERS: Figure[] = ["horse", "rider", "leadhorse", "chiefhorse", "mule"];
const MAN = 24;

/** The whole drawing; its origin is the point of the piece. */
export function bodyOf(piece: Piece, lying: Lying, plane: Plane, side: number): string {
  if (lying.kind === "base") return single(piece, lying, plane, side);
  if (lying.kind === "stands") return unit(piece, lying, plane, side);
  return token(piece, side);
}

/** The same, as it would lie elsewhere: outlines alone, and the men above them. */
export function ghostOf(piece: Piece, lying: Lying, plane: Plane, side: number): string {
  if (lying.kind === "base") return ring(plane.long(lying.radius)) + tip(plane.long(lying.radius), lying.facing, true) + men(piece, lying, plane);
  if (lying.kind === "stands") return lying.stands.filter((one) => !one.lost).map((one) => plate(one, lying, plane, side, "ghost")).join("") + unitTip(lying, plane, true) + men(piece, lying, plane);
  return ring(11) + men(piece, lying, plane);
}

const ring = (r: number) => `<circle r="${f(r)}" fill="var(--sheet)" fill-opacity=".45" stroke="var(--ink)" stroke-width="1.7" stroke-dasharray="4 3"/>`;

// --- single figures --------------------------------------------------------------------------------------------

function single(piece: Piece, lying: Base, plane: Plane, side: number): string {
  const r = plane.long(lying.radius);
  return `<circle cx="2" cy="3" r="${f(r)}" fill="var(--shade)" opacity=".2"/>${tip(r, lying.facing)}${disc(r, side)}${men(piece, lying, plane)}`;
}

/** A round base; what is inlaid in it is the second cue of its side. */
function disc(r: number, side: number): string {
  return `<circle r="${f(r)}" fill="var(--d)"/>${inlay(r, side)}`;
}

function inlay(r: number, side: number): string {
  const a = r * 0.62;
  switch (side % 4) {
    case 0:
      return `<rect x="${f(-a)}" y="${f(-a)}" width="${f(2 * a)}" height="${f(2 * a)}" rx="1" fill="var(--t)"/>`;
    case 1:
      return `<circle r="${f(r * 0.68)}" fill="var(--t)"/>`;
    case 2:
      return `<path d="M0 ${f(-r * 0.86)}L${f(r * 0.76)} ${f(r * 0.46)}H${f(-r * 0.76)}Z" fill="var(--t)"/>`;
    default:
      return `<path d="M0 ${f(-r * 0.84)}L${f(r * 0.8)} 0L0 ${f(r * 0.84)}L${f(-r * 0.8)} 0Z" fill="var(--t)"/>`;
  }
}

/** The notch in the middle of the front arc. */
function tip(r: number, facing: number, open = false): string {
  const on = (bearing: number, far: number) => {
    const way = heading(bearing);
    return `${f(way.x * far)} ${f(way.y * far)}`;
  };
  const paint = open ? 'fill="none" stroke="var(--ink)" stroke-width="1.4"' : 'fill="var(--d)" stroke="var(--sheet)" stroke-width=".8"';
  return `<path d="M${on(facing, r + 6.5)}L${on(facing + 240, r - 0.2)}L${on(facing - 240, r - 0.2)}Z" ${paint}/>`;
}

function token(piece: Piece, side: number): string {
  const r = piece.kind === "load" ? 0 : 10.5;
  const base = r ? `<circle cx="2" cy="3" r="${r}" fill="var(--shade)" opacity=".2"/>${disc(r, side)}` : '<ellipse cx="2" cy="4" rx="11" ry="5" fill="var(--shade)" opacity=".2"/>';
  return base + man(figureOf(piece), { x: 0, y: 4 }, 1.06, false);
}

// --- units -----------------------------------------------------------------------------------------------------

function unit(piece: Piece, lying: Stands, plane: Plane, side: number): string {
  const standing = lying.stands.filter((one) => !one.lost);
  const lost = lying.stands.filter((one) => one.lost);
  return (
    standing.map((one) => plate(one, lying, plane, side, "shade")).join("") +
    lost.map((one) => plate(one, lying, plane, side, "lost")).join("") +
    standing.map((one) => plate(one, lying, plane, side, "plate")).join("") +
    unitTip(lying, plane) +
    men(piece, lying, plane)
  );
}

const PAINT = {
  plate: 'fill="var(--t)" stroke="var(--d)" stroke-width="1.6"',
  lost: 'fill="none" stroke="var(--ink2)" stroke-width="1" stroke-dasharray="2.5 2.5"',
  ghost: 'fill="var(--sheet)" fill-opacity=".4" stroke="var(--ink)" stroke-width="1.5" stroke-dasharray="4 3"',
  shade: 'fill="var(--shade)" opacity=".16"',
};

/** One stand: sharp corners are of the first side, round ones of the second. */
function plate(one: Stand, of: Stands, plane: Plane, side: number, how: keyof typeof PAINT): string {
  const at = offset(one, of, plane);
  const [w, h] = [plane.long(one.width) - 1.6, plane.long(one.depth) - 1.2];
  const rx = [1.5, Math.min(6, h / 2.4), 0, 3][side % 4]!;
  const shift = how === "shade" ? 3 : 0;
  return `<rect x="${f(-w / 2)}" y="${f(-h / 2)}" width="${f(w)}" height="${f(h)}" rx="${f(rx)}" transform="translate(${f(at.x + shift * 0.7)} ${f(at.y + shift)}) rotate(${one.facing / 10})" ${PAINT[how]}/>`;
}

function unitTip(lying: Stands, plane: Plane, open = false): string {
  const fronts = lying.formation === "square" ? [0, 900, 1800, 2700] : [0];
  const half = plane.long(lying.depth) / 2;
  const paint = open ? 'fill="none" stroke="var(--ink)" stroke-width="1.3"' : 'fill="var(--d)" stroke="var(--sheet)" stroke-width="1.1"';
  const back = heading(lying.facing);
  return fronts
    .map((turn) => {
      const way = heading(lying.facing + turn);
      const [x, y] = [-back.x * half + way.x * half, -back.y * half + way.y * half];
      return `<path d="M0-9L5.6-.6H-5.6Z" transform="translate(${f(x)} ${f(y)}) rotate(${(lying.facing + turn) / 10})" ${paint}/>`;
    })
    .join("");
}

/** Where something of a unit lies on the page, from the unit's own point. */
function offset(one: { x: number; y: number }, of: { x: number; y: number }, plane: Plane): Point {
  return { x: plane.long(one.x - of.x), y: -plane.long(one.y - of.y) };
}

// --- men -------------------------------------------------------------------------------------------------------

interface Post {
  at: Point;
  figure: Figure;
  scale: number;
}

/** They stand upright whatever way their bases turn, and the nearer ones before the farther. */
function men(piece: Piece, lying: Lying, plane: Plane): string {
  const west = lying.kind !== "token" && lying.facing > 1800;
  return postsOf(piece, lying, plane)
    .sort((a, b) => a.at.y - b.at.y)
    .map((post) => man(post.figure, post.at, post.scale, west && RIDERS.includes(post.figure)))
    .join("");
}

function man(figure: Figure, at: Point, scale: number, mirrored: boolean): string {
  return `<use href="#man-${figure}" transform="translate(${f(at.x)} ${f(at.y)}) scale(${f(mirrored ? -scale : scale)} ${f(scale)})"/>`;
}

function postsOf(piece: Piece, lying: Lying, plane: Plane): Post[] {
  const figure = figureOf(piece);
  if (lying.kind === "token") return [{ at: { x: 0, y: 4 }, figure, scale: 1.06 }];
  if (lying.kind === "base") return [{ at: { x: 0, y: 5 }, figure, scale: (plane.long(lying.radius) / 13) * 1.16 }];
  const weapon = weaponOf(piece);
  return lying.stands.filter((one) => !one.lost).flatMap((one) => (weapon ? crew(one, lying, plane, figure, weapon) : rank(one, lying, plane, figure)));
}

/** Two men to a stand, one behind the other's shoulder; a rider has it for himself. */
function rank(one: Stand, of: Stands, plane: Plane, figure: Figure): Post[] {
  const deep = plane.long(one.depth);
  const scale = deep < MAN ? 0.84 : 0.94;
  const spread = RIDERS.includes(figure) ? [[0, 0]] : [[-0.22, -0.14], [0.22, 0.16]];
  return spread.map(([aside, back]) => {
    const at = within(one, aside! * one.width, -back! * one.depth, of, plane);
    return { at: { x: at.x, y: at.y + 5 }, figure, scale };
  });
}

function crew(one: Stand, of: Stands, plane: Plane, figure: Figure, weapon: Figure): Post[] {
  const spots: [number, number, Figure, number][] = [
    [0, 0.1, weapon, 0.95],
    [-0.36, -0.2, figure, 0.8],
    [0.36, -0.28, figure, 0.8],
  ];
  return spots.map(([aside, ahead, drawn, scale]) => {
    const at = within(one, aside * one.width, ahead * one.depth, of, plane);
    return { at: { x: at.x, y: at.y + 5 }, figure: drawn, scale };
  });
}

/** A place on a stand: so far to its right and ahead of its middle. */
function within(one: Stand, aside: number, ahead: number, of: Stands, plane: Plane): Point {
  const way = heading(one.facing);
  const at = offset(one, of, plane);
  const [a, b] = [plane.long(aside), plane.long(ahead)];
  return { x: at.x + way.x * b - way.y * a, y: at.y + way.y * b + way.x * a };
}

/** Where the boxes of a mat lie on the page: columns are lettered from the west, rows numbered from the south, north is at the top. */

import type { BoxBoard } from "../contract";
import type { Projection } from "./drawings";
import type { Point } from "./hex";

export const BOX = 120;
export const HALF = BOX / 2;
const LEFT = 38;
const TOP = 18;
const BELOW = 34;

/** The eight directions as steps on the page, clockwise from north. */
export const STEPS = {
  N: { x: 0, y: -1 },
  NE: { x: 1, y: -1 },
  E: { x: 1, y: 0 },
  SE: { x: 1, y: 1 },
  S: { x: 0, y: 1 },
  SW: { x: -1, y: 1 },
  W: { x: -1, y: 0 },
  NW: { x: -1, y: -1 },
} as const;
export type Way = keyof typeof STEPS;
export const WAYS = Object.keys(STEPS) as Way[];
export const SIDES = ["N", "E", "S", "W"] as const;
export type SideName = (typeof SIDES)[number];

const WORDS: Record<string, string> = { N: "north", NE: "north-east", E: "east", SE: "south-east", S: "south", SW: "south-west", W: "west", NW: "north-west" };

/** `north-east` for `NE`. */
export function wayWords(way: string): string {
  return WORDS[way] ?? way;
}

export function isWay(word: unknown): word is Way {
  return typeof word === "string" && word in STEPS;
}

/** Column and row of a box, from 1: `D4` is the fourth of both. */
export function cellAt(name: string): [number, number] {
  const letters = /^[A-Z]*/.exec(name)![0];
  return [[...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0), Number(name.slice(letters.length))];
}

export function boxName(column: number, row: number): string {
  return `${lettered(column)}${row}`;
}

export function lettered(number: number): string {
  const before = Math.floor((number - 1) / 26);
  return (before > 0 ? lettered(before) : "") + String.fromCharCode(65 + ((number - 1) % 26));
}

export function neighbour(name: string, way: Way): string {
  const [column, row] = cellAt(name);
  const { x, y } = STEPS[way];
  return boxName(column + x, row - y);
}

/** From the far left to the near right, as one reads. */
export function inOrder(one: string, other: string): number {
  const [a, b] = [cellAt(one), cellAt(other)];
  return b[1] - a[1] || a[0] - b[0];
}

/** One mat laid out. */
export class Mat {
  readonly width: number;
  readonly height: number;

  constructor(readonly board: BoxBoard) {
    this.width = LEFT + BOX * board.columns + 20;
    this.height = TOP + BOX * board.rows + BELOW;
  }

  get left(): number {
    return LEFT;
  }

  get top(): number {
    return TOP;
  }

  /** In reading order. */
  get names(): string[] {
    const { columns, rows } = this.board;
    return Array.from({ length: columns * rows }, (_, i) => boxName((i % columns) + 1, rows - Math.floor(i / columns)));
  }

  has(name: string): boolean {
    const [column, row] = cellAt(name);
    return column >= 1 && row >= 1 && column <= this.board.columns && row <= this.board.rows;
  }

  terrain(name: string): string {
    return this.board.cells[name]?.terrain ?? "open";
  }

  level(name: string): number {
    return this.board.cells[name]?.level ?? 0;
  }

  /** The left top corner. */
  corner(name: string): Point {
    const [column, row] = cellAt(name);
    return { x: LEFT + (column - 1) * BOX, y: TOP + (this.board.rows - row) * BOX };
  }

  middle(name: string): Point {
    const { x, y } = this.corner(name);
    return { x: x + HALF, y: y + HALF };
  }

  /** Clockwise from the north-west. */
  corners(name: string): Point[] {
    const { x, y } = this.corner(name);
    return [{ x, y }, { x: x + BOX, y }, { x: x + BOX, y: y + BOX }, { x, y: y + BOX }];
  }

  /** The two ends of a side, clockwise. */
  side(name: string, side: string): [Point, Point] | undefined {
    const from = SIDES.indexOf(side as SideName);
    const corners = this.corners(name);
    return from < 0 ? undefined : [corners[from]!, corners[(from + 1) % 4]!];
  }

  get projection(): Projection {
    return {
      middle: (cell) => (this.has(cell) ? this.middle(cell) : undefined),
      corners: (cell) => (this.has(cell) ? this.corners(cell) : []),
      side: (cell, side) => (this.has(cell) ? this.side(cell, side) : undefined),
    };
  }
}

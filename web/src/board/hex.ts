/** Where hexes lie on the page: points up, squashed to be seen from the south, a level lifts by a fixed step. */

import type { HexBoard } from "../contract";

export const R = 52;
export const SQUASH = 0.83;
export const LIFT = 15;
export const WIDE = Math.sqrt(3) * R;

export interface Point {
  x: number;
  y: number;
}

export const DIRECTIONS = ["NE", "E", "SE", "SW", "W", "NW"] as const;
export type Direction = (typeof DIRECTIONS)[number];
/** The two corners at the ends of a side; corner 0 is the northern point, and they go round clockwise. */
export const SIDE_CORNERS: Record<Direction, [number, number]> = {
  NE: [0, 1],
  E: [1, 2],
  SE: [2, 3],
  SW: [3, 4],
  W: [4, 5],
  NW: [5, 0],
};

export function cellName(column: number, row: number): string {
  return `${column}`.padStart(2, "0") + `${row}`.padStart(2, "0");
}

export function place(name: string): [number, number] {
  return [Number(name.slice(0, 2)), Number(name.slice(2))];
}

export function step(name: string, direction: Direction): string {
  const [column, row] = place(name);
  const even = row % 2 === 0 ? 1 : 0;
  switch (direction) {
    case "E":
      return cellName(column + 1, row);
    case "W":
      return cellName(column - 1, row);
    case "NE":
      return cellName(column + even, row - 1);
    case "NW":
      return cellName(column - 1 + even, row - 1);
    case "SE":
      return cellName(column + even, row + 1);
    case "SW":
      return cellName(column - 1 + even, row + 1);
  }
}

export function directionTo(a: string, b: string): Direction | undefined {
  return DIRECTIONS.find((direction) => step(a, direction) === b);
}

export function distance(a: string, b: string): number {
  const [x1, y1, z1] = cube(a);
  const [x2, y2, z2] = cube(b);
  return Math.max(Math.abs(x1 - x2), Math.abs(y1 - y2), Math.abs(z1 - z2));
}

function cube(name: string): [number, number, number] {
  const [column, row] = place(name);
  const j = row - 1;
  const x = column - 1 - (j - (j % 2)) / 2;
  return [x, -x - j, j];
}

/** One board laid out. */
export class Layout {
  readonly width: number;
  readonly height: number;
  private readonly top: number;
  private readonly left = 26;

  constructor(readonly board: HexBoard) {
    const highest = Math.max(0, ...Object.values(board.cells).map((cell) => cell.level));
    this.top = 30 + highest * LIFT + R * SQUASH;
    this.width = this.left * 2 + WIDE * (board.columns + 0.5);
    this.height = this.top + R * SQUASH * (1.5 * (board.rows - 1) + 1) + 40;
  }

  get names(): string[] {
    const found: string[] = [];
    for (let row = 1; row <= this.board.rows; row++)
      for (let column = 1; column <= this.board.columns; column++) found.push(cellName(column, row));
    return found;
  }

  has(name: string): boolean {
    const [column, row] = place(name);
    return column >= 1 && row >= 1 && column <= this.board.columns && row <= this.board.rows;
  }

  level(name: string): number {
    return this.board.cells[name]?.level ?? 0;
  }

  terrain(name: string): string {
    return this.board.cells[name]?.terrain ?? "open";
  }

  middle(name: string, level = this.level(name)): Point {
    const [column, row] = place(name);
    return {
      x: this.left + WIDE * (column - 0.5 + (row % 2 === 0 ? 0.5 : 0)),
      y: this.top + R * SQUASH * 1.5 * (row - 1) - level * LIFT,
    };
  }

  corners(name: string, scale = 1, level = this.level(name)): Point[] {
    const { x, y } = this.middle(name, level);
    return [0, 1, 2, 3, 4, 5].map((i) => ({
      x: x + R * scale * Math.sin((Math.PI / 3) * i),
      y: y - R * scale * SQUASH * Math.cos((Math.PI / 3) * i),
    }));
  }

  outline(name: string, scale = 1, level = this.level(name)): string {
    return this.corners(name, scale, level)
      .map((point) => `${fix(point.x)},${fix(point.y)}`)
      .join(" ");
  }
}

export function fix(value: number): string {
  return `${Math.round(value * 10) / 10}`;
}

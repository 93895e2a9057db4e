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

/** Column and row of a hex: `0304` and `D3` are both the third column of the fourth row. */
export function place(name: string): [number, number] {
  const row = /^[A-Z]+/.exec(name)?.[0];
  if (row) return [Number(name.slice(row.length)), [...row].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)];
  const half = name.length / 2;
  return [Number(name.slice(0, half)), Number(name.slice(half))];
}

/** The name of a hex, in the manner of another one of the same map. */
function named(column: number, row: number, like: string): string {
  if (/^[A-Z]/.test(like)) return `${letters(row)}${column}`;
  const half = like.length / 2;
  return `${column}`.padStart(half, "0") + `${row}`.padStart(half, "0");
}

function letters(number: number): string {
  const before = Math.floor((number - 1) / 26);
  return (before > 0 ? letters(before) : "") + String.fromCharCode(65 + ((number - 1) % 26));
}

export function step(name: string, direction: Direction): string {
  const [column, row] = place(name);
  const even = row % 2 === 0 ? 1 : 0;
  switch (direction) {
    case "E":
      return named(column + 1, row, name);
    case "W":
      return named(column - 1, row, name);
    case "NE":
      return named(column + even, row - 1, name);
    case "NW":
      return named(column - 1 + even, row - 1, name);
    case "SE":
      return named(column + even, row + 1, name);
    case "SW":
      return named(column - 1 + even, row + 1, name);
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
  private readonly like: string;

  constructor(readonly board: HexBoard) {
    const digits = `${Math.max(board.columns, board.rows, 10)}`.length;
    this.like = board.names === "letters" ? "A1" : "0".repeat(2 * digits);
    const highest = Math.max(0, ...Object.values(board.cells).map((cell) => cell.level));
    this.top = 30 + highest * LIFT + R * SQUASH;
    this.width = this.left * 2 + WIDE * (board.columns + (board.short_rows ? 0 : 0.5));
    this.height = this.top + R * SQUASH * (1.5 * (board.rows - 1) + 1) + 40;
  }

  get names(): string[] {
    const found: string[] = [];
    for (let row = 1; row <= this.board.rows; row++)
      for (let column = 1; column <= this.columnsOf(row); column++) found.push(this.name(column, row));
    return found;
  }

  /** Where the map is a true rectangle, its shifted rows hold one hex fewer. */
  private columnsOf(row: number): number {
    return this.board.columns - (this.board.short_rows && row % 2 === 0 ? 1 : 0);
  }

  name(column: number, row: number): string {
    return named(column, row, this.like);
  }

  has(name: string): boolean {
    const [column, row] = place(name);
    return column >= 1 && row >= 1 && row <= this.board.rows && column <= this.columnsOf(row);
  }

  level(name: string): number {
    return this.board.cells[name]?.level ?? 0;
  }

  terrain(name: string): string {
    return this.board.cells[name]?.terrain ?? "open";
  }

  /** Everything that a hex holds. */
  features(name: string): string[] {
    return this.board.cells[name]?.features ?? [this.terrain(name)];
  }

  /** `wall`, `gate` or `building` of a fortification. */
  structure(name: string): string {
    return this.board.cells[name]?.structure ?? "";
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

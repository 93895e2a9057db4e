/** Which component draws which kind of board. A new kind is one more file here, `*Board.svelte`, that names its kind. */

import type { Component } from "svelte";
import type { Board, Heard, Piece, Table } from "../contract";
import type { Desk } from "../game/desk.svelte";
import type { Overlay } from "../game/overlay";

/** What every kind of board is given. Cells are names; only the board itself reads more into them. */
export interface BoardProps<B extends Board = Board> {
  board: B;
  table: Table;
  overlay: Overlay;
  /** What has just happened, to be shown in motion. */
  fresh?: Heard[];
  /** A map to look at, without pointer or keys. */
  still?: boolean;
  cursor?: string;
  label?: string;
  /** The game in play, for boards that ask for more than cells: positions, ghosts, probes. None on a still map. */
  desk?: Desk;
  /** `piece` is told where a board knows which of several in a cell is meant. */
  pick?: (cell: string, piece?: string) => void;
  point?: (cell: string, piece?: string) => void;
  move?: (cell: string) => void;
}

export interface BoardControls {
  zoom(factor: number): void;
  fit(): void;
}

/** The file of a board: its component, and in `<script module>` what the rest of the page asks about such boards. */
interface BoardModule {
  default: Component<BoardProps, BoardControls>;
  kind: Board["kind"];
  /** The ground in lines of text, for people who read the table. */
  ground?: (board: never) => string[];
  /** What a cell is, in a few words: `wood, level 1`. */
  cellWords?: (board: never, cell: string) => string;
  /** Where a piece stands, in a few words. */
  stands?: (board: never, piece: Piece) => string;
  /** The order in which cells are read: from the far left to the near right. */
  inOrder?: (one: string, other: string) => number;
  /** The words of terrain that lie on the board, for the reference sheet. */
  terrains?: (board: never) => string[];
}

const found = import.meta.glob<BoardModule>("./*Board.svelte", { eager: true });
const KINDS = new Map(Object.values(found).map((board) => [board.kind, board]));

export function boardOf(kind: Board["kind"]): BoardModule["default"] | undefined {
  return KINDS.get(kind)?.default;
}

export function groundOf(board: Board): string[] {
  return KINDS.get(board.kind)?.ground?.(board as never) ?? [];
}

export function cellWords(board: Board, cell: string): string {
  return KINDS.get(board.kind)?.cellWords?.(board as never, cell) ?? "";
}

export function standsAt(board: Board, piece: Piece): string {
  return KINDS.get(board.kind)?.stands?.(board as never, piece) ?? "";
}

export function readingOrder(board: Board): (one: string, other: string) => number {
  return KINDS.get(board.kind)?.inOrder ?? ((one, other) => one.localeCompare(other));
}

export function terrainsOf(board: Board): string[] {
  return KINDS.get(board.kind)?.terrains?.(board as never) ?? [];
}

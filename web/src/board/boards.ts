/** Which component draws which kind of board. A new kind is one more line here. */

import type { Component } from "svelte";
import type { Board, Heard, Table } from "../contract";
import type { Overlay } from "../game/overlay";
import HexBoard from "./HexBoard.svelte";

/** What every kind of board is given. Cells are names; the page never reads more into them. */
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
  pick?: (cell: string) => void;
  point?: (cell: string) => void;
  move?: (cell: string) => void;
}

export interface BoardControls {
  zoom(factor: number): void;
  fit(): void;
}

type BoardComponent = Component<BoardProps, BoardControls>;

const BOARDS: Partial<Record<Board["kind"], BoardComponent>> = {
  hexes: HexBoard as unknown as BoardComponent,
};

export function boardOf(kind: Board["kind"]): BoardComponent | undefined {
  return BOARDS[kind];
}

/** Where pieces stand, whatever kind of board they stand on. */

import type { Piece } from "../contract";

/** The cells in which a piece stands. On an open table, which has none, its own name is its place. */
export function cellsOf(piece: Piece | undefined): string[] {
  if (!piece) return [];
  const at: Record<string, unknown> = piece.at ?? {};
  if (typeof at["box"] === "string") return [at["box"]];
  const cells = Object.keys(at);
  return cells.length ? cells : piece.shape ? [piece.id] : [];
}

export function piecesIn(pieces: Piece[], cell: string): Piece[] {
  return pieces.filter((piece) => cellsOf(piece).includes(cell));
}

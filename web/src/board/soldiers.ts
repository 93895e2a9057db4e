/** Which figures stand for the men of a piece on a mat of boxes. */

import type { Piece } from "../contract";
import { figureOf, type Figure } from "./figures";

export const RIDERS: ReadonlySet<Figure> = new Set<Figure>(["horse", "trooper", "rider", "camelry", "camelman", "leadhorse", "chiefhorse"]);

const native = (piece: Piece) => piece.origin === "native";

export function soldierOf(piece: Piece): Figure {
  const horse = /horse|camel|cavalry/.test(piece.kind);
  if (!horse) return figureOf(piece);
  if (!piece.mounted) return native(piece) ? "musket" : "rifle";
  if (piece.kind.includes("camel")) return native(piece) ? "camelman" : "camelry";
  if (native(piece)) return "rider";
  return piece.facts.includes("lancers") ? "horse" : "trooper";
}

export function leaderOf(piece: Piece): Figure {
  if (piece.mounted) return native(piece) ? "chiefhorse" : "leadhorse";
  return native(piece) ? "chief" : "lead";
}

export function crewOf(piece: Piece): Figure {
  return native(piece) ? "servant" : "gunner";
}

/** What is served or drawn along, if the piece is that. */
export function pieceOf(piece: Piece): Figure | undefined {
  const { kind } = piece;
  if (kind === "wagon") return "wagon";
  if (/machine/.test(kind)) return "mg";
  if (/rocket/.test(kind)) return "rocket";
  return /artillery|^gun/.test(kind) ? "gun" : undefined;
}

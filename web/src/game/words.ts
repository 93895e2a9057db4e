/** Sentences made of what the server says. */

import type { Outcome, Piece, Side, Table } from "../contract";

export function strength(piece: Piece): string {
  return piece.full > 1 ? `${piece.figures} of ${piece.full}` : "";
}

/** `8 of 8, rifle, regular, line`. */
export function about(piece: Piece): string {
  const facts = piece.facts.filter((fact) => fact !== "none");
  return [strength(piece), ...facts, ...piece.marks].filter(Boolean).join(", ");
}

export function whole(piece: Piece): string {
  const kind = piece.full > 1 ? `${piece.kind}, ` : "";
  return `${piece.name}: ${kind}${about(piece)}`;
}

export function listed(words: string[]): string {
  return words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
}

export function counted(number: number, word: string, many = `${word}s`): string {
  return `${number} ${number === 1 ? word : many}`;
}

/** Names of pieces and sides; what neither is stays as the system calls it. */
export function namer(table: Table | undefined): (id: string) => string {
  const names = new Map<string, string>();
  for (const side of table?.sides ?? []) for (const seat of side.seats) names.set(seat, side.seats.length > 1 ? `${side.name} (${seat})` : side.name);
  for (const side of table?.sides ?? []) names.set(side.id, side.name);
  for (const piece of table?.pieces ?? []) names.set(piece.id, piece.name);
  return (id) => names.get(id) ?? id;
}

/** A loss is told by the name of a piece, or by a name and what happens to it: `gun jams`, `foe falls back`. */
function lossWords(id: string, number: number, name: (id: string) => string, pieces: Set<string>): string {
  const [first = "", ...rest] = id.split(" ");
  const times = number > 1 ? ` ${number}` : "";
  if (rest.length) return pieces.has(first) ? `${name(first)} ${rest.join(" ")}${times}` : `${id}${times}`;
  return pieces.has(id) || /^[A-Z]+[0-9]+$/.test(id) ? `${name(id)} loses ${number}` : number === 1 ? `${name(id)} fails` : `${name(id)} ${number}`;
}

export function outcomeWords(outcome: Outcome, name: (id: string) => string, pieces: Set<string>): string {
  const parts = Object.entries(outcome.losses).map(([id, number]) => lossWords(id, number, name, pieces));
  return parts.length ? listed(parts) : "no loss";
}

export function percent(value: number): string {
  if (value > 0 && value < 0.05) return "<0.1%";
  return value > 99.95 && value < 100 ? ">99.9%" : `${value.toFixed(1)}%`;
}

export function fraction(text: string): number {
  const [above, below] = text.split("/").map(Number);
  return (above ?? 0) / (below || 1);
}

export function sideNumber(sides: Side[], id: string): number {
  return Math.max(0, sides.findIndex((side) => side.id === id));
}

const SUITS: Record<string, string> = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
const RANKS: Record<string, string> = { j: "jack", q: "queen", k: "king", a: "ace" };

export function cardName(card: string): string {
  const rank = card.slice(0, -1);
  return `${RANKS[rank] ?? rank} of ${SUITS[card.slice(-1)] ?? card.slice(-1)}`;
}

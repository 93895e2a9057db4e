/** What the dice of this table show: words on their sides by the throw, where they are no pips. */

import type { Board } from "../contract";

export const dice = $state<{ words: Record<string, string[]> }>({ words: {} });

export function layDice(board: Board | undefined): void {
  dice.words = (board?.kind === "hexes" && board.dice) || {};
}

/** The word on a side that has come up; nothing where it is read by its pips. */
export function wordOf(face: number | string, thrown = ""): string {
  const words = dice.words[thrown] ?? dice.words[""] ?? [];
  return typeof face === "number" ? (words[face - 1] ?? "") : words.includes(face) ? face : "";
}

/** What the marks of a piece look like beside it: a letter, a number or a sign on a disc. All are told in words too. */

import type { Piece } from "../contract";

export interface Sign {
  words: string;
  letter?: string;
  path?: string;
  /** Black discs are troubles, white ones are told for the player's use. */
  dark?: boolean;
}

type Reading = [RegExp, (found: RegExpMatchArray) => Omit<Sign, "words">];

const CROSS = "M-3.4-3.4L3.4 3.4M3.4-3.4L-3.4 3.4";
const READINGS: Reading[] = [
  [/^routing|^rout|in rout/, () => ({ letter: "!", dark: true })],
  [/shaken/, () => ({ letter: "S", dark: true })],
  [/disorder/, () => ({ letter: "D", dark: true })],
  [/^surprised/, () => ({ letter: "*", dark: true })],
  [/^hesitating/, () => ({ letter: "?", dark: true })],
  [/^(\d+) points?/, (found) => ({ letter: found[1]! })],
  [/^in combat|^in melee/, () => ({ path: CROSS })],
  [/^fanatic/, () => ({ letter: "F" })],
  [/^unloaded|reload/, () => ({ letter: "R" })],
  [/ammo|ammunition/, () => ({ letter: "A" })],
  [/jammed/, () => ({ letter: "J", dark: true })],
  [/^may shoot/, () => ({ path: "M0-4.6V4.6M-4.6 0H4.6M-2.6 0a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0-5.2 0" })],
  [/^with a load/, () => ({ path: "M-3.8-2.6H3.8V3.4H-3.8ZM-3.8 .4H3.8M0-2.6V3.4" })],
  [/^saw (\d+) fall/, () => ({ path: "M0-4.4V4.4M-2.8-1.6H2.8", dark: true })],
  [/bayonets? fixed/, () => ({ path: "M0 4.6V-4.6M-2.2-2.4L0-5L2.2-2.4" })],
  [/gone to ground/, () => ({ path: "M-4.4 2.6H4.4M-2.6-.6H2.6" })],
  [/^out until/, () => ({ letter: "–", dark: true })],
];

/** The signs of a piece, the gravest first. */
export function signsOf(piece: Piece): Sign[] {
  return READINGS.flatMap(([pattern, draw]) =>
    piece.marks.flatMap((words) => {
      const found = words.match(pattern);
      return found ? [{ words, ...draw(found) }] : [];
    }),
  );
}

/** Done for this turn: told by a small notch at the base. */
export function isSpent(piece: Piece): boolean {
  return piece.marks.some((mark) => /^(acted|moved|fired)$/.test(mark));
}

/** Lies where only its owner knows; who is merely not on the table yet is drawn in full. */
export function isUnseen(piece: Piece): boolean {
  return !!piece.hidden && !piece.marks.includes("not yet deployed");
}

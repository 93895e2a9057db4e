/** Small discs on a name tag for states that one wants to see at a glance. All marks are told in words elsewhere. */

import type { Piece } from "../contract";

export interface Badge {
  letter: string;
  words: string;
  path?: string;
}

const SHAPES: [RegExp, Badge][] = [
  [/^engaged/, { letter: "x", words: "engaged", path: "M-3-3L3 3M3-3L-3 3" }],
  [/square/, { letter: "q", words: "in square", path: "M-3-3H3V3H-3Z" }],
  [/^limbered/, { letter: "L", words: "limbered" }],
  [/shaken/, { letter: "S", words: "shaken" }],
  [/disorder/, { letter: "D", words: "disordered" }],
  [/ammunition/, { letter: "A", words: "low on ammunition" }],
  [/rout|panic/, { letter: "!", words: "in rout" }],
  [/reload/, { letter: "R", words: "reloading" }],
];

export function badges(piece: Piece): Badge[] {
  return piece.marks.flatMap((mark) => SHAPES.filter(([pattern]) => pattern.test(mark)).map(([, badge]) => badge));
}

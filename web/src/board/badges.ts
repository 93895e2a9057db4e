/** Small discs on a name tag for states that one wants to see at a glance. All marks are told in words elsewhere. */

import type { Piece } from "../contract";

export interface Badge {
  letter: string;
  words: string;
  path?: string;
}

const SHAPES: [RegExp, Badge][] = [
  [/^engaged/, { letter: "x", words: "engaged", path: "M-3-3L3 3M3-3L-3 3" }],
  [/^(in )?square/, { letter: "q", words: "in square", path: "M-3-3H3V3H-3Z" }],
  [/^limbered/, { letter: "L", words: "limbered" }],
  [/shaken/, { letter: "S", words: "shaken" }],
  [/disorder/, { letter: "D", words: "disordered" }],
  [/ammunition/, { letter: "A", words: "low on ammunition" }],
  [/rout|panic/, { letter: "!", words: "in rout" }],
  [/^prone/, { letter: "P", words: "prone", path: "M-3.6 1.6H3.6M-3.6 1.6L-1-2M1.4 1.6V-.6" }],
  [/^broken/, { letter: "!", words: "broken" }],
  [/^overheated/, { letter: "h", words: "overheated", path: "M0-4C2.6-1.4 3.2 .4 2 2.4C1 4-1 4-2 2.4C-3 .6-1.6-.6-1.2-2C-.4-1.4-.2-2.6 0-4Z" }],
  [/^ruined/, { letter: "x", words: "ruined for good", path: "M-3-3L3 3M3-3L-3 3" }],
  [/^flanked/, { letter: "F", words: "taken in the flank" }],
  [/^quip/, { letter: "+", words: "heartened: +1 once", path: "M-3 0H3M0-3V3" }],
  [/reload/, { letter: "R", words: "reloading" }],
];

export function badges(piece: Piece): Badge[] {
  return piece.marks.flatMap((mark) => SHAPES.filter(([pattern]) => pattern.test(mark)).map(([, badge]) => badge));
}

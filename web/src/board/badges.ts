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
  [/ladder/, { letter: "H", words: "carries a ladder", path: "M-2-4V4M2-4V4M-2-2H2M-2 .4H2M-2 2.8H2" }],
  [/^jammed/, { letter: "J", words: "jammed" }],
  [/^dismounted/, { letter: "U", words: "dismounted", path: "M-2.8-3V.6C-2.8 4.4 2.8 4.4 2.8.6V-3" }],
  [/^under cover/, { letter: "C", words: "under cover", path: "M-4 1L0-3L4 1M-2.6 .4V3.6H2.6V.4" }],
  [/^wounded/, { letter: "+", words: "wounded", path: "M0-3.6V3.6M-3.6 0H3.6" }],
  [/^straggler/, { letter: "?", words: "straggler" }],
  [/^ordered/, { letter: "v", words: "ordered", path: "M-3.4 .2L-1 2.8L3.6-2.8" }],
];

export function badges(piece: Piece): Badge[] {
  return piece.marks.flatMap((mark) => SHAPES.filter(([pattern]) => pattern.test(mark)).map(([, badge]) => badge));
}

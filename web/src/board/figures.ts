/** Small figures, drawn once and used many times. The origin is the middle of the base; a man is 24 units high. */

import type { Piece } from "../contract";
import { INK, HEAD, HELMET, CLOTH, LEGS, TUNIC, ROBE, RIFLE, SPEAR, SHIELD, HORSE, RIDER, TAIL, NOTCH, shift } from "./figureparts";
import { MACHINES } from "./machines";
import { MOUNTS } from "./mounts";

const DRAWN = {
  rifle: LEGS + TUNIC + HEAD + HELMET + RIFLE,
  spear: SPEAR + ROBE + SHIELD + HEAD + CLOTH,
  musket: ROBE + HEAD + CLOTH + RIFLE,
  askari: LEGS + TUNIC + HEAD + CLOTH + RIFLE,
  horse:
    HORSE + RIDER + shift(0, -7, HEAD + HELMET) +
    `<path d="M5.4-6L-5.6-29" stroke="var(--steel)" stroke-width="1.1" stroke-linecap="round"/><path d="M-5.4-28.6L-11.6-27.2L-4-25.4Z" fill="var(--c)" ${INK}/>`,
  rider:
    HORSE + RIDER + shift(0, -7, HEAD + CLOTH) +
    `<path d="M3-17L9.6-26.4" stroke="var(--steel)" stroke-width="1.5" stroke-linecap="round"/><circle cx="-3.6" cy="-14.6" r="3.7" fill="var(--linen)" ${INK}/><circle cx="-3.6" cy="-14.6" r="1.2" fill="var(--d)"/>`,
  mg:
    '<path d="M-11 0L-1-8L8 .4" fill="none" stroke="var(--steel)" stroke-width="1.8" stroke-linecap="round"/><path d="M-4-8.4H14V-12.6H-4Z" fill="var(--steel)"/><path d="M1-11.6H14M1-9.6H14" stroke="var(--linen)" stroke-width=".7"/>' +
    `<path d="M-9-14.8H-2V-7H-9Z" fill="var(--c)" ${INK}/><path d="M-4.6-14.6L-3.4-22H.4L-1-14.6Z" fill="var(--linen)" ${INK}/><path d="M-9-10.6H-12.4V-13" fill="none" stroke="var(--steel)" stroke-width="1.3" stroke-linecap="round"/><circle cx="-1" cy="-3.6" r="4.4" fill="none" stroke="var(--steel)" stroke-width="2"/><path d="M-1-8V.8M-5.4-3.6H3.4" stroke="var(--steel)" stroke-width=".8"/>`,
  lead: TAIL + LEGS + TUNIC + HEAD + HELMET + '<path d="M-4.6-9.6L-8.8-1.6" stroke="var(--steel)" stroke-width="1.3" stroke-linecap="round"/>',
  chief: NOTCH + ROBE + HEAD + CLOTH + '<path d="M-4.4-9.6L-9.2-14" stroke="var(--steel)" stroke-width="1.3" stroke-linecap="round"/>',
  leadhorse: shift(-4, -3, TAIL) + HORSE + RIDER + shift(0, -7, HEAD + HELMET),
  chiefhorse: shift(-4, -3, NOTCH) + HORSE + RIDER + shift(0, -7, HEAD + CLOTH),
  bearer: ROBE + HEAD + `<path d="M-5.6-24.4H5.6V-20H-5.6Z" fill="var(--linen)" ${INK}/><path d="M-2-24.4V-20M2-24.4V-20" stroke="var(--d)" stroke-width=".9"/>`,
  bow:
    `<path d="M-6.4-25C-1.6-18.6-1.6-7.4-6.4-1" fill="none" stroke="var(--thorn)" stroke-width="1.5" stroke-linecap="round"/><path d="M-6.4-25V-1" stroke="var(--steel)" stroke-width=".6"/>` +
    ROBE + HEAD + CLOTH +
    '<path d="M2.4-13.2L-11.4-13.2M-11.4-13.2l2.6-1.6M-11.4-13.2l2.6 1.6" stroke="var(--steel)" stroke-width="1" stroke-linecap="round"/><circle cx="-3.6" cy="-12.8" r="1.3" fill="var(--skin)" stroke="var(--steel)" stroke-width=".6"/>',
  mule:
    HORSE + `<path d="M-6-13.6H4.4L3.4-7.6H-5.2Z" fill="var(--c)" ${INK}/><path d="M-4.6-18.2H3.2V-13.2H-4.6Z" fill="var(--linen)" ${INK}/><path d="M-.7-18.2V-7.6" stroke="var(--steel)" stroke-width=".9"/><path d="M9.6-20.4L8.8-26M11.4-20.8L12.6-26.2" stroke="var(--horse)" stroke-width="1.9" stroke-linecap="round"/>`,
  load: `<path d="M-8-9.4H7.6V2H-8Z" fill="var(--linen)" ${INK}/><path d="M-8-9.4L-5-12.6H10.4L7.6-9.4M7.6 2L10.4-2V-12.6" fill="var(--w1)" ${INK}/><path d="M-3-9.4V2M3-9.4V2M-8-3.6H7.6" stroke="var(--c)" stroke-width="1.2"/>`,
  ...MOUNTS,
  ...MACHINES,
};
export type Figure = keyof typeof DRAWN;

const WIDTH: Partial<Record<Figure, number>> = {
  horse: 12, rider: 12, leadhorse: 12, chiefhorse: 12, ncohorse: 12, elderhorse: 12, gun: 15, heavy: 18, mg: 13, motor: 17, plane: 9, "plane-down": 14, airship: 9, "airship-down": 16,
};

/** The second cue of a side: square, round, triangular or lozenge base. */
function base(number: number, w: number): string {
  const d = 3.6;
  const lit = 'fill="var(--t)" opacity=".92"';
  switch (number % 4) {
    case 0:
      return `<rect x="${-w}" y="-3" width="${2 * w}" height="7.2" rx="1.2" fill="var(--d)"/><rect x="${1.1 - w}" y="-1.9" width="${2 * w - 2.2}" height="3.6" rx=".6" ${lit}/>`;
    case 1:
      return `<ellipse cy=".6" rx="${w}" ry="${d + 0.5}" fill="var(--d)"/><ellipse cy=".2" rx="${w - 1.5}" ry="${d - 1}" ${lit}/>`;
    case 2:
      return `<path d="M${-w - 2} 4.4L0-5.4L${w + 2} 4.4Z" fill="var(--d)"/><path d="M${2 - w} 3L0-3L${w - 2} 3Z" ${lit}/>`;
    default:
      return `<path d="M${-w - 1} .4L0-4.4L${w + 1} .4L0 5.2Z" fill="var(--d)"/><path d="M${2.5 - w} .3L0-2.6L${w - 2.5} .3L0 3.2Z" ${lit}/>`;
  }
}

/** All symbols, for as many sides as there are. */
export function symbols(sides: number): string {
  const kinds = Object.entries(DRAWN) as [Figure, string][];
  let out = "";
  for (let side = 0; side < sides; side++)
    for (const [kind, body] of kinds) {
      const w = WIDTH[kind] ?? 8.2;
      out += `<g id="${kind}-${side}"><ellipse cx="2" cy="2.4" rx="${w + 1}" ry="4.6" fill="var(--shade)" opacity=".17"/>${base(side, w)}${body}</g>`;
    }
  return out;
}

/** The same without bases, for boards whose bases have their own size. Their colours come from where they are used. */
export function bodies(): string {
  return Object.entries(DRAWN)
    .map(([kind, body]) => `<g id="man-${kind}">${body}</g>`)
    .join("");
}

function known(name: string): Figure | undefined {
  return Object.hasOwn(DRAWN, name) ? (name as Figure) : undefined;
}

/** One figure by itself, without its base; nothing if there is none of this name. */
export function portrait(name: string): string {
  return Object.hasOwn(DRAWN, name) ? DRAWN[name as Figure] : "";
}

/** Which figure stands for a man of this piece: the one that it names, or the one that its words speak of. */
export function figureOf(piece: Piece): Figure {
  const named = piece.figure;
  if (named) return (piece.aloft ? undefined : known(`${named}-down`)) ?? known(named) ?? "rifle";
  const words = [piece.kind, ...piece.facts].join(" ").toLowerCase();
  const native = piece.origin === "native";
  if (piece.kind === "load" || piece.kind === "mule") return piece.kind;
  if (/leader|chief|commander|general|^army$/.test(piece.kind) || piece.officer)
    return piece.mounted ? (native ? "chiefhorse" : "leadhorse") : native ? "chief" : "lead";
  if (/bearer|porter/.test(piece.kind)) return "bearer";
  if (/cavalry|horse|camel|mounted/.test(piece.kind) || piece.mounted) return native ? "rider" : "horse";
  if (/archer|pygmy|bow/.test(words)) return "bow";
  if (!native) return "rifle";
  if (/askari|baluchi/.test(piece.kind)) return "askari";
  return /rifle|musket|gun/.test(words) ? "musket" : "spear";
}

/** The weapon that a crew serves, if the piece is one. */
export function weaponOf(piece: Piece): Figure | undefined {
  if (piece.weapon !== undefined) return known(piece.weapon);
  if (/machine/.test(piece.kind)) return "mg";
  return /artillery|gun|battery/.test(piece.kind) ? "gun" : undefined;
}

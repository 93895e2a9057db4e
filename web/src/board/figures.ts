/** Small figures, drawn once and used many times. The origin is the middle of the base; a man is 24 units high. */

import type { Piece } from "../contract";

const INK = 'stroke="var(--steel)" stroke-width=".8" stroke-linejoin="round" stroke-linecap="round"';
const HEAD = `<circle cx="0" cy="-17.6" r="2.6" fill="var(--skin)" ${INK}/>`;
const HELMET = `<path d="M-3.4-18.6C-3.4-23.4 3.4-23.4 3.4-18.6L5-17.3C2-18.1-2-18.1-5-17.3Z" fill="var(--linen)" ${INK}/><path d="M0-22.2v-1.3" stroke="var(--steel)" stroke-width="1.3" stroke-linecap="round"/>`;
const CLOTH = `<path d="M-3.1-17.6C-3.6-22.3 3.6-22.3 3.1-17.6C1.6-19-1.6-19-3.1-17.6Z" fill="var(--linen)" ${INK}/><path d="M-3-19.2C-1-20.4 1-20.4 3-19.2" fill="none" stroke="var(--d)" stroke-width="1"/>`;
const LEGS = '<path d="M-3.3 0L-2.6-7.5H-.2L-.5 0ZM.5 0L.2-7.5H2.6L3.3 0Z" fill="var(--steel)"/>';
const TUNIC = `<path d="M-4-5.6C-3.7-8.5-5-13-3.4-14.7C-1.8-15.9 1.8-15.9 3.4-14.7C5-13 3.7-8.5 4-5.6C1.6-5-1.6-5-4-5.6Z" fill="var(--c)" ${INK}/><path d="M-3-14.4L3-8.6M-3.8-8.4H3.8" stroke="var(--linen)" stroke-width="1" fill="none"/>`;
const ROBE = `<path d="M-4.9-.4L-3.5-14.2C-2-15.7 2-15.7 3.5-14.2L4.9-.4C2 .9-2 .9-4.9-.4Z" fill="var(--c)" ${INK}/><path d="M-2.7-14.6L1.6-.2" stroke="var(--linen)" stroke-width="1.1" fill="none"/>`;
const RIFLE = '<path d="M6.6-5.4L-5.2-19.6" stroke="var(--linen)" stroke-width="3"/><path d="M6.8-5.2L-5-19.4" stroke="var(--steel)" stroke-width="1.7" stroke-linecap="round"/><path d="M-5-19.4L-8-23" stroke="var(--steel)" stroke-width=".9" stroke-linecap="round"/><circle cx="2.6" cy="-10.3" r="1.25" fill="var(--skin)" stroke="var(--steel)" stroke-width=".6"/>';
const SPEAR = `<path d="M-6.6 1.2V-22" stroke="var(--steel)" stroke-width="1.25" stroke-linecap="round"/><path d="M-6.6-28.4C-4.7-25.6-4.9-23.6-6.6-21.4C-8.3-23.6-8.5-25.6-6.6-28.4Z" fill="var(--linen)" ${INK}/><circle cx="-6" cy="-11.4" r="1.3" fill="var(--skin)" stroke="var(--steel)" stroke-width=".6"/>`;
const SHIELD = `<ellipse cx="3.3" cy="-7.6" rx="4.2" ry="6.4" fill="var(--linen)" ${INK}/><path d="M3.3-13.4V-1.8" stroke="var(--d)" stroke-width="1.2"/><path d="M.6-9.6H6M.6-5.6H6" stroke="var(--d)" stroke-width=".9"/>`;
const HORSE =
  '<path d="M-10.6-11.5C-13.4-11-13.4-6.5-12.6-3" fill="none" stroke="var(--horse)" stroke-width="1.9" stroke-linecap="round"/>' +
  '<path d="M-4.6-7L-5-.6H-3.6L-2.4-7ZM4-7.4L6.2-.8L4.9-.4L2.4-7Z" fill="var(--steel)"/>' +
  `<path d="M-10.8-10C-10.8-13.4-6-13.8-2-13.4C2-13.2 4.4-13.8 6.2-15.6L8.8-20C9.4-21.4 10.8-22 11.6-21L14.8-17.2C15.3-16.3 14.4-15.1 13.2-15.4L11-15.8L9.4-10.6C9-8.6 8.6-7.8 7.6-7L8.4 .6H6.7L5.2-6.6C1-5.8-3-5.8-5.4-6.5L-7.2 .6H-8.9L-8.2-7C-9.8-7.9-10.8-9-10.8-10Z" fill="var(--horse)" ${INK}/>`;
const RIDER = `<path d="M-3.4-13C-3.6-16-4.2-20-2.6-21.6C-1.2-22.5 1.4-22.5 2.6-21.6C3.9-20 3.2-16 3-13L4.4-7.6L1.8-6.6L-.4-11Z" fill="var(--c)" ${INK}/><path d="M-2.4-21L2.6-15.6" stroke="var(--linen)" stroke-width="1"/>`;
const TAIL = `<path d="M6.4 2V-31" stroke="var(--steel)" stroke-width="1.4" stroke-linecap="round"/><path d="M6.4-31H20L16.4-26.2L20-21.4H6.4Z" fill="var(--c)" ${INK}/><path d="M6.8-26.2H16.4" stroke="var(--linen)" stroke-width="1.7"/>`;
const NOTCH = `<path d="M6.4 2V-31" stroke="var(--steel)" stroke-width="1.4" stroke-linecap="round"/><path d="M6.4-31H21L15-26L21-21H6.4Z" fill="var(--c)" ${INK}/><circle cx="11.4" cy="-26" r="2.2" fill="var(--linen)"/>`;

const shift = (x: number, y: number, body: string) => `<g transform="translate(${x} ${y})">${body}</g>`;

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
  gun:
    '<path d="M-15-.4L-1-7.4" stroke="var(--steel)" stroke-width="3" stroke-linecap="round"/><path d="M-15-.4L-1-7.4" stroke="var(--c)" stroke-width="1.5" stroke-linecap="round"/>' +
    '<path d="M-5.4-8.2L-4.4-11.8L14-15.4L14.6-12.4Z" fill="var(--steel)"/><path d="M-3.6-10.6L13-13.8" stroke="var(--linen)" stroke-width=".9"/><circle cx="-6" cy="-9.6" r="1.7" fill="var(--steel)"/>' +
    '<circle cx="1" cy="-6" r="6.7" fill="none" stroke="var(--steel)" stroke-width="2.9"/><circle cx="1" cy="-6" r="6.7" fill="none" stroke="var(--c)" stroke-width="1.4"/>' +
    '<path d="M1-12V0M-5-6H7M-3.2-10.2L5.2-1.8M5.2-10.2L-3.2-1.8" stroke="var(--steel)" stroke-width=".9"/><circle cx="1" cy="-6" r="1.6" fill="var(--steel)"/>',
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
};
export type Figure = keyof typeof DRAWN;

const WIDTH: Partial<Record<Figure, number>> = { horse: 12, rider: 12, leadhorse: 12, chiefhorse: 12, gun: 15, mg: 13 };

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

/** Which figure stands for a man of this piece. */
export function figureOf(piece: Piece): Figure {
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
  if (/machine/.test(piece.kind)) return "mg";
  return /artillery|gun|battery/.test(piece.kind) ? "gun" : undefined;
}

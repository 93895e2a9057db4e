/** Leaders of small bodies, crews, guns, and what drives and flies. */

import { CLOTH, HEAD, HELMET, HORSE, INK, LEGS, RIDER, ROBE, TUNIC, shift } from "./figureparts";

const SMALL = `<path d="M6.2 2V-27" stroke="var(--steel)" stroke-width="1.3" stroke-linecap="round"/><path d="M6.2-27L15.4-23.6L6.2-20.4Z" fill="var(--c)" ${INK}/>`;
const CHEVRON = '<path d="M-4.4-12.6l2 1.6l2-1.6M-4.4-10.4l2 1.6l2-1.6" fill="none" stroke="var(--linen)" stroke-width=".9"/><path d="M-4.6-9.6L-8.6-2.4" stroke="var(--steel)" stroke-width="1.3" stroke-linecap="round"/>';
/** What is in the air stands on a rod. */
const STAND = '<path d="M0 0V-30" stroke="var(--steel)" stroke-width="1.1" stroke-dasharray="2.4 1.6"/>';
/** A biplane, from the side and a little above. */
const PLANE =
  `<path d="M-17-3.4L-8.6-1.2L9-.4C12.4-.6 13.6-3 13.4-5C12.6-7 10.4-7.6 7-7.6L-9-5.6L-15.6-8.8L-19-8.4Z" fill="var(--c)" ${INK}/>` +
  `<path d="M-12.4-14.2H15.6C17.4-14.2 18-11.4 16-11.2H-12C-14-11.4-14-14-12.4-14.2Z" fill="var(--linen)" ${INK}/><path d="M-11.4 1.2H14C15.8 1.2 16.4 4 14.4 4.2H-11C-13 4-13 1.4-11.4 1.2Z" fill="var(--linen)" ${INK}/>` +
  '<path d="M-7.6-11.2L-6.8 1.2M-1.6-11.2L-2.6 1.2M5.6-11.2L6.4 1.2M11.6-11.2L10.6 1.2" stroke="var(--steel)" stroke-width=".9"/><path d="M14.4-12V6" stroke="var(--steel)" stroke-width="1.5" stroke-linecap="round"/><path d="M5.6 4.2L4.2 8.4M9.6 4.2L11 8.4" stroke="var(--steel)" stroke-width="1.1"/><circle cx="7.6" cy="9" r="2.5" fill="var(--steel)"/><circle cx="-1" cy="-9" r="2.1" fill="var(--skin)" stroke="var(--steel)" stroke-width=".7"/><path d="M-6.4-13.2V-12" stroke="var(--d)" stroke-width="3"/><path d="M10.6-13.4V-12" stroke="var(--d)" stroke-width="3"/>';
const SHIP =
  `<path d="M-25-3.6L-31-11.4L-24.6-10.4Z" fill="var(--d)" ${INK}/><path d="M-25-9.4L-31 .4L-24.4-.8Z" fill="var(--d)" ${INK}/><path d="M-27-5.6C-22-14.4-4-16.4 8-14.6C20-13 27.4-9.6 27.4-5.8C27.4-2 20 1.6 8 3C-4 4.4-22 3.2-27-5.6Z" fill="var(--c)" ${INK}/>` +
  `<path d="M-20-9.4C-8-13.6 10-13.6 25-8.4M-22-2.6C-8 .8 10 .6 25.4-3.4" fill="none" stroke="var(--linen)" stroke-width="1"/><path d="M-8 6.6H9L7.4 10.6H-6.2Z" fill="var(--linen)" ${INK}/><path d="M-5 3.4V6.6M6 3.2V6.6M-9.6 6L-12.4 11" stroke="var(--steel)" stroke-width="1"/>`;
const GUN =
  '<path d="M-15-.4L-1-7.4" stroke="var(--steel)" stroke-width="3" stroke-linecap="round"/><path d="M-15-.4L-1-7.4" stroke="var(--c)" stroke-width="1.5" stroke-linecap="round"/>' +
  '<path d="M-5.4-8.2L-4.4-11.8L14-15.4L14.6-12.4Z" fill="var(--steel)"/><path d="M-3.6-10.6L13-13.8" stroke="var(--linen)" stroke-width=".9"/><circle cx="-6" cy="-9.6" r="1.7" fill="var(--steel)"/>' +
  '<circle cx="1" cy="-6" r="6.7" fill="none" stroke="var(--steel)" stroke-width="2.9"/><circle cx="1" cy="-6" r="6.7" fill="none" stroke="var(--c)" stroke-width="1.4"/>' +
  '<path d="M1-12V0M-5-6H7M-3.2-10.2L5.2-1.8M5.2-10.2L-3.2-1.8" stroke="var(--steel)" stroke-width=".9"/><circle cx="1" cy="-6" r="1.6" fill="var(--steel)"/>';

export const MACHINES = {
  gun: GUN,
  heavy: `<g transform="scale(1.28)">${GUN}</g>`,
  gunner:
    `<path d="M7.6 1.6L-5.4-21" stroke="var(--steel)" stroke-width="1.3" stroke-linecap="round"/><path d="M-6.4-22.6l2.4 2" stroke="var(--linen)" stroke-width="3.4" stroke-linecap="round"/>` +
    LEGS + TUNIC + HEAD + HELMET + '<circle cx="2.8" cy="-9.4" r="1.3" fill="var(--skin)" stroke="var(--steel)" stroke-width=".6"/>',
  nco: SMALL + LEGS + TUNIC + HEAD + HELMET + CHEVRON,
  elder: SMALL + ROBE + HEAD + CLOTH + '<path d="M-4.4-9.6L-9.4-3" stroke="var(--steel)" stroke-width="1.3" stroke-linecap="round"/>',
  ncohorse: shift(-4, -4, SMALL) + HORSE + RIDER + shift(0, -7, HEAD + HELMET),
  elderhorse: shift(-4, -4, SMALL) + HORSE + RIDER + shift(0, -7, HEAD + CLOTH),
  motor:
    `<path d="M-17-5.4V-15.6H-3.4V-21.4H6.6L9.8-13.6L17-12.2V-5.4Z" fill="var(--c)" ${INK}/><path d="M-2-20H5.6L8-13.8H-2Z" fill="var(--linen)" ${INK}/><path d="M-15.6-12.8H-5" stroke="var(--linen)" stroke-width="1.1"/><path d="M-11-15.6V-19H-16.4" fill="none" stroke="var(--steel)" stroke-width="1.8" stroke-linecap="round"/>` +
    [-10.4, 10.4].map((x) => `<circle cx="${x}" cy="-4" r="5" fill="var(--steel)"/><circle cx="${x}" cy="-4" r="2.6" fill="var(--linen)"/><path d="M${x}-8.4V.4M${x - 4.4}-4H${x + 4.4}" stroke="var(--steel)" stroke-width=".8"/>`).join(""),
  plane: STAND + shift(0, -34, PLANE),
  "plane-down": shift(0, -6, PLANE),
  airship: STAND + shift(0, -38, SHIP),
  "airship-down": shift(0, -14, SHIP),
};

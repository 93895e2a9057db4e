/** Camels, troopers, crews and what they serve: more silhouettes, in the manner of the others. */

import { CLOTH, HEAD, HELMET, HORSE, INK, LEGS, RIDER, ROBE, shift, TUNIC } from "./figureparts";

const CAMEL =
  '<path d="M-10.8-12C-13-10.6-12.8-7-12.4-4.6" fill="none" stroke="var(--horse)" stroke-width="1.5" stroke-linecap="round"/>' +
  '<path d="M-5.6-8L-6.2-.6H-4.9L-3.8-8ZM3.2-8.4L4.6-.8L3.4-.4L1.8-8Z" fill="var(--steel)"/>' +
  `<path d="M-11-11.4C-10.8-14.6-7.6-15.6-5.4-17.4C-3.4-19.4-.2-19.4 1.4-17.2C3-15.4 5-14.6 6.8-14.8C8.6-15 9-18.4 8.8-21.4C8.8-24.6 10.6-26 12.6-25.8C14.6-25.4 16.8-24.4 17-23.2C16.8-22 14.6-21.8 13-21.6C12.4-18 12.4-13.6 10.4-11.2C9.4-9.8 8-8.8 7.2-8.2L7.8 .8H6.2L4.8-7.6C1-6.8-3.4-6.8-5.8-7.4L-7.8 .8H-9.4L-8.6-7.8C-10-8.6-11-9.8-11-11.4Z" fill="var(--horse)" ${INK}/>` +
  '<path d="M-6.6-17L2-16.6L1-10.4H-5.6Z" fill="var(--c)" stroke="var(--steel)" stroke-width=".7"/>';
const POLE = '<path d="M7 1L3.4-24.6" stroke="var(--steel)" stroke-width="1.3" stroke-linecap="round"/><path d="M3.7-22.4L3.2-26" stroke="var(--linen)" stroke-width="3" stroke-linecap="round"/>';
const CARBINE = '<path d="M4.8-9.4L-4.6-27" stroke="var(--linen)" stroke-width="2.6"/><path d="M5-9.2L-4.6-26.8" stroke="var(--steel)" stroke-width="1.5" stroke-linecap="round"/>';
const WHEEL = (x: number) =>
  `<circle cx="${x}" cy="-4.6" r="5.2" fill="none" stroke="var(--steel)" stroke-width="2.2"/><path d="M${x}-9.4V.2M${x - 4.8}-4.6H${x + 4.8}M${x - 3.4}-8L${x + 3.4}-1.2M${x + 3.4}-8L${x - 3.4}-1.2" stroke="var(--steel)" stroke-width=".8"/>`;

export const MOUNTS = {
  trooper:
    HORSE + RIDER + shift(0, -7, HEAD + HELMET) +
    '<path d="M3.4-17L8-20.4" stroke="var(--steel)" stroke-width="1.2" stroke-linecap="round"/><path d="M8-20.4C9.8-24 10.2-27.4 9.4-31" stroke="var(--steel)" stroke-width="1.5" fill="none" stroke-linecap="round"/>',
  camelry: CAMEL + shift(-1, -6, RIDER) + shift(-1, -13, HEAD + HELMET) + shift(-1, -5, CARBINE),
  camelman:
    CAMEL + shift(-1, -6, RIDER) + shift(-1, -13, HEAD + CLOTH) +
    `<path d="M4-10L-6.4-38" stroke="var(--steel)" stroke-width="1.2" stroke-linecap="round"/><path d="M-6.2-38C-4.6-40.4-5.6-42.6-8.2-43.6C-8.8-41-8.4-39-6.2-38Z" fill="var(--linen)" ${INK}/><circle cx="-5" cy="-17.6" r="3.6" fill="var(--linen)" ${INK}/><circle cx="-5" cy="-17.6" r="1.1" fill="var(--d)"/>`,
  gunner: LEGS + TUNIC + HEAD + HELMET + POLE,
  servant: ROBE + HEAD + CLOTH + POLE,
  rocket:
    '<path d="M-10 1L-4-11M-1 1L-5-10" stroke="var(--steel)" stroke-width="1.8" stroke-linecap="round"/>' +
    `<path d="M-13-5.6L11-19.4L13-16L-11-2.2Z" fill="var(--steel)"/><path d="M-8-7.4L15.6-20.8L17-18.4L-6.6-5Z" fill="var(--c)" ${INK}/><path d="M15.6-20.8L21.6-22.2L17-18.4Z" fill="var(--linen)" ${INK}/>`,
  wagon:
    `<path d="M-14-7H13V-11H-14Z" fill="var(--thorn)" ${INK}/><path d="M-12.4-11C-13-22-8-24.4 0-24.4S12.4-22 11.6-11Z" fill="var(--linen)" ${INK}/><path d="M-5-24V-11M4-24V-11" stroke="var(--d)" stroke-width=".9" fill="none"/>` +
    `<path d="M-14-10L-21-6" stroke="var(--steel)" stroke-width="1.4" stroke-linecap="round"/><path d="M-2.6-17.6h6v4h-6z" fill="var(--c)" opacity=".9"/>${WHEEL(-8)}${WHEEL(7)}`,
};

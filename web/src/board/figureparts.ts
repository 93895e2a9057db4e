/** Heads, bodies, mounts and arms from which the figures are put together. The origin is the middle of the base; a man is 24 units high. */

export const INK = 'stroke="var(--steel)" stroke-width=".8" stroke-linejoin="round" stroke-linecap="round"';
export const HEAD = `<circle cx="0" cy="-17.6" r="2.6" fill="var(--skin)" ${INK}/>`;
export const HELMET = `<path d="M-3.4-18.6C-3.4-23.4 3.4-23.4 3.4-18.6L5-17.3C2-18.1-2-18.1-5-17.3Z" fill="var(--linen)" ${INK}/><path d="M0-22.2v-1.3" stroke="var(--steel)" stroke-width="1.3" stroke-linecap="round"/>`;
export const CLOTH = `<path d="M-3.1-17.6C-3.6-22.3 3.6-22.3 3.1-17.6C1.6-19-1.6-19-3.1-17.6Z" fill="var(--linen)" ${INK}/><path d="M-3-19.2C-1-20.4 1-20.4 3-19.2" fill="none" stroke="var(--d)" stroke-width="1"/>`;
export const LEGS = '<path d="M-3.3 0L-2.6-7.5H-.2L-.5 0ZM.5 0L.2-7.5H2.6L3.3 0Z" fill="var(--steel)"/>';
export const TUNIC = `<path d="M-4-5.6C-3.7-8.5-5-13-3.4-14.7C-1.8-15.9 1.8-15.9 3.4-14.7C5-13 3.7-8.5 4-5.6C1.6-5-1.6-5-4-5.6Z" fill="var(--c)" ${INK}/><path d="M-3-14.4L3-8.6M-3.8-8.4H3.8" stroke="var(--linen)" stroke-width="1" fill="none"/>`;
export const ROBE = `<path d="M-4.9-.4L-3.5-14.2C-2-15.7 2-15.7 3.5-14.2L4.9-.4C2 .9-2 .9-4.9-.4Z" fill="var(--c)" ${INK}/><path d="M-2.7-14.6L1.6-.2" stroke="var(--linen)" stroke-width="1.1" fill="none"/>`;
export const RIFLE = '<path d="M6.6-5.4L-5.2-19.6" stroke="var(--linen)" stroke-width="3"/><path d="M6.8-5.2L-5-19.4" stroke="var(--steel)" stroke-width="1.7" stroke-linecap="round"/><path d="M-5-19.4L-8-23" stroke="var(--steel)" stroke-width=".9" stroke-linecap="round"/><circle cx="2.6" cy="-10.3" r="1.25" fill="var(--skin)" stroke="var(--steel)" stroke-width=".6"/>';
export const SPEAR = `<path d="M-6.6 1.2V-22" stroke="var(--steel)" stroke-width="1.25" stroke-linecap="round"/><path d="M-6.6-28.4C-4.7-25.6-4.9-23.6-6.6-21.4C-8.3-23.6-8.5-25.6-6.6-28.4Z" fill="var(--linen)" ${INK}/><circle cx="-6" cy="-11.4" r="1.3" fill="var(--skin)" stroke="var(--steel)" stroke-width=".6"/>`;
export const SHIELD = `<ellipse cx="3.3" cy="-7.6" rx="4.2" ry="6.4" fill="var(--linen)" ${INK}/><path d="M3.3-13.4V-1.8" stroke="var(--d)" stroke-width="1.2"/><path d="M.6-9.6H6M.6-5.6H6" stroke="var(--d)" stroke-width=".9"/>`;
export const HORSE =
  '<path d="M-10.6-11.5C-13.4-11-13.4-6.5-12.6-3" fill="none" stroke="var(--horse)" stroke-width="1.9" stroke-linecap="round"/>' +
  '<path d="M-4.6-7L-5-.6H-3.6L-2.4-7ZM4-7.4L6.2-.8L4.9-.4L2.4-7Z" fill="var(--steel)"/>' +
  `<path d="M-10.8-10C-10.8-13.4-6-13.8-2-13.4C2-13.2 4.4-13.8 6.2-15.6L8.8-20C9.4-21.4 10.8-22 11.6-21L14.8-17.2C15.3-16.3 14.4-15.1 13.2-15.4L11-15.8L9.4-10.6C9-8.6 8.6-7.8 7.6-7L8.4 .6H6.7L5.2-6.6C1-5.8-3-5.8-5.4-6.5L-7.2 .6H-8.9L-8.2-7C-9.8-7.9-10.8-9-10.8-10Z" fill="var(--horse)" ${INK}/>`;
export const RIDER = `<path d="M-3.4-13C-3.6-16-4.2-20-2.6-21.6C-1.2-22.5 1.4-22.5 2.6-21.6C3.9-20 3.2-16 3-13L4.4-7.6L1.8-6.6L-.4-11Z" fill="var(--c)" ${INK}/><path d="M-2.4-21L2.6-15.6" stroke="var(--linen)" stroke-width="1"/>`;
export const TAIL = `<path d="M6.4 2V-31" stroke="var(--steel)" stroke-width="1.4" stroke-linecap="round"/><path d="M6.4-31H20L16.4-26.2L20-21.4H6.4Z" fill="var(--c)" ${INK}/><path d="M6.8-26.2H16.4" stroke="var(--linen)" stroke-width="1.7"/>`;
export const NOTCH = `<path d="M6.4 2V-31" stroke="var(--steel)" stroke-width="1.4" stroke-linecap="round"/><path d="M6.4-31H21L15-26L21-21H6.4Z" fill="var(--c)" ${INK}/><circle cx="11.4" cy="-26" r="2.2" fill="var(--linen)"/>`;

export const shift = (x: number, y: number, body: string) => `<g transform="translate(${x} ${y})">${body}</g>`;

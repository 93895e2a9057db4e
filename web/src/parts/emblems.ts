/** What is pictured on cards that order no colours, in a square of 48; figures of the board serve as well. */

const ink = 'fill="none" stroke="var(--ink)" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"';
const full = 'fill="var(--ink)"';
const sabre = '<path d="M9 38L33 12C37 8 41 7 41 7C41 7 40 12 36 16L13 41M8 33L15 41M6 43L11 38" ' + ink + "/>";

export const EMBLEMS: Record<string, string> = {
  star: `<path d="M24 6L29 18.5L42 19.5L32 28L35 41L24 34L13 41L16 28L6 19.5L19 18.5Z" ${ink}/>`,
  bugle: `<path d="M6 20C14 20 24 19 40 11V33C30 27 22 26 18 26C9 26 9 38 19 38H27C33 38 33 27 27 26" ${ink}/><path d="M40 11C43 16 43 28 40 33" ${ink}/>`,
  target: `<circle cx="24" cy="24" r="15" ${ink}/><circle cx="24" cy="24" r="7" ${ink}/><circle cx="24" cy="24" r="2" ${full}/><path d="M24 3V12M24 36V45M3 24H12M36 24H45" ${ink}/>`,
  bags: `<path d="M6 38C6 32 10 31 15 31C20 31 23 32 23 38ZM25 38C25 32 28 31 33 31C38 31 42 32 42 38ZM15 30C15 24 19 23 24 23C29 23 33 24 33 30ZM4 41H44" ${ink}/><path d="M24 20V8M19 12L24 7L29 12" ${ink}/>`,
  boots: `<path d="M9 8H19V28C24 29 29 31 29 36H9ZM9 36V40H29V36M24 12H33V29C38 30 43 32 43 36H31" ${ink}/><path d="M9 14H19M24 17H33" ${ink}/>`,
  bayonets: `<path d="M8 42L36 10M40 42L12 10M36 10L41 4M12 10L7 4M12 32L17 37M36 32L31 37" ${ink}/>`,
  sabres: `${sabre}<g transform="matrix(-1 0 0 1 48 0)">${sabre}</g>`,
  way: `<path d="M8 42C8 30 36 34 36 22C36 14 22 16 22 6" ${ink} stroke-dasharray="4 4"/><path d="M17 10L22 5L27 10" ${ink}/><circle cx="8" cy="42" r="2.4" ${full}/>`,
  crate: `<path d="M7 18L24 11L41 18V36L24 43L7 36ZM7 18L24 25L41 18M24 25V43" ${ink}/><path d="M13 24V33M18 26V35" ${ink}/>`,
  talisman: `<path d="M12 6C12 16 36 16 36 6M24 14V20" ${ink}/><circle cx="24" cy="31" r="11" ${ink}/><path d="M24 24L26 29L31 31L26 33L24 38L22 33L17 31L22 29Z" ${full}/>`,
  paw: `<path d="M24 24C30 24 36 31 36 36C36 42 30 41 24 40C18 41 12 42 12 36C12 31 18 24 24 24Z" ${full}/><ellipse cx="10" cy="23" rx="3.8" ry="5.4" ${full}/><ellipse cx="19" cy="14" rx="4" ry="6" ${full}/><ellipse cx="29" cy="14" rx="4" ry="6" ${full}/><ellipse cx="38" cy="23" rx="3.8" ry="5.4" ${full}/>`,
  scroll: `<path d="M12 8H36C41 8 41 16 36 16H34V36C34 41 28 41 28 36H10C10 41 16 41 16 36V12C16 7 8 7 8 12C8 15 10 16 12 16H16M20 22H30M20 28H30" ${ink}/>`,
  sun: `<circle cx="24" cy="24" r="9" ${ink}/><path d="M24 17A7 7 0 0 1 24 31Z" ${full}/><path d="M24 4V10M24 38V44M4 24H10M38 24H44M10 10L14 14M34 34L38 38M38 10L34 14M14 34L10 38" ${ink}/>`,
  storm: `<path d="M12 26C6 26 5 17 12 16C13 8 26 7 28 14C36 11 42 17 39 23C43 26 40 30 36 30H16" ${ink}/><path d="M14 34L11 41M23 34L20 44M32 34L29 41" ${ink}/>`,
  flame: `<path d="M24 4C26 14 38 18 36 31C35 39 29 44 24 44C18 44 12 39 12 31C12 25 16 23 17 17C21 20 21 23 21 26C25 22 26 12 24 4Z" ${ink}/><path d="M24 44C20 42 19 36 24 31C28 36 28 42 24 44Z" ${full}/>`,
  eye: `<path d="M4 24C12 12 36 12 44 24C36 36 12 36 4 24Z" ${ink}/><circle cx="24" cy="24" r="6.4" ${full}/>`,
  skull: `<path d="M16 35V30C10 27 9 21 10 17C12 9 18 6 24 6C30 6 36 9 38 17C39 21 38 27 32 30V35ZM20 35V41M24 35V41M28 35V41M16 41H32V35" ${ink}/><circle cx="18.5" cy="20" r="3.2" ${full}/><circle cx="29.5" cy="20" r="3.2" ${full}/>`,
};

/** Finds places for name tags where they cover neither each other nor, as far as possible, the figures. */

import type { Point } from "./hex";

export interface Tag {
  id: string;
  width: number;
  height: number;
  /** Middles of the hexes it may stand by. */
  by: Point[];
  /** How far what it names reaches from there: aside, and up and down. */
  reach?: { x: number; y: number };
}

interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

const CROWD = { w: 64, h: 56 };
const HEX = { x: 31, y: 31 };

export function placeTags(tags: Tag[], crowds: Point[], width: number, height: number, crowd = CROWD): Map<string, Point> {
  const figures = crowds.map((at) => ({ x: at.x - crowd.w / 2, y: at.y - crowd.h / 2, ...crowd }));
  const taken: Box[] = [];
  const found = new Map<string, Point>();
  for (const tag of [...tags].sort((a, b) => a.by.length - b.by.length)) {
    let best: Box = { x: 0, y: 0, w: tag.width, h: tag.height };
    let least = Infinity;
    for (const box of candidates(tag)) {
      const out = Math.max(0, -box.x) + Math.max(0, box.x + box.w - width) + Math.max(0, -box.y) + Math.max(0, box.y + box.h - height);
      const cost = total(box, taken) * 20 + total(box, figures) + out * 60 + (box as Ranked).rank;
      if (cost < least) [best, least] = [box, cost];
    }
    taken.push(grown(best));
    found.set(tag.id, { x: best.x, y: best.y });
  }
  return found;
}

type Ranked = Box & { rank: number };

function candidates(tag: Tag): Ranked[] {
  const { width: w, height: h, reach = HEX } = tag;
  const [aside, down] = [reach.x + 3, reach.y + 2];
  const up = reach.y + 13 + h;
  const between = tag.by.slice(1).map((at, i) => ({ x: (at.x + tag.by[i]!.x) / 2, y: (at.y + tag.by[i]!.y) / 2 }));
  return [...between, ...tag.by].flatMap((at, order) => [
    { x: at.x - w / 2, y: at.y + down, w, h, rank: order * 6 },
    { x: at.x - w / 2, y: at.y - up, w, h, rank: 40 + order * 6 },
    { x: at.x - w / 2, y: at.y + down + 7 + h, w, h, rank: 160 + order * 6 },
    { x: at.x + aside, y: at.y - h / 2, w, h, rank: 120 + order * 6 },
    { x: at.x - aside - w, y: at.y - h / 2, w, h, rank: 120 + order * 6 },
    { x: at.x - w / 4, y: at.y + down + 1, w, h, rank: 60 + order * 6 },
    { x: at.x - (3 * w) / 4, y: at.y + down + 1, w, h, rank: 60 + order * 6 },
    { x: at.x - w / 4, y: at.y - up - 2, w, h, rank: 90 + order * 6 },
    { x: at.x - (3 * w) / 4, y: at.y - up - 2, w, h, rank: 90 + order * 6 },
  ]);
}

function total(box: Box, others: Box[]): number {
  let area = 0;
  for (const other of others) {
    const w = Math.min(box.x + box.w, other.x + other.w) - Math.max(box.x, other.x);
    const h = Math.min(box.y + box.h, other.y + other.h) - Math.max(box.y, other.y);
    if (w > 0 && h > 0) area += w * h;
  }
  return area;
}

function grown(box: Box): Box {
  return { x: box.x - 3, y: box.y - 2, w: box.w + 6, h: box.h + 4 };
}

let pen: CanvasRenderingContext2D | null | undefined;

/** How wide a text is, in the units of its size. */
export function textWidth(text: string, size: number, weight: number): number {
  pen ??= document.createElement("canvas").getContext("2d");
  if (!pen) return text.length * size * 0.5;
  pen.font = `${weight} ${size}px "Alegreya Sans", Candara, sans-serif`;
  return pen.measureText(text).width;
}

/** A sentence in lines that are not wider than this. */
export function wrapped(text: string, size: number, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line ? `${line} ${word}` : word;
    if (line && textWidth(longer, size, 400) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return line ? [...lines, line] : lines;
}

const LEAST = 5;

/** A name in as little room: cut at its end, but with the number that tells it from its like. */
export function brief(name: string, size: number, weight: number, room: number): string {
  const number = / \d+$/.exec(name)?.[0] ?? "";
  const head = name.slice(0, name.length - number.length);
  const shown = cut(head, size, weight, room - textWidth(number, size, weight));
  if (!number || shown === head || shown.length > LEAST) return shown + number;
  return [...head.matchAll(/\b\p{Lu}/gu)].map(([letter]) => letter).join("") + number;
}

/** As much of a text as there is room for. */
export function cut(text: string, size: number, weight: number, room: number): string {
  if (textWidth(text, size, weight) <= room) return text;
  let end = text.length - 1;
  while (end > 1 && textWidth(`${text.slice(0, end).trimEnd()}…`, size, weight) > room) end--;
  return `${text.slice(0, end).trimEnd()}…`;
}

/** Whoever stands somewhere else than before walks there. Nothing waits for it. */

import type { Attachment } from "svelte/attachments";
import { moves } from "../settings.svelte";
import type { Point } from "./hex";

/** Where each thing stood last on each board that is open, so that it walks from there even if it is drawn anew. */
const stood = new WeakMap<Element, Map<string, Point>>();

/** `stride` is how far it goes in the time of one cell. */
export function walk(key: string, at: Point, stride: number): Attachment<SVGGElement> {
  return (element) => {
    const board = element.ownerSVGElement;
    if (!board) return;
    const known = stood.get(board) ?? new Map<string, Point>();
    stood.set(board, known);
    const before = known.get(key);
    known.set(key, at);
    if (!before || !moves() || (before.x === at.x && before.y === at.y)) return;
    const [dx, dy] = [before.x - at.x, before.y - at.y];
    const duration = Math.min(700, Math.max(180, (180 * Math.hypot(dx, dy)) / stride));
    element.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "translate(0px, 0px)" }], { duration, easing: "ease-out" });
  };
}

/** Pan, pinch and zoom of a drawing inside its frame. Works on any kind of board. */

import type { Point } from "./hex";

const MOST = 2.6;

export class Viewport {
  k = $state(1);
  x = $state(0);
  y = $state(0);
  /** While true the next pointer-up ends a gesture and is no click. */
  dragged = $state(false);
  gliding = $state(false);
  touched = false;
  /** A picture is always shown whole. */
  picture = false;
  private frame = { w: 0, h: 0 };
  private drawing = { w: 1, h: 1 };
  private fingers = new Map<number, Point>();
  private start: Point | undefined;

  readonly transform = $derived(`translate(${this.x}px, ${this.y}px) scale(${this.k})`);

  get fitting(): number {
    return Math.min(this.frame.w / this.drawing.w, this.frame.h / this.drawing.h, 1.5);
  }

  resize(w: number, h: number, drawing: { w: number; h: number }, near: Point[]): void {
    if (!w || !h) return;
    this.frame = { w, h };
    this.drawing = drawing;
    if (!this.touched) this.fit(near);
    else this.hold();
  }

  /** The whole board; on a small screen as much of it as can be read, round the given points. */
  fit(near: Point[]): void {
    const small = this.frame.w < 640;
    this.k = this.picture ? this.fitting : Math.max(this.fitting, small ? 0.62 : 0.4);
    const middle = near.length
      ? { x: near.reduce((sum, at) => sum + at.x, 0) / near.length, y: near.reduce((sum, at) => sum + at.y, 0) / near.length }
      : { x: this.drawing.w / 2, y: this.drawing.h / 2 };
    this.centre(middle);
    this.touched = false;
  }

  centre(at: Point): void {
    this.x = this.frame.w / 2 - at.x * this.k;
    this.y = this.frame.h / 2 - at.y * this.k;
    this.hold();
  }

  /** Brings points into sight if they are not. */
  reveal(points: Point[], glide: boolean): void {
    if (!points.length || !this.frame.w) return;
    const margin = 46 * this.k;
    const inside = points.every((at) => {
      const sx = at.x * this.k + this.x;
      const sy = at.y * this.k + this.y;
      return sx > margin && sy > margin && sx < this.frame.w - margin && sy < this.frame.h - margin;
    });
    if (inside) return;
    this.gliding = glide;
    this.centre({ x: points.reduce((sum, at) => sum + at.x, 0) / points.length, y: points.reduce((sum, at) => sum + at.y, 0) / points.length });
    if (glide) setTimeout(() => (this.gliding = false), 320);
  }

  /** Brings all of these into sight together, going farther away if that must be. */
  gather(points: Point[], glide: boolean): void {
    if (points.length < 2 || !this.frame.w) return;
    const wide = Math.max(...points.map((at) => at.x)) - Math.min(...points.map((at) => at.x)) + 150;
    const high = Math.max(...points.map((at) => at.y)) - Math.min(...points.map((at) => at.y)) + 150;
    this.k = Math.max(0.34, Math.min(this.k, this.frame.w / wide, this.frame.h / high));
    this.gliding = glide;
    const between = (pick: (at: Point) => number) => (Math.min(...points.map(pick)) + Math.max(...points.map(pick))) / 2;
    this.centre({ x: between((at) => at.x), y: between((at) => at.y) });
    if (glide) setTimeout(() => (this.gliding = false), 320);
  }

  zoom(factor: number, at?: Point): void {
    const pin = at ?? { x: this.frame.w / 2, y: this.frame.h / 2 };
    const k = Math.min(MOST, Math.max(Math.min(this.fitting, 0.4), this.k * factor));
    this.x = pin.x - ((pin.x - this.x) * k) / this.k;
    this.y = pin.y - ((pin.y - this.y) * k) / this.k;
    this.k = k;
    this.touched = true;
    this.hold();
  }

  down(id: number, at: Point): void {
    this.fingers.set(id, at);
    this.start = at;
    this.dragged = false;
  }

  move(id: number, at: Point): void {
    const before = this.fingers.get(id);
    if (!before) return;
    if (this.fingers.size === 1) {
      if (!this.dragged && this.start && Math.hypot(at.x - this.start.x, at.y - this.start.y) < 6) return;
      this.dragged = true;
      this.touched = true;
      this.x += at.x - before.x;
      this.y += at.y - before.y;
      this.hold();
    } else {
      const other = [...this.fingers].find(([finger]) => finger !== id)![1];
      const was = Math.hypot(before.x - other.x, before.y - other.y);
      const is = Math.hypot(at.x - other.x, at.y - other.y);
      this.dragged = true;
      if (was > 0) this.zoom(is / was, { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 });
    }
    this.fingers.set(id, at);
  }

  up(id: number): void {
    this.fingers.delete(id);
  }

  /** The board never leaves the frame altogether. */
  private hold(): void {
    const w = this.drawing.w * this.k;
    const h = this.drawing.h * this.k;
    this.x = w <= this.frame.w ? (this.frame.w - w) / 2 : Math.min(60, Math.max(this.frame.w - w - 60, this.x));
    this.y = h <= this.frame.h ? (this.frame.h - h) / 2 : Math.min(60, Math.max(this.frame.h - h - 60, this.y));
  }
}

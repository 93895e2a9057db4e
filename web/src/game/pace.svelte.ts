/** Views that come faster than eyes follow are shown one after the other. Any answer, or a click, catches up. */

import { moves, settings } from "../settings.svelte";

export class Pace<T> {
  paused = $state(false);
  waiting = $state.raw<T[]>([]);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly show: (item: T, behind: boolean) => void) {}

  get behind(): boolean {
    return this.waiting.length > 0;
  }

  get latest(): T | undefined {
    return this.waiting.at(-1);
  }

  put(item: T): void {
    this.waiting = [...this.waiting, item];
    if (!this.timer && !this.paused) this.next();
  }

  drain(): void {
    const last = this.latest;
    this.clear();
    if (last) this.show(last, false);
  }

  clear(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.waiting = [];
  }

  pause(yes: boolean): void {
    this.paused = yes;
    clearTimeout(this.timer);
    this.timer = undefined;
    if (!yes) this.next();
  }

  step(): void {
    const [first, ...rest] = this.waiting;
    if (first === undefined) return;
    this.waiting = rest;
    this.show(first, rest.length > 0);
  }

  private next(): void {
    this.timer = undefined;
    if (this.paused || !this.waiting.length) return;
    this.step();
    this.timer = setTimeout(() => this.next(), moves() ? settings.pace : Math.min(settings.pace, 150));
  }
}

/** Asking for a line of sight: from one place to another, whoever's turn it is. Only the server knows what blocks it. */

import { api } from "../api";
import type { Shape, Sight } from "../contract";

export class Looking {
  on = $state(false);
  start = $state("");
  end = $state("");
  told = $state.raw<Sight>();
  trouble = $state("");

  constructor(private readonly game: string) {}

  readonly shapes: Shape[] = $derived(this.on ? (this.told?.shapes ?? []) : []);

  /** Begins at a place that is likely to be meant, or ends. */
  turn(from = ""): void {
    this.on = !this.on;
    this.start = from;
    this.forget();
  }

  /** What was told holds no longer, for instance because pieces have moved. */
  forget(): void {
    this.end = "";
    this.told = undefined;
    this.trouble = "";
  }

  /** The first place is where one looks from; picked again, or after a whole line, one begins anew. */
  async pick(place: string, seat: string): Promise<void> {
    if (this.start && place !== this.start) return this.look(place, seat);
    this.start = place === this.start ? "" : place;
    this.forget();
  }

  async look(place: string, seat: string): Promise<void> {
    if (!this.start || !place || place === this.end || place === this.start) return;
    this.end = place;
    try {
      const told = await api.sight(this.game, seat, this.start, place);
      if (this.end === place) [this.told, this.trouble] = [told, ""];
    } catch (error) {
      if (this.end === place) [this.told, this.trouble] = [undefined, error instanceof Error ? error.message : ""];
    }
  }
}

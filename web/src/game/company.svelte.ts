/** Several single figures that are moved in one gesture. Each goes by its own answers, and each may be refused by its own clauses. */

import { api } from "../api";
import { lyingOf, type Spot } from "../board/inch";
import type { Why } from "../contract";
import type { Desk } from "./desk.svelte";
import type { Door } from "./doors";
import { formOf, writeAs } from "./placing.svelte";

export interface Member {
  id: string;
  name: string;
  /** What the server says of his place; nothing while it is being asked. */
  told: Why | undefined;
  /** Nothing that he may do leads to a place. */
  stays: boolean;
}

export class Company {
  chosen = $state.raw<string[]>([]);
  by = $state.raw<Spot>([0, 0]);
  moved = $state(false);
  busy = $state(false);
  trouble = $state("");
  private told = $state.raw(new Map<string, { by: string; told: Why | undefined }>());
  private asking = false;
  private stale = false;
  private life = new AbortController();

  constructor(private readonly desk: Desk) {}

  readonly members: Member[] = $derived.by(() => {
    const pieces = this.desk.view?.table.pieces ?? [];
    return this.chosen.flatMap((id) => {
      const piece = pieces.find((one) => one.id === id);
      const known = this.told.get(id);
      const told = known?.by === `${this.by}` ? known.told : undefined;
      return piece ? [{ id, name: piece.name, told, stays: known?.by === `${this.by}` && !known.told }] : [];
    });
  });
  readonly able: Member[] = $derived(this.members.filter((one) => one.told && !one.told.why && !one.told.clause));
  readonly unable: Member[] = $derived(this.members.filter((one) => one.stays || one.told?.why));

  /** Adds a figure, or leaves it out. */
  turn(id: string): void {
    this.chosen = this.chosen.includes(id) ? this.chosen.filter((one) => one !== id) : [...this.chosen, id];
    this.back();
  }

  gather(ids: string[]): void {
    this.chosen = [...new Set([...this.chosen, ...ids])];
    this.back();
  }

  dismiss(): void {
    this.chosen = [];
    this.trouble = "";
    this.back();
  }

  /** Puts them back where they stood. */
  back(): void {
    this.moved = false;
    this.by = [0, 0];
  }

  /** After a new view. */
  reset(): void {
    this.life.abort();
    this.life = new AbortController();
    this.told = new Map();
    this.asking = false;
    if (!this.busy) this.back();
  }

  shift(by: Spot): void {
    this.by = by;
    this.moved = true;
    void this.check();
  }

  /** Asks of one after the other; once the hand has moved on, only of where it is then. */
  private async check(): Promise<void> {
    this.stale = true;
    if (this.asking) return;
    this.asking = true;
    const { signal } = this.life;
    while (this.stale && !signal.aborted) {
      this.stale = false;
      const by = this.by;
      for (const id of this.chosen) {
        const door = await this.desk.doors.to(id, signal);
        const told = door && (await api.why(this.desk.id, this.desk.seat, this.notation(id, by, door), door.answers, signal).catch(() => undefined));
        if (signal.aborted) return;
        this.told = new Map(this.told).set(id, { by: `${by}`, told });
        if (this.stale) break;
      }
    }
    this.asking = false;
  }

  private notation(id: string, [east, north]: Spot, door: Door): string {
    const lying = lyingOf(this.desk.view?.table.pieces.find((one) => one.id === id))!;
    const facing = lying.kind === "token" ? 0 : lying.facing;
    return writeAs(formOf(door.ask) ?? "spot", [lying.x + east, lying.y + north], facing);
  }

  /** They go one by one, the foremost first; whoever cannot is named, and the rest stay. */
  async go(): Promise<void> {
    const by = this.by;
    const ahead = (id: string) => {
      const lying = lyingOf(this.desk.view?.table.pieces.find((one) => one.id === id));
      return lying ? lying.x * by[0] + lying.y * by[1] : 0;
    };
    const ids = this.able.map((one) => one.id).sort((a, b) => ahead(b) - ahead(a));
    this.busy = true;
    this.trouble = "";
    for (const id of ids) if (!(await this.send(id, by))) break;
    this.busy = false;
    this.dismissGone(ids);
  }

  private async send(id: string, by: Spot): Promise<boolean> {
    const door = await this.desk.doors.to(id, this.life.signal);
    if (!door) return this.stop(id, "nothing that may be done now leads there.");
    const place = this.notation(id, by, door);
    const told = await api.why(this.desk.id, this.desk.seat, place, door.answers).catch(() => undefined);
    if (told?.why) return this.stop(id, told.why);
    for (const answer of [...door.answers, place]) if (!(await this.desk.answer(answer))) return this.stop(id, this.desk.trouble);
    this.chosen = this.chosen.filter((one) => one !== id);
    return true;
  }

  private stop(id: string, why: string): false {
    this.trouble = `${this.desk.name(id)} stays, and who was to follow him: ${why}`;
    return false;
  }

  private dismissGone(ids: string[]): void {
    if (ids.every((id) => !this.chosen.includes(id))) this.chosen = [];
    this.back();
  }
}

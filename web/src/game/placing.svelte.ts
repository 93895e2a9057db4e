/** A position that is being chosen on an open table: where the hand holds it, and what the server says of it. */

import { api } from "../api";
import { aheadOf, courseOf, FULL, lyingOf, readSpot, turned, writeSpot, type Spot } from "../board/inch";
import type { Ask, Drawing, Hints, Piece, Why } from "../contract";
import { settings } from "../settings.svelte";
import type { Desk } from "./desk.svelte";
import type { Door, Doors } from "./doors";

/** Of what a position consists. */
export type Form = "spot" | "both" | "facing" | "toward";

export class Placing {
  spot = $state.raw<Spot>([0, 0]);
  facing = $state(0);
  /** Whether the hand has moved it from where it stood. */
  moved = $state(false);
  seeking = $state(false);
  private door = $state.raw<Door>();
  private answer = $state.raw<{ to: string; told: Why }>();
  private start: { spot: Spot; facing: number } = { spot: [0, 0], facing: 0 };
  private taken = $state("");
  private asking = false;
  private stale = false;
  private life = new AbortController();
  private readonly doors: Doors;

  constructor(private readonly desk: Desk) {
    this.doors = desk.doors;
  }

  readonly ask: Ask | undefined = $derived.by(() => this.door?.ask ?? (this.desk.ask?.kind === "place" ? this.desk.ask : undefined));
  /** What is answered first, in words. */
  readonly first: string[] = $derived(this.door?.labels ?? []);
  readonly hints: Hints = $derived(this.ask?.hints ?? {});
  readonly form: Form | undefined = $derived(formOf(this.ask));
  /** Who is placed: as the question says, or who was taken hold of. */
  readonly id: string = $derived(this.hints.piece ?? (this.taken || this.ask?.options?.[0]?.piece || ""));
  readonly piece: Piece | undefined = $derived.by(() => this.desk.view?.table.pieces.find((one) => one.id === this.id));
  readonly group: string[] = $derived((this.hints.group ?? []).filter((id) => id !== this.id));
  /** Whether it is turned and nothing else. */
  readonly turns: boolean = $derived(this.form === "facing" || this.form === "toward");
  /** About what it turns, where that is told. */
  readonly pivot: Spot | undefined = $derived.by(() => {
    const { pivot, pivots } = this.hints;
    return pivot ?? pivots?.[turned(this.facing, -this.start.facing) > FULL / 2 ? 0 : 1];
  });
  /** Whether something may be placed now, or is held. */
  readonly armed: boolean = $derived(!!this.form || this.seeking);
  /** From where it looks that turns to a place, if not from its own point. */
  private readonly eye: Spot | undefined = $derived(this.form === "toward" ? this.hints.pivot : undefined);
  /** Its notation as an answer. */
  readonly notation: string = $derived.by(() => writeAs(this.form ?? "spot", this.eye ?? this.spot, this.facing));
  /** What the server says of the place where it is; nothing while it is still thinking about it. */
  readonly told: Why | undefined = $derived(this.answer?.to === this.notation ? this.answer.told : undefined);
  /** The last that was said, so that nothing flickers on the way. */
  readonly last: Why | undefined = $derived(this.moved ? this.answer?.told : undefined);
  readonly trace: Drawing | undefined = $derived(this.last?.trace);
  readonly refused: boolean = $derived(!!this.told && (!!this.told.why || !!this.told.clause));
  readonly fits: boolean = $derived(!!this.told && !this.refused);
  /** The nearest position that would do, where this one would not. */
  readonly nearest: { spot: Spot; facing: number } | undefined = $derived(this.refused ? readAs(this.form, this.last?.instead ?? "", { ...this.start, ...(this.eye ? { eye: this.eye } : {}) }) : undefined);
  readonly words: string = $derived.by(() => {
    if (!this.moved || !this.form) return "";
    const where = this.turns ? `facing ${this.facing / 10}` : writeSpot(this.spot, this.form === "both" ? this.facing : undefined);
    if (!this.told) return where;
    if (this.refused) return `${where}: not possible. ${this.told.why}`;
    return [where, ...(this.told.trace.notes ?? []).map((note) => `${note.value} ${note.why}`)].join("; ");
  });

  // --- taking hold -------------------------------------------------------------------------------------------

  /** After a new view: nothing is held any more. */
  reset(): void {
    this.life.abort();
    this.life = new AbortController();
    this.release();
    this.stand();
  }

  private release(): void {
    this.door = undefined;
    this.answer = undefined;
    this.taken = "";
    this.moved = false;
    this.seeking = false;
    this.asking = false;
    this.stale = false;
  }

  /** Puts it back where it stood. */
  cancel(): void {
    this.release();
    this.stand();
  }

  /** Where the piece stands now; one that is not on the table, at the first place that was thought of. */
  private stand(): void {
    const lying = lyingOf(this.piece);
    const first = readAs(this.form, this.ask?.options?.[0]?.notation ?? "", { spot: [0, 0], facing: 0 });
    this.start = lying ? { spot: [lying.x, lying.y], facing: lying.kind === "token" ? 0 : lying.facing } : (first ?? { spot: [0, 0], facing: 0 });
    this.spot = this.start.spot;
    this.facing = this.start.facing;
  }

  /** Whether a hand may take this piece up: it is placed now, or its options may lead there. */
  holds(id: string): boolean {
    if (!this.desk.ask || this.desk.busy) return false;
    if (this.desk.ask.kind === "place") return id === this.id || this.group.includes(id);
    return this.doors.own(this.desk.ask, id).length > 0;
  }

  /** Takes a piece up. Where no place is asked for yet, the answers that lead there are looked for meanwhile. */
  take(id: string): void {
    if (this.ask && (id === this.id || this.group.includes(id))) return;
    this.release();
    this.taken = id;
    this.seeking = true;
    this.stand();
    void this.seek(id);
  }

  private async seek(id: string): Promise<void> {
    const { signal } = this.life;
    const door = await this.doors.to(id, signal);
    if (signal.aborted || this.taken !== id) return;
    this.seeking = false;
    if (!door) return this.cancel();
    this.door = door;
    if (this.moved) void this.check();
  }

  // --- moving ------------------------------------------------------------------------------------------------

  to(spot: Spot): void {
    if (this.turns) return;
    this.spot = spot;
    this.shifted();
  }

  turn(facing: number): void {
    if (this.form === "spot") return;
    this.facing = turned(facing, 0);
    this.shifted();
  }

  by(east: number, north: number): void {
    this.to([this.spot[0] + east, this.spot[1] + north]);
  }

  toNearest(): void {
    const near = this.nearest;
    if (!near) return;
    this.spot = near.spot;
    this.facing = near.facing;
    this.shifted();
  }

  /** As people say it: `12.5 3 facing 90`. Whether it could be read. */
  say(text: string): boolean {
    const read = this.turns ? readTurn(text) : readSpot(text, this.facing);
    if (!read) return false;
    if (read.spot) this.spot = read.spot;
    this.facing = read.facing;
    this.shifted();
    return true;
  }

  private shifted(): void {
    this.moved = true;
    if (this.form) void this.check();
  }

  /** One question at a time is on its way to the server; of those asked meanwhile only the last is sent. */
  private async check(): Promise<void> {
    this.stale = true;
    if (this.asking) return;
    this.asking = true;
    const { signal } = this.life;
    while (this.stale && !signal.aborted) {
      this.stale = false;
      const to = this.notation;
      const told = await api.why(this.desk.id, this.desk.seat, to, this.door?.answers ?? [], signal).catch(() => undefined);
      if (signal.aborted) return;
      if (told && this.armed) this.answer = { to, told };
    }
    this.asking = false;
  }

  // --- answering ---------------------------------------------------------------------------------------------

  /** The hand lets go. Who does not want to be asked twice has answered by that. */
  async drop(): Promise<void> {
    if (settings.confirm || !this.moved) return;
    for (let tries = 0; tries < 40 && !this.told && this.armed; tries++) await new Promise((go) => setTimeout(go, 25));
    if (this.fits) await this.commit();
  }

  async commit(): Promise<void> {
    if (!this.form || this.refused) return;
    const [notation, before] = [this.notation, this.door?.answers ?? []];
    for (const answer of before) {
      if (!(await this.desk.answer(answer))) return;
    }
    if (this.desk.ask?.kind === "place") await this.desk.answer(notation);
  }
}

export function formOf(ask: Ask | undefined): Form | undefined {
  if (ask?.kind !== "place") return undefined;
  const numbers = ask.options?.[0]?.notation.split(" ").length ?? 2;
  if (ask.hints?.toward) return "toward";
  if (ask.hints?.turn || numbers === 1) return "facing";
  return ask.hints?.facing || numbers > 2 ? "both" : "spot";
}

export function writeAs(form: Form, [x, y]: Spot, facing: number): string {
  if (form === "facing") return `${Math.round(facing)}`;
  if (form === "toward") return aheadOf([x, y], facing).join(" ");
  return form === "both" ? `${Math.round(x)} ${Math.round(y)} ${Math.round(facing)}` : `${Math.round(x)} ${Math.round(y)}`;
}

function readAs(form: Form | undefined, notation: string, now: { spot: Spot; facing: number; eye?: Spot }): { spot: Spot; facing: number } | undefined {
  const numbers = notation.split(" ").map(Number);
  if (!form || !notation || numbers.some(Number.isNaN)) return undefined;
  if (form === "facing") return { spot: now.spot, facing: numbers[0]! };
  if (form === "toward") return { spot: now.spot, facing: courseOf(now.eye ?? now.spot, [numbers[0]!, numbers[1] ?? 0]) };
  return numbers.length < 2 ? undefined : { spot: [numbers[0]!, numbers[1]!], facing: numbers[2] ?? now.facing };
}

function readTurn(text: string): { spot?: Spot; facing: number } | undefined {
  const found = text.match(/^\s*(?:facing)?\s*(-?\d+(?:\.\d+)?)\s*°?\s*$/i);
  return found ? { facing: turned(Math.round(Number(found[1]) * 10), 0) } : undefined;
}

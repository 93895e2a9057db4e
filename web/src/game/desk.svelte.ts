/** One game at this screen: what is seen, what is being chosen, and the way of an answer to the server. */

import { api, freshKey, Refusal } from "../api";
import type { Ask, Board, Drawing, GameState, Heard, Odds, Option, Refused, Shape, View } from "../contract";
import { Live } from "../live";
import { moves, settings } from "../settings.svelte";
import { Choices } from "./choosing";
import { layDice } from "./dice.svelte";
import { Looking } from "./looking.svelte";
import { bare, overlay, type Overlay } from "./overlay";
import { Pace } from "./pace.svelte";
import { cellsOf, piecesIn } from "./pieces";
import { Company } from "./company.svelte";
import { Doors } from "./doors";
import { Placing } from "./placing.svelte";
import { namer } from "./words";

export const PERSON = "person";
/** How the seat of somebody who looks on is called. */
export const WATCH = "watch";
/** Milliseconds in which a second Enter is still meant for what was chosen with the first. */
const LATE = 700;

export class Desk {
  game = $state.raw<GameState>();
  board = $state.raw<Board>();
  log = $state.raw<Heard[]>([]);
  fresh = $state.raw<Heard[]>([]);
  seat = $state("");
  curtain = $state("");
  online = $state(true);
  busy = $state(false);
  trouble = $state("");

  from = $state("");
  chosen = $state.raw<Option>();
  pointed = $state.raw<Option>();
  list = $state.raw<Option[]>([]);
  refusal = $state.raw<Refused[]>([]);
  hovered = $state("");
  /** When an answer was last committed without being asked again. An Enter that comes just then was meant for it. */
  private unasked = -Infinity;
  /** The piece that is looked at, whatever may be done with it. */
  looked = $state("");
  private odds = $state.raw(new Map<string, Odds | null>());
  private peeks = $state.raw(new Map<string, Ask | null>());
  private traces = $state.raw(new Map<string, Drawing>());

  readonly looking: Looking;
  readonly pace = new Pace<GameState>((game, behind) => this.show(game, behind));
  private live: Live | undefined;
  private aborts = new AbortController();
  private gone = false;

  constructor(
    readonly id: string,
    private readonly wanted: string,
  ) {
    this.looking = new Looking(id);
  }

  readonly view: View | undefined = $derived(this.game?.view);
  readonly ask: Ask | undefined = $derived(this.pace.behind ? undefined : this.view?.ask);
  readonly choices: Choices = $derived(new Choices(this.ask, this.view?.table.pieces ?? [], this.view?.table.acting));
  readonly name: (id: string) => string = $derived(namer(this.view?.table));
  readonly doors = new Doors(this);
  readonly placing = new Placing(this);
  readonly company = new Company(this);
  readonly focus: Option | undefined = $derived(this.chosen ?? this.pointed);
  /** What is drawn for the option in focus; what is drawn for the question stands until then. */
  readonly trace: Drawing | undefined = $derived(this.focus && this.traces.get(this.focus.notation));
  readonly shapes: Shape[] = $derived.by(() => {
    if (this.looking.on) return this.looking.shapes;
    const asked = (this.placing.ask ?? this.ask)?.hints?.shapes ?? [];
    return [...asked, ...(this.placing.trace?.shapes ?? this.trace?.shapes ?? [])];
  });
  readonly mine: string[] = $derived.by(() => {
    if (this.wanted) return this.wanted === WATCH ? [] : [this.wanted];
    const players = this.game?.players ?? {};
    return Object.keys(players).filter((seat) => players[seat] === PERSON);
  });
  /** The side of somebody who plays one side alone; whoever plays several is none of them. */
  readonly you: string = $derived(this.mine.length === 1 ? (this.game?.seats[this.mine[0]!] ?? "") : "");
  readonly watching: boolean = $derived(!!this.game && !this.mine.length);
  /** The question behind the option in focus, or behind the first plain one that leads somewhere on the board. */
  readonly ahead: Choices | undefined = $derived.by(() => {
    if (this.choices.ends.size || this.choices.selves.size) return undefined;
    const pieces = this.view?.table.pieces ?? [];
    const focus = this.focus;
    if (focus?.target) return undefined;
    for (const option of focus ? [focus] : this.choices.plain) {
      const peeked = this.peeks.get(option.notation);
      if (peeked?.options?.some((next) => next.cells.length)) return new Choices(peeked, pieces);
    }
    return undefined;
  });
  readonly overlay: Overlay | undefined = $derived.by(() => {
    if (!this.view) return undefined;
    if (!this.ask || this.looking.on) return bare(this.view.table);
    const barred = this.refusal.flatMap((refused) => this.cellsOf(refused));
    return overlay(this.view.table, this.choices, this.from, this.focus, this.ahead, barred);
  });

  // --- coming and going ------------------------------------------------------------------------------------

  async open(): Promise<void> {
    const seat = this.wanted || WATCH;
    this.game = await this.attempt(() => api.game(this.id, seat));
    if (!this.game || this.gone) return;
    const next = this.next() ?? seat;
    if (this.mine.length > 1 && this.game.hides) this.curtain = next;
    else await this.sit(next);
  }

  /** Whether the screen is covered when it is handed over: always, where something is hidden. */
  private get curtained(): boolean {
    return settings.curtain || !!this.game?.hides;
  }

  close(): void {
    this.gone = true;
    this.live?.close();
    this.pace.clear();
    this.aborts.abort();
  }

  /** Takes a seat at this screen: its view, its log, its live connection. */
  async sit(seat: string): Promise<void> {
    this.curtain = "";
    this.live?.close();
    this.pace.clear();
    const game = await this.attempt(() => api.game(this.id, seat));
    if (!game || this.gone) return;
    this.seat = seat;
    this.log = [];
    this.show(game, false);
    this.fresh = [];
    this.live = new Live(this.id, seat, (told) => this.hear(told), (yes) => (this.online = yes), () => void this.catchUp());
  }

  private async catchUp(): Promise<void> {
    try {
      this.hear(await api.game(this.id, this.seat, this.log.at(-1)?.n ?? 0));
    } catch {
      // The live connection tries again by itself.
    }
  }

  private hear(game: GameState): void {
    const shown = this.pace.latest ?? this.game;
    if (game.seat !== this.seat || (shown && game.head < shown.head)) return;
    if (game.head !== shown?.head) this.pace.put(game);
    else if (this.game && !this.pace.behind) this.game = { ...this.game, agreed: game.agreed };
  }

  private show(game: GameState, behind: boolean): void {
    const last = this.log.at(-1)?.n ?? 0;
    const news = game.view.log.filter((line) => line.n > last);
    this.fresh = news;
    if (news.length) this.log = [...this.log, ...news];
    if (game.view.board) {
      this.board = game.view.board;
      layDice(this.board);
    }
    this.game = game;
    this.forget();
    this.looking.forget();
    if (!behind) this.settle();
  }

  /** After a view: look ahead for the board, or hand over to the seat that is asked now. */
  private settle(): void {
    const next = this.next();
    if (next !== undefined && next !== this.seat) {
      if (this.curtained) this.curtain = next;
      else void this.sit(next);
      return;
    }
    if (this.choices.starts.size === 1) this.from = [...this.choices.starts.keys()][0]!;
    if (this.ask) void this.lookAhead(this.ask);
  }

  /** Whose answer is wanted next, of the seats at this screen. */
  private next(): string | undefined {
    const waiting = this.view?.waiting ?? [];
    if (waiting.includes(this.seat) && this.mine.includes(this.seat)) return this.seat;
    return waiting.find((seat) => this.mine.includes(seat)) ?? (this.mine.includes(this.seat) ? undefined : this.mine[0]);
  }

  // --- lines of sight --------------------------------------------------------------------------------------

  /** Asks for a line of sight from what acts now, or from wherever is picked next. */
  look(): void {
    this.clear();
    const acting = this.view?.table.pieces.find((piece) => piece.id === this.view?.table.acting);
    this.looking.turn(this.from || (cellsOf(acting)[0] ?? ""));
  }

  /** Through whose eyes this screen looks: a seat at it. */
  get looker(): string {
    return this.mine.includes(this.seat) ? this.seat : (this.mine[0] ?? this.seat);
  }

  /** A place by its name, and who stands there. */
  placeName(place: string): string {
    const there = piecesIn(this.view?.table.pieces ?? [], place).map((piece) => piece.name);
    return there.length ? (there.length === 1 && there[0] !== place ? `${there[0]}${this.board?.kind === "inches" ? "" : ` in ${place}`}` : `${there.join(", ")} in ${place}`) : place;
  }

  // --- looking ---------------------------------------------------------------------------------------------

  private forget(): void {
    this.aborts.abort();
    this.aborts = new AbortController();
    this.from = "";
    this.clear();
    this.odds = new Map();
    this.peeks = new Map();
    this.traces = new Map();
    this.doors.forget();
    this.placing.reset();
    this.company.reset();
  }

  /** Puts everything that was picked back, but not the stack. */
  clear(): void {
    this.chosen = undefined;
    this.pointed = undefined;
    this.list = [];
    this.refusal = [];
  }

  back(): void {
    if (this.chosen || this.list.length || this.refusal.length) this.clear();
    else this.from = "";
  }

  private cellsOf(option: Option): string[] {
    if (!option.target) return option.cells.slice(-1);
    return cellsOf(this.view?.table.pieces.find((one) => one.id === option.target));
  }

  private async lookAhead(ask: Ask): Promise<void> {
    if (this.choices.ends.size || this.choices.selves.size || ask.kind !== "choice") return;
    for (const option of this.choices.plain.slice(0, 4)) {
      await this.peek(option);
      if (this.peeks.get(option.notation)?.options?.some((next) => next.cells.length)) return;
    }
  }

  peekOf(option: Option): Ask | null | undefined {
    return this.peeks.get(option.notation);
  }

  oddsOf(option: Option): Odds | null | undefined {
    return this.odds.get(option.notation);
  }

  async peek(option: Option): Promise<void> {
    if (this.peeks.has(option.notation)) return;
    const { signal } = this.aborts;
    try {
      const { ask } = await api.peek(this.id, this.seat, [option.notation], signal);
      if (!signal.aborted) this.peeks = new Map(this.peeks).set(option.notation, ask);
    } catch {
      if (!signal.aborted) this.peeks = new Map(this.peeks).set(option.notation, null);
    }
  }

  async reckon(option: Option): Promise<Odds | null> {
    const known = this.odds.get(option.notation);
    if (known !== undefined) return known;
    const { signal } = this.aborts;
    let found: Odds | null = null;
    try {
      found = await api.odds(this.id, this.seat, option.notation, signal);
    } catch {
      // Some questions have no odds; then there is nothing to show.
    }
    if (!signal.aborted) this.odds = new Map(this.odds).set(option.notation, found);
    return found;
  }

  /** Shows what an option would do, without choosing it. */
  point(option: Option | undefined): void {
    if (this.chosen) return;
    this.pointed = option;
    if (option) {
      setTimeout(() => {
        if (this.pointed === option) void this.explain(option);
      }, 120);
    }
  }

  private async explain(option: Option): Promise<void> {
    const more = this.choices.way(option) ? [] : [this.reckon(option), this.peek(option)];
    await Promise.all([this.drawn(option), ...more]);
  }

  /** Asks what is to be drawn for an option; most have nothing. */
  private async drawn(option: Option): Promise<void> {
    if (this.traces.has(option.notation)) return;
    const { signal } = this.aborts;
    const told = await api.why(this.id, this.seat, option.notation).catch(() => undefined);
    if (!signal.aborted) this.traces = new Map(this.traces).set(option.notation, told?.trace ?? {});
  }

  pointAt(cell: string, piece = ""): void {
    this.hovered = cell;
    if (this.looking.on) return void this.looking.look(cell, this.looker);
    if (!this.ask || this.chosen || this.list.length) return;
    this.point(cell ? this.at(cell, piece)[0] : undefined);
  }

  /** A shape of the hints that is an answer is looked at, or picked. */
  consider(answer: string): void {
    if (!this.list.length) this.point(this.ask?.options?.find((option) => option.notation === answer));
  }

  async give(answer: string): Promise<void> {
    const option = this.ask?.options?.find((one) => one.notation === answer);
    if (option) await this.stage(option);
    else await this.answer(answer);
  }

  /** Everything that may be answered by picking this cell, or this piece in it. */
  at(cell: string, piece = ""): Option[] {
    const ends = this.choices.endingIn(cell, this.from);
    if (ends.length) return ends;
    const all = piecesIn(this.view?.table.pieces ?? [], cell);
    const meant = all.filter((one) => one.id === piece && (this.choices.targets.has(piece) || this.choices.selves.has(piece)));
    const here = meant.length ? meant : all;
    return here.flatMap((piece) => [...(this.choices.targets.get(piece.id) ?? []), ...(this.choices.deeds.get(piece.id) ?? this.choices.selves.get(piece.id) ?? [])]);
  }

  refusedAt(cell: string): Refused[] {
    const here = piecesIn(this.view?.table.pieces ?? [], cell);
    const pieces = here.flatMap((piece) => this.choices.refusedPieces.get(piece.id) ?? []);
    const ways = this.choices.refusedCells.get(cell) ?? [];
    const fitting = this.from ? ways.filter((way) => way.notation.startsWith(this.from)) : ways;
    return [...pieces, ...(fitting.length ? fitting : ways)];
  }

  // --- choosing --------------------------------------------------------------------------------------------

  /** A cell was clicked, tapped, or chosen with Enter. */
  async pick(cell: string, piece = ""): Promise<void> {
    if (this.looking.on) return this.looking.pick(cell, this.looker);
    if (!this.ask || this.busy) return;
    if (this.chosen && this.at(cell, piece).includes(this.chosen)) return this.commit(this.chosen);
    const meant = this.list.find((option) => this.choices.way(option)?.from === cell);
    if (meant) return this.commit(meant);
    if (this.list.length && this.pointed && this.choices.way(this.pointed)?.to === cell) return this.commit(this.pointed);
    this.clear();
    const options = this.at(cell, piece);
    if (!options.length || this.startsHere(cell, options)) return this.pickStack(cell, options);
    if (options.length === 1 || this.choices.way(options[0]!)) await this.stage(options[0]!, options);
    else this.list = options;
  }

  private startsHere(cell: string, options: Option[]): boolean {
    return this.choices.starts.has(cell) && this.from !== cell && options.every((option) => this.choices.way(option)?.from === cell || !this.from);
  }

  private async pickStack(cell: string, options: Option[]): Promise<void> {
    if (this.choices.starts.has(cell)) {
      this.from = this.from === cell ? "" : cell;
      return;
    }
    if (options.length) return;
    if (this.ahead?.ends.has(cell)) return this.leap(cell);
    this.refusal = this.refusedAt(cell);
  }

  /** A hex in the reach that is shown ahead: answers the question before it, and picks the hex in the next. */
  private async leap(cell: string): Promise<void> {
    const door = this.focus ?? this.choices.plain.find((option) => this.peeks.get(option.notation)?.options?.some((next) => next.cells.length));
    if (!door) return;
    await this.commit(door);
    if (this.choices.ends.has(cell)) await this.pick(cell);
  }

  /** An option is meant. Ways are taken at once; where dice follow, the odds come first and a second word is wanted. */
  async stage(option: Option, list: Option[] = []): Promise<void> {
    this.refusal = [];
    if (this.chosen?.notation === option.notation) return this.commit(option);
    this.list = list.length > 1 ? list : [];
    const way = this.choices.way(option);
    if (way) {
      const same = list.filter((other) => this.choices.way(other)?.to === way.to);
      if (same.length <= 1) return this.commit(option);
      this.pointed = option;
      return;
    }
    if (!settings.confirm) return this.commit(option);
    this.chosen = option;
    const odds = this.reckon(option);
    await Promise.all([this.drawn(option), this.peek(option)]);
    if (this.hasGhost(option)) return;
    if (!this.goesOn(option) && ((await odds)?.outcomes.length ?? 2) > 1) return;
    if (this.chosen !== option) return;
    this.unasked = performance.now();
    await this.commit(option);
  }

  /** On an open table it is shown where somebody would stand before it is done. */
  private hasGhost(option: Option): boolean {
    return this.board?.kind === "inches" && !!this.traces.get(option.notation)?.shapes?.some((shape) => shape.role === "ghost");
  }

  /** The same seat is asked again before any dice are thrown: nothing is settled yet. */
  private goesOn(option: Option): boolean {
    const next = this.peeks.get(option.notation);
    return next?.kind === "choice" || next?.kind === "place";
  }

  /** Whether an Enter at this moment was meant for an answer that has just been committed by itself; asked once. */
  tooLate(): boolean {
    const late = performance.now() - this.unasked < LATE;
    this.unasked = -Infinity;
    return late;
  }

  async commit(option: Option): Promise<void> {
    await this.answer(option.notation);
  }

  async answer(notation: string): Promise<boolean> {
    if (this.busy || !this.game) return false;
    return this.send((head) => api.answer(this.id, this.seat, head, notation, freshKey()));
  }

  async undo(): Promise<void> {
    if (this.view?.undo.can) await this.send((head) => api.undo(this.id, this.seat, head));
    else this.trouble = this.view?.undo.why ?? "";
  }

  /** The same battle from its beginning, between the same players, with new dice: the id of that game. */
  async again(): Promise<string> {
    return (await this.attempt(() => api.branch(this.id, this.seat, 0)))?.id ?? "";
  }

  async concede(): Promise<void> {
    await this.send((head) => api.concede(this.id, this.seat, head));
  }

  async agree(): Promise<void> {
    await this.send((head) => api.agree(this.id, this.seat, head));
  }

  async overrule(faces: number[]): Promise<void> {
    await this.send((head) => api.overrule(this.id, this.mine, head, faces));
  }

  private async send(act: (head: number) => Promise<GameState>): Promise<boolean> {
    const head = this.game?.head ?? 0;
    this.busy = true;
    const told = await this.attempt(() => act(head));
    this.busy = false;
    if (!told) {
      void this.catchUp();
      return false;
    }
    if (told.view) this.hear(told);
    if (this.pace.waiting.length < 2 || !moves()) this.pace.drain();
    return true;
  }

  private async attempt<T>(act: () => Promise<T>): Promise<T | undefined> {
    this.trouble = "";
    try {
      return await act();
    } catch (error) {
      this.trouble = error instanceof Refusal ? error.message : "Something went wrong on this page.";
      if (!(error instanceof Refusal)) console.error(error);
      return undefined;
    }
  }
}

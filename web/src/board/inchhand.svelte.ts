/** The hand over an open table: it takes hold of pieces, turns them, measures, and moves in inches by the keys. */

import type { Desk } from "../game/desk.svelte";
import type { Hand } from "./Frame.svelte";
import type { Point } from "./hex";
import { bearing, ghostLying, handleOf, middleOf, readSpot, sizeAt, THOU, turned, writeSpot, type Plane, type Spot } from "./inch";
import { lay, standIn, under, type Laid } from "./inchlaid";

interface Table {
  readonly plane: Plane;
  readonly laid: Laid[];
  readonly desk: Desk | undefined;
  move: (cell: string) => void;
  pick: (cell: string) => void;
}

/** What the hand does while it is down. */
type Hold = { kind: "move"; id: string; by: Point } | { kind: "turn"; about: Point } | { kind: "tape" } | { kind: "company"; from: Point } | { kind: "lasso"; from: Point };

const FINGER = 22;
const MOUSE = 5;
const TURN = 50;
const FINE = 10;
const TENTH = 100;
const ARROWS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export class InchHand implements Hand {
  measuring = $state(false);
  rings = $state(false);
  tape = $state.raw<[Spot, Spot]>();
  /** The cross that the arrow keys move. */
  cross = $state.raw<Spot>();
  /** Figures are being gathered into a group. */
  gathering = $state(false);
  lasso = $state.raw<[Point, Point]>();
  private hold: Hold | undefined;

  constructor(private readonly table: Table) {}

  /** Round what rings are drawn: who is looked at or acts, or the cross. */
  get ringed(): { at: Point; radius: number } | undefined {
    if (!this.rings) return undefined;
    const { desk, laid, plane } = this.table;
    const id = desk?.looked || desk?.placing.id || desk?.view?.table.acting;
    const one = laid.find((other) => other.piece.id === id);
    if (one) return { at: one.middle, radius: one.lying.kind === "base" ? plane.long(one.lying.radius) : 0 };
    return this.cross && { at: plane.at(...this.cross), radius: 0 };
  }

  /** Begins to gather a group, or lets it go. */
  gather(): void {
    this.gathering = !this.gathering;
    if (!this.gathering) this.table.desk?.company.dismiss();
  }

  measure(): void {
    this.measuring = !this.measuring;
    this.tape = undefined;
  }

  pointOf(cell: string): Point | undefined {
    const read = cell.startsWith("at ") ? readSpot(cell, 0) : undefined;
    return read && this.table.plane.at(...read.spot);
  }

  private get placing() {
    return this.table.desk?.placing;
  }

  // --- pointers ----------------------------------------------------------------------------------------------

  grab(at: Point, event: PointerEvent, zoom: number): boolean {
    this.hold = this.held(at, (event.pointerType === "touch" ? FINGER : MOUSE) / zoom, event, zoom);
    return !!this.hold;
  }

  private held(at: Point, near: number, event: PointerEvent, zoom: number): Hold | undefined {
    if (this.measuring || event.altKey) return { kind: "tape" };
    const { laid, plane, desk } = this.table;
    if (desk?.company.chosen.includes(under(laid, at, near / 2)?.piece.id ?? "")) return { kind: "company", from: at };
    if (desk && (this.gathering || event.shiftKey)) return { kind: "lasso", from: at };
    const { placing } = this;
    if (!desk || !placing) return undefined;
    const ghost = this.ghost();
    if (ghost && placing.form && placing.form !== "spot") {
      const size = sizeAt(zoom);
      const knob = handleOf(ghost.middle, ghost.lying, plane, size);
      if (Math.hypot(knob.x - at.x, knob.y - at.y) < 14 * size + near) return { kind: "turn", about: this.pivot(ghost) };
    }
    if (ghost?.covers(at, near)) return placing.turns ? { kind: "turn", about: this.pivot(ghost) } : this.lift(ghost, at);
    const one = under(laid.filter(({ piece }) => placing.holds(piece.id)), at, near / 2);
    if (one && ghost && placing.group.includes(one.piece.id)) return this.lift(ghost, at);
    return one && this.lift(one, at);
  }

  private lift(one: Laid, at: Point): Hold {
    return { kind: "move", id: one.piece.id, by: { x: one.at.x - at.x, y: one.at.y - at.y } };
  }

  private pivot(ghost: Laid): Point {
    const told = this.placing?.turns ? this.placing.pivot : undefined;
    return told ? this.table.plane.at(...told) : ghost.middle;
  }

  /** What is placed, where the hand has it. */
  private ghost(): Laid | undefined {
    const { placing } = this;
    if (!placing?.armed || !placing.id) return undefined;
    const one = this.table.laid.find((other) => other.piece.id === placing.id) ?? standIn(placing.id, this.table.plane);
    return lay(one.piece, ghostLying(one.lying, placing.spot, placing.facing, placing.form, placing.pivot), this.table.plane, one.side);
  }

  drag(at: Point): void {
    const { hold, placing } = this;
    const { plane } = this.table;
    if (hold?.kind === "tape") this.tape = [this.tape && this.hold === hold && this.pulled ? this.tape[0] : plane.spot(at), plane.spot(at)];
    if (hold?.kind === "tape") this.pulled = true;
    if (hold?.kind === "company") this.table.desk?.company.shift(this.inches(hold.from, at));
    if (hold?.kind === "lasso") this.lasso = [hold.from, at];
    if (hold?.kind === "turn") placing?.turn(this.turning(hold.about, at));
    if (hold?.kind === "move" && placing) {
      if (placing.id !== hold.id && !placing.group.includes(hold.id)) placing.take(hold.id);
      placing.to(plane.spot({ x: at.x + hold.by.x, y: at.y + hold.by.y }));
    }
  }

  private pulled = false;
  private from = 0;

  /** To the degree. Of a wheel only the way that the hand has gone round the pivot counts. */
  private turning(about: Point, at: Point): number {
    const { placing } = this;
    const now = bearing(about, at);
    if (!placing?.turns) return Math.round(now / FINE) * FINE;
    if (!this.pulled) this.from = turned(now, -placing.facing);
    this.pulled = true;
    return Math.round(turned(now, -this.from) / FINE) * FINE;
  }

  drop(): void {
    const { hold } = this;
    this.hold = undefined;
    this.pulled = false;
    if (this.lasso) this.table.desk?.company.gather(this.inside(this.lasso));
    this.lasso = undefined;
    if (hold?.kind === "move" || hold?.kind === "turn") void this.placing?.drop();
  }

  /** How far a hand has gone, in thousandths of an inch. */
  private inches(from: Point, to: Point): Spot {
    const { plane } = this.table;
    const long = (pixels: number) => Math.round((pixels * THOU) / plane.long(THOU) / 10) * 10;
    return [long(to.x - from.x), -long(to.y - from.y)];
  }

  /** Everybody in the lasso who may be moved now. */
  private inside([a, b]: [Point, Point]): string[] {
    const between = (value: number, one: number, other: number) => value >= Math.min(one, other) && value <= Math.max(one, other);
    const caught = this.table.laid.filter(({ middle }) => between(middle.x, a.x, b.x) && between(middle.y, a.y, b.y));
    return caught.map((one) => one.piece.id).filter((id) => this.placing?.holds(id));
  }

  /** A tap on the ground puts what is placed there; one on the ghost places it. */
  tap(at: Point, cell: string, zoom: number): boolean {
    this.cross = this.table.plane.spot(at);
    if (this.measuring) {
      this.tape = undefined;
      return true;
    }
    const { desk, laid, plane } = this.table;
    const { placing } = this;
    if (desk?.looking.on) {
      const seen = cell || under(laid, at, FINGER / 2 / zoom)?.piece.id;
      if (seen) this.table.pick(seen);
      return true;
    }
    const ghost = this.ghost();
    if (placing?.form && ghost) {
      if (placing.moved && ghost.covers(at, FINGER / 2 / zoom)) void placing.commit();
      else if (placing.turns) placing.turn(Math.round(bearing(ghost.middle, at) / FINE) * FINE);
      else placing.to(plane.spot(at));
      return true;
    }
    const one = cell || under(laid, at, FINGER / 2 / zoom)?.piece.id || "";
    if (desk && one && (this.gathering || desk.company.chosen.includes(one)) && placing?.holds(one)) {
      desk.company.turn(one);
      return true;
    }
    if (desk) desk.looked = desk.looked === one ? "" : one;
    if (cell || !one) return !cell;
    this.table.move(one);
    this.table.pick(one);
    return true;
  }

  // --- keys --------------------------------------------------------------------------------------------------

  key(event: KeyboardEvent): boolean {
    const { placing } = this;
    if (event.key === "m") this.measure();
    else if (event.key === "g") this.rings = !this.rings;
    else if (event.key === "x") this.gather();
    else if (event.key === " " && this.gathering && this.table.desk?.looked) this.table.desk.company.turn(this.table.desk.looked);
    else if (this.table.desk?.company.chosen.length && this.companyKey(event)) return true;
    else if (event.key === "Tab") return this.next(event.shiftKey ? -1 : 1);
    else if (placing?.form && this.placingKey(event)) return true;
    else if (ARROWS[event.key]) this.step(...ARROWS[event.key]!, event.shiftKey);
    else return false;
    return true;
  }

  private companyKey(event: KeyboardEvent): boolean {
    const company = this.table.desk!.company;
    const arrow = ARROWS[event.key];
    const by = event.shiftKey ? TENTH : THOU;
    if (arrow) company.shift([company.by[0] + arrow[0] * by, company.by[1] + arrow[1] * by]);
    else if (event.key === "Enter" && company.able.length) void company.go();
    else if (event.key === "Escape") company.moved ? company.back() : company.dismiss();
    else return false;
    return true;
  }

  private placingKey(event: KeyboardEvent): boolean {
    const placing = this.placing!;
    const arrow = ARROWS[event.key];
    const turn = event.shiftKey ? FINE : TURN;
    if (event.key === "Enter" && placing.moved) void placing.commit();
    else if (event.key === "Escape" && placing.moved) placing.cancel();
    else if (event.key === "." && placing.nearest) placing.toNearest();
    else if (event.key === "[" || event.key === "{") placing.turn(placing.facing - turn);
    else if (event.key === "]" || event.key === "}") placing.turn(placing.facing + turn);
    else if (arrow && placing.turns) placing.turn(placing.facing + (arrow[0] || arrow[1]) * turn);
    else if (arrow) this.nudge(arrow, event.shiftKey ? TENTH : THOU);
    else return false;
    return true;
  }

  private nudge([east, north]: [number, number], by: number): void {
    const { placing } = this;
    const ghost = this.ghost();
    placing?.by(east * by, north * by);
    if (ghost) this.cross = placing!.spot;
  }

  /** Goes by an inch, or by a tenth; over a piece the cursor is the piece. */
  private step(east: number, north: number, fine: boolean): void {
    const { plane, laid, desk } = this.table;
    const now = this.cross ?? [plane.board.width / 2, plane.board.depth / 2];
    const by = fine ? TENTH : THOU;
    const inside = (value: number, most: number) => Math.min(most, Math.max(0, value));
    this.cross = [inside(now[0] + east * by, plane.board.width), inside(now[1] + north * by, plane.board.depth)];
    const found = under(laid, plane.at(...this.cross), 2)?.piece.id;
    if (desk) desk.looked = found ?? "";
    this.table.move(found ?? writeSpot(this.cross));
  }

  /** From piece to piece, those that may be chosen first; past the last of them the key goes on its way. */
  private next(by: 1 | -1): boolean {
    const { laid, desk } = this.table;
    const mine = desk?.view?.side;
    const may = laid.filter((one) => desk?.choices.selves.has(one.piece.id) || desk?.choices.targets.has(one.piece.id) || desk?.placing.holds(one.piece.id));
    const all = (may.length ? may : laid).sort((a, b) => Number(b.piece.side === mine) - Number(a.piece.side === mine) || a.piece.id.localeCompare(b.piece.id, "en", { numeric: true }));
    const index = all.findIndex((one) => one.piece.id === desk?.looked);
    const next = all[index < 0 && by < 0 ? -1 : index + by];
    if (!next) {
      if (desk) desk.looked = "";
      return false;
    }
    if (desk) desk.looked = next.piece.id;
    this.cross = this.table.plane.spot(middleOf(next.lying, this.table.plane));
    this.table.move(next.piece.id);
    return true;
  }
}

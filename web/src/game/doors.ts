/** The way from the open question to one that asks for a place of a piece: which answers lead there. */

import { api } from "../api";
import { lyingOf } from "../board/inch";
import type { Ask, Option } from "../contract";
import type { Desk } from "./desk.svelte";

/** The question that is answered with the position, and what is answered before it. */
export interface Door {
  answers: string[];
  labels: string[];
  ask: Ask;
}

const DEEP = 4;
const MOST = 12;

export class Doors {
  private known = new Map<string, Promise<Door | undefined>>();

  constructor(private readonly desk: Desk) {}

  /** After a new view every way must be found anew. */
  forget(): void {
    this.known = new Map();
  }

  to(id: string, signal: AbortSignal): Promise<Door | undefined> {
    const found = this.known.get(id) ?? this.find(id, signal);
    this.known.set(id, found);
    return found;
  }

  /** The answers that are about a piece and no enemy of it: those that name nobody else come first, then the nearest friend. */
  own(ask: Ask | undefined, id: string): Option[] {
    const pieces = this.desk.view?.table.pieces ?? [];
    const side = (piece: string) => pieces.find((one) => one.id === piece)?.side;
    const found = (ask?.options ?? []).filter((option) => option.piece === id && !option.cells.length && (!option.target || side(option.target) === side(id)));
    return found.sort((a, b) => this.far(id, a.target) - this.far(id, b.target));
  }

  private far(id: string, other: string): number {
    const [one, friend] = [id, other].map((name) => lyingOf(this.desk.view?.table.pieces.find((piece) => piece.id === name)));
    return one && friend ? Math.hypot(one.x - friend.x, one.y - friend.y) : -1;
  }

  /** Who acts now may first say that he has done; that is the last of his answers. */
  private done(ask: Ask | undefined, id: string): Option[] {
    const last = ask?.options?.at(-1);
    const acting = this.desk.view?.table.acting;
    return last && acting && acting !== id && last.piece === acting && !last.target ? [last] : [];
  }

  private async find(id: string, signal: AbortSignal): Promise<Door | undefined> {
    const asked = this.desk.ask;
    if (asked?.kind === "place" && asked.hints?.piece === id) return { answers: [], labels: [], ask: asked };
    const next = (ask: Ask | undefined, before: Option[]) => {
      const own = this.own(ask, id);
      return (own.length ? own : this.done(ask, id)).map((option) => [...before, option]);
    };
    let ways = next(asked, []);
    let peeked = 0;
    for (let deep = 0; deep < DEEP; deep++) {
      const further: Option[][] = [];
      for (const way of ways) {
        if (++peeked > MOST || signal.aborted) return undefined;
        const answers = way.map((option) => option.notation);
        const ask = await api.peek(this.desk.id, this.desk.seat, answers, signal).then(({ ask }) => ask, () => undefined);
        if (ask?.kind === "place" && leadsTo(ask, id)) return { answers, labels: way.map((option) => option.label), ask };
        if (ask?.kind === "choice") further.push(...next(ask, way));
      }
      ways = further;
    }
    return undefined;
  }
}

function leadsTo(ask: Ask, id: string): boolean {
  return !ask.hints?.piece || ask.hints.piece === id || !!ask.hints.group?.includes(id);
}

/** What the open question offers, sorted by where it is found on the board. Nothing here knows a rule. */

import type { Ask, Option, Piece, Refused } from "../contract";
import { cellsOf } from "./pieces";

export interface Way {
  from: string;
  to: string;
}

type Index<T> = Map<string, T[]>;

export class Choices {
  /** Options that are a piece as such. */
  readonly selves: Index<Option> = new Map();
  /** Options aimed at a piece. */
  readonly targets: Index<Option> = new Map();
  /** Options that end in a cell, and those that start in one. */
  readonly ends: Index<Option> = new Map();
  readonly starts: Index<Option> = new Map();
  /** Everything that a piece on an open table may do, to whomever. */
  readonly deeds: Index<Option> = new Map();
  /** Options that are nowhere on the board. */
  readonly plain: Option[] = [];
  readonly refusedPieces: Index<Refused> = new Map();
  readonly refusedCells: Index<Refused> = new Map();
  readonly refusedPlain: Refused[] = [];
  private readonly ways = new Map<Option, Way>();
  private readonly stacks: Map<string, Set<string>>;
  /** Pieces that an answer names and nothing else: to pick the piece is to give the answer. */
  private readonly named: Set<string>;

  constructor(
    readonly ask: Ask | undefined,
    pieces: Piece[],
    private readonly acting = "",
  ) {
    this.stacks = new Map(pieces.map((piece) => [piece.id, new Set(cellsOf(piece))]));
    const options = ask?.options ?? [];
    this.named = this.namedAlone(options);
    const routed = new Map<string, number>();
    for (const option of options)
      if (option.cells.length && !option.target) routed.set(option.piece, (routed.get(option.piece) ?? 0) + 1);
    const open = new Set(pieces.filter((piece) => piece.shape).map((piece) => piece.id));
    for (const option of options) if (open.has(option.piece) && ask?.kind === "choice") put(this.deeds, option.piece, option);
    for (const option of options) this.sort(option, (routed.get(option.piece) ?? 0) > 1);
    for (const refused of ask?.refused ?? []) this.sortRefused(refused);
  }

  /** Where one of several pieces is wanted; where only one is left, it is meant if nothing else is asked about it. */
  private namedAlone(options: Option[]): Set<string> {
    const bare = new Set(options.filter(isBare).map((option) => option.piece));
    const once = (piece: string) => options.filter((option) => option.piece === piece).length === 1;
    return new Set([...bare].filter((piece) => piece !== this.acting && this.stacks.get(piece)?.size && (bare.size > 1 || once(piece))));
  }

  private sort(option: Option, several: boolean): void {
    if (option.target) put(this.targets, option.target, option);
    else if (isBare(option) && this.named.has(option.piece)) put(this.selves, option.piece, option);
    else if (option.piece && option.cells.length && !several && this.isWhole(option)) put(this.selves, option.piece, option);
    else if (option.cells.length) {
      const way = this.read(option);
      this.ways.set(option, way);
      if (way.from) put(this.starts, way.from, option);
      put(this.ends, way.to, option);
    } else this.plain.push(option);
  }

  private sortRefused(refused: Refused): void {
    if (refused.target) put(this.refusedPieces, refused.target, refused);
    else if (refused.piece && (!refused.cells.length || this.isWhole(refused)) && this.selves.size)
      put(this.refusedPieces, refused.piece, refused);
    else if (refused.cells.length) put(this.refusedCells, refused.cells[refused.cells.length - 1]!, refused);
    else this.refusedPlain.push(refused);
  }

  private isWhole(option: Option): boolean {
    const cells = this.stacks.get(option.piece);
    return !!cells && cells.size === option.cells.length && option.cells.every((cell) => cells.has(cell));
  }

  /**
   * A piece that stands in one cell starts there. Of one that stands in several, a way of several cells starts in the
   * first, and a single cell in which it stands is a stack that stays.
   */
  private read(option: Option): Way {
    const stack = this.stacks.get(option.piece);
    const first = option.cells[0]!;
    const last = option.cells[option.cells.length - 1]!;
    if (stack?.size === 1) return { from: [...stack][0]!, to: last };
    const starts = option.cells.length > 1 || !!stack?.has(first);
    return { from: starts ? first : "", to: last };
  }

  way(option: Option): Way | undefined {
    return this.ways.get(option);
  }

  /** Everything that ends in this cell, from one start or from all of them, the shortest first. */
  endingIn(cell: string, from = ""): Option[] {
    const found = this.ends.get(cell) ?? [];
    const fitting = from ? found.filter((option) => this.way(option)?.from === from) : found;
    return [...fitting].sort((a, b) => a.cells.length - b.cells.length);
  }

  /** The cells that can be reached, each with the best option that leads there. */
  reach(from = ""): Map<string, Option> {
    const found = new Map<string, Option>();
    for (const cell of this.ends.keys()) {
      const best = this.endingIn(cell, from)[0];
      if (best) found.set(cell, best);
    }
    return found;
  }
}

function isBare(option: Option): boolean {
  return !!option.piece && !option.target && !option.cells.length;
}

function put<T>(index: Index<T>, key: string, value: T): void {
  const there = index.get(key);
  if (there) there.push(value);
  else index.set(key, [value]);
}

/** What a way costs to people who look at it: the system's count, or the hexes of the way. */
export function costOf(option: Option): string {
  return `${option.cost ?? Math.max(0, option.cells.length - 1)}`;
}

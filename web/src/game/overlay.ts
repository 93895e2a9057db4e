/** What is drawn over a board to explain a choice. Cells and pieces are names; no kind of board is assumed. */

import type { Option, Table } from "../contract";
import { costOf, type Choices } from "./choosing";
import { cellsOf } from "./pieces";

export interface Overlay {
  /** Where the acting piece stands, and the stack of it that is being moved. */
  actor: Set<string>;
  stack: string;
  /** Pieces that may be picked. */
  may: Set<string>;
  reach: Map<string, string>;
  targets: Set<string>;
  hot: Set<string>;
  barred: Set<string>;
  path: string[];
  line: { piece: string; target: string } | undefined;
  plan: [string, string][];
}

export function overlay(
  table: Table,
  choices: Choices,
  from: string,
  option: Option | undefined,
  peeked: Choices | undefined,
  barred: string[],
): Overlay {
  const byId = new Map(table.pieces.map((piece) => [piece.id, piece]));
  const standing = (id: string) => cellsOf(byId.get(id));
  const actor = option?.piece && choices.selves.size ? option.piece : table.acting || single(choices);
  const ends = choices.ends.size ? choices.reach(from) : (peeked?.reach() ?? new Map<string, Option>());
  const targets = [...choices.targets.keys(), ...(peeked?.targets.keys() ?? [])].flatMap(standing);
  const path = option && !option.target && choices.way(option) ? option.cells : [];
  return {
    actor: new Set(standing(actor)),
    stack: from || (path.length ? path[0]! : ""),
    may: new Set([...choices.selves.keys(), ...choices.deeds.keys(), ...(choices.starts.size ? [table.acting] : [])]),
    reach: new Map([...ends].map(([cell, way]) => [cell, costOf(way)])),
    targets: new Set(targets),
    hot: new Set(option?.target ? standing(option.target) : path.slice(-1)),
    barred: new Set(barred),
    path,
    line: option?.target && option.piece ? { piece: option.piece, target: option.target } : undefined,
    plan: table.plan ?? [],
  };
}

function single(choices: Choices): string {
  const pieces = new Set((choices.ask?.options ?? []).map((option) => option.piece).filter(Boolean));
  return pieces.size === 1 ? [...pieces][0]! : "";
}

export function bare(table: Table): Overlay {
  const none = new Set<string>();
  return {
    actor: none, stack: "", may: none, reach: new Map(), targets: none, hot: none, barred: none, path: [], line: undefined,
    plan: table.plan ?? [],
  };
}

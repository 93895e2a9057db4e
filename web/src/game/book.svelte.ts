/** The rule book of the system in play, and which clause is open beside the board. */

import { api } from "../api";
import type { RuleBook } from "../contract";

export type Side = "play" | "log" | "rules" | "sheet";

export const book = $state<{ system: string; rules: RuleBook | undefined; clause: string; side: Side }>({
  system: "",
  rules: undefined,
  clause: "",
  side: "play",
});

export async function openBook(system: string): Promise<void> {
  if (book.system === system) return;
  book.system = system;
  book.rules = undefined;
  book.rules = await api.rules(system).catch(() => undefined);
}

export function openClause(id: string): void {
  book.clause = id;
  book.side = "rules";
}

/** What the page asks of the server, in its own words; the addresses are in `client.ts`. */

import { asked, call } from "./call";
import * as client from "./client";
import type { Army, ArmyLists, NewGame } from "./contract";

export { Refusal } from "./call";

/** A name for one answer, so that sending it twice counts once. */
export function freshKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const api = {
  systems: () => client.systems(),
  scenarios: (system: string) => client.scenarios(system),
  scenario: (system: string, id: string) => client.scenario(system, id),
  armies: (system: string, options: Record<string, string> = {}) => call<ArmyLists>("GET", `/api/systems/${encodeURIComponent(system)}/armies`, { signal: undefined, query: options }),
  countArmy: (system: string, army: Army) => client.countArmy(system, army),
  rules: (system: string) => client.rules(system),
  players: () => client.players(),
  games: (most: number, skip = 0) => client.games({ most, skip }),
  begin: (wanted: NewGame) => client.begin(wanted),
  game: (id: string, seat: string, since = 0) => client.look(id, { seat, since }),
  answer: (id: string, seat: string, head: number, answer: string, key: string) => client.answer(id, { seat, head, key, answer }),
  undo: (id: string, seat: string, head: number) => client.undo(id, { seat, head, key: freshKey() }),
  concede: (id: string, seat: string, head: number) => client.concede(id, { seat, head, key: freshKey() }),
  agree: (id: string, seat: string, head: number) => client.agree(id, { seat, head, key: freshKey() }),
  overrule: (id: string, seats: string[], head: number, faces: number[]) => client.overrule(id, { seats, head, faces, key: freshKey() }),
  peek: (id: string, seat: string, answers: string[], signal?: AbortSignal) => client.peek(id, { seat, answers }, signal),
  odds: (id: string, seat: string, answer: string, signal?: AbortSignal) => client.odds(id, { seat, answer }, signal),
  why: (id: string, seat: string, answer: string, after: string[] = [], signal?: AbortSignal) => client.why(id, { seat, answer, after }, signal),
  sight: (id: string, seat: string, start: string, end: string) => client.sight(id, { seat, start, end }),
  replay: (id: string, seat: string, n: number) => client.replay(id, { seat, n }),
  branch: (id: string, seat: string, n: number) => client.branch(id, { seat, n }),
  recordAddress: (id: string, seat: string) => `/api/games/${encodeURIComponent(id)}/record?${asked({ seat })}`,
};

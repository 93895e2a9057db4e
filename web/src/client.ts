/** Every address of the server as a function. Written by `scripts/contract.py` from `src/zareba/server/contract.py`: change that, not this. */

import { call } from "./call";
import type { Act, Answer, Army, ArmyCounted, ArmyLists, Begun, Branch, Considered, GameCard, GameState, Glance, NewGame, Odds, Overrule, Peek, Peeked, PlayerCard, Proof, Question, Replayed, RuleBook, ScenarioCard, ScenarioMap, Sight, SystemCard, Why } from "./contract";

export function systems(signal?: AbortSignal): Promise<SystemCard[]> {
  return call("GET", `/api/systems`, { signal });
}

export function scenarios(system: string, signal?: AbortSignal): Promise<ScenarioCard[]> {
  return call("GET", `/api/systems/${encodeURIComponent(system)}/scenarios`, { signal });
}

export function scenario(system: string, scenario: string, signal?: AbortSignal): Promise<ScenarioMap> {
  return call("GET", `/api/systems/${encodeURIComponent(system)}/scenarios/${encodeURIComponent(scenario)}`, { signal });
}

export function rules(system: string, signal?: AbortSignal): Promise<RuleBook> {
  return call("GET", `/api/systems/${encodeURIComponent(system)}/rules`, { signal });
}

export function armies(system: string, signal?: AbortSignal): Promise<ArmyLists> {
  return call("GET", `/api/systems/${encodeURIComponent(system)}/armies`, { signal });
}

export function countArmy(system: string, body: Army, signal?: AbortSignal): Promise<ArmyCounted> {
  return call("POST", `/api/systems/${encodeURIComponent(system)}/armies`, { signal, body });
}

export function players(signal?: AbortSignal): Promise<PlayerCard[]> {
  return call("GET", `/api/players`, { signal });
}

export function games(query: { most?: number; skip?: number } = {}, signal?: AbortSignal): Promise<GameCard[]> {
  return call("GET", `/api/games`, { signal, query });
}

export function begin(body: NewGame, signal?: AbortSignal): Promise<Begun> {
  return call("POST", `/api/games`, { signal, body });
}

export function look(game: string, query: { seat?: string; since?: number } = {}, signal?: AbortSignal): Promise<GameState> {
  return call("GET", `/api/games/${encodeURIComponent(game)}`, { signal, query });
}

export function replay(game: string, query: { seat?: string; n?: number } = {}, signal?: AbortSignal): Promise<Replayed> {
  return call("GET", `/api/games/${encodeURIComponent(game)}/replay`, { signal, query });
}

export function branch(game: string, body: Branch, signal?: AbortSignal): Promise<Begun> {
  return call("POST", `/api/games/${encodeURIComponent(game)}/branch`, { signal, body });
}

export function proof(game: string, signal?: AbortSignal): Promise<Proof> {
  return call("GET", `/api/games/${encodeURIComponent(game)}/proof`, { signal });
}

export function answer(game: string, body: Answer, signal?: AbortSignal): Promise<GameState> {
  return call("POST", `/api/games/${encodeURIComponent(game)}/answers`, { signal, body });
}

export function undo(game: string, body: Act, signal?: AbortSignal): Promise<GameState> {
  return call("POST", `/api/games/${encodeURIComponent(game)}/undo`, { signal, body });
}

export function concede(game: string, body: Act, signal?: AbortSignal): Promise<GameState> {
  return call("POST", `/api/games/${encodeURIComponent(game)}/concede`, { signal, body });
}

export function agree(game: string, body: Act, signal?: AbortSignal): Promise<GameState> {
  return call("POST", `/api/games/${encodeURIComponent(game)}/agree`, { signal, body });
}

export function overrule(game: string, body: Overrule, signal?: AbortSignal): Promise<GameState> {
  return call("POST", `/api/games/${encodeURIComponent(game)}/overrule`, { signal, body });
}

export function peek(game: string, body: Peek, signal?: AbortSignal): Promise<Peeked> {
  return call("POST", `/api/games/${encodeURIComponent(game)}/peek`, { signal, body });
}

export function odds(game: string, body: Question, signal?: AbortSignal): Promise<Odds> {
  return call("POST", `/api/games/${encodeURIComponent(game)}/odds`, { signal, body });
}

export function why(game: string, body: Considered, signal?: AbortSignal): Promise<Why> {
  return call("POST", `/api/games/${encodeURIComponent(game)}/why`, { signal, body });
}

export function sight(game: string, body: Glance, signal?: AbortSignal): Promise<Sight> {
  return call("POST", `/api/games/${encodeURIComponent(game)}/sight`, { signal, body });
}

/** Every call to the server, and nothing else that talks to it but the live connection. */

import type {
  Ask,
  Begun,
  Failure,
  GameCard,
  GameState,
  NewGame,
  Odds,
  PlayerCard,
  Replayed,
  RuleBook,
  ScenarioCard,
  ScenarioMap,
  SystemCard,
  Why,
} from "./contract";

export class Refusal extends Error {
  constructor(
    readonly failure: Failure,
    readonly status: number,
  ) {
    super(failure.error);
  }
}

async function call<T>(path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const request: RequestInit = { headers: { accept: "application/json" } };
  if (signal) request.signal = signal;
  if (body !== undefined) {
    request.method = "POST";
    request.headers = { accept: "application/json", "content-type": "application/json" };
    request.body = JSON.stringify(body);
  }
  let answer: Response;
  try {
    answer = await fetch(`/api/${path}`, request);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refusal({ error: "The server does not answer. Nothing that it acknowledged is lost." }, 0);
  }
  const told: unknown = await answer.json().catch(() => ({ error: `The server answered with ${answer.status}.` }));
  if (!answer.ok) throw new Refusal(told as Failure, answer.status);
  return told as T;
}

const query = (facts: Record<string, string | number>) =>
  new URLSearchParams(Object.entries(facts).map(([key, value]) => [key, `${value}`])).toString();
const game = (id: string) => `games/${encodeURIComponent(id)}`;

/** A name for one answer, so that sending it twice counts once. */
export function freshKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const api = {
  systems: () => call<SystemCard[]>("systems"),
  scenarios: (system: string) => call<ScenarioCard[]>(`systems/${system}/scenarios`),
  scenario: (system: string, id: string) => call<ScenarioMap>(`systems/${system}/scenarios/${id}`),
  rules: (system: string) => call<RuleBook>(`systems/${system}/rules`),
  players: () => call<PlayerCard[]>("players"),
  games: () => call<GameCard[]>("games"),
  begin: (wanted: NewGame) => call<Begun>("games", wanted),
  game: (id: string, seat: string, since = 0) => call<GameState>(`${game(id)}?${query({ seat, since })}`),
  answer: (id: string, seat: string, head: number, answer: string, key: string) =>
    call<GameState>(`${game(id)}/answers`, { seat, head, key, answer }),
  undo: (id: string, seat: string, head: number) => call<GameState>(`${game(id)}/undo`, { seat, head, key: freshKey() }),
  concede: (id: string, seat: string, head: number) => call<GameState>(`${game(id)}/concede`, { seat, head, key: freshKey() }),
  agree: (id: string, seat: string, head: number) => call<GameState>(`${game(id)}/agree`, { seat, head, key: freshKey() }),
  overrule: (id: string, seats: string[], head: number, faces: number[]) =>
    call<GameState>(`${game(id)}/overrule`, { seats, head, faces, key: freshKey() }),
  peek: (id: string, seat: string, answers: string[], signal?: AbortSignal) =>
    call<{ ask: Ask | null }>(`${game(id)}/peek`, { seat, answers }, signal),
  odds: (id: string, seat: string, answer: string, signal?: AbortSignal) =>
    call<Odds>(`${game(id)}/odds`, { seat, answer }, signal),
  why: (id: string, seat: string, answer: string) => call<Why>(`${game(id)}/why`, { seat, answer }),
  replay: (id: string, seat: string, n: number) => call<Replayed>(`${game(id)}/replay?${query({ seat, n })}`),
  branch: (id: string, seat: string, n: number) => call<Begun>(`${game(id)}/branch`, { seat, n }),
  recordAddress: (id: string, seat: string) => `/api/${game(id)}/record?${query({ seat })}`,
};

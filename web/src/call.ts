/** One request to the server. What it refuses is thrown as a `Refusal`, with the server's own sentence. */

import type { Failure } from "./contract";

export class Refusal extends Error {
  constructor(
    readonly failure: Failure,
    readonly status: number,
  ) {
    super(failure.error);
  }
}

export interface Sent {
  signal: AbortSignal | undefined;
  query?: Record<string, string | number>;
  body?: unknown;
}

export function asked(query: Record<string, string | number>): string {
  return new URLSearchParams(Object.entries(query).map(([key, value]) => [key, `${value}`])).toString();
}

export async function call<T>(method: string, path: string, { signal, query = {}, body }: Sent): Promise<T> {
  const request: RequestInit = { method, headers: { accept: "application/json" } };
  if (signal) request.signal = signal;
  if (body !== undefined) {
    request.headers = { accept: "application/json", "content-type": "application/json" };
    request.body = JSON.stringify(body);
  }
  const words = asked(query);
  let answer: Response;
  try {
    answer = await fetch(words ? `${path}?${words}` : path, request);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refusal({ error: "The server does not answer. Nothing that it acknowledged is lost." }, 0);
  }
  const told: unknown = await answer.json().catch((error: unknown) => {
    if (signal?.aborted) throw error;
    return { error: `The server answered with ${answer.status}.` };
  });
  if (!answer.ok) throw new Refusal(told as Failure, answer.status);
  return told as T;
}

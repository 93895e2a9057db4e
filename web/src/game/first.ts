/** The shortest battle of each rule book: what a newcomer is offered, to be begun with one click. */

import { api } from "../api";
import type { ScenarioCard, ScenarioMap, SystemCard } from "../contract";

export interface First {
  system: SystemCard;
  map: ScenarioMap;
}

const LEARNING = "learning";

/** How soon somebody new should meet it: battles made for learning first, short ones before long ones. */
function ease(one: ScenarioCard): number {
  return (one.level === LEARNING ? 0 : 1000) + one.minutes;
}

/** Of equally easy ones: cells can be counted and clicked, an open table wants a finer hand. */
const KINDS = ["hexes", "boxes", "inches"];

function handy(one: ScenarioMap): number {
  return KINDS.indexOf(one.board.kind);
}

/** One battle of each rule book, the easiest first. */
export async function firstBattles(): Promise<First[]> {
  const found = await Promise.all((await api.systems()).map(firstOf));
  return found.filter((first) => first !== undefined).sort((a, b) => ease(a.map) - ease(b.map) || handy(a.map) - handy(b.map));
}

async function firstOf(system: SystemCard): Promise<First | undefined> {
  const [easiest] = [...(await api.scenarios(system.id))].sort((a, b) => ease(a) - ease(b));
  return easiest && { system, map: await api.scenario(system.id, easiest.id) };
}

/** Begins it: one person against the computer, as the book has everything. The new game's id. */
export async function fight({ system, map }: First): Promise<string> {
  const [mine, ...others] = Object.keys(map.seats);
  const rival = (await api.players())[0]?.id ?? "person";
  const seats = { [mine!]: "person", ...Object.fromEntries(others.map((seat) => [seat, rival])) };
  return (await api.begin({ system: system.id, scenario: map.id, options: {}, seats, dice: "seeded" })).id;
}

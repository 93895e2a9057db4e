/** An army that is being bought: what it has, what the server makes of it, and what is kept of it in this browser. */

import { api } from "../api";
import type { Army, ArmyCounted } from "../contract";

export interface Field {
  id: string;
  name: string;
  least?: number;
  most?: number;
  values?: string[];
}

export interface Choice {
  type: string;
  name: string;
  plural?: string;
  points: number;
  facts: string[];
  fields: Field[];
}

export interface List {
  id: string;
  name: string;
  rules: { text: string; clause: string }[];
  choices: Choice[];
  samples: { id: string; name: string; unit: Unit[] }[];
}

export interface Row {
  name: string;
  count: number;
  points: number;
  total: number;
  facts: string[];
}

export interface Roster {
  name: string;
  list: string;
  limit: number;
  points: number;
  rows: Row[];
  free?: Row[];
  notes?: (string | { text: string; clause: string })[];
}

export type Unit = Record<string, number | string | boolean>;

const KEY = "zareba.armies";

interface Kept {
  army: string;
  limit: number;
  name: string;
  unit: Unit[];
  options?: Record<string, string>;
}

export class Force {
  army = $state("");
  limit = $state(0);
  name = $state("");
  units = $state.raw<Unit[]>([]);
  /** Named options of the system that change what it may be; they are the same for both forces. */
  options = $state.raw<Record<string, string>>({});
  counted = $state.raw<ArmyCounted>();
  trouble = $state("");
  private asked = 0;

  constructor(
    private readonly system: string,
    private readonly number: number,
  ) {
    const kept = this.kept();
    if (kept) Object.assign(this, { army: kept.army, limit: kept.limit, name: kept.name, units: kept.unit, options: kept.options ?? {} });
  }

  readonly roster: Roster | undefined = $derived(this.counted?.roster as Roster | undefined);
  readonly body: Army = $derived.by(() => ({ system: this.system, name: this.name, army: this.army, limit: this.limit, options: this.options, unit: this.units }));

  of(type: string): Unit | undefined {
    return this.units.find((unit) => unit["type"] === type);
  }

  count(type: string): number {
    return Number(this.of(type)?.["count"] ?? 0);
  }

  /** So many of them; none is to strike them out. */
  put(type: string, count: number): void {
    const whole = Math.max(0, Math.min(200, Math.round(count) || 0));
    if (!whole) this.units = this.units.filter((unit) => unit["type"] !== type);
    else if (this.of(type)) this.say(type, "count", whole);
    else this.units = [...this.units, { type, count: whole }];
  }

  say(type: string, field: string, value: number | string): void {
    this.units = this.units.map((unit) => (unit["type"] === type ? { ...unit, [field]: value } : unit));
  }

  take(list: string, units: Unit[]): void {
    this.army = list;
    this.units = units;
  }

  /** Asks the server; of several questions on their way only the last counts. */
  async reckon(): Promise<void> {
    const mine = ++this.asked;
    this.keep();
    try {
      const told = await api.countArmy(this.system, this.body);
      if (mine === this.asked) [this.counted, this.trouble] = [told, ""];
    } catch (error) {
      if (mine === this.asked) [this.counted, this.trouble] = [undefined, error instanceof Error ? error.message : ""];
    }
  }

  /** As its file has it, for `zareba army`. */
  get file(): string {
    const lines = [`system = ${JSON.stringify(this.system)}`, `name = ${JSON.stringify(this.name || "A force")}`, `army = ${JSON.stringify(this.army)}`, `limit = ${this.limit}`];
    const options = Object.entries(this.options);
    if (options.length) lines.push("", "[options]", ...options.map(([key, value]) => `${key} = ${JSON.stringify(value)}`));
    for (const unit of this.units) lines.push("", "[[unit]]", ...Object.entries(unit).map(([key, value]) => `${key} = ${JSON.stringify(value)}`));
    return `${lines.join("\n")}\n`;
  }

  private get place(): string {
    return `${KEY}.${this.system}.${this.number}`;
  }

  private keep(): void {
    try {
      localStorage.setItem(this.place, JSON.stringify({ army: this.army, limit: this.limit, name: this.name, unit: this.units, options: this.options } satisfies Kept));
    } catch {
      // A browser that keeps nothing still counts.
    }
  }

  private kept(): Kept | undefined {
    try {
      return (JSON.parse(localStorage.getItem(this.place) ?? "null") as Kept | null) ?? undefined;
    } catch {
      return undefined;
    }
  }
}

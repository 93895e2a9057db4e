/** What the server sends and takes. Every other file has its types from here. */

export interface Option {
  notation: string;
  label: string;
  clause: string;
  piece: string;
  target: string;
  cells: string[];
  /** What the way costs, where the system counts it. */
  cost?: number;
}

export interface Refused extends Option {
  why: string;
  by: string;
}

export interface Reason {
  value: number;
  clause: string;
  why: string;
}

/** What is drawn on a board beside the pieces; the words are those of `docs/boards.md`. */
export interface Shape {
  kind: "circle" | "sector" | "polygon" | "path" | "cells" | "edge" | "stand" | "compass";
  role: string;
  label?: string;
  clause?: string;
  /** To pick the shape is to give this answer. */
  answer?: string;
  at?: [number, number];
  radius?: number;
  inner?: number;
  facing?: number | string;
  half?: number;
  points?: [number, number][];
  cells?: string[];
  cell?: string;
  side?: string;
  slot?: string;
  piece?: string;
}

/** A part of a cost or total. */
export interface Note {
  value: number | string;
  clause: string;
  why: string;
}

export interface Drawing {
  shapes?: Shape[];
  notes?: Note[];
}

/** What may be drawn while something is asked; where a position is asked for, also what is placed. */
export interface Hints extends Drawing {
  piece?: string;
  facing?: boolean;
  group?: string[];
}

/** What forbids an answer, and the nearest that would do; or, where nothing does, what to draw for it. */
export interface Why {
  clause: string;
  why: string;
  instead: string;
  trace: Drawing;
}

export interface Ask {
  id: string;
  clause: string;
  prompt: string;
  kind: "choice" | "place" | "roll" | "draw";
  options?: Option[];
  refused?: Refused[];
  die?: string;
  sides?: (number | string)[];
  count?: number;
  reasons?: Reason[];
  hints?: Hints;
}

/** `dice` are the faces of the throw that led to this. */
export interface Heard {
  n: number;
  kind: string;
  clause: string;
  text: string;
  facts: Record<string, unknown>;
  dice?: number[];
}

export interface Side {
  id: string;
  name: string;
  colour?: string;
  seats: string[];
  figures?: number;
  lost?: number;
  exhausted?: number;
}

export interface Piece {
  id: string;
  name: string;
  side: string;
  kind: string;
  origin?: string;
  mounted?: boolean;
  figures: number;
  full: number;
  facts: string[];
  marks: string[];
  /** On cells: how many stand in each; in boxes: the box, the side or corner of it, and the facing. */
  at: Record<string, number>;
  /** On an open table: what lies on it. */
  shape?: Record<string, unknown>;
}

export interface Pack {
  name: string;
  left: number;
  turned: string[];
}

export interface Table {
  sides: Side[];
  pieces: Piece[];
  decks: Pack[];
  acting: string;
  plan?: [string, string][];
  status: string;
}

export interface HexCell {
  terrain: string;
  level: number;
}

export interface HexBoard {
  kind: "hexes";
  columns: number;
  rows: number;
  names: string;
  /** Every second row holds one hex fewer. */
  short_rows?: boolean;
  cells: Record<string, HexCell>;
  edges: [string, string, string][];
}

/** Squares in columns and rows; what lies on sides and in corners is in `edges`. */
export interface BoxBoard {
  kind: "boxes";
  columns: number;
  rows: number;
  cells: Record<string, HexCell>;
  edges: [string, string, string][];
}

/** The open table; every length is in whole thousandths of an inch. */
export interface InchBoard {
  kind: "inches";
  width: number;
  depth: number;
  areas: {
    terrain: string;
    name?: string;
    level?: number;
    outline?: [number, number][];
    centre?: [number, number];
    radius?: number;
  }[];
  lines: { terrain: string; name?: string; points: [number, number][]; inner?: "left" | "right" }[];
}

export type Board = HexBoard | BoxBoard | InchBoard;

export interface Result {
  winner: string;
  clause: string;
  why: string;
}

export interface View {
  system: string;
  seat: string;
  side: string;
  board?: Board;
  table: Table;
  log: Heard[];
  ask?: Ask;
  waiting: string[];
  undo: { can: boolean; why: string };
  result?: Result;
}

export interface Outcome {
  losses: Record<string, number>;
  chance: string;
  percent: number;
}

export interface Odds {
  outcomes: Outcome[];
  by: Record<string, Record<string, string>>;
}

export interface SystemCard {
  id: string;
  title: string;
  author: string;
  version: number;
  options: Record<string, string[]>;
}

export interface ScenarioCard {
  id: string;
  name: string;
  level: string;
  minutes: number;
  briefing: string;
  sides: { id: string; name: string; colour?: string }[];
  /** Which side each seat plays for. */
  seats: Record<string, string>;
}

export interface PlayerCard {
  id: string;
  name: string;
  what: string;
}

export interface ScenarioMap extends ScenarioCard {
  board: Board;
  table: Table;
}

export interface Clause {
  id: string;
  tag: string;
  text: string;
  descriptive: string;
}

export interface Section {
  title: string;
  /** Prose and tables, made safe by the server. */
  html: string;
  clauses: Clause[];
}

export interface RuleBook {
  title: string;
  sections: Section[];
}

export interface GameCard {
  id: string;
  name: string;
  system: string;
  scenario: string;
  dice: string;
  /** When it was last played, in milliseconds. */
  updated: number;
  turn: string;
  seats: Record<string, string>;
  over: boolean;
}

export interface NewGame {
  system: string;
  scenario: string;
  options: Record<string, string>;
  /** For each seat `person` or a player's id. */
  seats: Record<string, string>;
  dice: string;
}

export interface GameState {
  id: string;
  name: string;
  scenario: string;
  head: number;
  seat: string;
  view: View;
  seats: Record<string, string>;
  dice: string;
  players: Record<string, string>;
  agreed: string[];
}

export interface Replayed extends GameState {
  n: number;
  last: number;
}

export interface Failure {
  error: string;
  clause?: string;
  head?: number;
}

export interface Begun {
  id: string;
  seats: Record<string, string>;
}

/** What the server sends and takes. Written by `scripts/contract.py` from `src/zareba/server/contract.py`: change that, not this. */

export interface Act {
  seat: string;
  head?: number;
  key?: string;
  since?: number;
}

export interface Answer {
  seat: string;
  head: number;
  key: string;
  since?: number;
  answer: string;
}

export interface Area {
  terrain: string;
  name?: string;
  level?: number;
  outline?: [number, number][];
  centre?: [number, number];
  radius?: number;
}

/** An army as its file has it; what else may be said of a unit, the list tells. */
export interface Army {
  system?: string;
  name?: string;
  army?: string;
  limit: number;
  options?: Record<string, string>;
  unit: (Record<string, number | string | boolean>)[];
}

/** Everything that is wrong with an army; its roster where nothing is. */
export interface ArmyCounted {
  faults: ArmyFault[];
  roster?: Record<string, unknown>;
}

/** `unit` is the number of the unit that it is about, from 0; -1 for the army as a whole. */
export interface ArmyFault {
  unit: number;
  why: string;
  clause: string;
}

/** What `docs/armies.md` tells of lists. */
export interface ArmyLists {
  limits: number[];
  /** The options of the system that change what an army may be, each with its values, the default first. */
  options: Record<string, string[]>;
  lists: Record<string, unknown>[];
}

/** The open question. `options` and `refused` stand in choices and places, `sides` to `reasons` in rolls. */
export interface Ask {
  id: string;
  clause: string;
  prompt: string;
  kind: "choice" | "place" | "roll" | "draw";
  options?: Option[];
  refused?: Refused[];
  hints?: Hints;
  die?: string;
  sides?: (number | string)[];
  count?: number;
  reasons?: Reason[];
}

export interface Begun {
  id: string;
  seats: Record<string, string>;
}

/** What never changes of the table. */
export type Board = HexBoard | BoxBoard | InchBoard;

/** Boxes in columns and rows; what lies on sides and in corners is in `edges`. */
export interface BoxBoard {
  kind: "boxes";
  columns: number;
  rows: number;
  cells: Record<string, Cell>;
  edges: [string, string, string][];
  phases?: Phase[];
}

export interface Branch {
  n?: number;
  seat?: string;
  /** For each seat `person` or a player's id. */
  seats?: Record<string, string>;
  dice?: "" | "seeded" | "fair" | "table";
  name?: string;
}

/** The front of a card. */
export interface Card {
  id: string;
  name: string;
  text: string;
  /** It calls for a card of the second deck. */
  icon?: boolean;
  /** How many units of which colour it orders: a number or `all`. */
  orders?: Record<string, string>;
  /** What is pictured on it where it orders no colours. */
  emblem?: string;
  /** A word that stands at its foot. */
  kind?: string;
}

export interface Cell {
  terrain: string;
  level: number;
  /** Everything that it holds, where that is more than one thing. */
  features?: string[];
  /** `wall`, `gate` or `building` of a fortification; `type` is what it is made of, `value` what it withstands. */
  structure?: string;
  type?: string;
  value?: number;
}

export interface Clause {
  id: string;
  tag: string;
  text: string;
  descriptive: string;
}

/** An answer, and those before it: a piece is taken up, and its place considered, in one gesture. */
export interface Considered {
  seat: string;
  answer: string;
  after?: string[];
}

/** Who fights whom, across which side of the target's box. */
export interface Contact {
  charger: string;
  target: string;
  box: string;
  side: string;
  locked: boolean;
  flank: boolean;
}

/** Hits on a counter: a base is lost at each step, and the unit at the limit. */
export interface Dial {
  hits: number;
  limit: number;
  step: number;
}

export interface Drawing {
  shapes?: Shape[];
  notes?: Note[];
}

/** Why something is refused. The game is as it was. */
export interface Failure {
  error: string;
  clause?: string;
  head?: number;
}

/** A rocket: its mark, the direction in which it drifted if it did, and where it came down if on the mat. */
export interface Flight {
  unit: string;
  mark: string;
  facing: string;
  boxes: number;
  box: string;
}

export interface GameCard {
  id: string;
  name: string;
  system: string;
  scenario: string;
  seats: Record<string, string>;
  dice: string;
  status: "running" | "over";
  /** When it was last played, in milliseconds. */
  updated: number;
  turn: string;
  over: boolean;
}

/** All that one seat may know. */
export interface GameState {
  id: string;
  name: string;
  scenario: string;
  seat: string;
  head: number;
  /** Which side each seat plays for. */
  seats: Record<string, string>;
  /** Who plays each seat: `person`, or a computer player's id. */
  players: Record<string, string>;
  dice: string;
  /** Whether a seat may know what another does not: a screen that is handed over then needs a curtain. */
  hides: boolean;
  /** The seats that are content with a draw. */
  agreed: string[];
  view: View;
}

/** From where and to where somebody looks: cells, or on an open table pieces. */
export interface Glance {
  seat: string;
  start: string;
  end: string;
}

/** Pieces that belong together under a leader. */
export interface Group {
  kind: string;
  leader: string;
  members: string[];
}

/** How many cards a side holds, and those of them that this seat knows. */
export interface Hand {
  number: number;
  cards: Card[];
}

/** A line of the log. `dice` are the faces of the throw that led to it, `throw` says which throw that was. */
export interface Heard {
  n: number;
  kind: string;
  clause: string;
  text: string;
  facts: Record<string, unknown>;
  dice?: (number | string)[];
  throw?: string;
}

/** The turns a machine gun has fired without a rest. Empty for what does not grow hot. */
export interface Heat {
  turns?: number;
  hot?: boolean;
  ruined?: boolean;
}

export interface HexBoard {
  kind: "hexes";
  columns: number;
  rows: number;
  names: string;
  cells: Record<string, Cell>;
  edges: [string, string, string][];
  /** Every second row holds one hex fewer. */
  short_rows?: boolean;
  /** The hexes inside a fortification. */
  inside?: string[];
  /** The words on the sides of the dice, by the throw; under no name, those of all other throws. */
  dice?: Record<string, string[]>;
}

/** What may be drawn while something is asked; where a position is asked for, also what is placed. */
export interface Hints {
  shapes?: Shape[];
  notes?: Note[];
  piece?: string;
  facing?: boolean;
  /** The position is a facing alone. */
  turn?: boolean;
  /** The position is a place to look at. */
  toward?: boolean;
  /** About what it turns. */
  pivot?: [number, number];
  /** About what it turns to the left, and to the right. */
  pivots?: [[number, number], [number, number]];
  group?: string[];
  /** The answer concerns a card that lies face down: the deck that it is from. */
  back?: string;
}

/** The open table; every length is in whole thousandths of an inch. */
export interface InchBoard {
  kind: "inches";
  width: number;
  depth: number;
  areas: Area[];
  lines: Line[];
  phases?: Phase[];
}

/** Empty for a piece that never had one. */
export interface Leader {
  wounds?: number;
  alive?: boolean;
}

export interface Line {
  terrain: string;
  points: [number, number][];
  name?: string;
  inner?: "" | "left" | "right";
}

export interface NewGame {
  system: string;
  scenario: string;
  options?: Record<string, string>;
  /** For each seat `person` or a player's id. */
  seats?: Record<string, string>;
  dice?: "seeded" | "fair" | "table";
  seed?: number;
  name?: string;
  forces?: Army[];
}

/** A part of a cost or total. */
export interface Note {
  value: number | string;
  clause: string;
  why: string;
  /** Of how many equally likely ones these are `value`: a chance, which is drawn as a bar. */
  of?: number;
}

export interface Objective {
  name: string;
  hexes: string[];
  points: number;
  /** The side that holds it, or an empty text. */
  held: string;
}

export interface Odds {
  outcomes: Outcome[];
  by: Record<string, Record<string, string>>;
}

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

export interface Outcome {
  losses: Record<string, number>;
  chance: string;
  percent: number;
}

export interface Overrule {
  seats: string[];
  faces: number[];
  head?: number;
  key?: string;
  since?: number;
}

export interface Pack {
  name: string;
  left: number;
  turned: string[];
  /** The card that lies open on top, where cards have texts. */
  top?: Card;
}

export interface Peek {
  seat: string;
  answers: string[];
}

export interface Peeked {
  ask: Ask;
}

/** A phase of a turn; the side that acts in it, or an empty text. */
export interface Phase {
  name: string;
  side: string;
  /** As the book counts it, where that is not simply its place: `4a`. */
  number?: string;
}

export interface Piece {
  id: string;
  name: string;
  side: string;
  kind: string;
  figures: number;
  full: number;
  facts: string[];
  marks: string[];
  origin?: string;
  mounted?: boolean;
  officer?: boolean;
  /** Only its owner sees it. */
  hidden?: boolean;
  /** What it bears on, shown when it is chosen. */
  arcs?: Shape[];
  /** On cells: how many stand in each; in boxes: its box, side or corner, facing and rank. */
  at?: Record<string, number | string>;
  /** On an open table: what lies on it. */
  shape?: Record<string, unknown>;
  /** Which small figure stands for it, and which weapon beside it, where its words do not say so. */
  figure?: string;
  weapon?: string;
  /** The colour of a unit's pennon: `red`, `blue`, `green`. */
  colour?: string;
  /** It is in the air. */
  aloft?: boolean;
  fuel?: number;
  bombs?: number;
  /** In boxes: the bases or gunners that are left. */
  bases?: number;
  dial?: Dial;
  leader?: Leader;
  heat?: Heat;
}

/** The card on the table and whom it has ordered; nothing if there is none. */
export interface Played {
  id?: string;
  name?: string;
  text?: string;
  icon?: boolean;
  orders?: Record<string, string>;
  emblem?: string;
  kind?: string;
  ordered?: string[];
}

export interface PlayerCard {
  id: string;
  name: string;
  what: string;
}

export interface Proof {
  setup: Record<string, unknown>;
  rows: Record<string, unknown>[];
  faults: string[];
}

export interface Question {
  seat: string;
  answer: string;
}

export interface Reason {
  value: number;
  clause: string;
  why: string;
}

/** What one might also think of, why it may not be, and by which clause. */
export interface Refused {
  notation: string;
  label: string;
  clause: string;
  piece: string;
  target: string;
  cells: string[];
  /** What the way costs, where the system counts it. */
  cost?: number;
  why: string;
  by: string;
}

/** What a seat saw at head `n` of `last`. */
export interface Replayed {
  id: string;
  name: string;
  scenario: string;
  seat: string;
  n: number;
  head: number;
  last: number;
  seats: Record<string, string>;
  players: Record<string, string>;
  dice: string;
  view: Seen;
}

export interface Result {
  /** The side that has won; empty for a draw. */
  winner: string;
  clause: string;
  why: string;
}

export interface RuleBook {
  system: string;
  title: string;
  sections: Section[];
}

export interface ScenarioCard {
  id: string;
  name: string;
  level: string;
  minutes: number;
  briefing: string;
  sides: SideCard[];
  /** Which side each seat plays for. */
  seats: Record<string, string>;
  /** Whether armies can be brought to it. */
  forces: boolean;
}

export interface ScenarioMap {
  id: string;
  name: string;
  level: string;
  minutes: number;
  briefing: string;
  sides: SideCard[];
  /** Which side each seat plays for. */
  seats: Record<string, string>;
  /** Whether armies can be brought to it. */
  forces: boolean;
  board: Board;
  table: Table;
}

export interface Section {
  title: string;
  /** Prose and tables, made safe. */
  html: string;
  clauses: Clause[];
}

/** The table as one seat sees it, and what it has heard. */
export interface Seen {
  system: string;
  seat: string;
  side: string;
  table: Table;
  log: Heard[];
  board?: Board;
  result?: Result;
}

/** What is drawn on a board beside the pieces. */
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

/** A fire of a phase in which both sides fire at once: from where to where, and its hits. */
export interface Shot {
  unit: string;
  side: string;
  target: string;
  start: [number, number];
  end: [number, number];
  hits: number;
}

export interface Side {
  id: string;
  name: string;
  seats: string[];
  colour?: string;
  figures?: number;
  lost?: number;
  /** So many lost, and the side is beaten. */
  exhausted?: number;
  points?: number;
  /** So many points, and the side has won. */
  quota?: number;
  /** Face-down cards that it must turn up. */
  forced?: number;
}

export interface SideCard {
  id: string;
  name: string;
  colour?: string;
}

/** Whether a line of sight is free; why not, by name and clause, or how far it is; and what to draw for it. */
export interface Sight {
  clear: boolean;
  why: string;
  clause: string;
  shapes: Shape[];
}

/** Units that stand as one body in a box. */
export interface Square {
  box: string;
  side: string;
}

export interface SystemCard {
  id: string;
  title: string;
  author: string;
  version: number;
  options: Record<string, string[]>;
  /** Whether it has army lists. */
  armies: boolean;
  ways: WayCard[];
}

export interface Table {
  sides: Side[];
  pieces: Piece[];
  decks: Pack[];
  acting: string;
  status: string;
  plan?: [string, string][];
  hands?: Record<string, Hand>;
  play?: Played;
  groups?: Group[];
  objectives?: Objective[];
  /** What cards still do, in words. */
  standing?: string[];
  /** What cells hold now, where that is not what the board says. */
  ground?: Record<string, string[]>;
  /** What is left of each structure; rubble is left at nothing. */
  structures?: Record<string, number>;
  /** Foot, wall, and whose they are. */
  ladders?: [string, string, string][];
  /** Which of the board's phases it is, from 1. */
  phase?: number;
  squares?: Square[];
  contacts?: Contact[];
  flights?: Flight[];
  volley?: Shot[];
}

export interface Undo {
  can: boolean;
  why: string;
  /** How many decisions this seat can take back, one after the other. */
  steps: number;
  /** The last line of the log that cannot be taken back. */
  mark: number;
}

/** That, and what is asked of it now. */
export interface View {
  system: string;
  seat: string;
  side: string;
  table: Table;
  log: Heard[];
  board?: Board;
  result?: Result;
  waiting: string[];
  undo: Undo;
  ask?: Ask;
}

/** A way to play that is offered by itself: one person on every chair, with these options. */
export interface WayCard {
  id: string;
  name: string;
  what: string;
  options: Record<string, string>;
}

/** What forbids an answer, and the nearest that would do; or, where nothing does, what may be drawn for it. */
export interface Why {
  clause: string;
  why: string;
  instead: string;
  trace: Drawing;
}

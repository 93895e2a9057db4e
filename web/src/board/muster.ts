/** Who stands where: one man keeps his name from view to view, so that he can be seen to walk and to fall. */

import type { Piece } from "../contract";
import { figureOf, weaponOf, type Figure } from "./figures";
import { distance, type Layout, type Point } from "./hex";

export interface Man {
  key: string;
  piece: string;
  cell: string;
}

export interface Standing extends Man {
  figure: Figure;
  at: Point;
  scale: number;
  mirrored: boolean;
}

export class Muster {
  private men: Man[] = [];
  private hired = 0;

  /** The men of these pieces, as many of them as possible the same as before. */
  call(pieces: Piece[]): Man[] {
    const free = new Map<string, number>();
    for (const piece of pieces) for (const [cell, number] of Object.entries(piece.at ?? {})) free.set(`${piece.id} ${cell}`, Number(number));
    const stay: Man[] = [];
    const homeless: Man[] = [];
    for (const man of this.men) {
      const post = `${man.piece} ${man.cell}`;
      const room = free.get(post) ?? 0;
      (room > 0 ? stay : homeless).push(man);
      free.set(post, room - 1);
    }
    for (const piece of pieces)
      for (const cell of Object.keys(piece.at ?? {}))
        for (let left = free.get(`${piece.id} ${cell}`) ?? 0; left > 0; left--)
          stay.push({ key: this.recruit(homeless, piece.id, cell), piece: piece.id, cell });
    this.men = stay;
    return stay;
  }

  private recruit(homeless: Man[], piece: string, cell: string): string {
    let best = -1;
    let least = Infinity;
    homeless.forEach((man, index) => {
      const far = man.piece === piece ? distance(man.cell, cell) : man.cell === cell ? 50 : Infinity;
      if (far < least) [best, least] = [index, far];
    });
    return best >= 0 ? homeless.splice(best, 1)[0]!.key : `m${++this.hired}`;
  }
}

const FOOT: Record<number, [number, number][]> = {
  1: [[0, 9]],
  2: [[-16, 4], [16, 9]],
  3: [[-18, -1], [17, -1], [0, 21]],
  4: [[-18, -4], [17, -4], [-17, 22], [18, 22]],
};
const HORSE: Record<number, [number, number][]> = { 1: [[0, 10]], 2: [[-15, 0], [14, 20]] };
const MOUNTED: Figure[] = ["horse", "rider", "leadhorse", "chiefhorse", "ncohorse", "elderhorse"];
const LEADERS = /^(lead|chief|nco|elder)/;
const WEAPONS: Figure[] = ["gun", "heavy", "mg"];
const ALOFT: Figure[] = ["plane", "airship"];

/** Every figure with its place on the page. */
export function stand(men: Man[], pieces: Piece[], layout: Layout, sides: string[]): Standing[] {
  const byId = new Map(pieces.map((piece) => [piece.id, piece]));
  const cells = new Map<string, Standing[]>();
  for (const man of men) {
    const piece = byId.get(man.piece);
    if (!piece || !layout.has(man.cell)) continue;
    const here = cells.get(man.cell) ?? [];
    const figure = figureOf(piece);
    const mirrored = MOUNTED.includes(figure) && sides.indexOf(piece.side) === 1;
    here.push({ ...man, figure, at: { x: 0, y: 0 }, scale: MOUNTED.includes(figure) ? 1.22 : 1.32, mirrored });
    const weapon = weaponOf(piece);
    if (weapon && !here.some((other) => other.key === `${piece.id}-weapon-${man.cell}`))
      here.push({ ...man, key: `${piece.id}-weapon-${man.cell}`, figure: weapon, at: { x: 0, y: 0 }, scale: 1.25, mirrored: false });
    cells.set(man.cell, here);
  }
  return [...cells].flatMap(([cell, here]) => arrange(here, layout.middle(cell)));
}

/** Those on the ground among themselves; who flies has the hex to himself, above the others. */
function arrange(all: Standing[], middle: Point): Standing[] {
  const flying = all.filter((one) => ALOFT.includes(one.figure));
  flying.forEach((one, index) => (one.at = { x: middle.x + 26 * index - 6, y: middle.y - 14 }));
  const here = all.filter((one) => !ALOFT.includes(one.figure));
  return here.length ? [...crew(here, middle), ...flying] : flying;
}

function crew(here: Standing[], middle: Point): Standing[] {
  const leaders = here.filter((one) => LEADERS.test(one.figure));
  const led = here.filter((one) => !LEADERS.test(one.figure));
  const units = [...new Set(led.map((one) => one.piece))].map((piece) => led.filter((one) => one.piece === piece));
  return units.length > 1 ? platoon(units, leaders, middle) : one(here, middle);
}

/** Two units in one hex keep apart, side by side; whoever leads them stands in front. */
function platoon(units: Standing[][], leaders: Standing[], middle: Point): Standing[] {
  units.forEach((unit, index) => {
    const aside = (index - (units.length - 1) / 2) * 40;
    const gun = unit.filter((man) => WEAPONS.includes(man.figure));
    const men = unit.filter((man) => !WEAPONS.includes(man.figure));
    const rows = Math.ceil(men.length / 2) + gun.length;
    const down = (row: number) => (rows < 2 ? 8 : -16 + (row * 38) / (rows - 1));
    men.forEach((man, place) => {
      const alone = place === men.length - 1 && men.length % 2 === 1;
      man.at = { x: middle.x + aside + (alone ? 0 : (place % 2 ? 9 : -9)), y: middle.y + down(Math.floor(place / 2)) };
      man.scale = rows > 3 ? 0.8 : 0.92;
    });
    gun.forEach((one) => {
      one.at = { x: middle.x + aside, y: middle.y + down(rows - 1) };
      one.scale = 0.95;
    });
  });
  leaders.forEach((leader, index) => {
    leader.at = { x: middle.x + 22 * index, y: middle.y + 27 };
    leader.scale = 1.08;
  });
  return [...units.flat(), ...leaders];
}

function one(here: Standing[], middle: Point): Standing[] {
  const weapon = here.findIndex((one) => WEAPONS.includes(one.figure));
  const riders = here.filter((one) => MOUNTED.includes(one.figure)).length;
  let spots: [number, number][];
  if (weapon >= 0 && here.length <= 5) {
    here.unshift(...here.splice(weapon, 1));
    spots = ([[7, 5], [-22, 1], [-7, 25], [25, 24], [-27, 22]] as [number, number][]).slice(0, here.length);
  } else if (riders === here.length && HORSE[here.length]) spots = HORSE[here.length]!;
  else if (!riders && weapon < 0 && FOOT[here.length]) spots = FOOT[here.length]!;
  else {
    here.sort((a, b) => rank(a) - rank(b));
    spots = crowd(here.length);
    for (const one of here) one.scale = LEADERS.test(one.figure) ? 1.1 : here.length > 6 ? 0.9 : 1;
  }
  here.forEach((one, index) => (one.at = { x: middle.x + spots[index]![0], y: middle.y + spots[index]![1] }));
  return here;
}

/** From the back: men on foot, riders, weapons, leaders. */
function rank(one: Standing): number {
  return LEADERS.test(one.figure) ? 3 : WEAPONS.includes(one.figure) ? 2 : Number(MOUNTED.includes(one.figure));
}

/** Places for a mixed hex: rows of three from the back. */
function crowd(number: number): [number, number][] {
  const rows = Math.ceil(number / 3);
  return Array.from({ length: number }, (_, i) => {
    const row = Math.floor(i / 3);
    const inRow = row === rows - 1 ? number - 3 * row : 3;
    const x = ((i % 3) - (inRow - 1) / 2) * 24;
    return [x, rows === 1 ? 8 : -12 + (row * 36) / (rows - 1)];
  });
}

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
const MOUNTED: Figure[] = ["horse", "rider", "leadhorse", "chiefhorse"];

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

function arrange(here: Standing[], middle: Point): Standing[] {
  const weapon = here.findIndex((one) => one.figure === "gun" || one.figure === "mg");
  const riders = here.filter((one) => MOUNTED.includes(one.figure)).length;
  let spots: [number, number][];
  if (weapon >= 0 && here.length <= 4) {
    here.unshift(...here.splice(weapon, 1));
    spots = ([[7, 5], [-22, 1], [-5, 24], [24, 24]] as [number, number][]).slice(0, here.length);
  } else if (riders === here.length && HORSE[here.length]) spots = HORSE[here.length]!;
  else if (!riders && weapon < 0 && FOOT[here.length]) spots = FOOT[here.length]!;
  else {
    here.sort((a, b) => Number(MOUNTED.includes(a.figure)) - Number(MOUNTED.includes(b.figure)));
    spots = crowd(here.length);
    for (const one of here) one.scale = here.length > 6 ? 0.85 : 1;
  }
  here.forEach((one, index) => (one.at = { x: middle.x + spots[index]![0], y: middle.y + spots[index]![1] }));
  return here;
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

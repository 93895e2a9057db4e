/** Names in a few letters, no two alike, for where there is no room for whole ones. */

const SMALL = new Set(["of", "the", "and", "von", "de", "la", "el"]);

/** A short name for each name of a list. A single word stays as it is: whoever has less room cuts it. */
export function shortNames(names: Iterable<string>): Map<string, string> {
  const found = new Map([...new Set(names)].map((name) => [name, letters(name, 1)]));
  for (let most = 2; most < 9; most++) {
    const times = new Map<string, number>();
    for (const short of found.values()) times.set(short, (times.get(short) ?? 0) + 1);
    for (const [name, short] of found) if (times.get(short)! > 1) found.set(name, letters(name, most));
  }
  return found;
}

/** `Hk1` for "Hadendoa of the khor 1": the beginnings of the words that say something, numbers whole. */
function letters(name: string, most: number): string {
  const words = name.split(/[\s-]+/).filter((word, index) => word && (!index || !SMALL.has(word)));
  if (words.length < 2) return name;
  return words.map((word, index) => /^\d+/.exec(word)?.[0] ?? [...word].slice(0, index ? 1 : most).join("")).join("");
}

/** What one person at this screen prefers. Kept in the browser, never sent. */

interface Chosen {
  night: "auto" | "day" | "night";
  motion: boolean;
  confirm: boolean;
  curtain: boolean;
  pace: number;
  coordinates: boolean;
}

const KEY = "zareba.settings";
const USUAL: Chosen = { night: "auto", motion: true, confirm: true, curtain: false, pace: 600, coordinates: true };

function kept(): Chosen {
  try {
    return { ...USUAL, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Chosen>) };
  } catch {
    return { ...USUAL };
  }
}

export const settings = $state<Chosen>(kept());

const dark = matchMedia("(prefers-color-scheme: dark)");
const still = matchMedia("(prefers-reduced-motion: reduce)");

export function moves(): boolean {
  return settings.motion && !still.matches;
}

/** Keeps the page's classes and the browser's memory in step with the settings. */
export function follow(): void {
  const night = settings.night === "night" || (settings.night === "auto" && dark.matches);
  document.documentElement.classList.toggle("night", night);
  document.documentElement.classList.toggle("still", !moves());
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

dark.addEventListener("change", follow);
still.addEventListener("change", follow);

/** Which screen: the part of the address after `#`. */

export interface Route {
  screen: "home" | "new" | "armies" | "game" | "replay";
  id: string;
  seat: string;
}

function read(): Route {
  const [screen = "", id = "", seat = ""] = location.hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  if (screen === "armies") return { screen, id, seat: "" };
  if (screen === "new") return { screen, id: "", seat: "" };
  if ((screen === "game" || screen === "replay") && id) return { screen, id, seat };
  return { screen: "home", id: "", seat: "" };
}

export const route = $state<{ now: Route }>({ now: read() });

addEventListener("hashchange", () => (route.now = read()));

export function go(screen: Route["screen"], id = "", seat = ""): void {
  location.hash = `#/${[screen === "home" ? "" : screen, id, seat].filter(Boolean).map(encodeURIComponent).join("/")}`;
}

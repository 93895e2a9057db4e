"""Pictures of every screen of the table, on a desk and in a hand: docs/screens/*.webp.

    python scripts/screenshots.py [NAME ...]     all of them, or those whose names begin like this

They are taken in Chromium from a server of their own, at games that are played to an interesting moment; the same
program makes the same pictures.
"""

from __future__ import annotations

import base64
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from playwright.sync_api import Page, sync_playwright  # noqa: E402
from tests.web.table import DESKTOP, PHONE, Hands, Server, browser  # noqa: E402

Json = dict[str, Any]
SCREENS = ROOT / "docs" / "screens"
QUALITY, SMALLER = 0.6, 0.8
MOST = 3_000_000
LARGE = (
    ("heroscape", "el-teb"),
    ("sudan", "tamai"),
    ("afriboria", "marchands-ford"),
    ("darkest_africa", "zimbizo"),
    ("battles_for_empire", "to-the-wells"),
)
COMPUTERS = {"heroscape": 60, "sudan": 60, "afriboria": 30, "darkest_africa": 40, "battles_for_empire": 40}
"""How many answers are given before a battle of each system is looked at."""

COMPRESS = """async ([data, quality, scale]) => {
  const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
  const canvas = new OffscreenCanvas(picture.width * scale, picture.height * scale);
  const brush = canvas.getContext("2d");
  brush.imageSmoothingQuality = "high";
  brush.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const found = new Uint8Array(await (await canvas.convertToBlob({ type: "image/webp", quality })).arrayBuffer());
  return btoa(Array.from(found, (byte) => String.fromCharCode(byte)).join(""));
}"""


class Album:
    """Takes pictures at one page."""

    def __init__(self, hands: Hands, blank: Page, server: Server, kind: str) -> None:
        self.hands, self.page, self.server, self.kind = hands, hands.page, server, kind
        self._blank = blank

    @property
    def phone(self) -> bool:
        return self.kind == "phone"

    def take(self, name: str) -> None:
        self.page.evaluate("document.activeElement?.blur()")
        if name != "sight":
            self.page.mouse.move(600, 8)
        self.page.wait_for_timeout(700)
        raw = base64.b64encode(self.page.screenshot()).decode()
        found = base64.b64decode(self._blank.evaluate(COMPRESS, [raw, QUALITY, 1 if self.phone else SMALLER]))
        path = SCREENS / f"{name}-{self.kind}.webp"
        path.write_bytes(found)
        print(f"{path.relative_to(ROOT)}  {len(found) // 1000} kB")

    def sit(self, game: str, seat: str = "") -> None:
        self.hands.open(f"game/{game}/{seat}" if seat else f"game/{game}")
        self.page.locator("aside h2").first.wait_for()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def button(self, name: str) -> None:
        self.page.get_by_role("button", name=name).first.click()


# --- the screens --------------------------------------------------------------------------------------------


def home(album: Album) -> None:
    album.server.begin({"red": "person", "black": "greedy"}, seed=1, scenario="ridge")
    album.server.begin(seed=3, name="Sunday evening")
    album.hands.open()
    album.page.get_by_role("button", name="Fight it now").wait_for()
    album.take("home")


def new_battle(album: Album) -> None:
    album.hands.open("new")
    album.page.get_by_role("button", name="Begin the battle").wait_for()
    album.page.get_by_role("button", name="Colonial battles on stacked hexes").click()
    album.page.get_by_role("button", name="El Teb").click()
    album.take("new")


def choices(album: Album) -> None:
    """One moment of the learning battle from every side: what may be done, odds, refusals, sight."""
    game = album.server.begin(seed=7)
    seen = album.server.advance(game, "fire")
    album.sit(game)
    album.hands.caught_up(seen)
    album.take("table")
    album.page.locator("aside [data-notation^=fire]").first.click()
    album.take("odds")
    album.press("Escape")
    album.page.locator("aside summary").first.click()
    album.take("refused")
    album.page.locator("aside summary").first.click()
    album.press("v")
    if not album.phone:
        album.page.mouse.move(*album.hands.cell("0903"))
    album.take("sight")
    album.press("v")
    for key, name in (("l", "log"), ("r", "rules"), ("s", "sheet"), ("t", "text")):
        album.press(key)
        album.take(name)
        album.press(key)
    for name in ("Battle", "Settings", "Help"):
        if album.phone and name != "Battle":
            album.page.get_by_role("navigation").get_by_role("button", name="Battle").click()
        where = album.page.get_by_role("dialog" if album.phone and name != "Battle" else "navigation")
        where.get_by_role("button", name=name).click()
        album.take(name.lower())
        album.press("Escape")


def real_dice(album: Album) -> None:
    game = album.server.begin(dice="table")
    album.sit(game)
    album.take("real-card")
    for answer in ("draw 7h", "activate company-2", "roll 4", "fire warband-c"):
        album.server.answer(game, album.server.asked(game), answer)
    album.page.get_by_label("Real dice").wait_for()
    album.press("6", "2", "6")
    album.take("real-dice")


def curtain(album: Album) -> None:
    game = album.server.begin({}, system="afriboria", scenario="water-hole", seed=3)
    album.hands.open(f"game/{game}")
    album.page.get_by_role("dialog").wait_for()
    album.take("curtain")


def the_end(album: Album) -> None:
    game = album.server.begin({}, seed=2)
    album.server.play(game, 400)
    album.sit(game)
    album.take("end")
    album.hands.open(f"replay/{game}")
    album.page.get_by_role("button", name="Play").wait_for()
    album.page.get_by_role("slider", name="Step").fill("30")
    album.take("replay")


def systems(album: Album) -> None:
    """A battle of each system, in full swing."""
    for system, scenario in LARGE:
        game = album.server.begin({}, system=system, scenario=scenario, seed=5)
        album.server.play(game, COMPUTERS[system])
        seat = album.server.asked(game)["seat"]
        album.sit(game, seat)
        album.take(system)


PAGES: tuple[Callable[[Album], None], ...] = (home, new_battle, choices, real_dice, curtain, the_end, systems)


def main(wanted: list[str]) -> None:
    SCREENS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        for kind, size in (("desk", DESKTOP), ("phone", PHONE)):
            server = Server(Path(folder) / f"{kind}.sqlite")
            try:
                with browser(play, size, reduced_motion="reduce") as context:
                    hands, blank = Hands(context.pages[0], server.address), context.new_page()
                    album = Album(hands, blank, server, kind)
                    for page in PAGES:
                        if not wanted or any(page.__name__.startswith(name) for name in wanted):
                            page(album)
            finally:
                server.close()
    weight = sum(path.stat().st_size for path in SCREENS.iterdir())
    print(f"{weight // 1000} kB together")
    if weight > MOST:
        raise SystemExit("That is more than pictures in a repository should weigh.")


if __name__ == "__main__":
    main(sys.argv[1:])

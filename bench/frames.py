"""How smoothly a full table moves in Chromium: panned and zoomed, and with a man held while his reach is told.

    python bench/frames.py [--system sudan] [--scenario tamai] [--seconds 3]

First a hand drags the table and turns the wheel. Then, on an open table with fifty figures a side, it takes a man and
carries him about: his way, cost and contacts are asked of the server and shown all the while. Chromium draws without a
graphics card here, so a machine with one is quicker. A frame counts as dropped where more than one and a half turns of
the screen (60 a second) pass before the next; `picture` is the time from a move of the pointer to the frame that shows
it, and `told` the time that the server takes to say what a place costs or why it will not do.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from math import cos, sin
from pathlib import Path
from statistics import median, quantiles

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from playwright.sync_api import Page, sync_playwright  # noqa: E402
from tests.web.table import DESKTOP, PHONE, Hands, Server, browser  # noqa: E402

TURN = 1000 / 60
WATCH = """() => {
  window.frames_seen = [];
  let last = performance.now();
  const next = (now) => { window.frames_seen.push(now - last); last = now; requestAnimationFrame(next); };
  requestAnimationFrame(next);
}"""


def drag(page: Page, seconds: float) -> list[float]:
    """Round and round, with the wheel in between."""
    page.mouse.move(600, 450)
    page.mouse.wheel(0, -600)
    page.wait_for_timeout(300)
    page.evaluate(WATCH)
    page.mouse.down()
    for step in range(int(seconds * 60)):
        page.mouse.move(600 + 120 * ((step // 12) % 2) + step % 12 * 8, 450 + step % 24 * 4)
        if step % 30 == 29:
            page.mouse.up()
            page.mouse.wheel(0, 120 if step % 60 == 29 else -120)
            page.mouse.down()
    page.mouse.up()
    found: list[float] = page.evaluate("window.frames_seen")
    return found[2:]


PICTURES = """() => {
  window.pictures = [];
  performance.clearResourceTimings();
  performance.setResourceTimingBufferSize(5000);
  addEventListener("pointermove", ({ timeStamp }) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => window.pictures.push(performance.now() - timeStamp);
    port2.postMessage(0);
  }), true);
}"""
TOLD = """() => performance.getEntriesByType("resource")
  .filter(({ name }) => name.endsWith("/why")).map(({ duration }) => duration)"""
FIFTY = {"type": "other_archer", "count": 30, "officers": 5}, {"type": "other_spearman", "count": 20}


def fifty_a_side(server: Server) -> str:
    """A game in which the first officer may act."""
    force = {"system": "darkest_africa", "name": "Fifty", "army": "farmers", "limit": 200, "unit": list(FIFTY)}
    seats = {"south": "person", "north": "person"}
    game = server.begin(seats, system="darkest_africa", scenario="meeting", forces=[force, force])
    server.advance(game, "act ")
    return game


class Touch:
    """A finger, with the methods of a mouse."""

    def __init__(self, page: Page) -> None:
        self._send = page.context.new_cdp_session(page).send
        self._at = {"x": 0.0, "y": 0.0}

    def move(self, x: float, y: float) -> None:
        self._at = {"x": x, "y": y}
        if self._down:
            self._send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [self._at]})

    def down(self) -> None:
        self._down = True
        self._send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [self._at]})

    def up(self) -> None:
        self._down = False
        self._send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    _down = False


def carry(hands: Hands, officer: str, seconds: float, touch: bool) -> tuple[list[float], list[float], list[float]]:
    """Takes a man and carries him in circles: frames, pictures, and what the server took."""
    page = hands.page
    held = page.locator(f".pieces [data-cell='{officer}']")
    box = held.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.66
    hand = Touch(page) if touch else page.mouse
    hand.move(x, y)
    page.evaluate(WATCH)
    page.evaluate(PICTURES)
    hand.down()
    for step in range(int(seconds * 60)):
        turn = step / 20
        hand.move(x + 70 * sin(turn), y - 40 - 40 * cos(turn))
    page.locator(".placing .ghost").first.wait_for()
    found = [page.evaluate(script) for script in ("window.frames_seen", "window.pictures", TOLD)]
    hand.up()
    return found[0][2:], found[1], found[2]


def report(what: str, frames: list[float], **more: list[float]) -> None:
    late = sum(one > 1.5 * TURN for one in frames)
    print(f"{what}: {len(frames)} frames, {spread(frames)}, {late} dropped")
    for name, took in more.items():
        print(f"    {name}: {len(took)}, {spread(took)}")


def spread(took: list[float]) -> str:
    return f"median {median(took):.1f} ms, p99 {quantiles(took, n=100)[98]:.1f} ms"


def main() -> None:
    parser = argparse.ArgumentParser(description="Frames of a full table that is panned, zoomed and played on.")
    parser.add_argument("--system", default="sudan")
    parser.add_argument("--scenario", default="tamai")
    parser.add_argument("--seconds", type=float, default=3)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        server = Server(Path(folder) / "games.sqlite")
        try:
            for kind, size in (("desk", DESKTOP), ("phone", PHONE)):
                with browser(play, size) as context:
                    hands = Hands(context.pages[0], server.address)
                    hands.open(f"game/{server.begin({}, system=args.system, scenario=args.scenario)}/watch")
                    hands.page.locator("[role=application] svg").first.wait_for()
                    figures = hands.page.locator("[role=application] use").count()
                    report(f"{kind}: {figures} figures panned", drag(hands.page, args.seconds))
                    game = fifty_a_side(server)
                    seen = server.asked(game)
                    officer = seen["view"]["ask"]["options"][0]["piece"]
                    hands.sit(game, seen["seat"])
                    frames, pictures, told = carry(hands, officer, args.seconds, size == PHONE)
                    report(f"{kind}: a man of a hundred carried", frames, picture=pictures, told=told)
        finally:
            server.close()


if __name__ == "__main__":
    main()

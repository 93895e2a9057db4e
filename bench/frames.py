"""How smoothly a full table pans and zooms in Chromium: the time between frames while a hand drags and turns the wheel.

    python bench/frames.py [--scenario tamai] [--seconds 3]

Chromium draws without a graphics card here, so a machine with one is quicker. A frame counts as dropped where more than
one and a half turns of the screen (60 a second) pass before the next.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
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


def main() -> None:
    parser = argparse.ArgumentParser(description="Frames of a full table that is panned and zoomed.")
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
                    took = drag(hands.page, args.seconds)
                    late = sum(one > 1.5 * TURN for one in took)
                    told = f"median {median(took):.1f} ms, p99 {quantiles(took, n=100)[98]:.1f} ms"
                    print(f"{kind}: {figures} figures, {len(took)} frames, {told}, {late} dropped")
        finally:
            server.close()


if __name__ == "__main__":
    main()

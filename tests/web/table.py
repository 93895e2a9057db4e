"""A server in a process of its own, a browser, and hands that play at the page as people do."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, Playwright, TimeoutError, expect

Json = dict[str, Any]
ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "src" / "zareba" / "server" / "page" / "index.html"
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PEOPLE = {"red": "person", "black": "person"}
DESKTOP, PHONE = (1440, 900), (390, 844)
PATIENCE = 60_000
"""Milliseconds: what does not come to be in all that time never will, however busy the machine is."""
STILL = {"motion": False, "pace": 0}
"""What a browser remembers of its settings, so that nothing waits for an animation."""

SERVE = """
import sys
from zareba.server.run import run
run(port=int(sys.argv[2]), database=sys.argv[1], delay=0.0, ready=lambda address: print(address, flush=True))
"""

ARRIVED = """([seat, head, asked]) => {
  const { seat: now, head: at } = document.querySelector("[data-head]").dataset;
  if (at !== "-1" && (now !== seat || at !== head)) return "there";
  return !asked && document.querySelector("aside .buttons .main kbd") ? "again" : false;
}"""


class Server:
    """One process. It can be killed without warning, and started again on the same database."""

    def __init__(self, database: Path, port: int = 0, program: str = SERVE, more: tuple[str, ...] = ()) -> None:
        self.database = database
        path = os.pathsep.join([str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH", "")])
        self._process = subprocess.Popen(
            [sys.executable, "-c", program, str(database), str(port), *more],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": path},
        )
        assert self._process.stdout
        self.address = self._process.stdout.readline().strip()
        assert self.address.startswith("http"), "The server did not start."

    def kill(self) -> None:
        self._process.send_signal(signal.SIGKILL)
        self._process.wait(10)
        self._hush()

    def close(self) -> None:
        self._process.terminate()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self.kill()
        self._hush()

    def _hush(self) -> None:
        if self._process.stdout:
            self._process.stdout.close()

    def get(self, path: str) -> Any:
        with urllib.request.urlopen(f"{self.address}/api/{path}", timeout=60) as answer:
            return json.load(answer)

    def record(self, game: str) -> bytes:
        with urllib.request.urlopen(f"{self.address}/api/games/{game}/record", timeout=60) as answer:
            return bytes(answer.read())

    def post(self, path: str, body: Json) -> Any:
        headers = {"content-type": "application/json", "origin": self.address}
        request = urllib.request.Request(f"{self.address}/api/{path}", json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    def begin(self, seats: Json | None = None, seed: int | None = 7, **more: Any) -> str:
        wanted = {
            "system": "heroscape",
            "scenario": "two-companies",
            "options": {},
            "seats": PEOPLE if seats is None else seats,
        }
        seeded = {} if seed is None or more.get("dice") == "table" else {"seed": seed}
        game: str = self.post("games", {**wanted, **seeded, **more})["id"]
        return game

    def bring(self, record: bytes) -> str:
        """A battle from a file, to be gone on with here."""
        headers = {"content-type": "application/octet-stream", "origin": self.address}
        request = urllib.request.Request(f"{self.address}/api/import", record, headers)
        with urllib.request.urlopen(request, timeout=60) as answer:
            game: str = json.load(answer)["id"]
        return game

    def view(self, game: str, seat: str = "watch") -> Json:
        told: Json = self.get(f"games/{game}?seat={seat}")
        return told

    def asked(self, game: str) -> Json:
        """The state of the game as the seat sees it that has to answer; as an onlooker sees it, if it is over."""
        seen = self.view(game)
        waiting = seen["view"]["waiting"]
        return self.view(game, waiting[0]) if waiting else seen

    def answer(self, game: str, seen: Json, answer: str) -> None:
        key = f"t{seen['seat'][:20]}-{seen['head']}-{abs(hash(answer)) % 10**9}"
        self.post(f"games/{game}/answers", {"seat": seen["seat"], "head": seen["head"], "key": key, "answer": answer})

    def advance(self, game: str, until: str, most: int = 120) -> Json:
        """Plays on as `usual` would, until an answer that begins like this is offered."""
        for _ in range(most):
            seen = self.asked(game)
            ask = seen["view"].get("ask")
            if not ask or any(option["notation"].startswith(until) for option in ask["options"]):
                return seen
            self.answer(game, seen, usual(seen))
        raise AssertionError(f"Nobody may {until} within {most} answers.")

    def play(self, game: str, answers: int) -> None:
        """Gives so many answers: now the first, now another, as long as the battle goes on."""
        for step in range(answers):
            seen = self.asked(game)
            ask = seen["view"].get("ask")
            if not ask:
                return
            options = ask["options"]
            self.answer(game, seen, options[(step * 7) % min(len(options), 9)]["notation"])


def wait_until(holds: Callable[[], object], patience: float = 120) -> None:
    """Asks again and again; what does not come to be in all that time never will."""
    end = monotonic() + patience
    while not holds():
        assert monotonic() < end, "That never comes to be."
        sleep(0.02)


def usual(seen: Json) -> str:
    """A sensible answer that brings the sides together: charge, fire, go on, forward."""
    options: list[Json] = seen["view"]["ask"]["options"]
    notations: list[str] = [option["notation"] for option in options]
    for verb in ("charge", "fight", "fire"):
        if found := next((notation for notation in notations if notation.startswith(verb)), ""):
            return found
    ways = [option for option in options if ">" in option["notation"]]
    if ways:
        forward = 1 if seen["seat"] == "black" else -1
        best = max(ways, key=lambda way: (int(way["cells"][-1][2:]) * forward, way["notation"]))
        return str(best["notation"])
    if seen["seat"] == "black" and "double" in notations:
        return "double"
    return notations[0]


@contextmanager
def browser(playwright: Playwright, size: tuple[int, int] = DESKTOP, **more: Any) -> Iterator[BrowserContext]:
    """A Chromium of its own, with nothing in it."""
    folder = tempfile.mkdtemp(prefix="zareba-browser-")
    touch = size == PHONE
    context = playwright.chromium.launch_persistent_context(
        folder,
        executable_path=shutil.which("chromium"),
        headless=True,
        args=list(ARGUMENTS),
        viewport={"width": size[0], "height": size[1]},
        has_touch=touch,
        is_mobile=touch,
        **more,
    )
    try:
        yield context
    finally:
        context.close()
        shutil.rmtree(folder, ignore_errors=True)


class Hands:
    """A person at one page."""

    def __init__(self, page: Page, address: str, settings: Json | None = None) -> None:
        self.page, self.address = page, address
        self.faults: list[str] = []
        kept = json.dumps({**STILL, **(settings or {})})
        page.add_init_script(
            f"if (!localStorage.getItem('zareba.settings')) localStorage.setItem('zareba.settings', {kept!r})"
        )
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda message: self._hear(message.type, message.text))
        page.set_default_timeout(PATIENCE)
        expect.set_options(timeout=PATIENCE)

    def _hear(self, kind: str, text: str) -> None:
        """Refusals of the server are told by the browser as errors of loading; they are none of the page's."""
        if kind == "error" and "Failed to load resource" not in text:
            self.faults.append(text)

    def open(self, path: str = "") -> None:
        self.page.goto(f"{self.address}/#/{path}")

    def sit(self, game: str, seat: str = "") -> None:
        self.open(f"game/{game}/{seat}" if seat else f"game/{game}")
        expect(self.page.locator("[role=application] [role=img]").first).to_be_attached()

    @property
    def sentence(self) -> str:
        return self.page.locator("h1").inner_text()

    def option(self, notation: str) -> Locator:
        return self.page.locator(f"aside [data-notation='{notation}']")

    def cell(self, name: str) -> tuple[float, float]:
        """Where a hex can be clicked: on its far side, which nothing higher in front of it covers."""
        box = self.page.locator(f"[data-cell='{name}']:not([data-piece])").bounding_box()
        assert box
        return box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.4

    def click(self, name: str) -> None:
        self.page.mouse.click(*self.cell(name))

    def caught_up(self, seen: Json) -> None:
        """Waits until the page shows what the server has for this seat."""
        now = f"[data-seat='{seen['seat']}'][data-head='{seen['head']}']"
        expect(self.page.locator(now)).to_be_attached()

    def arrived(self, seen: Json, asked: bool = False) -> str:
        """Waits until an answer has arrived (`there`) or, unless it was, is asked about once more (`again`)."""
        found = self.page.wait_for_function(ARRIVED, arg=[seen["seat"], str(seen["head"]), asked])
        return str(found.json_value())

    def violations(self) -> list[str]:
        """What axe finds wrong with the screen as it is."""
        if not self.page.evaluate("() => 'axe' in window"):
            self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found = self.page.evaluate("() => axe.run(document, { resultTypes: ['violations'] })")
        return [f"{one['id']}: {node['html'][:160]}" for one in found["violations"] for node in one["nodes"]]


def commit(hands: Hands, seen: Json) -> None:
    """Where dice follow, the page shows the odds and asks once more."""
    while hands.arrived(seen) == "again":
        with suppress(TimeoutError):
            hands.page.locator("aside .buttons .main", has_text="Enter").click(timeout=500)


def over(hands: Hands, server: Server, game: str) -> None:
    """The page says that the battle is over, and why, in the words of the server."""
    expect(hands.page.get_by_text("The battle is over")).to_be_visible()
    assert hands.sentence == server.view(game)["view"]["result"]["why"]

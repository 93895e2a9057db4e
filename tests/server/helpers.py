"""A server in a test, and somebody who plays at it."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import httpx2
from starlette.testclient import TestClient

from tests.toy import TOY, scenario
from zareba.engine.system import System
from zareba.server import create_app
from zareba.server.rooms import Rooms
from zareba.server.store import PATIENCE, Store

Json = dict[str, Any]
ROOT = Path(__file__).parents[2]
BASE = "http://127.0.0.1"
ORIGIN = {"origin": BASE}
HOST = {"host": "127.0.0.1"}
_keys = count()

BOOK = """\
# Toy ambush

A book <b>without</b> markup of its own.

## 1. Hiding

- `hide.where` [seed] Both hide at once.
- `hide.party` [ruling] {descriptive: an aim} A party is small.

| Place | Hides |
|---|--:|
| ford | 2 |

![a picture](https://example.org/p.png) and [a link](javascript:alert(1)).
"""


def toy_system(folder: Path, seed: int = 0, **terms: int) -> System:
    """The toy with a folder of its own: one scenario, `ford`, whose marks come from the seed."""
    (folder / "scenarios").mkdir(parents=True, exist_ok=True)
    (folder / "rulebook.md").write_text(BOOK, encoding="utf-8")
    data = scenario(seed, **terms)
    lines = [f"{key} = {json.dumps(value)}" for key, value in data.items() if key != "marks"]
    marks = [f"{key} = {json.dumps(value)}" for key, value in data["marks"].items()]
    text = "\n".join([*lines, "", "[marks]", *marks, ""])
    (folder / "scenarios" / "ford.toml").write_text(text, encoding="utf-8")
    return replace(TOY, folder=folder)


@contextmanager
def served(
    database: Path | str = ":memory:",
    systems: Mapping[str, System] | None = None,
    store: Store | None = None,
    **more: Any,
) -> Iterator[TestClient]:
    """A client of a server that runs within this process."""
    app = create_app(store or f"sqlite:///{database}", systems=systems, delay=0, **more)
    with TestClient(app, base_url=BASE, headers=ORIGIN, raise_server_exceptions=True) as client:
        yield client


@contextmanager
def toy_served(folder: Path, seed: int = 0, **more: Any) -> Iterator[TestClient]:
    with served(folder / "games.sqlite", {TOY.id: toy_system(folder / "toy", seed)}, **more) as client:
        yield client


def rooms_of(client: TestClient) -> Rooms:
    rooms: Rooms = client.app.state.rooms  # type: ignore[attr-defined]
    return rooms


def is_whole(database: Path) -> None:
    with closing(sqlite3.connect(database)) as reader:
        assert reader.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert reader.execute("PRAGMA foreign_key_check").fetchall() == []


def key() -> str:
    return f"k{next(_keys)}"


class Play:
    """One game at a server, from any of its seats."""

    def __init__(self, client: TestClient, id: str) -> None:
        self.client, self.id = client, id
        self.path = f"/api/games/{id}"

    @classmethod
    def begin(cls, client: TestClient, system: str = "heroscape", scenario: str = "two-companies", **more: Any) -> Play:
        begun = client.post("/api/games", json={"system": system, "scenario": scenario, "seed": 1, **more})
        assert begun.status_code == 201, begun.text
        return cls(client, begun.json()["id"])

    @classmethod
    def toy(cls, client: TestClient, **more: Any) -> Play:
        return cls.begin(client, TOY.id, "ford", **more)

    def look(self, seat: str = "watch", since: int = 0) -> Json:
        answer = self.client.get(f"{self.path}?seat={seat}&since={since}")
        assert answer.status_code == 200, answer.text
        found: Json = answer.json()
        return found

    def post(self, act: str, **body: Any) -> Any:
        return self.client.post(f"{self.path}/{act}", json=body)

    def answer(self, seat: str, answer: str, **more: Any) -> Any:
        head = more.pop("head", None)
        head = self.look(seat)["head"] if head is None else head
        return self.post("answers", seat=seat, head=head, answer=answer, **{"key": key(), **more})

    def seats(self) -> list[str]:
        return list(self.look()["seats"])

    def asked(self) -> tuple[str, Json]:
        """The first seat that is asked, and all it sees; the battle must be going on."""
        found = self.maybe_asked()
        assert found is not None
        return found

    def maybe_asked(self) -> tuple[str, Json] | None:
        for seat in self.look()["view"]["waiting"]:
            seen = self.look(seat)
            if "ask" in seen["view"]:
                return seat, seen
        return None

    def step(self, random: Random, last: Any = None) -> Any:
        """One answer at random, the next of the same seat if it is asked on; None when nobody is asked."""
        seen = last.json() if last is not None else {"view": {}}
        found = (seen["seat"], seen) if "ask" in seen["view"] else self.maybe_asked()
        if found is None:
            return None
        seat, seen = found
        answered = self.answer(seat, some_answer(seen["view"]["ask"], random), head=seen["head"])
        assert answered.status_code == 200, answered.text
        return answered

    def play(self, steps: int, seed: int = 0) -> Play:
        random, last = Random(seed), None
        for _ in range(steps):
            last = self.step(random, last)
            if last is None:
                break
        return self


def some_answer(ask: Json, random: Random) -> str:
    if ask["kind"] == "roll":
        return "roll " + " ".join(str(random.choice(ask["sides"])) for _ in range(ask["count"]))
    answer: str = random.choice(ask["options"])["notation"]
    return answer


class Nursery:
    """Starts servers one after the other, from a process that has loaded all they need."""

    def __init__(self, database: Path, patience: float = PATIENCE) -> None:
        self.database, self.patience = database, patience
        path = os.pathsep.join([str(ROOT), str(ROOT / "src")])
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.server.nursery"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": path},
        )

    @contextmanager
    def server(self) -> Iterator[tuple[httpx2.Client, int]]:
        """A running server and its process number; it is gone when this is left."""
        assert self._process.stdin
        self._process.stdin.write(f"{self.patience} {self.database}\n")
        self._process.stdin.flush()
        address, number = self.line().split()
        with httpx2.Client(base_url=address, headers={"origin": address}, timeout=30) as client:
            yield client, int(number)
        self.line()

    def line(self) -> str:
        assert self._process.stdout
        return self._process.stdout.readline().strip()

    def close(self) -> None:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.close()
        self._process.wait(30)
        self._process.stdout.close()

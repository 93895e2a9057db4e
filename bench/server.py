"""Fifty games at once: from an answer sent to both pages updated.

    python bench/server.py [--games 50] [--seconds 20] [--pace 1.0]

A server of its own on loopback, with its database on disk (`synchronous=FULL`). Every game has two live connections,
one for each side; a person in each game thinks for about `pace` seconds and answers at random. The clock runs from the
moment the answer is handed to the network until both connections have the new table, parsed. Server and players share
this machine, so the figures hold what the players cost, too.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter
from typing import Any

import httpx2
from websockets.asyncio.client import ClientConnection, connect

SERVER = """
import sys
from zareba.server import run
run(database=sys.argv[1], ready=lambda address: print(address, flush=True))
"""
SCENARIOS = ("two-companies", "ridge", "el-teb")
Json = dict[str, Any]


class Page:
    """One live connection: the newest table that it has."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.seen: Json = {}

    async def next(self) -> None:
        had = last_event(self.seen) if self.seen else 0
        self.seen = json.loads(await self._socket.recv()) | {"had": had}
        await self._socket.send(json.dumps({"since": last_event(self.seen)}))


async def game(number: int, address: str, client: httpx2.AsyncClient, pace: float, end: float) -> list[float]:
    """Plays games one after the other, and measures every answer."""
    random, measured = Random(number), list[float]()
    scenario = SCENARIOS[number % len(SCENARIOS)]
    while perf_counter() < end:
        wanted = {"system": "heroscape", "scenario": scenario, "seed": number}
        id = (await client.post("/api/games", json=wanted)).json()["id"]
        measured += await battle(id, address, client, random, pace, end)
    return measured


async def battle(
    id: str, address: str, client: httpx2.AsyncClient, random: Random, pace: float, end: float
) -> list[float]:
    live = f"{address.replace('http', 'ws')}/api/games/{id}/live?seat="
    async with connect(f"{live}red", origin=address) as red, connect(f"{live}black", origin=address) as black:  # type: ignore[arg-type]
        pages = Page(red), Page(black)
        await asyncio.gather(*(page.next() for page in pages))
        measured = list[float]()
        while perf_counter() < end and (asked := next((page for page in pages if "ask" in page.seen["view"]), None)):
            await asyncio.sleep(random.uniform(0.5, 1.5) * pace)
            measured.append(await answered(id, client, pages, asked, random))
        return measured


async def answered(id: str, client: httpx2.AsyncClient, pages: tuple[Page, Page], asked: Page, random: Random) -> float:
    """Seconds from the answer to both pages' having what came of it."""
    before = asked.seen
    option = random.choice(before["view"]["ask"]["options"])["notation"]
    body = {"seat": before["seat"], "head": before["head"], "answer": option, "key": f"{random.random()}"[2:]}
    body["since"] = last_event(before)
    began = perf_counter()
    sent = asyncio.create_task(client.post(f"/api/games/{id}/answers", json=body))
    await heard(asked)
    if noticed(before, asked.seen):
        await heard(*(page for page in pages if page is not asked))
    took = perf_counter() - began
    assert (await sent).status_code == 200
    return took


async def heard(page: Page) -> None:
    """Until this page has something newer."""
    head = page.seen["head"]
    async with asyncio.timeout(10):
        while page.seen["head"] == head:
            await page.next()


def noticed(before: Json, after: Json) -> bool:
    """Whether the other side was told, too: what it cannot notice (a unit picked, say) is not sent to it."""
    same = all(before["view"][name] == after["view"][name] for name in ("table", "waiting"))
    return last_event(after) > last_event(before) or not same


def last_event(seen: Json) -> int:
    log = seen["view"]["log"]
    return int(log[-1]["n"]) if log else int(seen.get("had", 0))


async def race(address: str, games: int, seconds: float, pace: float) -> list[float]:
    end = perf_counter() + seconds
    limits = httpx2.Limits(max_connections=games)
    async with httpx2.AsyncClient(base_url=address, headers={"origin": address}, timeout=30, limits=limits) as client:
        played = await asyncio.gather(*(game(number, address, client, pace, end) for number in range(games)))
    return [took * 1000 for one in played for took in one]


def processor_time(process: int) -> float:
    """Seconds that a process has computed so far (where there is a /proc to ask)."""
    stat = Path(f"/proc/{process}/stat")
    if not stat.exists():
        return 0.0
    user, system = stat.read_text().rsplit(")")[-1].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser(description="From answer sent to both pages updated, many games at once.")
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--pace", type=float, default=1.0, help="seconds between the answers in one game")
    args = parser.parse_args()
    path = str(Path(__file__).parents[1] / "src")
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [sys.executable, "-c", SERVER, f"{folder}/games.sqlite"],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": path},
        )
        assert server.stdout
        try:
            address = server.stdout.readline().strip()
            spent = processor_time(server.pid)
            took = asyncio.run(race(address, args.games, args.seconds, args.pace))
            spent = processor_time(server.pid) - spent
        finally:
            server.terminate()
            server.wait()
    load = os.getloadavg()[0] / (os.cpu_count() or 1)
    cuts = quantiles(took, n=100)
    print(f"{args.games} games, {len(took)} answers, {len(took) / args.seconds:.0f} a second")
    print(f"processor time of the server: {spent / len(took) * 1000:.1f} ms an answer; load a core: {load:.1f}")
    print(
        f"answer sent to both pages updated: median {median(took):.1f} ms, p90 {cuts[89]:.1f} ms, p99 {cuts[98]:.1f} ms"
    )


if __name__ == "__main__":
    main()

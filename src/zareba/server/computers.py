"""Computer players: they think beside the server, on a copy of the game, and answer at the pace of people.

A thought is never about a game that has moved on: when somebody takes an answer back, or the server stops, the thought
is broken off at the next position that it would weigh.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from random import Random
from threading import Event
from typing import ParamSpec, TypeVar

from zareba.engine.system import System
from zareba.players import consult
from zareba.server.clerk import Clerk
from zareba.server.errors import Busy, Full, Uncertain
from zareba.server.house import House, Thought

log = logging.getLogger(__name__)

T = TypeVar("T")
P = ParamSpec("P")
PATIENCE = 2.0
"""How long a computer player waits before it tries again where its answer could not be stored."""


class BrokenOff(Exception):
    """Nobody wants to know any more."""


class Computers:
    """One task for every game in which a computer is to move."""

    def __init__(self, clerk: Clerk, house: House, pool: ThreadPoolExecutor, delay: float) -> None:
        self._clerk, self._house, self._pool, self._delay = clerk, house, pool, delay
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._stops: dict[str, Event] = {}
        self._again: set[str] = set()
        self._closed = False

    def wake(self, game: str) -> None:
        """Something has changed: what was thought about this game is void, and perhaps a computer is to move."""
        if game in self._stops:
            self._stops[game].set()
        if game in self._tasks:
            self._again.add(game)
        elif not self._closed:
            self._tasks[game] = asyncio.get_running_loop().create_task(self._play(game))

    async def close(self) -> None:
        """Breaks off every thought and waits until all is still."""
        self._closed = True
        for stop in self._stops.values():
            stop.set()
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _play(self, game: str) -> None:
        try:
            while await self._move(game) or game in self._again:
                self._again.discard(game)
        except Exception:
            log.exception("A computer player failed in game %s", game)
        finally:
            self._again.discard(game)
            del self._tasks[game]

    async def _move(self, game: str) -> bool:
        """One decision of a computer; says whether there was one to make."""
        self._stops[game] = stop = Event()
        try:
            thought = await self._clerk.do(self._house.thought, game)
            if thought is None:
                return False
            loop = asyncio.get_running_loop()
            pause = loop.create_task(asyncio.sleep(self._delay))
            index = await loop.run_in_executor(self._pool, think, thought, stop)
            await pause
            await self._clerk.write(partial(self._house.decide, game, thought, index))
        except BrokenOff:
            pass
        except (Busy, Full, Uncertain):
            await asyncio.sleep(PATIENCE)
        finally:
            del self._stops[game]
        return True


def think(thought: Thought, stop: Event) -> int:
    """The answer of a computer player, from what its seat may see."""
    game = thought.game
    game.system = _interruptible(game.system, stop)
    return consult(thought.player, game, thought.seat, Random())


def _interruptible(system: System, stop: Event) -> System:
    """The same rules, on which a thought can be broken off."""

    def unless_stopped(work: Callable[P, T]) -> Callable[P, T]:
        def checked(*args: P.args, **kwargs: P.kwargs) -> T:
            if stop.is_set():
                raise BrokenOff
            return work(*args, **kwargs)

        return checked

    return replace(system, instinct=unless_stopped(system.instinct), judgement=unless_stopped(system.judgement))

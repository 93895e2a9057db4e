"""The parts of a running server, and how they are opened and closed together."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from zareba.server.catalogue import Catalogue
from zareba.server.clerk import Clerk
from zareba.server.computers import Computers
from zareba.server.gate import warning
from zareba.server.house import House, News
from zareba.server.live import Hub
from zareba.server.lock import Lock
from zareba.server.store import Store

log = logging.getLogger(__name__)
T = TypeVar("T")
P = ParamSpec("P")

THINKERS = 4


class Rooms:
    """One server: its database, its clerk, those who listen and those who think."""

    def __init__(self, store: Store, catalogue: Catalogue, delay: float) -> None:
        self.store, self.catalogue = store, catalogue
        self.hub = Hub()
        self.clerk = Clerk(store)
        self.house = House(store, catalogue, self.hub.listeners, self._announce)
        self._pool = ThreadPoolExecutor(THINKERS, "zareba-thinker")
        self.computers = Computers(self.clerk, self.house, self._pool, delay)
        self.lock: Lock | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    async def open(self) -> None:
        """Takes the database for this process alone, and makes it ready."""
        self._loop = asyncio.get_running_loop()
        self.take()
        self.clerk.begin(self.house)
        await self.clerk.do(self.store.prepare)

    def take(self) -> None:
        """Takes the database, unless it has been taken or lives in memory; raises who has it."""
        if self.lock is None and self.store.path:
            self.lock = Lock(self.store.path)
            if said := warning(self.store.version):
                log.warning("%s", said)

    def listen(self, address: str) -> None:
        """Where this server is found; a second one says so."""
        if self.lock:
            self.lock.say(address)

    def free(self) -> None:
        if self.lock:
            self.lock.release()
            self.lock = None

    async def close(self) -> None:
        """Breaks off what is thought, finishes what is written."""
        await self.computers.close()
        self._pool.shutdown(wait=True, cancel_futures=True)
        self.clerk.rest()
        self.store.close()
        self.free()

    async def think(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Does long work beside the event loop and the clerk."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, lambda: work(*args, **kwargs))

    def _announce(self, news: News) -> None:
        """The clerk says that a game has changed; the event loop passes it on."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._pass_on, news)

    def _pass_on(self, news: News) -> None:
        self.hub.deliver(news)
        self.computers.wake(news.game)

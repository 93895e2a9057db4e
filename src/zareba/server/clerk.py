"""The one thread that touches the games and the database.

Whatever asks, plays or stores is a short piece of work handed to the clerk, who does one after the other. So no two
answers can cross, and the event loop is never kept waiting by a disk. Long thoughts (a computer player's, exact odds)
are not the clerk's: they work on copies, elsewhere.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import ParamSpec, TypeVar

from zareba.server.errors import Busy
from zareba.server.store import PATIENCE, Store

T = TypeVar("T")
P = ParamSpec("P")


class Clerk:
    """Does what it is handed, in turn. What has waited too long is not done at all."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._hand = ThreadPoolExecutor(1, "zareba-clerk")

    async def do(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        deadline = monotonic() + PATIENCE
        return await asyncio.get_running_loop().run_in_executor(
            self._hand, lambda: self._in_time(deadline, lambda: work(*args, **kwargs))
        )

    def _in_time(self, deadline: float, work: Callable[[], T]) -> T:
        if monotonic() > deadline:
            raise Busy("The server is busy. Try again in a moment.")
        self._store.deadline = deadline
        return work()

    def rest(self) -> None:
        """Finishes what is in hand and ends."""
        self._hand.shutdown()

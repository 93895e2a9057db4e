"""The one thread that touches the games and the database.

Whatever asks, plays or stores is a short piece of work handed to the clerk, who does one after the other. So no two
answers can cross, and the event loop is never kept waiting by a disk. Long thoughts (a computer player's, exact odds)
are not the clerk's: they work on copies, elsewhere.

Work that stores something is taken as it comes, several pieces in one transaction if several are waiting, for the disk
takes as long for one as for many. Nobody hears of any of them before all are on the disk.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import Any, NamedTuple, ParamSpec, Protocol, TypeVar

from zareba.engine.errors import ZarebaError
from zareba.server.errors import Busy, Full, Uncertain
from zareba.server.store import Store

T = TypeVar("T")
P = ParamSpec("P")
MOST_AT_ONCE = 64
STORAGE = (Busy, Full, Uncertain)
NO_ROOM = (Full, Uncertain)
"""What a disk says that has no room; one that bounds single files says only that writing failed."""


class Keeper(Protocol):
    """Who has to know whether what was done is on the disk."""

    def settle(self) -> None:
        """It is."""

    def lose(self) -> None:
        """It is not, or nobody knows: what is in memory is worth nothing."""


class Job(NamedTuple):
    """A piece of work. `recall` finds out afterwards whether it was done although storing it seemed to fail.

    What is `last` may use the room that is kept back for a full disk.
    """

    future: Future[Any]
    work: Callable[[], Any]
    writes: bool = False
    last: bool = False
    recall: Callable[[], Any] = lambda: None
    deadline: float = 0.0


class Clerk:
    """Does what it is handed, in turn. What has waited too long is not done at all."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._keeper: Keeper | None = None
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._thread = Thread(target=self._work, name="zareba-clerk", daemon=True)

    def begin(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._thread.start()

    async def do(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Does something that stores nothing."""
        found: T = await self._hand_in(Job(Future(), lambda: work(*args, **kwargs)))
        return found

    async def write(
        self, work: Callable[[], T], recall: Callable[[], T | None] = lambda: None, last: bool = False
    ) -> T:
        """Does something that stores, within a transaction; returns when it is on the disk."""
        found: T = await self._hand_in(Job(Future(), work, True, last, recall))
        return found

    async def _hand_in(self, job: Job) -> Any:
        self._jobs.put(job._replace(deadline=monotonic() + self._store.patience))
        return await asyncio.wrap_future(job.future)

    def rest(self) -> None:
        """Finishes what is in hand and ends."""
        if self._thread.is_alive():
            self._jobs.put(None)
            self._thread.join()

    # --- in the clerk's thread ----------------------------------------------------------------------------

    def _work(self) -> None:
        going = True
        while going:
            jobs = self._waiting()
            going = None not in jobs
            here = [job for job in jobs if job is not None and self._in_time(job)]
            if writing := [job for job in here if job.writes]:
                self._store_all(writing)
            for job in here:
                if not job.writes:
                    self._attempt(job, job.future.set_result)

    def _waiting(self) -> list[Job | None]:
        """Everything that is waiting, at least one piece of work."""
        jobs = [self._jobs.get()]
        try:
            while len(jobs) < MOST_AT_ONCE:
                jobs.append(self._jobs.get_nowait())
        except Empty:
            pass
        return jobs

    def _in_time(self, job: Job) -> bool:
        """Whether anybody still wants this to be done."""
        if not job.future.set_running_or_notify_cancel():
            return False
        if monotonic() > job.deadline:
            job.future.set_exception(Busy("The server is busy. Try again in a moment."))
            return False
        return True

    def _attempt(self, job: Job, done: Callable[[Any], None]) -> None:
        """Does one piece of work; what it refuses is told at once, for nothing has come of it."""
        try:
            self._store.deadline = job.deadline
            done(job.work())
        except BaseException as error:
            if job.writes and isinstance(error, STORAGE):
                raise
            job.future.set_exception(error)

    def _store_all(self, jobs: list[Job], last: bool = False) -> None:
        """Does all of it in one transaction; where there is no room, the last things once more with the reserve."""
        assert self._keeper is not None
        failure = self._failure(jobs, last)
        if failure is None:
            return
        self._keeper.lose()
        lost = [job for job in jobs if not (job.future.done() or self._is_recalled(job))]
        again = [job for job in lost if job.last and not last and isinstance(failure, NO_ROOM)]
        for job in lost:
            if job not in again:
                job.future.set_exception(failure)
        if again:
            self._store_all(again, last=True)

    def _failure(self, jobs: list[Job], last: bool) -> ZarebaError | None:
        """Does all of it, unless the database fails: a failure of all."""
        assert self._keeper is not None
        done: list[tuple[Job, Any]] = []
        self._store.deadline = jobs[0].deadline
        try:
            if last:
                self._store.give_up_reserve()
            with self._store.writing_last() if last else self._store.writing():
                for job in jobs:
                    self._attempt(job, lambda told, job=job: done.append((job, told)))  # type: ignore[misc]
        except ZarebaError as failure:
            return failure
        self._keeper.settle()
        for job, told in done:
            job.future.set_result(told)
        return None

    def _is_recalled(self, job: Job) -> bool:
        """Whether reading anew, after a failure, finds that it is on the disk all the same."""
        try:
            told = job.recall()
        except Exception:
            told = None
        if told is not None:
            job.future.set_result(told)
        return told is not None

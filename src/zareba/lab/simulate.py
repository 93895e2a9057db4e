"""Many battles of one scenario, over all the cores of this computer.

Every battle has its seed from the seed of the batch and its own number, so a batch gives the same battles on one core
or on sixty, whichever ends first. Worker processes are started anew (never forked), so they work everywhere.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor, as_completed
from contextlib import closing
from functools import cache
from time import perf_counter
from typing import Any

from zareba.engine.errors import Unknown
from zareba.engine.system import System
from zareba.lab.batch import Batch, Fight, Plan
from zareba.lab.playout import battle, opening, seated
from zareba.lab.scenarios import load
from zareba.systems import system as find_system

Progress = Callable[[int, int], None]
"""Told how many games are done, and how many there are to be."""
Fights = Generator[list[Fight], None, None]
INTERRUPTED = "It was interrupted."
BROKEN = "A worker process ended before its work was done (was there memory enough?)."


def simulate(plan: Plan, workers: int | None = None, progress: Progress | None = None) -> Batch:
    """Plays all battles of a plan. Interrupted, it returns those that have been played."""
    title, sides = prepared(plan)
    workers = workers or os.cpu_count() or 1
    chunks = shares(plan, workers)
    results: list[Fight] = []
    stopped, began = "", perf_counter()
    with closing(played(plan, chunks, workers)) as running:
        try:
            for done in running:
                results += done
                if progress:
                    progress(len(results), len(plan.numbers()))
        except KeyboardInterrupt:
            stopped = INTERRUPTED
        except BrokenExecutor:
            stopped = BROKEN
    seconds = perf_counter() - began
    return Batch(plan, title, sides, tuple(sorted(results)), seconds, stopped)


def prepared(plan: Plan) -> tuple[str, tuple[str, ...]]:
    """The name and the sides of the scenario; raises what is wrong with a plan before any process is started."""
    if plan.games < 1:
        raise Unknown(f"{plan.games} games cannot be played; there must be 1 at least.")
    system = find_system(plan.system)
    document = load(system, plan.scenario)
    start = opening(system, document, plan.options)
    seated(system, start, plan.players)
    return str(document.data.get("name", plan.scenario)), system.sides(start)


def shares(plan: Plan, workers: int) -> list[Sequence[int]]:
    """The numbers of the games in chunks: many enough for all to be busy to the end, none too small to be worth it."""
    numbers = plan.numbers()
    size = min(50, max(1, len(numbers) // (workers * 20)))
    return [numbers[start : start + size] for start in range(0, len(numbers), size)]


def played(plan: Plan, chunks: list[Sequence[int]], workers: int) -> Fights:
    """The fights of each chunk as soon as it is done."""
    if workers == 1 or len(chunks) == 1:
        return (fights(plan, chunk) for chunk in chunks)
    return _in_processes(plan, chunks, min(workers, len(chunks)))


def _in_processes(plan: Plan, chunks: list[Sequence[int]], workers: int) -> Fights:
    others = set(multiprocessing.active_children())
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, context, initializer=_die_when_interrupted) as pool:
        try:
            for done in as_completed([pool.submit(fights, plan, chunk) for chunk in chunks]):
                yield done.result()
        except BaseException:
            for process in set(multiprocessing.active_children()) - others:
                process.terminate()
            raise


def _die_when_interrupted() -> None:
    """Ctrl-C reaches every process of the terminal: a worker has nothing to say to it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def fights(plan: Plan, numbers: Sequence[int]) -> list[Fight]:
    """Plays the games of these numbers, in any process."""
    return [fight(plan, number) for number in numbers]


def fight(plan: Plan, number: int) -> Fight:
    """Plays one game. A fault in the rules does not stop the batch: it is told, with the seed that shows it."""
    seed = plan.seed_of(number)
    try:
        done = battle(*_table(plan.system, plan.scenario, tuple(plan.options.items())), seed, plan.players_of(number))
    except Exception as error:
        return Fight(number, seed, fault=f"{type(error).__name__}: {error}")
    return Fight(number, seed, done.winner, done.clause, done.decisions, done.steps, done.dice, done.losses)


@cache
def _table(system: str, scenario: str, options: tuple[tuple[str, str], ...]) -> tuple[System, Any]:
    """The system and the opening position, made once in each process."""
    rules = find_system(system)
    return rules, opening(rules, load(rules, scenario), dict(options))

"""The numbered checks of reliability that a person can run: figures in one line, and what failed.

They know no rules. Each plays battles at random, with a seed, and looks at what the engine promises whatever the
system; a system cannot be wrong in any of this without one of them saying so.
"""

from __future__ import annotations

import ast
import builtins
import os
import random as chance
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from zareba.engine.ask import Choice, Draw, Place, Request, Roll
from zareba.engine.canon import canonical, plain
from zareba.engine.dice import Seeded
from zareba.engine.errors import Illegal, Unknown, ZarebaError
from zareba.engine.game import Game, seat_of
from zareba.engine.record import Journal, start
from zareba.engine.save import open_save, read_save, replay, resume, save_bytes
from zareba.engine.system import System
from zareba.engine.view import view
from zareba.lab.scenarios import load, scenarios
from zareba.systems import FOLDERS, system

LONGEST = 50_000
NONSENSE = ("", "nonsense", "-1", "9" * 30, "0 0 0 0 0 0 0", "fire \N{SNOWMAN}", "undo undo")


@dataclass
class Figures:
    """What a check counted, and what it found wrong."""

    counts: dict[str, int] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)

    def count(self, what: str, number: int = 1) -> None:
        self.counts[what] = self.counts.get(what, 0) + number

    def expect(self, holds: bool, words: str) -> None:
        if not holds:
            self.failures.append(words)

    def __str__(self) -> str:
        told = [f"{number:,} {what}" for what, number in self.counts.items()]
        return ", ".join([*told, f"{len(self.failures)} failures"])


def battles(seed: int, games: int) -> Iterator[tuple[str, Game, Journal]]:
    """New battles of every scenario of every system in turn, so many in all."""
    known = [(system(name), info.id) for name in FOLDERS for info in scenarios(system(name))]
    for number in range(games):
        rules, scenario = known[number % len(known)]
        game, journal = start(rules, load(rules, scenario).data, {}, Seeded(seed + number))
        yield f"{rules.id}/{scenario}, seed {seed + number}", game, journal


def advance(game: Game, random: Random) -> None:
    """One answer: of the source where chance is asked, otherwise any."""
    if not game.throws():
        request = random.choice(decisions(game))
        game.choose(random.randrange(len(game.options(request))), request.seat)


def decisions(game: Game) -> list[Choice[Any] | Place]:
    return [request for request in game.pending if isinstance(request, Choice | Place)]


def position(game: Game) -> tuple[Any, ...]:
    """All by which two games can be told apart from outside."""
    return canonical(game.system.dump(game.state)), [offers(game, one) for one in game.pending], game.result


def offers(game: Game, request: Request) -> tuple[Any, ...]:
    if isinstance(request, Choice | Place):
        return (seat_of(request), request.question.id, *[option.notation for option in game.options(request)])
    if isinstance(request, Roll):
        return seat_of(request), request.throw.id, request.count
    return (seat_of(request), *request.cards) if isinstance(request, Draw) else ()


def play_out(game: Game, seed: int) -> None:
    """Plays a battle at random to its end."""
    random = Random(seed)
    while game.request is not None:
        advance(game, random)


# --- 9 and 15: replays ----------------------------------------------------------------------------------------

LOCALES = ("C", "tr_TR.UTF-8", "ar_EG.UTF-8")
ZONES = ("UTC", "Asia/Kolkata")
HASHES = ("0", "1", "42")


def corpora() -> list[Path]:
    """Every save that must open for ever: beside the systems, and in the tests of a working copy."""
    root = Path(__file__).resolve().parents[3]
    folders = [*(system(name).folder / "saves" for name in FOLDERS), root / "tests"]
    return sorted(path for folder in folders if folder.is_dir() for path in folder.rglob("*.zareba"))


def replay_equality(saves: Sequence[Path], seed: int, long: bool) -> Figures:
    """9: replayed in fresh processes, under other hashes, languages and time zones, every position is the same."""
    figures = Figures()
    random = Random(seed)
    hashes = (*HASHES, *(str(random.randrange(1, 2**32)) for _ in range(5 if long else 1)))
    for path in saves:
        settings = list(product(hashes, LOCALES, ZONES))
        for hashing, language, zone in settings if long else random.sample(settings, 6):
            words = {"PYTHONHASHSEED": hashing, "LC_ALL": language, "LANG": language, "TZ": zone}
            said = _replayed_elsewhere(path, words)
            figures.count("replays")
            figures.expect(not said, f"{path.name} under {words}: {said}")
    figures.count("saves", len(saves))
    return figures


def _replayed_elsewhere(path: Path, words: dict[str, str]) -> str:
    """Replays a save in a new process; says what differed."""
    paths = os.pathsep.join(filter(None, sys.path))
    done = subprocess.run(
        [sys.executable, "-m", "zareba.lab.again", str(path)],
        env={**os.environ, **words, "PYTHONPATH": paths},
        capture_output=True,
        check=False,
    )
    return "" if done.returncode == 0 else (done.stdout or done.stderr).decode(errors="replace").strip()[-300:]


def save_corpus(saves: Sequence[Path]) -> Figures:
    """15: every save ever shipped opens, replays, and is written again as the same bytes."""
    figures = Figures()
    for path in saves:
        figures.count("saves")
        try:
            save = open_save(path)
            replayed = replay(save, system(save.system))
        except ZarebaError as error:
            figures.failures.append(f"{path.name}: {error}")
            continue
        figures.count("records", replayed.records)
        figures.expect(not replayed.difference, f"{path.name}: {replayed.difference}")
        again = save_bytes(replayed.journal)
        figures.expect(save.packed or bool(save.faults) or again == path.read_bytes(), f"{path.name} is written otherwise")
    return figures


# --- 10: purity -----------------------------------------------------------------------------------------------

TRAPS: tuple[tuple[Any, str], ...] = (
    (builtins, "open"),
    (os, "urandom"),
    (os, "getenv"),
    (os, "listdir"),
    (chance, "random"),
    (chance, "choice"),
    (chance, "randrange"),
    (socket, "socket"),
    (subprocess, "Popen"),
    (threading.Thread, "start"),
    (time, "time"),
    (time, "monotonic"),
    (time, "perf_counter"),
    (time, "sleep"),
)
BANNED = {"asyncio", "datetime", "multiprocessing", "os", "secrets", "socket", "subprocess", "threading", "time", "uuid"}


def purity(seed: int, games: int) -> Figures:
    """10: the rules reach for nothing outside: no clock, chance, file, network or thread; no fraction in a position."""
    figures = Figures()
    for name, game, _ in battles(seed, games):
        figures.count("games")
        random = Random(f"{seed} {name}")
        with _traps() as sprung:
            _play_out(game, random, lambda game: plain(game.system.dump(game.state)), figures, name)
        figures.failures += [f"{name}: the rules reach for {what}" for what in sprung]
    figures.count("modules read")
    for name in FOLDERS:
        figures.failures += _impure_imports(system(name).folder)
    return figures


@contextmanager
def _traps() -> Iterator[list[str]]:
    sprung: list[str] = []

    def spring(name: str, *_: object, **__: object) -> None:
        sprung.append(name)
        raise ZarebaError(f"the rules reach for {name}")

    with ExitStack() as stack:
        for where, name in TRAPS:
            stack.enter_context(patch.object(where, name, partial(spring, name)))
        yield sprung


def _play_out(game: Game, random: Random, look: Callable[[Game], Any], figures: Figures, name: str) -> None:
    """Plays at random to the end, and looks at every position."""
    try:
        for _ in range(LONGEST):
            if game.request is None:
                return
            look(game)
            advance(game, random)
        figures.failures.append(f"{name}: the battle does not end")
    except ZarebaError as error:
        figures.failures.append(f"{name}: {error}")


def _impure_imports(folder: Path) -> list[str]:
    found = []
    for path in sorted(folder.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [name.name for name in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            found += [f"{path.name} imports {name}" for name in names if name.split(".")[0] in BANNED]
    return found


# --- 11: the contract -----------------------------------------------------------------------------------------


def contract(seed: int, games: int) -> Figures:
    """11: options are there, distinct and round-trip; refusals name a clause; copies, saves and undo are true."""
    figures = Figures()
    for name, game, journal in battles(seed, games):
        figures.count("games")
        random = Random(f"{seed} {name}")
        whole = game.system.count(game.state)
        keeping = journal

        def look(game: Game, random: Random = random, whole: int = whole, name: str = name) -> None:
            figures.count("positions")
            figures.expect(game.system.count(game.state) == whole, f"{name}: figures are lost, or come from nowhere")
            if random.random() < 0.1:
                _look_closely(game, random, figures, name)

        _play_out(game, random, look, figures, name)
        _check_save(game, keeping, figures, name)
    return figures


def _look_closely(game: Game, random: Random, figures: Figures, name: str) -> None:
    before = position(game)
    figures.count("looked at closely")
    figures.expect(position(game.clone()) == before, f"{name}: a clone is another position")
    for request in decisions(game):
        _check_options(game, request, random, figures, name)
        _check_undo(game, request, random, figures, name)
        for option, refusal in game.refused(request):
            figures.expect(bool(refusal.clause and refusal.why), f"{name}: {option.notation} is refused without a clause")
    for text in NONSENSE:
        figures.expect(_is_refused(game, text), f"{name}: {text!r} is taken for an answer")
    figures.expect(position(game) == before, f"{name}: looking changes the position")


def _check_options(
    game: Game, request: Choice[Any] | Place, random: Random, figures: Figures, name: str
) -> None:
    notations = [option.notation for option in game.options(request)]
    figures.expect(bool(notations), f"{name}: {request.question.id} has no options")
    distinct = len({" ".join(text.lower().split()) for text in notations}) == len(notations)
    figures.expect(distinct, f"{name}: two options of {request.question.id} are written the same")
    index = random.randrange(len(notations))
    one, other = game.clone(), game.clone()
    one.choose(index, request.seat)
    other.answer(f" {notations[index].upper()} ", request.seat)
    figures.expect(position(one) == position(other), f"{name}: {notations[index]} is another answer when it is typed")


def _check_undo(game: Game, request: Choice[Any] | Place, random: Random, figures: Figures, name: str) -> None:
    twin, before = game.clone(), position(game)
    twin.choose(random.randrange(len(game.options(request))), request.seat)
    if twin.undoable(request.seat):
        twin.undo(request.seat)
        figures.expect(position(twin) == before, f"{name}: undo does not lead back")


def _is_refused(game: Game, text: str) -> bool:
    try:
        game.clone().answer(text)
    except (Illegal, Unknown):
        return True
    return False


def _check_save(game: Game, journal: Journal, figures: Figures, name: str) -> None:
    figures.expect(game.request is not None or game.result is not None, f"{name}: over without a result")
    save = read_save(save_bytes(journal))
    again = replay(save, game.system)
    figures.expect(not save.faults and not again.difference, f"{name}: {again.difference or save.faults}")
    figures.expect(position(again.game) == position(game), f"{name}: a replay ends elsewhere")


# --- 12: a model ----------------------------------------------------------------------------------------------


def model(seed: int, runs: int, steps: int) -> Figures:
    """12: whatever is done to a game, it stands where its accepted answers alone would have led."""
    figures = Figures()
    for name, game, journal in battles(seed, runs):
        figures.count("runs")
        random = Random(f"{seed} model {name}")
        for _ in range(steps):
            if game.request is None:
                break
            figures.count("steps")
            game, journal = _act(game, journal, random)
        figures.expect(position(_relive(game, journal)) == position(game), f"{name}: the answers lead elsewhere")
    return figures


def _act(game: Game, journal: Journal, random: Random) -> tuple[Game, Journal]:
    """One thing that may happen to a game: an answer, nonsense, an undo, a save that is opened again."""
    deed = random.randrange(10)
    if deed == 0 and game.can_undo:
        game.undo()
    elif deed == 1:
        _is_refused(game, random.choice(NONSENSE))
    elif deed == 2:
        game, journal = resume(read_save(save_bytes(journal)), game.system)
    else:
        advance(game, random)
    return game, journal


def _relive(game: Game, journal: Journal) -> Game:
    """A new game, given the answers that stand and nothing else."""
    taken_back = {record["undo"] for record in journal.records if record["type"] == "undo"}
    opening = journal.records[0]
    fresh = Game(game.system, game.system.setup(opening["scenario"], opening["options"]))
    for record in journal.records[1:]:
        if record["type"] != "answer" or record["n"] in taken_back:
            continue
        if "dice" in record:
            fresh.throw(tuple(record["dice"]))
        else:
            fresh.answer(record["answer"], record["seat"] or None)
    return fresh


# --- 20 and 21: hidden things ---------------------------------------------------------------------------------


def views(seed: int, games: int) -> Figures:
    """20: two positions that differ only in what is hidden from a seat look the same to it, to the last byte."""
    figures = Figures()
    for name, game, _ in battles(seed, games):
        random = Random(f"{seed} views {name}")

        def look(game: Game, random: Random = random, name: str = name) -> None:
            fresh = Game(game.system, game._checkpoint.copy())
            if random.random() > 0.1 or game.result or fresh._since != game._since:
                return
            for seat in game.system.seats(game.state):
                figures.count("pairs")
                twin = Game(game.system, game.system.imagine(game._checkpoint, seat, random))
                figures.expect(_shown(twin, seat) == _shown(fresh, seat), f"{name}: {seat} can tell what is hidden")

        _play_out(game, random, look, figures, name)
    return figures


def _shown(game: Game, seat: str) -> bytes:
    return canonical({key: value for key, value in view(game, seat).items() if key != "undo"})


def canaries(seed: int, games: int) -> Figures:
    """21: what only some may hear is in no view of anybody else."""
    figures = Figures()
    for name, game, journal in battles(seed, games):
        figures.count("games")
        _play_out(game, Random(f"{seed} canaries {name}"), lambda game: None, figures, name)
        events = [event for record in journal.records for event in record.get("events", ())]
        for seat in (*game.system.seats(game.state), ""):
            heard = canonical(journal.log(seat, 0)).decode()
            secret = [event for event in events if seat not in event.get("seats", (seat,))]
            figures.count("secrets looked for", len(secret))
            leaks = [event["text"] for event in secret if event["text"] and event["text"] in heard]
            figures.failures += [f"{name}: {seat or 'an onlooker'} has heard {text!r}" for text in leaks]
    return figures

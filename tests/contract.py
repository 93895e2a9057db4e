"""The contract that every rule system keeps, checked by random play.

`check_game` plays one battle at random and, on the way, looks at everything that the engine promises and a
system could break: answers, refusals, copies, saves, undo, views, imagined worlds, and that the battle ends.
It knows no rules. `check_purity` and `hash_in_fresh_process` check that the rules are functions of answers
and nothing else.
"""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

from zareba.engine.ask import Choice, Draw, Place, Request, Roll, Seat
from zareba.engine.canon import canonical, plain
from zareba.engine.dice import Seeded
from zareba.engine.documents import Document
from zareba.engine.errors import Illegal, Unknown
from zareba.engine.game import Game, seat_of
from zareba.engine.notation import write_faces
from zareba.engine.record import Journal, start
from zareba.engine.save import read_save, replay, resume, save_bytes
from zareba.engine.system import Json, System
from zareba.engine.view import view

ROOT = Path(__file__).parents[1]
NONSENSE = ("", "nonsense", "-1", "9" * 30, "move everything", "fire \N{SNOWMAN}", "0 0 0 0 0 0 0", "roll")
Secrets = Callable[[Any, Seat], list[str]]
Decision = Choice[Any] | Place


def check_game(
    system: System,
    scenario: Json,
    options: dict[str, str] | None = None,
    seed: int = 0,
    thorough: bool = True,
    secrets: Secrets | None = None,
    limit: int = 20_000,
) -> str:
    """Plays a battle at random, checks the contract all along, and returns the hash of its record.

    `secrets` names the marks that must stand in nothing that is sent to a seat. Without `thorough`, most
    checks are made at a few positions only.
    """
    assert system.check(Document("scenario", scenario)) == []
    random = Random(f"{seed} contract")
    game, journal = start(system, scenario, options or {}, Seeded(seed))
    figures = system.count(game.state)
    for _ in range(limit):
        if game.request is None:
            break
        if thorough or random.random() < 0.02:
            check_position(game, journal, random, secrets)
        if random.random() < (0.04 if thorough else 0.002):
            game, journal = check_save(game, journal)
        advance(game, random)
        assert system.count(game.state) == figures, "figures have come from nowhere, or gone there"
    check_end(game, journal, limit)
    return journal.head


def play(system: System, scenario: Json, options: dict[str, str], seed: int) -> tuple[Game, Journal]:
    """A battle at random, unchecked."""
    game, journal = start(system, scenario, options, Seeded(seed))
    random = Random(f"{seed} play")
    while game.request is not None:
        advance(game, random)
    return game, journal


def advance(game: Game, random: Random) -> None:
    """One answer: of the source where chance is asked, otherwise any."""
    if not game.throws():
        request = random.choice(decisions(game))
        game.choose(random.randrange(len(game.options(request))), seat_of(request))


def decisions(game: Game) -> list[Decision]:
    return [request for request in game.pending if isinstance(request, Choice | Place)]


def position(game: Game) -> tuple[Any, ...]:
    """All by which two games can be told apart from outside."""
    asked = [(type(request).__name__, seat_of(request), offers(game, request)) for request in game.pending]
    return canonical(game.system.dump(game.state)), asked, game.result


def offers(game: Game, request: Request) -> tuple[str, ...]:
    if isinstance(request, Choice | Place):
        return (request.question.id, *[option.notation for option in game.options(request)])
    if isinstance(request, Roll):
        return (request.throw.id, request.throw.die.name, str(request.count))
    return (request.deck.id, *request.cards) if isinstance(request, Draw) else ()


def after(game: Game, act: Callable[[Game], object]) -> tuple[Any, ...]:
    """The position to which something would lead."""
    twin = game.clone()
    act(twin)
    return position(twin)


# --- what holds at every position ---------------------------------------------------------------------------


def check_position(game: Game, journal: Journal, random: Random, secrets: Secrets | None) -> None:
    now = position(game)
    plain(game.system.dump(game.state))
    assert position(game.clone()) == now, "a clone is another position"
    for request in decisions(game):
        check_options(game, request)
        check_round_trips(game, request, random)
        check_refusals(game, request, random)
        check_undo(game, request, random)
    check_chance(game, random)
    check_nonsense(game)
    assert position(game) == now, "looking has changed the position"
    check_views(game, journal, secrets)
    check_imagined(game, random)


def check_options(game: Game, request: Decision) -> None:
    """There are options, each with one notation that no other has, also when it is typed carelessly."""
    notations = [option.notation for option in game.options(request)]
    assert notations, f"{request.question.id} has no options"
    assert all(text == " ".join(text.split()) for text in notations), notations
    assert len({text.lower() for text in notations}) == len(notations), f"written the same: {notations}"
    assert request.question.prompt(game.state, request.about)
    assert all(option.label for option in game.options(request))
    offered = request.options if isinstance(request, Choice) else request.candidates
    assert 0 <= request.question.usual(game.state, request.about, offered) < len(offered)


def check_round_trips(game: Game, request: Decision, random: Random) -> None:
    """Answering by notation is answering by index."""
    options = list(enumerate(game.options(request)))
    for index, option in random.sample(options, min(4, len(options))):
        by_index = after(game, lambda twin, index=index: twin.choose(index, request.seat))  # type: ignore[misc]
        typed = f"  {option.notation.upper()} "
        by_text = after(game, lambda twin, typed=typed: twin.answer(typed, request.seat))  # type: ignore[misc]
        assert by_text == by_index, f"{option.notation!r} does not say what option {index} says"


def check_refusals(game: Game, request: Decision, random: Random) -> None:
    """What is listed as forbidden is forbidden, by a clause, and is not offered as well."""
    offered = {option.notation for option in game.options(request)}
    refused = game.refused(request)
    for option, refusal in refused:
        assert refusal.clause, f"{option.notation} is refused without a clause"
        assert refusal.why, f"{option.notation} is refused without a reason"
        assert option.notation not in offered, f"{option.notation} is both offered and refused"
    for option, refusal in random.sample(refused, min(4, len(refused))):
        with pytest.raises(Illegal) as caught:
            game.answer(option.notation, request.seat)
        assert caught.value.refusal.clause == refusal.clause
    if isinstance(request, Place):
        assert not any(request.refuse(spot) for spot in request.candidates), "a candidate is refused"


def check_nonsense(game: Game) -> None:
    """What is no answer is refused, whoever says it."""
    for request in game.pending:
        for text in NONSENSE:
            with pytest.raises((Unknown, Illegal)):
                game.answer(text, seat_of(request) or None)
    with pytest.raises(Unknown):
        game.answer("anything", "nobody in particular")


def check_undo(game: Game, request: Decision, random: Random) -> None:
    """A decision taken back and made again is the same decision."""
    index = random.randrange(len(game.options(request)))
    twin, before = game.clone(), position(game)
    twin.choose(index, request.seat)
    made = position(twin)
    if twin.undoable(request.seat):
        twin.undo(request.seat)
        assert position(twin) == before, "taking back does not lead back"
        twin.choose(index, request.seat)
        assert position(twin) == made


def check_chance(game: Game, random: Random) -> None:
    """Dice and cards typed in do what those of a source do; impossible ones are refused."""
    request = game.request
    source = Seeded(random.random().hex())
    if isinstance(request, Roll):
        faces = source.roll(request)
        assert all(len(side.split()) == 1 for side in request.throw.die.sides)
        by_text = after(game, lambda twin: twin.answer(write_faces(request, faces)))
        assert by_text == after(game, lambda twin: twin.throw(faces))
        assert request.throw.prompt(game.state, request.about)
        request.throw.reasons(game.state, request.about)
        for impossible in ((), (*faces, 1), (len(request.throw.die.sides) + 1, *faces[1:])):
            with pytest.raises(Illegal):
                game.throw(impossible)
    if isinstance(request, Draw):
        index = source.draw(request)
        by_text = after(game, lambda twin: twin.answer(f"draw {request.cards[index]}"))
        assert by_text == after(game, lambda twin: twin.turn(index))
        assert len({card.lower() for card in request.cards}) == len(request.cards)


def check_views(game: Game, journal: Journal, secrets: Secrets | None) -> None:
    """Every seat, and whoever looks on, gets a view of plain things, in which nothing hidden stands."""
    for seat in (*game.system.seats(game.state), ""):
        for seen in (view(game, seat, journal), view(game.clone(), seat)):
            plain(seen)
            sent = canonical(seen).decode()
            for mark in secrets(game.state, seat) if secrets else ():
                assert mark not in sent, f"{seat or 'an onlooker'} can see {mark}"
        if not game.system.hides(game.state):
            alike = game.system.table(game.state, seat) == game.system.table(game.state, "")
            assert alike, f"{seat} knows something, but the system says that it hides nothing"


def check_imagined(game: Game, random: Random) -> None:
    """At the start of a step a seat cannot tell an imagined position from the real one."""
    fresh = Game(game.system, game._checkpoint.copy())
    if game.result or game._secret or fresh._since != game._since:
        return
    for seat in game.system.seats(game.state):
        twin = Game(game.system, game.system.imagine(game._checkpoint, seat, random))
        assert shown(twin, seat) == shown(fresh, seat), f"{seat} can tell the imagined from the real"


def shown(game: Game, seat: Seat) -> bytes:
    """A view without what hangs on the past."""
    return canonical({key: value for key, value in view(game, seat).items() if key != "undo"})


def check_save(game: Game, journal: Journal) -> tuple[Game, Journal]:
    """A battle that is saved and resumed is the same battle; returns the resumed one."""
    data = save_bytes(journal)
    save = read_save(data)
    assert save.faults == []
    again, kept = resume(save, game.system)
    assert position(again) == position(game), "a resumed battle stands elsewhere"
    assert [again.undoable(seat) for seat in game.system.seats(game.state)] == [
        game.undoable(seat) for seat in game.system.seats(game.state)
    ]
    assert save_bytes(kept) == data
    return again, kept


def check_end(game: Game, journal: Journal, limit: int) -> None:
    assert game.request is None, f"the battle has not ended after {limit} answers"
    assert game.result is not None, "the battle is over without a result"
    assert game.result.clause
    assert game.result.why
    with pytest.raises(Unknown):
        game.answer("anything")
    check_views(game, journal, None)
    replayed = replay(read_save(save_bytes(journal)), game.system)
    assert replayed.difference == ""
    assert replayed.records == len(journal.records)


# --- functions of answers and nothing else ------------------------------------------------------------------

TRAPPED = {
    "builtins": "open",
    "io": "open",
    "os": "getenv getpid listdir open scandir urandom",
    "random": "choice getrandbits randint random randrange shuffle Random.getrandbits Random.random",
    "secrets": "token_bytes",
    "socket": "socket",
    "subprocess": "Popen",
    "threading": "Thread.start",
    "time": "monotonic perf_counter sleep time time_ns",
    "uuid": "uuid4",
}
BANNED = {"asyncio", "datetime", "multiprocessing", *TRAPPED} - {"builtins", "io", "random"}


def check_purity(system: System, scenario: Json, options: dict[str, str], seed: int) -> None:
    """The same answers lead to the same position where no clock, chance, file or network can be reached."""
    game, journal = play(system, scenario, options, seed)
    with traps() as sprung:
        again = Game(system, system.setup(plain(scenario), dict(options)))
        for record in journal.records[1:]:
            if "dice" in record:
                again.throw(tuple(record["dice"]))
            else:
                again.answer(record["answer"], record["seat"] or None)
        dump = system.dump(again.state)
    assert sprung == []
    assert canonical(dump) == canonical(system.dump(game.state))


@contextmanager
def traps() -> Iterator[list[str]]:
    """While it is open, whoever reaches for the world outside is noted, and stopped."""
    sprung: list[str] = []

    def trap(name: str) -> Callable[..., None]:
        def spring(*_: object, **__: object) -> None:
            sprung.append(name)
            raise AssertionError(f"the rules reach for {name}")

        return spring

    with ExitStack() as stack:
        for module, names in TRAPPED.items():
            for name in names.split():
                stack.enter_context(patch(f"{module}.{name}", trap(f"{module}.{name}")))
        yield sprung


def impure_imports(folder: Path) -> list[str]:
    """What the modules of a system import that no rule may use; of `random` the type may be named."""
    found = []
    for path in sorted(folder.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            found += [f"{path.name}: {name}" for name in imported(node) if name in BANNED or name == "random"]
    return found


def imported(node: ast.AST) -> list[str]:
    """The modules that a statement imports; not `random` where only the type is named."""
    if isinstance(node, ast.Import):
        return [name.name for name in node.names]
    if isinstance(node, ast.ImportFrom):
        return [] if [name.name for name in node.names] == ["Random"] else [node.module or ""]
    return []


def hash_in_fresh_process(where: str, scenario: Json, options: dict[str, str], seed: int, hashing: int) -> str:
    """The hash of a checked game in a new process with this PYTHONHASHSEED.

    `where` says which system it is, as in `tests.toy:TOY`.
    """
    task = json.dumps({"where": where, "scenario": scenario, "options": options, "seed": seed})
    paths = os.pathsep.join([str(ROOT), str(ROOT / "src"), *filter(None, sys.path)])
    done = subprocess.run(
        [sys.executable, "-c", "from tests.contract import main; main()"],
        input=task,
        env={**os.environ, "PYTHONHASHSEED": str(hashing), "PYTHONPATH": paths},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def main() -> None:
    """Plays the game described on standard input."""
    task = json.load(sys.stdin)
    module, name = task.pop("where").split(":")
    sys.stdout.write(check_game(getattr(import_module(module), name), thorough=False, **task))

"""The numbered checks of reliability that anybody can run: figures in one line, and what failed.

They know no rules. Each plays battles at random, with a seed, and looks at what the engine promises whatever
the system. Here are what they share, the contract (11) and the model (12); `durability`, `purity`, `secrecy`,
`vectors` and `hostile` hold the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from zareba.engine.ask import Choice, Draw, Place, Request, Roll
from zareba.engine.canon import canonical
from zareba.engine.dice import Seeded
from zareba.engine.errors import Illegal, Unknown, ZarebaError
from zareba.engine.game import Game, seat_of
from zareba.engine.record import Journal, start
from zareba.engine.save import read_save, replay, resume, save_bytes
from zareba.lab.scenarios import load, scenarios
from zareba.systems import FOLDERS, system

LONGEST = 50_000
NONSENSE = ("", "nonsense", "-1", "9" * 30, "0 0 0 0 0 0 0", "fire \N{SNOWMAN}", "undo undo")

Decision = Choice[Any] | Place


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


@dataclass
class Trial:
    """One battle under a check."""

    name: str
    game: Game
    journal: Journal
    random: Random
    figures: Figures

    def expect(self, holds: bool, words: str) -> None:
        self.figures.expect(holds, f"{self.name}: {words}")

    def play(self, look: Callable[[Trial], None] | None = None) -> None:
        """Plays at random to the end, and looks at every position."""
        try:
            for _ in range(LONGEST):
                if self.game.request is None:
                    return
                if look:
                    look(self)
                advance(self.game, self.random)
            self.expect(False, "the battle does not end")
        except ZarebaError as error:
            self.expect(False, str(error))


def trials(figures: Figures, seed: int, games: int) -> Iterator[Trial]:
    """New battles of every scenario of every system in turn, so many in all."""
    known = [(system(name), info.id) for name in FOLDERS for info in scenarios(system(name))]
    for number in range(games):
        rules, scenario = known[number % len(known)]
        name = f"{rules.id}/{scenario}, seed {seed + number}"
        game, journal = start(rules, load(rules, scenario).data, {}, Seeded(seed + number))
        figures.count("games")
        yield Trial(name, game, journal, Random(name), figures)


def advance(game: Game, random: Random) -> None:
    """One answer: of the source where chance is asked, otherwise any."""
    if not game.throws():
        request = random.choice(decisions(game))
        game.choose(random.randrange(len(game.options(request))), request.seat)


def decisions(game: Game) -> list[Decision]:
    return [request for request in game.pending if isinstance(request, Choice | Place)]


def position(game: Game) -> tuple[Any, ...]:
    """All by which two games can be told apart from outside."""
    return canonical(game.system.dump(game.state)), [offers(game, one) for one in game.pending], game.result


def offers(game: Game, request: Request) -> tuple[Any, ...]:
    if isinstance(request, Choice | Place):
        notations = [option.notation for option in game.options(request)]
        return (seat_of(request), request.question.id, *notations)
    if isinstance(request, Roll):
        return seat_of(request), request.throw.id, request.count
    return (seat_of(request), *request.cards) if isinstance(request, Draw) else ()


# --- 11: the contract ---------------------------------------------------------------------------------------


def contract(seed: int, games: int) -> Figures:
    """Options are there, distinct and round-trip; refusals name a clause; copies, saves and undo are true."""
    figures = Figures()
    for trial in trials(figures, seed, games):
        whole = trial.game.system.count(trial.game.state)

        def look(trial: Trial, whole: int = whole) -> None:
            figures.count("positions")
            trial.expect(trial.game.system.count(trial.game.state) == whole, "figures are lost, or made")
            if trial.random.random() < 0.1:
                _look_closely(trial)

        trial.play(look)
        _check_save(trial)
    return figures


def _look_closely(trial: Trial) -> None:
    game = trial.game
    before = position(game)
    trial.figures.count("looked at closely")
    trial.expect(position(game.clone()) == before, "a clone is another position")
    for request in decisions(game):
        _check_options(trial, request)
        _check_undo(trial, request)
        for option, refusal in game.refused(request):
            trial.expect(bool(refusal.clause and refusal.why), f"{option.notation} is refused without a clause")
    for text in NONSENSE:
        trial.expect(is_refused(game, text), f"{text!r} is taken for an answer")
    trial.expect(position(game) == before, "looking changes the position")


def _check_options(trial: Trial, request: Decision) -> None:
    """Each option has a notation of its own; answering by it is answering by index."""
    notations = [option.notation for option in trial.game.options(request)]
    distinct = {" ".join(text.lower().split()) for text in notations}
    trial.expect(bool(notations), f"{request.question.id} has no options")
    trial.expect(len(distinct) == len(notations), f"two options of {request.question.id} are written the same")
    index = trial.random.randrange(len(notations))
    chosen, typed = trial.game.clone(), trial.game.clone()
    chosen.choose(index, request.seat)
    typed.answer(f" {notations[index].upper()} ", request.seat)
    trial.expect(position(chosen) == position(typed), f"{notations[index]} is another answer when typed")


def _check_undo(trial: Trial, request: Decision) -> None:
    twin, before = trial.game.clone(), position(trial.game)
    twin.choose(trial.random.randrange(len(twin.options(request))), request.seat)
    if twin.undoable(request.seat):
        twin.undo(request.seat)
        trial.expect(position(twin) == before, "undo does not lead back")


def is_refused(game: Game, text: str) -> bool:
    """Whether this is no answer; the game is as it was."""
    try:
        game.clone().answer(text)
    except (Illegal, Unknown):
        return True
    return False


def _check_save(trial: Trial) -> None:
    """A battle that is over has a result, and its save leads there again."""
    trial.expect(trial.game.request is not None or trial.game.result is not None, "over without a result")
    save = read_save(save_bytes(trial.journal))
    again = replay(save, trial.game.system)
    trial.expect(not save.faults and not again.difference, f"{again.difference or save.faults}")
    trial.expect(position(again.game) == position(trial.game), "a replay ends elsewhere")


# --- 12: a model --------------------------------------------------------------------------------------------


def model(seed: int, games: int, steps: int) -> Figures:
    """Whatever is done to a game, it stands where its accepted answers alone would have led."""
    figures = Figures()
    for trial in trials(figures, seed, games):
        for _ in range(steps):
            if trial.game.request is not None:
                figures.count("steps")
                _act(trial)
        trial.expect(position(_relived(trial)) == position(trial.game), "the answers lead elsewhere")
    return figures


def _act(trial: Trial) -> None:
    """One thing that may happen to a game: an answer, nonsense, an undo, a save that is opened again."""
    deed = trial.random.randrange(10)
    if deed == 0 and trial.game.can_undo:
        trial.game.undo()
    elif deed == 1:
        trial.expect(is_refused(trial.game, trial.random.choice(NONSENSE)), "nonsense is taken for an answer")
    elif deed == 2:
        trial.game, trial.journal = resume(read_save(save_bytes(trial.journal)), trial.game.system)
    else:
        advance(trial.game, trial.random)


def _relived(trial: Trial) -> Game:
    """A new game, given the answers that stand and nothing else."""
    records, rules = trial.journal.records, trial.game.system
    taken_back = {record["undo"] for record in records if record["type"] == "undo"}
    fresh = Game(rules, rules.setup(records[0]["scenario"], records[0]["options"]))
    for record in records[1:]:
        if record["type"] != "answer" or record["n"] in taken_back:
            continue
        if "dice" in record:
            fresh.throw(tuple(record["dice"]))
        else:
            fresh.answer(record["answer"], record["seat"] or None)
    return fresh

"""A battle at this terminal: people at the prompt, computer players beside them, everything told as it happens."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from random import Random
from time import monotonic
from typing import Any

from zareba.cli.chances import piece_names
from zareba.cli.choosing import find, leads_somewhere, marks, nothing_like, position, ways
from zareba.cli.marks import Marks
from zareba.cli.saves import Keeper
from zareba.cli.screen import Screen
from zareba.cli.talk import command_in, obey
from zareba.cli.telling import Teller, awaited
from zareba.cli.words import flowed
from zareba.engine.ask import Both, Choice, Draw, Option, Place, Request, Roll, Seat
from zareba.engine.errors import Unknown, ZarebaError
from zareba.engine.events import Result
from zareba.engine.game import Game, read_faces, seat_of
from zareba.engine.record import Journal
from zareba.players import Player, consult, player

Ask = Callable[[str], str]

FEW_OPTIONS = 15


class Sitting:
    """The people are the seats without a mind."""

    def __init__(
        self,
        screen: Screen,
        game: Game,
        journal: Journal,
        minds: Mapping[Seat, Player],
        keeper: Keeper,
        ask: Ask = input,
    ) -> None:
        self.screen, self.game, self.journal = screen, game, journal
        self.minds, self.keeper, self.ask = minds, keeper, ask
        self.teller = Teller(screen, game, journal)
        self.request: Request | None = None
        self.leaving = False
        self._narrow: list[int] = []
        self._shown: Any = None
        self._random = Random(0)

    def play(self) -> bool:
        """Plays until the battle is over or somebody leaves; says whether it is over."""
        self.teller.seat = self._first_person()
        self.teller.news()
        while self.game.request is not None and not self.leaving:
            self._go_on()
            self.teller.news()
        return self.game.request is None

    def _go_on(self) -> None:
        """One throw, one answer of a computer, or one line from a person."""
        request = self.game.pending[0]
        self.teller.before(request)
        if self.game.throws():
            return
        mind = self.minds.get(seat_of(request))
        if mind is not None and not isinstance(request, Roll | Draw):
            seat = seat_of(request)
            self.game.choose(consult(mind, self.game, seat, self._random), seat)
        else:
            self._person(request)

    # --- a person's turn ---

    def _person(self, request: Request) -> None:
        self._seat(seat_of(request) or self.teller.seat)
        if request is not self.request:
            self.request, self._narrow = request, []
        if self._shown != (request, self._narrow):
            self._show(request)
            self._shown = (request, self._narrow)
        self._heed(self._line(), request)

    def _seat(self, seat: Seat) -> None:
        """Gives the keyboard to a person. If they may not see the same, the screen is cleared in between."""
        if seat == self.teller.seat or not seat or seat in self.minds:
            return
        before, self.teller.seat = self.teller.table, seat
        if self.teller.table != before:
            self.screen.clear()
            self._wait(f"{self._who()} takes the keyboard; the others look away. Enter> ")

    def _wait(self, words: str) -> None:
        with suppress(EOFError):
            self.ask(words)

    def _line(self) -> str:
        try:
            return self.ask(f"{self._who()}> ")
        except EOFError:
            self.screen.say()
            return "quit"

    def _heed(self, text: str, request: Request) -> None:
        if not text.strip():
            self._shown = None
            return
        if found := command_in(text, request):
            obey(self, *found)
            return
        try:
            self._answer(text, request)
        except ZarebaError as error:
            self.screen.say(f"{error}", "red")

    def _answer(self, text: str, request: Request) -> None:
        if not isinstance(request, Choice | Place):
            self.game.answer(text, seat_of(request) or None)
            return
        if isinstance(request, Place) and len(text.split()) > 1:
            self.game.answer(position(text), request.seat)
            return
        options = self.game.options(request)
        found = find(text, options, self.teller.tags)
        if self._narrow and len(found) > 1:
            found = [index for index in found if index in self._narrow] or found
        if not found:
            nothing_like(self.game, request, text)
        elif len(found) == 1:
            self._choose(found[0], request)
        else:
            self._narrow = found

    def _choose(self, index: int, request: Choice[Any] | Place) -> None:
        """Answers; a secret choice is not left on the screen."""
        secret = isinstance(self.game.request, Both)
        self.game.choose(index, request.seat)
        if secret:
            self.screen.clear()

    # --- what is asked ---

    def _show(self, request: Request) -> None:
        if isinstance(request, Roll | Draw):
            self.screen.say(awaited(request, self.game), "bold")
            return
        assert isinstance(request, Choice | Place)
        options = self.game.options(request)
        indexes = self._narrow or list(range(len(options)))
        pointed = marks(request, options, indexes)
        if pointed.cells or pointed.spots or self.teller.moved():
            self.show_board(pointed)
        self.screen.say()
        self.teller.status()
        self.screen.say(request.question.prompt(self.game.state, request.about), "bold")
        self._list(options, indexes)

    def show_board(self, pointed: Marks | None = None) -> None:
        self.screen.say()
        self.teller.board(pointed)
        self.teller.sides()

    def _list(self, options: Sequence[Option], indexes: list[int]) -> None:
        long = len(indexes) > FEW_OPTIONS
        single = [index for index in indexes if not (long and leads_somewhere(options[index]))]
        if long:
            self._list_ways(options, indexes)
        rows = [[str(index + 1), options[index].label, options[index].notation] for index in single]
        self.screen.table(["", "", ""], rows, right=(0,))

    def _list_ways(self, options: Sequence[Option], indexes: list[int]) -> None:
        """The ways of each stack in a line or two: number and hex."""
        groups = ways(options, indexes)
        for start, found in groups:
            ends = [f"{index + 1}:{options[index].cells[-1]}" for index in found]
            self.screen.say(f"From {start} to", "bold")
            for line in flowed(ends, self.screen.columns - 4):
                self.screen.say(f"  {line}")
        if len(groups) > 1:
            self.screen.say(
                "Type a hex such as " + groups[0].start + " to see the ways from there on the board.", "dim"
            )

    def _who(self) -> str:
        side = self.game.system.seats(self.game.state).get(self.teller.seat, "")
        names: dict[str, str] = {one["id"]: one["name"] for one in self.teller.table["sides"]}
        return names.get(side, side)

    def _first_person(self) -> Seat:
        """Whose eyes the table is seen with until somebody is asked; a lone onlooker's if nobody plays."""
        return next((seat for seat in self.game.system.seats(self.game.state) if seat not in self.minds), "")

    # --- what the words at the prompt do ---

    def widen(self) -> None:
        """Shows all options again."""
        self._narrow, self._shown = [], None

    def advice(self) -> str:
        request = self.request
        if not isinstance(request, Choice | Place):
            raise Unknown("No choice is open now.")
        index = consult(player("greedy", 0, monotonic), self.game, request.seat, self._random)
        option = self.game.options(request)[index]
        return f"{option.label}  ({option.notation})"

    def undo(self) -> None:
        """Takes back the last decision of a person, and what computer players decided after it."""
        self.game.undo()
        while self._computer_is_asked() and self.game.can_undo:
            self.game.undo()
        self.screen.say(self.game.bounds())

    def _computer_is_asked(self) -> bool:
        return bool(self.game.pending) and seat_of(self.game.pending[0]) in self.minds

    def concede(self) -> None:
        side = self._side()
        if self._confirm(f"Does {self._who()} give up?"):
            others = [other for other in self.game.system.sides(self.game.state) if other != side]
            winner = others[0] if len(others) == 1 else None
            clause = self.game.system.conventions["concede"]
            self.game.end(Result(winner, clause, f"{self._who()} conceded."), self.teller.seat)

    def agree_on_draw(self) -> None:
        """A person says yes for each side; a computer agrees unless it stands better."""
        for seat, side in self.game.system.seats(self.game.state).items():
            if seat in self.minds and judge(self.game, side) > 0:
                raise Unknown("Your opponent stands better and plays on.")
        if self._all_agree("on a draw"):
            clause = self.game.system.conventions["agree"]
            self.game.end(Result(None, clause, "Both sides agreed on a draw."))

    def overrule(self, text: str) -> None:
        roll = self.teller.roll
        if roll is None:
            raise Unknown("No dice have been thrown yet.")
        faces = read_faces(self.game, roll, text)
        if self._all_agree(f"that the last roll shows {' '.join(map(str, faces))}"):
            self.game.overrule(faces)

    def _all_agree(self, what: str) -> bool:
        people = [seat for seat in self.game.system.seats(self.game.state) if seat not in self.minds]
        who = "Do both players" if len(people) > 1 else "Do you"
        return self._confirm(f"{who} agree {what}?")

    def _confirm(self, question: str) -> bool:
        try:
            return self.ask(f"{question} [y/N] ").strip().lower() in ("y", "yes")
        except EOFError:
            return False

    def _side(self) -> str:
        return self.game.system.seats(self.game.state)[self.teller.seat]

    # --- beginning again, and the end ---

    def recall(self) -> None:
        """What somebody who comes back has to know."""
        self.teller.seat = self._first_person()
        self.screen.say("So far:", "dim")
        self.teller.log(8)
        self.teller.hush()

    def tell_result(self) -> None:
        result = self.game.result
        if result is not None:
            self.show_board()
            self.teller.result(result)
            self._tell_losses()

    def _tell_losses(self) -> None:
        opening = self.journal.records[0]
        before = self.game.system.setup(opening["scenario"], opening["options"])
        lost = dict(self.game.system.losses(before, self.game.state))
        names = piece_names(self.game.system, before)
        rows = [
            [names.get(name, name), str(number)] for name, number in lost.items() if name in names or "." not in name
        ]
        self.screen.table(["lost", self.teller.table.get("losses", "figures")], rows, right=(1,))


def judge(game: Game, side: str) -> int:
    """How a side stands, in hundredths of a figure."""
    return game.system.judgement(game.state, side)

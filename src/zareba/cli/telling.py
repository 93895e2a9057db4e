"""What happens, told as it happens: events with their clauses, dice, cards; and the table as it stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from zareba.cli.board import draw, stands
from zareba.cli.canvas import FEW, Paint, style_of
from zareba.cli.marks import Marks
from zareba.cli.screen import Screen
from zareba.cli.tags import Tags, tag_pieces
from zareba.cli.words import card, counted, flowed
from zareba.engine.ask import Draw, Request, Roll, Seat
from zareba.engine.chance import counts
from zareba.engine.events import Result
from zareba.engine.game import Game
from zareba.engine.reasons import Reason
from zareba.engine.record import Journal, seen_dice

Json = Mapping[str, Any]

BESIDE = 16
"""How many lines of a terminal are left for what stands beside the board."""


class Teller:
    """Tells one seat of a battle what it may see."""

    def __init__(self, screen: Screen, game: Game, journal: Journal) -> None:
        self.screen, self.game, self.journal = screen, game, journal
        self.seat: Seat = ""
        self.tags: Tags = {}
        self.roll: Roll | None = None
        self.last_roll: tuple[str, list[Reason]] = ("", [])
        self._told = 0
        self._drawn: Any = None
        self._status = ""

    @property
    def table(self) -> dict[str, Any]:
        table: dict[str, Any] = self.game.system.table(self.game.state, self.seat)
        self.tags = tag_pieces(table, self.tags)
        return table

    # --- as it happens ---

    def before(self, request: Request | None) -> None:
        """Remembers why so many dice are thrown: the rule knows it only until they have been."""
        if isinstance(request, Roll):
            state = self.game.state
            words = request.throw.prompt(state, request.about).rstrip(".")
            self.last_roll = (words, request.throw.reasons(state, request.about))
            self.roll = request

    def news(self) -> None:
        """Tells everything that has happened since it was last asked."""
        for record in self.journal.records[self._told :]:
            if dice := seen_dice(record, self.seat):
                self._dice(dice)
            for event in record.get("events", ()):
                if self.seat in event.get("seats", (self.seat,)):
                    self._event(event)
        self.hush()

    def hush(self) -> None:
        """Takes everything so far as told."""
        self._told = len(self.journal.records)

    def log(self, most: int) -> None:
        """The last events once more."""
        for event in self.journal.log(self.seat, 0)[-most:]:
            self._event(event)

    def _event(self, event: Json) -> None:
        if event["text"]:
            clause = f"  [{event['clause']}]" if event["clause"] else ""
            self.screen.parts((event["text"], ""), (clause, "dim"))

    def _dice(self, faces: Sequence[int]) -> None:
        """Faces that count for nothing stand without brackets, where others count for something."""
        shown = " ".join(f"[{face}]" if self._counts(face) else f" {face} " for face in faces)
        self.screen.parts((f"  {self.last_roll[0]}: ", "dim"), (shown, "bold"))

    def _counts(self, face: int) -> bool:
        return self.roll is None or counts(self.roll.tally, face)

    # --- the table ---

    def board(self, pointed: Marks | None = None) -> None:
        """The board, with what to write where options lead to."""
        table = self.table
        chosen = frozenset([table["acting"]] if table.get("acting") else [])
        planned = {end: "+" for _, end in table.get("plan", [])}
        marks = Marks({**planned, **(pointed.cells if pointed else {})}, chosen, pointed.spots if pointed else {})
        room = (self.screen.columns, self.screen.lines - BESIDE)
        self.screen.sheet(draw(self.game.system.board(self.game.state), table, self.tags, marks, room))
        self._drawn = table["pieces"]

    def moved(self) -> bool:
        """Whether anything stands otherwise than when the board was last drawn."""
        return bool(self._drawn != self.table["pieces"])

    def status(self) -> None:
        """Where in the battle one is, whenever that has changed."""
        now = self.table.get("status", "")
        if now and now != self._status:
            self.screen.say(now, "dim")
        self._status = now

    def sides(self) -> None:
        """Each side with its strength and its units in a line or two, and each deck."""
        table = self.table
        for number, side in enumerate(table["sides"]):
            units = [self._brief(piece) for piece in table["pieces"] if piece["side"] == side["id"]]
            self.screen.parts((side["name"], self.ink(number)), (_strength(side), ""))
            for line in flowed(units, self.screen.columns - 4):
                self.screen.say(f"  {line}", "dim")
        for deck in table["decks"]:
            last = f"; last turned {_on_top(deck)}" if deck["turned"] else ""
            self.screen.say(f"{deck['name'].capitalize()}: {counted(deck['left'], 'card')} left{last}")

    def _brief(self, piece: Json) -> str:
        """`G1 Guards 8`, or with its dial `G1 Guards 3 (36/100)`."""
        left = "" if piece["full"] == 1 else f" {piece['figures']}"
        hits = f" ({_dial(piece)})" if piece.get("dial", {}).get("hits") else ""
        return f"{self.tags[piece['id']]} {piece['name']}{left}{hits}"

    def units(self) -> None:
        """Every unit with everything one may know of it."""
        table = self.table
        for side in table["sides"]:
            self.screen.say(side["name"], "bold")
            rows = [self._unit(piece) for piece in table["pieces"] if piece["side"] == side["id"]]
            self.screen.table(["tag", "unit", "id", "left", "what it is", "how it stands"], rows, right=(3,))

    def _unit(self, piece: Json) -> list[str]:
        facts = ", ".join([piece["kind"], *[fact for fact in piece["facts"] if fact != "none"]])
        dial = [f"{_dial(piece)} hits"] if piece.get("dial") and piece["full"] > 1 else []
        standing = ", ".join([*dial, *piece["marks"], stands(self.game.system.board(self.game.state), piece)])
        left = f"{piece['figures']}/{piece['full']}"
        return [self.tags[piece["id"]], piece["name"], piece["id"], left, facts, standing]

    def ink(self, side: int) -> str:
        """The style of a side's colour on the terminal's own ground."""
        return style_of(Paint(f"side{side % 4}", strong=True), FEW)

    # --- the end ---

    def result(self, result: Result) -> None:
        sides = {side["id"]: side["name"] for side in self.table["sides"]}
        who = f"{sides.get(result.winner, result.winner)} won" if result.winner else "The battle is drawn"
        self.screen.parts((f"{who}. ", "bold"), (result.why, ""), (f"  [{result.clause}]", "dim"))


def _dial(piece: Json) -> str:
    """The hits that a piece has taken, of those that it can take: `36/100`."""
    return f"{piece['dial']['hits']}/{piece['dial']['limit']}"


def _on_top(deck: Json) -> str:
    """The card last turned, by the name that is printed on it if it has one."""
    return str(deck.get("top", {}).get("name") or card(deck["turned"][-1]))


def _strength(side: Json) -> str:
    told = f": {counted(side['figures'], side.get('strength', 'figure'))}, {side['lost']} lost"
    return told + (f", exhausted at {side['exhausted']}" if side.get("exhausted") else "")


def awaited(request: Request, game: Game) -> str:
    """What dice or card is asked for, in words."""
    if isinstance(request, Roll):
        prompt = request.throw.prompt(game.state, request.about)
        return f"{prompt} Throw {request.count} {request.throw.die.name} and type the faces."
    assert isinstance(request, Draw)
    return f"{request.deck.prompt(game.state, request.about)} Turn it and type it, such as {request.cards[0]}."

"""What pages send and are sent, as the contract states it (`/api/openapi.json`)."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Annotated, Any, Literal

from fastapi import HTTPException, Request, Response
from fastapi.routing import APIRoute
from pydantic import BaseModel, ConfigDict, Field

from zareba.engine.canon import LARGEST, NotPlain, parse, plain
from zareba.server.boards import Board, Drawing, Shape, Told
from zareba.server.views import Ask, Seen, Table, View

Json = dict[str, Any]
Word = Annotated[str, Field(max_length=64)]
Notation = Annotated[str, Field(max_length=400)]
Key = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
Number = Annotated[int, Field(ge=0, le=LARGEST)]
Players = Annotated[dict[Word, Word], Field(max_length=16, description="For each seat `person` or a player's id.")]
Name = Annotated[str, Field(max_length=400)]


class Body(BaseModel):
    """No more and nothing else than is asked for."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Army(Body):
    """An army as its file has it; what else may be said of a unit, the list tells."""

    system: Word | None = None
    name: Name = ""
    army: Word = ""
    limit: Number
    options: Annotated[dict[Word, Word], Field(max_length=64)] = {}
    unit: Annotated[list[Annotated[dict[Word, Number | Word | bool], Field(max_length=16)]], Field(max_length=64)]


class NewGame(Body):
    system: Word
    scenario: Word
    options: Annotated[dict[Word, Word], Field(max_length=64)] = {}
    seats: Players = {}
    dice: Literal["seeded", "fair", "table"] = "seeded"
    seed: Number | None = None
    name: Name = ""
    forces: Annotated[list[Army], Field(max_length=8)] = []
    """Armies that are brought to a points game, in the order of its sides."""


class Branch(Body):
    n: Number | None = None
    seat: Word = "watch"
    seats: Players = {}
    dice: Literal["", "seeded", "fair", "table"] = ""
    name: Name = ""


class Act(Body):
    seat: Word
    head: Number | None = None
    key: Key | None = None
    since: Number = 0


class Answer(Act):
    head: Number
    key: Key
    answer: Notation


class Overrule(Body):
    seats: Annotated[list[Word], Field(min_length=1, max_length=16)]
    faces: Annotated[list[Number], Field(max_length=400)]
    head: Number | None = None
    key: Key | None = None
    since: Number = 0


class Peek(Body):
    seat: Word
    answers: Annotated[list[Notation], Field(max_length=16)]


class Question(Body):
    seat: Word
    answer: Notation


class Considered(Question):
    """An answer, and those before it: a piece is taken up, and its place considered, in one gesture."""

    after: Annotated[list[Notation], Field(max_length=16)] = []


class Glance(Body):
    """From where and to where somebody looks: cells, or on an open table pieces."""

    seat: Word
    start: Word
    end: Word


# --- what comes back, for the contract's readers ------------------------------------------------------------


class Failure(Told):
    """Why something is refused. The game is as it was."""

    error: str
    clause: str | None = None
    head: int | None = None


class Begun(Told):
    id: str
    seats: dict[str, str]


class GameCard(Told):
    id: str
    name: str
    system: str
    scenario: str
    seats: dict[str, str]
    dice: str
    status: Literal["running", "over"]
    updated: int
    """When it was last played, in milliseconds."""
    turn: str
    over: bool


class GameState(Told):
    """All that one seat may know."""

    id: str
    name: str
    scenario: str
    seat: str
    head: int
    seats: dict[str, str]
    """Which side each seat plays for."""
    players: dict[str, str]
    """Who plays each seat: `person`, or a computer player's id."""
    dice: str
    hides: bool
    """Whether a seat may know what another does not: a screen that is handed over then needs a curtain."""
    agreed: list[str]
    """The seats that are content with a draw."""
    view: View


class Replayed(Told):
    """What a seat saw at head `n` of `last`."""

    id: str
    name: str
    scenario: str
    seat: str
    n: int
    head: int
    last: int
    seats: dict[str, str]
    players: dict[str, str]
    dice: str
    view: Seen


class Peeked(Told):
    ask: Ask


class Outcome(Told):
    losses: dict[str, int]
    chance: str
    percent: float


class Odds(Told):
    outcomes: list[Outcome]
    by: dict[str, dict[str, str]]


class Why(Told):
    """What forbids an answer, and the nearest that would do; or, where nothing does, what may be drawn for it."""

    clause: str
    why: str
    instead: str
    trace: Drawing


class WayCard(Told):
    """A way to play that is offered by itself: one person on every chair, with these options."""

    id: str
    name: str
    what: str
    options: dict[str, str]


class Sight(Told):
    """Whether a line of sight is free; why not, by name and clause, or how far it is; and what to draw for it."""

    clear: bool
    why: str
    clause: str
    shapes: list[Shape]


class SystemCard(Told):
    id: str
    title: str
    author: str
    version: int
    options: dict[str, list[str]]
    armies: bool
    """Whether it has army lists."""
    ways: list[WayCard]


class ArmyLists(Told):
    """What `docs/armies.md` tells of lists."""

    limits: list[int]
    options: dict[str, list[str]]
    """The options of the system that change what an army may be, each with its values, the default first."""
    lists: list[Json]


class ArmyFault(Told):
    """`unit` is the number of the unit that it is about, from 0; -1 for the army as a whole."""

    unit: int
    why: str
    clause: str


class ArmyCounted(Told):
    """Everything that is wrong with an army; its roster where nothing is."""

    faults: list[ArmyFault]
    roster: Json | None = None


class SideCard(Told):
    id: str
    name: str
    colour: str = ""


class ScenarioCard(Told):
    id: str
    name: str
    level: str
    minutes: int
    briefing: str
    sides: list[SideCard]
    seats: dict[str, str]
    """Which side each seat plays for."""
    forces: bool
    """Whether armies can be brought to it."""


class ScenarioMap(ScenarioCard):
    board: Board
    table: Table


class Clause(Told):
    id: str
    tag: str
    text: str
    descriptive: str


class Section(Told):
    title: str
    html: str
    """Prose and tables, made safe."""
    clauses: list[Clause]


class RuleBook(Told):
    system: str
    title: str
    sections: list[Section]


class PlayerCard(Told):
    id: str
    name: str
    what: str


class Proof(Told):
    setup: Json
    rows: list[Json]
    faults: list[str]


FAILURES: dict[int | str, dict[str, Any]] = {
    status: {"model": Failure} for status in (400, 403, 404, 405, 408, 409, 413, 422, 500, 503, 507)
}


# --- reading strictly ---------------------------------------------------------------------------------------


class StrictRequest(Request):
    """A request whose JSON has one meaning: no key twice, no fractions, nothing endless."""

    async def json(self) -> Any:
        try:
            return plain(parse(await self.body()), removals=True)
        except NotPlain as error:
            raise HTTPException(400, str(error)) from None


class StrictRoute(APIRoute):
    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handler = super().get_route_handler()

        async def strictly(request: Request) -> Response:
            return await handler(StrictRequest(request.scope, request.receive))

        return strictly

"""The addresses of the server, and what each does: read, hand to the clerk, reply."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Query, Request, Response, WebSocket

from zareba.engine.ask import Seat
from zareba.engine.canon import LARGEST
from zareba.engine.game import Game
from zareba.server import acts, contract, live, oracle
from zareba.server.contract import FAILURES, StrictRoute
from zareba.server.drafts import Wanted, imported
from zareba.server.house import Act, Message
from zareba.server.rooms import Rooms
from zareba.server.table import WATCH, Table, encode

T = TypeVar("T")
Json = dict[str, Any]
Seated = Annotated[str, Query(max_length=64)]
Since = Annotated[int, Query(ge=0, le=LARGEST)]
Head = Annotated[int | None, Query(ge=0, le=LARGEST)]
Most = Annotated[int, Query(ge=1, le=1000)]

api = APIRouter(prefix="/api", route_class=StrictRoute, responses=FAILURES)


def rooms_of(connection: Request | WebSocket) -> Rooms:
    rooms: Rooms = connection.app.state.rooms
    return rooms


def reply(told: Any, status: int = 200) -> Response:
    raw = told if isinstance(told, bytes) else encode(told)
    return Response(raw, status, {"cache-control": "no-store"}, "application/json")


# --- what there is ------------------------------------------------------------------------------------------


@api.get("/systems", response_model=list[contract.SystemCard])
async def systems(request: Request) -> Response:
    return reply(rooms_of(request).catalogue.systems())


@api.get("/systems/{system}/scenarios", response_model=list[contract.ScenarioCard])
async def scenarios(request: Request, system: str) -> Response:
    return reply(await asyncio.to_thread(rooms_of(request).catalogue.scenarios, system))


@api.get("/systems/{system}/scenarios/{scenario}", response_model=contract.ScenarioMap)
async def scenario(request: Request, system: str, scenario: str) -> Response:
    return reply(await asyncio.to_thread(rooms_of(request).catalogue.scenario, system, scenario))


@api.get("/systems/{system}/rules", response_model=contract.RuleBook)
async def rules(request: Request, system: str) -> Response:
    return reply(await asyncio.to_thread(rooms_of(request).catalogue.rules, system))


@api.get("/systems/{system}/armies", response_model=contract.ArmyLists)
async def armies(request: Request, system: str) -> Response:
    """The army lists of a system; options that matter stand in the query, as in `?lists=open`."""
    options = {key: value for key, value in request.query_params.items() if len(key) <= 64 and len(value) <= 64}
    return reply(await asyncio.to_thread(rooms_of(request).catalogue.armies, system, options))


@api.post("/systems/{system}/armies", response_model=contract.ArmyCounted)
async def count_army(request: Request, system: str, army: contract.Army) -> Response:
    """Counts an army and says everything that is wrong with it; nothing is kept."""
    told = army.model_dump(exclude_none=True)
    return reply(await asyncio.to_thread(rooms_of(request).catalogue.army, system, told))


@api.get("/players", response_model=list[contract.PlayerCard])
async def players(request: Request) -> Response:
    return reply(rooms_of(request).catalogue.players())


# --- games --------------------------------------------------------------------------------------------------


@api.get("/games", response_model=list[contract.GameCard])
async def games(request: Request, most: Most = 200, skip: Since = 0) -> Response:
    """The latest games, or those that come after so many of them."""
    rooms = rooms_of(request)
    return reply(await rooms.clerk.do(rooms.house.games, most, skip))


@api.post("/games", status_code=201, response_model=contract.Begun)
async def begin(request: Request, wanted: contract.NewGame) -> Response:
    rooms = rooms_of(request)
    forces = [force.model_dump(exclude_none=True) for force in wanted.forces]
    choice = Wanted(wanted.seats, wanted.dice, wanted.seed, wanted.name, forces)
    work = partial(rooms.house.begin, wanted.system, wanted.scenario, wanted.options, choice)
    begun = await rooms.clerk.write(work)
    rooms.computers.wake(begun["id"])
    return reply(begun, 201)


@api.post("/import", status_code=201, response_model=contract.Begun)
async def bring(request: Request, name: Annotated[str, Query(max_length=400)] = "") -> Response:
    """A `.zareba` file as the whole body of the request."""
    rooms = rooms_of(request)
    draft = await rooms.think(imported, rooms.catalogue, await request.body(), name)
    begun = await rooms.clerk.write(partial(rooms.house.adopt, draft))
    rooms.computers.wake(begun["id"])
    return reply(begun, 201)


@api.get("/games/{game}", response_model=contract.GameState)
async def look(request: Request, game: str, seat: Seated = WATCH, since: Since = 0) -> Response:
    rooms = rooms_of(request)
    told = await rooms.clerk.do(rooms.house.told, game, seat, since)
    rooms.computers.wake(game)
    return reply(told)


@api.get("/games/{game}/replay", response_model=contract.Replayed)
async def replay(request: Request, game: str, seat: Seated = WATCH, n: Head = None) -> Response:
    rooms = rooms_of(request)
    return reply(await rooms.clerk.do(rooms.house.replayed, game, seat, n))


@api.post("/games/{game}/branch", status_code=201, response_model=contract.Begun)
async def branch(request: Request, game: str, wanted: contract.Branch) -> Response:
    """A new game that goes on from what a seat saw at head `n`."""
    rooms = rooms_of(request)
    choice = Wanted(wanted.seats, wanted.dice, None, wanted.name)
    begun = await rooms.clerk.write(partial(rooms.house.branch, game, wanted.seat, wanted.n, choice))
    rooms.computers.wake(begun["id"])
    return reply(begun, 201)


@api.get("/games/{game}/record", response_class=Response)
async def record(request: Request, game: str, seat: Annotated[str | None, Query(max_length=64)] = None) -> Response:
    """The `.zareba` file; of a running game with several people, what the seat that is named may take home."""
    rooms = rooms_of(request)
    raw = await rooms.clerk.do(rooms.house.record, game, seat)
    headers = {"content-disposition": f'attachment; filename="{game}.zareba"', "cache-control": "no-store"}
    return Response(raw, 200, headers, "application/octet-stream")


@api.get("/games/{game}/proof", response_model=contract.Proof)
async def proof(request: Request, game: str) -> Response:
    """What fair dice can be checked with."""
    rooms = rooms_of(request)
    return reply(await rooms.clerk.do(rooms.house.proof, game))


# --- playing ------------------------------------------------------------------------------------------------


@api.post("/games/{game}/answers", response_model=contract.GameState)
async def answer(request: Request, game: str, act: contract.Answer) -> Response:
    def work(table: Table, seat: Seat) -> None:
        acts.answer(table, seat, act.answer)

    return await _act(request, game, _message("answer", act, act.answer), work)


@api.post("/games/{game}/undo", response_model=contract.GameState)
async def undo(request: Request, game: str, act: contract.Act) -> Response:
    return await _act(request, game, _message("undo", act), acts.undo)


@api.post("/games/{game}/concede", response_model=contract.GameState)
async def concede(request: Request, game: str, act: contract.Act) -> Response:
    return await _act(request, game, _message("concede", act), acts.concede, last=True)


@api.post("/games/{game}/agree", response_model=contract.GameState)
async def agree(request: Request, game: str, act: contract.Act) -> Response:
    return await _act(request, game, _message("agree", act), acts.agree)


@api.post("/games/{game}/overrule", response_model=contract.GameState)
async def overrule(request: Request, game: str, act: contract.Overrule) -> Response:
    def work(table: Table, seat: Seat) -> None:
        acts.overrule(table, [table.person(name) for name in act.seats], act.faces)

    message = Message("overrule", act.seats[0], act.key or "", act.head, act.since, [act.seats, act.faces])
    return await _act(request, game, message, work)


def _message(kind: str, act: contract.Act, content: str = "") -> Message:
    return Message(kind, act.seat, act.key or "", act.head, act.since, content)


async def _act(request: Request, game: str, message: Message, work: Act, last: bool = False) -> Response:
    rooms = rooms_of(request)
    recall = partial(rooms.house.recalled, game, message)
    return reply(await rooms.clerk.write(partial(rooms.house.act, game, message, work), recall, last))


# --- looking ahead ------------------------------------------------------------------------------------------


@api.post("/games/{game}/peek", response_model=contract.Peeked)
async def peek(request: Request, game: str, asked: contract.Peek) -> Response:
    return await _ahead(request, game, asked.seat, lambda copy, seat: oracle.peek(copy, seat, asked.answers))


@api.post("/games/{game}/odds", response_model=contract.Odds)
async def odds(request: Request, game: str, asked: contract.Question) -> Response:
    return await _ahead(request, game, asked.seat, lambda copy, seat: oracle.odds(copy, seat, asked.answer))


@api.post("/games/{game}/why", response_model=contract.Why)
async def why(request: Request, game: str, asked: contract.Considered) -> Response:
    return await _ahead(request, game, asked.seat, lambda copy, seat: oracle.why(copy, seat, asked.answer, asked.after))


@api.post("/games/{game}/sight", response_model=contract.Sight)
async def sight(request: Request, game: str, asked: contract.Glance) -> Response:
    return await _ahead(request, game, asked.seat, lambda copy, seat: oracle.sight(copy, seat, asked.start, asked.end))


async def _ahead(request: Request, game: str, seat: str, work: Callable[[Game, Seat], Json]) -> Response:
    """Looks ahead on a copy, beside the clerk."""
    rooms = rooms_of(request)
    own, copy = await rooms.clerk.do(rooms.house.copy, game, seat)
    return reply(await rooms.think(work, copy, own))


@api.websocket("/games/{game}/live")
async def listen(socket: WebSocket, game: str, seat: Seated = WATCH, since: Since = 0) -> None:
    rooms = rooms_of(socket)
    rooms.computers.wake(game)
    await live.serve(socket, rooms.hub, rooms.clerk, rooms.house, game, seat, since)

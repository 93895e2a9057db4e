"""Games that are about to be stored: new ones, ones that go on from an earlier moment, ones from a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from zareba.engine.ask import Seat
from zareba.engine.canon import digest, plain
from zareba.engine.dice import Source
from zareba.engine.errors import Unknown
from zareba.engine.game import Game
from zareba.engine.reader import Save, read_save
from zareba.engine.record import Journal, start
from zareba.engine.replay import resume
from zareba.engine.system import System
from zareba.server.catalogue import Catalogue
from zareba.server.dice import MODES, Fresh, new_source
from zareba.server.errors import Refused
from zareba.server.hearing import Hearing
from zareba.server.names import check_name
from zareba.server.table import PERSON

Json = dict[str, Any]
LONGEST_NAME = 40


class Wanted(NamedTuple):
    """What somebody who begins a game may choose; what is empty is chosen for him."""

    players: Mapping[Seat, str] = {}
    dice: str = ""
    seed: int | None = None
    name: str = ""
    forces: Sequence[Json] = ()
    """Armies that are brought to a points game."""


class Draft(NamedTuple):
    """A game that is nowhere yet but in memory."""

    game: Game
    journal: Journal
    hearing: Hearing
    source: Source | None
    scenario: str
    dice: str
    players: Mapping[Seat, str]
    name: str


def begun(catalogue: Catalogue, system: System, scenario: str, options: dict[str, str], wanted: Wanted) -> Draft:
    """A new game."""
    data = catalogue.document(system.id, scenario).data
    if wanted.forces:
        data = catalogue.with_forces(system, scenario, list(wanted.forces))
    name = check_name(wanted.name) if wanted.name else _title(data)
    dice = _mode(wanted.dice)
    source = new_source(dice, system, wanted.seed)
    seats = catalogue.seats(system, scenario, options)
    players = catalogue.check_players(seats, wanted.players)
    game, journal = start(system, data, options, source, players)
    hearing = Hearing(dice == "table")
    hearing.note(game, journal.records[0])
    return Draft(game, journal, hearing, source, scenario, dice, players, name)


def branched(catalogue: Catalogue, save: Save, scenario: str, of: str, wanted: Wanted) -> Draft:
    """A new game that goes on where a record ends, with dice of its own.

    Its record begins with that of the other, chained anew, for the seed and the players are no longer the same.
    """
    system = catalogue.system(save.system)
    opening = {key: value for key, value in save.records[0].items() if key != "seed"}
    dice = _mode(wanted.dice or _known_mode(opening["source"]))
    players = catalogue.check_players(opening["players"], {**opening["players"], **wanted.players})
    opening |= {"source": dice, "players": players, "branch": {"game": of, "n": len(save.records) - 1}}
    source = Fresh() if dice == "seeded" else new_source(dice, system, None)
    name = check_name(wanted.name) if wanted.name else _title(opening["scenario"])
    records = chain(save.header, [opening, *save.records[1:]])
    hearing = Hearing(dice == "table")
    game, journal = resume(Save(save.header, records, len(records)), system, source, hearing.note)
    return Draft(game, journal, hearing, game.source, scenario, dice, players, name)


def imported(catalogue: Catalogue, data: bytes, name: str) -> Draft:
    """A game from a file, as far as the file goes; raises where it can only be viewed."""
    save = read_save(data)
    system = catalogue.system(save.system)
    opening = save.records[0]
    dice = _known_mode(opening.get("source"))
    source = None if dice == "table" or "seed" in opening else Fresh()
    title = check_name(name) if name else _title(opening.get("scenario", {}))
    hearing = Hearing(dice == "table")
    game, journal = resume(save, system, source, hearing.note)
    if dice == "fair" and game.request is not None:
        raise Refused("Its fair dice are not here to go on with; it can be brought here when it is over.")
    seated = {seat: opening["players"].get(seat, PERSON) for seat in system.seats(game.state)}
    players = {seat: player if catalogue.is_player(player) else PERSON for seat, player in seated.items()}
    scenario = catalogue.scenario_like(system, save.header["scenario"])
    return Draft(game, journal, hearing, game.source, scenario, dice, players, title)


def chain(header: Json, records: list[Json]) -> list[Json]:
    """The records with the hashes that belong to them in this order."""
    chained: list[Json] = []
    head = digest(header)
    for record in records:
        bare = {key: value for key, value in record.items() if key != "hash"} | {"prev": head}
        head = digest(bare)
        chained.append(bare | {"hash": head})
    return chained


def _mode(dice: str) -> str:
    if dice and dice not in MODES:
        raise Unknown(f"There are no dice {dice[:LONGEST_NAME]!r}; there are: {', '.join(MODES)}.")
    return dice or MODES[0]


def _known_mode(source: Any) -> str:
    """The dice of a record from elsewhere; the computer's, where they came from something that is not here."""
    return str(source) if source in MODES else MODES[0]


def _title(scenario: Json) -> str:
    """A scenario's own name, as far as it is fit to be a game's."""
    try:
        return check_name(str(plain(scenario.get("name", "")))[:LONGEST_NAME])
    except Refused:
        return "A battle"

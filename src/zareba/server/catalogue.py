"""What there is to play: rule systems, their scenarios, and who can play."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from zareba.engine.armies import Armies
from zareba.engine.ask import Seat
from zareba.engine.canon import digest, plain
from zareba.engine.documents import Document, Path
from zareba.engine.errors import Unknown, ZarebaError
from zareba.engine.system import System
from zareba.lab.scenarios import ScenarioInfo, check_options, load, scenarios
from zareba.players import check_name
from zareba.server.book import book_of
from zareba.server.errors import Missing, Refused
from zareba.server.table import PERSON
from zareba.systems import FOLDERS
from zareba.systems import system as known_system

Json = dict[str, Any]

PLAYERS = (
    ("instinct", "Instinct", "Answers at once with what comes to mind first."),
    ("greedy", "Greedy", "Looks one action ahead and takes what it can see."),
    ("search", "Search", "Looks several actions ahead, and takes its time."),
)


class Catalogue:
    """Reads each system's folder once; what it says does not change while the server runs."""

    def __init__(self, systems: Mapping[str, System] | None = None) -> None:
        self._systems = {id: known_system(id) for id in FOLDERS} if systems is None else dict(systems)
        self.scenario = cache(self._scenario)
        self.document = cache(self._document)
        self.rules = cache(self._rules)
        self.scenarios = cache(self._scenarios)

    # --- systems ------------------------------------------------------------------------------------------

    def systems(self) -> list[Json]:
        return [
            {
                "id": system.id,
                "title": system.title,
                "author": system.author,
                "version": system.version,
                "options": {name: list(values) for name, values in system.options.items()},
                "armies": system.armies is not None,
                "ways": [way._asdict() for way in system.ways],
            }
            for system in self._systems.values()
        ]

    def system(self, id: str) -> System:
        if id not in self._systems:
            raise Missing(f"There is no such rule system; there are: {', '.join(self._systems)}.")
        return self._systems[id]

    def _rules(self, id: str) -> Json:
        return book_of(self.system(id))

    # --- armies -------------------------------------------------------------------------------------------

    def armies(self, id: str, options: dict[str, str]) -> Json:
        """The army lists of a system under these options, for whoever builds an army."""
        armies, checked = self._armies_of(id), check_options(self.system(id), options)
        offered = {name: list(self.system(id).options[name]) for name in armies.options}
        return {"limits": list(armies.limits), "options": offered, "lists": armies.lists(checked)}

    def army(self, id: str, army: Json) -> Json:
        """What an army comes to, and everything that is wrong with it; a fault names the unit that it is about."""
        lines: dict[Path, int] = {("unit", number): number + 1 for number in range(len(army["unit"]))}
        armies = self._armies_of(id)
        faults = armies.check(Document("army", army, lines))
        told = [{"unit": fault.line - 1, "why": fault.why, "clause": fault.clause} for fault in faults]
        return {"faults": told} | ({} if faults else {"roster": armies.roster(army)})

    def _armies_of(self, id: str) -> Armies:
        armies = self.system(id).armies
        if armies is None:
            raise Missing(f"{id} has no army lists.")
        return armies

    def with_forces(self, system: System, scenario: str, forces: list[Json]) -> Json:
        """A scenario to which these armies are brought; raises with the first thing that is wrong with one."""
        for number, force in enumerate(forces, 1):
            if faults := self.army(system.id, force)["faults"]:
                raise Refused(f"The army of side {number}: {faults[0]['why']}", faults[0]["clause"])
        data = self._enlisted(system, scenario, forces)
        if data is None or len(forces) != len(data["side"]):
            raise Refused("To that battle no such armies can be brought.")
        if faults := system.check(Document("scenario", data, {})):
            raise Refused(faults[0].why, faults[0].clause)
        return data

    def _enlisted(self, system: System, scenario: str, forces: list[Json]) -> Json | None:
        return system.armies.enlist(self.document(system.id, scenario).data, forces) if system.armies else None

    # --- scenarios ----------------------------------------------------------------------------------------

    def _scenarios(self, id: str) -> list[Json]:
        return [self._card(self.system(id), info) for info in scenarios(self.system(id))]

    def _scenario(self, id: str, scenario: str) -> Json:
        """A scenario with its map and its opening table, as an onlooker sees them."""
        system = self.system(id)
        card = next((card for card in self.scenarios(id) if card["id"] == scenario), None)
        if card is None:
            raise Missing(f"There is no such scenario for {id}.")
        state = self._opening(system, scenario, {})
        return card | {"board": system.board(state), "table": system.table(state, "")}

    def _card(self, system: System, info: ScenarioInfo) -> Json:
        state = self._opening(system, info.id, {})
        return {
            "id": info.id,
            "name": info.name,
            "level": info.level,
            "minutes": info.minutes,
            "briefing": info.briefing,
            "sides": _sides(system, state),
            "seats": system.seats(state),
            "forces": self._enlisted(system, info.id, []) is not None,
        }

    def _document(self, system_id: str, scenario: str) -> Document:
        system = self.system(system_id)
        if scenario not in {info.id for info in scenarios(system)}:
            raise Missing(f"There is no such scenario for {system_id}.")
        return load(system, scenario)

    def _opening(self, system: System, scenario: str, options: dict[str, str]) -> Any:
        data = self.document(system.id, scenario).data
        return system.setup(plain(data), dict(check_options(system, options)))

    def scenario_like(self, system: System, wanted: str) -> str:
        """Which of the system's scenarios has this digest; an empty text if none has."""
        ids = [info.id for info in scenarios(system)]
        return next((id for id in ids if digest(plain(self.document(system.id, id).data)) == wanted), "")

    # --- who plays ----------------------------------------------------------------------------------------

    def players(self) -> list[Json]:
        return [{"id": id, "name": name, "what": what} for id, name, what in PLAYERS]

    def seats(self, system: System, scenario: str, options: dict[str, str]) -> dict[Seat, str]:
        """Every seat of a scenario under these options, and the side it plays for."""
        return system.seats(self._opening(system, scenario, options))

    def is_player(self, name: str) -> bool:
        try:
            check_name(name)
        except ZarebaError:
            return False
        return True

    def check_players(self, seats: Mapping[Seat, str], wanted: Mapping[Seat, str]) -> dict[Seat, str]:
        """Who plays each seat: people where nobody else is wanted."""
        for seat, player in wanted.items():
            if seat not in seats:
                raise Unknown(f"There is no such seat; there are: {', '.join(seats)}.")
            if player != PERSON and not self.is_player(player):
                raise Unknown(f"There is no such player; there are {PERSON}, {', '.join(id for id, *_ in PLAYERS)}.")
        return {seat: wanted.get(seat, PERSON) for seat in seats}


def _sides(system: System, state: Any) -> list[Json]:
    """The sides as the table shows them; their bare names where it shows none."""
    shown = system.table(state, "").get("sides")
    if not shown:
        return [{"id": side, "name": side} for side in system.sides(state)]
    return [{key: side[key] for key in ("id", "name", "colour") if key in side} for side in shown]

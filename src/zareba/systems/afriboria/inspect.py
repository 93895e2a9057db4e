"""Everything that is wrong with a scenario, all at once, with the line and the clause."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from zareba.engine.documents import Document
from zareba.engine.errors import Fault
from zareba.systems.afriboria.language import COMMANDS, EVENTS, Card, card_faults, copies, read_card
from zareba.systems.afriboria.scenario import OPTIONS
from zareba.systems.afriboria.survey import Surveyor
from zareba.systems.afriboria.troops import AIR, CAVALRY, COLOURS, COMMANDER, INFANTRY, MOTOR, SIDES, TABLES
from zareba.systems.afriboria.turn import PHASES

Json = dict[str, Any]
KINDS: Json = TABLES["units"]
KNOWN = {
    "": """system name level minutes briefing note options board side unit company objective limit first card
           hands discarded stock points forced last_cards ladder values now""",
    "board": "map columns rows codes structure works inside",
    "side": "id name colour hand quota companies base halts",
    "unit": """id name side kind colour at strength now firearms points arrives fuel bombs arms mount weapon lancers
               mounted character combatant ladder aloft hidden wounded extra supply armed""",
    "company": "officer members scattered",
    "objective": "name hexes points mode side",
    "limit": "rounds stands",
    "card": "id deck name text copies icon wild kind effects",
    "ladder": "foot wall side",
    "now": "side phase turn card ordered moved fought defended engaged",
}
"""Every word that a scenario may use as a key (`setup.quota`, `setup.hand`, `setup.first` among them): a word misspelt
would otherwise be passed over in silence."""


class Inspector(Surveyor):
    """Goes through a scenario and notes what is wrong."""

    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self.units: dict[str, Json] = {}
        self.deck: dict[str, Card] = {**COMMANDS, **EVENTS}

    # --- sides and units ----------------------------------------------------------------------------------------

    def sides(self) -> None:
        seen = []
        for number, entry in self.tables("side"):
            path = ("side", number)
            if self.word(entry.get("id"), SIDES, "A side", "board.sides", *path):
                if entry["id"] in seen:
                    self.fault(f"There are two sides {entry['id']!r}.", "board.sides", *path)
                seen.append(entry["id"])
            for key in ("name", "colour"):
                if not isinstance(entry.get(key, ""), str):
                    self.fault(f"The {key} of a side is a text.", "board.sides", *path, key)
            self.whole(entry.get("hand", 5), 1, 12, "A hand", "setup.hand", *path)
            self.whole(entry.get("quota", 1), 1, 99, "A quota", "setup.quota", *path)
            self.whole(entry.get("companies", 0), 0, 9, "A number of companies", "setup.company-limit", *path)
            if "base" in entry:
                self.hexes(entry["base"], "air.plane-field", *path)
        if "first" in self.data:
            self.word(self.data["first"], SIDES, "Who moves first", "setup.first", "first")

    def roster(self) -> None:
        for number, entry in self.tables("unit"):
            path = ("unit", number)
            if not self._identity(entry, *path):
                continue
            self._strength(entry, *path)
            self._equipment(entry, *path)
            self._place(entry, *path)
        self._stacking()
        self._squadrons()

    def _identity(self, entry: Json, *path: str | int) -> bool:
        """A name of its own, a kind, a side and a colour."""
        id = entry.get("id")
        if not isinstance(id, str) or not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,39}", id) or id in self.units:
            self.fault(f"A unit has an id of its own in small letters, not {id!r}.", "setup.deploy", *path)
            return False
        known = self.word(entry.get("kind"), KINDS, "The kind of a unit", "setup.deploy", *path)
        sided = self.word(entry.get("side"), SIDES, "The side of a unit", "board.sides", *path)
        if not (known and sided):
            return False
        self.units[id] = entry
        if not isinstance(entry.get("name", ""), str):
            self.fault("The name of a unit is a text.", "setup.deploy", *path, "name")
        self._colour(entry, *path)
        return True

    def _colour(self, entry: Json, *path: str | int) -> None:
        """`setup.colours`, `setup.no-colour`."""
        type = KINDS[entry["kind"]]["type"]
        if type == COMMANDER and "colour" in entry:
            self.fault("A commander has no colour.", "setup.no-colour", *path, "colour")
        elif type == AIR and "colour" not in entry:
            return
        elif type != COMMANDER:
            self.word(entry.get("colour"), COLOURS, f"The colour of {entry['id']}", "setup.colours", *path)

    def _squadrons(self) -> None:
        """`air.coloured`: several of the same kind on one side have a colour each."""
        for number, entry in self.tables("unit"):
            if self.units.get(str(entry.get("id"))) is not entry or KINDS[entry["kind"]]["type"] != AIR:
                continue
            alike = [one for one in self.units.values() if (one["side"], one["kind"]) == (entry["side"], entry["kind"])]
            if len(alike) > 1 and "colour" not in entry:
                why = f"{entry['id']} is not the only one of its kind, so it needs a colour."
                self.fault(why, "air.coloured", "unit", number)

    def _strength(self, entry: Json, *path: str | int) -> None:
        row = KINDS[entry["kind"]]
        most = row["max"]
        usual = 6 if entry["kind"] == "airship" else most
        if self.whole(entry.get("strength", usual), 1, most, "The strength", row["clause"], *path, "strength"):
            start = entry.get("strength", usual)
            self.whole(entry.get("now", start), 1, start, "What is left", "setup.deploy", *path, "now")
            self.whole(entry.get("firearms", 0), 0, start, "The number of firearms", "battle.part-armed", *path)
        self.whole(entry.get("points", 1), 1, 9, "What it is worth", "win.kill", *path)
        self.whole(entry.get("arrives", 1), 1, 99, "The round of arrival", "setup.deploy", *path)
        for key in ("fuel", "bombs"):
            self.whole(entry.get(key, 1), 0, 7, f"Its {key}", "air.endurance", *path)

    def _equipment(self, entry: Json, *path: str | int) -> None:
        type = KINDS[entry["kind"]]["type"]
        self.word(entry.get("arms", "firearms"), ("firearms", "bows", "spears"), "Arms", "battle.armed", *path)
        self.word(entry.get("mount", "foot"), ("foot", "horse"), "A commander's mount", "move.commander", *path)
        self.word(entry.get("weapon", "none"), TABLES["arms"], "A vehicle's weapon", "unit.motor", *path)
        only: dict[str, tuple[bool, str]] = {
            "lancers": (entry["kind"] == "cav-a", "cav.lancers"),
            "mounted": (type == CAVALRY, "setup.mounted"),
            "mount": (type == COMMANDER, "move.commander"),
            "character": (type == COMMANDER, "char.as-commander"),
            "ladder": (type == INFANTRY, "siege.ladder-carry"),
            "weapon": (type == MOTOR, "unit.motor"),
            "aloft": (type == AIR, "air.layer"),
            "armed": (type == AIR, "air.fire-ground"),
        }
        for key, (allowed, clause) in only.items():
            if key in entry and not allowed:
                self.fault(f"'{key}' does not go with {entry['kind']}.", clause, *path, key)
        for key in (
            "lancers",
            "mounted",
            "character",
            "combatant",
            "ladder",
            "aloft",
            "hidden",
            "wounded",
            "extra",
            "supply",
            "armed",
        ):
            if not isinstance(entry.get(key, False), bool):
                self.fault(f"'{key}' is true or false.", "setup.deploy", *path, key)

    def _place(self, entry: Json, *path: str | int) -> None:
        """Terrain that it may not stand on, and sections that are no chain (`setup.deploy`)."""
        text = entry.get("at")
        words = str(text).split() if isinstance(text, str) else []
        shape = all(re.fullmatch(r"[A-Za-z]+\d+(:\d+)?", word) for word in words)
        if not words or not shape or (len(words) > 1 and not all(":" in word for word in words)):
            self.fault(
                f"{entry['id']} stands in a hex like 'C4', or in sections like 'F8:2 E9:2'.", "setup.deploy", *path
            )
            return
        names = self.hexes(" ".join(word.split(":")[0] for word in words), "setup.deploy", *path)
        if len(names) == len(words) and self.grid:
            self._ground(entry, names, *path)
            if ":" in str(text):
                self._sections(entry, names, [int(word.split(":")[1]) for word in words], *path)

    def _ground(self, entry: Json, names: list[str], *path: str | int) -> None:
        type = KINDS[entry["kind"]]["type"]
        foot = type in (INFANTRY, "transport") or (type == COMMANDER and entry.get("mount", "foot") == "foot")
        for name in names:
            code = self.codes.get(name, ".")
            if "X" in code:
                self.fault(f"Nobody can stand in {name}.", "terrain.impassable", *path)
            if "d" in code and not foot and not entry.get("aloft"):
                self.fault(f"{entry['id']} cannot stand in the depression {name}.", "move.depression", *path)

    def _sections(self, entry: Json, names: list[str], figures: list[int], *path: str | int) -> None:
        """`siege.man-chain`: one section in a hex, in a connected chain of wall or gate hexes."""
        assert self.grid
        grid = self.grid
        if not grid.connected(grid.mask(map(grid.find, names))) or len(set(names)) < len(names):
            self.fault(f"The sections of {entry['id']} are no chain.", "siege.man-chain", *path)
        if any(name not in self.structures for name in names):
            self.fault(f"{entry['id']} mans hexes that are no walls.", "siege.man", *path)
        start = entry.get("now", entry.get("strength", KINDS[entry["kind"]]["max"]))
        if min(figures) < 1 or sum(figures) != start:
            self.fault(f"The sections of {entry['id']} do not add up to its strength.", "siege.man", *path)
        most = 4 if self._hexes_are_wide() else 2
        if max(figures) > most:
            self.fault(f"A section of {entry['id']} has more than {most} figures.", "siege.man", *path)

    def _hexes_are_wide(self) -> bool:
        return bool(self.section("options", dict).get("hex-size", "15") == "15")

    def _stacking(self) -> None:
        """`stack.two`, `stack.one-commander`, and nobody among enemies."""
        there: dict[str, list[Json]] = {}
        for entry in self.units.values():
            if not entry.get("arrives") and not entry.get("aloft"):
                for word in str(entry.get("at", "")).split():
                    there.setdefault(word.split(":")[0].upper(), []).append(entry)
        room = 2 if self._hexes_are_wide() else 1
        for name, entries in there.items():
            leads = [one for one in entries if KINDS[one["kind"]]["type"] == COMMANDER]
            number = [one.get("id") for _, one in self.tables("unit")].index(entries[-1]["id"])
            if len({one["side"] for one in entries}) > 1:
                self.fault(f"Both sides stand in {name}.", "move.enemy", "unit", number)
            elif len(leads) > 1:
                self.fault(f"Two commanders stand in {name}.", "stack.one-commander", "unit", number)
            elif len(entries) - len(leads) > room:
                clause = "stack.two" if room == 2 else "stack.ten-cm"
                self.fault(f"More than {room} unit(s) stand in {name}.", clause, "unit", number)

    # --- terms --------------------------------------------------------------------------------------------------

    def options(self) -> None:
        for name, value in self.section("options", dict).items():
            if name not in OPTIONS:
                self.fault(f"There is no option {name!r}.", "setup.events-optional", "options", name)
            else:
                self.word(value, OPTIONS[name], f"The option {name}", "setup.events-optional", "options", name)

    def terms(self) -> None:
        limit = self.section("limit", dict)
        if "rounds" in limit:
            self.whole(limit["rounds"], 1, 999, "The round limit", "win.limit", "limit", "rounds")
        if "stands" in limit:
            stands = limit["stands"] if isinstance(limit["stands"], dict) else {}
            self.word(stands.get("side"), SIDES, "Who holds out", "win.limit", "limit")
            self.hexes(stands.get("hexes"), "win.limit", "limit")
        for number, entry in self.tables("objective"):
            self.hexes(entry.get("hexes"), "win.objective", "objective", number)
            self.whole(entry.get("points", 1), 1, 99, "An objective's worth", "win.objective", "objective", number)
            self.word(
                entry.get("mode", "hold"), ("hold", "last"), "An objective's mode", "win.hold", "objective", number
            )
            if "side" in entry:
                self.word(entry["side"], SIDES, "Whose objective it is", "win.objective", "objective", number)

    def companies(self) -> None:
        """`company.members`, `company.zoc`: an officer and at most four units of one or two colours."""
        taken: set[str] = set()
        for number, entry in self.tables("company"):
            path = ("company", number)
            officer, members = entry.get("officer"), entry.get("members")
            named = isinstance(members, list) and all(isinstance(name, str) for name in members)
            if self.units.get(str(officer), {}).get("kind") != "officer" or not named:
                self.fault("A company has an officer and a list of members.", "company.nco-never", *path)
                continue
            assert isinstance(members, list)
            units = [self.units.get(name, {}) for name in members]
            if not 1 <= len(members) <= 4 or any(unit.get("kind") in (None, "officer", "nco") for unit in units):
                self.fault("A company has one to four units.", "company.members", *path)
            if len({str(unit.get("colour")) for unit in units}) > 2:
                self.fault("A company has one or two colours.", "company.members", *path)
            if taken & {str(officer), *members}:
                self.fault("Nobody belongs to two companies.", "setup.company-limit", *path)
            taken |= {str(officer), *members}

    def cards(self) -> None:
        """`setup.custom-cards`: in the card language, beside the cards of the game."""
        for number, entry in self.tables("card"):
            path = ("card", number)
            self.word(entry.get("deck", "command"), ("command", "event"), "A deck", "setup.custom-cards", *path)
            if str(entry.get("id")) in self.deck:
                self.fault(f"There is a card {entry['id']!r} already.", "setup.custom-cards", *path)
            faults = list(card_faults(entry))
            for why in faults:
                self.fault(f"The card {entry.get('id')!r} {why}", "setup.custom-cards", *path)
            if not faults:
                self.deck[entry["id"]] = read_card(entry)

    # --- a battle in its middle ---------------------------------------------------------------------------------

    def middle(self) -> None:
        """Whose turn it is, and what has happened."""
        for number, entry in self.tables("ladder"):
            for key in ("foot", "wall"):
                self.hexes(entry.get(key), "siege.ladder-edge", "ladder", number)
            self.word(entry.get("side"), SIDES, "Whose ladder it is", "siege.ladder-edge", "ladder", number)
        for name, value in self.section("values", dict).items():
            if str(name).upper() not in self.structures:
                self.fault(f"{name} is no structure.", "siege.values", "values", name)
            self.whole(value, 0, 99, f"What is left of {name}", "siege.values", "values", name)
        for key in ("points", "forced"):
            for name, value in self.section(key, dict).items():
                self.word(name, SIDES, "A side", "board.sides", key, name)
                self.whole(value, 0, 99, f"The {key} of {name}", "win.quota", key, name)
        self._now()

    def _now(self) -> None:
        now = self.section("now", dict)
        if not now:
            return
        self.word(now.get("side"), SIDES, "Whose turn it is", "turn.sequence", "now")
        self.word(now.get("phase", "card"), PHASES, "The phase of a turn", "turn.sequence", "now", "phase")
        self.whole(now.get("turn", 1), 0, 1998, "The number of the turn", "turn.sequence", "now", "turn")
        if "card" in now:
            self._copies([now["card"]], "now", "card")
        for key in ("ordered", "moved", "fought", "defended", "engaged"):
            named = now.get(key, [])
            if not isinstance(named, list) or not all(isinstance(name, str) for name in named):
                self.fault(f"'{key}' is a list of units.", "turn.sequence", "now", key)

    def held(self) -> None:
        """`setup.command-deck`: every card that has been dealt is one of the deck, and lies in one place."""
        dealt: list[Any] = []
        for name, hand in self.section("hands", dict).items():
            self.word(name, SIDES, "A side", "board.sides", "hands", name)
            dealt += self._copies(hand, "hands", name)
        dealt += self._copies(self.section("discarded", list), "discarded")
        dealt += self._copies(self.section("stock", list), "stock")
        for copy in sorted({copy for copy in dealt if dealt.count(copy) > 1}):
            self.fault(f"The card {copy} lies in two places.", "setup.command-deck", "hands")
        for name, kind in self.section("last_cards", dict).items():
            self.word(name, SIDES, "A side", "board.sides", "last_cards", name)
            self.word(kind, self.deck, "A card", "setup.command-deck", "last_cards", name)

    def _copies(self, cards: Any, *path: str | int) -> list[str]:
        """Copies of command cards by their names, such as `ST-R2.1`."""
        known = {copy for card in self.deck.values() for copy in copies(card)}
        found = []
        for copy in cards if isinstance(cards, list) else [cards]:
            if str(copy) in known:
                found.append(str(copy))
            else:
                self.fault(
                    f"There is no card {copy!r}; the first copy of a Red Patrol is 'ST-R2.1'.",
                    "setup.command-deck",
                    *path,
                )
        return found


def check(document: Document) -> list[Fault]:
    """Everything that is wrong with a scenario of this system."""
    inspector = Inspector(document)
    inspector.keys(KNOWN)
    parts: list[Callable[[], None]] = [
        inspector.board,
        inspector.sides,
        inspector.roster,
        inspector.options,
        inspector.terms,
        inspector.companies,
        inspector.cards,
        inspector.middle,
        inspector.held,
    ]
    for part in parts:
        part()
    return sorted(inspector.faults)

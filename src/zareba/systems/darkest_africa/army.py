"""Forces bought by points: the lists of the rule book, and everything that can be wrong with a force (section 4)."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any, NamedTuple

from zareba.engine.armies import Armies
from zareba.engine.documents import Document
from zareba.engine.errors import Fault
from zareba.systems.darkest_africa.options import OPTIONS
from zareba.systems.darkest_africa.roster import sides_of
from zareba.systems.darkest_africa.troops import BEARER, GUNMEN, TABLES, TROOPS, Troop, facts

Json = dict[str, Any]
LISTS: dict[str, Json] = TABLES["lists"]
OPEN: Json = {"name": "Open", "types": [code for code, troop in TROOPS.items() if troop.armed]}
"""`opt.lists` = `open`: any mix of types."""
CHANGING = ("lists", "officer-points", "officer-share")
"""`opt.lists`, `opt.officer-points`, `opt.officer-share`: the options that change what a force may be."""
WORDS = ("system", "name", "note", "army", "limit", "options", "unit")
UNIT = ("id", "type", "count", "officers")
MOST = 200
LIMITS = (200, 100, 150, 250, 300)
PER_OFFICER = 10
PER_LOAD = 50


class Bought(NamedTuple):
    """So many figures of a type, the first of them officers."""

    troop: Troop
    figures: int
    officers: int


Force = list[Bought]


# --- what a force comes to ----------------------------------------------------------------------------------------


def points_of(force: Force, options: dict[str, str]) -> int:
    """`force.points`; officer rank adds nothing (`force.limit`) but by `opt.officer-points`."""
    each = int(options.get("officer-points", "0"))
    return sum([one.troop.points * one.figures + each * one.officers for one in force])


def figures_in(force: Force, types: Iterable[str] = ()) -> int:
    """The armed figures, of all types or of these."""
    wanted = tuple(types) or tuple(TROOPS)
    return sum([one.figures for one in force if one.troop.armed and one.troop.code in wanted])


def most_officers(figures: int, options: dict[str, str]) -> int:
    """`force.officers`: one for every 10 armed figures or part of 10; `opt.officer-share` = `whole`: for a whole 10."""
    if options.get("officer-share") == "whole":
        return max(1, figures // PER_OFFICER)
    return -(-figures // PER_OFFICER)


def loads_of(list_id: str, force: Force, limit: int, options: dict[str, str]) -> int:
    """`force.caravan`: free bearers, each with a load: one for every 50 points of the limit or part of 50."""
    if options.get("lists") == "open":
        caravan = any([one.troop.code in GUNMEN for one in force])
    else:
        caravan = bool(LISTS[list_id].get("caravan"))
    return -(-limit // PER_LOAD) if caravan else 0


def named_officers(counts: dict[str, int], options: dict[str, str]) -> Force:
    """A force with as many officers as it may have, of the types of highest value (`force.officer-type`)."""
    left = most_officers(sum(counts.values()), options)
    dearest = sorted(counts, key=lambda code: -TROOPS[code].points)
    officers = {}
    for code in dearest:
        officers[code] = min(left, counts[code])
        left -= officers[code]
    return [Bought(TROOPS[code], count, officers[code]) for code, count in counts.items() if count]


# --- what is wrong with one -----------------------------------------------------------------------------------------

Wrong = tuple[str, str]
"""Why, and by which clause."""


def wrongs(list_id: str, force: Force, limit: int, options: dict[str, str]) -> list[Wrong]:
    """Everything that is wrong with a force as a whole."""
    return [
        *_over(force, limit, options),
        *(_off_the_list(list_id, force) if options.get("lists", "lists") == "lists" else []),
        *_officers(force, options),
    ]


def _over(force: Force, limit: int, options: dict[str, str]) -> list[Wrong]:
    spent = points_of(force, options)
    if not figures_in(force):
        return [("A force needs somebody who is armed.", "force.officers")]
    return [(f"It costs {spent} points, {spent - limit} over {limit}.", "force.limit")] if spent > limit else []


def _off_the_list(list_id: str, force: Force) -> list[Wrong]:
    """`force.list`: which types, how many, and which shares of the armed figures, compared exactly."""
    told, all_of_it = LISTS[list_id], figures_in(force)
    found = []
    for one in force:
        if one.troop.code not in told["types"]:
            found.append(f"{told['name']}: {one.troop.plural} are not on its list.")
    for code, low, high in told.get("between", []):
        number = figures_in(force, [code])
        if not low <= number <= high:
            words = f"{low} to {high}" if high < MOST else f"at least {low}"
            found.append(f"{told['name']}: it has {words} {TROOPS[code].plural}, not {number}.")
    for types, part, whole in told.get("least", []):
        if figures_in(force, types) * whole < all_of_it * part:
            found.append(f"{told['name']}: {_together(types)} are at least {share(part, whole)} of its armed figures.")
    for types, part, whole in told.get("most", []):
        if figures_in(force, types) * whole > all_of_it * part:
            found.append(f"{told['name']}: {_together(types)} are at most {share(part, whole)} of its armed figures.")
    return [(why, "force.list") for why in found]


def _officers(force: Force, options: dict[str, str]) -> list[Wrong]:
    """`force.officers`, `force.officer-type`."""
    officers, most = sum([one.officers for one in force]), most_officers(figures_in(force), options)
    found: list[Wrong] = []
    if not 1 <= officers <= most and figures_in(force):
        some = f"from 1 to {most} officers" if most > 1 else "one officer"
        found.append((f"{figures_in(force)} armed figures have {some}, not {officers}.", "force.officers"))
    lowest = min([one.troop.points for one in force if one.officers], default=0)
    passed = [one for one in force if one.troop.points > lowest and one.officers < one.figures and officers]
    if passed:
        why = f"{passed[0].troop.plural} are worth more than an officer who is named; they are officers first."
        found.append((why, "force.officer-type"))
    return found


def _together(types: list[str]) -> str:
    return " and ".join([TROOPS[code].plural for code in types]) + (" together" if len(types) > 1 else "")


def share(part: int, whole: int) -> str:
    return {(1, 2): "half", (1, 3): "a third", (1, 4): "a quarter"}.get((part, whole), f"{part}/{whole}")


# --- a force as a document ------------------------------------------------------------------------------------------


def check(document: Document) -> list[Fault]:
    """Everything that is wrong with an army, with line and clause."""
    return Inspector(document).everything()


class Inspector:
    """Goes through an army and notes what is wrong."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.data = document.data
        self.faults: list[Fault] = []

    def fault(self, why: str, clause: str, *path: str | int) -> None:
        self.faults.append(Fault(self.document.line(*path), why, clause))

    def everything(self) -> list[Fault]:
        self._words("An army", self.data, WORDS)
        options = self._options()
        limit = self.data.get("limit", LIMITS[0])
        if type(limit) is not int or not 1 <= limit <= 10_000:
            self.fault(f"The limit is a number of points, not {limit!r}.", "force.limit", "limit")
        list_id = self.data.get("army")
        if options.get("lists", "lists") == "lists" and (not isinstance(list_id, str) or list_id not in LISTS):
            why = f"There is no list {list_id!r}; there are {', '.join(LISTS)}."
            self.fault(why, "force.list", "army")
        force = self._force()
        if not self.faults:
            found = wrongs(str(list_id), force, limit, options)
            self.faults += [Fault(self.document.line("army"), why, clause) for why, clause in found]
        return sorted(self.faults, key=lambda fault: fault.line)

    def _words(self, what: str, entry: Json, known: tuple[str, ...], *path: str | int) -> None:
        for key in entry:
            if key not in known:
                near = get_close_matches(key, known, 1)
                hint = f" Is it {near[0]!r} that was meant?" if near else ""
                self.fault(f"{what} has no {key!r}.{hint}", "force.list", *path, key)

    def _options(self) -> dict[str, str]:
        options = self.data.get("options", {})
        if not isinstance(options, dict):
            self.fault("'options' is no table.", "force.list", "options")
            return {}
        for key, value in options.items():
            if key not in OPTIONS or value not in OPTIONS[key]:
                words = ", ".join(OPTIONS.get(key, OPTIONS))
                self.fault(f"There is no option {key} = {value!r}; there is {words}.", "force.list", "options", key)
        return options

    def _force(self) -> Force:
        entries = self.data.get("unit", [])
        if not isinstance(entries, list) or not entries or not all(isinstance(entry, dict) for entry in entries):
            self.fault("An army has one [[unit]] or more.", "force.list", "unit")
            return []
        return [found for number, entry in enumerate(entries) if (found := self._unit(number, entry))]

    def _unit(self, number: int, entry: Json) -> Bought | None:
        self._words("A unit", entry, UNIT, "unit", number)
        troop = TROOPS.get(entry["type"]) if isinstance(entry.get("type"), str) else None
        if troop is None:
            why = f"There is no type {entry.get('type')!r}; there are {', '.join(OPEN['types'])}."
            self.fault(why, "troop.table", "unit", number, "type")
            return None
        if troop is BEARER:
            self.fault("Bearers are not bought: a caravan has them free.", "force.caravan", "unit", number, "type")
        count, officers = entry.get("count", 1), entry.get("officers", 0)
        if type(count) is not int or not 1 <= count <= MOST:
            why = f"{troop.plural}: from 1 to {MOST} figures, not {count!r}."
            self.fault(why, "force.points", "unit", number, "count")
        elif type(officers) is not int or not 0 <= officers <= count:
            why = f"{troop.plural}: from 0 to {count} officers, not {officers!r}."
            self.fault(why, "force.officers", "unit", number, "officers")
        else:
            return Bought(troop, count, officers)
        return None


def force_of(entries: list[Json]) -> Force:
    """The force that an army's units make."""
    return [Bought(TROOPS[one["type"]], one.get("count", 1), one.get("officers", 0)) for one in entries]


def units_of(force: Force) -> list[Json]:
    """A force as the units of an army."""
    return [{"type": one.troop.code, "count": one.figures, "officers": one.officers} for one in force]


# --- the program's samples ------------------------------------------------------------------------------------------


def samples(list_id: str, limit: int, options: dict[str, str]) -> list[tuple[Json, Force]]:
    """The sample forces of a list; for other limits than 200 points they take the same shares."""
    wanted = [sample for sample in TABLES["samples"] if sample["list"] == list_id]
    found = [(sample, scaled(list_id, sample["wants"], limit, options)) for sample in wanted]
    return [(sample, force) for sample, force in found if not wrongs(list_id, force, limit, options)]


def scaled(list_id: str, wants: dict[str, int], limit: int, options: dict[str, str]) -> Force:
    """As many of each type as the limit has room for, then one more of each in turn while nothing is wrong."""
    counts = {code: number * limit // LIMITS[0] for code, number in wants.items()}
    counts = {code: max(number, int(TROOPS[code].points <= limit // 4)) for code, number in counts.items()}
    more = True
    while more:
        more = False
        for code in sorted(wants, key=lambda code: -TROOPS[code].points):
            larger = {**counts, code: counts[code] + 1}
            if not wrongs(list_id, named_officers(larger, options), limit, options):
                counts, more = larger, True
    return named_officers(counts, options)


# --- for builders -----------------------------------------------------------------------------------------------------


def lists(options: dict[str, str]) -> list[Json]:
    """Every list with its rules in words, what may be bought from it, and samples."""
    limit = int(options.get("points", LIMITS[0]))
    if options.get("lists") == "open":
        return [_told("open", OPEN, options) | {"samples": []}]
    return [_told(id, told, options) | {"samples": _samples(id, limit, options)} for id, told in LISTS.items()]


def _told(id: str, told: Json, options: dict[str, str]) -> Json:
    rules = [{"text": text, "clause": clause} for text, clause in _rules(told, options)]
    return {"id": id, "name": told["name"], "rules": rules, "choices": [_choice(TROOPS[one]) for one in told["types"]]}


def _choice(troop: Troop) -> Json:
    fields = [{"id": "officers", "name": "Officers among them", "least": 0, "most": MOST}]
    told = {"type": troop.code, "name": troop.name, "plural": troop.plural, "points": troop.points}
    return told | {"facts": facts(troop), "fields": fields}


def _rules(told: Json, options: dict[str, str]) -> list[Wrong]:
    found = []
    for code, low, high in told.get("between", []):
        many = f"{low} to {high}" if high < MOST else f"At least {low}"
        found.append((f"{many} {TROOPS[code].plural}.", "force.list"))
    for key, word in (("least", "at least"), ("most", "at most")):
        for types, part, whole in told.get(key, []):
            found.append((f"{_together(types)}: {word} {share(part, whole)} of the armed figures.", "force.list"))
    each = options.get("officer-points", "0")
    cost = f" Each costs {each} points more." if each != "0" else ""
    ten = "10 armed figures" + ("" if options.get("officer-share") == "whole" else " or part of 10")
    found.append((f"At least one officer, and at most one for every {ten}.{cost}", "force.officers"))
    found.append(
        ("Officers are of the type that is worth most; when all of it are officers, of the next.", "force.officer-type")
    )
    if told.get("caravan"):
        found.append(("A bearer with a load, free, for every 50 points of the limit or part of 50.", "force.caravan"))
    return found


def _samples(list_id: str, limit: int, options: dict[str, str]) -> list[Json]:
    return [
        {"id": sample["id"], "name": sample["name"], "unit": units_of(force)}
        for sample, force in samples(list_id, limit, options)
    ]


def roster(data: Json) -> Json:
    """A faultless army counted: what a person prints and takes to the table."""
    options, limit = data.get("options", {}), data.get("limit", LIMITS[0])
    force = force_of(data["unit"])
    list_id = data.get("army", "open")
    loads = loads_of(list_id, force, limit, options)
    return {
        "name": data.get("name", "A force"),
        "list": LISTS[list_id]["name"] if list_id in LISTS else OPEN["name"],
        "limit": limit,
        "points": points_of(force, options),
        "rows": [_row(one, options) for one in force],
        "free": [_row(Bought(BEARER, loads, 0), options) | {"name": "Bearers, each with a load"}] if loads else [],
        "notes": [f"{figures_in(force)} armed figures, {sum([one.officers for one in force])} of them officers."],
    }


def _row(one: Bought, options: dict[str, str]) -> Json:
    officers = f", {one.officers} of them officer{'s' * (one.officers > 1)}" if one.officers else ""
    name = one.troop.name if one.figures == 1 else one.troop.plural
    total = points_of([one], options)
    return {
        "name": name + officers,
        "count": one.figures,
        "points": one.troop.points,
        "total": total,
        "facts": facts(one.troop),
    }


# --- brought to a battle ----------------------------------------------------------------------------------------------


def enlist(scenario: Json, armies: list[Json]) -> Json | None:
    """`setup.points-game`: a points game whose forces are not chosen at the table, but brought to it."""
    if not scenario.get("setup", {}).get("points-game") or scenario.get("unit"):
        return None
    sides = [side | _bound(army) for side, army in zip(sides_of(scenario), armies, strict=False)]
    units = [unit for side, army in zip(sides, armies, strict=False) for unit in _brought(side["id"], army)]
    agreed = {"points": f"{max([army['limit'] for army in armies])}"} if armies else {}
    for army in armies:
        agreed |= {name: value for name, value in army.get("options", {}).items() if name in CHANGING}
    return scenario | {"side": sides, "unit": units, "options": scenario.get("options", {}) | agreed}


def _bound(army: Json) -> Json:
    """The list from which an army was bought, if it was from one (`opt.lists`)."""
    return {"list": army["army"]} if army.get("army") in LISTS else {}


def _brought(side: str, army: Json) -> list[Json]:
    """The units of an army as a scenario writes them, with the free bearers of a caravan (`force.caravan`)."""
    force = force_of(army["unit"])
    loads = loads_of(army.get("army", "open"), force, army["limit"], army.get("options", {}))
    found = units_of(force) + ([{"type": BEARER.code, "count": loads, "load": True}] if loads else [])
    return [{"id": f"{side}-{number}", "side": side} | unit for number, unit in enumerate(found, 1)]


ARMIES = Armies(limits=LIMITS, options=CHANGING, lists=lists, check=check, roster=roster, enlist=enlist)

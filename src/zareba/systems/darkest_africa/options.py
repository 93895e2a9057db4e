"""The named options of the rule book (section 17), each with its values, the default first."""

from __future__ import annotations

from zareba.systems.darkest_africa.field import Rules

OPTIONS: dict[str, tuple[str, ...]] = {
    "shot-kill": ("roll", "outright"),  # `opt.shot-kill`
    "panic-tests": ("each", "once"),  # `opt.panic-tests`
    "reload-action": ("whole", "with-shot"),  # `opt.reload-action`
    "follow-officer": ("first-turn", "always"),  # `opt.follow-officer`
    "break-off": ("off", "on"),  # `opt.break-off`
    "gang": ("0", "1"),  # `opt.gang`
    "six-hits": ("off", "on"),  # `opt.six-hits`
    "strength": ("figures", "points"),  # `opt.strength`
    "officers-panic": ("on", "off"),  # `opt.officers-panic`
    "officer-points": ("0", "5", "10"),  # `opt.officer-points`
    "cp-pool": ("own", "shared"),  # `opt.cp-pool`
    "rough-rate": ("whole", "prorata"),  # `opt.rough-rate`
    "screen": ("on", "off"),  # `opt.screen`
    "unaimed-nearest": ("off", "on"),  # `opt.unaimed-nearest`
    "hidden": ("defender", "both", "none"),  # `opt.hidden`
    "break": ("quarter", "none"),  # `opt.break`
    "lists": ("lists", "open"),  # `opt.lists`
    "terrain": ("scenario", "random"),  # `opt.terrain`
    "keep-on": ("toward", "forward"),  # `opt.keep-on`
    "officer-share": ("part", "whole"),  # `opt.officer-share`
    "prize": ("none", "middle"),  # `opt.prize`
    "points": ("200", "100", "150", "250", "300"),  # `force.limit`
}


def rules_of(chosen: dict[str, str]) -> Rules:
    return Rules(**{"break_" if key == "break" else key.replace("-", "_"): value for key, value in chosen.items()})

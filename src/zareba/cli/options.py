"""Arguments that several commands take."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from secrets import randbelow

from zareba.cli.words import suggestion
from zareba.engine.errors import Unknown
from zareba.engine.system import System


def add_option(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a named option of the rules; may be given several times",
    )


def read_options(texts: Sequence[str], rules: System) -> dict[str, str]:
    """Each `name=value`, checked against what the rules offer."""
    chosen: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise Unknown(f"An option is written as name=value, not as {text!r}.")
        if name not in rules.options:
            known = ", ".join(rules.options) or "none"
            raise Unknown(f"{rules.id} has no option {name!r}; it has {known}.{suggestion(name, rules.options)}")
        if value not in rules.options[name]:
            raise Unknown(f"The option {name} is one of {', '.join(rules.options[name])}, not {value!r}.")
        chosen[name] = value
    return chosen


def add_seed(command: argparse.ArgumentParser) -> None:
    command.add_argument("--seed", type=int, metavar="N", help="the same seed gives the same dice (default: a new one)")


def a_seed(given: int | None) -> int:
    return randbelow(1_000_000) if given is None else given

"""The README is a test: its example runs as printed, and the commands it names exist."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

from zareba.cli import COMMANDS, Parser

README = Path(__file__).parents[1] / "README.md"


def test_the_example_runs_as_printed():
    failed, tried = doctest.testfile(str(README), module_relative=False)
    assert tried > 5
    assert failed == 0


def test_every_command_it_names_exists():
    parser = Parser()
    commands = parser.add_subparsers()
    for module in COMMANDS:
        module.add(commands)
    named = set(re.findall(r"(?:bin/|`)zareba ([a-z]+)", README.read_text(encoding="utf-8")))
    assert named <= set(commands.choices)
    assert {"battle", "simulate", "rules", "check", "replay"} <= named

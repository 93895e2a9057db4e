"""What the guides print is true: their scenario plays, their commands exist, their links lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.contract import check_game
from zareba.cli import COMMANDS, Parser
from zareba.engine.documents import read
from zareba.systems import system

ROOT = Path(__file__).parents[1]
GUIDES = sorted([*ROOT.glob("docs/*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"])


def test_the_smallest_battle_can_be_played():
    text = (ROOT / "docs" / "scenarios.md").read_text(encoding="utf-8")
    [scenario] = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    document = read(scenario, "scenarios.md")
    assert system("heroscape").check(document) == []
    check_game(system("heroscape"), document.data, thorough=False)


@pytest.mark.parametrize("guide", GUIDES, ids=lambda path: path.name)
def test_every_command_it_names_exists(guide):
    commands = Parser().add_subparsers()
    for module in COMMANDS:
        module.add(commands)
    named = re.findall(r"(?:^|`|bin/)zareba ([a-z]+)\b", guide.read_text(encoding="utf-8"), re.MULTILINE)
    assert set(named) <= set(commands.choices)


@pytest.mark.parametrize("guide", GUIDES, ids=lambda path: path.name)
def test_every_link_leads_to_a_file(guide):
    links = re.findall(r"\]\(([^)#:]+)\)", guide.read_text(encoding="utf-8"))
    assert [link for link in links if not (guide.parent / link).exists()] == []


@pytest.mark.parametrize("guide", GUIDES, ids=lambda path: path.name)
def test_every_path_it_names_exists(guide):
    text = guide.read_text(encoding="utf-8")
    paths = re.findall(r"`((?:src|scripts|docs|tests|web|bench|requirements)/[\w./-]*)`", text)
    assert [path for path in paths if not (ROOT / path).exists()] == []

"""The contract is true: what is sent is what it says, and the page's types and client are written from it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.helpers import Play, served
from zareba.server import contract
from zareba.server.catalogue import Catalogue

ROOT = Path(__file__).parents[2]
SYSTEMS = [card["id"] for card in Catalogue().systems()]


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with served(tmp_path_factory.mktemp("contract") / "games.sqlite") as client:
        yield client


def test_the_client_of_the_page_is_written_from_the_contract():
    said = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "contract.py"), "--check"], capture_output=True, text=True, check=False
    )
    assert said.returncode == 0, said.stderr


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_is_sent_is_what_the_contract_says(client, system):
    """Views of every kind of board and question, for every seat and for who looks on."""
    scenario = min(client.get(f"/api/systems/{system}/scenarios").json(), key=lambda card: card["minutes"])
    contract.ScenarioMap.model_validate(client.get(f"/api/systems/{system}/scenarios/{scenario['id']}").json())
    contract.RuleBook.model_validate(client.get(f"/api/systems/{system}/rules").json())
    game = Play.begin(client, system, scenario["id"])
    for _ in range(12):
        for seat in (*game.seats(), "watch"):
            contract.GameState.model_validate(game.look(seat))
        game.play(1)
    contract.Replayed.model_validate(client.get(f"{game.path}/replay?n=1").json())
    seat, seen = game.asked()
    if options := seen["view"]["ask"].get("options"):
        told = game.post("why", seat=seat, answer=options[0]["notation"])
        contract.Why.model_validate(told.json())

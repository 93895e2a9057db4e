"""Armies that are brought to a points game."""

from __future__ import annotations

import pytest

from tests.server.helpers import served


@pytest.fixture
def client(tmp_path):
    with served(tmp_path / "games.sqlite") as found:
        yield found


def force(client, list_id):
    """A ready-made army of a list, as a page sends it."""
    lists = client.get("/api/systems/darkest_africa/armies").json()["lists"]
    sample = next(one for one in lists if one["id"] == list_id)["samples"][0]
    return {"system": "darkest_africa", "name": sample["name"], "army": list_id, "limit": 200, "unit": sample["unit"]}


def begin(client, *forces):
    wanted = {"system": "darkest_africa", "scenario": "meeting", "seed": 1, "forces": list(forces)}
    return client.post("/api/games", json=wanted)


def test_two_armies_meet(client):
    """The forces that were bought stand on the roster, and nobody is asked to choose any."""
    cards = client.get("/api/systems/darkest_africa/scenarios").json()
    assert [card["id"] for card in cards if card["forces"]] == ["meeting"]
    begun = begin(client, force(client, "expedition"), force(client, "warriors"))
    assert begun.status_code == 201
    view = client.get(f"/api/games/{begun.json()['id']}", params={"seat": "south"}).json()["view"]
    south, north = view["table"]["sides"]
    assert (south["roster"]["european"], south["roster"]["bearer"]) == (2, 4)
    assert "warrior_spearman" in north["roster"]
    assert view.get("ask", {}).get("id") != "force"


def test_an_army_that_is_wrong_begins_no_battle(client):
    """The first thing that is wrong is said, with its clause; so it is where armies are too few, or not wanted."""
    wrong = force(client, "expedition")
    wrong["unit"] = [{**unit, "count": 9} for unit in wrong["unit"]]
    refused = begin(client, force(client, "warriors"), wrong)
    assert refused.status_code == 422
    assert refused.json()["error"].startswith("The army of side 2: ")
    assert refused.json()["clause"].startswith("force.")
    assert begin(client, force(client, "warriors")).status_code == 422
    elsewhere = {"system": "darkest_africa", "scenario": "trader", "forces": [force(client, "warriors")] * 2}
    assert client.post("/api/games", json=elsewhere).status_code == 422


def test_an_army_brings_the_options_by_which_it_was_bought(client):
    """With open lists Europeans march beside pygmies; without that option the same force is refused."""
    told = client.get("/api/systems/darkest_africa/armies", params={"lists": "open"}).json()
    assert told["options"]["lists"] == ["lists", "open"]
    mixed = {
        "system": "darkest_africa",
        "name": "Mixed",
        "army": told["lists"][0]["id"],
        "limit": 100,
        "unit": [{"type": "european", "count": 1, "officers": 1}, {"type": "pygmy", "count": 7}],
    }
    assert begin(client, mixed, mixed).status_code == 422
    open_ = mixed | {"options": {"lists": "open"}}
    begun = begin(client, open_, open_)
    assert begun.status_code == 201
    view = client.get(f"/api/games/{begun.json()['id']}", params={"seat": "south"}).json()["view"]
    assert [side["roster"]["pygmy"] for side in view["table"]["sides"]] == [7, 7]

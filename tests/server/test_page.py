"""The laws of the page and the rule book: files of our own, text of our own, nothing that runs."""

from __future__ import annotations

import pytest

from tests.server.helpers import BOOK, served
from zareba.server.book import read_book


@pytest.fixture
def built(tmp_path):
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>the table</title>")
    (tmp_path / "icon.svg").write_text("<svg/>")
    (tmp_path / "assets" / "main-1a2b.js").write_text("1")
    (tmp_path.parent / "secret.txt").write_text("secret")
    return tmp_path


def test_without_a_built_page_the_server_says_what_to_do(tmp_path):
    with served(page=tmp_path / "none") as client:
        assert "make play" in client.get("/").text
        assert client.get("/healthz").json()["healthy"] is True


def test_the_built_page_is_served_at_all_its_addresses(built):
    with served(page=built) as client:
        for path in ("/", "/game/1", "/game/1/replay", "/rules"):
            page = client.get(path)
            assert "the table" in page.text
            assert page.headers["cache-control"] == "no-cache"
        assert client.get("/icon.svg").headers["content-type"] == "image/svg+xml"
        script = client.get("/assets/main-1a2b.js")
        assert script.headers["content-type"].split(";")[0] in ("text/javascript", "application/javascript")
        assert "immutable" in script.headers["cache-control"]
        assert client.get("/assets/other.js").status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/assets/%2e%2e/%2e%2e/secret.txt",
        "/..%5csecret.txt",
    ],
)
def test_nothing_beside_the_page_is_served(built, path):
    with served(page=built) as client:
        assert "secret" not in client.get(path).text


def test_a_rule_book_is_text_and_nothing_else():
    book = read_book(BOOK)
    assert book["title"] == "Toy ambush"
    whole = "".join(section["html"] for section in book["sections"])
    assert "&lt;b&gt;" in whole
    for never in ("<b>", "<img", 'javascript:alert(1)"', "style=", "<script"):
        assert never not in whole
    hiding = book["sections"][1]
    assert hiding["title"] == "1. Hiding"
    assert '<td class="right">2</td>' in hiding["html"]
    assert hiding["clauses"] == [
        {"id": "hide.where", "tag": "seed", "text": "Both hide at once.", "descriptive": ""},
        {"id": "hide.party", "tag": "ruling", "text": "A party is small.", "descriptive": "an aim"},
    ]


def test_every_system_has_its_book_and_scenarios():
    with served() as client:
        for system in client.get("/api/systems").json():
            path = f"/api/systems/{system['id']}"
            assert sum(len(section["clauses"]) for section in client.get(f"{path}/rules").json()["sections"])
            for card in client.get(f"{path}/scenarios").json():
                shown = client.get(f"{path}/scenarios/{card['id']}").json()
                assert shown.items() >= card.items()
                assert shown["board"]
                assert shown["table"]

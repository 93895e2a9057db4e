"""The laws of the wire: what is malformed is refused with a sentence, and every response carries the policy."""

from __future__ import annotations

import asyncio
import json
from random import Random
from unicodedata import category, normalize

import pytest

from tests.server.helpers import BASE, Play, key, rooms_of, served
from zareba.server import live
from zareba.server.errors import Malformed
from zareba.server.guard import MOST_BYTES, MOST_IMPORTED, POLICY, Guard
from zareba.server.names import check_name

FUZZED = 20_000
ACTS = ("answers", "undo", "concede", "agree", "overrule", "peek", "odds", "why", "sight", "branch")


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with served(tmp_path_factory.mktemp("wire") / "games.sqlite") as client:
        yield client


@pytest.fixture(scope="module")
def game(client):
    return Play.begin(client)


def policed(response):
    """Exactly the policy, each header once."""
    assert {name: response.headers.get_list(name) for name in POLICY} == {
        name: [value] for name, value in POLICY.items()
    }
    return response


def refused(response, *status):
    policed(response)
    assert response.status_code in status, response.text
    told = response.json()
    assert told.keys() <= {"error", "clause", "head"}
    assert 0 < len(told["error"]) < 400
    return told


# --- headers ------------------------------------------------------------------------------------------------


def test_every_response_carries_the_policy(client, game):
    listed = client.get("/api/openapi.json").json()["paths"]
    paths = [path.format(game=game.id, system="heroscape", scenario="ridge") for path in listed]
    assert len(paths) > 15
    for path in [*paths, "/", "/healthz", "/game/1", "/assets/x.js", "/api", "/api/x", "/../etc/passwd", "/%00"]:
        for method in ("GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "BREW"):
            policed(client.request(method, path))
    policed(client.get(f"{game.path}?seat=nobody"))
    policed(client.get("/healthz", headers={"host": "evil.example"}))
    policed(client.post("/api/games", content=b"x" * (MOST_BYTES + 1)))


def test_a_fault_of_the_program_is_one_sentence(client, game, monkeypatch, caplog):
    def broken(*_):
        raise ZeroDivisionError("a secret")

    monkeypatch.setattr(rooms_of(client).house, "told", broken)
    told = refused(client.get(game.path), 500)
    assert "secret" not in told["error"]
    assert "ZeroDivisionError" in caplog.text


def test_over_https_the_browser_is_told_to_stay_there():
    sent = []

    async def send(event):
        sent.append(event)

    async def receive():
        return {"type": "http.request"}

    async def app(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})

    scope = {"type": "http", "scheme": "https", "method": "GET", "path": "/", "headers": [(b"host", b"localhost")]}
    asyncio.run(Guard(app)(scope, receive, send))
    assert b"strict-transport-security" in dict(sent[0]["headers"])


# --- who may come in ----------------------------------------------------------------------------------------

STRANGERS = [
    "null",
    "",
    "http://evil.example",
    "http://127.0.0.1:81",
    "http://127.0.0.1.evil.example",
    "http://evil-127.0.0.1",
    "http://localhost",
    "http://127.0.0.1@evil.example",
    "HTTP://127.0.0.1",
    "http://127.0.0.1/",
    "http://127.0.0.1 ",
    "ws://127.0.0.1",
    "file://",
    "http://[::1]",
    "http://127.0.0.1, http://evil.example",
    "//127.0.0.1",
    "127.0.0.1",
    "chrome-extension://abcdef",
    "http://0.0.0.0",
    "http://127.1",
    "http://2130706433",
    "http://127.0.0.1#",
    "http://127.0.0.1:80",
]


@pytest.mark.parametrize("origin", STRANGERS)
def test_a_page_from_elsewhere_changes_nothing(client, game, origin):
    forged = {"origin": origin, "x-forwarded-host": "127.0.0.1", "x-forwarded-proto": "http"}
    refused(client.post("/api/games", headers=forged, json={"system": "heroscape", "scenario": "ridge"}), 403)
    for act in ACTS:
        refused(client.post(f"{game.path}/{act}", headers=forged, json={}), 403)
    refused(client.post("/api/import", headers=forged, content=b"x"), 403)


def test_without_an_origin_nothing_changes(client):
    client.headers.pop("origin")
    try:
        refused(client.post("/api/games", json={}), 403)
        policed(client.get("/api/games"))
    finally:
        client.headers["origin"] = BASE


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "evil@example", "127.0.0.1@evil.example", "", "[", "localhost."]
)
def test_a_name_that_only_points_here_is_not_answered(client, host):
    """A foreign page may have its own name lead to this computer; the browser still sends that name."""
    refused(client.get("/api/games", headers={"host": host}), 403)


def test_this_host_by_its_other_names_is_let_in(client):
    for host in ("localhost", "LOCALHOST:8000", "127.0.0.1:9", "[::1]:8000"):
        assert client.get("/healthz", headers={"host": host}).status_code == 200


# --- size ---------------------------------------------------------------------------------------------------


def test_nobody_sends_more_than_he_may(client, game):
    body = {"seat": "red", "head": 0, "key": key(), "answer": "x" * MOST_BYTES}
    refused(client.post(f"{game.path}/answers", json=body), 413)
    refused(client.post("/api/import", content=b"x" * (MOST_IMPORTED + 1)), 413)
    refused(client.post("/api/import", content=b"x" * (MOST_BYTES + 1)), 422)

    def endless():
        for _ in range(100):
            yield b"x" * 4096

    refused(client.post("/api/games", content=endless()), 413)


# --- JSON ---------------------------------------------------------------------------------------------------

BAD = [
    b"",
    b"{",
    b"[]",
    b"null",
    b"\xff\xfe",
    b'{"seat":"red","seat":"black","head":1,"key":"a","answer":"x"}',
    b'{"seat":"red","head":NaN,"key":"a","answer":"x"}',
    b'{"seat":"red","head":1e400,"key":"a","answer":"x"}',
    b'{"seat":"red","head":-Infinity,"key":"a","answer":"x"}',
    b'{"seat":"red","head":1.0,"key":"a","answer":"x"}',
    b'{"seat":"red","head":true,"key":"a","answer":"x"}',
    b'{"seat":"red","head":"1","key":"a","answer":"x"}',
    b'{"seat":"red","head":-1,"key":"a","answer":"x"}',
    b'{"seat":"red","head":null,"key":"a","answer":"x"}',
    b'{"seat":"red","head":' + b"9" * 4301 + b',"key":"a","answer":"x"}',
    b'{"seat":"red","head":9007199254740993,"key":"a","answer":"x"}',
    b'{"seat":"red","head":1,"key":"a","answer":"\\ud800"}',
    b'{"seat":"\\udfff","head":1,"key":"a","answer":"x"}',
    b'{"seat":"red","head":1,"key":"","answer":"x"}',
    b'{"seat":"red","head":1,"key":"a b","answer":"x"}',
    b'{"seat":"red","head":1,"key":"a\\n","answer":"x"}',
    b'{"seat":"red","head":1,"key":"' + b"a" * 65 + b'","answer":"x"}',
    b'{"seat":"red","head":1,"key":"a","answer":["x"]}',
    b'{"seat":"red","head":1,"key":"a","answer":"x","more":1}',
    b'{"seat":"red","head":1,"key":"a"}',
    b"[" * 30_000 + b"]" * 30_000,
    b'{"a":' * 9000 + b"1" + b"}" * 9000,
]


@pytest.mark.parametrize("body", BAD, ids=range(len(BAD)))
def test_what_is_not_strictly_json_is_refused(client, game, body):
    before = game.look("red")
    headers = {"content-type": "application/json"}
    refused(client.post(f"{game.path}/answers", content=body, headers=headers), 400)
    assert game.look("red") == before


def test_json_has_to_be_called_json(client, game):
    body = b'{"seat":"red","answers":[]}'
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        refused(client.post(f"{game.path}/peek", content=body, headers={"content-type": kind}), 400)


async def sent(app, path, body):
    """A request straight to the application: its status, and the bytes of its answer."""
    headers = [(b"host", b"127.0.0.1"), (b"origin", BASE.encode()), (b"content-type", b"application/json")]
    scope = {"type": "http", "method": "POST", "path": path, "raw_path": path.encode(), "query_string": b""}
    scope |= {"headers": headers, "scheme": "http", "http_version": "1.1", "root_path": "", "client": None}
    bodies, told = [{"type": "http.request", "body": body, "more_body": False}], []

    async def receive():
        return bodies.pop() if bodies else {"type": "http.disconnect"}

    async def send(event):
        told.append(event)

    await app({**scope, "server": None}, receive, send)
    return told[0]["status"], b"".join(event.get("body", b"") for event in told[1:])


@pytest.mark.parametrize("messages", [FUZZED, pytest.param(50 * FUZZED, marks=pytest.mark.long)])
def test_fuzzed_messages_change_nothing_and_break_nothing(tmp_path, messages):
    """Tens of thousands of mutated messages to every address: never a fault of the server, never a record."""
    random, statuses = Random(22), set()

    async def fuzz(app, path):
        for _ in range(messages):
            act = random.choice(ACTS[:1] * 4 + ACTS[4:9])
            body = mutated(random)
            status, said = await sent(app, f"{path}/{act}", body)
            assert status in (200, 400, 403, 409, 422), (act, body, said)
            if status == 200:
                assert act in ("peek", "odds", "why", "sight")
            statuses.add(status)

    with served(tmp_path / "games.sqlite") as client:
        game = Play.begin(client)
        before, kept = game.look("red"), client.get(f"{game.path}/record").content
        assert client.portal
        client.portal.call(fuzz, client.app, game.path)
        assert {400, 403} <= statuses
        assert game.look("red") == before
        assert client.get(f"{game.path}/record").content == kept
        assert len(rooms_of(client).store.list_games(10)) == 1


@pytest.mark.parametrize("words", [FUZZED, pytest.param(50 * FUZZED, marks=pytest.mark.long)])
def test_a_fuzzed_word_on_a_live_connection_is_understood_or_refused(words):
    random, understood = Random(23), 0
    for _ in range(words):
        text = mutated(random, ("since", "ping", "seat", "__proto__")).decode("utf-8", "replace")
        try:
            word = live._word(text)
        except Malformed:
            continue
        understood += bool(word)
        assert word.keys() <= {"since", "ping"}
        assert all(type(number) is int and number >= 0 for number in word.values())
    assert understood


VALUES = [
    None,
    True,
    0,
    -1,
    2**53,
    10**30,
    1.5,
    "",
    "red",
    "black",
    "watch",
    "roll 6",
    "x" * 500,
    [],
    ["red"],
    {},
    {"a": 1},
]


FIELDS = ("seat", "head", "key", "answer", "answers", "seats", "faces", "since", "n", "dice", "start", "__proto__")


def mutated(random, fields=FIELDS):
    told = {name: random.choice(VALUES) for name in random.sample(fields, random.randrange(len(fields)))}
    raw = bytearray(json.dumps(told).encode())
    for _ in range(random.choice((0, 0, 1, 3))):
        spot = random.randrange(len(raw) + 1)
        raw[spot : spot + random.randrange(3)] = random.choice((b"", b"\xff", b'"', b"[", b"{", b"\\u0000", b"9" * 20))
    return bytes(raw)


@pytest.mark.parametrize(
    "query",
    [
        "seat=red&since=-1",
        "since=x",
        "since=1e9",
        "seat=" + "x" * 65,
        "since=" + "9" * 400,
        "seat=%00",
        "seat=%ff",
        "seat=",
    ],
)
def test_a_malformed_question_is_refused(client, game, query):
    refused(client.get(f"{game.path}?{query}"), 400, 403)


@pytest.mark.parametrize("id", ["x", "..", "%2e%2e", "a" * 3000, "%00", "'; drop table games; --", "%F0%9F%90%89"])
def test_a_game_that_is_not_there_is_missing(client, id):
    response = policed(client.get(f"/api/games/{id}/replay"))
    assert response.status_code == 404


def test_what_does_not_exist_is_said_to_be_missing(client):
    refused(client.get("/api/systems/chess/scenarios"), 404)
    refused(client.get("/api/systems/heroscape/scenarios/x"), 404)
    refused(client.get("/api/systems/heroscape/scenarios/..%2f..%2fREADME"), 404)
    refused(client.get("/api/systems/chess/rules"), 404)


@pytest.mark.parametrize(
    "wanted",
    [
        {"system": "chess"},
        {"scenario": "waterloo"},
        {"scenario": "../scenarios/ridge"},
        {"options": {"weather": "rain"}},
        {"options": {"ranks": "three"}},
        {"seats": {"green": "person"}},
        {"seats": {"red": "deep-thought"}},
        {"seats": {"red": "search:0"}},
        {"dice": "loaded"},
        {"seed": -1},
        {"seed": 2**53},
        {"name": "a\nb"},
        {"colour": "red"},
    ],
)
def test_a_game_that_cannot_be_is_not_begun(client, wanted):
    before = client.get("/api/games?most=1000").text
    body = {"system": "heroscape", "scenario": "two-companies", **wanted}
    refused(client.post("/api/games", json=body), 400, 404, 422)
    assert client.get("/api/games?most=1000").text == before


# --- names --------------------------------------------------------------------------------------------------

HOSTILE = [
    "",
    " ",
    "\u00a0",
    "a\u202eb",
    "a\u2066b",
    "a\u200bb",
    "a\u200db",
    "\ufeffa",
    "a\x00b",
    "a\r\n127.0.0.1 - GET /",
    "a\x1b[2J",
    "a\u2028b",
    "a\u0085b",
    "a" * 41,
    "e" + "\u0301" * 1000,
    "\u0301",
    "\U000e0041",
    "\ue000",
    "\ud800",
    "\U0010ffff",
]
FIT = [
    "<script>alert(1)</script>",
    "javascript:alert(1)",
    "{{7*7}}",
    "O'Brien & Söhne",
    "战役",
    "मराठा",
    "🐉",
    "-- ; drop",
]


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_a_name_that_hides_something_is_refused(client, caplog, name):
    if name in ("", "\ud800"):
        return
    refused(client.post("/api/games", json={"system": "heroscape", "scenario": "two-companies", "name": name}), 400)
    assert "\n127.0.0.1" not in caplog.text


@pytest.mark.parametrize("name", FIT)
def test_a_name_of_letters_is_only_a_name(client, name):
    id = Play.begin(client, name=name).id
    listed = client.get("/api/games?most=1000")
    assert next(card for card in listed.json() if card["id"] == id)["name"] == name
    assert listed.headers["content-type"] == "application/json"


def test_a_name_has_one_spelling():
    assert check_name("  Zoe\u0308  the   Great ") == "Zo\u00eb the Great"


LETTERS = [
    *"az09 <>&'\"{}$`/\\;-",
    "é",
    "e\u0301",
    "战",
    "ש",
    "م",
    "\u202e",
    "\u2066",
    "\u200b",
    "\x00",
    "\r",
    "\n",
    "\x1b",
    "🐉",
]


def test_five_hundred_names_are_one_line_each_or_refused():
    random, fit = Random(24), 0
    for _ in range(500):
        text = "".join(random.choices(LETTERS, k=random.randrange(50)))
        try:
            name = check_name(text)
        except Malformed:
            continue
        fit += 1
        assert name == normalize("NFC", name) == check_name(name)
        assert len(name.splitlines()) == 1
        assert name.isprintable()
        assert sum(not category(letter).startswith("M") for letter in name) <= 40
    assert 20 < fit < 480

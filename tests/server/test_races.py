"""The laws of races: whatever comes twice, late, in another order or at once is done once at most."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random

import pytest

from tests.server.helpers import Play, is_whole, key, rooms_of, served
from zareba.engine.save import read_save
from zareba.server import acts
from zareba.server.drafts import Wanted
from zareba.server.errors import Forbidden, Refused, Stale
from zareba.server.house import Message
from zareba.server.table import PERSON


@pytest.fixture
def database(tmp_path):
    return tmp_path / "games.sqlite"


@pytest.mark.parametrize("rounds", [100, pytest.param(7_000, marks=pytest.mark.long)])
def test_of_answers_to_one_question_one_is_taken(database, rounds):
    """Two tabs and two seats at once, each message three times, in any order: each counts at most once."""
    with served(database) as client:
        game, random = Play.begin(client), Random(16)
        for _ in range(rounds):
            if not game.maybe_asked():
                game = Play.begin(client)
            seat, seen = game.asked()
            options = [option["notation"] for option in seen["view"]["ask"]["options"]][:4]
            bodies = [{"seat": seat, "head": seen["head"], "key": key(), "answer": option} for option in options] * 3
            other = "red" if seat == "black" else "black"
            bodies += [{**body, "seat": other, "key": key(), "head": game.look(other)["head"]} for body in bodies[:2]]
            random.shuffle(bodies)
            records = len(rooms_of(client).store.records(game.id))
            with ThreadPoolExecutor(6) as tabs:
                replies = list(tabs.map(lambda body, post=game.post: (body, post("answers", **body)), bodies))
            assert {reply.status_code for _, reply in replies} <= {200, 403, 409}
            taken = {(body["key"], reply.text) for body, reply in replies if reply.status_code == 200}
            assert len(taken) == 1
            lines = rooms_of(client).store.records(game.id)[records:]
            assert sum('"type":"answer"' in line and '"dice"' not in line for line in lines) >= 1
            stale = [(body["seat"], reply.json()["head"]) for body, reply in replies if reply.status_code == 409]
            assert all(head == game.look(seat)["head"] for seat, head in stale)
    is_whole(database)


# --- by the thousand: the same messages handed to the clerk, without a wire -----------------------------------

TABS = 3
WANTED = Wanted({"red": PERSON, "black": PERSON}, seed=16)


class Crowd:
    """Two seats with some tabs each, who all answer at once; everything is sent three times, some of it late."""

    def __init__(self, rooms, game, seed):
        self.rooms, self.game, self.random = rooms, game, Random(seed)
        self.first: dict[str, bytes] = {}
        self.taken: list[Message] = []
        self.late: list[Message] = []
        self.sent = self.stale = 0

    async def round(self):
        """One question, and everything that is shouted at it; false where the battle is over."""
        table = await self.rooms.clerk.do(self.rooms.house.table, self.game)
        seats = [seat for seat in table.people if table.asked(seat)]
        if not seats:
            return False
        messages = [message for seat in table.people for message in self.said(table, seat, seats[0])]
        late, self.late = self.late, self.random.sample(messages, 3)
        shouted = 3 * messages + late
        self.random.shuffle(shouted)
        before = len(self.taken)
        await asyncio.gather(*map(self.send, shouted))
        self.sent += len(shouted)
        assert len(self.taken) == before + 1, "Of all that was shouted one answer was to be taken"
        return True

    def said(self, table, seat, asked):
        """What the tabs of a seat say: an option each, or what another seat may say."""
        options = [option.notation for option in table.game.options(table.asked(asked))]
        for _ in range(TABS):
            answer = self.random.choice(options)
            yield Message("answer", seat, key(), table.hearing.head(seat), 0, answer)

    async def send(self, message):
        house = self.rooms.house
        work = partial(house.act, self.game, message, lambda table, seat: acts.answer(table, seat, message.content))
        try:
            told = await self.rooms.clerk.write(work, partial(house.recalled, self.game, message))
        except Refused as error:
            self.refused(message, error)
        else:
            if message.key not in self.first:
                self.taken.append(message)
            assert self.first.setdefault(message.key, told) == told, "The first reply is not given again word for word"

    def refused(self, message, error):
        assert message.key not in self.first
        assert isinstance(error, Stale | Forbidden)
        if isinstance(error, Stale):
            assert error.head > message.head
            self.stale += 1


@pytest.mark.parametrize("messages", [4_000, pytest.param(300_000, marks=pytest.mark.long)])
def test_of_all_that_is_shouted_each_is_done_once_at_most(database, messages):
    """100,000 messages three times each, where it is the longer mode: none twice, none lost, none out of turn."""

    async def shout(rooms):
        crowds: list[Crowd] = []
        while (sent := sum(crowd.sent for crowd in crowds)) < messages:
            begun = await rooms.clerk.write(partial(rooms.house.begin, "heroscape", "two-companies", {}, WANTED))
            crowds.append(Crowd(rooms, begun["id"], sent))
            while await crowds[-1].round() and sent + crowds[-1].sent < messages:
                pass
        return crowds

    with served(database) as client:
        assert client.portal
        crowds = client.portal.call(shout, rooms_of(client))
        for crowd in crowds:
            save = read_save(client.get(f"/api/games/{crowd.game}/record").content)
            assert not save.faults
            said = [(one["seat"], one["answer"]) for one in save.records if one["type"] == "answer"]
            decided = [one for one in said if not one[1].startswith(("roll", "draw"))]
            assert decided == [(message.seat, message.content) for message in crowd.taken]
        assert sum(crowd.stale for crowd in crowds) > messages // 10
    is_whole(database)

"""Live connections: who listens to which game, and what waits to be sent to them.

A connection has a queue of its own. Whoever does not read is not waited for: when too much is waiting the connection
is closed, and the page comes back and asks anew. Every message is the whole of what its seat may see, so nothing is
lost by that.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from contextlib import suppress
from threading import Lock
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from zareba.engine.canon import NotPlain, parse
from zareba.engine.errors import ZarebaError
from zareba.server.clerk import Clerk
from zareba.server.errors import Malformed, refusal
from zareba.server.house import House, Listener, News

MOST_MESSAGES = 64
MOST_BYTES = 4 << 20
MOST_CONNECTIONS = 256
LONGEST_WORD = 1024
SENDING = 20.0
"""For how many seconds a message may be on its way to somebody who does not read."""

REFUSED, TOO_SLOW, FULL_HOUSE = 1008, 1013, 1013


class Connection:
    """One page that listens."""

    def __init__(self, game: str, listener: Listener) -> None:
        self.game, self.listener = game, listener
        self.serial = 0
        self.overrun = False
        self._waiting: deque[bytes] = deque()
        self._size = 0
        self._bell = asyncio.Event()

    def put(self, serial: int, told: bytes) -> None:
        """One more message, unless it is older than what was sent; too many are one too many for ever."""
        if serial <= self.serial or self.overrun:
            return
        self.serial = serial
        self.overrun = len(self._waiting) >= MOST_MESSAGES or self._size + len(told) > MOST_BYTES
        if not self.overrun:
            self._waiting.append(told)
            self._size += len(told)
        self._bell.set()

    def put_word(self, word: bytes) -> None:
        """An answer to a word of the page's own."""
        self.overrun = self.overrun or len(self._waiting) >= MOST_MESSAGES
        self._waiting.append(word)
        self._size += len(word)
        self._bell.set()

    async def next(self) -> bytes | None:
        """The next message; None if the connection could not follow."""
        while not self._waiting and not self.overrun:
            self._bell.clear()
            await self._bell.wait()
        if self.overrun:
            return None
        told = self._waiting.popleft()
        self._size -= len(told)
        return told


class Hub:
    """All connections. The clerk asks who listens; everything else happens on the event loop."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._connections: set[Connection] = set()

    def listeners(self, game: str) -> set[Listener]:
        with self._lock:
            return {one.listener for one in self._connections if one.game == game}

    def deliver(self, news: News) -> None:
        for one in list(self._connections):
            if one.game == news.game and one.listener in news.told:
                one.put(news.serial, news.told[one.listener])

    def join(self, connection: Connection) -> bool:
        with self._lock:
            if len(self._connections) >= MOST_CONNECTIONS:
                return False
            self._connections.add(connection)
            return True

    def leave(self, connection: Connection) -> None:
        with self._lock:
            self._connections.discard(connection)

    def move(self, connection: Connection, since: int) -> None:
        """The page says which event it has."""
        with self._lock:
            connection.listener = connection.listener._replace(since=since)


async def serve(socket: WebSocket, hub: Hub, clerk: Clerk, house: House, game: str, seat: str, since: int) -> None:
    """One live connection, from the handshake to its end."""
    try:
        own = await clerk.do(house.joined, game, seat)
    except ZarebaError as error:
        await _refuse(socket, REFUSED, str(refusal(error)))
        return
    connection = Connection(game, Listener(own, since))
    if not hub.join(connection):
        await _refuse(socket, FULL_HOUSE, "Too many are connected; try again later.")
        return
    try:
        await socket.accept()
        await _converse(socket, connection, hub, clerk, house)
    finally:
        hub.leave(connection)


async def _converse(socket: WebSocket, connection: Connection, hub: Hub, clerk: Clerk, house: House) -> None:
    """Listens until the page leaves or talks nonsense; meanwhile sends it what there is to send."""
    sending = asyncio.create_task(_send(socket, connection))
    try:
        await _listen(socket, connection, hub, clerk, house)
        await _close(socket, REFUSED)
    finally:
        sending.cancel()


async def _send(socket: WebSocket, connection: Connection) -> None:
    """Sends until the page leaves, or cannot follow."""
    with suppress(RuntimeError, WebSocketDisconnect, OSError, TimeoutError):
        while (told := await connection.next()) is not None:
            async with asyncio.timeout(SENDING):
                await socket.send_text(told.decode())
    await _close(socket, TOO_SLOW)


async def _listen(socket: WebSocket, connection: Connection, hub: Hub, clerk: Clerk, house: House) -> None:
    """Tells how things stand, and again whenever the page says what it has; answers its heart-beat."""
    await _tell(connection, clerk, house)
    with suppress(WebSocketDisconnect, Malformed):
        while True:
            word = _word(await socket.receive_text())
            if "ping" in word:
                connection.put_word(json.dumps({"pong": word["ping"]}).encode())
            if "since" in word:
                hub.move(connection, word["since"])


async def _tell(connection: Connection, clerk: Clerk, house: House) -> None:
    news = await clerk.do(house.news, connection.game, connection.listener)
    connection.put(news.serial, news.told[connection.listener])


def _word(text: str) -> dict[str, int]:
    """What a page may say here: `{"since": n}` for what it has, `{"ping": n}` to hear whether anybody is there."""
    try:
        word: Any = parse(text.encode()) if len(text) <= LONGEST_WORD else None
    except (NotPlain, UnicodeEncodeError):
        word = None
    if not isinstance(word, dict) or not word.keys() <= {"since", "ping"}:
        raise Malformed("That is no word for a live connection.")
    if not all(type(number) is int and number >= 0 for number in word.values()):
        raise Malformed("That is no number.")
    return word


async def _refuse(socket: WebSocket, code: int, reason: str) -> None:
    """Accepts first: only so the page learns the reason."""
    with suppress(RuntimeError, WebSocketDisconnect):
        await socket.accept()
        await socket.close(code, reason[:120])


async def _close(socket: WebSocket, code: int) -> None:
    if socket.application_state == WebSocketState.CONNECTED and socket.client_state == WebSocketState.CONNECTED:
        with suppress(RuntimeError, WebSocketDisconnect, OSError):
            await socket.close(code)

"""What every request passes on its way in, and every response on its way out.

In: only pages of this very host may change anything or listen (a page elsewhere, or a name that was made to point
here, may not), and nobody sends more than he may. Out: the policy that keeps a browser from running, loading or
sending anything but our own, on every response, errors included.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from zareba.server.table import encode

log = logging.getLogger(__name__)

Scope = MutableMapping[str, Any]
Event = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Event]]
Send = Callable[[Event], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

POLICY = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
}
HTTPS_ONLY = ("strict-transport-security", "max-age=31536000")

LOOPBACK = ("localhost", "127.0.0.1", "::1")
SAFE = ("GET", "HEAD", "OPTIONS")
MOST_BYTES = 64 << 10
MOST_IMPORTED = 8 << 20
IMPORT = "/api/import"
SENDING = 30.0
"""For how many seconds a request may be on its way."""


class TooLarge(Exception):
    """More than may be sent."""


class Guard:
    """The first to see a request, and the last to see a response."""

    def __init__(self, app: App, hosts: Collection[str] = LOOPBACK) -> None:
        self._app, self._hosts = app, frozenset(host.lower() for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, _with_policy(send, scope))
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, _with_policy(send, scope))
        else:
            await self._app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        if refusal := self._refusal(scope, scope["method"] not in SAFE):
            await _respond(send, 403, refusal)
            return
        try:
            async with asyncio.timeout(SENDING):
                body = await _whole(receive, MOST_IMPORTED if scope["path"] == IMPORT else MOST_BYTES)
        except TooLarge:
            await _respond(send, 413, "That is more than may be sent.", close=True)
        except TimeoutError:
            await _respond(send, 408, "The request did not arrive in time.", close=True)
        else:
            await self._answered(scope, _again(body, receive), send)

    async def _answered(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Whatever fails behind the guard is told in one sentence, and written down here."""
        begun = False

        async def watched(event: Event) -> None:
            nonlocal begun
            begun = True
            await send(event)

        try:
            await self._app(scope, receive, watched)
        except Exception:
            log.exception("A request failed: %s %r", scope["method"], scope["path"])
            if not begun:
                await _respond(send, 500, "That is a fault of the program, not yours. The game is as it was.")

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        if refusal := self._refusal(scope, unsafe=True):
            await receive()
            await _deny(scope, send, refusal)
        else:
            await self._app(scope, receive, send)

    def _refusal(self, scope: Scope, unsafe: bool) -> str:
        """Why this request is not let in; nothing where it is."""
        hosts = _headers(scope, b"host")
        if len(hosts) != 1 or _host(f"//{hosts[0]}") not in self._hosts:
            return "This server is not called by that name."
        if unsafe and _headers(scope, b"origin") not in ([f"{scheme}://{hosts[0]}"] for scheme in ("http", "https")):
            return "Only a page of this server may do that."
        return ""


def _headers(scope: Scope, name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in scope["headers"] if key == name]


def _host(address: str) -> str:
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""


async def _whole(receive: Receive, most: int) -> bytes:
    """The whole body of a request, as far as it may be long."""
    parts: list[bytes] = []
    size, more = 0, True
    while more:
        event = await receive()
        if event["type"] == "http.disconnect":
            break
        parts.append(event.get("body", b""))
        size, more = size + len(parts[-1]), event.get("more_body", False)
        if size > most:
            raise TooLarge
    return b"".join(parts)


def _again(body: bytes, receive: Receive) -> Receive:
    """Hands on a body that has been read."""
    waiting = [body]

    async def receive_again() -> Event:
        if waiting:
            return {"type": "http.request", "body": waiting.pop(), "more_body": False}
        return await receive()

    return receive_again


def _with_policy(send: Send, scope: Scope) -> Send:
    policy = list(POLICY.items()) + ([HTTPS_ONLY] if scope["scheme"] in ("https", "wss") else [])
    added = [(name.encode(), value.encode()) for name, value in policy]

    async def send_with_policy(event: Event) -> None:
        if event["type"] in ("http.response.start", "websocket.accept", "websocket.http.response.start"):
            event["headers"] = [*event.get("headers", ()), *added]
        await send(event)

    return send_with_policy


async def _respond(send: Send, status: int, sentence: str, close: bool = False, kind: str = "http.response") -> None:
    body = encode({"error": sentence})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    headers += [(b"connection", b"close")] if close else []
    await send({"type": f"{kind}.start", "status": status, "headers": headers})
    await send({"type": f"{kind}.body", "body": body})


async def _deny(scope: Scope, send: Send, sentence: str) -> None:
    """Refuses a handshake: with a sentence, where the server beneath can send one."""
    if "websocket.http.response" in scope.get("extensions", {}):
        await _respond(send, 403, sentence, kind="websocket.http.response")
    else:
        await send({"type": "websocket.close", "code": 1008})

"""Runs the server until it is stopped."""

from __future__ import annotations

import logging
import socket
import sys
import webbrowser
from collections.abc import Callable, Collection
from pathlib import Path
from threading import Timer

import uvicorn

from zareba.engine.errors import Unknown
from zareba.server.app import DELAY, create_app
from zareba.server.guard import LOOPBACK
from zareba.server.live import LONGEST_WORD
from zareba.server.rooms import Rooms

SWITCH = 0.001
"""How long one thread may keep the others waiting: the event loop and the clerk go before those who think."""
GRACE = 5
IDLE = 75


def run(
    host: str = "127.0.0.1",
    port: int = 0,
    database: str | Path = "zareba.sqlite",
    open_browser: bool = False,
    *,
    delay: float = DELAY,
    hosts: Collection[str] = (),
    ready: Callable[[str], None] = lambda address: None,
) -> None:
    """Serves the table; `ready` is told its address. Raises one sentence where it cannot begin.

    `database` is a file or a `sqlite:///` address. `hosts` are names besides this computer's own under which browsers
    may reach it.
    """
    url = str(database) if "://" in str(database) else f"sqlite:///{Path(database)}"
    app = create_app(url, delay=delay, hosts={*LOOPBACK, host, *hosts})
    rooms: Rooms = app.state.rooms
    with _listening(host, port) as listener:
        address = _address(host, listener.getsockname()[1])
        try:
            rooms.take(address)
            rooms.store.prepare()
            sys.setswitchinterval(SWITCH)
            _serve(uvicorn.Server(_config(app)), listener, address, open_browser, ready)
        finally:
            rooms.free()


def _serve(
    server: uvicorn.Server, listener: socket.socket, address: str, browse: bool, ready: Callable[[str], None]
) -> None:
    ready(address)
    if browse:
        Timer(0.5, webbrowser.open, (address,)).start()
    server.run(sockets=[listener])


def _config(app: object) -> uvicorn.Config:
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
    return uvicorn.Config(
        app,  # type: ignore[arg-type]
        access_log=False,
        log_config=None,
        lifespan="on",
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE,
        timeout_keep_alive=IDLE,
        ws="websockets-sansio",
        ws_max_size=4 * LONGEST_WORD,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        ws_per_message_deflate=False,
    )


def _listening(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=512)
    except (OSError, OverflowError) as error:
        said = getattr(error, "strerror", None) or str(error)
        raise Unknown(f"No server can be opened at {host}, port {port}: {said.lower()}.") from None


def _address(host: str, port: int) -> str:
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}"

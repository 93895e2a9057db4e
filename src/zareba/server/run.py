"""Runs the server until it is stopped."""

from __future__ import annotations

import logging
import socket
import sys
from collections.abc import Callable, Collection, Mapping
from errno import EADDRINUSE
from pathlib import Path

import uvicorn

from zareba.engine.errors import Unknown
from zareba.engine.system import System
from zareba.server.app import DELAY, create_app
from zareba.server.guard import LOOPBACK
from zareba.server.live import LONGEST_WORD
from zareba.server.rooms import Rooms
from zareba.server.store import PATIENCE, Store

SWITCH = 0.001
"""How long one thread may keep the others waiting: the event loop and the clerk go before those who think."""
GRACE = 5
HIGHEST_PORT = 65535
IDLE = 75


def run(
    host: str = "127.0.0.1",
    port: int = 0,
    database: str | Path = "zareba.sqlite",
    *,
    or_free: bool = False,
    delay: float = DELAY,
    hosts: Collection[str] = (),
    systems: Mapping[str, System] | None = None,
    patience: float = PATIENCE,
    ready: Callable[[str], None] = lambda address: None,
) -> None:
    """Serves the table; `ready` is told its address once it listens there. Raises one sentence where it cannot begin.

    `database` is a file or a `sqlite:///` address. Where the port is taken, any free one will do if `or_free` says so.
    `hosts` are names besides this computer's own under which browsers may reach it. `systems` are the rule systems that
    are played; all that there are, if nothing is said. `patience` is for how many seconds an answer waits for a
    database that another program holds.
    """
    store = Store(_url(database), patience=patience)
    app = create_app(store, delay=delay, hosts={*LOOPBACK, host, *hosts}, systems=systems)
    rooms: Rooms = app.state.rooms
    rooms.take()
    try:
        rooms.store.prepare()
        with _listening(host, port, or_free) as listener:
            address = _address(host, listener.getsockname()[1])
            rooms.listen(address)
            sys.setswitchinterval(SWITCH)
            ready(address)
            uvicorn.Server(_config(app)).run(sockets=[listener])
    finally:
        rooms.free()


def _url(database: str | Path) -> str:
    if "://" not in str(database):
        return f"sqlite:///{Path(database)}"
    if not str(database).startswith("sqlite:"):
        raise Unknown("Games are kept in SQLite: name a file, or an address that begins with sqlite:///.")
    return str(database)


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


def _listening(host: str, port: int, or_free: bool) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    if not 0 <= port <= HIGHEST_PORT:
        raise Unknown(f"There is no port {port}; ports go up to {HIGHEST_PORT}.")
    try:
        return socket.create_server((host, port), family=family, backlog=512)
    except OSError as error:
        if or_free and error.errno == EADDRINUSE:
            return _listening(host, 0, or_free=False)
        said = error.strerror or str(error)
        raise Unknown(f"No server can be opened at {host}, port {port}: {said.lower()}.") from None


def _address(host: str, port: int) -> str:
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}"

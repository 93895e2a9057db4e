"""The application: the rooms, the addresses, and how errors are told."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from zareba import __version__
from zareba.engine.errors import ZarebaError
from zareba.engine.system import System
from zareba.server.catalogue import Catalogue
from zareba.server.errors import refusal
from zareba.server.guard import LOOPBACK, Guard
from zareba.server.page import PAGE, add_page
from zareba.server.rooms import Rooms
from zareba.server.routes import api, reply
from zareba.server.store import Store

DELAY = 0.4
"""Seconds between two decisions of a computer player, so that people can follow."""


def create_app(
    database: str | Store,
    *,
    systems: Mapping[str, System] | None = None,
    delay: float = DELAY,
    hosts: Collection[str] = LOOPBACK,
    page: Path = PAGE,
) -> FastAPI:
    """The server's application. `hosts` are the names under which browsers may reach it."""
    store = database if isinstance(database, Store) else Store(database)
    rooms = Rooms(store, Catalogue(systems), delay)

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        try:
            await rooms.open()
            yield
        finally:
            await rooms.close()

    app = FastAPI(
        title="zareba",
        version=__version__,
        lifespan=life,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.state.rooms = rooms
    app.add_middleware(Guard, hosts=hosts)
    app.include_router(api)
    app.add_api_route("/healthz", healthy, include_in_schema=False)
    add_page(app, page)
    app.add_exception_handler(ZarebaError, _refused)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _failed)
    return app


async def healthy() -> Response:
    return reply({"healthy": True, "version": __version__})


# --- errors -------------------------------------------------------------------------------------------------


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, ZarebaError)
    refused = refusal(error)
    return reply(refused.told(), refused.status)


async def _malformed(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return reply({"error": _first(error.errors())}, 400)


def _first(errors: Any) -> str:
    """The first thing that is wrong, in a sentence that repeats nothing of what was sent but known names."""
    places = errors[0].get("loc", ())
    named = ".".join(str(place) for place in places[:2] if str(place).isascii())[:40]
    return f"The request is not as it should be: {named or 'it'}: {errors[0].get('msg', 'wrong')[:200]}."


async def _failed(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    said = "There is no such address." if error.status_code == 404 else str(error.detail)
    if error.status_code == 405:
        said = "That cannot be done at this address."
    return reply({"error": said}, error.status_code)

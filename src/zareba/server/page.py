"""The page itself: files built beforehand, that travel with the package."""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.responses import FileResponse, HTMLResponse, Response
from starlette.staticfiles import StaticFiles

PAGE = Path(__file__).parent / "page"
PLAIN = """\
<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>zareba</title></head>
<body>
<h1>zareba</h1>
<p>The server runs, but the table has not been built into this copy of the program.</p>
<p>In a working copy, <code>make play</code> builds it and opens it. An installed zareba always has it:
install it anew if you read this there.</p>
<p>Meanwhile <code>zareba battle</code> plays in the terminal, and <a href="/api/systems">/api/systems</a> answers.</p>
</body>
</html>
"""


def add_page(app: FastAPI, folder: Path = PAGE) -> None:
    """Serves the page at `/`; its own addresses (`/game/...`) all lead to the same file."""
    index = folder / "index.html"
    if (folder / "assets").is_dir():
        app.mount("/assets", Unchanging(directory=folder / "assets"))

    @app.get("/{path:path}", include_in_schema=False)
    async def page(request: Request, path: str) -> Response:
        if path.startswith("api/"):
            return Response(b'{"error":"There is no such address."}', 404, media_type="application/json")
        if not index.is_file():
            return HTMLResponse(PLAIN)
        found = folder / path
        inside = "/" not in path and "\\" not in path and not path.startswith(".") and found.is_file()
        return FileResponse(found if path and inside else index, headers={"cache-control": "no-cache"})


class Unchanging(StaticFiles):
    """Built files carry a digest in their names, and are the same for ever."""

    def file_response(self, *args: object, **kwargs: object) -> Response:
        response: Response = super().file_response(*args, **kwargs)  # type: ignore[arg-type]
        response.headers["cache-control"] = "public, max-age=31536000, immutable"
        return response

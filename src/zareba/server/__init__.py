"""The table for browsers: games over HTTP and live connections, every answer on disk before anybody hears of it.

FastAPI on uvicorn, and SQLAlchemy Core over SQLite. Measured beside Litestar, Starlette with msgspec, and granian, all
are far above need (thousands of durable moves a second against the dozens that fifty tables make), so what decides is
who will read and use this: FastAPI is what most people know, and it writes the contract (`/api/openapi.json`) that the
page's types and the contract tests come from, out of the same classes that check what is sent. Its one weakness here,
that JSON is read leniently, is closed in one place (`contract.StrictRoute`). Of SQLAlchemy only the Core is used: a
journal of lines is no object graph, and the transactions have to be ours to the letter.

From the outside in: `guard` lets requests in and puts the policy on what goes out, `routes` names the addresses,
`contract` says what may stand in them; `clerk` is the one thread that does what is asked, `house` what it does with all
games, `table` and `acts` with one; `hearing` counts what each seat notices, `store` keeps it. Beside the clerk,
`computers` and `oracle` think about copies, and `live` sends to whoever listens.
"""

from zareba.server.app import create_app
from zareba.server.run import run

__all__ = ["create_app", "run"]

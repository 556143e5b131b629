"""A few plain pages: the hall is open, a table and how to get to it, and the HTTP API."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from dicehall.rules.catalog import find
from dicehall.server.live.messages import Row
from dicehall.server.web import assets
from dicehall.server.web.tables import table as rows_of


def page(title: str, *body: str) -> str:
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<link rel="stylesheet" href="{assets.address("style.css")}"><link rel="icon" href="/avatars/Dicehall.svg">'
        f"</head><body><main>{''.join(body)}</main></body></html>"
    )


def landing(rows: Sequence[Row], url: str) -> str:
    return page(
        "Dicehall",
        "<h1>🎲 The hall is open</h1>",
        "<h2>Tables</h2>",
        _tables(rows),
        '<p class="quiet">As of this moment: load the page again for what is new.</p>',
        '<p><a href="/account">Come in, or your account</a> · <a href="/leaderboard">Who has won</a> · ',
        '<a href="/dice">Every die that fell here</a></p>',
        "<h2>Play</h2>",
        "<p>In a terminal, on a machine that has Dicehall:</p>",
        f"<pre>dicehall join {escape(url)} --open peril --name Ann\n",
        f"dicehall join {escape(url)} --game bluff --name Ann</pre>",
        "<p>The first opens a table of your own, the second finds you a seat at a quick match.</p>",
        '<p class="quiet">Programs find their way at <a href="/docs">/docs</a>.</p>',
    )


def nothing_here(reason: str) -> str:
    return page("Dicehall", "<h1>Nothing here</h1>", f"<p>{escape(reason)}</p>", '<p><a href="/">All tables</a></p>')


def table(row: Row, names: Iterable[str], finished: Sequence[int], url: str) -> str:
    """`finished` are the numbers of its games whose records are open."""
    title = find(row.game).title
    seated = escape(", ".join(names)) or "nobody sits here yet"
    return page(
        f"{title} at table {row.table.upper()}",
        f"<h1>{escape(title)} at table {row.table.upper()}</h1>",
        "<p>🔒 GAME LOCKED</p>" if row.locked else "",
        f"<p>{row.people + row.bots} of {row.seats} chairs are taken: {seated}.",
        f" {STATES[row.state]}</p>",
        _way_to(row, escape(f"{url}/t/{row.table.upper()}")),
        _records(row.table, finished),
        '<p><a href="/">All tables</a></p>',
    )


def _way_to(row: Row, address: str) -> str:
    if row.state != "playing" and not row.locked and row.people + row.bots < row.seats:
        return f"<h2>Sit down from a terminal</h2><pre>dicehall join {address} --name Ann</pre>"
    return (
        "<h2>Watch from a terminal</h2><p>Nobody can sit down at present, but everybody may look on.</p>"
        f"<pre>dicehall join {address} --watch --name Ann</pre>"
    )


def _records(code: str, finished: Sequence[int]) -> str:
    if not finished:
        return ""
    files = {number: f"{code.upper()}-{number}.jsonl" for number in finished}
    links = " · ".join(
        f'<a href="/api/tables/{code}/games/{number}" download="{file}">Game {number}</a>'
        for number, file in files.items()
    )
    return (
        f"<h2>Finished games</h2><p>{links}</p>"
        f"<p>Download a record, and check its dice:</p><pre>dicehall verify {files[finished[-1]]}</pre>"
    )


def api(schema: dict[str, Any], json_address: str) -> str:
    return page(
        "Dicehall: the HTTP API",
        f"<h1>The HTTP API</h1><p>{escape(schema['info']['description'])}</p>",
        f'<p>For programs: <a href="{escape(json_address)}">OpenAPI as JSON</a>.</p>',
        *(
            _endpoint(method, path, does, schema)
            for path, methods in schema["paths"].items()
            for method, does in methods.items()
        ),
    )


def _endpoint(method: str, path: str, does: dict[str, Any], schema: dict[str, Any]) -> str:
    answers = [[str(status), escape(answer["description"])] for status, answer in sorted(does["responses"].items())]
    body = does.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    wanted = "" if body is None else f"<p>Send as JSON:</p>{_fields(body, schema)}"
    return (
        f"<h2><code>{method.upper()} {escape(path)}</code></h2><p>{escape(does.get('description', ''))}</p>"
        f"{wanted}{rows_of('Answers', (), answers)}"
    )


def _fields(body: dict[str, Any], schema: dict[str, Any]) -> str:
    named = schema["components"]["schemas"][body["$ref"].rsplit("/", 1)[-1]] if "$ref" in body else body
    rows = [
        [f"<code>{escape(name)}</code>", escape(str(field.get("type", ""))), escape(field.get("description", ""))]
        for name, field in named.get("properties", {}).items()
    ]
    return rows_of("Fields", (), rows)


STATES = {
    "waiting": "The game has not begun.",
    "playing": "A game is running: you may watch.",
    "finished": "A game has just ended; there may be a rematch.",
}


def _tables(rows: Sequence[Row]) -> str:
    if not rows:
        return "<p>No table is open. Be the first!</p>"
    lines = [
        [
            f'<a href="/t/{row.table.upper()}">{row.table.upper()}</a>',
            escape(find(row.game).title),
            _crowd(row),
            f"{row.state}{' 🔒' if row.locked else ''}",
        ]
        for row in rows
    ]
    return rows_of("Tables", ("Code", "Game", "At the table", ""), lines)


def _crowd(row: Row) -> str:
    people = "1 person" if row.people == 1 else f"{row.people} people"
    bots = "" if not row.bots else " and 1 bot" if row.bots == 1 else f" and {row.bots} bots"
    host = "" if row.owner is None else f", hosted by {escape(row.owner)}"
    return f"{people}{bots} on {row.seats} chairs{host}"

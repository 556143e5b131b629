"""The frame of plain pages, and two of them: nothing here, and the HTTP API."""

from datetime import UTC, datetime
from html import escape
from typing import Any

from dicehall.server.web import assets
from dicehall.server.web.tables import table as rows_of


def page(title: str, *body: str) -> str:
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<link rel="stylesheet" href="{assets.address("style.css")}"><link rel="icon" href="/avatars/Dicehall.svg">'
        f"</head><body><main>{''.join(body)}</main></body></html>"
    )


def day(seconds: float) -> str:
    then = datetime.fromtimestamp(seconds, UTC)
    return f"{then.day} {then:%b %Y}"


def nothing_here(reason: str) -> str:
    return page("Dicehall", "<h1>Nothing here</h1>", f"<p>{escape(reason)}</p>", '<p><a href="/">To the hall</a></p>')


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

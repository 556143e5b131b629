"""The HTTP API as a plain page: it works where the page itself is not built, and loads nothing from elsewhere."""

from collections.abc import Sequence
from html import escape
from typing import Any, Final

STYLE: Final = "/docs/style.css"


def page_of(schema: dict[str, Any], json_address: str) -> str:
    endpoints = (
        _endpoint(method, path, does, schema)
        for path, methods in schema["paths"].items()
        for method, does in methods.items()
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Dicehall: the HTTP API</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<link rel="stylesheet" href="{STYLE}"><link rel="icon" href="/avatars/Dicehall.svg"></head><body><main>'
        f"<h1>The HTTP API</h1><p>{escape(schema['info']['description'])}</p>"
        f'<p>For programs: <a href="{escape(json_address)}">OpenAPI as JSON</a>.</p>'
        f"{''.join(endpoints)}</main></body></html>"
    )


def _endpoint(method: str, path: str, does: dict[str, Any], schema: dict[str, Any]) -> str:
    answers = [[str(status), escape(answer["description"])] for status, answer in sorted(does["responses"].items())]
    body = does.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    wanted = "" if body is None else f"<p>Send as JSON:</p>{_fields(body, schema)}"
    return (
        f"<h2><code>{method.upper()} {escape(path)}</code></h2><p>{escape(does.get('description', ''))}</p>"
        f"{wanted}{_table('Answers', answers)}"
    )


def _fields(body: dict[str, Any], schema: dict[str, Any]) -> str:
    named = schema["components"]["schemas"][body["$ref"].rsplit("/", 1)[-1]] if "$ref" in body else body
    rows = [
        [f"<code>{escape(name)}</code>", escape(str(field.get("type", ""))), escape(field.get("description", ""))]
        for name, field in named.get("properties", {}).items()
    ]
    return _table("Fields", rows)


def _table(label: str, rows: Sequence[Sequence[str]]) -> str:
    """On a narrow screen it scrolls by itself."""
    lines = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f'<div class="wide"><table aria-label="{label}">{lines}</table></div>'

"""What every hall makes anew at its start, and always alike, tests do not wait for."""

import sqlite3
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

from litestar import Litestar
from litestar._asgi.asgi_router import ASGIRouter
from litestar._openapi.plugin import OpenAPIPlugin
from litestar.openapi.spec import OpenAPI
from sqlalchemy import Connection

from dicehall.server.app import http
from dicehall.server.web.documentation import describe_problems
from dicehall.store.files import database
from dicehall.store.files.folder import PEOPLE
from dicehall.store.files.upgrade import bring_up_to_date


def hasten_halls() -> None:
    """Those of this process, and of all that are forked from it."""
    _find_routes_at_the_end()
    _describe_when_asked()
    _copy_tables()


def _find_routes_at_the_end() -> None:
    """Litestar arranges all routes again with each that comes."""
    begin = Litestar.__init__

    def quickly(self: Litestar, *given: Any, **named: Any) -> None:
        with patch.object(ASGIRouter, "construct_routing_trie"):
            begin(self, *given, **named)
        self.asgi_router.construct_routing_trie()

    patch.object(Litestar, "__init__", quickly).start()


def _describe_when_asked() -> None:
    """A hall has described its addresses before it opens."""
    provided = OpenAPIPlugin.provide_openapi

    def described(self: OpenAPIPlugin) -> OpenAPI:
        is_new = self._openapi is None
        openapi = provided(self)
        if is_new:
            describe_problems(self.app)
        return openapi

    patch.object(OpenAPIPlugin, "provide_openapi", described).start()
    patch.object(http, "describe_problems", lambda _app: None).start()


def _copy_tables() -> None:
    """In memory there is nothing to bring up to date: the tables are those that migrations have made once."""

    @cache
    def made() -> sqlite3.Connection:
        file = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        file.execute("PRAGMA secure_delete = ON")
        with database._engine(file, "BEGIN IMMEDIATE").connect() as connection:
            bring_up_to_date(connection, Path(PEOPLE))
        return file

    def copied(connection: Connection, path: Path) -> None:
        if path == Path(PEOPLE):
            made().backup(connection.connection.driver_connection)  # type: ignore[arg-type]
        else:
            bring_up_to_date(connection, path)

    patch.object(database, "bring_up_to_date", copied).start()

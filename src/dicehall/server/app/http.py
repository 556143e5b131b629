"""The HTTP application: every handler under one guard, and the parts that each of them may ask for."""

import asyncio
from functools import lru_cache
from typing import Final, cast

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from litestar.enums import ScopeType
from litestar.types import HTTPScope, LifeSpanReceive, LifeSpanScope, LifeSpanSend, Receive, Scope, Send

from dicehall.ports import Person
from dicehall.server.admin import audit, bans, claim, resets
from dicehall.server.admin import handlers as admin
from dicehall.server.admin.actions import Actions
from dicehall.server.app import health
from dicehall.server.app.admission import why_not
from dicehall.server.app.parts import Parts
from dicehall.server.bounds.login_throttle import LoginThrottle
from dicehall.server.people import accounts, me, passkeys, sign_ins
from dicehall.server.people.ceremonies import Ceremonies
from dicehall.server.people.newcomers import Newcomers
from dicehall.server.results import handlers as results
from dicehall.server.services.asking import PER_REQUEST, given
from dicehall.server.services.sessions import Sessions
from dicehall.server.web import avatars, documentation, games, page, problems, tables
from dicehall.server.web.cached import PACKED
from dicehall.server.web.documentation import DOCUMENTATION, describe_problems
from dicehall.server.web.guard import Guard, routes_of
from dicehall.server.web.headers import with_headers

HANDLERS: Final = (
    why_not, *health.HANDLERS,
    *page.HANDLERS, *documentation.HANDLERS, *avatars.HANDLERS, *games.HANDLERS, *tables.HANDLERS,
    *accounts.HANDLERS, *me.HANDLERS, *sign_ins.HANDLERS, *passkeys.HANDLERS, *results.HANDLERS,
    *admin.HANDLERS, *bans.HANDLERS, *resets.HANDLERS, *audit.HANDLERS, *claim.HANDLERS,
)  # fmt: skip

ALSO_AT: Final = {"/favicon.ico": "/avatars/Dicehall.svg"}
"""Where browsers and their extensions look without being told to."""


class HallApp(Litestar):
    async def __call__(
        self, scope: Scope | LifeSpanScope, receive: Receive | LifeSpanReceive, send: Send | LifeSpanSend
    ) -> None:
        if scope["type"] == ScopeType.HTTP:
            scope = meant(cast(HTTPScope, scope))
        await super().__call__(scope, receive, send)


def meant(scope: HTTPScope) -> HTTPScope:
    """HEAD is answered as GET is: uvicorn knows what was really asked for, and leaves the body out."""
    told = scope.copy()
    if scope["method"] == "HEAD":
        told["method"] = "GET"
    if scope["path"] in ALSO_AT:
        told["path"] = ALSO_AT[scope["path"]]
    return told


def http_app(parts: Parts) -> Litestar:
    guard = Guard(parts.people, parts.url)
    built = page.load(parts.page)
    app = HallApp(
        HANDLERS,
        dependencies={**PER_REQUEST, **shared(parts, built)},
        guards=[guard.admit],
        openapi_config=DOCUMENTATION,
        exception_handlers=problems.handlers(None if built is None else built.document),
        before_send=[with_headers(parts.url), health.counting(parts.metrics)],
        compression_config=CompressionConfig(
            "gzip",
            minimum_size=2000,
            gzip_compress_level=6,
            exclude=["^/api/me/export$"],
            exclude_opt_key=PACKED,
        ),
        request_max_body_size=64 * 1024,
        logging_config=None,
    )
    describe_problems(app)
    guard.routes = routes_of(app)
    return app


def shared(parts: Parts, built: page.Page | None) -> dict[str, Provide]:
    """What handlers may ask for, by the name of the parameter; the same for every request."""

    def renamed(person: Person) -> None:
        parts.rooms.renamed(person, parts.hall)

    actions = Actions(parts.people, parts.hall.journal)
    named: dict[str, object] = {
        "hall": parts.hall,
        "rooms": parts.rooms,
        "names": parts.rooms.names,
        "people": parts.people,
        "accounts": parts.accounts,
        "results": parts.results,
        "visitors": parts.visitors,
        "metrics": parts.metrics,
        "url": parts.url,
        "rulebook": parts.rulebook,
        "page": built,
        "renamed": renamed,
        "sessions": Sessions(parts.accounts, parts.rooms, parts.url),
        "newcomers": Newcomers(parts.people, parts.accounts, parts.visitors, parts.metrics, renamed),
        "finder": tables.Finder(parts.hall, parts.visitors, parts.url),
        "draw": lru_cache(maxsize=parts.visitors.limits.tables)(tables.qr),
        "throttle": LoginThrottle(),
        "ceremonies": Ceremonies(),
        "exporting": asyncio.Lock(),
        "actions": actions,
        "claims": claim.Claims(parts.people, parts.accounts, actions, parts.metrics),
        "probe": health.Probe(parts.hall.journal),
    }
    return {name: given(part) for name, part in named.items()}

"""The HTTP application: every handler under one guard, each with the parts that it needs."""

from collections.abc import Iterator
from itertools import chain
from typing import Final, cast

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.enums import ScopeType
from litestar.types import HTTPScope, LifeSpanReceive, LifeSpanScope, LifeSpanSend, Receive, Scope, Send

from dicehall.ports import Person
from dicehall.server.admin import audit, bans, claim, resets
from dicehall.server.admin import handlers as admin
from dicehall.server.admin.actions import Actions
from dicehall.server.app import admission, health
from dicehall.server.app.parts import Parts
from dicehall.server.bounds.login_throttle import LoginThrottle
from dicehall.server.people import accounts as signing_in
from dicehall.server.people import blocks, confirming, friends, me, opponents, passkeys, sign_ins, teams
from dicehall.server.people.ceremonies import Ceremonies
from dicehall.server.people.newcomers import Newcomers
from dicehall.server.people.whereabouts import Whereabouts
from dicehall.server.results import handlers as results
from dicehall.server.results import predictors
from dicehall.server.services.asking import Handlers
from dicehall.server.services.last_here import LastHere
from dicehall.server.services.sessions import Sessions
from dicehall.server.web import (
    avatars,
    documentation,
    games,
    nights,
    odds,
    page,
    problems,
    public_log,
    tables,
    tournaments,
)
from dicehall.server.web.cached import PACKED
from dicehall.server.web.documentation import DOCUMENTATION, describe_problems
from dicehall.server.web.guard import Guard, routes_of
from dicehall.server.web.headers import with_headers

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
    guard = Guard(parts.people, parts.url, parts.only_at, parts.confirmations)
    built = page.load(parts.page)
    app = HallApp(
        tuple(chain.from_iterable(handlers(parts, built))),
        guards=[guard.admit],
        openapi_config=DOCUMENTATION,
        exception_handlers=problems.handlers(None if built is None else built.document),
        before_send=[with_headers(parts.url), health.counting(parts.metrics)],
        compression_config=CompressionConfig(
            "gzip",
            minimum_size=2000,
            gzip_compress_level=6,
            # Of the first two, what is packed tells by its size what is in it; hashes hardly get smaller.
            exclude=["^/api/me/export$", "^/api/tables/[^/]+/odds$", "^/api/log$"],
            exclude_opt_key=PACKED,
        ),
        request_max_body_size=64 * 1024,
        logging_config=None,
    )
    describe_problems(app)
    guard.routes = routes_of(app)
    return app


def handlers(parts: Parts, built: page.Page | None) -> Iterator[Handlers]:
    """Every module is handed what its routes need."""
    hall, rooms, people, accounts = parts.hall, parts.rooms, parts.people, parts.accounts
    visitors, metrics, url, confirmations = parts.visitors, parts.metrics, parts.url, parts.confirmations

    def renamed(person: Person) -> None:
        rooms.renamed(person, hall)

    sessions = Sessions(
        accounts, people, rooms,
        url=url, confirmations=confirmations, book=parts.book, last_here=LastHere(parts.marks.head_keys),
    )  # fmt: skip
    newcomers = Newcomers(people, accounts, visitors, metrics, renamed)
    throttle, ceremonies = LoginThrottle(parts.memos), Ceremonies(parts.memos)
    actions = Actions(people, hall.journal, parts.turn)
    yield admission.handlers(visitors, url)
    yield health.handlers(hall, accounts, parts.tasks, parts.gates, parts.nodes)
    yield page.handlers(built, visitors, hall)
    yield documentation.HANDLERS
    yield avatars.HANDLERS
    yield games.handlers(parts.rulebook)
    yield tables.handlers(hall, rooms, visitors, url)
    yield tournaments.handlers(parts.tournaments, rooms.names, url)
    yield nights.handlers(nights.Where(hall, parts.tournaments, parts.nights, people, visitors, url))
    yield public_log.handlers(hall.journal)
    yield odds.handlers(hall, rooms, visitors, parts.desk, url)
    yield signing_in.handlers(
        people=people,
        accounts=accounts,
        newcomers=newcomers,
        sessions=sessions,
        throttle=throttle,
        visitors=visitors,
        metrics=metrics,
    )
    yield me.handlers(
        hall=hall,
        rooms=rooms,
        people=people,
        accounts=accounts,
        results=parts.results,
        sessions=sessions,
        throttle=throttle,
        confirmations=confirmations,
        visitors=visitors,
        renamed=renamed,
        url=url,
        nights=parts.nights,
        tournaments=parts.tournaments,
        predictions=parts.predictions,
        book=parts.book,
    )
    whereabouts = Whereabouts(hall, rooms)
    yield friends.handlers(accounts.ties, people, whereabouts)
    yield blocks.handlers(accounts.ties, people, rooms, hall)
    yield teams.handlers(accounts.teams, rooms)
    yield opponents.handlers(parts.results, people, accounts.ties, whereabouts)
    yield sign_ins.handlers(accounts, sessions, people)
    yield passkeys.creating(
        people=people,
        accounts=accounts,
        newcomers=newcomers,
        sessions=sessions,
        ceremonies=ceremonies,
        visitors=visitors,
        url=url,
    )
    yield passkeys.signing_in(
        accounts=accounts, sessions=sessions, ceremonies=ceremonies, visitors=visitors, metrics=metrics, url=url
    )
    yield passkeys.yours(accounts)
    yield confirming.handlers(
        accounts=accounts,
        confirmations=confirmations,
        throttle=throttle,
        ceremonies=ceremonies,
        visitors=visitors,
        url=url,
    )
    yield results.handlers(parts.results, people)
    yield predictors.handlers(parts.predictions, people, accounts)
    yield admin.handlers(
        hall=hall, rooms=rooms, people=people, accounts=accounts, actions=actions, renamed=renamed, visitors=visitors
    )
    yield bans.handlers(accounts, actions, people, rooms, hall)
    yield resets.handlers(actions, hall, people, parts.results, rooms.elsewhere, book=parts.book)
    yield audit.handlers(hall, people)
    yield claim.handlers(
        people=people,
        accounts=accounts,
        sessions=sessions,
        throttle=throttle,
        actions=actions,
        visitors=visitors,
        metrics=metrics,
        renamed=renamed,
    )

"""Theme nights over HTTP: what comes, a calendar of it, and the themes that hosts keep."""

import asyncio
from collections.abc import Mapping
from typing import Final, NamedTuple

from litestar import delete, get, post, put
from litestar.params import FromPath, JSONBody

from dicehall.evenings.core import commands as in_tournaments
from dicehall.evenings.core.draft import Decided as DecidedTournament
from dicehall.evenings.live.nights import Nights
from dicehall.evenings.live.tournaments import Tournaments
from dicehall.evenings.themes import decide, links
from dicehall.evenings.themes.calendar import calendar
from dicehall.evenings.themes.events import Key
from dicehall.evenings.themes.programme import KeptTheme
from dicehall.evenings.themes.theme import Theme
from dicehall.ports import People, Person
from dicehall.rules.values import Value
from dicehall.server.bounds.addresses import origins
from dicehall.server.bounds.rights import ACCOUNTS, REFUSALS
from dicehall.server.bounds.visitors import Visitors
from dicehall.server.services.asking import Handlers, HttpRequest, address_of, asker, session_of
from dicehall.server.services.problems import Problem
from dicehall.server.web.programme import Programmed, address, entries, programmed
from dicehall.table.core.draft import Decided, Refused
from dicehall.table.live.hall import Hall

STATUSES: Final[Mapping[str, int]] = {
    "no_theme": 404,
    "forbidden": 403,
    "too_many": 409,
    "full": 409,
    "unwritable": 503,
}


class Saved(Value):
    key: Key


class OpenedNow(Value):
    code: str
    link: str


class Where(NamedTuple):
    """The parts of a hall that nights need."""

    hall: Hall
    tournaments: Tournaments
    nights: Nights
    people: People
    visitors: Visitors
    url: str


def handlers(where: Where) -> Handlers:
    nights = where.nights

    def known(key: Key) -> KeptTheme:
        kept = nights.programme.themes.get(key)
        if kept is None:
            raise refused(decide.NO_THEME)
        return kept

    @get("/api/nights", tags=["nights"])
    async def programme(request: HttpRequest) -> Programmed:
        """What is on tonight, what comes, and what was called off. Times are moments; `when` has the place's own."""
        session = session_of(request)
        hosts = {kept.host for kept in nights.programme.saved.values() if kept.host is not None}
        names = await where.people.by_ids(tuple(hosts))
        return await programmed(nights, names, None if session is None else session.person)

    @get("/api/nights.ics", tags=["nights"], media_type="text/calendar")
    async def subscribed() -> str:
        """The same as a calendar to subscribe to: the starts of the coming weeks."""
        return calendar("Dicehall", entries(nights.programme, where.url), nights.wall())

    @get("/api/nights/shared/{text:str}", tags=["nights"])
    async def shared(text: FromPath[str]) -> Theme:
        """The theme in a link that somebody has shared: what follows `/night#`."""
        try:
            return links.unpacked(text)
        except links.BadLinkError as error:
            raise Problem(400, "bad_link", str(error)) from None

    @post("/api/nights", tags=["nights"])
    async def save(request: HttpRequest, data: JSONBody[Theme]) -> Saved:
        """Keep a theme. If it has a time, it begins then, by itself."""
        key = await nights.save(asker(request).id, packable(data))
        if isinstance(key, Refused):
            raise refused(key)
        return Saved(key)

    @put("/api/nights/{key:str}", tags=["nights"], status_code=204)
    async def change(request: HttpRequest, key: FromPath[str], data: JSONBody[Theme]) -> None:
        """Change a theme of yours; an administrator changes any, also to give one of the hall's own a time."""
        me = asker(request)
        administrator = me.kind == "administrator"
        done(await nights.change(key, me.id, packable(data), administrator=administrator))

    @delete("/api/nights/{key:str}", tags=["nights"], status_code=204)
    async def remove(request: HttpRequest, key: FromPath[str]) -> None:
        """Remove a theme of yours; an administrator removes any. What has begun goes on."""
        me = asker(request)
        done(await nights.remove(key, me.id, administrator=me.kind == "administrator"))

    @post("/api/nights/{key:str}/open", tags=["nights"])
    async def open_now(request: HttpRequest, key: FromPath[str]) -> OpenedNow:
        """Host this theme now: a table where you sit, or, with an account, a tournament that you start."""
        theme, me = known(key).theme, asker(request)
        if theme.tournament is not None:
            code = await create(where, theme, me)
        else:
            code = await open_table(where, theme, me, address_of(request, where.visitors))
        return OpenedNow(code, address(code, tournament=theme.tournament is not None))

    return programme, subscribed, shared, save, change, remove, open_now


async def open_table(where: Where, theme: Theme, me: Person, at: str) -> str:
    await where.hall.acquaintances.meet((me.id,))
    is_account = where.hall.acquaintances.is_account(me.id)
    opened: asyncio.Future[Decided | Refused] = asyncio.get_running_loop().create_future()
    reply = where.visitors.opening(me.id, where.hall, opened.set_result, at, is_account=is_account)
    live = await where.hall.open(me.id, decide.opening(theme, me.id, sit=True), reply, origins(at))
    done(await opened)
    return live.code


async def create(where: Where, theme: Theme, me: Person) -> str:
    if me.kind == "guest":
        raise Problem(403, *REFUSALS[ACCOUNTS])
    created: asyncio.Future[DecidedTournament | Refused] = asyncio.get_running_loop().create_future()
    command = in_tournaments.Create(decide.tournament_setting(theme, None, me.id))
    live = await where.tournaments.create(me.id, command, created.set_result)
    done(await created)
    assert live is not None
    return live.code


def packable(theme: Theme) -> Theme:
    """A theme that fits no link could not be shared, and would not be shown."""
    try:
        links.packed(theme)
    except links.BadLinkError as error:
        raise Problem(400, "too_long", str(error)) from None
    return theme


def done(answer: object) -> None:
    if isinstance(answer, Refused):
        raise refused(answer)


def refused(answer: Refused) -> Problem:
    return Problem(STATUSES.get(answer.reason, 400), answer.reason, answer.message)

"""Blocks: people who cannot invite you, come to your tables or talk to you, and never learn of it."""

from typing import Final

from litestar import delete, get, put
from litestar.params import FromPath

from dicehall.ports import People
from dicehall.ports.ties import MOST_BLOCKS, Ties
from dicehall.rules.errors import BadOptions
from dicehall.rules.values import Value
from dicehall.server.live.rooms import Rooms
from dicehall.server.services.asking import Handlers, HttpRequest, asker
from dicehall.server.services.people import find_person
from dicehall.server.services.problems import Problem
from dicehall.server.services.sessions import while_known
from dicehall.table.core.events import Who
from dicehall.table.live.hall import Hall

ERRAND: Final = "blocks"
NOT_YOURSELF: Final = "That is you: you cannot block yourself."
NOT_BLOCKED: Final = "You have not blocked them."


class BlockedShown(Value):
    """Someone you have blocked."""

    who: str
    name: str
    since: float
    """In seconds since 1970."""


def handlers(ties: Ties, people: People, rooms: Rooms, hall: Hall) -> Handlers:
    async def heed(who: Who) -> None:
        """At this node, from now on."""
        rooms.blocking(who, (await ties.blocked_by((who,))).get(who, frozenset()), hall)

    async def asked(about: bytes) -> bytes:
        await heed(about.decode())
        return b""

    rooms.elsewhere.serve(ERRAND, asked)

    async def heed_everywhere(who: Who) -> None:
        await heed(who)
        await rooms.elsewhere.ask_all(ERRAND, who.encode())

    @get("/api/me/blocks", tags=["me"])
    async def blocks(request: HttpRequest) -> list[BlockedShown]:
        """Whom you have blocked. Only you see it."""
        return [BlockedShown(*blocked) for blocked in await ties.blocks(asker(request).id)]

    @put("/api/me/blocks/{person:str}", tags=["me"], status_code=204)
    async def block(request: HttpRequest, person: FromPath[str]) -> None:
        """Block someone, by id or by name. They are not told, and are no friend of yours any more.

        Their invitations, chat and reactions do not reach you, they cannot knock or sit down at tables that you host,
        and quick match does not put you together. Someone who sits at your table already stays; you can remove them.
        """
        me, other = asker(request), await find_person(people, person)
        if me.id == other.id:
            raise Problem(409, "yourself", NOT_YOURSELF)
        try:
            with while_known():
                await ties.block(me.id, other.id)
        except BadOptions:
            raise Problem(409, "too_many", f"You can block up to {MOST_BLOCKS} people; unblock one first.") from None
        await heed_everywhere(me.id)

    @delete("/api/me/blocks/{person:str}", tags=["me"], status_code=204)
    async def unblock(request: HttpRequest, person: FromPath[str]) -> None:
        """Unblock someone, by id or by name."""
        me, other = asker(request), await find_person(people, person)
        if not await ties.unblock(me.id, other.id):
            raise Problem(404, "not_blocked", NOT_BLOCKED)
        await heed_everywhere(me.id)

    return blocks, block, unblock

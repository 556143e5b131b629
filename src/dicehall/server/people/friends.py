"""Friends: whom you have added, whether they have added you, and where you can join them."""

from typing import Final

from litestar import delete, get, put
from litestar.params import FromPath

from dicehall.ports import People
from dicehall.ports.ties import MOST_FRIENDS, Friend, Standing, Ties
from dicehall.rules.errors import BadOptions
from dicehall.rules.values import Value
from dicehall.server.people.whereabouts import Place, Whereabouts
from dicehall.server.services.asking import Handlers, HttpRequest, asker
from dicehall.server.services.people import find_person
from dicehall.server.services.problems import Problem
from dicehall.server.services.sessions import while_known

NOT_YOURSELF: Final = "That is you: friends are other people."
NO_FRIEND: Final = "They are not among your friends."


class FriendShown(Value):
    """Someone you have added."""

    who: str
    name: str
    since: float
    """When you added them, in seconds since 1970."""
    mutual: bool
    """Whether they have added you too."""
    here: bool | None
    """Whether they have the hall open right now; null unless you have added each other."""
    table: str | None
    """A public table where you can join them: one that they sit at, or that a mutual friend watches."""


class StandingShown(Value):
    """How you and someone else stand."""

    who: str
    name: str
    friend: bool
    """You have added them."""
    mutual: bool
    """And they have added you."""
    blocked: bool
    """You have blocked them."""
    here: bool | None
    table: str | None
    """As in the list of friends."""


def seen(place: Place, *, mutual: bool, shut_out: bool = False) -> tuple[bool | None, str | None]:
    """What someone may know of where another is: `here` and `table`.

    Who sits at a public table is on view there for everybody. Everything else is for people who have added each other.
    """
    if shut_out:
        return None, None
    if mutual:
        return place.here, place.sits_at or place.watches
    return None, place.sits_at


def shown(friend: Friend, place: Place, *, shut_out: bool) -> FriendShown:
    here, table = seen(place, mutual=friend.mutual, shut_out=shut_out)
    return FriendShown(friend.who, friend.name, friend.since, friend.mutual, here, table)


def handlers(ties: Ties, people: People, whereabouts: Whereabouts) -> Handlers:
    @get("/api/me/friends", tags=["me"])
    async def friends(request: HttpRequest) -> list[FriendShown]:
        """Your friends: first those whom you can join, then those who are here. Only you see this list."""
        me = asker(request).id
        found = await ties.friends(me)
        ids = [friend.who for friend in found]
        places, closed = await whereabouts.of(ids), await ties.who_block(me, ids)
        rows = [shown(friend, places[friend.who], shut_out=friend.who in closed) for friend in found]
        return sorted(rows, key=lambda row: (row.table is None, not row.here))

    @put("/api/me/friends/{person:str}", tags=["me"])
    async def add(request: HttpRequest, person: FromPath[str]) -> StandingShown:
        """Add someone, by id or by name. They are not told; they see you are here only if they add you, too."""
        me, other = asker(request), await find_person(people, person)
        if me.id == other.id:
            raise Problem(409, "yourself", NOT_YOURSELF)
        if (await ties.standing(me.id, other.id)).blocked:
            raise Problem(409, "blocked", "You have blocked them: unblock them first.")
        try:
            with while_known():
                await ties.add_friend(me.id, other.id)
        except BadOptions:
            raise Problem(409, "too_many", f"You can have up to {MOST_FRIENDS} friends; remove one first.") from None
        return await standing_of(me.id, other.id, other.name)

    @delete("/api/me/friends/{person:str}", tags=["me"], status_code=204)
    async def remove(request: HttpRequest, person: FromPath[str]) -> None:
        """Remove a friend, by id or by name. They are not told."""
        other = await find_person(people, person)
        if not await ties.remove_friend(asker(request).id, other.id):
            raise Problem(404, "no_friend", NO_FRIEND)

    @get("/api/me/people/{person:str}", tags=["me"])
    async def standing(request: HttpRequest, person: FromPath[str]) -> StandingShown:
        """How you and someone stand, by id or by name, and where you can join them. Only you see it."""
        me, other = asker(request), await find_person(people, person)
        return await standing_of(me.id, other.id, other.name)

    async def standing_of(me: str, other: str, name: str) -> StandingShown:
        found: Standing = await ties.standing(me, other)
        places = await whereabouts.of((other,))
        here, table = seen(places[other], mutual=found.mutual, shut_out=found.shut_out)
        return StandingShown(other, name, found.friend, found.mutual, found.blocked, here, table)

    return friends, add, remove, standing

"""The ways in which one is logged in: sessions of browsers, and tokens for programs."""

from typing import Annotated, Any, Final, Literal

import msgspec
from litestar import Request, delete, get, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody

from dicehall.names.clean import clean
from dicehall.ports import Door
from dicehall.ports.people import MOST_TOKENS
from dicehall.rules.values import Value
from dicehall.server.house import TOKENS_BEGIN
from dicehall.server.people.sessions import close_other_doors, hang_up, while_known
from dicehall.server.web.guard import house_of, me, mine
from dicehall.server.web.problems import Problem

LONGEST_LABEL: Final = 40


class NewToken(Value, forbid_unknown_fields=True):
    label: Annotated[str, msgspec.Meta(max_length=200, description="What it is for, 1 to 40 visible characters")]
    scope: Annotated[Literal["play", "read"], msgspec.Meta(description="`read` may only look")]


class Issued(Value):
    token: str
    """For `Authorization: Bearer …`; it is told this once and never again."""
    door: Door


class Entrance(Value):
    """A session or a token, as it is shown to its host."""

    door: Door
    current: bool
    """Whether this very request has come by it."""


@get("/api/me/doors", tags=["oneself"])
async def doors(request: Request[Any, Any, State]) -> list[Entrance]:
    """Where you are logged in, and your tokens."""
    current = mine(request).key
    return [Entrance(door, door.key == current) for door in house_of(request).accounts.doors(me(request).id)]


@delete("/api/me/doors", tags=["oneself"], status_code=204)
async def close_others(request: Request[Any, Any, State]) -> None:
    """Log out everywhere else; tokens stay."""
    await close_other_doors(house_of(request), mine(request))


@delete("/api/me/doors/{key:str}", tags=["oneself"], status_code=204)
async def close(request: Request[Any, Any, State], key: FromPath[str]) -> None:
    """Log a browser out, or revoke a token."""
    house, who = house_of(request), me(request).id
    if not await house.accounts.close_door(who, key):
        raise Problem(404, "no_door", "You have no session or token of that key; GET /api/me/doors lists them.")
    hang_up(house, who, key)


@post("/api/me/tokens", tags=["oneself"])
async def issue(request: Request[Any, Any, State], data: JSONBody[NewToken]) -> Issued:
    """A token for a bot or a script. Keep it: the hall does not, and cannot show it again."""
    house, who = house_of(request), me(request).id
    label = checked_label(data.label, "a token")
    if sum(door.token for door in house.accounts.doors(who)) >= MOST_TOKENS:
        raise Problem(409, "too_many", f"{MOST_TOKENS} tokens are the most; revoke one that you do not need.")
    with while_known():
        token = await house.accounts.issue_token(who, label, data.scope)
    session = house.people.by_token(token)
    door = next(door for door in house.accounts.doors(who) if session is not None and door.key == session.key)
    return Issued(TOKENS_BEGIN + token, door)


def checked_label(label: str, what: str) -> str:
    shown = clean(label)
    if not 1 <= len(shown) <= LONGEST_LABEL:
        raise Problem(400, "bad_label", f"The name of {what} has 1 to {LONGEST_LABEL} visible characters.")
    return shown


HANDLERS = (doors, close_others, close, issue)

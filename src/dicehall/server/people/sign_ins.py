"""Where you are signed in: browsers, and access tokens for programs."""

from typing import Annotated, Final, Literal

import msgspec
from litestar import delete, get, post
from litestar.params import FromPath, JSONBody

from dicehall.names.clean import clean
from dicehall.ports import Accounts, People, SignIn
from dicehall.ports.people import MOST_TOKENS
from dicehall.rules.values import Value
from dicehall.server.services.asking import Handlers, HttpRequest, asker, own_session
from dicehall.server.services.problems import Problem
from dicehall.server.services.sessions import TOKENS_BEGIN, Sessions, while_known

LONGEST_LABEL: Final = 40
NO_SIGN_IN: Final = "You have no session or token with that key; GET /api/me/sign-ins lists them."


class NewToken(Value, forbid_unknown_fields=True):
    label: Annotated[str, msgspec.Meta(max_length=200, description="What it is for, 1 to 40 visible characters")]
    scope: Annotated[Literal["play", "read"], msgspec.Meta(description="`read` may only look")]


class Issued(Value, kw_only=True):
    token: str
    """For `Authorization: Bearer …`; it is shown this once and never again."""
    sign_in: SignIn


class SignInShown(Value, kw_only=True):
    """A session or a token, as its owner sees it."""

    sign_in: SignIn
    current: bool
    """Whether this very request uses it."""


def checked_label(label: str, what: str) -> str:
    shown = clean(label)
    if not 1 <= len(shown) <= LONGEST_LABEL:
        raise Problem(400, "bad_label", f"The name of {what} has 1 to {LONGEST_LABEL} visible characters.")
    return shown


def handlers(accounts: Accounts, sessions: Sessions, people: People) -> Handlers:
    @get("/api/me/sign-ins", tags=["me"])
    async def sign_ins(request: HttpRequest) -> list[SignInShown]:
        """Where you are signed in, and your access tokens."""
        mine = own_session(request)
        return [
            SignInShown(sign_in=each, current=each.key == mine.key) for each in await accounts.sign_ins(mine.person.id)
        ]

    @delete("/api/me/sign-ins", tags=["me"], status_code=204)
    async def end_others(request: HttpRequest) -> None:
        """Sign out everywhere else; access tokens stay."""
        await sessions.end_others(own_session(request))

    @delete("/api/me/sign-ins/{key:str}", tags=["me"], status_code=204)
    async def end(request: HttpRequest, key: FromPath[str]) -> None:
        """Sign a browser out, or revoke an access token."""
        me = asker(request)
        if not await accounts.end_sign_in(me.id, key):
            raise Problem(404, "no_sign_in", NO_SIGN_IN)
        sessions.hang_up(me.id, key)

    @post("/api/me/tokens", tags=["me"])
    async def issue(request: HttpRequest, data: JSONBody[NewToken]) -> Issued:
        """An access token for a bot or a script. Save it: the hall cannot show it again."""
        me = asker(request)
        label = checked_label(data.label, "a token")
        if sum(each.token for each in await accounts.sign_ins(me.id)) >= MOST_TOKENS:
            raise Problem(409, "too_many", f"You can have up to {MOST_TOKENS} tokens; revoke one that you do not need.")
        with while_known():
            token = await accounts.issue_token(me.id, label, data.scope)
        session = await people.by_token(token)
        shown = next(each for each in await accounts.sign_ins(me.id) if session is not None and each.key == session.key)
        return Issued(token=TOKENS_BEGIN + token, sign_in=shown)

    return sign_ins, end_others, end, issue

"""What the hall asks of its book of people: who is who, how they prove it, and what they said."""

from collections.abc import Callable
from typing import Any, Final, Literal, NamedTuple, Protocol, TypeAlias

from dicehall.rules.values import Value

Kind: TypeAlias = Literal["guest", "account", "administrator"]
Scope: TypeAlias = Literal["everything", "play", "read"]
"""What a session or a token is good for: `play` may sit and move, `read` may only look."""

SESSION_LASTS: Final = 90 * 24 * 60 * 60
"""Seconds after its last use; tokens of programs last until they are revoked."""
MOST_TOKENS: Final = 20
MOST_PASSKEYS: Final = 10
"""Of one person, as with tokens; more are refused."""
SHORTEST_PASSWORD: Final = 8
LONGEST_PASSWORD: Final = 200


class Person(Value):
    """Somebody who came with a name."""

    id: str
    name: str
    kind: Kind = "guest"


class Session(NamedTuple):
    """Who a token speaks for, and what it is good for."""

    key: str
    """Names the session without being its secret."""
    person: Person
    scope: Scope
    banned: str | None = None
    """Why this person may not come in at present; None where nothing is held against them."""


class Door(Value):
    """One of the ways in which a person is logged in, as it is shown to them."""

    key: str
    label: str
    """The browser, or what a token was called."""
    scope: Scope
    token: bool
    """Whether it is a token for programs, and not a browser's session."""
    created: float
    used: float


class Passkey(Value):
    """A key that lies in a person's device."""

    credential: bytes
    public_key: bytes
    count: int
    label: str
    created: float


class ChatLine(Value):
    """Something said at a table."""

    number: int
    """Counted for each channel, so that what one does not hear leaves no gap."""
    who: str
    name: str
    text: str


class NameTaken(Exception):
    """Its text is fit to be shown: it says whose it is, and what to do."""


class LastKey(Exception):
    """Without this passkey nobody could log in to the account any more."""


class People(Protocol):
    """Who is who: the log knows opaque ids only, and names can be forgotten here."""

    async def welcome(self, name: str) -> tuple[Person, str]:
        """A new guest and the secret token of their session.

        Where another guest is called so, the new one gets a number behind the name. Raises `NameTaken` where it is,
        or looks like, the name of an account.
        """
        ...

    def by_token(self, token: str) -> Session | None: ...

    def by_id(self, person: str) -> Person | None: ...

    def by_name(self, name: str) -> Person | None:
        """Whoever has this name, or one that looks like it."""
        ...

    async def rename(self, person: str, name: str) -> Person:
        """Raises `KeyError` for a stranger, `NameTaken` for a name that is not free."""
        ...

    async def say(self, table: str, channel: str, who: str, text: str) -> ChatLine:
        """Keep a line of chat and number it."""
        ...

    def chat(self, table: str, channel: str, last: int) -> list[ChatLine]:
        """The last lines that this channel heard, oldest first."""
        ...

    async def forget_chat(self, table: str) -> None: ...

    async def tidy(self, stays: Callable[[str], bool]) -> int:
        """Forget guests who have not come for a month and never played, but for those who stay; how many."""
        ...


class Accounts(Protocol):
    """Everything about people that tables need not know. Whatever returns has been written to the disk."""

    async def register(self, person: str, name: str, password: str | None) -> Person:
        """A guest becomes an account under the same id; None for one who comes by passkey only. Raises `NameTaken`."""
        ...

    async def log_in(self, name: str, password: str) -> Person | None:
        """Takes as long for a wrong name as for a wrong password."""
        ...

    async def has_password(self, person: str, password: str) -> bool: ...

    def keeps_password(self, person: str) -> bool:
        """Whether there is one at all; guests, and those who come by passkey only, have none."""
        ...

    async def set_password(self, person: str, password: str) -> None: ...

    async def open_session(self, person: str, label: str) -> str:
        """The token of a new browser session."""
        ...

    async def issue_token(self, person: str, label: str, scope: Scope) -> str:
        """A token for a program."""
        ...

    def doors(self, person: str) -> list[Door]: ...

    async def close_door(self, person: str, key: str) -> bool:
        """Whether there was such a one."""
        ...

    async def close_doors(self, person: str, but: str | None = None) -> None:
        """All browser sessions except one; tokens stay."""
        ...

    def passkeys(self, person: str) -> list[Passkey]: ...

    def passkey(self, credential: bytes) -> tuple[Passkey, Person] | None: ...

    async def add_passkey(self, person: str, passkey: Passkey) -> None: ...

    async def used_passkey(self, credential: bytes, count: int) -> None: ...

    async def remove_passkey(self, person: str, credential: bytes) -> bool:
        """Whether there was such a one. Raises `LastKey` where it is the only way in."""
        ...

    def everything(self, person: str) -> dict[str, Any]:
        """All that is kept about one person here, for the person."""
        ...

    async def forget(self, person: str) -> None:
        """Name, sessions, keys, chat: all but the opaque id in the log and the results."""
        ...

    # For administrators

    def people(self, like: str, most: int) -> list[Person]:
        """Whose name contains this, the last seen first."""
        ...

    async def appoint(self, person: str, kind: Kind) -> Person: ...

    async def ban(self, person: str, reason: str) -> None: ...

    async def unban(self, person: str) -> None: ...

    def banned(self) -> list[tuple[Person, str]]: ...

    def ban_of(self, person: str) -> str | None:
        """Why this person may not come in; None where nothing is held against them."""
        ...

    async def new_claim(self) -> str:
        """The secret of a link whose first user owns the hall; an earlier one is void."""
        ...

    def is_claim(self, secret: str) -> bool:
        """Whether it is good; to ask does not use it up."""
        ...

    async def use_claim(self, secret: str) -> bool:
        """Whether it was good; it is so once."""
        ...

    def is_owned(self) -> bool:
        """Whether there is an administrator."""
        ...

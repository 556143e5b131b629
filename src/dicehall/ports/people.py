"""What the hall asks of its database of people: who is who, how they prove it, and what they said."""

from collections.abc import Awaitable, Callable, Collection
from typing import Any, Final, Literal, NamedTuple, Protocol, TypeAlias

from dicehall.ports.teams import Teams
from dicehall.ports.ties import Ties
from dicehall.rules.values import Value

Kind: TypeAlias = Literal["guest", "account", "administrator"]
Scope: TypeAlias = Literal["everything", "play", "read"]
"""What a session or a token may do: `play` may sit and move, `read` may only look."""

SESSION_LASTS: Final = 90 * 24 * 60 * 60
"""Seconds after its last use; tokens of programs last until they are revoked."""
MOST_TOKENS: Final = 20
MOST_PASSKEYS: Final = 10
"""Of one person, as with tokens; more are refused."""
SHORTEST_PASSWORD: Final = 8
LONGEST_PASSWORD: Final = 200


class Person(Value):
    """Anyone with a name."""

    id: str
    name: str
    kind: Kind = "guest"


class Session(NamedTuple):
    """Whose token it is, and what it may be used for."""

    key: str
    """Names the session without being its secret."""
    person: Person
    scope: Scope
    banned: str | None = None
    """Why this person is banned; None if they are not."""


class SignIn(Value):
    """A browser in which a person is signed in, or an access token of theirs, as it is shown to them."""

    key: str
    label: str
    """The browser, or what a token was called."""
    scope: Scope
    token: bool
    """Whether it is an access token for a program, and not a browser's session."""
    created: float
    used: float


class Passkey(Value):
    """A key in a person's device."""

    credential: bytes
    public_key: bytes
    count: int
    label: str
    created: float


class ChatLine(Value):
    """A line of chat at a table."""

    number: int
    """Counted for each channel, so that lines a viewer does not hear leave no gap."""
    who: str
    name: str
    text: str


class NameTaken(Exception):
    """Its text is fit to be shown: it says what is wrong with the name, and what to do."""


class NotAdministrator(Exception):
    """Whoever has ordered this is no administrator any more: another one was quicker."""


class LastKey(Exception):
    """Without this passkey nobody could sign in to the account any more."""


class People(Protocol):
    """Who is who: the log knows opaque ids only, and names can be forgotten here.

    Every read is awaited, and knows what was written before it was asked. So no move asks here: what a table needs to
    know about its people is fetched when they come in (`table/live/acquaintances.py`).
    """

    async def welcome(self, name: str) -> tuple[Person, str]:
        """A new guest and the secret token of their session.

        Where another guest is called so, the new one gets a number behind the name. Raises `NameTaken` where it is,
        or looks like, the name of an account.
        """
        ...

    async def by_token(self, token: str) -> Session | None:
        """A guest who comes back after a long time has their name again, or nearly the same one."""
        ...

    async def by_id(self, person: str) -> Person | None: ...

    async def by_ids(self, persons: Collection[str]) -> dict[str, Person]:
        """Everyone at a table in one go; those who are not known are left out."""
        ...

    async def by_name(self, name: str) -> Person | None:
        """The person with this name, or one that looks like it."""
        ...

    async def rename(self, person: str, name: str) -> Person:
        """Raises `KeyError` for a stranger, `NameTaken` for a name that is not free."""
        ...

    async def say(self, table: str, channel: str, who: str, text: str) -> ChatLine:
        """Keep a line of chat and number it."""
        ...

    async def chat(self, table: str, channel: str, last: int) -> list[ChatLine]:
        """The last lines that this channel heard, oldest first."""
        ...

    async def forget_chat(self, table: str) -> None: ...

    async def tidy(self, staying: Callable[[Collection[str]], Awaitable[Collection[str]]]) -> int:
        """Delete guests who have been away for a month and never played, except those who stay; how many.

        The names of guests who have been away for a day are free for others, unless they stay. Which of them do is
        asked once; if that raises, nobody is deleted.
        """
        ...


class Accounts(Protocol):
    """Everything about people that tables need not know. What returns has been written to the disk."""

    @property
    def ties(self) -> Ties:
        """Friends and blocks."""
        ...

    @property
    def teams(self) -> Teams:
        """What people keep in their profiles."""
        ...

    async def register(self, person: str, name: str, password: str | None) -> Person:
        """A guest becomes an account under the same id; None to sign in by passkey only. Raises `NameTaken`."""
        ...

    async def log_in(self, name: str, password: str) -> Person | None:
        """Takes as long for a wrong name as for a wrong password."""
        ...

    async def has_password(self, person: str, password: str) -> bool: ...

    async def keeps_password(self, person: str) -> bool:
        """Whether there is one at all; guests, and accounts with passkeys only, have none."""
        ...

    async def set_password(self, person: str, password: str) -> None: ...

    async def open_session(self, person: str, label: str) -> str:
        """The token of a new browser session."""
        ...

    async def issue_token(self, person: str, label: str, scope: Scope) -> str:
        """A token for a program."""
        ...

    async def sign_ins(self, person: str) -> list[SignIn]: ...

    async def end_sign_in(self, person: str, key: str) -> bool:
        """Whether there was such a one."""
        ...

    async def end_sessions(self, person: str, but: str | None = None) -> None:
        """All browser sessions except one; tokens stay."""
        ...

    async def passkeys(self, person: str) -> list[Passkey]: ...

    async def passkey(self, credential: bytes) -> tuple[Passkey, Person] | None: ...

    async def add_passkey(self, person: str, passkey: Passkey) -> None: ...

    async def used_passkey(self, credential: bytes, count: int) -> None: ...

    async def remove_passkey(self, person: str, credential: bytes) -> bool:
        """Whether there was such a one. Raises `LastKey` where it is the only way in."""
        ...

    async def everything(self, person: str) -> dict[str, Any]:
        """Everything stored about one person, for that person."""
        ...

    async def forget(self, person: str) -> None:
        """Name, sessions, keys, chat: all but the opaque id in the log and the results."""
        ...

    # For administrators

    async def people(self, like: str, most: int) -> list[Person]:
        """Those whose name contains this, the last seen first."""
        ...

    async def appoint(self, person: str, kind: Kind, by: str | None = None) -> Person:
        """Raises `NotAdministrator` unless `by` is one at that very moment, and stays one: so there is always one."""
        ...

    async def ban(self, person: str, reason: str) -> None: ...

    async def unban(self, person: str) -> None: ...

    async def banned(self) -> list[tuple[Person, str]]: ...

    async def ban_of(self, person: str) -> str | None:
        """Why this person is banned; None if they are not."""
        ...

    async def new_claim(self) -> str:
        """The secret of a link that makes its first user an administrator; earlier ones no longer work."""
        ...

    async def is_claim(self, secret: str) -> bool:
        """Whether it works; asking does not use it up."""
        ...

    async def use_claim(self, secret: str) -> bool:
        """Whether it worked; it does once."""
        ...

    async def is_claimed(self) -> bool:
        """Whether there is an administrator."""
        ...

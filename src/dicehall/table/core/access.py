"""Who may do what: one table for every command, every message of the socket and every address of the hall.

A row is named as on the wire. Whoever has one of its roles may try; the state of a table may still refuse.
"""

from enum import Flag, auto
from functools import cache
from typing import Final

from dicehall.ports import Kind


class Role(Flag):
    """What somebody is: to the hall one of the last four, and to a table perhaps more."""

    HOST = auto()
    PLAYER = auto()
    """Has a occupant at the table."""
    SPECTATOR = auto()
    """Looks on without a occupant."""
    ACCOUNT = auto()
    GUEST = auto()
    NOBODY = auto()
    """Has not said a name."""
    ADMINISTRATOR = auto()


EVERYBODY: Final = ~Role(0)
NAMED: Final = EVERYBODY & ~Role.NOBODY
HOSTS: Final = Role.HOST | Role.ADMINISTRATOR
SEATED: Final = Role.PLAYER
GOERS: Final = Role.PLAYER | Role.HOST
PRESENT: Final = Role.HOST | Role.PLAYER | Role.SPECTATOR
ACCOUNTS: Final = Role.ACCOUNT | Role.ADMINISTRATOR
ADMINISTRATORS: Final = Role.ADMINISTRATOR

RIGHTS: Final[dict[str, Role]] = {
    # Commands at a table
    "sit": NAMED,
    "stand": SEATED,
    "leave": GOERS,
    "ready": SEATED,
    "unready": SEATED,
    "rematch": SEATED,
    "hurry": SEATED,
    "throw": SEATED,
    "move": SEATED,
    "return": SEATED,
    "decline": NAMED,
    "add_bot": HOSTS,
    "remove_bot": HOSTS,
    "start": HOSTS,
    "invite": HOSTS,
    "uninvite": HOSTS,
    "kick": HOSTS,
    "readmit": HOSTS,
    "lock": HOSTS,
    "unlock": HOSTS,
    "transfer": HOSTS,
    "configure": HOSTS,
    "mute": HOSTS,
    "unmute": HOSTS,
    "allow_talk": HOSTS,
    "forbid_talk": HOSTS,
    "help": HOSTS,
    "stop": HOSTS,
    "reset": HOSTS,
    "reset_score": HOSTS,
    "close": HOSTS,
    # Messages of the socket
    "enter_hall": EVERYBODY,
    "exit_hall": EVERYBODY,
    "watch": EVERYBODY,
    "unwatch": EVERYBODY,
    "ping": EVERYBODY,
    "open": NAMED,
    "quick": NAMED,
    "act": NAMED,
    "say": PRESENT,
    # Pages
    "GET /": EVERYBODY,
    "GET /t": EVERYBODY,
    "GET /t/{code:str}": EVERYBODY,
    "GET /rules": EVERYBODY,
    "GET /rules/{game:str}": EVERYBODY,
    "GET /leaderboard": EVERYBODY,
    "GET /account": EVERYBODY,
    "GET /assets/{file:str}": EVERYBODY,
    "GET /dice": EVERYBODY,
    "GET /people/{person:str}": EVERYBODY,
    "GET /claim/{secret:str}": EVERYBODY,
    "GET /static/{file:str}": EVERYBODY,
    "GET /docs": EVERYBODY,
    "GET /docs/{path:str}": EVERYBODY,
    "GET /docs/openapi.json": EVERYBODY,
    "GET /avatars/{name:path}": EVERYBODY,
    # Coming in and going
    "POST /api/guests": EVERYBODY,
    "POST /api/accounts": EVERYBODY,
    "POST /api/sessions": EVERYBODY,
    "DELETE /api/sessions": NAMED,
    "POST /api/passkeys/log-in": EVERYBODY,
    "PUT /api/passkeys/log-in": EVERYBODY,
    "POST /api/passkeys/registration": EVERYBODY,
    "PUT /api/passkeys/registration": EVERYBODY,
    "POST /api/claim": EVERYBODY,
    # Oneself
    "GET /api/me": NAMED,
    "PATCH /api/me": NAMED,
    "DELETE /api/me": NAMED,
    "GET /api/me/export": NAMED,
    "GET /api/me/invitations": NAMED,
    "PUT /api/me/password": ACCOUNTS,
    "GET /api/me/doors": NAMED,
    "DELETE /api/me/doors": NAMED,
    "DELETE /api/me/doors/{key:str}": NAMED,
    "POST /api/me/tokens": ACCOUNTS,
    "GET /api/me/passkeys": ACCOUNTS,
    "DELETE /api/me/passkeys/{key:str}": ACCOUNTS,
    # Everybody's
    "GET /api/games": EVERYBODY,
    "GET /api/games/{name:str}/words": EVERYBODY,
    "GET /api/games/{name:str}/rules": EVERYBODY,
    "GET /api/tables": EVERYBODY,
    "GET /api/tables/{code:str}": EVERYBODY,
    "GET /api/tables/{code:str}/qr": EVERYBODY,
    "GET /api/tables/{code:str}/games/{number:int}": EVERYBODY,
    "GET /api/leaderboard": EVERYBODY,
    "GET /api/people/{person:str}": EVERYBODY,
    "GET /api/people/{person:str}/games": EVERYBODY,
    "GET /api/dice": EVERYBODY,
    "GET /ws": EVERYBODY,
    "GET /healthz": EVERYBODY,
    "GET /readyz": EVERYBODY,
    "GET /metrics": EVERYBODY,
    # Who runs the hall
    "GET /api/admin/people": ADMINISTRATORS,
    "PATCH /api/admin/people/{person:str}": ADMINISTRATORS,
    "GET /api/admin/tables": ADMINISTRATORS,
    "DELETE /api/admin/tables/{code:str}": ADMINISTRATORS,
    "GET /api/admin/bans": ADMINISTRATORS,
    "POST /api/admin/bans": ADMINISTRATORS,
    "DELETE /api/admin/bans/{person:str}": ADMINISTRATORS,
    "POST /api/admin/reset": ADMINISTRATORS,
    "GET /api/admin/audit": ADMINISTRATORS,
}

REFUSALS: Final[dict[Role, tuple[str, str]]] = {
    NAMED: ("no_name", "Say who you are first: POST /api/guests with a name, then use the cookie it gives you."),
    HOSTS: ("not_host", "Only the host of the table may do that."),
    SEATED: ("not_seated", "You do not sit at this table: you may watch, or sit down between games."),
    GOERS: ("not_seated", "You do not sit at this table; there is nothing to give up."),
    PRESENT: ("not_here", "You do not look at this table; watch it first."),
    ACCOUNTS: ("no_account", "Only accounts may do that: POST /api/accounts makes one of you, with all that you have."),
    ADMINISTRATORS: ("not_administrator", "Only administrators of this hall may do that."),
}
"""Why not, by who may: a word for programs and a sentence for people."""

KINDS: Final[dict[Kind | None, Role]] = {
    None: Role.NOBODY,
    "guest": Role.GUEST,
    "account": Role.ACCOUNT,
    "administrator": Role.ADMINISTRATOR,
}


def may(deed: str, roles: Role) -> bool:
    return bool(RIGHTS[deed] & roles)


@cache
def barred(deed: str, kind: Kind | None) -> tuple[str, str] | None:
    """Why somebody of this kind need not try, whatever they may be to a table; every message asks this."""
    return None if may(deed, KINDS[kind] | PRESENT) else REFUSALS[RIGHTS[deed]]

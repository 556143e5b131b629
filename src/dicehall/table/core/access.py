"""Who may do what at a table: the roles, and one row for every command.

A row is named as on the wire. Anyone with one of its roles may try; the state of the table may still refuse.
"""

from enum import Flag, auto
from typing import Final

from dicehall.ports import Kind


class Role(Flag):
    """What a person is: to the hall one of the last four, and to a table perhaps more."""

    HOST = auto()
    PLAYER = auto()
    """Has a seat at the table."""
    SPECTATOR = auto()
    """Watches without a seat."""
    ACCOUNT = auto()
    GUEST = auto()
    NOBODY = auto()
    """Has not given a name."""
    ADMINISTRATOR = auto()


EVERYBODY: Final = ~Role(0)
NAMED: Final = EVERYBODY & ~Role.NOBODY
HOSTS: Final = Role.HOST | Role.ADMINISTRATOR
SEATED: Final = Role.PLAYER
GOERS: Final = Role.PLAYER | Role.HOST

RIGHTS: Final[dict[str, Role]] = {
    "sit": NAMED,
    "stand": SEATED,
    "leave": GOERS,
    "ready": SEATED,
    "unready": SEATED,
    "rematch": SEATED,
    "hurry": SEATED,
    "agree_reset": GOERS,
    "throw": SEATED,
    "move": SEATED,
    "return": SEATED,
    "decline": NAMED,
    "team": SEATED,
    "add_bot": HOSTS,
    "remove_bot": HOSTS,
    "start": HOSTS,
    "invite": HOSTS,
    "uninvite": HOSTS,
    "kick": HOSTS,
    "readmit": HOSTS,
    "let_in": HOSTS,
    "lock": HOSTS,
    "unlock": HOSTS,
    "transfer": HOSTS,
    "configure": HOSTS,
    "mute": HOSTS,
    "unmute": HOSTS,
    "allow_talk": HOSTS,
    "forbid_talk": HOSTS,
    "allow_reactions": HOSTS,
    "forbid_reactions": HOSTS,
    "allow_knocks": HOSTS,
    "forbid_knocks": HOSTS,
    "allow_predictions": HOSTS,
    "forbid_predictions": HOSTS,
    "help": HOSTS,
    "team_of": HOSTS,
    "stop": HOSTS,
    "reset": HOSTS,
    "reset_score": HOSTS,
    "close": HOSTS,
    "open": NAMED,
}

REFUSALS: Final[dict[Role, tuple[str, str]]] = {
    NAMED: ("no_name", "Say who you are first: POST /api/guests with a name, then use the cookie it gives you."),
    HOSTS: ("not_host", "Only the host of the table may do that."),
    SEATED: ("not_seated", "You do not sit at this table: you may watch, or sit down between games."),
    GOERS: ("not_seated", "You do not sit at this table; there is nothing to give up."),
}
"""Why not, by who may: a reason for programs and a sentence for people."""

KINDS: Final[dict[Kind | None, Role]] = {
    None: Role.NOBODY,
    "guest": Role.GUEST,
    "account": Role.ACCOUNT,
    "administrator": Role.ADMINISTRATOR,
}


def may(command: str, roles: Role) -> bool:
    return bool(RIGHTS[command] & roles)

"""Who may do what beyond a table's commands: one row for every message of the socket and every HTTP route.

A row is named as on the wire. A message or a route without a row is a mistake that keeps the hall from starting.
"""

from functools import cache
from typing import Final

from dicehall.ports import Kind
from dicehall.table.core.access import EVERYBODY, KINDS, NAMED, RIGHTS, Role
from dicehall.table.core.access import REFUSALS as AT_A_TABLE

PRESENT: Final = Role.HOST | Role.PLAYER | Role.SPECTATOR
ACCOUNTS: Final = Role.ACCOUNT | Role.ADMINISTRATOR
ADMINISTRATORS: Final = Role.ADMINISTRATOR

MESSAGES: Final[dict[str, Role]] = {
    "enter_hall": EVERYBODY,
    "exit_hall": EVERYBODY,
    "watch": EVERYBODY,
    "unwatch": EVERYBODY,
    "ping": EVERYBODY,
    "open": RIGHTS["open"],
    "quick": NAMED,
    "act": NAMED,
    "say": PRESENT,
    "react": PRESENT,
    "odds": PRESENT,
    "predict": PRESENT,
    "create_tournament": ACCOUNTS,
    "follow": EVERYBODY,
    "unfollow": EVERYBODY,
    "act_in": NAMED,
}

ROUTES: Final[dict[str, Role]] = {
    # Views of the page, and its files
    "GET /": EVERYBODY,
    "GET /t": EVERYBODY,
    "GET /t/{code:str}": EVERYBODY,
    "GET /rules": EVERYBODY,
    "GET /rules/{game:str}": EVERYBODY,
    "GET /leaderboard": EVERYBODY,
    "GET /account": EVERYBODY,
    "GET /night": EVERYBODY,
    "GET /nights": EVERYBODY,
    "GET /assets/{file:str}": EVERYBODY,
    "GET /dice": EVERYBODY,
    "GET /people": EVERYBODY,
    "GET /tournaments": EVERYBODY,
    "GET /tournaments/new": EVERYBODY,
    "GET /tournament": EVERYBODY,
    "GET /tournament/{code:str}": EVERYBODY,
    "GET /people/{person:str}": EVERYBODY,
    "GET /claim/{secret:str}": EVERYBODY,
    "GET /docs": EVERYBODY,
    "GET /docs/style.css": EVERYBODY,
    "GET /docs/{path:str}": EVERYBODY,
    "GET /docs/openapi.json": EVERYBODY,
    "GET /avatars/{name:path}": EVERYBODY,
    # Signing in and out
    "POST /api/guests": EVERYBODY,
    "POST /api/accounts": EVERYBODY,
    "POST /api/sessions": EVERYBODY,
    "DELETE /api/sessions": NAMED,
    "POST /api/passkeys/log-in": EVERYBODY,
    "PUT /api/passkeys/log-in": EVERYBODY,
    "POST /api/passkeys/registration": EVERYBODY,
    "PUT /api/passkeys/registration": EVERYBODY,
    "POST /api/passkeys/confirmation": ACCOUNTS,
    "PUT /api/passkeys/confirmation": ACCOUNTS,
    "GET /api/claim/{secret:str}": EVERYBODY,
    "POST /api/claim": EVERYBODY,
    # Your own account
    "GET /api/me": NAMED,
    "PATCH /api/me": NAMED,
    "DELETE /api/me": NAMED,
    "GET /api/me/export": NAMED,
    "GET /api/me/invitations": NAMED,
    "GET /api/me/predictions": NAMED,
    "GET /api/me/opponents": NAMED,
    "GET /api/me/people/{person:str}": NAMED,
    "GET /api/me/friends": ACCOUNTS,
    "PUT /api/me/friends/{person:str}": ACCOUNTS,
    "DELETE /api/me/friends/{person:str}": ACCOUNTS,
    "GET /api/me/team": NAMED,
    "PUT /api/me/team": NAMED,
    "DELETE /api/me/team": NAMED,
    "GET /api/me/blocks": NAMED,
    "PUT /api/me/blocks/{person:str}": NAMED,
    "DELETE /api/me/blocks/{person:str}": NAMED,
    "PUT /api/me/password": ACCOUNTS,
    "GET /api/me/sign-ins": NAMED,
    "DELETE /api/me/sign-ins": NAMED,
    "DELETE /api/me/sign-ins/{key:str}": NAMED,
    "POST /api/me/tokens": ACCOUNTS,
    "POST /api/me/confirmation": ACCOUNTS,
    "GET /api/me/passkeys": ACCOUNTS,
    "DELETE /api/me/passkeys/{key:str}": ACCOUNTS,
    # For everyone
    "GET /api/games": EVERYBODY,
    "GET /api/characters": EVERYBODY,
    "GET /api/games/{name:str}/words": EVERYBODY,
    "GET /api/games/{name:str}/rules": EVERYBODY,
    "GET /api/tables": EVERYBODY,
    "GET /api/tables/{code:str}": EVERYBODY,
    "GET /api/tables/{code:str}/qr": EVERYBODY,
    "GET /api/tables/{code:str}/games/{number:int}": EVERYBODY,
    "GET /api/tables/{code:str}/odds": EVERYBODY,
    "GET /api/tournaments": EVERYBODY,
    "GET /api/tournaments/{code:str}": EVERYBODY,
    "GET /api/tournaments/{code:str}/qr": EVERYBODY,
    "GET /api/tournaments/{code:str}/results.csv": EVERYBODY,
    "GET /api/tournaments/{code:str}/results.json": EVERYBODY,
    "GET /api/leaderboard": EVERYBODY,
    "GET /api/predictors": EVERYBODY,
    "GET /api/people/{person:str}": EVERYBODY,
    "GET /api/people/{person:str}/games": EVERYBODY,
    "GET /api/dice": EVERYBODY,
    "GET /api/log": EVERYBODY,
    "GET /api/nights": EVERYBODY,
    "GET /api/nights.ics": EVERYBODY,
    "GET /api/nights/shared/{text:str}": EVERYBODY,
    "POST /api/nights/{key:str}/open": NAMED,
    # Hosts keep themes
    "POST /api/nights": ACCOUNTS,
    "PUT /api/nights/{key:str}": ACCOUNTS,
    "DELETE /api/nights/{key:str}": ACCOUNTS,
    "GET /ws": EVERYBODY,
    "GET /healthz": EVERYBODY,
    "GET /readyz": EVERYBODY,
    # For administrators
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

CONFIRMED: Final = frozenset(
    (
        "PATCH /api/admin/people/{person:str}",
        "DELETE /api/admin/tables/{code:str}",
        "POST /api/admin/bans",
        "POST /api/admin/reset",
        # A key that a stranger adds would confirm everything else.
        "POST /api/passkeys/registration",
        "PUT /api/passkeys/registration",
        "DELETE /api/me/passkeys/{key:str}",
    )
)
"""What administrators do only after they have proved again who they are."""

CONFIRMED_COMMANDS: Final = frozenset(("close", "kick", "reset", "reset_score", "stop"))
"""The same at tables of others, over the socket."""

REFUSALS: Final[dict[Role, tuple[str, str]]] = {
    **AT_A_TABLE,
    PRESENT: ("not_here", "You are not watching this table; watch it first."),
    ACCOUNTS: ("no_account", "Only accounts may do that: POST /api/accounts turns you into one, with all you have."),
    ADMINISTRATORS: ("not_administrator", "Only administrators of this hall may do that."),
}
"""Why not, by who may: a reason for programs and a sentence for people."""


@cache
def message_refusal(message: str, kind: Kind | None) -> tuple[str, str] | None:
    """Why a person of this kind need not try, whatever their role at a table; every message asks this."""
    allowed = MESSAGES[message]
    return None if allowed & (KINDS[kind] | PRESENT) else REFUSALS[allowed]


def route_refusal(route: str, kind: Kind | None) -> tuple[str, str] | None:
    """Why a person of this kind may not use a route; None if they may."""
    allowed = ROUTES[route]
    return None if allowed & KINDS[kind] else REFUSALS[allowed]

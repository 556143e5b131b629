"""The one guard of all addresses: from where somebody asks, who they are, and whether the table of rights lets them."""

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from litestar import Litestar
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.handlers import BaseRouteHandler
from litestar.routes import HTTPRoute

from dicehall.ports import Person, Session
from dicehall.server.bounds.login_throttle import Throttle
from dicehall.server.house import House, bearer
from dicehall.server.web.origins import allowed_origin, elsewhere, is_embedded_elsewhere
from dicehall.server.web.problems import Problem
from dicehall.table.core.access import KINDS, NAMED, REFUSALS, RIGHTS, Role
from dicehall.table.core.events import Who
from dicehall.table.live.table import Live

Asked: TypeAlias = ASGIConnection[Any, Any, Any, State]

SAFE: Final = frozenset(("GET", "HEAD", "OPTIONS"))

ALSO_WHEN_BANNED: Final = frozenset(
    (
        *("DELETE /api/sessions", "DELETE /api/me", "GET /api/me/export"),
        *("GET /static/{file:str}", "GET /assets/{file:str}"),
    )
)
"""Going is open to everybody, and so is taking along, or having forgotten, what the hall keeps about oneself; and a
page that is open already may load what it needs to say so."""

FOR_TOKENS: Final = frozenset(("GET /api/me", "GET /api/me/invitations"))
"""What a program may see of its person's own affairs."""

NOT_FOR_TOKENS: Final = (
    "Tokens are for playing and looking. The account itself, and the hall, are managed in a browser that is logged in."
)
BAD_TOKEN: Final = "This token is not known here; it may have been revoked. Tokens are made at /account of the hall."
NOT_JSON: Final = "Send JSON, and say so: Content-Type: application/json."


# For handlers


def house_of(request: Asked) -> House:
    house: House = request.app.state["house"]
    return house


def session_of(request: Asked) -> Session | None:
    """Whoever asks; None for who has no name."""
    session: Session | None = request.scope.get("auth")
    return session


def mine(request: Asked) -> Session:
    session = session_of(request)
    if session is None:
        raise Problem(401, *REFUSALS[NAMED])
    return session


def me(request: Asked) -> Person:
    return mine(request).person


def throttle_of(request: Asked) -> Throttle:
    throttle: Throttle = request.app.state["throttle"]
    return throttle


def address_of(request: Asked) -> str:
    """Where the request comes from, also through a proxy that the host trusts."""
    peer = "" if request.client is None else request.client.host
    return house_of(request).visitors.address(peer, request.headers.get("x-forwarded-for", ""))


def who_asks(request: Asked) -> Who | None:
    session = session_of(request)
    return None if session is None else session.person.id


def refuse_embedding(request: Asked) -> None:
    """Pages of others must not use up what an address may guess, nor learn which tables there are."""
    if is_embedded_elsewhere(request.headers):
        raise Problem(403, "elsewhere", elsewhere(request.headers, house_of(request).url))


def find_table(request: Asked, code: str) -> Live:
    refuse_embedding(request)
    house = house_of(request)
    return house.visitors.find(house.hall, code, address_of(request), who_asks(request))


# The guard


def guard(request: Asked, _handler: BaseRouteHandler) -> None:
    """Before anything of the body is read."""
    method = str(request.scope.get("method"))
    if method == "OPTIONS":
        return  # answered by the framework with the methods that there are
    house = house_of(request)
    if method not in SAFE:
        if not allowed_origin(request.headers, house.url):
            raise Problem(403, "elsewhere", elsewhere(request.headers, house.url))
        if has_body(request.headers) and not is_json(request.headers):
            raise Problem(415, "not_json", NOT_JSON)
    session = house.session(request.headers)
    if session is None and bearer(request.headers) is not None:
        raise Problem(401, "bad_token", BAD_TOKEN, {"WWW-Authenticate": "Bearer"})
    deed: str = request.app.state["deeds"][method, request.scope["path_template"]]
    admit(deed, session)
    request.scope["auth"] = session


def admit(deed: str, session: Session | None) -> None:
    """Whether this session may do this; raises the refusal."""
    if session is not None and session.banned is not None and deed not in ALSO_WHEN_BANNED:
        raise Problem(403, "banned", banned(session.banned))
    if session is not None and session.scope != "everything" and not is_for_tokens(deed):
        raise Problem(403, "token", NOT_FOR_TOKENS)
    role = KINDS[None if session is None else session.person.kind]
    allowed = RIGHTS[deed]
    if not allowed & role:
        raise Problem(401 if role is Role.NOBODY else 403, *REFUSALS[allowed])


def banned(reason: str) -> str:
    """What somebody is told who may not come in, wherever they try."""
    return f"You are banned from this hall: {reason}"


def is_for_tokens(deed: str) -> bool:
    """Whoever plays with a token does so over the socket: over HTTP there is nothing for it but to look."""
    method, _, path = deed.partition(" ")
    if path.startswith(("/api/me", "/api/admin")):
        return deed in FOR_TOKENS
    return method in SAFE


def has_body(headers: Mapping[str, str]) -> bool:
    return headers.get("content-length", "0") != "0" or "transfer-encoding" in headers


def is_json(headers: Mapping[str, str]) -> bool:
    """Forms of other pages cannot say so."""
    return headers.get("content-type", "").partition(";")[0].strip().lower() == "application/json"


def deeds(app: Litestar) -> dict[tuple[str, str], str]:
    """The row of the table of rights for every address that is served; one that has none keeps the hall closed."""
    found: dict[tuple[str, str], str] = {
        (str(method), route.path_format or "/"): f"{method} {route.path}"
        for route in app.routes
        if isinstance(route, HTTPRoute)
        for method in route.methods
        if method != "OPTIONS"
    }
    if unknown := sorted(set(found.values()) - RIGHTS.keys()):
        raise LookupError(f"nobody has said in table/access.py who may ask for {', '.join(unknown)}")
    return found

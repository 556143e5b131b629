"""The one guard of all routes: where a request comes from, who is asking, and whether the table of rights lets them."""

from collections.abc import Mapping
from typing import Final

from litestar import Litestar
from litestar.handlers import BaseRouteHandler
from litestar.routes import HTTPRoute

from dicehall.ports import People, Person, Session
from dicehall.server.bounds.confirmations import Confirmations, digest
from dicehall.server.bounds.rights import CONFIRMED, ROUTES, route_refusal
from dicehall.server.services.asking import Connection
from dicehall.server.services.people import banned
from dicehall.server.services.problems import Problem
from dicehall.server.services.sessions import bearer, cookie_token, session_by
from dicehall.server.web.origins import allowed_host, allowed_origin, elsewhere, misdirected

MONITORED: Final = ("/healthz", "/readyz")
"""What looks after a hall asks by whatever address it knows."""
SAFE: Final = frozenset(("GET", "HEAD", "OPTIONS"))

ALSO_WHEN_BANNED: Final = frozenset(
    ("DELETE /api/sessions", "DELETE /api/me", "GET /api/me/export", "GET /assets/{file:str}")
)
"""Anyone may leave, and take along or delete what the hall stores about them; and a page that is open already may load
what it needs to say so."""

FOR_TOKENS: Final = frozenset(("GET /api/me", "GET /api/me/invitations", "GET /api/me/opponents"))
"""What a program may see of its owner's account."""

NOT_FOR_TOKENS: Final = (
    "Access tokens are for playing and watching. To manage your account or the hall, sign in with a browser."
)
BAD_TOKEN: Final = "This access token is unknown here; it may have been revoked. Create tokens at /account of the hall."
NOT_JSON: Final = "Send JSON, and say so: Content-Type: application/json."


class Guard:
    """Stands before every handler, before any of the body is read."""

    def __init__(self, people: People, url: str, only_at: str | None, confirmations: Confirmations) -> None:
        self._people = people
        self._url = url
        self._only_at = only_at
        self._confirmations = confirmations
        self.routes: dict[tuple[str, str], str] = {}
        """By method and path, the row of the table of rights: see `routes_of`."""

    async def admit(self, request: Connection, _handler: BaseRouteHandler) -> None:
        method = str(request.scope.get("method"))
        host = request.headers.get("host", "")
        if not allowed_host(host, self._only_at) and request.scope["path"] not in MONITORED:
            raise Problem(421, "elsewhere", misdirected(host, self._only_at or ""))
        if method == "OPTIONS":
            return  # answered by the framework with the methods that there are
        if method not in SAFE:
            if not allowed_origin(request.headers, self._url):
                raise Problem(403, "elsewhere", elsewhere(request.headers, self._url))
            if has_body(request.headers) and not is_json(request.headers):
                raise Problem(415, "not_json", NOT_JSON)
        session = await session_by(self._people, request.headers)
        if session is None and bearer(request.headers) is not None:
            raise Problem(401, "bad_token", BAD_TOKEN, {"WWW-Authenticate": "Bearer"})
        route = self.routes[method, request.scope["path_template"]]
        check(route, session)
        if route in CONFIRMED and session is not None and session.person.kind == "administrator":
            await self._require_proof(session.person, request.headers)
        request.scope["auth"] = session

    async def _require_proof(self, person: Person, headers: Mapping[str, str]) -> None:
        if why := await self._confirmations.refusal(person, digest(cookie_token(headers))):
            raise Problem(403, *why)


def check(route: str, session: Session | None) -> None:
    """Whether this session may use this route; raises the refusal."""
    if session is not None and session.banned is not None and route not in ALSO_WHEN_BANNED:
        raise Problem(403, "banned", banned(session.banned))
    if session is not None and session.scope != "everything" and not is_for_tokens(route):
        raise Problem(403, "token", NOT_FOR_TOKENS)
    if (why := route_refusal(route, None if session is None else session.person.kind)) is not None:
        raise Problem(401 if session is None else 403, *why)


def is_for_tokens(route: str) -> bool:
    """Programs play over the socket: over HTTP a token may only read."""
    method, _, path = route.partition(" ")
    if path.startswith(("/api/me", "/api/admin")):
        return route in FOR_TOKENS
    return method in SAFE


def has_body(headers: Mapping[str, str]) -> bool:
    return headers.get("content-length", "0") != "0" or "transfer-encoding" in headers


def routes_of(app: Litestar) -> dict[tuple[str, str], str]:
    """The row in the table of rights of every route that is served; a route without one keeps the hall closed."""
    found: dict[tuple[str, str], str] = {
        (str(method), route.path_format or "/"): f"{method} {route.path}"
        for route in app.routes
        if isinstance(route, HTTPRoute)
        for method in route.methods
        if method != "OPTIONS"
    }
    if unknown := sorted(set(found.values()) - ROUTES.keys()):
        raise LookupError(f"bounds/rights.py does not say who may use {', '.join(unknown)}")
    return found


def is_json(headers: Mapping[str, str]) -> bool:
    """Forms on other sites cannot say so."""
    return headers.get("content-type", "").partition(";")[0].strip().lower() == "application/json"

"""Who is asking, and from where."""

from typing import Any, TypeAlias

from litestar.connection import ASGIConnection, Request
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler

from dicehall.ports import Person, Session
from dicehall.server.bounds.rights import REFUSALS
from dicehall.server.bounds.visitors import Visitors
from dicehall.server.services.problems import Problem
from dicehall.table.core.access import NAMED
from dicehall.table.core.events import Who

HttpRequest: TypeAlias = Request[Any, Any, State]
Connection: TypeAlias = ASGIConnection[Any, Any, Any, State]
Handlers: TypeAlias = tuple[HTTPRouteHandler, ...]
"""Each module of routes makes its own, from the parts of the hall that they need."""


def session_of(request: Connection) -> Session | None:
    """As the guard has found it; None for visitors without a name."""
    session: Session | None = request.scope.get("auth")
    return session


def own_session(request: Connection) -> Session:
    """The same; visitors without a name are refused."""
    session = session_of(request)
    if session is None:
        raise Problem(401, *REFUSALS[NAMED])
    return session


def asker(request: Connection) -> Person:
    return own_session(request).person


def asker_id(request: Connection) -> Who | None:
    session = session_of(request)
    return None if session is None else session.person.id


def address_of(request: Connection, visitors: Visitors) -> str:
    """Where the request comes from, also through a proxy that the operator trusts."""
    peer = "" if request.client is None else request.client.host
    return visitors.address(peer, request.headers.get("x-forwarded-for", ""))

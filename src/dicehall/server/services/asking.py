"""Who is asking and from where, and how a handler is handed what it needs: it names each part, and gets no more."""

from collections.abc import Mapping
from typing import Any, Final, TypeAlias, TypeVar

from litestar.connection import ASGIConnection, Request
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.params import SkipValidation

from dicehall.ports import Person, Session
from dicehall.server.bounds.rights import REFUSALS
from dicehall.server.bounds.visitors import Visitors
from dicehall.server.services.problems import Problem
from dicehall.table.core.access import NAMED

T = TypeVar("T")
Given: TypeAlias = NamedDependency[SkipValidation[T]]
"""A part of the hall that the application provides under the name of the parameter."""
HttpRequest: TypeAlias = Request[Any, Any, State]
Connection: TypeAlias = ASGIConnection[Any, Any, Any, State]


def session_of(request: Connection) -> Session | None:
    """As the guard has found it; None for visitors without a name."""
    session: Session | None = request.scope.get("auth")
    return session


def known(session: Session | None) -> Session:
    """The same; visitors without a name are refused."""
    if session is None:
        raise Problem(401, *REFUSALS[NAMED])
    return session


def address_of(request: Connection, visitors: Visitors) -> str:
    """Where the request comes from, also through a proxy that the operator trusts."""
    peer = "" if request.client is None else request.client.host
    return visitors.address(peer, request.headers.get("x-forwarded-for", ""))


def given(part: object) -> Provide:
    """The same part for every request."""
    return Provide(lambda: part, sync_to_thread=False)


def _session(request: HttpRequest) -> Session | None:
    return session_of(request)


def _mine(request: HttpRequest) -> Session:
    return known(session_of(request))


def _me(request: HttpRequest) -> Person:
    return _mine(request).person


def _address(request: HttpRequest, visitors: Given[Visitors]) -> str:
    return address_of(request, visitors)


PER_REQUEST: Final[Mapping[str, Provide]] = {
    "session": Provide(_session, sync_to_thread=False),
    "mine": Provide(_mine, sync_to_thread=False),
    "me": Provide(_me, sync_to_thread=False),
    "address": Provide(_address, sync_to_thread=False),
}
"""What differs from request to request: the asker's session or None, their session, their person, their address."""

"""What is said when something is wrong: a status, a word for programs and a sentence for people."""

import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from litestar import MediaType, Request, Response
from litestar.datastructures import State
from litestar.exceptions import HTTPException, ValidationException
from litestar.types import ExceptionHandlersMap

from dicehall.ports import JournalError, NameTaken
from dicehall.rules.errors import RulesError
from dicehall.rules.wording import sentence, visible
from dicehall.server.bounds.visitors import TooMany
from dicehall.server.web import pages
from dicehall.table.live.hall import NoTable

log = logging.getLogger("dicehall.server")

REASONS = {
    400: "bad_request",
    401: "no_name",
    403: "forbidden",
    404: "not_found",
    405: "wrong_method",
    413: "too_large",
    415: "not_json",
    429: "too_many",
    500: "failed",
    503: "unwritable",
}
"""The word where nothing better is known."""

FAILED = "The hall has failed at this, and has written down why. Nothing may have happened; look before you try again."
NO_ADDRESS = "There is nothing at this address."
"""The address itself is never repeated: it may hold anything."""


class Problem(Exception):
    """Raised wherever a request cannot be carried out; its text is fit to be shown."""

    def __init__(self, status: int, reason: str, detail: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(detail)
        self.status = status
        self.reason = reason
        self.detail = detail
        self.headers = dict(headers or {})


def answer(request: Request[Any, Any, State], problem: Problem) -> Response[Any]:
    """As JSON, or as a page to people who have followed a link."""
    if wants_page(request):
        page = pages.nothing_here(problem.detail)
        return Response(page, status_code=problem.status, media_type=MediaType.HTML, headers=problem.headers)
    body = {"status_code": problem.status, "detail": problem.detail, "reason": problem.reason}
    return Response(body, status_code=problem.status, media_type=MediaType.JSON, headers=problem.headers)


def wants_page(request: Request[Any, Any, State]) -> bool:
    """Where there is a page, and where a browser has lost its way; below /api it is programs that ask."""
    handler = request.scope.get("route_handler")
    if getattr(handler, "media_type", None) == MediaType.HTML:
        return True
    return not request.scope["path"].startswith("/api/") and "text/html" in request.headers.get("accept", "")


def no_table(request: Request[Any, Any, State], error: NoTable) -> Response[Any]:
    return answer(request, Problem(404, "no_table", str(error)))


def name_taken(request: Request[Any, Any, State], error: NameTaken) -> Response[Any]:
    return answer(request, Problem(409, "name_taken", sentence(error)))


def against_the_rules(request: Request[Any, Any, State], error: RulesError) -> Response[Any]:
    return answer(request, Problem(400, "bad_request", sentence(error)))


def too_many(request: Request[Any, Any, State], limit: TooMany) -> Response[Any]:
    return answer(request, Problem(limit.status, limit.reason, limit.detail, limit.headers))


def unwritable(request: Request[Any, Any, State], error: JournalError) -> Response[Any]:
    return answer(request, Problem(503, "unwritable", str(error)))


def too_deep(request: Request[Any, Any, State], _error: RecursionError) -> Response[Any]:
    return answer(request, Problem(400, "bad_request", "The body is nested too deeply."))


def refused_by_litestar(request: Request[Any, Any, State], error: HTTPException) -> Response[Any]:
    """Unknown addresses, wrong methods, bodies that do not fit."""
    detail = visible(error.detail or str(error), 1000)
    if error.detail == HTTPStatus.NOT_FOUND.phrase:
        detail = NO_ADDRESS
        built = request.app.state["page"]
        if built is not None and wants_page(request):  # which knows itself that this is none of its places
            return Response(built.document.body, status_code=error.status_code, media_type=MediaType.HTML)
    if isinstance(error, ValidationException):
        detail = _what_does_not_fit(error)
    reason = REASONS.get(error.status_code, "bad_request")
    return answer(request, Problem(error.status_code, reason, detail, error.headers))


def _what_does_not_fit(error: ValidationException) -> str:
    """The field and what it takes, as msgspec says it."""
    told = error.extra if isinstance(error.extra, list) else []
    faults = "; ".join(
        f"{each['key']}: {each['message']}" if each.get("key", "data") != "data" else str(each.get("message"))
        for each in told
    )
    return visible(f"What was sent does not fit. {faults or error.detail}", 1000)


def failed(request: Request[Any, Any, State], error: Exception) -> Response[Any]:
    log.error("%s %s failed", request.method, request.scope.get("path_template", ""), exc_info=error)
    return answer(request, Problem(500, "failed", FAILED))


HANDLERS: ExceptionHandlersMap = {
    Problem: answer,
    NoTable: no_table,
    NameTaken: name_taken,
    RulesError: against_the_rules,
    TooMany: too_many,
    JournalError: unwritable,
    RecursionError: too_deep,
    HTTPException: refused_by_litestar,
    Exception: failed,
}

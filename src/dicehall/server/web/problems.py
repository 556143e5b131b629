"""How problems are answered: as JSON, or as a few lines of HTML to people who have followed a link."""

import logging
from collections.abc import Callable
from html import escape
from http import HTTPStatus
from typing import Any

from litestar import MediaType, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.types import ExceptionHandlersMap

from dicehall.evenings.live.tournaments import NoTournament
from dicehall.ports import JournalError, NameTaken, Uncertain
from dicehall.rules.errors import RulesError
from dicehall.rules.wording import sentence, visible
from dicehall.server.bounds.visitors import TooMany
from dicehall.server.services.asking import HttpRequest
from dicehall.server.services.problems import Problem
from dicehall.server.web.cached import Cached
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
"""The reason where nothing better is known."""

FAILED = "Something went wrong in the hall; the reason is in its log. Check what has happened before you try again."
NO_ADDRESS = "There is nothing at this address."
"""The address itself is never repeated: it may hold anything."""


def answer(request: HttpRequest, problem: Problem) -> Response[Any]:
    """As JSON, or as a few lines of HTML to people who have followed a link."""
    if wants_page(request):
        text = plain_page(problem.detail)
        return Response(text, status_code=problem.status, media_type=MediaType.HTML, headers=problem.headers)
    body = {"status_code": problem.status, "detail": problem.detail, "reason": problem.reason}
    return Response(body, status_code=problem.status, media_type=MediaType.JSON, headers=problem.headers)


def plain_page(sentence: str) -> str:
    """Where the page itself cannot be: it is not built, or must not be shown."""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Dicehall</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"></head>'
        f'<body><h1>Dicehall</h1><p>{escape(sentence)}</p><p><a href="/">Go to the hall</a></p></body></html>'
    )


def wants_page(request: HttpRequest) -> bool:
    """At the addresses of the page, and where a browser asks for one that is not there; /api is for programs."""
    handler = request.scope.get("route_handler")
    if getattr(handler, "media_type", None) == MediaType.HTML:
        return True
    return not request.scope["path"].startswith("/api/") and "text/html" in request.headers.get("accept", "")


def refused_by_litestar(
    document: Cached | None,
) -> Callable[[HttpRequest, HTTPException], Response[Any]]:
    """Unknown addresses, wrong methods, bodies that do not fit."""

    def refused(request: HttpRequest, error: HTTPException) -> Response[Any]:
        detail = visible(error.detail or str(error), 1000)
        if error.detail == HTTPStatus.NOT_FOUND.phrase:
            detail = NO_ADDRESS
            if document is not None and wants_page(request):  # the page knows that this is none of its views
                return Response(document.body, status_code=error.status_code, media_type=MediaType.HTML)
        if isinstance(error, ValidationException):
            detail = _what_does_not_fit(error)
        reason = REASONS.get(error.status_code, "bad_request")
        return answer(request, Problem(error.status_code, reason, detail, error.headers))

    return refused


def _what_does_not_fit(error: ValidationException) -> str:
    """The field and what it takes, as msgspec says it."""
    told = error.extra if isinstance(error.extra, list) else []
    faults = "; ".join(
        f"{each['key']}: {each['message']}" if each.get("key", "data") != "data" else str(each.get("message"))
        for each in told
    )
    return visible(f"What was sent does not fit. {faults or error.detail}", 1000)


def problem_of(error: Exception) -> Problem | None:
    """What a handler's error means to the person who asked; None where it is a bug."""
    match error:
        case Problem():
            return error
        case NoTable():
            return Problem(404, "no_table", str(error))
        case NoTournament():
            return Problem(404, "no_tournament", str(error))
        case NameTaken():
            return Problem(409, "name_taken", sentence(error))
        case RulesError():
            return Problem(400, "bad_request", sentence(error))
        case TooMany():
            return Problem(error.status, error.reason, error.detail, error.headers)
        case Uncertain():
            return Problem(503, "uncertain", str(error))
        case JournalError():
            return Problem(503, "unwritable", str(error))
        case RecursionError():
            return Problem(400, "bad_request", "The body is nested too deeply.")
        case _:
            return None


def failed(request: HttpRequest, error: Exception) -> Response[Any]:
    problem = problem_of(error)
    if problem is None:
        log.error("%s %s failed", request.method, request.scope.get("path_template", ""), exc_info=error)
        problem = Problem(500, "failed", FAILED)
    return answer(request, problem)


def handlers(document: Cached | None) -> ExceptionHandlersMap:
    """For the application; `document` is the page, where it is built."""
    return {HTTPException: refused_by_litestar(document), Exception: failed}

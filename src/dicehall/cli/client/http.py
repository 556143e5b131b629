"""One question to a hall over HTTP, and its answer."""

import json
from http.client import HTTPException
from http.cookies import SimpleCookie
from ssl import SSLError
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from dicehall import __version__
from dicehall.cli.client.identities import SavedIdentity
from dicehall.cli.shared.errors import HallRefused, Refused, refused
from dicehall.cli.shared.words import say
from dicehall.server.services.sessions import COOKIE, HOST_COOKIE

PATIENCE = 10.0


class Unknown(HallRefused):
    """The hall does not know this person."""


class NoAnswer(Refused):
    """Nothing answers there."""


def ask(
    url: str, method: str, path: str, body: object = None, identity: SavedIdentity | None = None
) -> tuple[Any, str]:
    """What the hall answers, and the cookie that it sets."""
    headers = {"Content-Type": "application/json", "User-Agent": f"dicehall/{__version__}"}
    headers |= {} if identity is None else {"Cookie": cookie(identity)}
    data = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(url + path, data, headers, method=method), timeout=PATIENCE) as answer:
            told = answer.read()
            return json.loads(told) if told else None, answer.headers.get("Set-Cookie", "")
    except HTTPError as error:
        with error:
            raise refusal(url, error) from None
    except (URLError, HTTPException, OSError) as error:
        reason = getattr(error, "reason", error)
        if isinstance(reason, SSLError) and "VERIFY" not in str(reason):
            raise refused("hall-no-https", url=url, other=f"http{url[5:]}") from None
        why = str(getattr(reason, "strerror", None) or reason or say("hall-silent"))
        raise NoAnswer(say("hall-no-answer", url=url, why=why)) from None
    except ValueError:
        raise no_hall(url) from None


def refusal(url: str, error: HTTPError) -> Refused:
    """In the hall's own words, if it is one."""
    try:
        told = json.load(error)
        detail, reason = str(told["detail"]), str(told.get("reason", ""))
    except (ValueError, KeyError, TypeError, AttributeError):
        return no_hall(url)
    if error.code in (404, 405) and urlsplit(url).path:
        return no_hall(url)
    return Unknown(detail, reason) if error.code == 401 else HallRefused(detail, reason)


def no_hall(url: str) -> Refused:
    parts = urlsplit(url)
    return refused("hall-not-there", url=url, table=f"{parts.scheme}://{parts.netloc}/t/KIRO")


def cookie(identity: SavedIdentity) -> str:
    return f"{COOKIE}={identity.token}"


def token_in(cookies: str) -> str:
    given = SimpleCookie(cookies)
    return given[HOST_COOKIE if HOST_COOKIE in given else COOKIE].value

"""Whatever is sent by HTTP: the hall does not fail, shows no traceback, and answers in the shape that was promised."""

import os
import re
import socket
from collections.abc import Callable
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance

from tests.kit.scale import scaled
from tests.server.kit import PATIENCE, RunningHall

fuzz = settings(
    max_examples=scaled(3),
    deadline=None,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
PASSWORD = "correct horse battery staple"
LAST = ("DELETE /api/me", "DELETE /api/sessions", "DELETE /api/me/sign-ins", "PUT /api/me/password")
"""What costs the caller their session comes at the end."""


def nobody(_hall: RunningHall) -> dict[str, str]:
    return {}


def guest(fuzzed_hall: RunningHall) -> dict[str, str]:
    answer = httpx.post(f"{fuzzed_hall.url}/api/guests", json={"name": "Fuzz"})
    return {"Cookie": f"dicehall={answer.raise_for_status().cookies['dicehall']}"}


def account(fuzzed_hall: RunningHall) -> dict[str, str]:
    name = f"Fuzz {os.urandom(5).hex()}"
    answer = httpx.post(f"{fuzzed_hall.url}/api/accounts", json={"name": name, "password": PASSWORD})
    return {"Cookie": f"dicehall={answer.raise_for_status().cookies['dicehall']}"}


def administrator(fuzzed_hall: RunningHall) -> dict[str, str]:
    """Anyone who uses the link that a new hall prints."""
    body = {"secret": fuzzed_hall.link(), "name": "Fuzzmaster", "password": PASSWORD}
    answer = httpx.post(f"{fuzzed_hall.url}/api/claim", json=body)
    return {"Cookie": f"dicehall={answer.raise_for_status().cookies['dicehall']}"}


@pytest.mark.parametrize("caller", [nobody, guest, account, administrator], ids=lambda caller: caller.__name__)
def test_nothing_that_the_description_allows_or_forbids_makes_the_hall_fail(
    fuzzed_hall: RunningHall, caller: Callable[[RunningHall], dict[str, str]]
) -> None:
    schema = schemathesis.openapi.from_url(f"{fuzzed_hall.url}/docs/openapi.json")
    operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
    headers = caller(fuzzed_hall)
    classes = set()
    assert len(operations) > 20
    for operation in sorted(operations, key=lambda each: each.label in LAST):

        @fuzz
        @given(st.one_of(*(operation.as_strategy(generation_mode=mode) for mode in GenerationMode)))
        def attempt(case: Case[Any]) -> None:
            response = case.call(headers=headers)
            classes.add(response.status_code // 100)
            checks: list[Any] = [not_a_server_error]
            if response.status_code != 204:  # then there is nothing to look at
                checks += [content_type_conformance, response_schema_conformance]
            case.validate_response(response, checks=checks)
            check_problem(case.path, response.status_code, response.text)

        attempt()
    assert {2, 4} <= classes, "some of it makes sense, and some does not"


def check_problem(path: str, status: int, text: str) -> None:
    assert "Traceback" not in text
    assert "site-packages" not in text
    if status >= 400 and path.startswith("/api/"):
        problem: dict[str, Any] = httpx.Response(status, text=text).json()
        assert set(problem) == {"status_code", "detail", "reason"}
        assert problem["status_code"] == status
        assert problem["detail"]
        assert re.fullmatch("[a-z_]+", problem["reason"])


# Below the description: bytes

REQUEST = (
    b"POST /api/guests HTTP/1.1\r\nhost: hall\r\ncontent-type: application/json\r\nconnection: close\r\n"
    b'content-length: 14\r\n\r\n{"name":"Fuzz"}'
)
HANDSHAKE = (
    b"GET /ws HTTP/1.1\r\nHost: hall\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
HEADERS = (
    b"host: ", b"cookie: dicehall=", b"authorization: Bearer ", b"origin: ", b"sec-fetch-site: ", b"x-forwarded-for: ",
    b"content-length: ", b"transfer-encoding: chunked", b"expect: 100-continue", b"upgrade: ", b"range: bytes=",
    b"accept-encoding: ", b"content-type: ", b"if-none-match: ",
)  # fmt: skip
noise = st.binary(max_size=40)
edits = st.tuples(st.integers(0, 300), st.integers(0, 30), noise)
headers = st.tuples(st.sampled_from(HEADERS), noise).map(b"".join)


@st.composite
def broken_requests(draw: st.DrawFn) -> bytes:
    """A good one with a few bytes cut out and others put in, and with headers that make no sense."""
    text = draw(st.sampled_from([REQUEST, HANDSHAKE]))
    line, _, rest = text.partition(b"\r\n")
    text = b"\r\n".join([line, *draw(st.lists(headers, max_size=3)), rest])
    for at, size, put in draw(st.lists(edits, max_size=4)):
        text = text[:at] + put + text[at + size :]
    return text


@settings(fuzz, max_examples=scaled(100))
@given(st.lists(broken_requests() | st.binary(max_size=300), min_size=1, max_size=4))
def test_no_bytes_whatever_make_the_hall_fail(fuzzed_hall: RunningHall, requests: list[bytes]) -> None:
    """One after the other on one connection, as a proxy in between would send those of several people."""
    with socket.create_connection(("127.0.0.1", fuzzed_hall.port), timeout=PATIENCE) as connection:
        connection.sendall(b"".join(requests))
        connection.shutdown(socket.SHUT_WR)
        answer = b""
        try:
            while data := connection.recv(65536):
                answer += data
        except ConnectionResetError:
            pass
    statuses = re.findall(rb"HTTP/1\.1 (\d+)", answer)
    assert not answer or answer.startswith(b"HTTP/1.1 ")
    assert all(int(status) < 500 for status in statuses), answer
    assert b"Traceback" not in answer


def test_after_all_that_the_hall_is_well(fuzzed_hall: RunningHall) -> None:
    assert httpx.get(f"{fuzzed_hall.url}/readyz").json() == {"ready": True, "wrong": {}}

"""During an overload those who play are heard as ever, and the others wait for their turn."""

import asyncio
import time

import pytest
from websockets.frames import Opcode

from dicehall.server.bounds import connection_rate
from dicehall.server.bounds import request_heads as heads
from dicehall.server.bounds.connection_rate import (
    FIRST,
    LATE,
    LEAST,
    MOST,
    OVER_AFTER,
    REQUEST,
    TICK,
    TOO_LATE,
    ConnectionRate,
)
from dicehall.server.bounds.visitors import Visitors
from dicehall.server.live import socket as transport
from tests.server.bare import hall, in_a_loop, raw, raw_socket, upgrade

GET = "GET {path} HTTP/1.1\r\nhost: hall\r\nconnection: close\r\n\r\n"


def granted(one: ConnectionRate) -> int:
    """How many strangers are heard until the next look."""
    count = 0
    while one.grant():
        count += 1
        assert count <= MOST
    return count


def in_an_overload() -> ConnectionRate:
    one = ConnectionRate()
    one.felt(2 * TOO_LATE, 1.0)
    assert one.overloaded
    return one


# How much is too much


def test_while_the_loop_is_in_time_everybody_is_heard() -> None:
    one = ConnectionRate()
    for _ in range(100):
        one.felt(LATE, 1.0)
        assert one.grant()
        assert one.grant(10**6)
    assert not one.overloaded


def test_a_hiccup_is_no_overload_but_being_late_again_and_again_is() -> None:
    one = ConnectionRate()
    for _ in range(100):
        one.felt(0.8 * TOO_LATE, 1.0)
        one.felt(0.0, 1.0)
        assert not one.overloaded
    one.felt(0.6 * TOO_LATE, 1.0)
    one.felt(0.6 * TOO_LATE, 1.0)
    assert one.overloaded


def test_what_other_programs_do_to_the_machine_is_no_overload() -> None:
    one = ConnectionRate()
    for _ in range(100):
        one.felt(10 * TOO_LATE, 0.1)
    assert not one.overloaded


def test_strangers_share_what_is_left_and_get_less_while_the_loop_is_late() -> None:
    one = in_an_overload()
    granted(one)
    one.felt(0.0, 1.0)
    first = granted(one)
    assert first == pytest.approx(FIRST * TICK, rel=0.05)
    for _ in range(100):
        one.felt(10 * LATE, 1.0)
    granted(one)
    one.felt(10 * LATE, 1.0)
    assert granted(one) == int(LEAST * TICK)
    for _ in range(1000):
        one.felt(0.0, 1.0)
        granted(one)
    one.felt(0.0, 1.0)
    assert granted(one) == int(MOST * TICK)


def test_requests_get_a_turn_also_when_there_is_hardly_anything_left() -> None:
    one = in_an_overload()
    heard = 0
    for _ in range(200):
        one.felt(10 * LATE, 1.0)
        while one.grant(REQUEST):
            heard += 1
    assert heard >= 200 * LEAST * TICK / REQUEST


def test_an_overload_is_over_when_nobody_has_been_kept_waiting_for_a_while() -> None:
    one = in_an_overload()
    for _ in range(10 * OVER_AFTER):
        one.felt(0.0, 1.0)
        granted(one)  # the last one is refused
    assert one.overloaded
    for _ in range(OVER_AFTER - 1):
        one.felt(0.0, 1.0)
        assert one.overloaded
        assert one.grant()
    one.felt(0.0, 1.0)
    assert not one.overloaded


@in_a_loop
async def test_it_looks_while_someone_is_there_and_notices_a_loop_that_is_kept_busy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connection_rate, "OWN_FAULT", -1.0)  # here it sleeps instead of working
    visitors = Visitors()
    async with hall(visitors=visitors) as place:
        async with raw_socket(place.port):
            await asyncio.sleep(2 * TICK)
            time.sleep(2 * TOO_LATE)
            await asyncio.sleep(0.001)
            assert visitors.connection_rate.overloaded
        await place.guests[0].gone.wait()
        assert not visitors.connection_rate.overloaded


# Who waits


class Held(ConnectionRate):
    """An overload for as long as the test says, in which no stranger is heard until it says so."""

    open = False

    def __init__(self) -> None:
        super().__init__()
        self.overloaded = True

    def felt(self, late: float, worked: float) -> None:
        pass

    def grant(self, cost: float = 1.0) -> bool:
        return self.open


def held() -> tuple[Visitors, Held]:
    visitors, one = Visitors(), Held()
    visitors.connection_rate = one
    return visitors, one


@in_a_loop
async def test_players_are_heard_and_strangers_when_it_is_their_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "LATER", 0.01)
    visitors, one = held()
    known = upgrade(Cookie="dicehall=token")
    async with hall(visitors=visitors) as place, raw(place.port, known) as player, raw(place.port, known) as stranger:
        for client in (player, stranger):
            await client.reader.readuntil(b"\r\n\r\n")
        place.guests[1].plays = False
        for number in range(100):
            stranger.say(Opcode.TEXT, b"%d, and a good deal of talk beside it" % number)
        for number in range(100):
            player.say(Opcode.TEXT, b"%d" % number)
        assert [await place.guests[0].heard.get() for _ in range(100)] == [b"%d" % number for number in range(100)]
        assert place.guests[1].heard.empty()
        one.open = True
        heard = [await place.guests[1].heard.get() for _ in range(100)]
        assert [text.partition(b",")[0] for text in heard] == [b"%d" % number for number in range(100)]


@in_a_loop
async def test_a_stranger_who_hangs_up_while_waiting_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "LATER", 0.01)
    monkeypatch.setattr(transport, "KEEPALIVE", 0.05)
    visitors, _ = held()
    async with hall(visitors=visitors) as place:
        async with raw(place.port, upgrade(Cookie="dicehall=token")) as stranger:
            await stranger.reader.readuntil(b"\r\n\r\n")
            place.guests[0].plays = False
            stranger.say(Opcode.TEXT, b"hello")
        await place.guests[0].gone.wait()
        assert place.guests[0].heard.empty()


@in_a_loop
async def test_new_sockets_of_nobody_are_refused_by_503() -> None:
    visitors, _ = held()
    async with hall(visitors=visitors) as place, raw(place.port, upgrade()) as nobody:
        answer = await nobody.reader.read()
        assert answer.startswith(b"HTTP/1.1 503 ")
        assert b"retry-after: " in answer.lower()
        assert b"players go first" in answer


@in_a_loop
async def test_requests_wait_for_their_turn_but_a_monitor_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heads, "LATER", 0.01)
    monkeypatch.setattr(heads, "MOST_TURNS", 10**6)
    visitors, one = held()
    async with hall(visitors=visitors) as place, raw(place.port, GET.format(path="/")) as visitor:
        async with raw(place.port, GET.format(path="/healthz")) as monitor:
            assert (await monitor.reader.read()).startswith(b"HTTP/1.1 200 ")
        answer = asyncio.create_task(visitor.reader.read())
        await asyncio.sleep(0.1)
        assert not answer.done()
        one.open = True
        assert (await answer).startswith(b"HTTP/1.1 200 ")


@in_a_loop
async def test_requests_do_not_wait_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heads, "LATER", 0.01)
    visitors, _ = held()
    async with hall(visitors=visitors) as place, raw(place.port, GET.format(path="/")) as visitor:
        answer = await visitor.reader.read()
        assert answer.startswith(b"HTTP/1.1 503 ")
        assert b"The hall is very busy" in answer
        assert visitors.turned_away == {"connection_rate": 1}


def test_a_turn_comes_before_a_request_is_given_up() -> None:
    assert heads.MOST_TURNS * connection_rate.LATER < heads.ANSWER_WITHIN

"""A gate that is stopped is the hall's fault: no clock runs meanwhile, and what waits in its sockets counts."""

import asyncio
import os
import signal
import socket
import sys
from pathlib import Path
from time import monotonic

import pytest
from websockets.frames import Frame, Opcode

from dicehall.rules.errors import BadOptions
from dicehall.server.bounds.visitors import Visitors
from dicehall.server.gates import keeper
from dicehall.server.gates.branch import Reception
from dicehall.table.core.state import Table
from dicehall.table.live.clock import LAST_CALL, Clock
from tests.server.bare import gated, hall, in_a_loop, raw_socket
from tests.server.gates.processes import ended, gates_of, stopped
from tests.server.inside import inside
from tests.server.kit import Client, RunningHall, all_caught_up, begin, come_in, guests

STOPPED = 3.0
MAY_PASS = 1.9
"""Seconds of hall time in a stop: until it is noticed, and on a busy machine."""


async def hall_time(client: Client, code: str) -> float:
    await client.ask("watch", table=code)
    return float((await client.message("table"))["now"])


@in_a_loop
async def test_what_came_before_a_probe_is_heard_before_its_echo() -> None:
    before = gated.set(True)
    async with hall() as place, raw_socket(place.port) as client:
        assert place.branch is not None
        wire = client.writer.get_extra_info("socket").dup()
        for number in range(20):
            await asyncio.sleep(0.002)  # the clock of the loop ticks in milliseconds
            wire.send(Frame(Opcode.TEXT, b"%d" % number).serialize(mask=True))
            place.branch.probe()
            now = asyncio.get_running_loop().time()
            while place.branch.read_until < now:
                await asyncio.sleep(0)
            assert place.guests[0].heard.qsize() == number + 1
        wire.close()
    gated.reset(before)


@in_a_loop
async def test_a_clock_does_not_strike_before_all_has_been_read() -> None:
    struck, asked = asyncio.Event(), list[float]()
    has_read = False

    def have_read(since: float) -> bool:
        asked.append(since)
        return has_read

    clock = Clock(lambda: 10.0, lambda _seat, _seconds: None, struck.set, have_read)
    began = asyncio.get_running_loop().time()
    clock.wind(Table(touched=-1e9))
    while len(asked) < 3:
        await asyncio.sleep(LAST_CALL)
    assert not struck.is_set()
    assert all(began <= since <= began + LAST_CALL + 1e-9 for since in asked[:1])
    assert len(set(asked)) == 1, "what comes later is too late"
    has_read = True
    await struck.wait()


@in_a_loop
async def test_while_a_gate_is_stopped_hall_time_stands_still_and_everyone_is_told(tmp_path: Path) -> None:
    with RunningHall(tmp_path, "--fast", "--workers", "3") as running:
        one, two = gates_of(running)
        with stopped(two):
            ann = await come_in(running.url, "Ann")
        with stopped(one):
            ben = await come_in(running.url, "Ben")
        code = await begin(ann, ben, game="peril")
        before, began = await hall_time(ann, code), monotonic()
        with stopped(two):
            await asyncio.sleep(STOPPED)  # time passes
            assert await hall_time(ann, code) - before < MAY_PASS
        await all_caught_up(ann, ben)
        away = await ann.message("away")
        assert STOPPED - MAY_PASS <= away["seconds"] <= monotonic() - began + 1
        later = await hall_time(ben, code)
        await asyncio.sleep(1)  # time passes
        assert await hall_time(ben, code) > later, "time goes on"
        for person in (ann, ben):
            await person.close()


@in_a_loop
async def test_a_gate_that_stays_silent_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeper, "SILENT", 0.3)
    monkeypatch.setattr(keeper, "GIVE_UP", 0.9)
    async with inside(gates=1) as place:
        gates = place.parts.gates
        client = await come_in(place.url, "Ann")
        (gate,) = gates.pids
        os.kill(gate, signal.SIGSTOP)
        while not gates.held_up():
            await asyncio.sleep(0.01)
        assert "1 of 1 gates" in (gates.trouble() or "")
        await client.until(lambda: client.heard[-1]["type"] == "(gone)")
        await ended(gate)
        back = await client.again()
        assert back.me == client.me
        assert gates.restarted == 1
        while gates.held_up():
            await asyncio.sleep(0.01)
        assert gates.trouble() is None
        assert len(place.parts.rooms.everybody) == 1
        await back.close()


@in_a_loop
async def test_a_hall_whose_gates_do_not_open_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    gates = keeper.Keeper()
    gates.count = 2
    with socket.create_server(("127.0.0.1", 0)) as listen, pytest.raises(BadOptions, match="--workers"):
        await gates.open(listen, Reception(lambda _request, _answer: None, Visitors(), set()), socket.socket.close)


@in_a_loop
async def test_a_gate_that_takes_nothing_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeper, "MOST_WAITING", 1 << 20)
    async with inside(gates=1) as place:
        (gate,) = place.parts.gates.pids
        async with guests(place.url, "Ann") as (ann,):
            os.kill(gate, signal.SIGSTOP)
            (viewer,) = place.parts.rooms.everybody
            for _ in range(40):
                viewer.socket.send(b"\x81\x00" * 30_000)
                await asyncio.sleep(0)
            await ann.until(lambda: ann.heard[-1]["type"] == "(gone)")
        await ended(gate)

"""A gate that is stopped is the hall's fault: no clock runs meanwhile, and what waits in its sockets counts."""

import asyncio
import os
import signal
import socket
import sys

import pytest
from websockets.frames import Frame, Opcode

from dicehall.rules.errors import BadOptions
from dicehall.server.bounds.visitors import Visitors
from dicehall.server.gates import keeper
from dicehall.server.gates.branch import Reception
from dicehall.store.journal.memory import MemoryJournal
from dicehall.table.core.state import Table
from dicehall.table.live.clock import LAST_CALL, Clock
from dicehall.table.live.hall import TICK
from tests.server.bare import gated, hall, in_a_loop, raw_socket
from tests.server.gates.processes import ended, stopped
from tests.server.inside import inside
from tests.server.kit import come_in, guests


@in_a_loop
async def test_what_came_before_a_probe_is_heard_before_its_echo() -> None:
    before = gated.set(True)
    async with hall() as place, raw_socket(place.port) as client:
        assert place.branch is not None
        wire = client.writer.get_extra_info("socket").dup()
        for number in range(20):
            await asyncio.sleep(0.002)  # the clock of the loop ticks in milliseconds
            wire.send(Frame(Opcode.TEXT, b"%d" % number).serialize(mask=True))
            now = asyncio.get_running_loop().time()
            place.branch.probe()
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
async def test_while_a_gate_is_stopped_hall_time_stands_still_and_everyone_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(keeper, "SILENT", 0.3)
    monkeypatch.setattr("dicehall.table.live.hall.WORTH_SAYING", 1.0)
    journal = MemoryJournal()
    async with inside(journal=journal, gates=1) as place, guests(place.url, "Ann") as (ann,):
        keeping_time = asyncio.create_task(place.parts.hall.keep_time())
        with stopped(*place.parts.gates.pids):
            while not place.parts.gates.held_up():
                await asyncio.sleep(0.01)
            await asyncio.sleep(2 * TICK)
            stood = journal.now
            await asyncio.sleep(1)  # time passes
            assert journal.now == stood
        assert (await ann.message("away"))["seconds"] >= 1
        while journal.now <= stood:  # time goes on
            await asyncio.sleep(TICK)
        keeping_time.cancel()


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

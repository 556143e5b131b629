"""A hall with gates, each in a process of its own: it plays as ever and outlives them, and they do not outlive it."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.kit import forked
from tests.server.gates.processes import ended, gates_of, is_gate, resident, stopped
from tests.server.kit import (
    PATIENCE,
    SHORT,
    RunningHall,
    all_caught_up,
    begin,
    come_in,
    finish_together,
    guests,
    in_a_loop,
)


@pytest.fixture(scope="module")
def gated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHall]:
    """Two gates before one hall."""
    with RunningHall(tmp_path_factory.mktemp("gated"), "--fast", "--workers", "3", "--metrics", "127.0.0.1:0") as hall:
        yield hall


async def counted(hall: RunningHall, name: str) -> float:
    async with httpx.AsyncClient() as http:
        text = (await http.get(hall.metrics)).text
    return next(float(line.split()[1]) for line in text.splitlines() if line.startswith(f"{name} "))


async def until_counted(hall: RunningHall, name: str, wanted: float) -> None:
    async with asyncio.timeout(PATIENCE):
        while await counted(hall, name) != wanted:
            await asyncio.sleep(0.05)


@in_a_loop
async def test_a_game_is_played_through_two_gates(gated: RunningHall) -> None:
    one, two = gates_of(gated)
    with stopped(two):
        ann = await come_in(gated.url, "Ann")
    with stopped(one):
        ben = await come_in(gated.url, "Ben")
    code = await begin(ann, ben, options=SHORT)
    await finish_together(code, ann, ben)
    await all_caught_up(ann, ben)
    assert ann.tables[code] == ben.tables[code]
    assert await counted(gated, "dicehall_sockets") == 2
    assert await counted(gated, "dicehall_gates_alive") == 2
    for person in (ann, ben):
        await person.close()
    await until_counted(gated, "dicehall_sockets", 0)


def test_a_second_hall_on_the_port_is_refused_as_ever(gated: RunningHall, tmp_path: Path) -> None:
    second = forked.run("serve", "--port", str(gated.port), "--data", str(tmp_path / "other"), "--workers", "2")
    assert second.returncode == 2
    assert f"--port {gated.port + 1}" in second.stderr


@pytest.mark.parametrize("typed", ["0", "-1", "many", "65", "1.5", ""])
def test_a_number_of_workers_that_makes_no_sense_is_refused(typed: str, tmp_path: Path) -> None:
    refused = forked.run("serve", "--port", "0", "--data", str(tmp_path / "other"), f"--workers={typed}")
    assert refused.returncode == 2
    assert "a number from 1 to 64, or auto" in refused.stderr


@in_a_loop
async def test_a_gate_that_dies_costs_a_reconnect_and_nothing_else(tmp_path: Path) -> None:
    with RunningHall(tmp_path, "--fast", "--workers", "2", "--metrics", "127.0.0.1:0") as hall:
        async with guests(hall.url, "Ann", "Ben") as (ann, ben):
            code = await begin(ann, ben, game="bluff")
            await all_caught_up(ann, ben)
            (gate,) = gates_of(hall)
            os.kill(gate, signal.SIGKILL)
            await ended(gate)
            backs = [await ann.again(), await ben.again()]
            for person, back in zip((ann, ben), backs, strict=True):
                await back.ask("watch", table=code)
                for field in ("version", "waiting", "players", "seated"):
                    assert back.tables[code][field] == person.tables[code][field], "the same question"
                assert back.mine[code] == person.mine[code], "the same dice"
            await finish_together(code, *backs)
            assert await counted(hall, "dicehall_gates_restarted_total") == 1
            assert await counted(hall, "dicehall_sockets") == 2, "those of the dead gate are gone"
            for back in backs:
                await back.close()
        assert "Goodbye" in hall.stop()


@in_a_loop
async def test_the_limits_of_an_address_hold_for_all_gates_together(tmp_path: Path) -> None:
    limits = ("sockets_per_address=2", "requests_per_address=1000000")
    with RunningHall(tmp_path, "--workers", "3", limits=limits) as hall:
        one, two = gates_of(hall)
        with stopped(two):
            first = await come_in(hall.url)
        with stopped(one):
            second = await come_in(hall.url)
            with pytest.raises(InvalidStatus, match="429"):
                await connect(f"ws{hall.url.removeprefix('http')}/ws")
        with stopped(two), pytest.raises(InvalidStatus, match="429"):
            await connect(f"ws{hall.url.removeprefix('http')}/ws")
        for client in (first, second):
            await client.close()


@in_a_loop
async def test_gates_end_with_a_hall_that_was_killed(tmp_path: Path) -> None:
    with RunningHall(tmp_path, "--workers", "3") as hall:
        gates = gates_of(hall)
        assert len(gates) == 2
        client = await come_in(hall.url)
        hall.kill()
        await client.until(lambda: client.heard[-1]["type"] == "(gone)")
        await ended(*gates)
        hall.start()  # the port is free again
        await (await client.again()).close()


@in_a_loop
async def test_whoever_comes_through_a_gate_is_told_of_a_restart(tmp_path: Path) -> None:
    with RunningHall(tmp_path, "--workers", "2") as hall:
        (gate,) = gates_of(hall)
        client = await come_in(hall.url)
        said = await asyncio.to_thread(hall.stop)
        await client.message("restarting")
        await client.until(lambda: client.heard[-1]["type"] == "(gone)")
        assert client.socket.close_code == 1012
        assert "Traceback" not in said
        assert "Goodbye" in said
        assert not is_gate(gate)


@in_a_loop
async def test_a_gate_listens_to_no_signal_but_to_its_hall(gated: RunningHall) -> None:
    client = await come_in(gated.url)
    for gate in gates_of(gated):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            os.kill(gate, number)
    await client.ask("ping")
    await client.close()


@in_a_loop
async def test_a_gate_reads_no_more_than_its_hall_takes(tmp_path: Path) -> None:
    with RunningHall(tmp_path, "--workers", "2") as hall:
        (gate,) = gates_of(hall)
        client = await come_in(hall.url)
        hall.process.send_signal(signal.SIGSTOP)
        long, count = " " * 60_000, 600

        async def talk() -> None:
            for number in range(count):
                await client.socket.send(f'{{"type":"ping","id":{number}{long}}}')

        talking = asyncio.create_task(talk())
        await asyncio.sleep(1)  # time passes
        assert not talking.done(), "36 MB are more than all buffers on the way hold"
        assert resident(gate) < 100 << 20
        hall.process.send_signal(signal.SIGCONT)
        await talking
        await client.until(lambda: count - 1 in client.answers)
        answered = [message["id"] for message in client.all("done")]
        assert answered == [*range(count)]
        await client.close()


# HTTP through gates


@in_a_loop
async def test_one_connection_asks_again_and_again(gated: RunningHall) -> None:
    async with httpx.AsyncClient(base_url=gated.url) as http:
        for _ in range(20):
            assert (await http.get("/healthz")).status_code == 200
        assert (await http.get("/readyz")).json()["ready"]


@in_a_loop
async def test_long_and_chunked_bodies_arrive_whole(gated: RunningHall) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        yield b'{"name":'
        await asyncio.sleep(0.05)
        yield b'"Chu'
        yield b'nky"}'

    async with httpx.AsyncClient(base_url=gated.url) as http:
        headers = {"content-type": "application/json"}
        chunked = await http.post("/api/guests", content=pieces(), headers=headers)
        assert chunked.json()["name"].startswith("Chunky")
        long = await http.post("/api/guests", json={"name": "x" * 60_000})
        assert long.status_code == 400
        too_long = await http.post("/api/guests", json={"name": "x" * 70_000})
        assert too_long.status_code == 413


@pytest.mark.parametrize(
    "preface", [b"PROXY TCP4 192.0.2.1 192.0.2.2 1 2\r\n", b"\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0c"], ids=["one", "two"]
)
@in_a_loop
async def test_nobody_can_say_in_another_way_where_they_come_from(preface: bytes, gated: RunningHall) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", gated.port)
    writer.write(preface + b"GET /healthz HTTP/1.1\r\nhost: hall\r\nconnection: close\r\n\r\n")
    assert (await reader.read()).startswith(b"HTTP/1.1 400 ")
    writer.close()


@in_a_loop
async def test_a_slow_client_is_served(gated: RunningHall) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", gated.port)
    for byte in b"GET /healthz HTTP/1.1\r\nhost: hall\r\nconnection: close\r\n\r\n":
        writer.write(bytes([byte]))
        await asyncio.sleep(0.001)
    assert (await reader.read()).startswith(b"HTTP/1.1 200 ")
    writer.close()

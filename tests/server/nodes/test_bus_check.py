"""`dicehall doctor --bus`: a letter comes back, or it is said why not."""

import socket

import pytest
from nats.aio.client import Client

from dicehall.cli.operate import bus_check
from dicehall.cli.operate.bus_check import check_bus
from dicehall.cli.operate.checks import Mark
from tests.engines.nats import Nats
from tests.engines.server import HERE, free_ports
from tests.kit.forked import run


def test_a_letter_comes_back(nats: Nats) -> None:
    found = check_bus(nats.url)
    assert found.mark is Mark.GOOD
    assert "comes back in" in found.said


def test_a_bus_that_is_not_there_is_wrong_and_says_what_to_do() -> None:
    (port,) = free_ports(1)
    found = check_bus(f"nats://{HERE}:{port}")
    assert found.mark is Mark.BAD
    assert "cannot be reached" in found.said
    assert "check that it runs" in found.cure


def test_whatever_answers_nothing_is_no_bus(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bus_check, "PATIENCE", 0.2)
    with socket.create_server((HERE, 0)) as silent:
        found = check_bus(f"nats://{HERE}:{silent.getsockname()[1]}")
    assert found.mark is Mark.BAD
    assert "cannot be reached" in found.said


def test_a_letter_that_does_not_come_back_is_wrong(nats: Nats, monkeypatch: pytest.MonkeyPatch) -> None:
    async def lost(*_: object) -> None:
        pass

    monkeypatch.setattr(bus_check, "PATIENCE", 0.2)
    monkeypatch.setattr(Client, "publish", lost)
    found = check_bus(nats.url)
    assert found.mark is Mark.BAD
    assert "did not come back" in found.said
    assert "publish and subscribe" in found.cure


def test_doctor_tries_the_bus_beside_the_database(nats: Nats) -> None:
    with_bus = run("doctor", "--database", "postgresql://nobody@127.0.0.1:1/none", "--bus", nats.url)
    assert "a letter comes back" in with_bus.stdout
    without = run("doctor", "--database", "postgresql://nobody@127.0.0.1:1/none")
    assert "with --bus" in " ".join(without.stdout.split())
    for wrong in (("--bus", nats.url), ("--database", "postgresql://db/hall", "--bus", "http://bus")):
        assert run("doctor", *wrong).returncode == 2

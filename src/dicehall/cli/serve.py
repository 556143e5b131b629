"""`dicehall serve`: puts a hall together from its parts, says where it is, and closes it properly."""

import asyncio
import logging
import socket
from pathlib import Path

import segno
from rich.console import Console

from dicehall.cli.main import Refused
from dicehall.server.house import House
from dicehall.server.rooms import Rooms
from dicehall.server.run import run
from dicehall.server.talk import Talk
from dicehall.store.journal import DiskJournal
from dicehall.store.people import DiskPeople
from dicehall.table.hall import Hall
from dicehall.table.ports import JournalError


def serve(*, host: str, port: int, data: Path, public_url: str | None, reset: bool, pace: float) -> None:
    """Until Ctrl-C, or a signal to stop."""
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    with reserve(host, port) as listen:
        url = (public_url or address(host, listen.getsockname()[1])).rstrip("/")
        try:
            journal = DiskJournal(data)
        except JournalError as error:
            raise Refused(str(error)) from None
        try:
            people = DiskPeople(data)
        except JournalError as error:
            journal.close()
            raise Refused(str(error)) from None
        try:
            rooms = Rooms(people)
            house = House(Hall(journal, rooms, pace=pace), rooms, people, Talk(), url)
            with asyncio.Runner(loop_factory=new_loop) as runner:
                runner.run(run(house, listen, ready=lambda: welcome(url, data, host), reset=reset))
        finally:
            people.close()
            journal.close()
    print("Everything is on disk. Goodbye!")


def new_loop() -> asyncio.AbstractEventLoop:
    """uvloop where there is one."""
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


def reserve(host: str, port: int) -> socket.socket:
    """The port is ours, or somebody is told what to do about it."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family, backlog=4096)
    except OSError as error:
        cure = f"is another hall open? Try --port {port + 1}" if port else "try another --host"
        raise Refused(f"cannot listen on {host}:{port} ({error.strerror}); {cure}") from None


def address(host: str, port: int) -> str:
    """Where others find a hall that listens here; one that listens everywhere, by the address of this machine."""
    if host in ("0.0.0.0", "::", ""):
        host = own_address()
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def own_address() -> str:
    """The address from which this machine would speak to the network; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def welcome(url: str, data: Path, host: str) -> None:
    console = Console(highlight=False)
    console.print(f"🎲 The hall is open at [bold]{url}[/]")
    if host not in ("127.0.0.1", "localhost", "::1"):
        console.print("Phones on the same network find it by this code:")
        console.file.write(qr(url))
    console.print(f"All is kept in {data}. Ctrl-C closes the hall; its games go on when it opens again.")


def qr(url: str) -> str:
    """A QR code of half blocks, with its quiet zone, for dark and light terminals."""
    rows = [list(row) for row in segno.make(url, error="m").matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    blocks = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
    lines = [
        "".join(blocks[int(upper), int(lower)] for upper, lower in zip(rows[at], rows[at + 1], strict=True))
        for at in range(0, len(rows), 2)
    ]
    return "\n".join(lines) + "\n"

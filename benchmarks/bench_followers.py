"""What it costs to tell a large tournament to all who follow it: `python benchmarks/bench_followers.py`.

500 people have entered and all of them follow, on real sockets, while the tables of their fourth round end one by one,
and then while the fifth is drawn and opened. First everything is told whole every half second, as a plain hall would do
it, then as the hall does it. One in twenty reads like a bad phone, at most 32 KiB a second. The hall has a process of
its own; all that happens was decided before, so that only the telling is measured.
"""

import argparse
import asyncio
import multiprocessing
import socket
import sys
from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from random import Random
from time import monotonic, process_time
from typing import Any, Final, NamedTuple, cast

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hall_clients import HANDSHAKE, PONG, client_frame
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from dicehall.evenings.core import commands
from dicehall.evenings.core.decide import decide
from dicehall.evenings.core.draft import Decided
from dicehall.evenings.core.public_view import PublicView, public_view
from dicehall.evenings.core.setting import Swiss
from dicehall.evenings.core.state import RoundTable, Tournament
from dicehall.evenings.live.tournament import LiveTournament
from dicehall.server.live.followers import Followers
from dicehall.table.core.draft import Refused
from dicehall.table.core.events import Who
from tests.evenings.kit import Cup
from tests.server.inside import inside

CODE: Final = "cupbench"
SLOW_ONE_IN: Final = 20
SLOW: Final = 32 * 1024
"""Bytes that a slow reader takes in a second."""
SEATS: Final = 4
BUFFER: Final = 64 * 1024
MOST: Final = 500
CALM: Final = 5.0
"""Seconds after the last change, in which everyone hears of it."""
PONG_EVERY: Final = 8.0
"""Followers look at the tournament, not at what was decided."""


class Quick(Cup):
    """The same answers as the kit's, which checks each of them for long."""

    def ask(self, who: Who | None, command: commands.AnyCommand) -> Decided | Refused:
        answer = decide(self.tournament, who, command, self.now, self.inputs())
        if isinstance(answer, Decided):
            self.tournament, self.seed = answer.tournament, answer.seed
        return answer


class Evening(NamedTuple):
    before: Tournament
    """The fourth round is played."""
    after: tuple[Tournament, ...]
    """What comes: results one by one, the next pairing, its tables opened, and people at them."""


def evening(people: int) -> Evening:
    cup = Quick().create(Swiss(9), seats=SEATS, least=SEATS - 1, most=people)
    for number in range(people):
        cup.do(f"guest-{number:015}", commands.Enter(f"seed {number}"))
    for _ in range(3):
        cup.play_round()
    cup.pair().gather()
    before, after, luck = cup.tournament, [], Random(1)

    def did(who: Who | None, command: commands.AnyCommand) -> None:
        cup.do(who, command)
        after.append(cup.tournament)

    tables = list(cup.tournament.rounds[-1].tables)
    luck.shuffle(tables)
    for table in tables:
        did(None, commands.ReportResult(table.code, places(table, luck)))
    cup.pair()
    after.append(cup.tournament)
    for table in cup.tournament.rounds[-1].tables:
        for who in table.seats:
            did(None, commands.ReportArrived(table.code, who))
    return Evening(before, tuple(after))


def places(table: RoundTable, luck: Random) -> tuple[int, ...]:
    order = list(range(1, 1 + len(table.seats)))
    luck.shuffle(order)
    return tuple(order)


# The hall


class Cost(NamedTuple):
    cpu: float
    """Seconds, of the hall alone."""
    passed: float
    kept: int
    """How many follow it still."""


class Replayed:
    """A tournament whose log was written before; nothing is asked of it."""

    code = CODE

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self._shown: tuple[Tournament, PublicView] | None = None

    @property
    def now(self) -> float:
        return round(monotonic(), 1)

    @property
    def edition(self) -> int:
        return self.tournament.version

    @property
    def shown(self) -> PublicView:
        if self._shown is None or self._shown[0] is not self.tournament:
            self._shown = (self.tournament, public_view(self.tournament))
        return self._shown[1]


class Whole(Followers):
    """Everything to everyone every half second, whether or not they have taken what came before."""

    def _tell(self) -> None:
        self._timer = None
        whole = self._whole(self._now(), "")
        for viewer in self.viewers:
            viewer.socket.send(whole)


async def hall(pipe: Pipe, played: Evening, tells: type[Followers], seconds: float) -> None:
    async with inside(listen=phone_line()) as opened:
        live, rooms = Replayed(played.before), opened.parts.dispatcher.tournaments

        async def find(_code: str) -> Any:
            return live

        rooms.gather = tells
        opened.parts.tournaments.find = find  # type: ignore[assignment,method-assign]
        pipe.send(int(opened.url.rsplit(":", 1)[1]))
        await asyncio.to_thread(pipe.recv)
        began, cpu = monotonic(), process_time()
        for number, tournament in enumerate(played.after, start=1):
            await asyncio.sleep(max(0.0, began + number * seconds / len(played.after) - monotonic()))
            live.tournament = tournament
            opened.parts.tournaments.told(cast(LiveTournament, live))
        await asyncio.sleep(CALM)
        pipe.send(Cost(process_time() - cpu, monotonic() - began, len(rooms.viewers(CODE))))
        await asyncio.to_thread(pipe.recv)


def phone_line() -> socket.socket:
    """Its connections hold few bytes that nobody has read, as a mobile network does."""
    listen = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listen.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFER)
    listen.bind(("127.0.0.1", 0))
    listen.listen(MOST)
    return listen


def run_hall(pipe: Pipe, played: Evening, tells: type[Followers], seconds: float) -> None:
    asyncio.run(hall(pipe, played, tells, seconds))


# Those who follow


class Follower(asyncio.Protocol):
    """Counts what comes; a slow one takes no more than so much in a second."""

    def __init__(self, slow: bool) -> None:
        self.slow = slow
        self.bytes = 0
        self.is_open = True
        self.whole = asyncio.Event()
        self._transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        head = HANDSHAKE.format(path="/ws", token="").replace("Cookie: dicehall=\r\n", "")
        self._transport.write(head.encode())

    def data_received(self, data: bytes) -> None:
        if not self.bytes:
            self._transport.write(client_frame(b'{"type":"follow","id":1,"tournament":"%b"}' % CODE.encode()))
        self.bytes += len(data)
        if b'"type":"done"' in data:
            self.whole.set()
        if self.slow and self.whole.is_set():
            self._transport.pause_reading()
            asyncio.get_running_loop().call_later(len(data) / SLOW, self._read_on)

    def _read_on(self) -> None:
        if self.is_open:
            self._transport.resume_reading()

    def pong(self) -> None:
        if self.is_open:
            self._transport.write(PONG)

    def connection_lost(self, _error: Exception | None) -> None:
        self.is_open = False
        self.whole.set()


class Heard(NamedTuple):
    cost: Cost
    per_second: float
    """Bytes, the mean of those who read fast and stayed."""
    dropped_slow: int
    dropped: int


async def follow(pipe: Pipe, port: int, people: int) -> Heard:
    loop, followers = asyncio.get_running_loop(), list[Follower]()
    for number in range(people):
        follower = Follower(slow=number % SLOW_ONE_IN == 0)
        peer = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        peer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, BUFFER)
        peer.connect(("127.0.0.1", port))
        peer.setblocking(False)
        await loop.create_connection(lambda follower=follower: follower, sock=peer)  # type: ignore[misc]
        followers.append(follower)
    for follower in followers:
        await follower.whole.wait()
    before = [follower.bytes for follower in followers]
    pipe.send("begin")
    waiting = asyncio.create_task(asyncio.to_thread(pipe.recv))
    while not waiting.done():
        await asyncio.wait([waiting], timeout=PONG_EVERY)
        for follower in followers:
            follower.pong()
    cost: Cost = waiting.result()
    fast = [
        follower.bytes - first
        for follower, first in zip(followers, before, strict=True)
        if follower.is_open and not follower.slow
    ]
    gone = [follower.slow for follower in followers if not follower.is_open]
    pipe.send("end")
    return Heard(cost, sum(fast) / max(1, len(fast)) / cost.passed, sum(gone), len(gone) - sum(gone))


def measure(people: int, seconds: float, played: Evening, tells: type[Followers]) -> Heard:
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("fork").Process(target=run_hall, args=(theirs, played, tells, seconds))
    process.start()
    heard = asyncio.run(follow(ours, ours.recv(), people))
    process.join()
    return heard


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=MOST, help=f"how many have entered, and follow (default {MOST})")
    parser.add_argument("--seconds", type=float, default=30.0, help="how long all of it takes (default 30)")
    options = parser.parse_args()
    played = evening(options.people)
    table = Table("", "bytes a follower and second", "all together", "CPU of the hall", "dropped", box=SIMPLE_HEAD)
    many = f"{options.people} followers; {len(played.after)} changes in {options.seconds:.0f} s"
    table.caption = f"{many}: a round ends table by table, and the next one begins"
    slow = len(range(0, options.people, SLOW_ONE_IN))
    first = None
    for name, tells in (("whole, every half second", Whole), ("what has changed", Followers)):
        heard = measure(options.people, options.seconds, played, tells)
        first = first or heard
        table.add_row(
            name,
            f"{heard.per_second:,.0f}",
            f"{heard.per_second * options.people / 1e6:.2f} MB/s ({heard.per_second / first.per_second:.3f})",
            f"{heard.cost.cpu / heard.cost.passed:.0%} ({heard.cost.cpu / first.cost.cpu:.2f})",
            f"{heard.dropped_slow} of {slow} slow ones, {heard.dropped} others",
        )
    Console().print(table)


if __name__ == "__main__":
    main()

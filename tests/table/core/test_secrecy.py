"""The secret of the dice is told to nobody before the end, and a hall that starts again goes on with it."""

import asyncio
from base64 import b64encode, urlsafe_b64encode
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from dicehall.ports import Finished, Journal, hall_log
from dicehall.rules.catalog import GAMES
from dicehall.rules.listing import Listing
from dicehall.rules.record import Record
from dicehall.rules.tower import commitment
from dicehall.rules.values import NATURE
from dicehall.rules.verify import Noted, holds, verify
from dicehall.store.journal.disk import DiskJournal
from dicehall.store.journal.memory import MemoryJournal
from dicehall.table.core import commands, events
from dicehall.table.core.commands import AnyCommand, Close, Open, Ready, Sit, Start
from dicehall.table.core.draft import Decided, Refused
from dicehall.table.core.public_view import show, show_mine
from dicehall.table.core.state import save
from dicehall.table.live.hall import Hall
from dicehall.table.live.services import TableChange
from dicehall.table.live.table import LiveTable
from tests.server.timeless import awake, reopened
from tests.table.core.test_log import stormy
from tests.table.kit import ANN, BOB, Evening, lobby, setting

each_game = pytest.mark.parametrize("listing", GAMES, ids=lambda listing: listing.name)


# Hidden until the end


def spellings(secret: bytes) -> tuple[bytes, ...]:
    """Every way in which a secret could slip out, also by half."""
    half = secret.hex().encode()
    return (
        secret[:8], secret[-8:], half[:16], half[-16:], half.upper()[:16], b64encode(secret)[:12],
        urlsafe_b64encode(secret)[:12], str(int.from_bytes(secret)).encode()[:16], secret[::-1].hex().encode()[:16],
    )  # fmt: skip


class Watched(Evening):
    """Looks, after every command, for the secret in all that is written down or told."""

    def ask(self, who: str | None, command: AnyCommand) -> Decided | Refused:
        answer = super().ask(who, command)
        if self.inputs.seed is not None and isinstance(answer, Decided):
            everything = msgspec.json.encode(
                (
                    [body.decode() for body in self.bodies[-1:]],
                    save(self.table).decode(),
                    show(self.table),
                    list(show_mine(self.table).items()),
                    answer.events,
                    answer.table.seeds,
                )
            )
            raw = b"".join((self.bodies[-1], save(self.table), everything))
            assert not [spelling for spelling in spellings(self.secret) if spelling in raw]
        return answer


@each_game
@pytest.mark.parametrize("seed", range(3))
def test_the_secret_is_nowhere_before_the_end(listing: Listing, seed: int) -> None:
    """In no entry, no snapshot, nothing that is shown to all or to one, and no event; what was hidden is then told."""
    evening = Watched(seed=seed, fair=True)
    stormy(listing, seed, 120, evening)
    ended = [*evening.heard(events.GameEnded), *evening.heard(events.GameReset)]
    assert ended
    told = {commitment(bytes.fromhex(event.seed)) for event in ended}
    assert told <= {event.commit for event in evening.heard(events.Committed)}


def test_the_watch_would_notice_a_secret_in_the_log() -> None:
    class Careless(Watched):
        def new_secret(self) -> bytes:
            return b"ann".ljust(8, b"\x00") + bytes.fromhex("5e" * 24)

    evening = Careless(fair=True)
    evening.do(ANN, Open(setting()))
    with pytest.raises(AssertionError):
        evening.do(BOB, Sit("5e" * 24))


@each_game
def test_the_dice_to_come_cannot_be_told_from_what_is_public(listing: Listing) -> None:
    """Two tables that are alike in everything but the secret throw different dice."""
    tables = [lobby(ANN, BOB, fair=True, seed=seed, game=listing.name) for seed in (1, 2)]
    for evening in tables:
        evening.do(BOB, Ready("b")).do(ANN, Start("a")).to_the_end()
    one, other = (Record.read(evening.game.record).entries for evening in tables)
    assert [line for line in one if line.actor == NATURE] != [line for line in other if line.actor == NATURE]


# In a hall: the secret lies beside the log, and a hall that starts again goes on with it.


class Deaf:
    """An audience that keeps what it is told."""

    def __init__(self) -> None:
        self.updates: list[TableChange] = []

    def told(self, _live: LiveTable, update: TableChange) -> None:
        self.updates.append(update)

    def present(self, _live: LiveTable) -> None: ...

    def warned(self, _live: LiveTable, _seat: int, _seconds: int) -> None: ...
    def away(self, _now: float, _seconds: int) -> None: ...

    def uncertain(self, _live: LiveTable, *, known: bool) -> None: ...
    def closed(self, _live: LiveTable) -> None: ...


async def asked(live: LiveTable, who: str | None, command: AnyCommand) -> Decided:
    answer: asyncio.Future[Decided | Refused] = asyncio.get_running_loop().create_future()
    live.ask(who, command, answer.set_result)
    decided = await answer
    assert isinstance(decided, Decided), decided
    return decided


async def opened(hall: Hall) -> LiveTable:
    answer: asyncio.Future[Decided | Refused] = asyncio.get_running_loop().create_future()
    live = await hall.open(ANN, Open(setting("three_dice", options={"rounds": 3})), answer.set_result)
    assert isinstance(await answer, Decided)
    await asked(live, BOB, Sit("b"))
    await asked(live, BOB, Ready())
    await asked(live, ANN, Start("a"))
    return live


async def go_on(live: LiveTable, steps: int, rng: Random) -> None:
    for _ in range(steps):
        play = live.table.playing
        if play is None:
            return
        due = rng.choice(play.due)
        who, options = play.seats[due.seat], live.mine[play.seats[due.seat]].options
        if options:
            await asked(live, who, commands.MakeMoves((msgspec.to_builtins(rng.choice(options)),)))
        else:
            await asked(live, who, commands.Throw())


@pytest.mark.parametrize("snapshots", ["kept", "lost"])
@pytest.mark.parametrize("kind", ["disk", "memory"])
def test_a_hall_that_starts_again_throws_on_from_the_same_tower(kind: str, snapshots: str, tmp_path: Path) -> None:
    async def evening() -> list[bytes]:
        journal: Any = DiskJournal(tmp_path) if kind == "disk" else MemoryJournal()
        first = Hall(journal, Deaf(), pace=0)
        live = await opened(first)
        rng = Random(3)
        await go_on(live, 7, rng)
        first.stop()
        if kind == "disk":
            journal.close()
            journal = DiskJournal(tmp_path)
        second = await reopened(forgetful(journal) if snapshots == "lost" else journal, Deaf(), pace=0)
        again = await awake(second, live.code)
        await go_on(again, 1000, rng)
        second.stop()
        records: list[bytes] = await journal.records(live.code)
        journal.close()
        return records

    (record,) = asyncio.run(evening())
    game = hall_log.read(record)
    assert isinstance(game, Finished)
    assert holds(verify(game.record, Noted(seed="b", seat=1)))


def forgetful(journal: Any) -> Journal:
    """A journal whose snapshots are gone."""

    class Forgetful(type(journal)):  # type: ignore[misc]
        def __init__(self) -> None:
            self.__dict__ = journal.__dict__

        async def load(self, table: str) -> Any:
            return (await journal.load(table))._replace(version=0, snapshot=None, bodies=await journal.bodies(table))

    kept: Journal = Forgetful()
    return kept


def test_a_hall_tells_nobody_the_secret_before_the_end() -> None:
    async def evening() -> None:
        journal, audience = MemoryJournal(), Deaf()
        hall = Hall(journal, audience, pace=0)
        live = await opened(hall)
        secret = await journal.seed(live.code)
        assert secret is not None
        assert live.table.playing is not None
        assert live.table.playing.started.commit == commitment(secret)
        await go_on(live, 8, Random(1))
        told = msgspec.json.encode([(update.events, update.after, update.mine) for update in audience.updates])
        written = b"".join((told, *await journal.bodies(live.code), (await journal.load(live.code)).snapshot or b""))
        assert not [spelling for spelling in spellings(secret) if spelling in written]
        await asked(live, ANN, Close())
        assert await journal.seed(live.code) is None
        assert secret.hex().encode() in (await journal.records(live.code))[0]
        hall.stop()

    asyncio.run(evening())


def test_every_hall_has_secrets_of_its_own() -> None:
    async def secret() -> bytes | None:
        journal = MemoryJournal()
        hall = Hall(journal, Deaf(), pace=0)
        live = await opened(hall)
        hall.stop()
        return await journal.seed(live.code)

    found = {asyncio.run(secret()) for _ in range(3)}
    assert len(found) == 3
    assert None not in found

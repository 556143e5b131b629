"""The client's side of the protocol: messages become the values that boards and sentences are made from."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import httpx
import msgspec
import pytest
from msgspec.structs import replace

from dicehall.cli.client.entering import Where, Wish, enter, where
from dicehall.cli.client.line import merge, read
from dicehall.cli.client.table import ClientTable
from dicehall.cli.client.wire import Wire
from dicehall.cli.shared.addresses import is_this_machine
from dicehall.cli.shared.errors import Refused
from dicehall.cli.terminal import actions, status
from dicehall.cli.terminal.boards import board_of
from dicehall.cli.terminal.menu import Page, Way
from dicehall.cli.terminal.visit import Visit
from dicehall.rules.catalog import GAMES
from dicehall.rules.listing import Listing
from dicehall.rules.verify import Noted, holds, verify
from dicehall.server.live.client_messages import OpenTable
from dicehall.server.live.messages import Invitation, Restarting, TableMessage, Update
from dicehall.store.files.hall_key import is_signed
from dicehall.table.core import commands
from dicehall.table.core.events import Setting
from dicehall.table.core.state import Due
from tests.server.kit import PATIENCE, RunningHall, come_in
from tests.server.near import AnyHall

every_game = pytest.mark.parametrize("listing", GAMES, ids=lambda listing: listing.name)


async def cookie_of(hall: AnyHall, name: str) -> str:
    client = await come_in(hall.url, name)
    await client.close()
    assert client.cookie is not None
    return client.cookie


@asynccontextmanager
async def visiting(hall: AnyHall, cookie: str, wish: Wish) -> AsyncIterator[Visit]:
    wire = Wire(hall.url, cookie)
    await wire.open()
    try:
        yield Visit(wire, await enter(wire, wish))
    finally:
        await wire.close()


def own_table(game: str, bots: int = 1, **options: Any) -> Wish:
    return Wish(opening=OpenTable(id=0, game=game, options=options, bots=("normal",) * bots))


def hear(visit: Visit) -> list[str]:
    """All that is there to be heard."""
    said: list[str] = []
    while visit.inbox:
        said += visit.hear().sentences
    return said


async def until(visit: Visit, wanted: Callable[[], object]) -> list[str]:
    """Hear until something is so."""
    said = hear(visit)
    async with asyncio.timeout(PATIENCE):
        while not wanted():
            await visit.wait()
            said += hear(visit)
    return said


def in_hall(hall: AnyHall, story: Callable[[AnyHall], Awaitable[None]]) -> None:
    async def run() -> None:
        await story(hall)

    asyncio.run(run())


@every_game
def test_every_game_is_played_with_boards_drawn_from_real_values(listing: Listing, hall: AnyHall) -> None:
    """At each question: the board is drawn and said, and one who comes in now sees the very same."""

    async def story(hall: AnyHall) -> None:
        cookie = await cookie_of(hall, "Ann")
        async with visiting(hall, cookie, own_table(listing.name, bots=2)) as visit:
            table = visit.table
            hear(visit)
            await visit.do(commands.Start())
            board, asked = board_of(listing.name), 0
            while table.over is None:
                await until(visit, lambda: table.over is not None or (table.playing and visit.offer() is not None))
                seen = table.seen()
                assert board.spoken(seen)
                assert board.centre(seen)
                assert all(isinstance(board.status(seen, seat), str) for seat in range(3))
                if asked % 10 == 0:
                    async with visiting(hall, cookie, Wish(code=table.code)) as late:
                        await until(late, lambda: True)
                        assert late.table.view == table.view
                        assert late.table.shown == table.shown
                offer = visit.offer()
                if table.turns and offer is not None:
                    asked += 1
                    choice = offer.menu.items[0].choice
                    await visit.do(choice)
                    hear(visit)
            assert table.history
            assert asked

    in_hall(hall, story)


def test_a_hall_that_comes_back_goes_on_from_the_version_that_we_know(tmp_path: Path) -> None:
    """Someone else goes on in the meantime; what they did is told in its order, once."""

    async def story() -> None:
        ann, ben = await cookie_of(hall, "Ann"), await cookie_of(hall, "Ben")
        async with visiting(hall, ann, own_table("peril", bots=0)) as visit:
            hear(visit)
            code = visit.table.code
            hall.kill()
            said = await until(visit, lambda: not visit.table.connected)
            assert said == ["The connection is lost; reconnecting …"]
            with pytest.raises(Refused, match="no connection right now"):
                await visit.do(commands.AddBot())
            assert visit.offer() is None
            hall.start()
            async with visiting(hall, ben, Wish(code=code)):
                said = await until(visit, lambda: len(visit.table.shown.seated) == 2)
        assert [line for line in said if "Ben" in line and "entered" in line] == [
            "💀 Ben has entered the deadly game! Welcome to your potential doom! 💀"
        ]
        assert "Connected again." in said

    with RunningHall(tmp_path, "--fast") as hall:
        asyncio.run(story())


def test_the_last_game_stays_in_sight_when_the_table_is_set_for_another(hall: AnyHall) -> None:
    """Also for one who comes in now, and for one who is told nothing of what was before."""

    async def story(hall: AnyHall) -> None:
        cookie = await cookie_of(hall, "Ann")
        async with visiting(hall, cookie, own_table("mindroll", rounds=1)) as visit:
            table = visit.table
            hear(visit)
            await visit.do(commands.Start())
            while table.over is None:
                await until(visit, lambda: table.over is not None or (table.playing and visit.offer() is not None))
                if table.turns and (offer := visit.offer()) is not None:
                    await visit.do(offer.menu.items[0].choice)
                    hear(visit)
            await visit.do(commands.Configure(Setting(game="peril", seats=4)))
            assert "Peril" in " ".join(hear(visit))
            assert status.in_words(table)[0].startswith("Peril at table")
            late = ClientTable(table.me, table.link)
            async with visiting(hall, cookie, Wish(code=table.code)) as again:
                message = again.inbox[0]
                assert isinstance(message, TableMessage)
                late.hear(message)
                cut = msgspec.structs.replace(message, events=(), missed=True)
            forgetful = ClientTable(table.me, table.link)
            forgetful.hear(cut)
            for other in (table, late, forgetful):
                assert (other.shown.game, other.shown.setting.game) == ("mindroll", "peril")
                assert other.view == table.view
                assert board_of(other.listing.name).spoken(other.seen())
                assert actions.lobby(other).items

    in_hall(hall, story)


def test_who_may_act_out_of_turn_may_also_wait_and_see(hall: AnyHall) -> None:
    """Anyone but the caller may reveal (M-01); the game does not wait for them."""

    async def story(hall: AnyHall) -> None:
        cookie = await cookie_of(hall, "Ann")
        wish = own_table("mindroll", bots=2, rounds=2, reveal_by="anyone_but_caller")
        async with visiting(hall, cookie, wish) as visit:
            table = visit.table
            hear(visit)
            await visit.do(commands.Start())
            while table.over is None:
                await until(visit, lambda: table.over is not None or (table.playing and visit.offer() is not None))
                if table.playing and (offer := visit.offer()) is not None:
                    choice = offer.menu.items[0].choice
                    await visit.do(choice)
                    assert choice is not Way.WAIT or visit.offer() is None
                    hear(visit)
            assert table.history

    in_hall(hall, story)


def test_a_reset_game_is_gone_from_the_table_and_the_next_one_is_told_by_its_own_names(hall: AnyHall) -> None:
    async def story(hall: AnyHall) -> None:
        cookie = await cookie_of(hall, "Ann")
        async with visiting(hall, cookie, own_table("peril")) as visit:
            table = visit.table
            hear(visit)
            await visit.do(commands.Start())
            await until(visit, lambda: table.playing)
            await visit.do(commands.Reset())
            await until(visit, lambda: not table.playing)
            assert table.view is None
            await visit.do(commands.AddBot())
            await visit.do(commands.Start())
            said = await until(visit, lambda: table.playing)
            assert "Game 2 begins. Seats in order: you, Fox and Otter." in said

    in_hall(hall, story)


def test_all_that_a_careful_player_notes_is_said_and_checks_the_record(shared_hall: RunningHall) -> None:
    """The commitment before the game, the own seed at its start, and the digest with the address of the record."""

    async def story(hall: AnyHall) -> None:
        async with visiting(hall, await cookie_of(hall, "Ann"), own_table("mindroll", rounds=1)) as visit:
            table = visit.table
            said = hear(visit)
            await visit.do(commands.Start())
            said += await until(visit, lambda: table.playing)
            while table.over is None:
                said += await until(visit, lambda: table.over is not None or visit.offer() is not None)
                offer = visit.offer()
                if table.turns and offer is not None:
                    await visit.do(offer.menu.items[0].choice)
        text = "\n".join(said)
        commit = re.findall(r"^Its commitment, .*: ([0-9a-f]{64})$", text, re.MULTILINE)[0]
        ((seed, seat),) = re.findall(r"This machine mixed (\S+) into the dice, as seat ([AB])\.", text)
        ((record, digest),) = re.findall(r"curl -s (\S+) \| dicehall verify - --digest (\S+)", text)
        async with httpx.AsyncClient() as client:
            answer = await client.get(record)
            key = (await client.get(f"{hall.url}/api/log")).json()["head"]["key"]
        checks = verify(answer.text, Noted(commit, digest, seed, "AB".index(seat), key), is_signed)
        assert holds(checks)
        assert [check.what for check in checks if check.outcome == "not_possible"] == ["public_log", "beyond"]

    in_hall(shared_hall, story)


def test_bots_that_will_take_the_free_seats_are_not_waited_for(hall: AnyHall) -> None:
    async def story(hall: AnyHall) -> None:
        await cookie_of(hall, "Ben")
        cookie = await cookie_of(hall, "Ann")
        opening = OpenTable(id=0, game="peril", seats=4, fill=True, invite=("Ben",))
        async with visiting(hall, cookie, Wish(opening=opening)) as visit:
            hear(visit)
            assert status.why_not_start(visit.table) == ""
            assert "A seat is kept for Ben." in status.in_words(visit.table)
            await visit.do(commands.Invite("Zoe"))
            kept = "Seats are kept for Ben and Zoe (no account yet)."
            await until(visit, lambda: kept in status.in_words(visit.table))
            await visit.do(commands.Start())
            await until(visit, lambda: visit.table.playing)
        with pytest.raises(Refused, match="Nobody can be called 'Z': a name has 2 to 20 visible characters"):
            async with visiting(hall, cookie, Wish(opening=replace(opening, invite=("Z",)))):
                pass

    in_hall(hall, story)


def test_an_invitation_is_announced_unless_it_is_to_this_very_table() -> None:
    table = ClientTable("ann", "http://127.0.0.1:8000/t/KIRO")
    assert table.hear(Invitation("kiro", "bluff", "Ben")).sentences == ()
    (said,) = table.hear(Invitation("mafu", "bluff", "Ben")).sentences
    assert said.startswith("Ben is keeping a seat for you at Bluff: dicehall join http://127.0.0.1:8000/t/MAFU ")
    assert "decline" in said


def test_a_new_name_is_told_and_used_from_then_on(hall: AnyHall) -> None:
    async def story(hall: AnyHall) -> None:
        cookie = await cookie_of(hall, "Ann")
        async with visiting(hall, cookie, own_table("peril")) as visit:
            table = visit.table
            hear(visit)
            await visit.do(commands.Start())
            await until(visit, lambda: table.playing)
            async with httpx.AsyncClient(base_url=hall.url, verify=False) as http:
                await http.patch("/api/me", json={"name": "Anna"}, headers={"cookie": cookie})
            said = await until(visit, lambda: table.names == ("Anna", "Fox"))
            assert "Ann is called Anna now." in said
            assert "Anna" in status.in_words(table)[1]

    in_hall(hall, story)


def test_a_game_that_only_the_hall_knows_ends_the_visit_in_words(hall: AnyHall) -> None:
    async def story(hall: AnyHall) -> None:
        cookie = await cookie_of(hall, "Ann")
        async with visiting(hall, cookie, own_table("peril")) as visit:
            hear(visit)
            await visit.do(commands.Start())
            await until(visit, lambda: visit.table.playing)
            async with visiting(hall, cookie, Wish(code=visit.table.code)) as again:
                message = again.inbox[0]
        assert isinstance(message, TableMessage)
        newer = msgspec.structs.replace(message, shown=msgspec.structs.replace(message.shown, edition=99))
        old = ClientTable(visit.table.me, visit.table.link)
        old.hear(newer)
        assert old.closed is not None
        assert old.closed.startswith("Edition 99 of peril is unknown here")

    in_hall(hall, story)


def test_what_the_host_may_do_is_offered_and_carried_out(hall: AnyHall) -> None:
    """Every item of every page leads to something that the hall knows."""

    async def story(hall: AnyHall) -> None:
        cookie = await cookie_of(hall, "Ann")
        async with (
            visiting(hall, cookie, own_table("peril")) as visit,
            visiting(hall, await cookie_of(hall, "Ben"), Wish(code=visit.table.code)) as ben,
        ):
            await until(visit, lambda: len(visit.table.shown.seated) == 3)
            labels = dict(pages(actions.lobby(visit.table)))
            assert {"Lock", "Kick", "Mute", "Hand over", "Remove a bot", "Close the table"} <= labels.keys()
            await visit.do(labels["Lock"])
            await until(visit, lambda: visit.table.shown.locked)
            await ben.do(commands.Ready())  # who has a seat plays on
            cid = visiting(hall, await cookie_of(hall, "Cid"), Wish(code=visit.table.code))
            with pytest.raises(Refused, match="Access denied"):
                await cid.__aenter__()
            assert "Unlock" in dict(pages(actions.lobby(visit.table)))
            await until(ben, lambda: ben.table.shown.locked)
            assert "Host's tools" not in dict(pages(actions.lobby(ben.table)))

    in_hall(hall, story)


def pages(page: Page) -> Iterator[tuple[str, Any]]:
    for item in page.items:
        yield item.label, item.choice
        if isinstance(item.choice, Page):
            yield from pages(item.choice)


def test_an_object_is_laid_over_the_old_one_unless_it_has_a_type() -> None:
    old = {"a": {"x": 1, "y": 2}, "b": {"type": "one", "x": 1}, "c": [1]}
    assert merge(old, {"a": {"y": 3}, "b": {"type": "two"}, "c": [2]}) == {
        "a": {"x": 1, "y": 3},
        "b": {"type": "two"},
        "c": [2],
    }


@pytest.mark.parametrize(
    ("target", "found"),
    [
        ("http://host:8000/t/KIRO", Where("http://host:8000", "KIRO")),
        ("http://host:8000/t/kiro/", Where("http://host:8000", "KIRO")),
        ("https://example.org/dice/t/KIRO", Where("https://example.org/dice", "KIRO")),
        ("host:8000", Where("http://host:8000", None)),
        ("http://host:8000/", Where("http://host:8000", None)),
        ("kiro", Where("http://here:1", "KIRO", bare=True)),
        (None, Where("http://here:1", None)),
    ],
)
def test_a_table_is_found_by_its_link_its_code_or_its_hall(target: str | None, found: Where) -> None:
    assert where(target, "http://here:1/") == found


def test_messages_that_were_added_later_are_passed_over() -> None:
    assert read('{"type": "weather", "sky": "blue"}') is None
    assert read('{"type": "restarting", "why": "snow"}') == Restarting()
    with pytest.raises(msgspec.ValidationError):
        read('{"type": "present"}')


def test_what_cannot_be_read_ends_the_visit_in_words(hall: AnyHall) -> None:
    async def story(hall: AnyHall) -> None:
        async with visiting(hall, await cookie_of(hall, "Ann"), own_table("peril")) as visit:
            hear(visit)
            table = visit.table
            table.hear(Update(table.code, table.version + 1, (), {"seated": "none"}))
            assert table.closed is not None
            assert table.closed.startswith("The hall says something that this program does not understand")

    in_hall(hall, story)


@pytest.mark.parametrize(
    ("url", "lonely"),
    [
        ("http://127.0.0.1:8000", True),
        ("http://localhost:8000", True),
        ("http://[::1]:8000", True),
        ("http://192.168.1.5:8000/t/KIRO", False),
        ("https://dice.example.org", False),
    ],
)
def test_a_hall_that_only_this_machine_finds_is_called_so(url: str, lonely: bool) -> None:
    assert is_this_machine(url) == lonely


def test_time_to_watch_a_climax_is_not_shown_as_time_to_think() -> None:
    @dataclass
    class Asked:
        due: dict[int, Due]
        now: float = 1000.0
        shown: Any = field(default_factory=lambda: SimpleNamespace(setting=Setting(game="peril", seats=2, clock=60)))

    shown = [status.clock_of(cast("ClientTable", Asked({0: Due(0, until, 1000.0)})), 0) for until in (1066, 1031, None)]
    assert shown == [" (1:00)", " (0:31)", ""]


def test_clocks_are_read_as_people_read_them() -> None:
    assert [status.clock(seconds) for seconds in (-1, 9, 61.4, 3600)] == ["0:00", "0:09", "1:01", "1:00:00"]

"""The list of tables comes in pages of a bounded size, and one socket draws only so much by its own requests."""

import asyncio

import httpx

from dicehall.server.bounds.limits import Limits
from dicehall.server.bounds.visitors import DRAWN_AT_ONCE
from dicehall.server.live.rooms import Rooms
from dicehall.server.live.table_list import PAGE
from dicehall.store.files.database import Database
from dicehall.store.people.disk import DiskPeople
from dicehall.table.core import commands
from dicehall.table.core.events import Setting
from dicehall.table.live.hall import Hall
from dicehall.table.live.table import LiveTable, ignored
from tests.at_once import at_once
from tests.server.inside import inside
from tests.server.kit import PATIENCE, ROOMY, Refused, guests, in_a_loop, rows
from tests.server.timeless import LoopJournal, in_no_time

TABLES = 2 * PAGE + 20


class Listing:
    """A hall whose tables are listed."""

    def __init__(self) -> None:
        self.rooms = Rooms(DiskPeople(Database(None)))
        self.hall = Hall(LoopJournal(), self.rooms, pace=0.0)

    async def open(self, tables: int, who: str = "ann") -> list[LiveTable]:
        opened = [self._open(who) for _ in range(tables)]
        await asyncio.sleep(1)
        return opened

    def _open(self, who: str) -> LiveTable:
        return at_once(self.hall.open(who, commands.Open(Setting(game="peril", seats=4)), ignored))

    def all_pages(self) -> list[list[str]]:
        pages, after = [], None
        while True:
            page = self.rooms.table_list.page(after)
            pages.append([row.table for row in page.rows])
            if page.next is None:
                return pages
            after = page.next


@in_no_time
async def test_every_table_is_on_one_page_the_newest_first() -> None:
    evening = Listing()
    tables = await evening.open(TABLES)
    assert [len(page) for page in evening.all_pages()] == [PAGE, PAGE, 20]
    listed = [code for page in evening.all_pages() for code in page]
    assert set(listed) == {live.code for live in tables}
    (newest,) = await evening.open(1)
    assert evening.all_pages()[0][0] == newest.code


@in_no_time
async def test_pages_go_on_where_they_ended_whatever_opens_and_closes_meanwhile() -> None:
    evening = Listing()
    await evening.open(TABLES)
    first = evening.rooms.table_list.page()
    last = evening.hall.find(first.rows[-1].table)
    last.ask("ann", commands.Close(), ignored)
    await evening.open(10)
    second = evening.rooms.table_list.page(first.next)
    assert len(second.rows) == PAGE
    assert not {row.table for row in first.rows} & {row.table for row in second.rows}


@in_no_time
async def test_the_first_page_begins_with_ones_own_tables() -> None:
    evening = Listing()
    own = await evening.open(2, "ben")
    await evening.open(TABLES)
    codes = evening.hall.roster.codes_of("ben")
    assert set(codes) == {live.code for live in own}
    page = evening.rooms.table_list.page(None, codes)
    assert [row.table for row in page.rows[:2]] == codes
    assert len(page.rows) == PAGE + 2
    assert evening.rooms.table_list.page(page.next, codes).rows[0].table not in codes
    assert evening.rooms.table_list.page(None, ["nowhere"]) == evening.rooms.table_list.page()


@in_no_time
async def test_no_more_than_two_pages_of_own_tables_come_at_once() -> None:
    evening = Listing()
    await evening.open(TABLES)
    await evening.open(TABLES, "ben")
    page = evening.rooms.table_list.page(None, evening.hall.roster.codes_of("ann"))
    assert len(page.rows) == 2 * PAGE


@in_a_loop
async def test_a_few_bytes_draw_one_page_over_the_socket_and_by_http() -> None:
    async with (
        inside() as hall,
        guests(hall.url, "Ann", "Hal", "Eve") as (ann, hal, eve),
        httpx.AsyncClient(base_url=hall.url, verify=False) as http,
    ):
        await hal.ask("enter_hall")
        codes = {(await ann.ask("open", game="peril"))["table"] for _ in range(TABLES)}
        await hal.until(lambda: codes == set(rows(hal)))  # whoever is there already hears of each as it is opened
        heard, page = len(eve.raw), None
        await eve.ask("enter_hall")
        assert sum(map(len, eve.raw[heard:])) < 20_000
        while (page := eve.all("hall")[-1])["next"] is not None:
            assert len(page["tables"]) == PAGE
            await eve.ask("enter_hall", after=page["next"])
            assert eve.all("hall")[-1]["after"] == page["next"]
        assert codes == set(rows(eve))
        seen, answer = set(), await http.get("/api/tables")
        while True:
            assert len(answer.content) < 20_000
            seen |= {row["table"] for row in answer.json()}
            if "next" not in answer.links:
                break
            answer = await http.get(answer.links["next"]["url"])
        assert codes == seen


@in_a_loop
async def test_one_socket_draws_only_so_much_and_its_player_plays_on() -> None:
    limits = Limits.read((*ROOMY, "drawn_per_second=200"))
    async with inside(limits=limits) as hall, guests(hall.url, "Ann", "Eve") as (ann, eve):
        code = await ann.open("peril")
        heard, refusals = len(eve.raw), list[Refused]()
        for _ in range(100):
            for type, fields in (("watch", {"table": code, "since": 0}), ("enter_hall", {})):
                try:
                    await eve.ask(type, **fields)
                except Refused as refusal:
                    refusals.append(refusal)
        assert len(refusals) > 100
        assert {refusal.reason for refusal in refusals} == {"too_fast"}
        assert str(refusals[0]).startswith("At most 200 bytes a second by requests of one socket; wait ")
        drawn = sum(len(frame) for frame in eve.raw[heard:] if b'"type":"table"' in frame or b'"type":"hall"' in frame)
        longest = max(map(len, eve.raw))
        assert drawn < 200 * DRAWN_AT_ONCE + longest + 200 * 3 * PATIENCE
        await eve.do(code, "sit")
        await eve.ask("ping")
        again = await eve.again()  # another window has a budget of its own
        await again.ask("watch", table=code)
        await again.close()

"""Whoever waits for people only is told how long that takes, or that nobody can say."""

from dicehall.server.live.waits import rounded
from tests.server.inside import StillJournal, inside
from tests.server.kit import Client, guests, in_a_loop

WISH = {"game": "mindroll", "seats": 2, "bots": False}
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")


def test_it_is_said_as_one_says_it() -> None:
    assert [rounded(seconds) for seconds in (2, 14, 34, 59, 70, 100, 3000)] == [10, 10, 30, 60, 60, 120, 3000]


def wait_told(person: Client) -> tuple[str, int | None, int]:
    [message] = person.all("usual_wait")
    return message["table"], message["seconds"], message["people"]


@in_a_loop
async def test_people_are_told_how_long_others_have_waited_lately_and_of_how_many_that_is_known_h_13() -> None:
    journal = StillJournal()
    async with inside(journal=journal) as hall, guests(hall.url, *NAMES) as people:
        told = [(None, 0), (20, 1), (60, 2)]
        for seconds, lately, first, second in zip((20, 100, 130), told, people[::2], people[1::2], strict=False):
            code = (await first.ask("quick", **WISH))["table"]
            await first.ask("watch", table=code)
            assert wait_told(first) == (code, *lately)
            journal.at += seconds
            assert (await second.ask("quick", **WISH))["table"] == code
            await first.hears(code, "game_started")
        *_, gus, hal = people
        code = (await gus.ask("quick", **WISH))["table"]
        await gus.ask("watch", table=code)
        assert wait_told(gus) == (code, 120, 3)
        another = (await hal.ask("quick", game="mindroll", bots=False))["table"]
        await hal.ask("watch", table=another)
        assert wait_told(hal) == (another, None, 0), "of another kind nobody knows"
        journal.at += 3700.0
        again = await gus.again()
        await again.ask("watch", table=code)
        assert wait_told(again) == (code, None, 0), "an hour ago tells nothing"
        await again.close()

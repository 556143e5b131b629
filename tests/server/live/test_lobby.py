"""The lobby over the socket: opening, finding and listing tables, several of them, and several windows."""

import re
from typing import Any

import pytest

from dicehall.rules.catalog import find
from tests.server.kit import (
    Client,
    awaited,
    begin,
    finish,
    finish_together,
    guests,
    in_a_loop,
    known_to_all,
    over,
    refused,
    rows,
    step,
)

# Opening


@in_a_loop
async def test_a_table_as_it_is_opened_without_a_word(url: str) -> None:
    async with guests(url, "Ann") as (ann,):
        code = await ann.open("peril")
        table = ann.tables[code]
        assert table["setting"] == {
            "game": "peril", "options": {}, "seats": 10, "clock": 600, "on_timeout": "play", "public": True,
            "quick": False, "people_only": False, "fill": False, "rated": None, "odds": False,
        }  # fmt: skip
        assert (table["host"], [occupant["who"] for occupant in table["seated"]]) == (ann.me, [ann.me])
        assert code.isalpha()
        assert len(code) == 4


@in_a_loop
async def test_a_table_with_every_choice_made(url: str) -> None:
    async with guests(url, "Ann") as (ann,):
        code = await ann.open(
            "peril", preset="high stakes speed", options={"starting_lives": 1}, seats=5, clock=45, on_timeout="kick",
            public=False, sit=False, bots=["normal", "uniform"], rated=True,
        )  # fmt: skip
        table = ann.tables[code]
        assert table["setting"] == {
            "game": "peril", "options": {"starting_lives": 1}, "seats": 5, "clock": 45, "on_timeout": "kick",
            "public": False, "quick": False, "people_only": False, "fill": False, "rated": True, "odds": False,
        }  # fmt: skip
        assert [(occupant["level"], occupant["ready"]) for occupant in table["seated"]] == [
            ("normal", True),
            ("uniform", True),
        ]


@pytest.mark.parametrize(
    ("game", "clock"), [("peril", 600), ("mindroll", 60), ("three_dice", 60), ("stlucia", 60), ("bluff", 60)]
)
@in_a_loop
async def test_a_table_has_the_clock_that_its_game_declares(url: str, game: str, clock: int) -> None:
    """A minute a turn; ten minutes in Peril, as printed (P-14)."""
    async with guests(url, "Ann") as (ann,):
        code = await ann.open(game)
        assert ann.tables[code]["setting"]["clock"] == find(game).clock == clock


@pytest.mark.parametrize(
    ("chosen", "options", "clock"),
    [
        ({"preset": "Speed"}, {}, 120),
        ({"preset": "speed", "clock": 90}, {}, 90),
        ({"preset": "High Stakes"}, {"starting_lives": 2}, 600),
        ({"clock": 15}, {}, 15),
        ({"clock": 86400}, {}, 86400),
    ],
)
@in_a_loop
async def test_a_preset_brings_its_options_and_its_clock(
    url: str, chosen: dict[str, Any], options: dict[str, Any], clock: int
) -> None:
    async with guests(url, "Ann") as (ann,):
        code = await ann.open("peril", **chosen)
        setting = ann.tables[code]["setting"]
        assert (setting["options"], setting["clock"]) == (options, clock)


@pytest.mark.parametrize(
    ("chosen", "allowed"),
    [
        ({"game": "chess"}, "peril, mindroll, three_dice, stlucia, bluff"),
        ({"game": "peril", "preset": "Slow"}, "Standard, High Stakes, Speed, High Stakes Speed"),
        ({"game": "peril", "options": {"starting_lives": 99}}, "allowed: 1.."),
        ({"game": "peril", "options": {"lives": 1}}, "its options are starting_lives"),
        ({"game": "bluff", "seats": 8}, "Bluff takes 2 to 7 seats, not 8"),
        ({"game": "bluff", "seats": 1}, ">= 2"),
        ({"game": "peril", "clock": 14}, ">= 15"),
        ({"game": "peril", "clock": 86401}, "<= 86400"),
        ({"game": "peril", "bots": ["godlike"]}, "the bots are easy, normal, hard, uniform"),
        ({"game": "bluff", "seats": 2, "bots": ["normal", "normal"]}, "All 2 seats are taken"),
        ({"game": "peril", "on_timeout": "shout"}, "shout"),
        ({"game": "bluff", "seats": 3, "options": {"games_won": [1, 2, 3, 4]}}, "a count for each of the 3 seats"),
    ],
)
@in_a_loop
async def test_what_cannot_be_is_refused_with_what_can(url: str, chosen: dict[str, Any], allowed: str) -> None:
    async with guests(url, "Ann") as (ann,):
        refusal = await refused(ann.ask("open", **chosen))
        assert allowed in str(refusal)
        assert str(refusal).endswith(".")


@in_a_loop
async def test_the_host_may_think_better_of_it_before_the_game(url: str) -> None:
    async with guests(url, "Ann", "Ben") as (ann, ben):
        code = await ann.open("peril")
        await ben.join(code)
        setting = {**ann.tables[code]["setting"], "game": "bluff", "seats": 3, "clock": 30}
        assert (await refused(ben.do(code, "configure", setting=setting))).reason == "not_host"
        await ann.do(code, "configure", setting=setting)
        await ben.hears(code, "configured")
        assert ben.tables[code]["setting"] == setting
        assert [occupant["ready"] for occupant in ben.tables[code]["seated"]] == [False, False], "people say it again"
        assert (await refused(ann.do(code, "configure", setting={**setting, "quick": True}))).reason == "quick"


# Finding


@in_a_loop
async def test_a_code_may_be_said_in_capitals_or_not(url: str) -> None:
    async with guests(url, "Ann", "Ben") as (ann, ben):
        code = await ann.open("peril")
        for spelling in (code.upper(), code.title(), code):
            await ben.ask("watch", table=spelling)
            assert ben.all("table")[-1]["table"] == code
            await ben.ask("unwatch", table=spelling)
        await ben.do(code.upper(), "sit")
        refusal = await refused(ben.ask("watch", table="QQQQ"))
        assert refusal.reason == "no_table"
        assert "'QQQQ'" in str(refusal)


@in_a_loop
async def test_a_private_table_is_not_listed_but_found_by_its_link(url: str) -> None:
    async with guests(url, "Ann", "Ben", "Hal") as (ann, ben, hal):
        await hal.ask("enter_hall")
        hidden = await ann.open("peril", public=False)
        shown = await ann.open("peril")
        await ben.join(hidden, key=ann.tables[hidden]["key"])
        await hal.until(lambda: shown in rows(hal))
        assert hidden not in rows(hal)
        assert re.fullmatch("([bdfgklmnprstvz][aeiou]){3}", hidden), "six letters that can be said aloud"
        assert (len(shown), ann.tables[shown]["key"]) == (4, "")
        setting = ann.tables[hidden]["setting"]
        await ann.do(hidden, "configure", setting={**setting, "public": True})
        await hal.until(lambda: hidden in rows(hal))
        assert (await refused(ann.do(hidden, "configure", setting=setting))).reason == "public", "others may know it"


@in_a_loop
async def test_the_list_tells_those_who_are_connected_from_those_who_only_keep_a_seat(url: str) -> None:
    async with guests(url, "Hal", "Ann", "Ben") as (hal, ann, ben):
        await hal.ask("enter_hall")
        code = await ann.open("peril")
        await ben.join(code)
        await hal.until(lambda: (row := rows(hal).get(code)) and (row["people"], row["present"]) == (2, 2))
        await ben.close()
        await hal.until(lambda: (rows(hal)[code]["people"], rows(hal)[code]["present"]) == (2, 1))


@in_a_loop
async def test_a_table_is_off_the_list_when_its_closing_is_done(url: str) -> None:
    async with guests(url, "Hal", "Ann", "Eve") as (hal, ann, eve):
        await hal.ask("enter_hall")
        codes = [await ann.open("peril") for _ in range(3)]
        await hal.until(lambda: set(codes) <= set(rows(hal)))
        for code in codes:
            await ann.do(code, "close")
            await known_to_all(lambda code=code: is_off_the_list(hal, "ping", code))  # type: ignore[misc]
            await known_to_all(lambda code=code: is_off_the_list(eve, "enter_hall", code))  # type: ignore[misc]


async def is_off_the_list(person: Client, asking: str, code: str) -> bool:
    await person.ask(asking)
    return code not in rows(person)


@in_a_loop
async def test_the_list_is_pushed_and_nobody_asks_for_it_twice(url: str) -> None:
    async with guests(url, "Hal", "Ann", "Ben") as (hal, ann, ben):
        await hal.ask("enter_hall")
        assert [message["type"] for message in hal.heard[:3]] == ["welcome", "hall", "done"]
        code = await ann.open(
            "mindroll", options={"rounds": 1, "turn_order": "seat"}, bots=["normal"], seats=3, clock=77
        )
        row = {
            "table": code, "game": "mindroll", "host": ann.name, "people": 1, "present": 1, "bots": 1, "seats": 3,
            "state": "waiting", "locked": False, "fills_at": None, "clock": 77, "rated": True, "odds": False,
            "night": "",
        }  # fmt: skip
        await hal.until(lambda: rows(hal).get(code) == row)
        await ben.join(code)
        await hal.until(lambda: rows(hal)[code] == row | {"people": 2, "present": 2})
        await ann.do(code, "lock")
        await hal.until(lambda: rows(hal)[code] == row | {"people": 2, "present": 2, "locked": True})
        await ann.do(code, "start")
        await hal.until(lambda: rows(hal)[code]["state"] == "playing")
        await finish_together(code, ann, ben)
        await hal.until(lambda: rows(hal)[code]["state"] == "finished")
        await ann.do(code, "close")
        await hal.until(lambda: code not in rows(hal))
        await hal.ask("exit_hall")
        heard = len(hal.heard)
        another = await ann.open("peril")
        await ben.ask("watch", table=another)
        await ann.until(lambda: ann.all("present")[-1]["table"] == another)
        await hal.catch_up()
        assert [message["type"] for message in hal.heard[heard:]] == ["done"]


@in_a_loop
async def test_the_last_one_to_go_closes_the_table(url: str) -> None:
    async with guests(url, "Ann", "Ben", "Hal") as (ann, ben, hal):
        await hal.ask("enter_hall")
        code = await ann.open("peril", bots=["normal"])
        await ben.join(code)
        await hal.until(lambda: code in rows(hal))
        await ann.do(code, "leave")
        await ben.do(code, "leave")
        await hal.until(lambda: code not in rows(hal))
        assert (await refused(hal.ask("watch", table=code))).reason == "no_table"


# Several tables, several windows


@in_a_loop
async def test_one_person_plays_at_several_tables_at_once(url: str) -> None:
    async with guests(url, "Ann") as (ann,):
        codes = [await begin(ann, game=game, bots=["normal"]) for game in ("peril", "bluff", "stlucia")]
        for code in codes:
            await finish(ann, code)
        assert all(over(ann, code) for code in codes)


@in_a_loop
async def test_the_same_person_in_two_windows_is_one_seat(url: str) -> None:
    async with guests(url, "Ann", "Ben") as (ann, ben):
        code = await begin(ann, ben, options={"turn_order": "seat"})
        mover = ann if awaited(ann, code) else ben
        other = await mover.again()
        assert (await refused(other.do(code, "sit"))).reason == "seated"
        await other.ask("watch", table=code)
        assert other.options(code) == mover.options(code) != []
        await step(other, code)
        await mover.hears(code, "called")
        await mover.catch_up()
        assert mover.options(code) == other.options(code) == []
        assert mover.tables[code]["version"] == other.tables[code]["version"]
        assert (await refused(mover.do(code, "move", moves=[{"type": "call", "total": 12}]))).reason == "not_your_turn"
        await other.close()

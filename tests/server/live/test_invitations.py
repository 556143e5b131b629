"""Seats that are kept for people, who are told wherever they are, and what everybody has won, as the table sees it."""

import json
from pathlib import Path

import pytest

from tests.server.browser import account, cookie, take_over, visitor
from tests.server.inside import inside
from tests.server.kit import SHORT, Client, RunningHall, come_in, finish_together, guests, in_a_loop, refused


@in_a_loop
async def test_who_is_invited_is_told_at_once_and_again_when_they_come_back() -> None:
    async with inside() as hall, guests(hall.url, "Ann", "Ben", "Cleo") as (ann, ben, cleo):
        code = await ann.open("bluff", seats=3, invite=["ben"])
        told = await ben.message("invitation")
        assert told == {"type": "invitation", "table": code, "game": "bluff", "by": "Ann"}
        assert ann.tables[code]["invited"] == [ben.me]
        await cleo.catch_up()
        assert not cleo.all("invitation")
        again = await come_in(hall.url, cookie=ben.cookie)
        assert await again.message("invitation") == told
        await again.close()


@in_a_loop
async def test_a_kept_seat_is_for_nobody_else_and_the_invitation_ends_with_sitting_down() -> None:
    async with inside() as hall, guests(hall.url, "Ann", "Ben", "Cleo") as (ann, ben, cleo):
        code = await ann.open("bluff", seats=2, invite=["Ben"])
        assert "kept for invited people" in str(await refused(cleo.do(code, "sit")))
        await ben.join(code)
        assert await ben.message("invitation_over") == {"type": "invitation_over", "table": code}
        await ann.until(lambda: ann.tables[code]["invited"] == [])


@in_a_loop
async def test_an_invitation_is_declined_taken_back_or_over_when_the_game_begins_without_them() -> None:
    async with inside() as hall, guests(hall.url, "Ann", "Ben", "Cleo") as (ann, ben, cleo):
        code = await ann.open("bluff", seats=4, invite=["Ben"], fill=True)
        assert (await refused(cleo.do(code, "decline"))).reason == "not_invited"
        await ben.do(code, "decline")
        await ann.hears(code, "declined")
        await ann.do(code, "invite", who="Cleo")
        await cleo.message("invitation")
        await ann.do(code, "uninvite", who=cleo.me)
        await cleo.message("invitation_over")
        await ann.do(code, "invite", who=ben.me)
        await ann.do(code, "start")
        started = await ann.hears(code, "game_started")
        assert started["seats"] == [ann.me, "bot:Fox", "bot:Otter", "bot:Wren"], "G-22: bots take the rest"
        await ben.catch_up()
        assert [message["type"] for message in ben.heard if "invitation" in message["type"]] == [
            "invitation", "invitation_over", "invitation", "invitation_over",
        ]  # fmt: skip


@in_a_loop
async def test_a_name_that_nobody_can_have_is_not_invited_and_the_table_is_not_opened() -> None:
    async with inside() as hall, guests(hall.url, "Ann") as (ann,):
        assert (await refused(ann.ask("open", game="bluff", invite=["Admin"]))).reason == "unknown_person"
        code = await ann.open("bluff", seats=2)
        assert "'Z'" in str(await refused(ann.do(code, "invite", who="Z")))
        assert (await refused(ann.do(code, "invite", who="Ann"))).reason == "yourself"
        assert [live.code for live in hall.parts.hall] == [code]


@in_a_loop
async def test_anyone_who_says_no_is_not_asked_on_and_on_and_others_are_asked_as_ever() -> None:
    async with inside() as hall, guests(hall.url, "Ann", "Ben", "Cleo") as (ann, ben, cleo):
        for _ in range(2):
            code = await ann.open("bluff", invite=["Ben"])
            await ben.do(code, "decline")
        refusal = await refused(ann.do(code, "invite", who="Ben"))
        assert refusal.reason == "too_fast"
        assert str(refusal).startswith("At most 6 invitations an hour from one person to another; wait ")
        assert (await refused(ann.ask("open", game="bluff", invite=["Ben"]))).reason == "too_fast"
        await ann.do(code, "invite", who="Cleo")
        await cleo.do(await cleo.open("bluff"), "invite", who="Ben")


@in_a_loop
async def test_one_person_does_not_fill_the_window_of_another_with_invitations() -> None:
    async with inside() as hall, guests(hall.url, "Ann", "Ben") as (ann, ben):
        for _ in range(6):
            await ann.open("bluff", invite=["Ben"])
        assert (await refused(ann.ask("open", game="bluff", invite=["Ben"]))).reason == "too_fast"
        await ben.catch_up()
        assert len(ben.all("invitation")) == 6


async def play(code: str, *people: Client) -> None:
    for person in people[1:]:
        await person.do(code, "ready")
    await people[0].do(code, "start")
    await finish_together(code, *people)


@pytest.mark.parametrize("game", ["mindroll", "bluff"])
@in_a_loop
async def test_the_table_sees_what_everybody_has_won_and_bluff_is_told_g_27(game: str) -> None:
    """The counts of the rules are those of this game alone, and those of the table are told when they change."""
    options = SHORT if game == "mindroll" else {}
    async with inside() as hall, guests(hall.url, "Ann", "Ben") as (ann, ben):
        code = await ann.open(game, options=options, seats=2)
        await ben.join(code, ready=False)
        assert ann.all("table")[-1]["won"] == {ann.me: 0}
        await play(code, ann, ben)
        places = ann.tables[code]["waiting"]["places"]
        won = {who: int(place == 1) for who, place in zip((ann.me, ben.me), places, strict=True)}
        ended = [message for message in ben.heard if "game_ended" in str(message.get("events"))][-1]
        assert ended["won"] == won
        another = await ben.open("bluff", seats=2)
        await ann.join(another, ready=False)
        await ben.catch_up()
        counted = won if game == "bluff" else dict.fromkeys(won, 0)
        assert ben.all("update")[-1]["won"] == {ann.me: counted[ann.me]}
        await ann.do(another, "ready")
        await ben.do(another, "start")
        started = await ben.hears(another, "game_started")
        assert started["options"]["games_won"] == [counted[ben.me], counted[ann.me]]


# A name that nobody has yet


def expected(host: Client) -> list[str]:
    told = host.all("expected")
    return sorted(told[-1]["people"].values()) if told else []


@in_a_loop
async def test_a_name_waits_for_its_account_and_nobody_but_the_host_learns_it_h_12() -> None:
    async with inside() as hall, guests(hall.url, "Ann", "Ben") as (ann, ben):
        code = await ann.open("bluff", seats=3, invite=["Zoe"])
        await ben.join(code, ready=False)
        await ann.until(lambda: expected(ann) == ["Zoe"])
        (invitation,) = ann.tables[code]["invited"]
        await ben.catch_up()
        assert "zoe" not in json.dumps(ben.heard).casefold()
        async with guests(hall.url, "Zoe") as (guest,):
            await guest.catch_up()
            assert not guest.all("invitation"), "a guest could be anybody"
            await guest.ask("watch", table=code)
            assert "full" in str((await refused(guest.do(code, "sit"))).reason)
            async with visitor(hall.url) as browser:
                take_over(browser, guest.cookie or "")
                account = {"name": "zoe", "password": "correct horse battery"}
                (await browser.post("/api/accounts", json=account)).raise_for_status()
                zoe = await come_in(hall.url, cookie=cookie(browser))
            assert zoe.me == guest.me
            assert (await zoe.message("invitation"))["table"] == code
            await zoe.join(code, ready=False)
            await zoe.close()
        await ann.until(lambda: expected(ann) == [] and ann.tables[code]["invited"] == [])
        assert not ben.all("expected")
        named = [message for message in ben.heard if invitation in message.get("people", {})]
        assert {message["people"][invitation] for message in named} == {"someone"}


@in_a_loop
async def test_a_name_that_only_looks_alike_gets_no_seat_and_a_new_name_does_h_12() -> None:
    async with inside() as hall, guests(hall.url, "Ann") as (ann,):
        code = await ann.open("bluff", seats=3, invite=["Olivia"])
        await ann.until(lambda: expected(ann) == ["Olivia"])
        async with account(hall.url, "0livia") as other:
            (await other.patch("/api/me", json={"name": "Otto"})).raise_for_status()
            await ann.catch_up()
            assert expected(ann) == ["Olivia"]
            (await other.patch("/api/me", json={"name": "OLIVIA"})).raise_for_status()
            await ann.until(lambda: ann.tables[code]["invited"] == ["p-0livia"])


@in_a_loop
async def test_a_name_waits_on_after_a_kill_and_is_found_though_it_came_meanwhile_h_12(tmp_path: Path) -> None:
    with RunningHall(tmp_path, "--fast") as hall:
        async with guests(hall.url, "Ann") as (ann,):
            code = await ann.open("bluff", seats=4, invite=["Zoe", "Yan"])
            another = await ann.open("bluff", seats=3, invite=["Zoe"])
            hall.kill()
            hall.start()
            again = await ann.again()
            for table in (code, another):
                await again.ask("watch", table=table)
            async with account(hall.url, "Zoe") as zoe:
                window = await come_in(hall.url, cookie=cookie(zoe))
                await window.until(lambda: {each["table"] for each in window.all("invitation")} == {code, another})
                await window.close()
            await again.until(lambda: expected(again) == ["Yan"] or expected(again) == [])
            await again.close()


@in_a_loop
async def test_names_that_nobody_has_count_against_the_limit_of_the_pair_too_h_12() -> None:
    async with inside() as hall, guests(hall.url, "Ann") as (ann,):
        for _ in range(6):
            await ann.open("bluff", invite=["Zoe"])
        assert (await refused(ann.ask("open", game="bluff", invite=["zoe"]))).reason == "too_fast"

"""Chat over the socket: who hears whom, how much may be said, and what stays when the hall has been closed."""

import asyncio
from pathlib import Path

import pytest

from tests.server.kit import Client, RunningHall, all_caught_up, begin, come_in, guests, in_a_loop, refused


def lines(client: Client, audience: str) -> list[str]:
    """What was said to this client, as it came."""
    return [message["line"]["text"] for message in client.all("chat") if message["channel"] == audience]


def numbers(client: Client, audience: str) -> list[int]:
    return [message["line"]["number"] for message in client.all("chat") if message["channel"] == audience]


@in_a_loop
async def test_players_and_spectators_talk_to_all_before_a_game(url: str) -> None:
    async with guests(url, "Ann", "Ben", "Eve") as (ann, ben, eve):
        code = await ann.open("mindroll")
        await ben.join(code)
        await eve.ask("watch", table=code)
        for person, text in ((ann, "Hello!"), (ben, "Hi!"), (eve, "Good evening.")):
            await person.ask("say", table=code, text=text)
        await all_caught_up(ann, ben, eve)
        assert lines(ann, "all") == lines(ben, "all") == lines(eve, "all") == ["Hello!", "Hi!", "Good evening."]
        assert eve.all("chat")[0]["line"] == {"number": 1, "who": ann.me, "name": ann.name, "text": "Hello!"}


@in_a_loop
async def test_spectators_cannot_reach_players_while_there_are_secrets(url: str) -> None:
    async with guests(url, "Ann", "Ben", "Eve", "Fay") as (ann, ben, eve, fay):
        code = await begin(ann, ben)
        for spectator in (eve, fay):
            await spectator.ask("watch", table=code)
        await eve.ask("say", table=code, text="Ben has a six!")
        await ann.ask("say", table=code, text="So quiet here.")
        await fay.ask("say", table=code, text="Does he?")
        await all_caught_up(ann, ben, eve, fay)
        for player in (ann, ben):
            assert lines(player, "spectators") == []
            assert lines(player, "all") == ["So quiet here."]
            assert numbers(player, "all") == [1], "what one does not hear leaves no gap"
        assert lines(fay, "spectators") == lines(eve, "spectators") == ["Ben has a six!", "Does he?"]
        again = await ben.again()
        await again.ask("watch", table=code)
        assert again.all("table")[0]["chat"].keys() == {"all"}
        await again.close()
        nameless = await come_in(url)
        await nameless.ask("watch", table=code)
        assert nameless.all("table")[0]["chat"].keys() == {"all"}, "it could be a player's second window"
        await nameless.close()
        late = await come_in(url, "Gus")
        await late.ask("watch", table=code)
        chat = late.all("table")[0]["chat"]
        assert [line["text"] for line in chat["spectators"]] == ["Ben has a six!", "Does he?"]
        assert [line["text"] for line in chat["all"]] == ["So quiet here."]
        await late.close()


@in_a_loop
async def test_the_host_may_let_them(url: str) -> None:
    async with guests(url, "Ann", "Ben", "Eve") as (ann, ben, eve):
        code = await begin(ann, ben)
        await eve.ask("watch", table=code)
        assert (await refused(ben.do(code, "allow_talk"))).reason == "not_host"
        await ann.do(code, "allow_talk")
        await eve.ask("say", table=code, text="I trust Ben.")
        await ann.do(code, "forbid_talk")
        await eve.ask("say", table=code, text="No, I do not.")
        await all_caught_up(ann, ben)
        assert lines(ben, "all") == lines(ann, "all") == ["I trust Ben."]


@in_a_loop
async def test_where_there_are_no_secrets_everybody_hears_everybody(url: str) -> None:
    async with guests(url, "Ann", "Ben", "Eve") as (ann, ben, eve):
        code = await begin(ann, ben, game="peril")
        await eve.ask("watch", table=code)
        await eve.ask("say", table=code, text="Mind the seven!")
        await ben.catch_up()
        assert lines(ben, "all") == ["Mind the seven!"]


@in_a_loop
async def test_a_player_who_got_up_is_a_spectator(url: str) -> None:
    async with guests(url, "Ann", "Ben", "Cleo") as (ann, ben, cleo):
        code = await begin(ann, ben, cleo)
        await ben.do(code, "stand")
        await ben.ask("say", table=code, text="Cleo has a three.")
        await all_caught_up(ann, ben, cleo)
        assert lines(ann, "all") == lines(ann, "spectators") == []
        assert lines(ben, "spectators") == ["Cleo has a three."]


@in_a_loop
async def test_the_host_mutes_and_lets_talk_again(url: str) -> None:
    async with guests(url, "Ann", "Ben") as (ann, ben):
        code = await ann.open("peril")
        await ben.join(code)
        assert (await refused(ben.do(code, "mute", who=ann.me))).reason == "not_host"
        await ann.do(code, "mute", who=ben.me)
        await ben.hears(code, "muted")
        refusal = await refused(ben.ask("say", table=code, text="But …"))
        assert (refusal.reason, str(refusal)) == ("muted", "The host has muted you at this table.")
        assert (await refused(ann.do(code, "mute", who=ben.me))).reason == "already"
        assert (await refused(ann.do(code, "mute", who=ann.me))).reason == "yourself"
        await ann.do(code, "unmute", who=ben.me)
        await ben.ask("say", table=code, text="Thank you.")
        await ann.catch_up()
        assert lines(ann, "all") == ["Thank you."]


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("x" * 300, "x" * 300),
        ("🎲" * 300, "🎲" * 300),
        ("  two \t words\r\n ", "two words"),
        ("\x1b[31mred\x1b[0m", "[31mred[0m"),
        ("a\u202egnp.exe\u202c b", "agnp.exe b"),
        ("zero\u200bwidth\ufeff", "zerowidth"),
        ("👩\u200d👧 family", "👩\u200d👧 family"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
    ],
)
@in_a_loop
async def test_a_line_is_cleaned_of_what_cannot_be_seen(url: str, typed: str, shown: str) -> None:
    """The page escapes what is markup; here a text is a text."""
    async with guests(url, "Ann") as (ann,):
        code = await ann.open("peril")
        await ann.ask("say", table=code, text=typed)
        assert lines(ann, "all") == [shown]


@pytest.mark.parametrize(
    ("typed", "reason"),
    [("x" * 301, "too_long"), ("x" * 1201, "bad_message"), ("", "empty"), (" \u200b\u202e\n", "empty")],
)
@in_a_loop
async def test_a_line_that_is_too_long_or_empty_is_refused(url: str, typed: str, reason: str) -> None:
    async with guests(url, "Ann") as (ann,):
        code = await ann.open("peril")
        assert (await refused(ann.ask("say", table=code, text=typed))).reason == reason
        await ann.catch_up()
        assert not ann.all("chat")


@in_a_loop
async def test_nobody_talks_faster_than_people_read(url: str) -> None:
    async with guests(url, "Ann", "Ben") as (ann, ben):
        code = await ann.open("peril")
        await ben.join(code)
        other = await ann.again()
        assert (await refused(other.ask("say", table=code, text="From afar"))).reason == "not_here"
        await other.ask("watch", table=code)
        for number in range(5):
            await (ann, other)[number % 2].ask("say", table=code, text=f"Line {number}")
        for window in (ann, other):
            refusal = await refused(window.ask("say", table=code, text="One more"))
            assert refusal.reason == "too_fast"
            assert "5 lines in 10 seconds" in str(refusal)
        await ben.ask("say", table=code, text="Now me.")
        await ben.catch_up()
        assert lines(ben, "all") == [*(f"Line {number}" for number in range(5)), "Now me."]
        assert numbers(ben, "all") == [1, 2, 3, 4, 5, 6]
        await other.close()


@in_a_loop
async def test_nobody_talks_without_a_name(url: str) -> None:
    async with guests(url, "Ann") as (ann,):
        code = await ann.open("peril")
        nobody = await come_in(url)
        await nobody.ask("watch", table=code)
        refusal = await refused(nobody.ask("say", table=code, text="Boo!"))
        assert refusal.reason == "no_name"
        assert "POST /api/guests" in str(refusal)
        await nobody.close()


@in_a_loop
async def test_what_was_said_survives_a_restart(tmp_path: Path) -> None:
    with RunningHall(tmp_path) as hall:
        async with guests(hall.url, "Ann", "Ben", "Eve") as (ann, ben, eve):
            code = await begin(ann, ben)
            await eve.ask("watch", table=code)
            await ann.ask("say", table=code, text="Before")
            await eve.ask("say", table=code, text="Behind your backs")
            await asyncio.to_thread(hall.kill)
            await asyncio.to_thread(hall.start)
            player, spectator = await ann.again(), await eve.again()
            for person, audiences in ((player, {"all"}), (spectator, {"all", "spectators"})):
                await person.ask("watch", table=code)
                assert person.all("table")[0]["chat"].keys() == audiences
            assert spectator.all("table")[0]["chat"]["spectators"][0]["text"] == "Behind your backs"
            await player.ask("say", table=code, text="After")
            assert numbers(player, "all") == [2]
            await player.close()
            await spectator.close()

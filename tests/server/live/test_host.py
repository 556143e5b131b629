"""The host's house rules over the socket: who may come, stay and decide, and what the others are told."""

import pytest

from tests.server.kit import begin, finish_together, guests, in_a_loop, names, refused

LOCKED = "🔒 GAME LOCKED. Access denied: the host has locked this table."


@in_a_loop
async def test_anyone_who_is_kicked_is_shown_out_of_every_window_until_readmitted(url: str) -> None:
    async with guests(url, "Ann", "Ben") as (ann, ben):
        code = await ann.open("peril")
        await ben.join(code)
        other = await ben.again()
        await other.ask("watch", table=code)
        await ann.do(code, "kick", who=ben.me)
        for window in (ben, other):
            assert await window.message("gone") == {"type": "gone", "table": code, "reason": "kicked"}
            refusal = await refused(window.ask("watch", table=code))
            assert (refusal.reason, str(refusal)) == ("kicked", "The host has asked you to leave this table.")
            assert (await refused(window.do(code, "sit"))).reason == "kicked"
            assert (await refused(window.ask("say", table=code, text="But why?"))).reason == "not_here"
            assert (await refused(window.ask("react", table=code, reaction="cry"))).reason == "not_here"
        heard = len(ben.heard)
        await ann.do(code, "lock")
        await ben.catch_up()
        assert [message["type"] for message in ben.heard[heard:]] == ["done"], "nothing more is told to them"
        await ann.do(code, "unlock")
        await ann.do(code, "readmit", who=ben.me)
        await ben.join(code)
        assert (await refused(ann.do(code, "kick", who=ann.me))).reason == "yourself"
        assert names(ann, code) == ["Ann", "Ben"]
        await other.close()


@in_a_loop
async def test_anyone_who_is_kicked_out_of_a_running_game_has_left_it(url: str) -> None:
    async with guests(url, "Ann", "Ben", "Cleo") as (ann, ben, cleo):
        code = await begin(ann, ben, cleo, game="peril")
        await ann.do(code, "kick", who=ben.me)
        assert (await cleo.hears(code, "left"))["seat"] == 1
        assert cleo.tables[code]["left"] == [1]
        assert (await refused(ben.do(code, "throw"))).reason == "not_seated"


@in_a_loop
async def test_only_the_host_is_told_who_watches(url: str) -> None:
    async with guests(url, "Ann", "Ben", "Cleo") as (ann, ben, cleo):
        code = await ann.open("peril")
        await ben.join(code)
        await cleo.ask("watch", table=code)
        await ann.until(lambda: ann.all("spectators") and cleo.me in ann.all("spectators")[-1]["people"])
        assert ann.all("spectators")[-1] == {"type": "spectators", "table": code, "people": {cleo.me: cleo.name}}
        again = await ann.again()
        await again.ask("watch", table=code)
        assert again.all("spectators")[-1]["people"] == {cleo.me: cleo.name}
        await again.close()
        await ann.do(code, "kick", who=cleo.me)
        assert (await cleo.message("gone"))["reason"] == "kicked", "without having said a word"
        await ann.until(lambda: ann.all("spectators")[-1]["people"] == {})
        await ann.do(code, "transfer", who=ben.me)
        await ann.do(code, "stand")
        await ben.until(lambda: ben.all("spectators") and ben.all("spectators")[-1]["people"] == {ann.me: ann.name})
        await cleo.catch_up()
        assert not cleo.all("spectators")


@in_a_loop
async def test_the_host_sends_a_bot_out_of_a_running_game(url: str) -> None:
    async with guests(url, "Ann", "Ben") as (ann, ben):
        code = await begin(ann, ben, game="peril", bots=["normal"])
        await ann.do(code, "kick", who="bot:Fox")
        assert (await ben.hears(code, "left"))["seat"] == 1


@in_a_loop
async def test_nobody_new_comes_to_a_locked_table(url: str) -> None:
    """P-22: the words of the sheet; nobody new may even look, and anyone who looked may go on looking."""
    async with guests(url, "Ann", "Ben", "Cleo", "Dan") as (ann, ben, cleo, dan):
        code = await ann.open("peril")
        await ben.join(code, ready=False)
        await cleo.ask("watch", table=code)
        await ann.do(code, "lock")
        await cleo.hears(code, "locked")
        for attempt in (
            cleo.do(code, "sit"),
            dan.ask("watch", table=code),
            cleo.ask("say", table=code, text="Open up!"),
            cleo.ask("react", table=code, reaction="angry"),
        ):
            refusal = await refused(attempt)
            assert (refusal.reason, str(refusal)) == ("locked", LOCKED)
        for inside in (ben, cleo):
            again = await inside.again()
            await again.ask("watch", table=code)
            await again.close()
        await ben.do(code, "ready")
        await ann.do(code, "add_bot")
        assert (await refused(ann.do(code, "lock"))).reason == "already"
        await ann.do(code, "unlock")
        await dan.join(code)
        assert names(dan, code) == ["Ann", "Ben", "Fox", "Dan"]


@in_a_loop
async def test_seats_in_a_running_game_keep_their_turns_when_it_is_locked(url: str) -> None:
    """P-22."""
    async with guests(url, "Ann", "Ben") as (ann, ben):
        code = await begin(ann, ben, game="peril")
        await ann.do(code, "lock")
        await finish_together(code, ann, ben)
        await ben.do(code, "rematch")
        await ann.do(code, "rematch")
        await ben.until(lambda: len(ben.events(code, "game_started")) == 2)
        await ben.do(code, "leave")


@in_a_loop
async def test_leaving_cleans_up_and_the_next_person_becomes_the_host(url: str) -> None:
    async with guests(url, "Ann", "Ben", "Cleo") as (ann, ben, cleo):
        code = await begin(ann, ben, cleo, game="peril")
        await ann.do(code, "leave")
        assert (await cleo.hears(code, "left"))["seat"] == 0
        assert (await cleo.hears(code, "host_changed"))["who"] == ben.me
        assert names(cleo, code) == ["Ben", "Cleo"]
        assert (await refused(ann.do(code, "lock"))).reason == "not_host"
        await ben.do(code, "leave")
        assert (await cleo.hears(code, "game_ended"))["places"] == [3, 2, 1], "leavers are last (P-17)"
        await cleo.do(code, "leave")
        for person in (ann, ben, cleo):
            assert (await person.message("gone"))["reason"] == "closed"
        assert (await refused(ann.ask("watch", table=code))).reason == "no_table"


@in_a_loop
async def test_getting_up_is_not_leaving_the_room(url: str) -> None:
    async with guests(url, "Ann", "Ben") as (ann, ben):
        code = await ann.open("peril")
        await ben.join(code)
        await ben.do(code, "stand")
        await ann.hears(code, "stood")
        assert names(ann, code) == ["Ann"]
        await ann.do(code, "lock")
        await ben.hears(code, "locked")


@in_a_loop
async def test_hosting_is_handed_over_to_someone_at_the_table(url: str) -> None:
    async with guests(url, "Ann", "Ben", "Cleo") as (ann, ben, cleo):
        code = await ann.open("peril", bots=["normal"])
        await ben.join(code)
        await cleo.ask("watch", table=code)
        for nobody in (cleo.me, "bot:Fox", "p-nobody"):
            assert (await refused(ann.do(code, "transfer", who=nobody))).reason == "unknown"
        await ann.do(code, "transfer", who=ben.me)
        await ben.hears(code, "host_changed")
        assert (await refused(ann.do(code, "lock"))).reason == "not_host"
        await ben.do(code, "lock")


@pytest.mark.parametrize("deed", ["kick", "mute"])
@in_a_loop
async def test_only_those_whom_the_hall_knows_are_kicked_or_muted(url: str, deed: str) -> None:
    """Made-up ones would swell what everybody at the table is told."""
    async with guests(url, "Ann", "Ben") as (ann, ben):
        code = await ann.open("peril")
        refusal = await refused(ann.do(code, deed, who="made-up"))
        assert (refusal.reason, str(refusal)) == ("unknown_person", "Nobody in this hall has the id 'made-up'.")
        await ann.do(code, deed, who=ben.me)

"""Strangers who come to a private table by its code knock; those who have its link, or belong there, do not."""

from pathlib import Path

from tests.server.kit import RunningHall, come_in, guests, in_a_loop, refused


@in_a_loop
async def test_a_stranger_who_has_only_the_code_knocks_and_the_host_lets_them_in(url: str) -> None:
    async with guests(url, "Ann", "Ben", "Cleo") as (ann, ben, cleo):
        code = await ann.open("peril", public=False)
        await cleo.ask("watch", table=code, key=ann.tables[code]["key"])
        refusal = await refused(ben.ask("watch", table=code))
        assert refusal.reason == "knocking"
        assert "its host has to let you in" in str(refusal)
        knocks = await ann.message("knocks")
        assert knocks == {"type": "knocks", "table": code, "people": {ben.me: ben.name}}
        for attempt in (ben.do(code, "sit"), ben.ask("say", table=code, text="Hello?")):
            assert (await refused(attempt)).reason == "knocking"
        assert (await refused(cleo.do(code, "let_in", who=ben.me))).reason == "not_host"
        await ann.do(code, "let_in", who=ben.me)
        assert await ben.message("admitted") == {"type": "admitted", "table": code}
        await ben.join(code)
        await ann.until(lambda: ann.all("knocks")[-1]["people"] == {})
        assert (await cleo.hears(code, "let_in"))["who"] == ben.me
        assert not cleo.all("knocks"), "only the host is told who knocks"


@in_a_loop
async def test_those_who_have_the_link_are_invited_or_were_there_before_do_not_knock(url: str) -> None:
    async with guests(url, "Ann", "Ben", "Cleo", "Dan") as (ann, ben, cleo, dan):
        code = await ann.open("peril", public=False, invite=[ben.name])
        key = ann.tables[code]["key"]
        await ben.ask("watch", table=code)
        await cleo.ask("watch", table=code, key=key)
        await cleo.ask("unwatch", table=code)
        await cleo.ask("watch", table=code)
        nobody = await come_in(url)
        assert (await refused(nobody.ask("watch", table=code))).reason == "no_name"
        await nobody.ask("watch", table=code, key=key)
        await nobody.close()
        assert (await refused(dan.ask("watch", table=code, key=key + "x"))).reason == "knocking"
        await ann.do(code, "kick", who=cleo.me)
        await ann.do(code, "readmit", who=cleo.me)
        assert (await refused(cleo.ask("watch", table=code))).reason == "knocking", "who was sent away knocks again"


@in_a_loop
async def test_after_a_removal_newcomers_knock_even_with_the_link_until_nobody_is_kept_out_h_11(url: str) -> None:
    async with guests(url, "Ann", "Ben", "Cleo", "Dan", "Eve") as (ann, ben, cleo, dan, eve):
        code = await ann.open("peril", public=False)
        key = ann.tables[code]["key"]
        for person in (ben, cleo):
            await person.ask("watch", table=code, key=key)
        await ben.do(code, "sit")
        await ann.do(code, "kick", who=ben.me)
        assert (await refused(ben.ask("watch", table=code, key=key))).reason == "kicked"
        refusal = await refused(dan.ask("watch", table=code, key=key))  # Ben under another name, perhaps
        assert refusal.reason == "knocking"
        assert "with the link too" in str(refusal)
        nobody = await come_in(url)
        assert (await refused(nobody.ask("watch", table=code, key=key))).reason == "no_name"
        await nobody.close()
        await cleo.ask("unwatch", table=code)
        await cleo.ask("watch", table=code)  # who was inside comes back
        await ann.do(code, "let_in", who=dan.me)
        await dan.message("admitted")
        await dan.join(code)
        await ann.do(code, "readmit", who=ben.me)
        await eve.ask("watch", table=code, key=key)


@in_a_loop
async def test_a_knock_ends_when_the_knocker_goes_or_is_sent_away_or_the_table_opens_to_all(url: str) -> None:
    async with guests(url, "Ann", "Ben", "Cleo", "Dan") as (ann, ben, cleo, dan):
        code = await ann.open("peril", public=False)
        for person in (ben, cleo, dan):
            await refused(person.ask("watch", table=code))
        await ann.until(lambda: ann.all("knocks") and len(ann.all("knocks")[-1]["people"]) == 3)
        await ben.ask("unwatch", table=code)
        await ann.until(lambda: ben.me not in ann.all("knocks")[-1]["people"])
        await ann.do(code, "kick", who=cleo.me)
        assert (await cleo.message("gone"))["reason"] == "kicked"
        await ann.do(code, "configure", setting={**ann.tables[code]["setting"], "public": True})
        await dan.message("admitted")
        await ben.join(code)


@in_a_loop
async def test_who_was_let_in_comes_back_after_a_restart_and_the_link_stays_the_same(tmp_path: Path) -> None:
    with RunningHall(tmp_path, "--fast") as hall:
        async with guests(hall.url, "Ann", "Ben", "Cleo", "Dan") as (ann, ben, cleo, dan):
            code = await ann.open("peril", public=False)
            key = ann.tables[code]["key"]
            await refused(ben.ask("watch", table=code))
            await ann.do(code, "let_in", who=ben.me)
            hall.kill()
            hall.start()
            windows = [await person.again() for person in (ben, cleo, dan)]
            await windows[0].ask("watch", table=code)
            await windows[1].ask("watch", table=code, key=key)
            assert (await refused(windows[2].ask("watch", table=code))).reason == "knocking"
            for window in windows:
                await window.close()


@in_a_loop
async def test_with_knocking_off_only_the_link_an_invitation_or_the_host_opens_a_private_table(url: str) -> None:
    async with guests(url, "Ann", "Ben", "Cleo", "Dan", "Eve") as (ann, ben, cleo, dan, eve):
        code = await ann.open("peril", public=False, invite=[cleo.name])
        assert (await refused(ben.ask("watch", table=code))).reason == "knocking"
        await ann.until(lambda: ann.all("knocks") and ben.me in ann.all("knocks")[-1]["people"])
        await ann.do(code, "forbid_knocks")
        assert await ben.message("gone") == {"type": "gone", "table": code, "reason": "no_knocking"}
        await ann.until(lambda: ann.all("knocks")[-1]["people"] == {})
        nobody = await come_in(url)
        for stranger in (ben, nobody):
            refusal = await refused(stranger.ask("watch", table=code))
            assert refusal.reason == "no_knocking"
            assert "The link of the table or an invitation opens it" in str(refusal)
        await nobody.close()
        assert (await refused(ben.do(code, "sit"))).reason == "no_knocking"
        await cleo.ask("watch", table=code)
        await dan.ask("watch", table=code, key=ann.tables[code]["key"])
        await ann.do(code, "let_in", who=ben.me)
        await ben.ask("watch", table=code)
        await ann.do(code, "allow_knocks")
        assert (await refused(eve.ask("watch", table=code))).reason == "knocking"

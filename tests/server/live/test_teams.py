"""Teams over real sockets: kept in a profile, worn at tables and in tournaments, seen by everyone there."""

import httpx
import pytest

from tests.server.browser import account, cookie, problem, take_over, visitor
from tests.server.inside import inside
from tests.server.kit import Client, RunningHall, all_caught_up, begin, come_in, guests, in_a_loop, refused
from tests.server.live.test_tournaments import act, create

FOXES = {"label": "Red Foxes", "colour": "red", "pattern": "stripes"}
OWLS = {"label": "Owls", "colour": "blue", "pattern": "dots"}


async def profile(client: Client, method: str, team: dict[str, str] | None = None) -> httpx.Response:
    """By HTTP, as the person of a socket."""
    async with visitor(client.url) as http:
        take_over(http, client.cookie or "")
        return await http.request(method, "/api/me/team", json=team)


@in_a_loop
async def test_a_guest_keeps_a_team_and_gives_it_up() -> None:
    async with inside() as hall, guests(hall.url, "Ann") as (ann,):
        none = await profile(ann, "GET")
        assert (none.status_code, none.json()) == (200, None)
        kept = await profile(ann, "PUT", FOXES | {"label": "  Red   Foxes "})
        assert (kept.status_code, kept.json()) == (200, FOXES)
        assert (await profile(ann, "GET")).json() == FOXES
        assert problem(await profile(ann, "PUT", FOXES | {"label": "The Host"})) == (400, "bad_request")
        assert (await profile(ann, "PUT", FOXES | {"colour": "beige"})).status_code == 400
        assert (await profile(ann, "GET")).json() == FOXES, "what was refused changed nothing"
        assert (await profile(ann, "DELETE")).status_code == 204
        assert problem(await profile(ann, "DELETE")) == (404, "no_team")


@in_a_loop
async def test_nobody_without_a_name_keeps_one() -> None:
    async with inside() as hall, visitor(hall.url) as http:
        assert (await http.put("/api/me/team", json=FOXES)).status_code == 401


@in_a_loop
async def test_the_team_of_a_profile_is_worn_from_the_next_seat_on_and_seen_by_everyone() -> None:
    async with inside() as hall, guests(hall.url, "Ann", "Ben", "Eve") as (ann, ben, eve):
        code = await ann.open("peril")
        await eve.ask("watch", table=code)
        assert (await profile(ben, "PUT", OWLS)).status_code == 200
        await ben.join(code)
        await all_caught_up(ann, ben, eve)
        assert ann.tables[code]["teams"] == ben.tables[code]["teams"] == eve.tables[code]["teams"] == [[ben.me, OWLS]]
        [told] = eve.events(code, "team_chosen")
        assert told == {"type": "team_chosen", "who": ben.me, **OWLS}
        assert (await profile(ben, "PUT", FOXES)).status_code == 200
        await ben.do(code, "stand")
        await ben.do(code, "sit")
        await all_caught_up(ann, ben, eve)
        assert eve.tables[code]["teams"] == [[ben.me, FOXES]]


@in_a_loop
async def test_a_team_is_chosen_and_taken_off_while_a_game_runs() -> None:
    async with inside() as hall, guests(hall.url, "Ann", "Ben", "Eve") as (ann, ben, eve):
        code = await begin(ann, ben)
        await eve.ask("watch", table=code)
        await ann.do(code, "team", team=FOXES)
        await ben.do(code, "team", team=OWLS | {"label": "RED FOXES"})
        await all_caught_up(ann, ben, eve)
        assert eve.tables[code]["teams"] == [[ann.me, FOXES], [ben.me, FOXES]], "they look alike: one team"
        await ben.do(code, "team", team=None)
        assert (await refused(ben.do(code, "team", team=None))).reason == "already"
        assert (await refused(eve.do(code, "team", team=OWLS))).reason == "not_seated"
        assert (await refused(ben.do(code, "team", team=OWLS | {"label": "x" * 30}))).reason == "bad_request"
        assert (await refused(ben.do(code, "team", team=OWLS | {"pattern": "tartan"}))).reason == "bad_message"
        await all_caught_up(ann, ben, eve)
        assert eve.tables[code]["teams"] == [[ann.me, FOXES]]


@in_a_loop
async def test_badges_are_there_again_after_a_kill(tmp_path_factory: pytest.TempPathFactory) -> None:
    with RunningHall(tmp_path_factory.mktemp("teams")) as hall:
        async with guests(hall.url, "Ann", "Ben") as (ann, ben):
            assert (await profile(ben, "PUT", OWLS)).status_code == 200
            code = await ann.open("peril")
            await ann.do(code, "add_bot")
            await ben.join(code)
            await all_caught_up(ann)
            bot = next(each["who"] for each in ann.tables[code]["seated"] if each["level"])
            await ann.do(code, "team_of", who=bot, team=FOXES)
        hall.kill()
        hall.start()
        again = await come_in(hall.url, cookie=ben.cookie)
        await again.ask("watch", table=code)
        assert again.tables[code]["teams"] == [[ben.me, OWLS], [bot, FOXES]]
        assert (await profile(again, "GET")).json() == OWLS
        await again.close()


@in_a_loop
async def test_in_a_tournament_teams_are_entered_with_shown_and_scored(url: str) -> None:
    async with account(url) as http, visitor(url) as nobody, guests(url, "Ben", "Cleo", "Dan") as (ben, cleo, dan):
        ann = await come_in(url, cookie=cookie(http))
        code = await create(ann, title="Teams", teams={"count": 1})
        assert (await profile(ben, "PUT", FOXES)).status_code == 200
        await act(ben, code, "enter")
        await act(cleo, code, "enter", team=OWLS | {"label": "red foxes"})
        await act(dan, code, "enter", team=OWLS)
        assert (await refused(act(ann, code, "enter", team=OWLS | {"label": "Bot"}))).reason == "bad_request"
        shown = (await nobody.get(f"/api/tournaments/{code}")).json()["shown"]
        assert [each["team"] for each in shown["entrants"]] == [FOXES, FOXES, OWLS]
        assert [(each["team"]["label"], each["rank"]) for each in shown["teams"]] in (
            [("Red Foxes", 1), ("Owls", 2)],
            [("Owls", 1), ("Red Foxes", 2)],
        )
        found = (await nobody.get(f"/api/tournaments/{code}/results.json")).json()
        assert {each["team"] for each in found["results"]} == {"Red Foxes", "Owls"}
        assert len(found["teams"]) == 2
        await act(ann, code, "call_off")
        await ann.close()

"""The people one has played with lately: each once, the last one first, and nobody else's business."""

from tests.server.browser import problem, take_over, visitor
from tests.server.inside import inside
from tests.server.kit import guests, in_a_loop
from tests.server.results.test_leaderboard import ends
from tests.store.evenings import game


@in_a_loop
async def test_the_people_of_ones_last_games_are_listed_once_each_the_last_one_first() -> None:
    async with inside() as hall, visitor(hall.url, "Ann") as ann, visitor(hall.url, "Ben"), visitor(hall.url, "Cleo"):
        assert (await ann.get("/api/me/opponents")).json() == []
        await ends(
            hall,
            game([1, 2, 3], "peril", seats=("p-ann", "p-ben", "bot:Fox"), ended=100.0),
            game([1, 2], "bluff", seats=("p-ben", "p-ann"), ended=200.0, public=False),
            game([1, 2], "mindroll", seats=("p-ann", "p-cleo"), ended=300.0),
            game([1, 2], "mindroll", seats=("p-ann", "p-gone"), ended=400.0),
        )
        assert (await ann.get("/api/me/opponents")).json() == [
            {"who": "p-cleo", "name": "Cleo", "game": "mindroll", "ended": 300.0, "table": None},
            {"who": "p-ben", "name": "Ben", "game": "bluff", "ended": 200.0, "table": None},
        ], "no bots, nobody who is deleted; games of private tables count"


@in_a_loop
async def test_the_list_ends_after_twelve() -> None:
    async with inside() as hall, visitor(hall.url, "Ann") as ann:
        for number in range(13):
            person, _ = await hall.parts.people.welcome(f"Guest {number}")
            await ends(hall, game([1, 2], seats=("p-ann", person.id), ended=float(number + 1)))
        names = [each["name"] for each in (await ann.get("/api/me/opponents")).json()]
        assert names == [f"Guest {number}" for number in range(12, 0, -1)]


@in_a_loop
async def test_nobody_sees_whom_others_have_played_with() -> None:
    async with inside() as hall, visitor(hall.url, "Ann"), visitor(hall.url, "Ben"), visitor(hall.url, "Cleo") as cleo:
        await ends(hall, game([1, 2], seats=("p-ann", "p-ben"), public=False))
        assert (await cleo.get("/api/me/opponents")).json() == []
        async with visitor(hall.url) as nobody:
            assert problem(await nobody.get("/api/me/opponents")) == (401, "no_name")


@in_a_loop
async def test_an_opponent_is_invited_by_the_id_on_the_list() -> None:
    async with inside() as hall, guests(hall.url, "Ann", "Ben") as (ann, ben):
        await ends(hall, game([1, 2], seats=(ann.me, ben.me)))
        async with visitor(hall.url) as http:
            take_over(http, ann.cookie or "")
            [again] = (await http.get("/api/me/opponents")).json()
        code = await ann.open("bluff")
        await ann.do(code, "invite", who=again["who"])
        assert (await ben.message("invitation"))["table"] == code

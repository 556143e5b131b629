"""Leaderboards, profiles, histories and dice over HTTP, and what they keep to themselves."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from unittest.mock import AsyncMock
from urllib.parse import quote

import httpx
import pytest
from msgspec.structs import replace

from dicehall.ports import DiceCounts, Finished, JournalError
from dicehall.ports.hall_log import write as written
from dicehall.rules.catalog import GAMES
from dicehall.rules.record import Record
from tests.server.evenings import PLAYERS, Deals, Secret
from tests.server.inside import Inside, inside
from tests.server.kit import SHORT, Client, awaited, begin, come_in, finish, guests, in_a_loop
from tests.store.evenings import game, played
from tests.store.halls import entry

PASSWORD = "seven brass dice cups"
HOSTILE = '"><img src=x>'


@asynccontextmanager
async def visitor(hall: Inside, name: str | None = None, *, account: bool = True) -> AsyncIterator[httpx.AsyncClient]:
    """A browser; with an account, as a guest, or nobody's."""
    async with httpx.AsyncClient(base_url=hall.url, verify=False) as http:
        if name is not None:
            (await http.post("/api/guests", json={"name": name})).raise_for_status()
            if account:
                (await http.post("/api/accounts", json={"name": name, "password": PASSWORD})).raise_for_status()
        yield http


async def ends(hall: Inside, *games: Finished, table: str = "oak") -> None:
    """These games have been played to their end at a table, and are counted."""
    for ended in games:
        version = sum(head.version for head in await hall.journal.heads() if head.table == table)
        done: asyncio.Future[JournalError | None] = asyncio.get_running_loop().create_future()
        hall.journal.append(entry(table, version, record=written(ended)), done.set_result)
        assert await done is None
    await hall.parts.results.catch_up()


# The leaderboard


@in_a_loop
async def test_the_leaderboard_ranks_accounts_by_their_wins_in_one_game_and_in_all() -> None:
    async with (
        inside() as hall,
        visitor(hall, "Ann") as http,
        visitor(hall, "Ben"),
        visitor(hall, "Guy", account=False),
    ):
        await ends(hall, *[game([1, 2], seats=("p-ann", "p-ben"))] * 3, game([2, 1], "bluff", seats=("p-ann", "p-ben")))
        await ends(hall, *[game([1], seats=("p-guy",))] * 9)
        board = (await http.get("/api/leaderboard")).json()
        assert (board["game"], board["bots"], board["complete"]) == ("", False, True)
        assert [(row["rank"], row["name"], row["won"], row["lost"]) for row in board["rows"]] == [
            (1, "Ann", 3, 1), (2, "Ben", 1, 3),
        ]  # fmt: skip
        ann = board["rows"][0]
        assert (ann["win_rate"], ann["streak"], ann["games"], ann["points"]) == (0.75, -1, 4, None)
        bluff = (await http.get("/api/leaderboard", params={"game": "bluff"})).json()
        assert [row["name"] for row in bluff["rows"]] == ["Ben", "Ann"]
        assert bluff["rows"][0]["rating"] > 1000 > bluff["rows"][1]["rating"]


@in_a_loop
async def test_a_guest_is_ranked_once_there_is_an_account_with_all_that_was_won_before() -> None:
    async with inside() as hall, visitor(hall, "Ann", account=False) as http:
        await ends(hall, game([1, 2], seats=("p-ann", "p-ben")))
        assert (await http.get("/api/leaderboard")).json()["rows"] == []
        assert (await http.get("/api/people/p-ann")).json()["overall"]["won"] == 1
        (await http.post("/api/accounts", json={"name": "Ann", "password": PASSWORD})).raise_for_status()
        [row] = (await http.get("/api/leaderboard")).json()["rows"]
        assert (row["who"], row["won"]) == ("p-ann", 1)


@in_a_loop
async def test_only_ten_are_ranked_and_bots_apart() -> None:
    async with inside() as hall, visitor(hall) as http:
        for number in range(12):
            async with visitor(hall, f"Player {number}", account=False):
                await hall.parts.accounts.register(f"p-player {number}", f"Player {number}", None)
            await ends(hall, *[game([1], seats=(f"p-player {number}",))] * (number + 1))
        await ends(hall, game([1, 2], seats=("bot:Fox", "bot:Wren"), levels=("normal", "uniform")))
        people = (await http.get("/api/leaderboard")).json()["rows"]
        assert [row["won"] for row in people] == list(range(12, 2, -1))
        bots = (await http.get("/api/leaderboard", params={"bots": True})).json()["rows"]
        assert [(row["who"], row["name"]) for row in bots] == [
            ("bot:normal", "Normal bots"), ("bot:uniform", "Random bots"),
        ]  # fmt: skip


@in_a_loop
async def test_mindroll_keeps_its_points_as_well() -> None:
    async with inside() as hall, visitor(hall, "Ann") as http:
        await ends(hall, *[game([1, 2], "mindroll", seats=("p-ann", "p-ben"), scores=(7, 2))] * 2)
        assert (await http.get("/api/leaderboard?game=mindroll")).json()["rows"][0]["points"] == 14
        assert (await http.get("/api/people/Ann")).json()["games"]["mindroll"]["points"] == 14
        overall = (await http.get("/api/people/Ann")).json()["overall"]
        assert overall["points"] is None, "points of all games together mean nothing"
        results = (await http.get("/api/me/export")).json()["results"]
        assert (results["mindroll"]["points"], results[""]["points"]) == (14, None)


@in_a_loop
async def test_the_leaders_of_the_last_days_are_asked_for_by_their_number() -> None:
    async with inside() as hall, visitor(hall, "Ann") as http, visitor(hall, "Ben"):
        now = time.time()
        for days, places in ((0.0, [2, 1]), (0.9, [2, 1]), (1.1, [1, 2]), (1.2, [1, 2]), (20.0, [1, 2])):
            await ends(hall, game(places, seats=("p-ann", "p-ben"), ended=now - days * 24 * 60 * 60))

        async def leaders(**query: Any) -> list[tuple[int, str, int, int]]:
            board = (await http.get("/api/leaderboard", params=query)).json()
            return [(row["rank"], row["name"], row["won"], row["lost"]) for row in board["rows"]]

        assert await leaders(days=1) == [(1, "Ben", 2, 0), (2, "Ann", 0, 2)]
        assert await leaders(days=19, game="peril") == [(1, "Ann", 2, 2), (2, "Ben", 2, 2)]
        assert await leaders(days=366) == await leaders() == [(1, "Ann", 3, 2), (2, "Ben", 2, 3)]
        assert await leaders(days=1, game="bluff") == []
        for wrong in (0, 367, -1, "soon"):
            assert (await http.get("/api/leaderboard", params={"days": wrong})).status_code == 400


@in_a_loop
async def test_an_unknown_game_is_answered_with_those_that_there_are() -> None:
    async with inside() as hall, visitor(hall) as http:
        answer = await http.get("/api/leaderboard", params={"game": "chess"})
        assert answer.status_code == 400
        assert all(listing.name in answer.text for listing in GAMES)
        assert (await http.get("/api/leaderboard", params={"game": "x" * 41})).status_code == 400


# People


@in_a_loop
async def test_someone_is_found_by_id_and_by_name_also_before_the_first_game() -> None:
    async with inside() as hall, visitor(hall, "Ann") as http:
        for person in ("p-ann", "Ann", "ann"):
            found = (await http.get(f"/api/people/{person}")).json()
            assert found["person"] == {"id": "p-ann", "name": "Ann", "kind": "account"}
            assert found["games"] == {}
            assert (found["overall"]["games"], found["overall"]["win_rate"], found["overall"]["rating"]) == (
                0,
                None,
                None,
            )
        for path in ("/api/people/Zoe", "/api/people/Zoe/games"):
            missing = await http.get(path)
            assert missing.status_code == 404
            assert "Nobody here is called" in missing.text


@in_a_loop
async def test_a_history_leads_to_the_records_page_by_page() -> None:
    async with inside() as hall, visitor(hall, "Ann") as http:
        whole = [replace(played("peril", 2, 1), seats=("p-ann", "bot:Fox"), levels=(None, "normal"), number=number + 1)
                 for number in range(25)]  # fmt: skip
        await ends(hall, *whole)
        first = (await http.get("/api/people/Ann/games")).json()
        assert [past["number"] for past in first["games"]] == list(range(25, 5, -1))
        rest = (await http.get("/api/people/Ann/games", params={"before": first["before"], "most": 100})).json()
        assert [past["number"] for past in rest["games"]] == [5, 4, 3, 2, 1]
        assert rest["before"] is None
        past = rest["games"][0]
        assert (past["game"], past["table"], past["seat"], past["result"] in ("won", "lost")) == (
            "peril",
            "oak",
            0,
            True,
        )
        assert [player["name"] for player in past["players"]] == ["Ann", "Fox"]
        assert sorted(player["place"] for player in past["players"]) == [1, 2]
        record = Record.read((await http.get(past["record"])).text)
        assert record.listing.name == "peril"


@in_a_loop
async def test_a_page_of_history_that_cannot_be_is_refused() -> None:
    queries = ("before=0", "before=-1", "before=first", "most=0", "most=101", "most=many", "before=9" + "9" * 40)
    async with inside() as hall, visitor(hall, "Ann") as http:
        for query in queries:
            assert (await http.get(f"/api/people/Ann/games?{query}")).status_code == 400, query


@in_a_loop
async def test_games_of_private_tables_are_shown_to_those_who_played_in_them_alone() -> None:
    async with (
        inside() as hall,
        visitor(hall, "Ann") as ann,
        visitor(hall, "Ben") as ben,
        visitor(hall, "Cleo") as cleo,
    ):
        await ends(hall, replace(game([1, 2], seats=("p-ann", "p-ben")), public=False), table="hidden")
        for http, sees in ((ann, True), (ben, True), (cleo, False)):
            for path in ("/api/people/Ann/games", "/api/people/Ben/games"):
                assert ("hidden" in (await http.get(path)).text) == sees
            assert (await http.get("/api/people/Ann")).json()["overall"]["won"] == 1, "it counts all the same"
        async with visitor(hall) as nobody:
            assert "hidden" not in (await nobody.get("/api/people/Ann/games")).text


@in_a_loop
async def test_a_game_that_was_broken_off_is_called_so_and_lost_by_who_left() -> None:
    async with inside() as hall, visitor(hall, "Ann") as http, visitor(hall, "Ben"):
        await ends(hall, game((), seats=("p-ann", "p-ben"), left=(1,)))
        [ann] = (await http.get("/api/people/Ann/games")).json()["games"]
        [ben] = (await http.get("/api/people/Ben/games")).json()["games"]
        assert (ann["result"], ben["result"]) == ("broken_off", "lost")
        assert [player["place"] for player in ann["players"]] == [None, None]


@in_a_loop
async def test_who_is_forgotten_is_nobody_in_the_games_of_others() -> None:
    async with inside() as hall, visitor(hall, "Ann") as http, visitor(hall, "Ben"):
        await ends(hall, game([2, 1], seats=("p-ann", "p-ben")))
        await hall.parts.accounts.forget("p-ben")
        assert [row["name"] for row in (await http.get("/api/leaderboard")).json()["rows"]] == ["Ann"]
        [past] = (await http.get("/api/people/Ann/games")).json()["games"]
        assert [player["name"] for player in past["players"]] == ["Ann", "someone"]
        assert (await http.get("/api/people/p-ben")).status_code == 404


@in_a_loop
async def test_names_are_told_as_they_are_and_stand_in_no_page() -> None:
    async with inside() as hall, visitor(hall, HOSTILE) as http:
        await ends(hall, game([1, 2], seats=(f"p-{HOSTILE}", "p-ben")))
        for person in (quote(HOSTILE), f"p-{quote(HOSTILE)}"):
            assert (await http.get(f"/api/people/{person}")).json()["person"]["name"] == HOSTILE
            assert HOSTILE not in (await http.get(f"/people/{person}")).text


# Dice


@in_a_loop
async def test_the_dice_of_every_size_are_told_with_their_counts_and_tests() -> None:
    async with inside() as hall, visitor(hall) as http:
        assert (await http.get("/api/dice")).json() == {"complete": True, "dice": []}
        await ends(hall, *[played("mindroll", 3, seed) for seed in range(5)])
        report = (await http.get("/api/dice")).json()
        assert [each["sides"] for each in report["dice"]] == [5, 6]
        assert report["complete"]
        for each in report["dice"]:
            assert sum(each["counts"]) == each["dice"]
            assert 0 <= each["faces"]["p"] <= 1


@in_a_loop
async def test_dice_that_are_loaded_or_too_even_have_unusual_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    async with inside() as hall, visitor(hall) as http:
        for counts, low, high in (
            ((1010, 1031, 965, 1012, 980, 1002), 0.05, 0.999),
            ((1000, 1001, 999, 1000, 1000, 1000), 0.999, 1.0),
            ((1000, 1000, 1000, 1000, 1000, 1200), 0.0, 0.001),
        ):
            thrown = DiceCounts(6, counts, sum(counts) // 6, 5)
            monkeypatch.setattr(hall.parts.results, "dice", AsyncMock(return_value=[thrown]))
            [verdict] = (await http.get("/api/dice")).json()["dice"]
            assert low < verdict["faces"]["p"] <= high
        few = DiceCounts(6, (2, 1, 0, 0, 0, 0), 0, 1)
        monkeypatch.setattr(hall.parts.results, "dice", AsyncMock(return_value=[few]))
        [verdict] = (await http.get("/api/dice")).json()["dice"]
        assert verdict["faces"] is None


# A whole evening


@in_a_loop
async def test_a_game_that_was_really_played_is_on_the_board_with_its_record_and_its_dice() -> None:
    async with inside() as hall, visitor(hall) as http, guests(hall.url, "Ann") as (ann,):
        code = await begin(ann, bots=["normal"], options=SHORT)
        await finish(ann, code)
        ended = await ann.hears(code, "game_ended")
        await hall.parts.results.catch_up()
        [past] = (await http.get("/api/people/Ann/games")).json()["games"]
        assert [player["place"] for player in past["players"]] == ended["places"]
        assert past["ended"] > 1_700_000_000
        Record.read((await http.get(past["record"])).text)
        assert sum(each["dice"] for each in (await http.get("/api/dice")).json()["dice"]) == 4


# Nothing of a running game


PATHS = (
    *("/leaderboard", "/api/leaderboard", "/api/leaderboard?game=bluff", "/dice", "/api/dice"),
    *(f"{path}/{name}" for name in PLAYERS for path in ("/people", "/api/people")),
    *(f"/api/people/{name}/games" for name in PLAYERS),
)


async def seen_while_playing(
    game_name: str, changed: Secret | None, *, leaks: bool = False
) -> tuple[list[bytes], list[Any]]:
    """What everybody can read of results, before and during a game with hidden dice, and what was hidden."""
    seen: list[bytes] = []
    async with inside(dice=Deals(game_name, changed)) as hall:
        players = [await come_in(hall.url, name) for name in PLAYERS]
        await ends(hall, played(game_name, 2, 1), table="earlier")
        code = await begin(*players, game=game_name, options={"rounds": 2}, seats=3)
        hidden = [player.mine[code][0]["secret"] for player in players]
        if leaks:
            count_running_dice(hall, str(hidden))
        for _ in range(3):
            await hall.parts.results.catch_up()
            seen += [page for client in players for page in await read_all(hall, client)]
            mover = next(player for player in players if awaited(player, code))
            await mover.do(code, "move", moves=mover.options(code)[:1])
            for player in players:
                await player.catch_up()
        assert not any(player.events(code, "game_ended") for player in players)
        for player in players:
            await player.close()
    return seen, hidden


async def read_all(hall: Inside, client: Client) -> list[bytes]:
    async with httpx.AsyncClient(base_url=hall.url, verify=False, headers={"cookie": client.cookie or ""}) as http:
        return [(await http.get(path)).content for path in PATHS]


def count_running_dice(hall: Inside, hidden: str) -> None:
    """As a hall might that did not wait for the end of a game."""
    thrown = DiceCounts(6, tuple(hidden.count(str(face)) for face in range(1, 7)), 0, 1)

    async def dice() -> list[DiceCounts]:
        return [thrown]

    hall.parts.results.dice = dice  # type: ignore[method-assign]


@pytest.mark.parametrize(
    ("game_name", "seats"),
    [("mindroll", (0, 2)), ("bluff", (1,)), pytest.param("mindroll", (1,), marks=pytest.mark.soak),
     pytest.param("bluff", (0, 2), marks=pytest.mark.soak)],
)  # fmt: skip
@in_a_loop
async def test_runs_that_differ_in_the_secrets_of_a_running_game_show_the_same_results(
    game_name: str, seats: tuple[int, ...]
) -> None:
    usual, hidden = await seen_while_playing(game_name, None)
    assert usual == (await seen_while_playing(game_name, None))[0], "without a change of dice the runs differ"
    for seat in seats:
        other, other_hidden = await seen_while_playing(game_name, Secret(0, seat))
        assert other_hidden != hidden
        assert other == usual


@pytest.mark.parametrize("game_name", ["mindroll", pytest.param("bluff", marks=pytest.mark.soak)])
@in_a_loop
async def test_a_hall_whose_results_leak_is_noticed(game_name: str) -> None:
    leaky, _ = await seen_while_playing(game_name, None, leaks=True)
    leaky_too, _ = await seen_while_playing(game_name, Secret(0, 1), leaks=True)
    assert leaky != leaky_too

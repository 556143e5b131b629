"""What counts for whom, who is ranked where, whose history is told to whom, and which dice fell."""

import sqlite3
import zlib
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from sqlalchemy import text

from dicehall.ports import Finished
from dicehall.ports.hall_log import AnyAdminAction, Banned, EverythingReset, LeaderboardReset
from dicehall.ports.hall_log import write as written
from dicehall.store.results.leaderboard import ranking
from tests.store.evenings import ANN, BEN, CLEO, DAN, Hall, broken_off, game, played
from tests.store.halls import run

# What counts


def test_place_1_shared_too_is_a_win_and_anything_else_a_loss_p_19(hall: Hall) -> None:
    hall.counts(game([1, 2, 3]), game([1, 1, 3], "bluff"), game([2, 1, 3]))
    assert [(hall.tally(who).won, hall.tally(who).lost) for who in (ANN, BEN, CLEO)] == [(2, 1), (2, 1), (0, 3)]
    assert (hall.tally(ANN, "peril").won, hall.tally(ANN, "peril").lost) == (1, 1)
    assert (hall.tally(BEN, "bluff").won, hall.tally(BEN, "bluff").lost) == (1, 0)
    assert run(hall.results.tallies(ANN)).keys() == {"", "peril", "bluff"}
    assert run(hall.results.tallies(DAN)) == {}
    assert hall.tally(CLEO).games == 3


def test_a_streak_counts_wins_in_a_row_and_losses_downwards(hall: Hall) -> None:
    streaks = []
    for places in ([1, 2], [1, 2], [2, 1], [2, 1], [2, 1], [1, 1]):
        hall.counts(game(places))
        streaks.append((hall.tally(ANN, "peril").streak, hall.tally(BEN, "peril").streak))
    assert streaks == [(1, -1), (2, -2), (-1, 1), (-2, 2), (-3, 3), (1, 4)]


def test_a_streak_of_one_game_is_not_broken_by_another(hall: Hall) -> None:
    hall.counts(game([1, 2]), game([2, 1], "bluff"), game([1, 2]))
    assert (hall.tally(ANN, "peril").streak, hall.tally(ANN, "bluff").streak, hall.tally(ANN).streak) == (2, -1, 1)


def test_points_are_added_up(hall: Hall) -> None:
    hall.counts(game([1, 2], "mindroll", scores=(7, 3)), game([2, 1], "mindroll", scores=(-2, 5)))
    assert (hall.tally(ANN, "mindroll").points, hall.tally(BEN, "mindroll").points) == (5, 8)


def test_who_leaves_has_lost_also_where_the_game_was_broken_off_p_17(hall: Hall) -> None:
    hall.counts(game([1, 3, 2], left=(1,)), broken_off(left=[0]))
    assert (hall.tally(ANN).won, hall.tally(ANN).lost) == (1, 1)
    assert (hall.tally(BEN).won, hall.tally(BEN).lost) == (0, 1)
    assert hall.tally(CLEO).games == 1


def test_a_leaver_never_wins_h_01(hall: Hall) -> None:
    hall.counts(game([1, 2], left=(0,)))
    assert (hall.tally(ANN).won, hall.tally(ANN).lost) == (0, 1)
    assert hall.tally(ANN).rating < hall.tally(BEN).rating
    assert [past.won for _, past in run(hall.results.history(ANN, before=None, most=9, private=False))] == [False]


def test_a_game_that_was_broken_off_counts_as_nothing_for_who_stayed(hall: Hall) -> None:
    hall.counts(game([1, 2, 3]))
    before = {who: run(hall.results.tallies(who)) for who in (ANN, BEN, CLEO)}
    hall.counts(broken_off(left=[2]))
    assert {who: run(hall.results.tallies(who)) for who in (ANN, BEN)} == {who: before[who] for who in (ANN, BEN)}
    assert hall.tally(CLEO).lost == 2
    assert hall.tally(CLEO).rating == before[CLEO][""].rating
    assert [past.places for _, past in run(hall.results.history(ANN, before=None, most=9, private=False))] == [
        (),
        (1, 2, 3),
    ]


def test_all_bots_of_a_level_share_a_line_apart_from_people(hall: Hall) -> None:
    seats, levels = (ANN, "bot:Fox", "bot:Wren", "bot:Hare"), (None, "normal", "uniform", "normal")
    hall.counts(game([2, 1, 3, 4], seats=seats, levels=levels))
    assert (hall.tally("bot:normal").won, hall.tally("bot:normal").lost) == (1, 1)
    assert (hall.tally("bot:uniform").won, hall.tally("bot:uniform").lost) == (0, 1)
    assert run(hall.results.tallies("bot:Fox")) == {}
    hall.knows(ANN, "Ann")
    assert [tally.who for tally in run(hall.results.top(None, bots=False))] == [ANN]
    assert [tally.who for tally in run(hall.results.top("peril", bots=True))] == ["bot:normal", "bot:uniform"]


# Ranking


def wins(who: str, against: str, won: int, lost: int) -> list[Finished]:
    return [game([1, 2], seats=(who, against))] * won + [game([2, 1], seats=(who, against))] * lost


def test_the_board_ranks_by_wins_then_share_then_losses_then_name_p_19(hall: Hall) -> None:
    for who, name in (("a", "Zoe"), ("b", "adam"), ("c", "Bea"), ("d", "Cid")):
        hall.knows(who, name)
    nobody = "p-nobody"
    hall.counts(*wins("a", nobody, 2, 0), *wins("b", nobody, 1, 1), *wins("c", nobody, 1, 1), *wins("d", nobody, 1, 0))
    assert [tally.who for tally in run(hall.results.top("peril", bots=False))] == ["a", "d", "b", "c"]
    assert [tally.who for tally in run(hall.results.top(None, bots=False, most=2))] == ["a", "d"]
    assert run(hall.results.top("bluff", bots=False)) == []


def test_losers_of_as_many_games_stand_by_fewer_losses(hall: Hall) -> None:
    for who in "ab":
        hall.knows(who, who)
    hall.counts(*wins("a", "p-nobody", 0, 2), *wins("b", "p-nobody", 0, 1))
    assert [tally.who for tally in run(hall.results.top(None, bots=False))] == ["b", "a"]


def test_guests_are_recorded_and_ranked_once_they_are_accounts(hall: Hall) -> None:
    hall.knows(ANN, "Ann", kind="guest")
    hall.knows(BEN, "Ben", kind="administrator")
    hall.counts(game([1, 2]))
    assert hall.tally(ANN).won == 1
    assert [tally.who for tally in run(hall.results.top(None, bots=False))] == [BEN]
    hall.executes(f"UPDATE people SET kind = 'account' WHERE id = '{ANN}'")
    assert [tally.who for tally in run(hall.results.top(None, bots=False))] == [ANN, BEN]


def test_who_is_banned_or_forgotten_is_not_ranked(hall: Hall) -> None:
    hall.knows(ANN, "Ann", banned="for shouting")
    hall.knows(BEN, "Ben")
    hall.counts(game([1, 2, 3]))
    assert [tally.who for tally in run(hall.results.top(None, bots=False))] == [BEN]
    hall.executes("UPDATE people SET banned = NULL")
    assert [tally.who for tally in run(hall.results.top(None, bots=False))] == [ANN, BEN]


def test_the_board_is_read_from_its_index_and_not_by_sorting_everybody(sqlite_hall: Hall) -> None:
    for bots in (False, True):
        question = ranking("peril", bots=bots).limit(10).compile(compile_kwargs={"literal_binds": True})
        plan = " ".join(row.detail for row in sqlite_hall.database.read_now(text(f"EXPLAIN QUERY PLAN {question}")))
        assert "tallies USING INDEX tallies_by_rank" in plan
        assert "TEMP B-TREE FOR RIGHT PART OF" in plan, "only those with the same number of wins are sorted"


# The last days


NOON = 1_700_000_000.0
"""When the games of these evenings have ended, unless they say otherwise."""


def since(hall: Hall, when: float, game_name: str | None = None, *, bots: bool = False) -> dict[str, tuple[int, int]]:
    """Wins and losses, in the order of the board."""
    found = run(hall.results.top_since(when, game_name, bots=bots))
    assert all(tally.games == tally.won + tally.lost for tally in found)
    return {tally.who: (tally.won, tally.lost) for tally in found}


def test_a_board_of_the_last_days_counts_only_games_that_have_ended_since_then(hall: Hall) -> None:
    hall.knows(ANN, "Ann")
    hall.knows(BEN, "Ben")
    hall.counts(
        *[game([1, 2], ended=NOON - 9.0)] * 3,
        game([2, 1], ended=NOON),
        game([2, 1], "bluff", ended=NOON + 5.0),
        game([1, 2], "bluff", ended=0.0),
    )
    assert since(hall, NOON) == {BEN: (2, 0), ANN: (0, 2)}
    assert since(hall, NOON, "bluff") == {BEN: (1, 0), ANN: (0, 1)}
    assert since(hall, NOON + 5.0) == {BEN: (1, 0), ANN: (0, 1)}
    assert since(hall, NOON + 5.1) == {}
    assert since(hall, 0.0) == {ANN: (4, 2), BEN: (2, 4)}, "all time, as the board of all time has it"
    assert [tally.who for tally in run(hall.results.top(None, bots=False))] == [ANN, BEN]


def test_points_of_the_last_days_are_added_up_and_streaks_and_ratings_are_those_of_now(hall: Hall) -> None:
    hall.knows(ANN, "Ann")
    hall.counts(
        game([1, 2], "mindroll", scores=(7, 3), ended=NOON - 9.0),
        game([1, 2], "mindroll", scores=(5, 3)),
        game([1, 2], "mindroll", scores=(-2, 3)),
    )
    [ann] = run(hall.results.top_since(NOON, "mindroll", bots=False))
    now = hall.tally(ANN, "mindroll")
    assert (ann.won, ann.points) == (2, 3)
    assert (ann.streak, ann.rating) == (now.streak, now.rating) == (3, now.rating)


def test_the_last_days_rank_as_all_time_does_p_19(hall: Hall) -> None:
    for who, name in (("a", "Zoe"), ("b", "adam"), ("c", "Bea"), ("d", "Cid")):
        hall.knows(who, name)
    nobody = "p-nobody"
    hall.counts(*wins("a", nobody, 2, 0), *wins("b", nobody, 1, 1), *wins("c", nobody, 1, 1), *wins("d", nobody, 1, 0))
    assert list(since(hall, NOON)) == ["a", "d", "b", "c"]
    assert [tally.who for tally in run(hall.results.top_since(NOON, None, bots=False, most=2))] == ["a", "d"]


def test_guests_banned_and_forgotten_people_are_not_ranked_in_the_last_days_and_bots_apart(hall: Hall) -> None:
    hall.knows(ANN, "Ann", kind="guest")
    hall.knows(BEN, "Ben", banned="for shouting")
    hall.knows(DAN, "Dan")
    seats, levels = (ANN, BEN, CLEO, DAN, "bot:Fox", "bot:Wren"), (None, None, None, None, "normal", "normal")
    hall.counts(game([1, 2, 3, 4, 1, 6], seats=seats, levels=levels))
    assert since(hall, NOON) == {DAN: (0, 1)}
    assert since(hall, NOON, bots=True) == {"bot:normal": (1, 1)}


def test_in_the_last_days_too_a_game_that_was_broken_off_counts_for_leavers_alone(hall: Hall) -> None:
    hall.knows(ANN, "Ann")
    hall.knows(BEN, "Ben")
    hall.counts(broken_off(left=[1]))
    assert since(hall, NOON) == {BEN: (0, 1)}


@pytest.mark.parametrize("act", [LeaderboardReset(1.0, None), EverythingReset(1.0, ANN)])
def test_a_reset_holds_for_the_last_days_as_well(hall: Hall, act: AnyAdminAction) -> None:
    hall.knows(ANN, "Ann")
    hall.counts(game([1, 2]), game([1, 2], "bluff"))
    hall.notes(act)
    hall.counts()
    assert since(hall, NOON) == {}
    hall.counts(game([2, 1]))
    assert since(hall, NOON) == {ANN: (0, 1)}


def test_the_last_days_are_counted_on_disk_and_again_to_the_same_figures(tmp_path: Path) -> None:
    with closing(Hall(tmp_path)) as hall:
        hall.knows(ANN, "Ann")
        hall.counts(game([1, 2]), game([2, 1], "bluff"))
        assert since(hall, NOON) == {ANN: (1, 1)}
        hall.executes("DELETE FROM recent WHERE game = 'bluff'")
        hall.opens_again()
        hall.counts()
        assert since(hall, NOON) == {ANN: (1, 1)}


def test_a_reset_of_one_game_takes_its_part_out_of_the_last_days(hall: Hall) -> None:
    hall.knows(ANN, "Ann")
    hall.counts(game([1, 2]), game([2, 1], "bluff"))
    hall.notes(LeaderboardReset(1.0, None, "peril"))
    hall.counts()
    assert since(hall, NOON, "peril") == {}
    assert since(hall, NOON, "bluff") == since(hall, NOON) == {ANN: (0, 1)}


def test_the_last_days_are_found_by_the_ends_of_games_and_not_by_reading_all_of_them(sqlite_hall: Hall) -> None:
    for bots in (False, True):
        question = ranking("peril", bots=bots, since=NOON).limit(10).compile(compile_kwargs={"literal_binds": True})
        plan = [row.detail for row in sqlite_hall.database.read_now(text(f"EXPLAIN QUERY PLAN {question}"))]
        assert "SEARCH recent USING PRIMARY KEY (ended>?)" in plan
        assert "SEARCH tallies USING PRIMARY KEY (who=? AND game=?) LEFT-JOIN" in plan


# Starting over


@pytest.mark.parametrize("act", [LeaderboardReset(1.0, None), EverythingReset(1.0, ANN)])
def test_after_a_reset_tallies_start_over_and_history_and_dice_stay(hall: Hall, act: AnyAdminAction) -> None:
    hall.counts(game([1, 2]), game([1, 2], "bluff"))
    dice = run(hall.results.dice())
    hall.notes(act)
    hall.counts()
    assert run(hall.results.tallies(ANN)) == {}
    assert len(run(hall.results.history(ANN, before=None, most=9, private=False))) == 2
    assert run(hall.results.dice()) == dice
    hall.counts(game([1, 2]))
    assert (hall.tally(ANN).won, hall.tally(ANN).streak) == (1, 1)
    with closing(Hall()) as fresh:
        fresh.counts(game([1, 2]))
        assert fresh.tally(ANN) == hall.tally(ANN)


def test_after_a_reset_of_one_game_the_others_stand_and_all_together_lose_its_part(hall: Hall) -> None:
    hall.counts(game([2, 1], "bluff"), *[game([1, 2], scores=(3, 0))] * 3, game([1, 2, 3], "bluff"))
    bluff = hall.tally(ANN, "bluff")
    hall.notes(LeaderboardReset(1.0, None, "peril"))
    hall.counts()
    assert run(hall.results.tallies(ANN)).keys() == {"", "bluff"}
    assert hall.tally(ANN, "bluff") == bluff
    overall = hall.tally(ANN)
    assert (overall.won, overall.lost, overall.games, overall.points, overall.streak) == (1, 1, 2, 0, 1)
    assert hall.tally(CLEO).games == 1


def test_a_line_of_all_games_goes_with_the_only_game_that_was_in_it(hall: Hall) -> None:
    hall.counts(game([1, 2]))
    hall.notes(LeaderboardReset(1.0, None, "peril"))
    hall.counts()
    assert run(hall.results.tallies(ANN)) == {}


def test_other_acts_change_no_result(hall: Hall) -> None:
    hall.counts(game([1, 2]))
    before = run(hall.results.tallies(ANN))
    hall.notes(Banned(1.0, None, ANN))
    hall.counts()
    assert run(hall.results.tallies(ANN)) == before


# History


def test_a_history_is_told_newest_first_and_page_by_page(hall: Hall) -> None:
    hall.counts(*[replace(game([1, 2]), number=number) for number in range(1, 6)])
    hall.counts(game([1, 2], seats=(BEN, CLEO)), table="elm")
    first = run(hall.results.history(ANN, before=None, most=2, private=False))
    assert [past.number for _, past in first] == [5, 4]
    rest = run(hall.results.history(ANN, before=first[-1][0], most=9, private=False))
    assert [past.number for _, past in rest] == [3, 2, 1]
    assert run(hall.results.history(ANN, before=rest[-1][0], most=9, private=False)) == []
    past = first[0][1]
    assert (past.table, past.game, past.seats, past.places, past.seat, past.won) == (
        "oak", "peril", (ANN, BEN), (1, 2), 0, True,
    )  # fmt: skip
    assert run(hall.results.history(BEN, before=None, most=1, private=False))[0][1].table == "elm"


def test_games_of_private_tables_are_told_to_those_who_played_in_them(hall: Hall) -> None:
    hall.counts(replace(game([1, 2, 3]), number=1), replace(game([1, 2]), number=2, public=False))

    def told(**more: Any) -> list[int]:
        return [past.number for _, past in run(hall.results.history(ANN, before=None, most=9, **more))]

    assert told(private=False) == told(private=False, asker=CLEO) == [1]
    assert told(private=True) == told(private=False, asker=BEN) == told(private=False, asker=ANN) == [2, 1]


# Dice


def thrown_in(record: str) -> list[tuple[int, ...]]:
    """The faces of every throw, read without the rules."""
    moves = [msgspec.json.decode(line)["move"] for line in record.splitlines()[1:]]
    return [tuple(move["faces"]) for move in moves if move["type"] == "rolled"]


def test_every_die_that_ever_fell_is_counted_across_games_in_the_order_of_their_ends(hall: Hall) -> None:
    games = [played("three_dice", 3, seed) for seed in range(4)] + [played("stlucia", 3, 1), played("bluff", 3, 1)]
    hall.counts(*games[:2])
    hall.counts(*games[2:])
    faces = [face for game in games for throw in thrown_in(game.record) for face in throw]
    [six] = run(hall.results.dice())
    assert six.sides == 6
    assert dict(enumerate(six.counts, 1)) == Counter(faces)
    assert six.repeats == sum(one == other for one, other in pairwise(faces))
    assert six.longest == max(len(list(row)) for _, row in groupby(faces))


def test_dice_of_each_size_are_counted_apart(hall: Hall) -> None:
    mindroll = played("mindroll", 3, 2)
    hall.counts(mindroll, played("peril", 4, 2))
    sizes = {thrown.sides: thrown for thrown in run(hall.results.dice())}
    numbers = Counter(face for throw in thrown_in(mindroll.record) for face in throw[::2])
    colours = Counter(face for throw in thrown_in(mindroll.record) for face in throw[1::2])
    assert dict(enumerate(sizes[5].counts, 1)) == {face: colours[face] for face in range(1, 6)}
    assert sum(sizes[6].counts) >= numbers.total()
    assert len(sizes) > 2, "Peril has another die for each number of players"
    assert all(len(thrown.counts) == thrown.sides for thrown in sizes.values())


# What cannot be read


@pytest.mark.parametrize(
    ("harm", "name"),
    [
        (lambda record: record.replace('"edition":', '"edition":99', 1), "peril"),
        (lambda record: record.replace('"nature"', '"fate"', 1), "peril"),
        (lambda record: record.replace('"peril"', '"chess"', 1), "chess"),
        (lambda record: record.replace('"rolled"', '"ruled"'), "peril"),
        (lambda record: "?" + record, ""),
        (lambda _: "", ""),
    ],
)
def test_a_record_that_cannot_be_played_again_counts_by_its_places_and_not_by_its_dice(
    hall: Hall, caplog: pytest.LogCaptureFixture, harm: Callable[[str], str], name: str
) -> None:
    whole = played("peril", 2, 1)
    hall.counts(replace(game([1, 2]), record=harm(whole.record)), game([2, 1], "bluff"), whole)
    assert run(hall.results.tallies(ANN)).keys() == {"", name, "peril", "bluff"}
    assert hall.tally(ANN).games == 3
    with closing(Hall()) as other:
        other.counts(whole)
        assert run(hall.results.dice()) == run(other.results.dice())
    told = [record.getMessage() for record in caplog.records if "dice are not counted" in record.getMessage()]
    assert len(told) == 2, "one for the harm, and one for Bluff under the header of Peril"
    hall.opens_again()
    hall.counts()
    own = [record for record in caplog.records if record.name.startswith("dicehall")]
    assert len(own) == 2, "and not again at every start"


@pytest.mark.parametrize(
    "body",
    [
        b"", b"{", b"[]", b"null", b'{"type":"unheard_of","at":1.0,"by":null}', b'{"number":1}',
        written(game([1, 2], levels=())), written(game([1, 2], scores=(1,))), written(game([1, 2], left=(2,))),
        written(game([1, 2], scores=(2**70, 0))),
        written(replace(game([1, 2, 3]), seats=(ANN, BEN), levels=(None, None))),
    ],
)  # fmt: skip
def test_a_row_that_is_not_understood_counts_for_nobody_and_stops_nothing(hall: Hall, body: bytes) -> None:
    hall.ends(game([1, 2]))
    hall.notes(body)
    hall.counts(game([1, 2]))
    assert (hall.tally(ANN).won, hall.tally(BEN).lost) == (2, 2)


def test_a_damaged_row_on_disk_counts_for_nobody_and_stops_nothing(tmp_path: Path) -> None:
    with closing(Hall(tmp_path)) as hall:
        hall.ends(game([1, 2]), game([1, 2]), game([1, 2]))
    with closing(sqlite3.connect(tmp_path / "journal.db")) as harm:
        harm.execute("UPDATE records SET body = ? WHERE number = 2", (zlib.compress(b"x")[:-1],))
        harm.commit()
    with closing(Hall(tmp_path)) as hall:
        hall.counts()
        assert hall.tally(ANN).won == 2

"""The dice tower at a table: bound before anybody sits, mixed with what people send, thrown again at the end."""

from collections.abc import Callable

import msgspec
import pytest

from dicehall.rules.catalog import GAMES
from dicehall.rules.chance import Rolled
from dicehall.rules.listing import Listing
from dicehall.rules.record import Record
from dicehall.rules.tower import Proof, Tower, commitment
from dicehall.rules.verify import Noted, holds, verify
from dicehall.table.core import commands, events
from dicehall.table.core.commands import (
    AddBot,
    Close,
    Configure,
    Hurry,
    Leave,
    Open,
    Ready,
    Rematch,
    Reset,
    SetBack,
    Sit,
    Stand,
    Start,
    StopMatch,
    TimeUp,
    Unready,
)
from dicehall.table.core.draft import Inputs
from dicehall.table.core.public_view import show
from dicehall.table.core.state import IDLE_GAME, Table, load, save
from dicehall.table.core.stored import fold
from tests.table.core.test_log import stormy
from tests.table.kit import (
    ANN,
    BOB,
    CID,
    DEE,
    HALL,
    SHORT,
    Evening,
    entries_of,
    games_of,
    lobby,
    quick,
    running,
    setting,
)

each_game = pytest.mark.parametrize("listing", GAMES, ids=lambda listing: listing.name)


def seeds_of(evening: Evening) -> tuple[str, ...]:
    """What the game that began last has mixed in."""
    started: events.GameStarted = evening.heard(events.GameStarted)[-1]
    return started.client_seeds


# Bound before


def test_a_table_is_bound_to_its_dice_before_anybody_sits() -> None:
    evening = lobby(ANN, BOB, bots=("normal",), fair=True)
    names = [type(event).__name__ for event in evening.told]
    assert names == ["Opened", "Committed", "Sat", "BotSat", "Sat"]
    assert evening.heard(events.Committed) == [events.Committed(commitment(evening.secret))]
    assert evening.table.commit == show(evening.table).commit == commitment(evening.secret)


def test_a_game_is_bound_to_what_was_told_before() -> None:
    evening = running(ANN, BOB, fair=True)
    (committed,) = evening.heard(events.Committed)
    assert evening.heard(events.GameStarted)[0].commit == evening.play.started.commit == committed.commit


@pytest.mark.parametrize("end", ["it is over", "it is reset"])
def test_every_game_has_a_secret_of_its_own(end: str) -> None:
    evening = running(ANN, BOB, fair=True, **SHORT)
    for _ in range(4):
        if end == "it is over":
            evening.to_the_end()
        else:
            evening.do(ANN, Reset())
        assert type(evening.told[-1]) is events.Committed
        evening.do(BOB, Ready()).do(ANN, Start())
    commits = [event.commit for event in evening.heard(events.Committed)]
    assert len(set(commits)) == len(commits) == 5
    assert [event.commit for event in evening.heard(events.GameStarted)] == commits


def test_a_rematch_begins_with_the_commitment_that_followed_the_game() -> None:
    evening = running(ANN, BOB, fair=True, **SHORT).to_the_end()
    told = evening.heard(events.Committed)[-1].commit
    evening.do(ANN, Rematch("one")).do(BOB, Rematch("two"))
    assert evening.play.started.commit == told
    assert seeds_of(evening) == ("one", "two")


def test_another_setting_leaves_the_commitment_as_it_is() -> None:
    evening = lobby(ANN, BOB, fair=True)
    before = evening.table.commit
    evening.do(ANN, Configure(setting("bluff")))
    assert evening.table.commit == before
    assert len(evening.heard(events.Committed)) == 1


def test_a_refused_command_binds_nobody_to_anything_else() -> None:
    evening = lobby(ANN, fair=True)
    secret = evening.secret
    evening.refused(ANN, Start("heads"))
    assert evening.secret == secret


# Mixed with what people send


def test_what_each_client_has_sent_last_is_mixed_in_seat_by_seat() -> None:
    evening = Evening(fair=True).do(ANN, Open(setting(seats=5)))
    evening.do(BOB, Sit("b1")).do(CID, Sit("c1")).do(DEE, Sit()).do(ANN, AddBot())
    evening.do(BOB, Ready("b2")).do(CID, Ready(), Unready(), Ready()).do(DEE, Ready())
    evening.do(ANN, Start("a1"))
    assert evening.play.seats == (ANN, BOB, CID, DEE, "bot:Fox")
    assert seeds_of(evening) == evening.play.started.client_seeds == ("a1", "b2", "c1", "", "")


def test_the_dice_are_those_of_the_frozen_seeds() -> None:
    evening = lobby(ANN, BOB, fair=True, game="three_dice").do(BOB, Ready("b")).do(ANN, Start("a"))
    secret = evening.secret
    source = evening.play.pending.source  # type: ignore[union-attr]
    number = evening.play.draws
    evening.step()
    thrown = next(line.move for line in reversed(entries_of(evening)) if isinstance(line.move, Rolled))
    assert thrown == Tower(secret, ("a", "b")).draw(source, number)
    assert evening.luck.draws == 0


def test_a_seed_that_was_sent_before_the_commitment_does_not_count_h_04() -> None:
    """At a table from before there was a tower, and with the very command that starts the game."""
    evening = lobby(ANN, BOB).do(BOB, Ready("early"))
    assert evening.table.seeds == ()
    evening.inputs = Inputs(evening.luck, evening.new_secret)
    evening.do(ANN, Start("early"))
    assert [type(event).__name__ for event in evening.told[-4:-2]] == ["Committed", "GameStarted"]
    assert seeds_of(evening) == ("", "")
    assert evening.play.started.commit == commitment(evening.secret)


def test_a_seed_from_before_the_journal_went_back_does_not_count_h_04() -> None:
    """The game gets another secret, which could be chosen to suit it."""
    evening = lobby(ANN, BOB, fair=True).do(BOB, Ready("b")).do(HALL, SetBack(1)).do(ANN, Start("a"))
    assert seeds_of(evening) == ("a", "")


def test_a_seed_is_for_one_game_only_h_04() -> None:
    evening = lobby(ANN, BOB, fair=True, **SHORT).do(BOB, Ready("b")).do(ANN, Start("a")).to_the_end()
    evening.do(BOB, Ready()).do(ANN, Start())
    assert seeds_of(evening) == ("", "")


def test_nothing_is_mixed_in_once_the_game_has_begun_h_04() -> None:
    evening = lobby(ANN, BOB, fair=True).do(BOB, Ready("b")).do(ANN, Start("a"))
    assert (evening.table.commit, evening.table.seeds) == ("", ())
    for command in (Ready("late"), Rematch("late"), Start("late")):
        assert evening.refused(ANN, command) == "game_running"
    assert evening.refused(ANN, Sit("late")) == "seated"
    assert evening.play.started.client_seeds == ("a", "b")


def test_leaving_the_seat_takes_the_seed_away() -> None:
    evening = lobby(ANN, fair=True).do(BOB, Sit("b"), Stand())
    assert evening.table.seeds == ()
    evening.do(BOB, Sit(), Ready()).do(ANN, Start())
    assert seeds_of(evening) == ("", "")


def test_the_table_remembers_no_more_seeds_than_it_has_seats() -> None:
    evening = lobby(ANN, seats=3, fair=True)
    for number in range(40):
        evening.do(f"p{number}", Sit("~" * 64), Leave())
    assert len(evening.table.seeds) <= 3


def test_a_host_who_does_not_play_mixes_nothing_in() -> None:
    evening = lobby(BOB, CID, host=ANN, fair=True).do(BOB, Ready("b")).do(CID, Ready()).do(ANN, Start("a"))
    assert seeds_of(evening) == ("b", "")


def test_at_a_quick_table_people_mix_in_once_they_know_the_commitment() -> None:
    evening = quick(3, fair=True).do(ANN, Sit()).do(BOB, Sit("b")).do(ANN, Ready("a"), Hurry())
    assert seeds_of(evening) == ("a", "b", "")


@pytest.mark.parametrize("seed", ["two words", "é", "x" * 65, "\x00", 7, None])
def test_a_seed_is_up_to_64_visible_characters(seed: object) -> None:
    for kind in ("sit", "ready", "rematch", "start"):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({"type": kind, "seed": seed}, commands.Request)


# PublicTable then


def closed_by_the_host(evening: Evening) -> None:
    evening.do(ANN, Close())


def closed_for_idleness(evening: Evening) -> None:
    evening.after(IDLE_GAME).do(HALL, TimeUp())


def closed_by_the_last_to_leave(evening: Evening) -> None:
    evening.do(ANN, Leave()).do(BOB, Leave())


def reset_by_the_host(evening: Evening) -> None:
    evening.do(ANN, Reset())


def reset_by_the_hall(evening: Evening) -> None:
    evening.do(HALL, Reset())


def played_to_the_end(evening: Evening) -> None:
    evening.to_the_end()


@each_game
@pytest.mark.parametrize(
    "end",
    [
        played_to_the_end,
        reset_by_the_host,
        reset_by_the_hall,
        closed_by_the_host,
        closed_for_idleness,
        closed_by_the_last_to_leave,
    ],
)
def test_however_a_game_ends_its_secret_is_told(listing: Listing, end: Callable[[Evening], None]) -> None:
    evening = running(ANN, BOB, bots=("normal",) * 2, fair=True, game=listing.name, on_timeout="wait").step()
    secret = evening.secret
    end(evening)
    (told,) = [*evening.heard(events.GameEnded), *evening.heard(events.GameReset)]
    assert told.seed == secret.hex()
    proof = Record.read(evening.game.record).dice
    assert proof == Proof(commitment(secret), ("",) * 4, secret.hex(), told.digest)
    assert holds(verify(evening.game.record, Noted(commitment(secret), told.digest)))


def test_a_table_that_is_closed_in_the_middle_of_a_game_ends_the_game_first() -> None:
    evening = running(ANN, BOB).step()
    evening.do(ANN, Close())
    assert [type(event).__name__ for event in evening.told[-2:]] == ["GameReset", "Closed"]
    assert evening.table.play is None
    assert lobby(ANN).do(ANN, Close()).heard(events.GameReset) == []
    assert running(ANN, BOB, **SHORT).to_the_end().do(ANN, Close()).heard(events.GameReset) == []


def test_players_whom_the_clock_sends_away_do_not_take_the_secret_with_them() -> None:
    evening = running(ANN, BOB, bots=("normal",) * 2, fair=True, on_timeout="kick", host=None)
    while not evening.table.closed and evening.table.playing is not None:
        (due,) = evening.play.due
        if due.until is None:
            evening.step()
        else:
            evening.now = due.until
            evening.do(HALL, TimeUp())
    assert holds(verify(evening.game.record))


# Thrown again


@each_game
@pytest.mark.parametrize("seed", range(6))
def test_the_dice_of_whole_games_can_be_thrown_again(listing: Listing, seed: int) -> None:
    """Anyone who left, whatever was stopped, reset or closed: nothing but the tower has thrown."""
    evening = stormy(listing, seed, 200, Evening(seed=seed, fair=True))
    games = games_of(evening)
    assert games
    for game in games:
        assert holds(verify(game.record)), verify(game.record)
    assert evening.luck.draws == 0


def test_storms_have_players_who_leave_and_matches_that_are_stopped() -> None:
    records = [
        game.record
        for listing in GAMES
        for seed in range(7)
        for game in games_of(stormy(listing, seed, 200, Evening(seed=seed, fair=True)))
    ]
    for word in ('"withdraw"', '"stop"', '"rolled"', '"drawn"', '"shuffled"'):
        assert any(word in record for record in records), word


def test_a_match_that_was_stopped_can_be_thrown_again() -> None:
    evening = running(ANN, BOB, CID, fair=True, game="three_dice", options={"match": "open"})
    for _ in range(15):
        evening.step()
    evening.do(CID, Leave()).do(ANN, StopMatch())
    assert holds(verify(evening.game.record))
    assert evening.game.left == (2,)


@each_game
def test_a_table_that_was_loaded_in_the_middle_throws_on_and_ends_with_the_same_digest(listing: Listing) -> None:
    evening = running(ANN, BOB, fair=True, game=listing.name).step()
    again = Evening(load(save(evening.table)), evening.now)
    again.inputs, again.bodies = evening.inputs, list(evening.bodies)
    folded = Evening(fold(Table(), evening.bodies), evening.now)
    folded.inputs, folded.bodies = evening.inputs, list(evening.bodies)
    for table in (evening, again, folded):
        table.inputs = Inputs(table.luck, lambda: bytes(32), table.inputs.seed)
        table.to_the_end()
    assert evening.game == again.game == folded.game
    assert holds(verify(evening.game.record))


# What was there before the tower, and what was lost


def test_a_game_that_was_bound_to_nothing_goes_on_and_the_next_one_is_bound() -> None:
    evening = running(ANN, BOB, game="mindroll", options={"rounds": 3})
    evening.inputs = Inputs(evening.luck, evening.new_secret)
    thrown = evening.luck.draws
    evening.to_the_end()
    assert evening.luck.draws > thrown
    assert [(event.seed, event.digest) for event in evening.heard(events.GameEnded)] == [("", "")]
    assert '"dice"' not in evening.game.record
    assert evening.table.commit == commitment(evening.secret)
    evening.do(BOB, Ready()).do(ANN, Start()).to_the_end()
    assert holds(verify(evening.game.record))


def test_an_old_game_that_is_reset_or_closed_has_nothing_to_tell() -> None:
    for command in (Reset(), Close()):
        evening = running(ANN, BOB)
        evening.inputs = Inputs(evening.luck, evening.new_secret)
        assert evening.do(ANN, command).heard(events.GameReset) == [events.GameReset("", "")]


@pytest.mark.parametrize("found", [None, bytes(32)])
def test_a_game_whose_secret_is_lost_goes_on_and_its_record_shows_it(found: bytes | None) -> None:
    """A damaged disk costs the proof, not the game."""
    evening = running(ANN, BOB, fair=True, **SHORT)
    evening.inputs = evening.inputs._replace(seed=found)
    evening.to_the_end()
    assert evening.heard(events.GameEnded)[0].seed == ""
    assert not holds(verify(evening.game.record))
    evening.do(BOB, Ready()).do(ANN, Start()).to_the_end()
    assert holds(verify(evening.game.record))


@pytest.mark.parametrize("found", [None, bytes(32)])
def test_a_table_whose_secret_is_lost_before_the_game_is_bound_again(found: bytes | None) -> None:
    evening = lobby(ANN, BOB, fair=True, **SHORT).do(BOB, Ready("b"))
    evening.inputs = evening.inputs._replace(seed=found)
    evening.do(ANN, Start("a")).to_the_end()
    assert len(evening.heard(events.Committed)) == 3
    assert seeds_of(evening) == ("", "")
    assert holds(verify(evening.game.record))


def test_a_hall_without_a_tower_does_not_pretend_to_be_bound() -> None:
    evening = lobby(ANN, BOB, fair=True, **SHORT)
    evening.inputs = Inputs(evening.luck)
    evening.do(BOB, Ready("b")).do(ANN, Start())
    assert (evening.play.started.commit, evening.play.started.client_seeds) == ("", ())
    assert '"dice"' not in evening.to_the_end().game.record

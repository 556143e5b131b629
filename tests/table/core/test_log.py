"""The log: entries lead to the same table, byte for byte, live, replayed, and from a snapshot on."""

from random import Random
from typing import Any, get_args

import msgspec
import pytest

from dicehall.rules.catalog import GAMES
from dicehall.rules.errors import UnknownEdition
from dicehall.rules.kernel import Chance
from dicehall.rules.listing import Listing
from dicehall.rules.peril import Pick
from dicehall.rules.values import NATURE, TABLE, Event, Stop
from dicehall.table.core import commands, events
from dicehall.table.core.commands import (
    BotTurn,
    Configure,
    Kick,
    Leave,
    Lock,
    Ready,
    Rematch,
    Reset,
    Return,
    Sit,
    Start,
    StopMatch,
    Throw,
)
from dicehall.table.core.events import TableEvent
from dicehall.table.core.log import Expecting, LogEntry, Played, StayedInside, evolve
from dicehall.table.core.state import Table, load, save
from dicehall.table.core.stored import Body, chained, fold, write
from tests.kit.walk import any_options
from tests.table.kit import ANN, BOB, CID, DEE, EVE, HALL, SHORT, Evening, lobby, move, running, setting

each_game = pytest.mark.parametrize("listing", GAMES, ids=lambda listing: listing.name)

EXAMPLES: tuple[TableEvent, ...] = (
    events.Opened(ANN, setting("bluff", 5, options={"rounds": 3})),
    events.Configured(setting("mindroll", 6, clock=20, on_timeout="wait", fill=True)),
    events.Committed("5e" * 32),
    events.Invited(CID),
    events.Invited(DEE),
    events.Invited(EVE),
    events.Uninvited(DEE),
    events.Declined(EVE),
    events.Sat(BOB, "tails"),
    events.BotSat("bot:Fox", "uniform"),
    events.Sat(CID),
    events.Readied(BOB, "heads"),
    events.Unreadied(BOB),
    events.TeamChosen(BOB, "Red Foxes", "red", "stripes"),
    events.TeamDropped(BOB),
    events.TeamChosen("bot:Fox", "Red Foxes", "red", "stripes"),
    events.Locked(),
    events.Unlocked(),
    events.HostChanged(BOB),
    events.Muted(CID),
    events.Unmuted(CID),
    events.TalkAllowed(),
    events.TalkForbidden(),
    events.ReactionsForbidden(),
    events.ReactionsAllowed(),
    events.KnocksForbidden(),
    events.KnocksAllowed(),
    events.PredictionsForbidden(),
    events.PredictionsAllowed(),
    events.GameStarted(
        1, "mindroll", 1, {}, (BOB, "bot:Fox", CID), (None, "uniform", None), "5e" * 32, ("heads", "", "")
    ),
    events.TimedOut(0),
    events.HandedOver(0),
    events.TookBack(0),
    events.Helped(2),
    events.GameEnded(1, (1, -1, 0), (1, 3, 2), "5e" * 32, "d1" * 32),
    events.ResetAgreed(BOB),
    events.SeatReplaced(2, BOB),
    events.GameForfeited(BOB),
    events.GameReset("5e" * 32, "d1" * 32),
    events.WentBack(12),
    events.ScoreReset(),
    events.Stood("bot:Fox"),
    events.Kicked(CID),
    events.Readmitted(CID),
    events.LetIn(DEE),
    events.NoShow(BOB),
    events.Walkover(ANN),
    events.NobodyCame(),
    events.Disclosed("5e" * 32, "d1" * 32),
    events.Closed(),
)
"""One of every event of a table, in an order in which they could happen."""


SEEDS = ("", "heads", "tails", '"\\~!')


def stormy(listing: Listing, seed: int, steps: int = 60, evening: Evening | None = None) -> Evening:
    """A few games of random options, moved through at random: people go, come back, are slow, and lose their seats."""
    rng = Random(seed)
    evening = evening or Evening(seed=seed, fair=seed % 2 == 0)
    options = msgspec.to_builtins(any_options(listing, rng))
    options.pop("games_won", None)
    given = setting(listing.name, min(5, listing.seats[1]), options=options, clock=rng.choice((15, 600)))
    evening.do(ANN, commands.Open(given, bots=("normal",)))
    for _ in range(steps):
        if evening.table.closed:
            break
        evening.after(rng.choice((0, 0.1, 3.7, 12)))
        if evening.table.playing is None:
            gather(evening, rng)
        else:
            go_on(evening, rng)
    return evening


def gather(evening: Evening, rng: Random) -> None:
    for who in (ANN, BOB, CID):
        if who not in evening.seated and len(evening.seated) < evening.table.setting.seats:
            evening.ask(who, Sit(rng.choice(SEEDS)))
        evening.ask(who, rng.choice((Ready, Rematch))(rng.choice(SEEDS)))
    evening.ask(evening.table.host, Start(rng.choice(SEEDS)))


def go_on(evening: Evening, rng: Random) -> None:
    play = evening.play
    due = rng.choice(play.due)
    who = play.seats[due.seat]
    chance = rng.random()
    if chance < 0.02:
        evening.do(rng.choice(evening.seated), Leave())
    elif chance < 0.04:
        evening.ask(evening.table.host, Kick(rng.choice(evening.seated)))
    elif chance < 0.05:
        evening.do(evening.table.host, Reset())
    elif chance < 0.06:
        evening.ask(evening.table.host, StopMatch())
    elif chance < 0.25 and due.until is not None:
        evening.now = evening.table.due_at
        evening.do(HALL, commands.TimeUp())
    elif chance < 0.3:
        evening.ask(who, Return())
    elif play.level_of(due.seat) is not None:
        evening.do(HALL, BotTurn(due.seat, None))
    elif isinstance(play.pending, Chance):
        evening.do(who, Throw())
    else:
        evening.do(who, move(rng.choice(evening.options(who))))


# Replay


@each_game
@pytest.mark.parametrize("seed", range(6))
def test_a_table_replays_from_its_log_to_the_same_bytes(listing: Listing, seed: int) -> None:
    """`Evening.ask` compares every single decision with the fold of its entries as well."""
    evening = stormy(listing, seed)
    told: list[Event] = []
    versions: list[int] = []

    def hear(version: int, heard: tuple[Event, ...]) -> None:
        versions.append(version)
        told.extend(heard)

    again = fold(Table(), evening.bodies, hear)
    assert save(again) == save(evening.table)
    assert msgspec.json.encode(told) == msgspec.json.encode(evening.told)
    assert versions == sorted(set(versions))
    assert again.version == sum(len(msgspec.json.decode(body, type=Body).entries) for body in evening.bodies)


@each_game
@pytest.mark.parametrize("seed", range(6))
def test_a_snapshot_is_the_table_and_whatever_follows_it_leads_on(listing: Listing, seed: int) -> None:
    evening = stormy(listing, seed + 100)
    end = save(evening.table)
    table = Table()
    assert len(evening.bodies) > seed, "at least one snapshot is followed to the end"
    for number, body in enumerate(evening.bodies):
        snapshot = save(table)
        loaded = load(snapshot)
        assert save(loaded) == snapshot
        assert loaded == table
        if number % 7 == seed:
            assert save(fold(loaded, evening.bodies[number:])) == end
        table = fold(table, [body])


@each_game
def test_storms_reach_what_matters(listing: Listing) -> None:
    """Games end, seats are handed over and taken back, people leave in the middle."""
    told = [event for seed in range(6) for event in stormy(listing, seed, 150).told]
    assert {events.GameEnded, events.GameReset, events.TimedOut, events.Stood, events.Kicked} <= set(map(type, told))


def test_entries_written_together_have_the_same_time_and_each_its_version() -> None:
    evening = running(ANN, BOB, CID).after(7.25)
    before = evening.table.version
    evening.do(ANN, Leave())
    body = msgspec.json.decode(evening.bodies[-1], type=Body)
    assert body.at == evening.table.touched == round(evening.now, 1)
    assert evening.table.version == before + len(body.entries)
    assert len(body.entries) > 2


# Every entry


def test_the_examples_are_all_the_events_there_are() -> None:
    assert {type(event) for event in EXAMPLES} == set(get_args(TableEvent))
    assert set(get_args(LogEntry)) == {Played, StayedInside, Expecting, *get_args(TableEvent)}


def test_every_event_survives_the_journal() -> None:
    table = again = Table()
    for number, event in enumerate(EXAMPLES):
        body = write(100.5 + number, (event,))
        assert msgspec.json.decode(body, type=Body).entries == (event,)
        before = table
        table, told = evolve(table, event, 100.5 + number)
        table = chained(before, table, body, (event,))
        assert told == (event,)
        again = fold(again, [body])
        assert save(again) == save(table)
        assert (table.version, table.touched) == (number + 1, 100.5 + number)


@pytest.mark.parametrize("event", EXAMPLES, ids=lambda event: type(event).__name__)
def test_no_event_breaks_a_table_that_plays_nothing(event: TableEvent) -> None:
    table = evolve(Table(), event, 5.0).table
    assert table.version == 1
    assert save(load(save(table))) == save(table)


@pytest.mark.parametrize(
    "played",
    [
        Played(0, {"type": "pick", "number": 3}),
        Played(0, {"type": "pick", "number": 3}, "clock"),
        Played(NATURE, {"type": "rolled", "faces": [3]}, "bot"),
        Played(TABLE, {"type": "withdraw", "seat": 1}),
        Played(TABLE, {"type": "stop"}, "host"),
    ],
)
def test_every_move_survives_the_journal(played: Played) -> None:
    body = write(1.0, (played,))
    assert msgspec.json.decode(body, type=Body).entries == (played,)
    assert b"null" not in body


def test_moves_are_read_as_the_game_has_them() -> None:
    evening = running(ANN, BOB)
    seat = evening.play.due[0].seat
    body = write(evening.now, (Played(seat, Pick(5)),))
    after = fold(evening.table, [body])
    assert after.play is not None
    assert after.play.state.phase.board[4] == seat
    open_match = running(ANN, BOB, game="mindroll", options={"match": "open"})
    stopped = fold(open_match.table, [write(1.0, (Played(TABLE, Stop()),))])
    assert stopped.play is not None
    assert stopped.play.over


# Games that nobody knows any more


def with_unknown_edition(body: bytes) -> bytes:
    return body.replace(b'"edition":1', b'"edition":77')


def test_a_game_of_an_unknown_edition_is_void_and_the_table_goes_on() -> None:
    """The games before and after it count as ever."""
    evening = running(ANN, BOB, **SHORT).to_the_end()
    wins, first = evening.table.wins, len(evening.bodies)
    evening.do(ANN, Rematch()).do(BOB, Rematch()).to_the_end()
    bodies = [*evening.bodies[:first], *map(with_unknown_edition, evening.bodies[first:])]
    table = fold(Table(), bodies)
    assert table.version == evening.table.version
    assert (table.play, table.games, table.wins) == (None, 2, wins)
    again = Evening(table, evening.now).do(BOB, Ready()).do(ANN, Start()).to_the_end()
    assert again.play.number == 3
    assert sum(count for _, count in again.table.wins) == 2


def test_whatever_happens_in_a_void_game_still_happens_at_the_table() -> None:
    evening = running(ANN, BOB, CID, game="mindroll", options={"rounds": 50})
    while not evening.play.handed:
        evening.after(610).do(HALL, commands.TimeUp())
    evening.do(evening.play.seats[evening.play.handed[0]], Return())
    evening.after(30).do(ANN, commands.Help(evening.play.due[0].seat), Lock()).do(BOB, Leave()).do(ANN, Kick(CID))
    table = fold(Table(), map(with_unknown_edition, evening.bodies))
    assert [occupant.who for occupant in table.seated] == [ANN]
    assert (table.locked, table.kicked, table.playing, table.wins) == (True, (CID,), None, ())
    assert table.version == evening.table.version


def test_a_snapshot_of_an_unknown_edition_says_so() -> None:
    with pytest.raises(UnknownEdition, match="edition 77 of peril is unknown here"):
        load(with_unknown_edition(save(running(ANN, BOB).table)))


def test_a_game_whose_options_nobody_knows_any_more_is_void_too() -> None:
    started = events.GameStarted(1, "peril", 1, {"dragons": True}, (ANN, BOB), (None, None))
    table = evolve(lobby(ANN, BOB).table, started, 1.0).table
    assert (table.play, table.games) == (None, 1)


# What is in the log


def test_a_table_that_was_only_set_up_is_small_in_the_log() -> None:
    evening = lobby(ANN)
    assert evening.bodies[0].startswith(b'{"at":1000.0,"entries":[{"type":"opened","host":"ann"')


def test_the_setting_keeps_only_what_was_chosen_and_the_game_writes_all_its_options_down() -> None:
    evening = lobby(ANN, BOB, options={"starting_lives": 2}).do(BOB, Ready()).do(ANN, Start())
    assert evening.table.setting.options == {"starting_lives": 2}
    (started,) = evening.heard(events.GameStarted)
    assert started.options == msgspec.to_builtins(evening.play.game.options)
    assert set(started.options) == {"starting_lives", "die_scaling", "peril_after_elimination"}


def test_the_configuration_of_a_finished_table_changes_nothing_of_its_last_game() -> None:
    evening = running(ANN, BOB, **SHORT).to_the_end().do(ANN, Configure(setting("bluff")))
    assert evening.play.listing.name == "mindroll"
    assert save(load(save(evening.table))) == save(evening.table)


def options_of(listing: Listing) -> list[dict[str, Any]]:
    return [msgspec.to_builtins(preset.options) for preset in listing.presets]


@each_game
def test_every_preset_can_be_played_at_a_table(listing: Listing) -> None:
    for options in options_of(listing):
        evening = running(ANN, BOB, CID, DEE, game=listing.name, options=options)
        assert evening.table.playing is not None


def test_a_snapshot_of_an_older_shape_is_left_to_the_log() -> None:
    """Snapshots are a cache: one that says less than it should is refused, never read by halves."""
    snapshot = msgspec.json.decode(save(running(ANN, BOB).table))
    snapshot["play"] |= snapshot["play"].pop("started")
    with pytest.raises(msgspec.ValidationError, match="started"):
        load(msgspec.json.encode(snapshot))

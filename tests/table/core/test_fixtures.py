"""Tables of a tournament: given seats, one game, bots for those who do not come."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from dicehall.rules.kernel import Ask
from dicehall.rules.tower import commitment
from dicehall.rules.verify import Noted, verify
from dicehall.table.core import commands, events
from dicehall.table.core.commands import (
    AddBot,
    Begin,
    Close,
    Disclose,
    Kick,
    Leave,
    Open,
    Ready,
    Rematch,
    Reset,
    Sit,
    Stand,
    Start,
    TimeUp,
)
from dicehall.table.core.draft import Decided
from dicehall.table.core.events import Fixture, Setting
from dicehall.table.core.log import NO_SHOW_AFTER
from dicehall.table.core.public_view import show
from dicehall.table.core.state import LOOK_BACK, load, save
from dicehall.table.core.stored import finished, fold
from tests.kit.scale import scaled
from tests.table.kit import ANN, BOB, CID, DEE, EVE, HALL, SHORT, Evening, setting

FIXTURE = Fixture("cuprami", "Friday night", 2)
FOX = "bot:Fox"


def fixture(*people: str, fair: bool = False, **rest: object) -> Evening:
    chosen: Setting = setting(seats=len(people), **{**SHORT, **rest})
    line_up = tuple((who, "normal" if who == FOX else None) for who in people)
    return Evening(fair=fair).do(HALL, Open(chosen, fixture=FIXTURE, line_up=line_up))


def played(*people: str, no_shows: tuple[str, ...] = ()) -> Evening:
    return fixture(*people).do(HALL, Begin(no_shows)).to_the_end()


def administrator(evening: Evening) -> Evening:
    evening.inputs = evening.inputs._replace(administrator=True)
    return evening


def test_everyone_sits_where_the_tournament_says() -> None:
    evening = fixture(CID, FOX, ANN, BOB)
    assert evening.seated == [CID, FOX, ANN, BOB]
    assert evening.table.host is None
    assert show(evening.table).fixture == FIXTURE
    evening.do(HALL, Begin())
    assert evening.play.seats == (CID, FOX, ANN, BOB)


def test_only_the_hall_opens_such_a_table() -> None:
    opening = Open(setting(seats=2), fixture=FIXTURE, line_up=((ANN, None), (BOB, None)))
    assert Evening().refused(ANN, opening) == "fixture"
    assert Evening().refused(ANN, Open(setting(seats=2), line_up=((ANN, None), (BOB, None)))) == "fixture"


@pytest.mark.parametrize(
    "line_up",
    [((ANN, None),), ((ANN, None), (ANN, None)), ((ANN, "normal"), (BOB, None)), ((FOX, None), (BOB, None))],
)
def test_a_wrong_line_up_is_refused(line_up: tuple[tuple[str, str | None], ...]) -> None:
    assert Evening().refused(HALL, Open(setting(seats=2), fixture=FIXTURE, line_up=line_up)) == "line_up"


def test_opening_it_again_changes_nothing() -> None:
    evening = fixture(ANN, BOB)
    again = Open(setting(seats=2), fixture=FIXTURE, line_up=((ANN, None), (BOB, None)))
    assert evening.refused(HALL, again) == "exists"


def test_nobody_decides_there_but_the_tournament() -> None:
    evening = fixture(ANN, BOB, CID)
    assert evening.refused(DEE, Sit()) == "fixture"
    assert evening.refused(ANN, Rematch()) == "fixture"
    assert evening.refused(ANN, Start()) == "not_host"
    assert evening.refused(ANN, Begin()) == "forbidden"
    assert evening.refused(ANN, Stand()) == "waiting"
    assert evening.refused(ANN, Leave()) == "waiting"
    administrator(evening)
    assert evening.refused(EVE, AddBot()) == "fixture"
    assert evening.refused(EVE, Start()) == "fixture"
    assert evening.refused(EVE, Kick(ANN)) == "waiting"


def test_seeds_are_mixed_into_dice_that_were_sealed_when_the_table_opened() -> None:
    evening = fixture(ANN, BOB, fair=True)
    commit = evening.table.commit
    evening.do(ANN, Ready("heads")).do(HALL, Begin())
    (started,) = evening.heard(events.GameStarted)
    assert (started.commit, started.client_seeds) == (commit, ("heads", ""))


def test_it_waits_until_the_tournament_begins_whatever_the_clock_says() -> None:
    evening = fixture(ANN, BOB)
    assert show(evening.table).starts_by == evening.now + NO_SHOW_AFTER
    evening.do(ANN, Ready()).do(BOB, Ready())
    assert evening.table.playing is None
    assert evening.after(NO_SHOW_AFTER).refused(HALL, TimeUp()) == "not_due"


def test_a_bot_plays_for_those_who_do_not_come() -> None:
    evening = fixture(ANN, BOB, CID)
    evening.inputs = evening.inputs._replace(is_account=lambda _who: True)
    evening.do(HALL, Begin((BOB,)))
    assert [event.who for event in evening.heard(events.NoShow)] == [BOB]
    assert evening.play.level_of(1) == "normal"
    assert evening.play.seat_of(BOB) is None
    assert not evening.play.rated
    evening.to_the_end()
    assert evening.game.no_shows == (1,)
    assert evening.game.outcomes[1] is None, "neither a win nor a loss"


def test_with_everyone_there_it_is_rated_as_usual() -> None:
    evening = fixture(ANN, BOB)
    evening.inputs = evening.inputs._replace(is_account=lambda _who: True)
    assert evening.do(HALL, Begin()).play.rated


def test_the_only_one_who_comes_wins_without_a_game() -> None:
    evening = fixture(ANN, BOB, CID).do(HALL, Begin((ANN, CID)))
    assert evening.heard(events.Walkover) == [events.Walkover(BOB)]
    assert evening.table.settled
    assert evening.table.play is None
    assert evening.refused(BOB, Ready()) == "over"
    assert evening.refused(HALL, Begin()) == "over"


def test_nobody_comes() -> None:
    evening = fixture(ANN, BOB).do(HALL, Begin((ANN, BOB)))
    assert evening.heard(events.NobodyCame)
    assert evening.table.settled


def test_the_result_stands_and_the_table_closes_by_itself() -> None:
    evening = played(ANN, BOB)
    assert show(evening.table).settled
    assert evening.refused(ANN, Rematch()) == "fixture"
    assert evening.refused(HALL, Begin()) == "over"
    assert evening.after(LOOK_BACK - 1).refused(HALL, TimeUp()) == "not_due"
    assert evening.after(1).do(HALL, TimeUp()).table.closed


def test_leaving_the_game_is_as_at_any_table() -> None:
    evening = fixture(ANN, BOB, CID).do(HALL, Begin()).do(BOB, Leave())
    assert evening.play.left == (1,)
    evening.to_the_end()
    assert evening.game.left == (1,)


def test_bots_play_on_when_all_people_have_left() -> None:
    evening = fixture(ANN, FOX, BOB).do(HALL, Begin((BOB,))).do(ANN, Leave())
    assert not evening.table.closed
    evening.to_the_end()
    assert evening.table.settled


def test_after_a_reset_everyone_is_back_in_their_seat_and_waited_for() -> None:
    evening = administrator(fixture(ANN, BOB, FOX, CID)).do(HALL, Begin((CID,))).do(BOB, Leave()).do(EVE, Reset())
    assert evening.seated == [ANN, BOB, FOX, CID]
    assert evening.table.no_shows == ()
    assert evening.table.starts_by == evening.now + NO_SHOW_AFTER
    assert evening.do(HALL, Begin()).play.number == 2


def test_a_lost_end_of_the_log_makes_it_wait_again() -> None:
    evening = fixture(ANN, BOB, fair=True).do(HALL, Begin(), commands.SetBack(2))
    assert evening.table.starts_by is not None
    assert evening.do(HALL, Begin()).table.playing is not None


def test_a_snapshot_from_before_there_were_tournaments_is_read() -> None:
    table = load(save(fixture(ANN, BOB).table).replace(b'"settled":false,', b""))
    assert not table.settled


ANYTHING = (
    Sit(), Ready("x"), Rematch(), Leave(), Stand(), commands.Throw(), commands.Unready(), commands.Hurry(), Reset(),
    Start(), AddBot(), Kick(BOB), Kick(DEE), commands.Lock(), Begin(), Begin((ANN,)), Begin((ANN, BOB)), TimeUp(),
    commands.Configure(setting(seats=2)), commands.Transfer(ANN), commands.BotTurn(0, None), commands.AgreeReset(),
    commands.RemoveBot(FOX), commands.Return(), commands.ResetScore(), commands.SetBack(1),
)  # fmt: skip


@settings(max_examples=scaled(40))
@given(seed=st.integers(0, 2**32))
def test_whatever_anyone_tries_there_is_one_result_and_it_stands(seed: int) -> None:
    rng = Random(seed)
    evening = fixture(ANN, BOB, FOX, fair=rng.random() < 0.5)
    people = {ANN, BOB, FOX}
    for _ in range(40):
        evening.inputs = evening.inputs._replace(administrator=rng.random() < 0.2)
        who = rng.choice((ANN, BOB, CID, HALL, HALL))
        was = evening.table
        answer = evening.ask(who, rng.choice((*ANYTHING, Close())) if rng.random() < 0.5 else _next(evening, rng))
        table = evening.table
        assert {occupant.who for occupant in table.seated} <= people
        assert table.play is None or table.play.seats == (ANN, BOB, FOX)
        if was.settled:
            assert table.settled
            assert table.playing is None
        if isinstance(answer, Decided) and table.closed:
            break
    assert len(evening.heard(events.GameEnded)) + len(evening.heard(events.Walkover)) <= 1
    assert save(replace(fold(type(evening.table)(), evening.bodies))) == save(evening.table)


def _next(evening: Evening, rng: Random) -> commands.AnyCommand:
    play = evening.table.playing
    if play is None:
        return Begin(rng.choice(((), (), (ANN,), (BOB,))))
    return commands.BotTurn(play.due[0].seat, None) if play.due else TimeUp()


# Duplicate dice: other tables play with the same secret

SECRET = bytes(range(32))
SEEDS = ("seed-of-ann", "", "seed-of-eve", "seed-of-dee")
SHARED = commands.SharedDice(SECRET, SEEDS)
HELD = Fixture("cuprami", "Friday night", 2, spectators=False, duplicate=True)


def duplicate(*people: str, game: str = "three_dice", seed: int = 0, **options: object) -> Evening:
    chosen = setting(game=game, seats=len(people), options=options, clock=60, rated=False)
    line_up = tuple((who, "normal" if who == FOX else None) for who in people)
    evening = Evening(seed=seed, fair=True).do(HALL, Open(chosen, fixture=HELD, line_up=line_up, dice=SHARED))
    return evening.do(HALL, Begin())


def secrets_told(evening: Evening) -> list[str]:
    return [seed for event in evening.told if (seed := getattr(event, "seed", "")) == SECRET.hex()]


def test_the_dice_of_a_round_are_bound_before_the_game_and_mixed_with_the_seeds_of_all_entrants() -> None:
    evening = duplicate(ANN, BOB)
    (committed,), (started,) = evening.heard(events.Committed), evening.heard(events.GameStarted)
    assert committed == events.Committed(commitment(SECRET), SEEDS)
    assert (started.commit, started.client_seeds, started.scheme) == (commitment(SECRET), SEEDS, "duplicate")
    assert not evening.luck.draws


def test_a_seed_that_is_sent_to_the_table_is_not_mixed_in() -> None:
    chosen = setting(game="three_dice", seats=2, clock=60)
    opened = Open(chosen, fixture=HELD, line_up=((ANN, None), (BOB, None)), dice=SHARED)
    evening = Evening(fair=True).do(HALL, opened).do(ANN, Ready("late")).do(HALL, Begin())
    assert evening.play.started.client_seeds == SEEDS


@pytest.mark.parametrize("game", ["three_dice", "mindroll", "stlucia", "bluff"])
def test_nothing_of_the_secret_is_told_before_the_round_ends_and_then_the_record_verifies(game: str) -> None:
    evening = duplicate(ANN, BOB, FOX, game=game).to_the_end()
    (ended,) = evening.heard(events.GameEnded)
    assert (ended.seed, bool(ended.digest)) == ("", True)
    assert not secrets_told(evening)
    assert evening.table.is_held
    assert finished(evening.bodies, ended=0.0, public=True) is None, "no record, no result, nothing that counts"
    evening.do(HALL, Disclose())
    assert evening.heard(events.Disclosed) == [events.Disclosed(SECRET.hex(), ended.digest)]
    assert evening.game.places == ended.places
    assert all(check.outcome != "failed" for check in verify(evening.game.record, Noted(seed="seed-of-eve")))
    assert evening.refused(HALL, Disclose()) == "already"


def test_tables_of_a_round_have_the_same_dice_whatever_is_decided() -> None:
    keeps, rolls = (duplicate(ANN, BOB, CID, game="stlucia", threshold=100) for _ in range(2))
    while not isinstance(rolls.play.pending, Ask):
        rolls.step()
    rolls.do(rolls.awaited, commands.MakeMoves(({"type": "reroll", "dice": [0, 1]},)))
    threw = []
    for evening in (keeps, rolls):
        while len(thrown := [event for event in evening.told if type(event).__name__ == "Threw"]) < 5:
            evening.step()
        threw.append(thrown)
    assert keeps.play.draws != rolls.play.draws
    assert threw[0] == threw[1]


def test_a_game_that_is_void_tells_nothing_and_counts_for_nobody() -> None:
    for command in (Reset(), Close()):
        evening = administrator(duplicate(ANN, BOB, game="mindroll"))
        evening.do(EVE, command)
        assert evening.table.closed
        assert not secrets_told(evening)
        assert finished(evening.bodies, ended=0.0, public=True) is None


@pytest.mark.parametrize("game", ["mindroll", "bluff"])
def test_a_table_whose_log_went_back_is_closed_or_stands(game: str) -> None:
    running = duplicate(ANN, BOB, game=game).do(HALL, commands.SetBack(1))
    assert running.table.closed
    assert not secrets_told(running)
    over = duplicate(ANN, BOB, game=game).to_the_end().do(HALL, commands.SetBack(1))
    assert not over.table.closed
    assert not secrets_told(over)
    assert over.do(HALL, Disclose()).game.places == over.heard(events.GameEnded)[0].places


def test_without_the_secret_of_the_round_there_is_no_game() -> None:
    """With any other, its dice would not be those of the other tables."""
    chosen = setting(game="three_dice", seats=2, clock=60)
    opened = Open(chosen, fixture=HELD, line_up=((ANN, None), (BOB, None)), dice=SHARED)
    evening = Evening(fair=True).do(HALL, opened)
    evening.inputs = evening.inputs._replace(seed=None)
    assert evening.do(HALL, Begin()).table.closed
    assert not evening.heard(events.GameStarted)


def test_a_table_that_is_held_waits_for_the_end_of_its_round() -> None:
    evening = administrator(duplicate(ANN, BOB).to_the_end())
    assert evening.refused(EVE, Close()) == "held"
    assert evening.after(LOOK_BACK).refused(HALL, TimeUp()) == "not_due"
    evening.do(HALL, Disclose()).after(LOOK_BACK).do(HALL, TimeUp())
    assert evening.table.closed


def test_what_was_held_is_told_before_the_hall_closes_the_table() -> None:
    evening = duplicate(ANN, BOB).to_the_end().do(HALL, Close())
    assert evening.table.closed
    assert evening.game.places


def test_a_running_game_cannot_be_disclosed_and_only_the_hall_does_it() -> None:
    evening = duplicate(ANN, BOB)
    assert evening.refused(HALL, Disclose()) == "game_running"
    assert evening.to_the_end().refused(ANN, Disclose()) == "forbidden"
    assert played(ANN, BOB).refused(HALL, Disclose()) == "already"


def test_shared_dice_and_a_held_table_go_together() -> None:
    chosen = setting(game="three_dice", seats=2, clock=60)
    line_up = ((ANN, None), (BOB, None))
    assert Evening(fair=True).refused(HALL, Open(chosen, fixture=HELD, line_up=line_up)) == "dice"
    assert Evening(fair=True).refused(HALL, Open(chosen, fixture=FIXTURE, line_up=line_up, dice=SHARED)) == "dice"


def test_all_tables_are_alike_in_bluff_whoever_has_won_before() -> None:
    chosen = setting(game="bluff", seats=2, clock=60)
    evening = Evening(fair=True)
    evening.inputs = evening.inputs._replace(won=lambda _who, _game: 7)
    evening.do(HALL, Open(chosen, fixture=HELD, line_up=((ANN, None), (BOB, None)), dice=SHARED)).do(HALL, Begin())
    assert evening.play.started.options["games_won"] == (0, 0)


def test_a_held_game_survives_its_snapshot() -> None:
    evening = duplicate(ANN, BOB, game="stlucia")
    assert load(save(evening.table)) == evening.table
    evening.to_the_end()
    assert load(save(evening.table)).is_held

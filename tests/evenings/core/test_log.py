"""What each entry of a tournament's log does."""

from dicehall.evenings.core import events
from dicehall.evenings.core.setting import Arena, Setting
from dicehall.evenings.core.state import Between, Cancelled, Done, Gathering, Open, Running, Tournament, load, save
from tests.evenings.core.logs import ANN, BEN, CAT, begun, folded, paired


def who_is_in(tournament: Tournament) -> list[str]:
    return [entrant.who for entrant in tournament.entrants if entrant.status == "in"]


def test_a_tournament_is_the_fold_of_its_log_and_survives_a_snapshot() -> None:
    tournament = folded(paired((ANN, BEN, CAT)), events.TableOpened("t11"), onto=begun(ANN, BEN, CAT))
    assert load(save(tournament)) == tournament
    assert tournament.version == 7


def test_before_the_start_whoever_leaves_is_gone_and_later_only_away() -> None:
    gathering = folded(events.Created("host", Setting(title="Cup", game="peril", seats=3)), events.Entered(ANN))
    assert folded(events.Departed(ANN), onto=gathering).entrants == ()
    left = folded(events.Departed(ANN), onto=begun(ANN, BEN))
    assert who_is_in(left) == [BEN]
    assert who_is_in(folded(events.Returned(ANN), onto=left)) == [ANN, BEN]


def test_removed_people_are_remembered_until_they_are_readmitted() -> None:
    gathering = folded(
        events.Created("host", Setting(title="Cup", game="peril", seats=3)), events.Entered(ANN), events.Removed(ANN)
    )
    assert gathering.barred == (ANN,)
    assert folded(events.Readmitted(ANN), onto=gathering).barred == ()
    later = folded(events.Removed(ANN), onto=begun(ANN, BEN))
    assert who_is_in(later) == [BEN]
    assert later.entrants[0].status == "removed"


def test_whoever_does_not_come_is_away_and_whoever_was_removed_stays_removed() -> None:
    running = folded(paired((ANN, BEN)), events.TableOpened("t11"), onto=begun(ANN, BEN))
    assert folded(events.NoShow("t11", ANN), onto=running).entrants[0].status == "away"
    removed = folded(events.Removed(ANN), events.NoShow("t11", ANN), onto=running)
    assert removed.entrants[0].status == "removed"


def test_a_pause_moves_what_it_held_back() -> None:
    between = begun(ANN, BEN)
    assert between.phase == Between(0.0)
    paused = folded(events.Paused(), onto=between, at=5.0)
    assert folded(events.Resumed(), onto=paused, at=25.0).phase == Between(20.0)


def test_an_undone_pairing_is_gone_and_the_tournament_is_paused() -> None:
    undone = folded(paired((ANN, BEN)), events.PairingUndone(1), onto=begun(ANN, BEN), at=7.0)
    assert undone.rounds == ()
    assert undone.paused == 7.0
    assert undone.phase == Between(7.0)


def test_a_table_waits_for_those_who_sit_at_it_and_then_its_game_can_start() -> None:
    opened = folded(paired((ANN, BEN)), events.TableOpened("t11"), onto=begun(ANN, BEN), at=10.0)
    table = opened.rounds[0].tables[0]
    assert (table.awaited, table.is_ready, table.no_show_at) == ((ANN, BEN), False, 130.0)
    came = folded(events.Arrived("t11", ANN), events.NoShow("t11", BEN), onto=opened, at=131.0)
    assert came.rounds[0].tables[0].is_ready


def test_phases_follow_the_log() -> None:
    gathering = folded(events.Created("host", Setting(title="Cup", game="peril", seats=3)))
    assert gathering.phase == Gathering()
    running = folded(paired((ANN, BEN)), onto=begun(ANN, BEN))
    assert running.phase == Running()
    ended = folded(events.TableEnded("t11", (1, 2)), events.RoundEnded(1, "lot"), onto=running, at=50.0)
    assert ended.phase == Between(50.0 + running.setting.between)
    assert folded(events.Concluded(9, (ANN,), "seed"), onto=ended).phase == Done(9, (ANN,))
    assert folded(events.CalledOff(9, "host"), onto=ended).phase == Cancelled(9, "host")


def test_an_arena_stays_open_while_people_are_seated() -> None:
    arena = begun(ANN, BEN, form=Arena(5))
    assert arena.phase == Open(300.0)
    seated = folded(paired((ANN, BEN), stage="arena"), onto=arena, at=1.0)
    assert seated.phase == Open(300.0)
    assert list(seated.free()) == []
    assert [entrant.free for entrant in folded(events.TableEnded("t11", (1, 2)), onto=seated, at=9.0).free()] == [9, 9]

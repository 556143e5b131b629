"""Teams at a table: a badge beside the name, and nothing else."""

import msgspec
import pytest
from msgspec.structs import replace

from dicehall.ports.teams import COLOURS, PATTERNS, Team, by_label
from dicehall.table.core import events
from dicehall.table.core.commands import (
    AddBot,
    Begin,
    ChooseTeam,
    DressUp,
    Kick,
    Lock,
    Mute,
    Open,
    Ready,
    RemoveBot,
    ResetScore,
    Sit,
    Stand,
    Start,
)
from dicehall.table.core.events import Fixture
from dicehall.table.core.log import evolve
from dicehall.table.core.public_view import show
from dicehall.table.core.state import Table, save
from dicehall.table.core.stored import fold
from dicehall.table.core.teams import evening_score
from tests.table.kit import ANN, BOB, CID, HALL, SHORT, Evening, lobby, running, setting

FOXES = Team("Red Foxes", "red", "stripes")
OWLS = Team("Owls", "blue", "dots")


def keeping(evening: Evening, **teams: Team) -> Evening:
    evening.inputs = evening.inputs._replace(team=teams.get)
    return evening


def worn(evening: Evening) -> dict[str, Team]:
    return dict(show(evening.table).teams)


def bot_at(evening: Evening) -> str:
    return next(who for who in evening.seated if events.is_bot(who))


def test_whoever_sits_down_wears_the_team_of_their_profile_tm_02() -> None:
    evening = keeping(lobby(ANN), bob=FOXES).do(BOB, Sit()).do(CID, Sit())
    assert worn(evening) == {BOB: FOXES}
    assert evening.told[-2:] == [events.TeamChosen(BOB, "Red Foxes", "red", "stripes"), events.Sat(CID)]


def test_a_label_that_is_not_allowed_any_more_keeps_nobody_from_their_seat_tm_02() -> None:
    evening = keeping(lobby(ANN), bob=Team("Administrator", "red", "plain")).do(BOB, Sit())
    assert evening.seated == [ANN, BOB]
    assert worn(evening) == {}


def test_a_team_is_changed_and_taken_off_also_while_a_game_runs_and_at_a_locked_table_tm_02() -> None:
    evening = running(ANN, BOB).do(BOB, ChooseTeam(FOXES), ChooseTeam(OWLS))
    assert worn(evening) == {BOB: OWLS}
    evening.do(ANN, Lock()).do(BOB, ChooseTeam(None))
    assert worn(evening) == {}
    assert evening.refused(BOB, ChooseTeam(None)) == "already"
    assert evening.refused(CID, ChooseTeam(FOXES)) == "not_seated"


@pytest.mark.parametrize("label", ["red foxes", "Red  Foxes", "RED FOXES", "Réd Foxes", "Red F0xes"])
def test_labels_that_look_alike_are_one_team_and_the_first_gives_its_look_tm_01(label: str) -> None:
    evening = lobby(ANN, BOB).do(ANN, ChooseTeam(FOXES)).do(BOB, ChooseTeam(Team(label, "teal", "check")))
    assert worn(evening) == {ANN: FOXES, BOB: FOXES}
    assert evening.refused(BOB, ChooseTeam(Team(label, "gold", "plain"))) == "already"


def test_who_is_alone_in_a_team_gives_it_another_look_tm_01() -> None:
    evening = lobby(ANN).do(ANN, ChooseTeam(FOXES), ChooseTeam(Team("RED FOXES", "gold", "halves")))
    assert worn(evening) == {ANN: Team("RED FOXES", "gold", "halves")}


@pytest.mark.parametrize("label", ["Moderator", "\u200b", "\u0410dmin", "x" * 21, "\u2b50 Best"])
def test_labels_follow_the_rules_for_names(label: str) -> None:
    assert lobby(ANN).refused(ANN, ChooseTeam(Team(label, "red", "plain"))) == "bad_request"


def test_a_single_letter_is_a_label() -> None:
    assert worn(lobby(ANN).do(ANN, ChooseTeam(Team(" A ", "red", "plain")))) == {ANN: Team("A", "red", "plain")}


def test_the_host_gives_bots_a_team_and_takes_off_anyones_badge_tm_03() -> None:
    evening = lobby(ANN, BOB).do(ANN, AddBot()).do(BOB, ChooseTeam(OWLS))
    bot = bot_at(evening)
    evening.do(ANN, DressUp(bot, FOXES))
    assert worn(evening) == {BOB: OWLS, bot: FOXES}
    assert evening.refused(ANN, DressUp(BOB, FOXES)) == "forbidden"
    assert evening.refused(BOB, DressUp(bot, OWLS)) == "not_host"
    assert evening.refused(ANN, DressUp(CID)) == "unknown"
    evening.do(ANN, DressUp(BOB), DressUp(bot))
    assert worn(evening) == {}


def test_who_is_muted_chooses_no_team_but_can_take_it_off_tm_03() -> None:
    evening = lobby(ANN, BOB).do(BOB, ChooseTeam(OWLS)).do(ANN, Mute(BOB))
    assert evening.refused(BOB, ChooseTeam(FOXES)) == "muted"
    evening.do(BOB, ChooseTeam(None), Stand())
    assert worn(keeping(evening, bob=FOXES).do(BOB, Sit())) == {}, "nor do they bring one along"


def test_a_badge_goes_with_the_seat_until_there_is_a_score() -> None:
    evening = lobby(ANN, BOB, **SHORT).do(BOB, ChooseTeam(OWLS), Stand())
    assert worn(evening) == {}, "the table does not remember every visitor"
    evening.do(BOB, Sit(), ChooseTeam(OWLS)).do(BOB, *ready()).do(ANN, *start()).to_the_end().do(BOB, Stand())
    assert worn(evening) == {BOB: OWLS}, "their wins are still in the evening score"
    evening.do(ANN, ResetScore())
    assert worn(evening) == {BOB: OWLS}, "the last game is still on view"
    evening.do(CID, Sit(), *ready()).do(ANN, *start())
    assert worn(evening) == {}
    evening.do(CID, ChooseTeam(FOXES)).do(ANN, Kick(CID))
    assert CID in worn(evening), "they played in the game that runs"


def scored(evening: Evening) -> dict[str, int]:
    shown = show(evening.table)
    return {each.team.label: each.won for each in evening_score(shown.wins, shown.teams)}


def test_a_team_has_the_games_won_by_those_who_wear_its_badge_now_tm_09() -> None:
    evening = lobby(ANN, BOB, CID, **SHORT).do(ANN, ChooseTeam(FOXES)).do(CID, ChooseTeam(FOXES))
    evening.do(BOB, ChooseTeam(OWLS))
    assert scored(evening) == {}, "nobody has won anything yet"
    while len([who for who, won in evening.table.wins if won]) < 3:
        evening.do(BOB, *ready()).do(CID, *ready()).do(ANN, *start()).to_the_end()
    won = dict(evening.table.wins)
    assert scored(evening) == {"Red Foxes": won[ANN] + won[CID], "Owls": won[BOB]}
    evening.do(CID, ChooseTeam(OWLS))
    assert scored(evening) == {"Red Foxes": won[ANN], "Owls": won[BOB] + won[CID]}, "games go with whoever won them"
    evening.do(ANN, ChooseTeam(None))
    assert scored(evening) == {"Owls": won[BOB] + won[CID]}, "who wears no badge wins for nobody"
    evening.do(BOB, Stand())
    assert scored(evening) == {"Owls": won[BOB] + won[CID]}, "what was won stays"
    evening.do(ANN, ResetScore())
    assert scored(evening) == {}


def test_a_win_that_two_of_a_team_share_counts_for_both_tm_09() -> None:
    evening = running(ANN, BOB, CID).do(ANN, ChooseTeam(FOXES)).do(BOB, ChooseTeam(FOXES)).do(CID, ChooseTeam(OWLS))
    shared = events.GameEnded(1, (2, 2, 1), (1, 1, 3), "", "")
    table = evolve(evening.table, shared, evening.now).table
    assert dict(table.wins) == {ANN: 1, BOB: 1, CID: 0}
    assert evening_score(table.wins, table.teams) == ((FOXES, 2), (OWLS, 0))


def test_the_best_team_of_an_evening_comes_first_tm_09() -> None:
    assert evening_score(((ANN, 1), (BOB, 3)), ((ANN, FOXES), (BOB, OWLS))) == ((OWLS, 3), (FOXES, 1))
    assert evening_score(((ANN, 2),), ((BOB, OWLS),)) == (), "a win of nobody's team has no line"


def ready() -> tuple[Ready, ...]:
    return (Ready(),)


def start() -> tuple[Start, ...]:
    return (Start(),)


def test_a_bot_that_is_removed_leaves_no_badge_behind() -> None:
    evening = lobby(ANN).do(ANN, AddBot())
    bot = bot_at(evening)
    evening.do(ANN, DressUp(bot, FOXES), RemoveBot(bot), AddBot())
    assert worn(evening) == {}


def test_at_a_table_of_a_tournament_everyone_wears_what_they_entered_with_tm_02() -> None:
    line_up = ((ANN, None), (BOB, None))
    command = Open(
        setting(seats=2, **SHORT), fixture=Fixture("cuprami", "Cup", 1), line_up=line_up, teams=((BOB, FOXES),)
    )
    evening = keeping(Evening(), ann=OWLS).do(HALL, command)
    assert worn(evening) == {BOB: FOXES}
    assert evening.refused(ANN, ChooseTeam(OWLS)) == "fixture"
    evening.do(HALL, Begin())
    assert worn(evening) == {BOB: FOXES}


def test_a_game_goes_the_same_with_teams_and_without_tm_04() -> None:
    plain = running(ANN, BOB, seed=5).to_the_end()
    teamed = running(ANN, BOB, seed=5).do(ANN, ChooseTeam(FOXES)).do(BOB, ChooseTeam(FOXES)).to_the_end()
    assert plain.play.state == teamed.play.state
    assert plain.game.record == teamed.game.record


def test_a_log_from_before_there_were_teams_is_a_table_without_any() -> None:
    body = b'{"at":1.0,"entries":[{"type":"opened","host":"ann","setting":{"game":"peril","seats":4},"key":""}]}'
    table = fold(Table(), [body])
    assert (table.host, table.teams) == (ANN, ())
    assert msgspec.json.decode(save(table))["table"]["teams"] == []


def test_a_label_without_a_look_has_the_same_one_everywhere() -> None:
    team = by_label("Red Foxes")
    assert team == replace(by_label("RED FOXES"), label="Red Foxes")
    assert team.colour in COLOURS
    assert team.pattern in PATTERNS

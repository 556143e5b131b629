"""Teams in a tournament: who is in which, and their score beside that of everyone."""

from fractions import Fraction

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from dicehall.evenings.core import commands
from dicehall.evenings.core.events import Created, Entered, TournamentEvent
from dicehall.evenings.core.public_view import public_view
from dicehall.evenings.core.results import as_csv, results
from dicehall.evenings.core.setting import AnyFormat, Arena, KnockOut, Series, Setting, Swiss, TeamScoring
from dicehall.evenings.core.standings import standings
from dicehall.evenings.core.state import Entrant, RoundTable, Tournament
from dicehall.evenings.core.teams import TeamScore, team_scores
from dicehall.evenings.live.tables import opening
from dicehall.ports.teams import Team, by_label
from tests.evenings.core.logs import ANN, BEN, CAT, DAN, EVE, FAY, begun, folded, played
from tests.evenings.kit import HOST, Cup
from tests.kit.scale import scaled

FOXES = Team("Red Foxes", "red", "stripes")
OWLS = Team("Owls", "blue", "dots")
BEES = Team("Bees", "gold", "check")
SUM, BEST_TWO = TeamScoring(), TeamScoring(2)
FORMATS: tuple[tuple[AnyFormat, int], ...] = (
    (Swiss(3), 9), (Swiss(2, last=4), 9), (KnockOut(2), 9), (Arena(5), 7), (Series(3), 3),
)  # fmt: skip
PEOPLE = tuple(f"p{number}" for number in range(9))


def scored(tournament: Tournament) -> tuple[TeamScore, ...]:
    return team_scores(tournament, standings(tournament))


def cup(*entrants: tuple[str, Team | None], form: AnyFormat | None = None, teams: TeamScoring | None = SUM) -> Cup:
    made = Cup().create(form or Swiss(3), teams=teams)
    for who, team in entrants:
        made.do(who, commands.Enter(team=team))
    return made


def teamed(tournament: Tournament, teams: dict[str, Team], scoring: TeamScoring) -> Tournament:
    entrants = tuple(replace(each, team=teams.get(each.who)) for each in tournament.entrants)
    return replace(tournament, entrants=entrants, setting=replace(tournament.setting, teams=scoring))


# Who is in which


def test_labels_that_look_alike_are_one_team_with_the_look_of_the_first_tm_01() -> None:
    entered = cup((ANN, FOXES), (BEN, Team("RED F0XES", "teal", "plain")), (CAT, OWLS)).tournament
    assert [each.team for each in entered.entrants] == [FOXES, FOXES, OWLS]


def test_a_label_that_is_not_allowed_is_refused() -> None:
    assert cup().refused(ANN, commands.Enter(team=Team("The Host", "red", "plain"))) == "bad_request"


def test_who_names_no_team_brings_that_of_their_profile_and_null_is_none_tm_02() -> None:
    made = Cup()
    made.inputs = lambda: Cup.inputs(made)._replace(team=lambda _: FOXES)  # type: ignore[method-assign]
    made.create(Swiss(3)).do(ANN, commands.Enter()).do(BEN, commands.Enter(team=None)).do(
        CAT, commands.Enter(team=OWLS)
    )
    assert [each.team for each in made.tournament.entrants] == [FOXES, None, OWLS]


def test_a_profile_with_a_label_that_is_not_allowed_any_more_keeps_nobody_out_tm_02() -> None:
    made = Cup()
    made.inputs = lambda: Cup.inputs(made)._replace(team=lambda _: by_label("Moderator"))  # type: ignore[method-assign]
    made.create(Swiss(3)).do(ANN, commands.Enter())
    assert [each.team for each in made.tournament.entrants] == [None]


def test_bots_are_in_no_team_tm_03() -> None:
    made = cup((ANN, FOXES)).do(HOST, commands.AddBot())
    assert [each.team for each in made.tournament.entrants] == [FOXES, None]


def test_before_the_start_you_leave_and_enter_with_another_team_tm_08() -> None:
    made = cup((ANN, FOXES), (BEN, None))
    made.do(ANN, commands.Leave(), commands.Enter(team=OWLS)).do(HOST, commands.Begin())
    made.play_round().do(ANN, commands.Leave())
    assert made.refused(ANN, commands.Enter(team=FOXES)) == "already"
    made.do(ANN, commands.Return())
    assert made.tournament.entrants[1].team == OWLS


def test_the_tables_are_opened_with_the_badges_of_those_who_play_there_tm_02() -> None:
    made = cup((ANN, FOXES), (BEN, None), (CAT, OWLS)).do(HOST, commands.Begin()).tick()
    drawn = made.tournament.rounds[0]
    command = opening("cup", made.tournament, drawn, drawn.tables[0])
    assert sorted(command.teams) == [(ANN, FOXES), (CAT, OWLS)]


def test_teams_change_no_pairing_and_no_standing_tm_04() -> None:
    def ended(*teams: Team | None) -> Tournament:
        made = cup(*zip(PEOPLE, teams, strict=True), form=Swiss(3, last=3)).do(HOST, commands.Begin())
        return made.play_on().tournament

    plain, with_teams = ended(*[None] * 9), ended(*[FOXES, OWLS, BEES] * 3)
    assert plain.rounds == with_teams.rounds
    assert standings(plain) == standings(with_teams)


# The score


def test_a_team_has_the_points_of_all_its_members_tm_05() -> None:
    tournament = played(begun(ANN, BEN, CAT, DAN, EVE, FAY), ((ANN, BEN, CAT), (1, 2, 3)), ((DAN, EVE, FAY), (1, 2, 3)))
    found = scored(teamed(tournament, {ANN: FOXES, BEN: FOXES, DAN: OWLS, FAY: OWLS}, SUM))
    assert [(each.team, each.rank, each.points) for each in found] == [
        (FOXES, 1, Fraction(3, 2)),
        (OWLS, 2, Fraction(1)),
    ]
    assert [(member.who, member.points, member.counts) for member in found[0].members] == [
        (ANN, Fraction(1), True),
        (BEN, Fraction(1, 2), True),
    ]


def test_only_the_best_of_a_team_count_where_the_host_said_so_and_all_of_a_small_one_tm_05() -> None:
    tournament = played(begun(ANN, BEN, CAT, DAN, EVE, FAY), ((ANN, BEN, CAT), (1, 2, 3)), ((DAN, EVE, FAY), (1, 2, 3)))
    teams = {ANN: FOXES, DAN: FOXES, BEN: FOXES, EVE: OWLS}
    foxes, owls = scored(teamed(tournament, teams, BEST_TWO))
    assert (foxes.points, [member.counts for member in foxes.members]) == (Fraction(2), [True, True, False])
    assert (owls.points, [member.counts for member in owls.members]) == (Fraction(1, 2), [True])


def test_the_rounds_of_a_knock_out_count_tm_05() -> None:
    made = cup(*((who, FOXES) for who in PEOPLE), form=KnockOut(2)).do(HOST, commands.Begin()).play_on()
    (foxes,) = scored(made.tournament)
    shown = public_view(made.tournament).standings
    assert foxes.points == sum(score.points for standing in standings(made.tournament) for score in standing.scores)
    assert foxes.points > 0 == sum(standing.points for standing in shown), "which the standings of everyone do not add"


@pytest.mark.parametrize(("form", "entrants"), FORMATS)
@pytest.mark.parametrize("scoring", [SUM, BEST_TWO])
def test_in_every_format_a_score_is_the_sum_or_the_best_of_its_members_tm_05(
    form: AnyFormat, entrants: int, scoring: TeamScoring
) -> None:
    teams = [FOXES, OWLS, BEES, None]
    made = cup(*((who, teams[n % 4]) for n, who in enumerate(PEOPLE[:entrants])), form=form, teams=scoring)
    if not made.tournament.started:
        made.do(HOST, commands.Begin())
    made.play_on(lambda table: tuple(1 + (ord(who[-1]) * 7 + len(table.code)) % 3 for who in table.seats))
    check(made.tournament, scoring)


def check(tournament: Tournament, scoring: TeamScoring) -> None:
    """By hand: the numbers that the standings show, added up again."""
    order = standings(tournament)
    points = {each.who: sum((score.points for score in each.scores), Fraction(0)) for each in order}
    rank = {each.who: each.rank for each in order}
    members: dict[Team, list[str]] = {}
    for entrant in tournament.entrants:
        if entrant.team is not None and entrant.status != "removed":
            members.setdefault(entrant.team, []).append(entrant.who)
    found = scored(tournament)
    assert {each.team for each in found} == set(members)
    for each in found:
        best = sorted((points[who] for who in members[each.team]), reverse=True)
        assert each.points == sum(best if scoring.count == "sum" else best[: scoring.count])
        assert sum(member.points for member in each.members if member.counts) == each.points
        assert sorted(member.who for member in each.members) == sorted(members[each.team])
    keys = [(-each.points, min(rank[who] for who in members[each.team])) for each in found]
    assert keys == sorted(keys)
    assert [each.rank for each in found] == list(range(1, len(found) + 1))


SIX = (ANN, BEN, CAT, DAN, EVE, FAY)


@settings(max_examples=scaled(60))
@given(data=st.data())
def test_whatever_was_played_and_in_whatever_order_they_entered_the_score_is_the_same_tm_05(
    data: st.DataObject,
) -> None:
    teams = data.draw(st.fixed_dictionaries({}, optional={who: st.sampled_from((FOXES, OWLS, BEES)) for who in SIX}))
    scoring = TeamScoring(data.draw(st.sampled_from(("sum", 1, 2, 3))))
    tournament = begun(*SIX)
    for number in range(1, data.draw(st.integers(1, 4)) + 1):
        seats = data.draw(st.permutations(SIX))
        places = st.tuples(*[st.integers(1, 3)] * 3)
        tables = ((seats[:3], data.draw(places)), (seats[3:], data.draw(places)))
        tournament = played(tournament, *tables, number=number)
    tournament = teamed(tournament, teams, scoring)
    check(tournament, scoring)
    again = replace(tournament, entrants=tuple(data.draw(st.permutations(tournament.entrants))))
    assert scored(again) == scored(tournament)


def test_of_level_teams_the_one_with_the_better_placed_member_is_first_tm_07() -> None:
    tournament = played(begun(ANN, BEN, CAT, DAN), ((ANN, BEN), (1, 2)), ((CAT, DAN), (1, 2)))
    first = standings(tournament)[0].who
    other = CAT if first == ANN else ANN
    foxes, owls = scored(teamed(tournament, {first: OWLS, other: FOXES}, SUM))
    assert (foxes.team, owls.team, foxes.points) == (OWLS, FOXES, owls.points)
    assert (foxes.rank, owls.rank) == (1, 2)


def test_who_leaves_still_counts_and_who_is_removed_does_not_tm_06() -> None:
    made = cup((ANN, FOXES), (BEN, FOXES), (CAT, OWLS)).do(HOST, commands.Begin()).play_round()
    before = scored(made.tournament)
    assert scored(made.do(ANN, commands.Leave()).tournament) == before
    made.do(HOST, commands.Remove(ANN))
    assert [member.who for each in scored(made.tournament) if each.team == FOXES for member in each.members] == [BEN]


def test_with_duplicate_dice_the_score_waits_for_the_end_of_the_round_as_the_standings_do() -> None:
    made = cup(*zip(PEOPLE[:6], [FOXES, OWLS] * 3, strict=True), form=None, teams=None)
    made.do(HOST, commands.Configure(replace(made.tournament.setting, game="three_dice", duplicate=True, teams=SUM)))
    made.do(HOST, commands.Begin()).pair().gather()
    table = made.tournament.rounds[0].tables[0]
    made.do(None, commands.ReportResult(table.code, by_seat(table)))
    assert {each.points for each in public_view(made.tournament).teams} == {0.0}


def by_seat(table: RoundTable) -> tuple[int, ...]:
    return tuple(range(1, len(table.seats) + 1))


# What is told


def test_without_scoring_teams_are_shown_and_have_no_score() -> None:
    shown = public_view(cup((ANN, FOXES), teams=None).tournament)
    assert (shown.entrants[0].team, shown.teams) == (FOXES, ())


def test_results_have_the_team_of_everyone_and_its_place() -> None:
    made = cup((ANN, FOXES), (BEN, FOXES), (CAT, OWLS), (DAN, None)).do(HOST, commands.Begin()).play_on()
    found = results("cup", made.tournament, public_view(made.tournament), str.upper)
    lines = [line.split(",") for line in as_csv(found).splitlines()]
    columns = {name: column for column, name in enumerate(lines[0])}
    told = {line[1]: [line[columns[name]] for name in ("team", "team_rank", "team_points")] for line in lines[1:]}
    by_team = {each.team.label: [str(each.rank), f"{each.points:g}"] for each in found.teams}
    assert told == {
        "ANN": ["Red Foxes", *by_team["Red Foxes"]],
        "BEN": ["Red Foxes", *by_team["Red Foxes"]],
        "CAT": ["Owls", *by_team["Owls"]],
        "DAN": ["", "", ""],
    }


def test_a_log_from_before_teams_had_colours_still_reads() -> None:
    def old(text: bytes) -> TournamentEvent:
        decoded: TournamentEvent = msgspec.json.decode(text, type=TournamentEvent)
        return decoded

    without = old(b'{"type":"entered","who":"ann","seed":"","level":null,"team":""}')
    labelled = old(b'{"type":"entered","who":"ben","seed":"","level":null,"team":"Foxes"}')
    created = Created("host", msgspec.json.decode(b'{"title":"Cup","game":"peril","seats":3}', type=Setting))
    tournament = folded(created, without, labelled, Entered(CAT, team=OWLS))
    assert [each.team for each in tournament.entrants] == [None, by_label("Foxes"), OWLS]
    assert tournament.setting.teams is None
    assert isinstance(tournament.entrants[0], Entrant)

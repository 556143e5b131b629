"""Who is ahead: points first, then the tie-breaks of the format in their order, and the lot last."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from dicehall.evenings.core.events import Lot, Stage
from dicehall.evenings.core.lots import rank
from dicehall.evenings.core.scores import Score, counted, points_at, scores
from dicehall.evenings.core.setting import Arena, KnockOut, Series, Swiss
from dicehall.evenings.core.state import Round, Tournament
from dicehall.evenings.pairing.points import BYE
from dicehall.table.core.events import Who

Key: TypeAlias = tuple[Any, ...]
"""What people are put in order by; the smaller, the better."""


class Standing(NamedTuple):
    who: Who
    rank: int
    points: Fraction
    opponents: Fraction
    """For each table, what those met there have on average by now; a bye counts as someone like yourself."""
    wins: int
    scores: tuple[Score, ...]


def first_stage(tournament: Tournament) -> Stage:
    match tournament.setting.format:
        case KnockOut():
            return "knock_out"
        case Arena():
            return "arena"
        case Series():
            return "series"
        case _:
            return "swiss"


def is_cut(tournament: Tournament) -> bool:
    """Whether the best play a knock-out after a Swiss."""
    return isinstance(tournament.setting.format, Swiss) and tournament.setting.format.last > 0


def standings(
    tournament: Tournament, rounds: Sequence[Round] | None = None, *, lot: Lot | None = None
) -> list[Standing]:  # fmt: skip
    """Everyone who has entered, the best first; rounds that are not to be known yet are left out.

    What is level otherwise is decided by the latest lot, unless another is given.
    """
    rounds = counted(tournament) if rounds is None else rounds
    made = scores(tournament, rounds)
    before = [each for each in rounds if each.stage != "knock_out"]
    table = _points_table(tournament, scores(tournament, before) if len(before) < len(rounds) else made)
    keys = _keys(table, rounds)
    if is_cut(tournament):
        earlier = ranked(tournament, rounds[:-1])
        keys = {who: (*key, earlier[who]) for who, key in keys.items()}
    order = sorted(table, key=lambda who: (keys[who], rank(tournament.lot if lot is None else lot, who)))
    return [
        Standing(who, place, table[who].points, table[who].opponents, table[who].wins, tuple(made.get(who, ())))
        for place, who in enumerate(order, start=1)
    ]


def ranked(tournament: Tournament, rounds: Sequence[Round]) -> dict[Who, Key]:
    """Of everyone, the standing after these rounds, without any lot; the smaller, the better."""
    before = [each for each in rounds if each.stage != "knock_out"]
    return _keys(_points_table(tournament, scores(tournament, before)), rounds)


class Row(NamedTuple):
    points: Fraction
    opponents: Fraction
    wins: int
    key: tuple[Fraction | int, ...]
    """The smaller, the better; without the lot."""


def _points_table(tournament: Tournament, made: Mapping[Who, Sequence[Score]]) -> dict[Who, Row]:
    total = {
        entrant.who: sum((s.points for s in made.get(entrant.who, ())), Fraction(0)) for entrant in tournament.entrants
    }
    stage = first_stage(tournament)
    latest = [each.number for each in reversed(tournament.rounds)]
    return {who: _row(stage, who, made.get(who, ()), total, latest) for who in total}


def _row(
    stage: Stage, who: Who, mine: Sequence[Score], total: Mapping[Who, Fraction], latest: Sequence[int]
) -> Row:  # fmt: skip
    opponents = sum((_met(score, who, total) for score in mine), Fraction(0))
    wins = sum(score.is_win for score in mine)
    key: tuple[Fraction | int, ...]
    match stage:
        case "swiss":
            key = (-total[who], -opponents)
        case "series":
            in_game = {score.round: score.points for score in mine}
            key = (-total[who], -wins, *(-in_game.get(number, Fraction(0)) for number in latest))
        case "arena":
            key = (-total[who], -wins, len(mine))
        case "knock_out":
            key = ()
    return Row(total[who], opponents, wins, key)


def _met(score: Score, who: Who, total: Mapping[Who, Fraction]) -> Fraction:
    if score.table is None:
        return total[who]
    return sum((total[other] for other in score.opponents), Fraction(0)) / max(1, len(score.opponents))


def _keys(table: Mapping[Who, Row], rounds: Iterable[Round]) -> dict[Who, Key]:
    """The parts of a key are tuples of their own, since not all are of the same length."""
    reached = knocked_out(rounds)
    return {who: (reached.get(who, (1,)), row.key) for who, row in table.items()}


# The knock-out


def knocked_out(rounds: Iterable[Round]) -> dict[Who, tuple[Fraction | int, ...]]:
    """How far everyone got, for all who were in it: the last round that they played, then how they did there, and then
    the same for the round before."""
    keys: dict[Who, tuple[Fraction | int, ...]] = {}
    for reached, each in enumerate((r for r in rounds if r.stage == "knock_out"), start=1):
        made = results(each)
        for who in each.entrants:
            earlier = keys.get(who, (0, 0))
            keys[who] = (0, -reached, -made.get(who, Fraction(0)), *earlier[2:])
    return keys


def results(played: Round) -> dict[Who, Fraction]:
    """What everyone made of one round, as far as its tables have ended; who sat out went on without playing."""
    made = dict.fromkeys(played.byes, BYE)
    for table in played.tables:
        if table.ended is not None:
            made.update(zip(table.seats, points_at(table), strict=True))
    return made


def podium(tournament: Tournament, order: Sequence[Standing]) -> tuple[Who, ...]:
    """The three best people; bots win no title, nor does anyone who was removed."""
    out = {entrant.who for entrant in tournament.entrants if entrant.is_bot or entrant.status == "removed"}
    return tuple([standing.who for standing in order if standing.who not in out][:3])

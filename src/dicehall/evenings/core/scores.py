"""What everyone has made of each table: worked out from the results in the log, exactly."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from dicehall.evenings.core.events import Code
from dicehall.evenings.core.state import STREAK, Round, RoundTable, Tournament
from dicehall.evenings.pairing.points import BYE, duplicate_points, table_points
from dicehall.table.core.events import Who


class Score(NamedTuple):
    """What one entrant has made of one round."""

    round: int
    points: Fraction
    place: int | None = None
    """At the table, among those who came; None for a bye and for those who did not come."""
    of: int = 0
    """How many came to the table."""
    table: Code | None = None
    """None for a bye."""
    opponents: tuple[Who, ...] = ()
    """Who came to the table beside them; nobody if they did not come themselves."""
    double: bool = False
    """Whether the points are doubled already, because of a streak."""
    level: int = 1
    """How many share the place."""
    void: bool = False
    """Whether the table had no result: its places are shared, and nobody has won."""

    @property
    def is_win(self) -> bool:
        """Ahead of everyone else who came: to share the first place is not to win (E-23)."""
        return self.place == 1 and self.level == 1 and not self.void


def counted(tournament: Tournament) -> tuple[Round, ...]:
    """The rounds that everyone may know the results of: with duplicate dice only those that have ended, since other
    tables still have the same dice before them."""
    if not tournament.setting.duplicate:
        return tournament.rounds
    return tuple(each for each in tournament.rounds if each.ended)


def scores(tournament: Tournament, rounds: Iterable[Round]) -> dict[Who, list[Score]]:
    """Of everyone who has any, in the order of the rounds."""
    made: dict[Who, list[Score]] = defaultdict(list)
    had_a_bye: set[Who] = set()
    for each in rounds:
        for who, score in _round_scores(each, duplicate=tournament.setting.duplicate):
            made[who].append(score)
        for who in each.byes:
            made[who].append(Score(each.number, Fraction(0) if who in had_a_bye else BYE))
            had_a_bye.add(who)
    if tournament.rounds and tournament.rounds[0].stage == "arena":
        # Nobody sits at two tables at once, so each one's tables ended in the order in which they were drawn.
        return {who: list(with_streaks(mine)) for who, mine in made.items()}
    return made


def with_streaks(mine: Iterable[Score]) -> Iterator[Score]:
    """After two wins in a row every game counts double, up to and including the first that is not won."""
    wins = 0
    for score in mine:
        doubled = wins >= STREAK
        yield score._replace(points=2 * score.points, double=True) if doubled else score
        wins = wins + 1 if score.is_win else 0


def _round_scores(played: Round, *, duplicate: bool) -> Iterator[tuple[Who, Score]]:
    ended = [table for table in played.tables if table.ended is not None]
    shared = _duplicate(ended) if duplicate and played.ended else {}
    for table in ended:
        yield from table_scores(played, table, shared.get(table.code))


def table_scores(
    played: Round, table: RoundTable, worth: tuple[Fraction, ...] | None = None
) -> Iterator[tuple[Who, Score]]:  # fmt: skip
    """By seat; `worth` are the points where they are not those of the table's own result."""
    own, left, void = points_at(table), _left(table), table.ended is not None and table.ended.void
    worth = own if worth is None else worth
    here = [seat for seat, who in enumerate(table.seats) if who not in table.no_shows]
    for seat, who in enumerate(table.seats):
        if who in table.no_shows:
            yield who, Score(played.number, Fraction(0), table=table.code, of=len(here))
            continue
        stayed = seat not in left
        above = sum(own[other] > own[seat] or (not stayed and other not in left) for other in here)
        level = sum(own[other] == own[seat] and (other not in left) == stayed for other in here)
        opponents = tuple(table.seats[other] for other in here if other != seat)
        yield (
            who,
            Score(played.number, worth[seat], above + 1, len(here), table.code, opponents, level=level, void=void),
        )


def points_at(table: RoundTable) -> tuple[Fraction, ...]:
    """By seat, from the table's own result; nothing before it has ended."""
    if table.ended is None:
        return (Fraction(0),) * len(table.seats)
    absent = [seat for seat, who in enumerate(table.seats) if who in table.no_shows]
    return table_points(table.ended.places, absent, table.ended.left)


def _left(table: RoundTable) -> tuple[int, ...]:
    return () if table.ended is None else table.ended.left


def _duplicate(tables: list[RoundTable]) -> Mapping[Code, tuple[Fraction, ...]]:
    """Each seat against the same seat at the other tables; they all have the same size."""
    absent = [
        (n, seat) for n, table in enumerate(tables) for seat, who in enumerate(table.seats) if who in table.no_shows
    ]
    left = [(number, seat) for number, table in enumerate(tables) for seat in _left(table)]
    places = [table.ended.places for table in tables if table.ended is not None]
    return dict(zip((table.code for table in tables), duplicate_points(places, absent, left), strict=True))

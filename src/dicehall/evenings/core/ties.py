"""The tie-breaks of the standings, and what everyone has of each: the same numbers that put them in order."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final, TypeAlias

from dicehall.evenings.core.lots import drawn
from dicehall.evenings.core.scores import counted
from dicehall.evenings.core.standings import Standing, first_stage, is_cut, knocked_out, ranked
from dicehall.evenings.core.state import Tournament
from dicehall.table.core.events import Who

Amount: TypeAlias = Fraction | int

TIE_BREAKS: Final = {
    "swiss": ("points", "opponents", "lot"),
    "series": ("points", "wins", "latest", "lot"),
    "arena": ("points", "wins", "fewer_games", "lot"),
    "knock_out": ("reached", "place", "before", "lot"),
}
"""In their order, for everyone to see; each has its words on the page."""
BEFORE_A_CUT: Final = ("points", "opponents", "before", "lot")
"""Of a Swiss after which the best play a knock-out: the standing before the last round comes before the lot."""
AFTER_A_CUT: Final = ("reached", "place", *BEFORE_A_CUT)
"""The same when that knock-out has begun: how far one came there is what counts most."""
SMALLER_IS_BETTER: Final = frozenset(("fewer_games", "before", "lot"))


def tie_breaks(tournament: Tournament) -> tuple[str, ...]:
    if not is_cut(tournament):
        return TIE_BREAKS[first_stage(tournament)]
    has_begun = any(each.stage == "knock_out" for each in counted(tournament))
    return AFTER_A_CUT if has_begun else BEFORE_A_CUT


def tie_values(tournament: Tournament, order: Sequence[Standing]) -> dict[Who, tuple[Amount, ...]]:
    """What everyone has of each tie-break, in their order; of `before` and `lot`, the place in it."""
    amounts = _amounts(tournament, order)
    names = tie_breaks(tournament)
    return {standing.who: tuple(amounts[name](standing) for name in names) for standing in order}


def _amounts(tournament: Tournament, order: Sequence[Standing]) -> dict[str, Callable[[Standing], Amount]]:
    rounds = counted(tournament)
    reached = knocked_out(rounds)
    keys = ranked(tournament, rounds[:-1])
    places = {key: place for place, key in enumerate(sorted(set(keys.values())), start=1)}
    lots = {who: place for place, who in enumerate(drawn(tournament.lot, (each.who for each in order)), start=1)}
    latest = rounds[-1].number if rounds else 0
    return {
        "points": lambda standing: standing.points,
        "opponents": lambda standing: standing.opponents,
        "wins": lambda standing: standing.wins,
        "fewer_games": lambda standing: len(standing.scores),
        "latest": lambda standing: sum((s.points for s in standing.scores if s.round == latest), Fraction(0)),
        "reached": lambda standing: -reached[standing.who][1] if standing.who in reached else 0,
        "place": lambda standing: -reached[standing.who][2] if standing.who in reached else 0,
        "before": lambda standing: places[keys[standing.who]],
        "lot": lambda standing: lots[standing.who],
    }

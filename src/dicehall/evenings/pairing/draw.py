"""A round of a Swiss tournament: who sits out, and who plays whom in which seat."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from dicehall.evenings.pairing.objective import Player
from dicehall.evenings.pairing.sizes import table_sizes
from dicehall.evenings.pairing.swiss import pair


class Candidate(NamedTuple):
    """An entrant who takes part in the round, as the log tells of them."""

    who: str
    place: int
    """In the standings; no two share one, since the lot has decided."""
    score: Fraction = Fraction(0)
    met: Mapping[str, int] = {}  # never changed
    """How often they have sat at a table with each of the others."""
    sat: Mapping[int, int] = {}
    """How often they have had each seat."""
    byes: int = 0
    """How often they have sat out."""
    is_bot: bool = False


class Draw(NamedTuple):
    tables: tuple[tuple[str, ...], ...]
    """The one with the best scores first; by seat."""
    byes: tuple[str, ...]
    """The best first."""


def draw(candidates: Iterable[Candidate], preferred: int, least: int, *, equal: bool = False) -> Draw:
    """The order in which the candidates are listed changes nothing."""
    ranked = sorted(candidates, key=lambda each: each.place)
    sizes = table_sizes(len(ranked), preferred, least, equal=equal)
    out = sitting_out(ranked, len(ranked) - sum(sizes))
    playing = [each for each in ranked if each.who not in out]
    tables = pair(numbered(playing), sizes)
    return Draw(
        tuple(tuple(playing[each].who for each in table) for table in tables),
        tuple(each.who for each in ranked if each.who in out),
    )


def sitting_out(ranked: Sequence[Candidate], seats_missing: int) -> frozenset[str]:
    """Bots first; then whoever has sat out least, and among them the last in the standings (E-04)."""
    order = sorted(ranked, key=lambda each: (not each.is_bot, each.byes, -each.place))
    return frozenset(each.who for each in order[:seats_missing])


def numbered(playing: Sequence[Candidate]) -> list[Player]:
    """The players by numbers; whoever does not play here has met nobody here."""
    number = {each.who: at for at, each in enumerate(playing)}
    return [
        Player(each.score, {number[who]: times for who, times in each.met.items() if who in number}, each.sat)
        for each in playing
    ]

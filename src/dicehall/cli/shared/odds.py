"""Odds in words and bars, for a command and for a screen."""

from collections.abc import Iterator
from typing import NamedTuple

from dicehall.cli.shared.words import say
from dicehall.narrate import Narrator
from dicehall.ports.odds import Estimate, Odds

FULL, EMPTY = "█", "░"
MOST_OPTIONS = 12
"""Moves that are listed, the best first."""
ALIKE = 1e-9


class Row(NamedTuple):
    what: str
    value: float
    chance: str
    sure: str


def rows_of_players(odds: Odds, narrator: Narrator) -> list[Row]:
    return [row(narrator.names[seat], each) for seat, each in enumerate(odds.wins)]


def rows_of_options(odds: Odds, narrator: Narrator) -> list[Row]:
    """The best first; one line where they are all worth the same."""
    ranked = sorted(odds.options, key=lambda option: -option.wins.value)
    if len(ranked) > 1 and ranked[0].wins.exact and ranked[0].wins.value - ranked[-1].wins.value < ALIKE:
        return [row(say("odds-any-move"), ranked[0].wins)]
    return [row(narrator.offer(option.move), option.wins) for option in ranked[:MOST_OPTIONS]]


def rows_of_risks(odds: Odds) -> list[Row]:
    return [row(say(f"odds-risk-{name.replace('_', '-')}"), each) for name, each in odds.risks.items()]


def row(what: str, estimate: Estimate) -> Row:
    return Row(what, estimate.value, percent(estimate), sureness(estimate))


def percent(estimate: Estimate) -> str:
    """An estimate has no digits after the point: it does not know them."""
    return f"{estimate.value:.1%}" if estimate.exact else f"{estimate.value:.0%}"


def sureness(estimate: Estimate) -> str:
    margin = 100 * (estimate.high - estimate.low) / 2
    if not estimate.exact:
        return say("odds-about", margin=f"{margin:.0f}")
    return say("odds-exact") if margin < 0.05 else say("odds-rounded", margin=f"{margin:.1f}")


def bar(value: float, width: int, full: str = FULL, empty: str = EMPTY) -> str:
    filled = round(value * width)
    return full * filled + empty * (width - filled)


def odds_lines(odds: Odds, narrator: Narrator) -> Iterator[str]:
    """All of it as a few lines of text."""
    parts = [(say("odds-wins"), rows_of_players(odds, narrator))]
    if odds.mover is not None:
        parts.append((say("odds-moves", seat=narrator.names[odds.mover]), rows_of_options(odds, narrator)))
    parts.append((say("odds-risks"), rows_of_risks(odds)))
    for title, rows in parts:
        if rows:
            yield f"{title}:"
            wide = max(len(each.what) for each in rows)
            yield from (f"  {each.what:<{wide}}  {each.chance:>6}  {each.sure}" for each in rows)
    yield " ".join(notes(odds))


def notes(odds: Odds) -> Iterator[str]:
    """What the numbers rest on."""
    yield say(f"odds-model-{odds.model}")
    if odds.playouts:
        yield say("odds-playouts", games=odds.playouts)
    if odds.open_end:
        yield say("odds-open-end")

"""Random walks through a game, and tables of every shape to take them at."""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from dicehall.rules.kernel import Ask, Chance, Game, OpenEnded, Over, Pending, play
from dicehall.rules.listing import Listing
from dicehall.rules.record import Entry
from dicehall.rules.values import NATURE, TABLE, Event, Options, Stop, Withdraw

LONGEST = 100_000
OPEN_MATCH_STEPS = 150


class Stand(NamedTuple):
    """Where a walk stands: a state, what it waits for, and the step about to be taken from it (None at the end)."""

    state: Any
    pending: Pending
    entry: Entry | None
    events: tuple[Event, ...]
    """What that step will tell."""


def table(listing: Listing, seed: int) -> Game[Any]:
    """Seeds go round all seat counts and presets, then through options drawn at random."""
    rng = Random(seed)
    fewest, most = listing.seats
    seats = range(fewest, most + 1)
    combinations = [(count, preset.options) for preset in listing.presets for count in seats]
    if seed < len(combinations):
        count, options = combinations[seed]
    else:
        count, options = rng.choice(seats), any_options(listing, rng)
    return listing.new(count, options)


def any_options(listing: Listing, rng: Random) -> Options:
    return listing.read_options({c.name: rng.choice(c.values) for c in listing.choices() if c.values})


def any_entry(pending: Ask | Chance, rng: Random) -> Entry:
    """Anything that may happen next, also by seats that are not due."""
    if isinstance(pending, Chance):
        return Entry(NATURE, pending.source.draw(rng))
    seat = rng.choice(sorted(pending.options))
    return Entry(seat, rng.choice(pending.options[seat]))


def walk(game: Game[Any], rng: Random, state: Any = None, leaving: float = 0.0) -> Iterator[Stand]:
    """A whole game at random, every step through `play`; with `leaving`, players also go in the middle."""
    state = game.start() if state is None else state
    for step in range(LONGEST):
        pending = game.pending(state)
        if isinstance(pending, Over):
            yield Stand(state, pending, None, ())
            return
        entry = any_entry(pending, rng)
        if step >= OPEN_MATCH_STEPS and isinstance(game, OpenEnded) and game.open_ended:
            entry = Entry(TABLE, Stop())
        elif rng.random() < leaving:
            entry = Entry(TABLE, Withdraw(rng.randrange(game.seats)))
        after, events = play(game, state, entry.actor, entry.move)
        yield Stand(state, pending, entry, events)
        state = after
    raise AssertionError(f"{game} goes on after {LONGEST} steps")

"""Tables of a knock-out: the best seeds meet as late as possible."""

from collections.abc import Sequence
from typing import NamedTuple

from dicehall.evenings.pairing.objective import Group


class Seeded(NamedTuple):
    """Someone who plays on."""

    byes: int = 0
    """How often they have sat out."""
    is_bot: bool = False


class Dealt(NamedTuple):
    """By seeds, the best of which is 0."""

    tables: tuple[Group, ...]
    byes: Group


def deal(people: Sequence[Seeded], sizes: Sequence[int]) -> Dealt:
    """The best seed first; whoever no table of these sizes has a seat for sits out.

    Sitting out is going on without a game here: whoever has sat out least does, people before bots, and among them the
    best seeds (E-04).
    """
    seeds = range(len(people))
    order = sorted(seeds, key=lambda seed: (people[seed].byes, people[seed].is_bot, seed))
    out = frozenset(order[: len(people) - sum(sizes)])
    playing = [seed for seed in seeds if seed not in out]
    return Dealt(tuple(tuple(playing[at] for at in group) for group in by_seed(sizes)), tuple(sorted(out)))


def by_seed(sizes: Sequence[int]) -> tuple[Group, ...]:
    """The seeds of each table, dealt forth and back: 1 4 5 8 and 2 3 6 7. Tables with a seat more are the last ones
    to be dealt to, so that the weakest seeds sit there."""
    room = sorted(sizes)
    tables: list[list[int]] = [[] for _ in room]
    seed = 0
    while seed < sum(room):
        forth = [number for number, table in enumerate(tables) if len(table) < room[number]]
        for number in forth if len(tables[forth[0]]) % 2 == 0 else reversed(forth):
            tables[number].append(seed)
            seed += 1
    return tuple(map(tuple, tables))

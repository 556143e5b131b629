"""Tables of a knock-out: the best seeds meet as late as possible."""

from collections.abc import Sequence

from dicehall.evenings.pairing.objective import Group


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

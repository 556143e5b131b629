"""Who sits where at a table, so that everyone comes round the seats."""

from collections.abc import Mapping, Sequence


def seated(sat: Sequence[Mapping[int, int]]) -> tuple[int, ...]:
    """The players by seat, given how often each has had each seat: together they repeat as few seats as possible."""
    size = len(sat)
    chosen = cheapest([[sat[player].get(seat, 0) for seat in range(size)] for player in range(size)])
    return tuple(sorted(range(size), key=chosen.__getitem__))


def seat_cost(sat: Sequence[Mapping[int, int]], order: Sequence[int]) -> int:
    return sum(sat[player].get(seat, 0) for seat, player in enumerate(order))


def cheapest(costs: Sequence[Sequence[int]]) -> list[int]:
    """The column of each row in the cheapest assignment (the Hungarian method, row by row)."""
    size = len(costs)
    row_price, column_price = [0] * (size + 1), [0] * (size + 1)
    row_of = [0] * (size + 1)  # by column, counted from 1; column 0 holds the row that looks for a place
    for row in range(1, size + 1):
        row_of[0], column = row, 0
        slack = [float("inf")] * (size + 1)
        came_from, seen = [0] * (size + 1), [False] * (size + 1)
        while row_of[column]:
            seen[column] = True
            here, step, following = row_of[column], float("inf"), 0
            for other in range(1, size + 1):
                if seen[other]:
                    continue
                reduced = costs[here - 1][other - 1] - row_price[here] - column_price[other]
                if reduced < slack[other]:
                    slack[other], came_from[other] = reduced, column
                if slack[other] < step:
                    step, following = slack[other], other
            for other in range(size + 1):
                if seen[other]:
                    row_price[row_of[other]] += int(step)
                    column_price[other] -= int(step)
                else:
                    slack[other] -= step
            column = following
        while column:
            row_of[column] = row_of[came_from[column]]
            column = came_from[column]
    chosen = [0] * size
    for column in range(1, size + 1):
        chosen[row_of[column] - 1] = column - 1
    return chosen

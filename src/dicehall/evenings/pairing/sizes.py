"""How many sit at each table."""


def table_sizes(entrants: int, preferred: int, least: int, *, equal: bool = False) -> tuple[int, ...]:
    """The sizes of the tables, the largest first; whoever is left over sits out.

    As few as possible sit out. Then the tables are as near to the preferred size as possible, and differ by one at
    most; with `equal`, not at all.
    """
    for seated in range(entrants, least - 1, -1):
        tables = -(-seated // preferred)
        while tables * least <= seated:
            if not equal or seated % tables == 0:
                size, larger = divmod(seated, tables)
                return (size + 1,) * larger + (size,) * (tables - larger)
            tables += 1
    return ()

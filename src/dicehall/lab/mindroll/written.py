"""The tables that `hard` plays from, as they are written."""

from collections.abc import Mapping, Sequence

import numpy as np

from dicehall.bots.mindroll import BITS, REMEMBERED, first_of, first_row, rows
from dicehall.bots.tables import as_table, open_table
from dicehall.lab.mindroll.duel import Numbers
from dicehall.lab.mindroll.forgetful import best_tables
from dicehall.lab.mindroll.recall import Plan, Tree, trained_to_remember
from dicehall.lab.mindroll.trained import trained
from dicehall.lab.report import Tell


def in_whole_parts(table: Numbers) -> Numbers:
    """Chances as whole numbers: rounded down, and what is missing goes where most was lost."""
    scaled = table * 2**BITS
    whole = np.floor(scaled + 1e-9).astype(int)
    lost = np.argsort(np.argsort(whole - scaled, axis=-1), axis=-1)
    missing = np.where(table.any(axis=-1), 2**BITS - whole.sum(axis=-1), 0)
    parts: Numbers = whole + (lost < missing[..., None])
    return parts


def tables(tell: Tell) -> Mapping[str, bytes]:
    made = [np.stack(best_tables(tell)), *[trained(players, tell) for players in range(3, 11)]]
    return {"mindroll.bin": in_file(made), "mindroll_three.bin": in_file(trained_to_remember(REMEMBERED, tell)[:-1])}


def in_file(made: Sequence[Numbers]) -> bytes:
    parts = np.concatenate([in_whole_parts(table).ravel() for table in made])
    return as_table("uint16", parts.shape, parts.astype("<u2").tobytes())


def shipped_plan() -> Plan:
    """What `hard` plays among three."""
    tree, table = Tree(REMEMBERED), open_table("mindroll_three")
    plan = tree.anything()
    for call, rows_of_call in enumerate(plan[:-1]):
        start = first_of(call)
        found = np.array(table[start : start + rows_of_call.size]).reshape(rows_of_call.shape)
        rows_of_call[:] = found / 2**BITS
    return plan


def shipped(players: int) -> Numbers:
    """The table of the last call, which `hard` plays from; not among three, where it remembers more."""
    start, end = first_row(players), first_row(players + 1)
    chances: Numbers = np.array(open_table("mindroll")[start:end]).reshape(rows(players)) / 2**BITS
    return chances

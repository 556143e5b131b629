"""The table that `hard` plays from, as it is written."""

from collections.abc import Mapping

import numpy as np

from dicehall.bots.mindroll import BITS, first_row, rows
from dicehall.bots.tables import as_table, open_table
from dicehall.lab.mindroll.duel import Numbers
from dicehall.lab.mindroll.forgetful import best_tables
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
    parts = np.concatenate([in_whole_parts(table).ravel() for table in made])
    return {"mindroll.bin": as_table("uint16", parts.shape, parts.astype("<u2").tobytes())}


def shipped(players: int) -> Numbers:
    """The table that `hard` plays from."""
    start, end = first_row(players), first_row(players + 1)
    chances: Numbers = np.array(open_table("mindroll")[start:end]).reshape(rows(players)) / 2**BITS
    return chances

"""The table that ships: the solved chances, rounded to 16 bits, with one entry for few tokens."""

import numpy as np
from numpy.typing import NDArray

from dicehall.bots.stlucia.duel import FEW, Duel
from dicehall.bots.tables import as_table
from dicehall.lab.stlucia.positions import Positions
from dicehall.lab.stlucia.turn import Numbers
from dicehall.rules.stlucia import TOKENS_FOR_A_POINT

KINDS = np.maximum(np.arange(TOKENS_FOR_A_POINT) - FEW, 0)
"""Which entry each number of tokens has."""


def rounded(chances: Numbers) -> NDArray[np.uint16]:
    """Of the last two axes, the tokens, the first entries become one, their mean."""
    mean = (np.arange(KINDS[-1] + 1)[:, None] == KINDS) / np.bincount(KINDS)[:, None]
    small = np.einsum("ai,bj,...ij->...ab", mean, mean, chances)
    whole: NDArray[np.uint16] = np.rint(small * Duel.sure).astype("<u2")
    return whole


def spread(table: NDArray[np.uint16]) -> Numbers:
    """What the bot reads in each position; the first row and column of needs stand for a game that is over."""
    full = table[..., KINDS, :][..., KINDS].astype(float)
    return np.pad(full, [(1, 0), (1, 0)] + [(0, 0)] * (full.ndim - 2), constant_values=np.nan)


def tables(chances: Positions) -> tuple[NDArray[np.uint16], NDArray[np.uint16]]:
    town = np.stack([chances.inside[1:, 1:], chances.outside[1:, 1:]], axis=2)
    return rounded(town), rounded(chances.empty[1:, 1:])


def as_read(town: NDArray[np.uint16], empty: NDArray[np.uint16]) -> Positions:
    """The table as the bot sees it, position by position."""
    return Positions(spread(town[:, :, 0]), spread(town[:, :, 1]), spread(empty), Duel.sure)


def as_files(town: NDArray[np.uint16], empty: NDArray[np.uint16]) -> dict[str, bytes]:
    return {
        "stlucia.bin": as_table("uint16", town.shape, town.tobytes()),
        "stlucia_empty.bin": as_table("uint16", empty.shape, empty.tobytes()),
    }


def rounded_by(table: tuple[NDArray[np.uint16], NDArray[np.uint16]], chances: Positions) -> float:
    """How far a chance in the table lies from the solved one, at most."""
    read = as_read(*table)
    pairs = ((read.inside, chances.inside), (read.outside, chances.outside), (read.empty, chances.empty))
    return max(float(np.abs(ours[1:, 1:] / Duel.sure - theirs[1:, 1:]).max()) for ours, theirs in pairs)

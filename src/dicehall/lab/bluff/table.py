"""What was solved, as the bots' table has it, and back: what is shipped is what gets measured."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from dicehall.bots.bluff.table import (
    CARDS,
    FOLLOWER_CALLS,
    FOLLOWER_FIRST,
    LEADER_CALLS,
    MEMORY,
    SQUARE,
    STAGES,
    TOTALS,
    Cards,
)
from dicehall.bots.tables import as_table
from dicehall.lab.bluff.match import ROUNDS, THREE_DICE, Round, Stage, guaranteed
from dicehall.lab.bluff.round import Numbers, Strategy, stories


def packed(each: Round) -> Numbers:
    """Rows of bytes: cards first, then positions."""
    rows = [
        row(leader, follower)
        for cards in CARDS
        for leader, follower in zip(each.leading[cards], each.following[cards], strict=True)
    ]
    found: Numbers = np.rint(255 * np.stack(rows)).astype(np.uint8)
    return found


def row(leader: Strategy, follower: Strategy) -> Numbers:
    claims, call = follower.first[..., :-1], follower.first[..., -1]
    first = np.stack([call.T, np.diagonal(claims, axis1=0, axis2=2), shares(stories(THREE_DICE, claims)[0].T)], axis=1)
    parts = [np.diagonal(leader.first), shares(stories(THREE_DICE, leader.first)[0]), *leader.calls]
    return np.concatenate([part.ravel() for part in (*parts, first, *follower.calls)])


def shares(mass: Numbers) -> Numbers:
    """Of the whole along the last axis; the rare ones are left out."""
    whole = mass.sum(axis=-1, keepdims=True)
    part = np.divide(mass, whole, out=np.full_like(mass, 1 / TOTALS), where=whole > 0)
    part = np.where(part < 1 / 255, 0, part)
    divided: Numbers = part / part.sum(axis=-1, keepdims=True)
    return divided


def read(rows: Any, values: Any) -> list[Round]:
    """The rounds that the shipped tables have."""
    rows, values = np.asarray(rows), np.asarray(values)
    found, begin = [], 0
    for name, grid in STAGES.items():
        size = len(grid.lows) * len(grid.leads)
        sides: list[dict[Cards, list[Strategy]]] = [{}, {}]
        sure: list[dict[Cards, Numbers]] = [{}, {}]
        for cards in CARDS:
            pairs = [strategies(row / np.float32(255)) for row in rows[begin : begin + size]]
            for side in range(2):
                sides[side][cards] = [pair[side] for pair in pairs]
                sure[side][cards] = values[begin : begin + size, side].reshape(len(grid.lows), len(grid.leads))
            begin += size
        found.append(Round(name, sides[0], sides[1], Stage(grid, sure[0], sure[1])))
    return found


def strategies(numbers: Numbers) -> tuple[Strategy, Strategy]:
    def calls(begin: int, codes: tuple[int, ...]) -> tuple[Numbers, ...]:
        found = []
        for count in codes:
            end = begin + 2 * SQUARE * count
            found.append(numbers[begin:end].reshape(2, TOTALS, TOTALS, count))
            begin = end
        return tuple(found)

    truth, bluffs = numbers[:TOTALS], numbers[TOTALS:LEADER_CALLS]
    leader = first_claims(np.zeros_like(truth), truth, bluffs)
    call, truth, bluffs = np.moveaxis(numbers[FOLLOWER_FIRST:FOLLOWER_CALLS].reshape(TOTALS, 3, TOTALS), 1, 0)
    follower = np.concatenate([first_claims(call, truth, bluffs), call.T[..., None]], axis=2)
    return (
        Strategy(leader, calls(LEADER_CALLS, MEMORY.codes)),
        Strategy(follower, calls(FOLLOWER_CALLS, MEMORY.codes[1:])),
    )


def first_claims(call: Numbers, truth: Numbers, bluffs: Numbers) -> Numbers:
    """By total: who neither calls nor tells the truth bluffs, with a claim that is not by chance the truth."""
    claims = []
    for total in range(TOTALS):
        others = bluffs.copy()
        others[..., total] = 0
        whole = others.sum(axis=-1)
        rest = np.maximum(1 - call[..., total] - truth[..., total], 0)
        mixed = others * np.divide(rest, whole, out=np.zeros_like(whole), where=whole > 0)[..., None]
        mixed[..., total] += truth[..., total] + np.where(whole > 0, 0, rest)
        claims.append(mixed)
    return np.stack(claims)


def files(rounds: Iterable[Round]) -> dict[str, bytes]:
    """The tables. Their values are what the strategies in them are sure to win, with all that was rounded."""
    kept = {each.name: each for each in rounds}
    rows = np.concatenate([packed(kept[name]) for name in STAGES])
    first = np.zeros((len(rows), 2), dtype="<f4")
    stages = dict(zip((name for name, _, _ in ROUNDS), guaranteed(read(rows, first)), strict=True))
    values = np.concatenate(
        [
            np.stack([stages[name].leading[cards].ravel(), stages[name].following[cards].ravel()], axis=1)
            for name in STAGES
            for cards in CARDS
        ]
    )
    return {
        "bluff.bin": as_table("uint8", rows.shape, rows.tobytes()),
        "bluff_values.bin": as_table("float32", values.shape, values.astype("<f4").tobytes()),
    }

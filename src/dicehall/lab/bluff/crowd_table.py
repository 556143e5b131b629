"""What was learned for many, as the bots' tables have it, and back: what is shipped is what gets measured."""

from typing import Any

import numpy as np

from dicehall.bots.bluff.crowd_table import BLUFF, KEEP, KINDS, TOTALS, TRUTH, layout, name_of, values_of
from dicehall.bots.tables import as_table
from dicehall.lab.bluff.crowd import DICE, Model, Numbers
from dicehall.lab.bluff.regret import share

CHANCES = np.bincount(DICE - DICE.min(), minlength=TOTALS) / len(DICE)


def packed(model: Model) -> Numbers:
    keep, truth, bluffs = model.claims[..., KEEP], model.claims[..., TRUTH], model.claims[..., BLUFF:]
    shares = share(np.einsum("...tc,t->...c", bluffs, CHANCES))
    shares = share(np.where(shares < 1 / 255, 0, shares))
    parts = [np.rint(255 * part).astype(np.uint8).ravel() for part in (model.calls, keep, truth, shares)]
    return np.concatenate(parts)


def read(kind: int, numbers: Any, heights: Any, *, seats: int) -> Model:
    """The strategy that a bot plays with this table."""
    rising = KINDS[kind][1]
    model, form = Model(seats, rising=rising), layout(rising=rising)
    table = np.asarray(numbers) / np.float32(255)
    model.height = np.asarray(heights)
    model.calls = table[: form.calls].reshape(model.calls.shape)
    keep, truth, shares = table[form.calls :].reshape(3, *model.claims.shape[:-1])
    rest = np.maximum(1 - keep - truth, 0)
    bluffs = share(shares[..., None, :] * model.legal[..., BLUFF:])
    model.claims = np.concatenate([keep[..., None], truth[..., None], rest[..., None] * bluffs], axis=-1)
    model.refresh()
    return model


def files(kind: int, model: Model) -> dict[str, bytes]:
    numbers, heights = packed(model), model.height.astype("<f4")
    return {
        f"{name_of(kind)}.bin": as_table("uint8", numbers.shape, numbers.tobytes()),
        f"{values_of(kind)}.bin": as_table("float32", heights.shape, heights.tobytes()),
    }

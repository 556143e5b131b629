"""Fitting a judgement of positions to the ends of games, and playing with it again."""

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor

import numpy as np
from scipy.optimize import minimize

from dicehall.bots.stlucia.crowd import EMPTY, INSIDE, MOST_NEEDED, MOST_PLAYERS, OUTSIDE, Crowd
from dicehall.bots.tables import as_table
from dicehall.lab.report import Tell
from dicehall.lab.stlucia.crowd import Seen, Weights, fresh_games, self_play
from dicehall.lab.stlucia.positions import FULL, Positions
from dicehall.lab.stlucia.turn import Numbers

GAMES = {2: 1000, 3: 3000, 4: 3000, 5: 2000, 6: 1500, 8: 1000}
"""How many games of so many players are played each time."""
TIMES = 3
DOUBT = 1.0
"""How far a weight may lie from its first guess before that counts as unlikely, for each game played."""
BEND = 0.1
"""The same for how much one step in points or health differs from the next."""


def shaped(flat: Numbers) -> Weights:
    parts, begin = [], 0
    for like in Weights.first_guess():
        parts.append(flat[begin : begin + like.size].reshape(like.shape))
        begin += like.size
    return Weights(*parts)


def flattened(weights: Weights) -> Numbers:
    return np.concatenate([each.ravel() for each in weights])


def places(seen: Seen) -> Sequence[Numbers]:
    """For each player in each position: where its weights are in the flat list."""
    games = seen.games
    rows = np.broadcast_to(np.arange(len(games.needs))[:, None], games.needs.shape)
    players = np.broadcast_to(np.minimum((games.health > 0).sum(axis=0), MOST_PLAYERS), games.needs.shape)
    where, needs = games.where(), np.clip(games.needs, 0, MOST_NEEDED)
    first = np.cumsum([0, *(each.size for each in Weights.first_guess())])
    shapes = [each.shape for each in Weights.first_guess()]
    which = [
        (players, where, needs),
        (players, where, games.health),
        (where, needs, games.health),
        (players, where, np.minimum(rows, MOST_PLAYERS - 1)),
        (games.tokens,),
    ]
    return [
        begin + np.ravel_multi_index(index, shape) for begin, index, shape in zip(first, which, shapes, strict=False)
    ]


def fitted(seen: Sequence[Seen], games: int, start: Weights, steps: int = 200) -> tuple[Weights, float]:
    """The weights under which the winners are likeliest, and the mean surprise of a winner."""
    guess = flattened(Weights.first_guess())
    batches = [(np.stack(places(each)), each.games.health > 0, each.winner) for each in joined(seen)]
    count = sum(len(winner) for _, _, winner in batches)

    def surprise(flat: Numbers) -> tuple[float, Numbers]:
        total, slope = 0.0, np.zeros(len(flat))
        for where, alive, winner in batches:
            hope = np.where(alive, flat[where].sum(axis=0), -np.inf)
            hope -= hope.max(axis=0)
            share = np.exp(hope)
            share /= share.sum(axis=0)
            columns = np.arange(len(winner))
            total -= float(np.log(share[winner, columns]).sum())
            share[winner, columns] -= 1
            for each in where:
                slope += np.bincount(each.ravel(), share.ravel(), len(flat))
        off = (flat - guess) / DOUBT
        bend, bend_slope = bends(shaped(flat))
        return (
            total / count + (float(off @ off) + bend) / 2 / games,
            slope / count + (off / DOUBT + bend_slope / 2) / games,
        )

    found = minimize(surprise, flattened(start), jac=True, method="L-BFGS-B", options={"maxiter": steps})
    return shaped(found.x), float(found.fun)


def bends(weights: Weights) -> tuple[float, Numbers]:
    """How unsteady the weights by points and by health are, and its slope; nobody needs 0 or has 0."""
    slopes = shaped(np.zeros(flattened(weights).size))
    total = 0.0
    for weight, slope in ((weights.needs, slopes.needs), (weights.health, slopes.health)):
        bend = (weight[..., 1:-2] - 2 * weight[..., 2:-1] + weight[..., 3:]) / BEND
        total += float((bend**2).sum())
        slope[..., 1:-2] += 2 * bend / BEND
        slope[..., 2:-1] -= 4 * bend / BEND
        slope[..., 3:] += 2 * bend / BEND
    return total, flattened(slopes)


def joined(seen: Sequence[Seen]) -> list[Seen]:
    """Positions of equally many seats in one piece."""
    seats = sorted({len(each.games.needs) for each in seen})
    alike = [[each for each in seen if len(each.games.needs) == count] for count in seats]
    return [
        Seen(
            type(group[0].games)(
                *(np.concatenate(parts, axis=-1) for parts in zip(*(s.games for s in group), strict=True))
            ),
            np.concatenate([each.winner for each in group]),
        )
        for group in alike
    ]


def learned(tell: Tell, games: dict[int, int] = GAMES, times: int = TIMES) -> Weights:
    """Play, fit to these games and those before them, and play again with what was fitted. The result does not depend
    on the number of cores."""
    weights = Weights.first_guess()
    before: list[Seen] = []
    with ProcessPoolExecutor() as pool:
        for number in range(times):
            tell("games of many players", number, times)
            tasks = [pool.submit(played, weights, *some, seed=number) for some in reversed(games.items())]
            seen = [each for task in tasks for each in task.result()]
            weights, _ = fitted([*before, *seen], sum(games.values()), weights)
            before = seen
    return weights


def played(weights: Weights, players: int, count: int, seed: int) -> list[Seen]:
    rng = np.random.default_rng((players, seed))
    return joined(list(self_play(weights, fresh_games(players, count, rng), rng)))


def as_judged(weights: Weights, threshold: int) -> Positions:
    """What a bot that knows only the weights thinks of each position of two players."""

    def shares(mine: int, yours: int) -> Numbers:
        first, second = (
            weights.merged[2, where, : threshold + 1, 1:] + weights.turn[2, where, turn]
            for turn, where in enumerate((mine, yours))
        )
        tokens = weights.tokens[:, None] - weights.tokens
        ahead = first[:, None, :, None] - second[None, :, None, :]
        odds: Numbers = np.exp(ahead[..., None, None] + tokens)
        return odds / (1 + odds) * Crowd.sure

    return Positions(
        shares(INSIDE, OUTSIDE), shares(OUTSIDE, INSIDE), shares(EMPTY, EMPTY)[:, :, FULL, FULL], Crowd.sure
    )


def as_file(weights: Weights) -> bytes:
    """As `bots.stlucia.crowd` reads it."""
    numbers = np.concatenate([part.ravel() for part in (weights.merged, weights.turn, weights.tokens)]).astype("<f4")
    return as_table("float32", numbers.shape, numbers.tobytes())

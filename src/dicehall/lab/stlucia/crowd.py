"""Three and more players: many games at once, played by a judgement of positions, from which a better one is fitted.

In each game the players are kept in the order of their turns, so that the first column throws next.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dicehall.bots.stlucia.crowd import EMPTY, INSIDE, MOST_NEEDED, MOST_PLAYERS, OUTSIDE
from dicehall.bots.stlucia.dice import ABOVE, DICE, INDEX, OUTCOMES, SETS, with_one_less
from dicehall.lab.stlucia.turn import ROLLS, Numbers, bests, sums
from dicehall.rules.stlucia import FOR_BEGINNING_INSIDE, FOR_CLAIMING, MOST_HEALTH, TOKENS_FOR_A_POINT

Whole: TypeAlias = NDArray[np.int64]
Generator: TypeAlias = np.random.Generator

BLOCK = 100
"""How many games' ladders fit into a fast cache."""
FIRST = np.cumsum([0, *(len(sets) for sets in SETS)])
"""Where the sets of each size begin, when all 924 are counted through."""
NEXT = np.array(
    [[FIRST[size + 1] + above for above in row] for size, rows in enumerate(ABOVE) for row in rows]
    + [[FIRST[DICE] + index] * 6 for index in range(len(SETS[DICE]))]
)
"""The set with one more die of each face; six dice stay as they are."""
SCALE = np.array([[6.0**size] for size, sets in enumerate(SETS) for _ in sets])


def kept_sets(faces: tuple[int, ...]) -> set[tuple[int, ...]]:
    found = {faces}
    for face in set(faces):
        found |= kept_sets(with_one_less(faces, face))
    return found


def all_keeps() -> Whole:
    rows = [[FIRST[len(kept)] + INDEX[len(kept)][kept] for kept in kept_sets(roll)] for roll in SETS[DICE]]
    return np.array([row + row[:1] * (2**DICE - len(row)) for row in rows])


KEEPS = all_keeps()
"""All that can be kept of each roll."""
EFFECTS = tuple(np.array(column)[:, None] for column in zip(*OUTCOMES, strict=True))


class Weights(NamedTuple):
    """A player's prospects are the sum of these; chances to win are in proportion to their exponentials."""

    needs: Numbers
    """By players left, where the player is, and points needed."""
    health: Numbers
    """By players left, where the player is, and health."""
    both: Numbers
    """By where the player is, points needed and health."""
    turn: Numbers
    """By players left, where the player is, and how many throw before."""
    tokens: Numbers

    @property
    def merged(self) -> Numbers:
        """By players left, where the player is, points needed and health."""
        return self.needs[..., None] + self.health[:, :, None, :] + self.both

    @classmethod
    def first_guess(cls) -> "Weights":
        players, places = MOST_PLAYERS + 1, 3
        needs = np.broadcast_to(-0.3 * np.arange(MOST_NEEDED + 1.0), (players, places, MOST_NEEDED + 1)).copy()
        health = np.broadcast_to(0.15 * np.arange(MOST_HEALTH + 1.0), (players, places, MOST_HEALTH + 1)).copy()
        needs[:, INSIDE] += 0.6
        turn = np.broadcast_to(-0.1 * np.arange(MOST_PLAYERS), (players, places, MOST_PLAYERS)).copy()
        both = np.zeros((places, MOST_NEEDED + 1, MOST_HEALTH + 1))
        return cls(needs, health, both, turn, 0.03 * np.arange(float(TOKENS_FOR_A_POINT)))


class Games(NamedTuple):
    """Columns are games, and rows are players in the order of their turns; those who are out come last, without
    health."""

    needs: Whole
    health: Whole
    tokens: Whole
    resident: Whole
    """The row of the player who is in StLucia, or -1."""
    who: Whole
    """Each player's number."""

    def where(self) -> Whole:
        rows = np.arange(len(self.needs))[:, None]
        return np.where(self.resident < 0, EMPTY, np.where(rows == self.resident, INSIDE, OUTSIDE))

    def only(self, which: NDArray[Any]) -> "Games":
        return Games(*(each[..., which] for each in self))


class After(NamedTuple):
    """How a turn ended: arrays by player, outcome and game; StLucia has not yet been claimed."""

    needs: Whole
    health: Whole
    tokens: Whole
    turn: Whole
    players: Whole
    asks: NDArray[np.bool_]
    """Whether the resident is asked."""
    claims: NDArray[np.bool_]
    """Whether the thrower claims without asking."""


def after(games: Games, points: Whole, hearts: Whole, attacks: Whole, gained: Whole) -> After:
    rows = np.arange(len(games.needs))[:, None, None]
    resident = games.resident[None, None, :]
    inside = resident == 0
    saved = games.tokens[0] + gained
    traded = saved >= TOKENS_FOR_A_POINT
    scored = points + traded + np.where(inside[0], FOR_BEGINNING_INSIDE, 0)
    hurt = np.where(inside, rows > 0, rows == resident) * attacks[None]
    health = np.maximum(games.health[:, None, :] - hurt, 0)
    health[0] = np.where(inside[0], games.health[0], np.minimum(games.health[0] + hearts, MOST_HEALTH))
    shape = health.shape
    needs = np.broadcast_to(games.needs[:, None, :], shape).copy()
    tokens = np.broadcast_to(games.tokens[:, None, :], shape).copy()
    needs[0] -= scored
    tokens[0] = saved - traded * TOKENS_FOR_A_POINT
    alive = health > 0
    turn = np.cumsum(alive, axis=0) - 1 - 1  # the next one alive throws first …
    players = alive.sum(axis=0)
    turn[0] = players - 1  # … and the thrower last
    attacked = (attacks > 0) & (games.resident != 0)
    left = np.take_along_axis(health, np.broadcast_to(np.maximum(resident, 0), (1, *shape[1:])), 0)[0]
    asks = attacked & (games.resident > 0) & (left > 0)
    return After(needs, health, tokens, turn, players, asks, attacked & ~asks)


def chances(weights: Weights, end: After, resident: Whole) -> Numbers:
    """Each player's chance when this one is in StLucia, by player, outcome and game."""
    rows = np.arange(len(end.needs))[:, None, None]
    where = np.where(resident < 0, EMPTY, np.where(rows == resident, INSIDE, OUTSIDE))
    needs = end.needs - np.where((rows == 0) & (resident == 0) & (end.claims | end.asks), FOR_CLAIMING, 0)
    players, few = np.minimum(end.players, MOST_PLAYERS), np.clip(needs, 0, MOST_NEEDED)
    hope = (
        weights.merged[players, where, few, end.health]
        + weights.turn[players, where, np.clip(end.turn, 0, MOST_PLAYERS - 1)]
        + weights.tokens[end.tokens]
    )
    share: Numbers = np.exp(np.where(end.health > 0, hope, -np.inf))
    share /= share.sum(axis=0)
    won = (needs[0] <= 0) | (end.players == 1)
    share[0] = np.where(won, 1.0, share[0])
    share[1:] = np.where(won, 0.0, share[1:])
    return share


def judged(weights: Weights, games: Games, end: After) -> tuple[Numbers, NDArray[np.bool_]]:
    """What each outcome is worth to the thrower, and whether the thrower claims StLucia in it."""
    resident = np.broadcast_to(games.resident, end.asks.shape)
    staying = chances(weights, end, resident)
    claiming = chances(weights, end, np.zeros_like(resident))
    asked = np.maximum(resident, 0)[None]
    leaves = np.take_along_axis(claiming, asked, 0)[0] > np.take_along_axis(staying, asked, 0)[0]
    claims = end.claims | (end.asks & leaves)
    return np.where(claims, claiming[0], staying[0]), claims


def thrown(weights: Weights, games: Games, rng: Generator) -> Whole:
    """The outcome of a turn of each game, when its thrower plays for the best."""
    found = np.empty(games.needs.shape[1], int)
    for begin in range(0, len(found), BLOCK):
        part = games.only(np.arange(begin, min(begin + BLOCK, len(found))))
        worth, _ = judged(weights, part, after(part, *EFFECTS))
        last = sums(worth[ROLLS])
        columns = np.arange(worth.shape[1])
        sets = throw_on(np.zeros(len(columns), int), rng)
        for ladder in (sums(bests(last)), last):
            means = np.concatenate(ladder) * SCALE
            keeps = KEEPS[sets - FIRST[DICE]]
            best = means[keeps, columns[:, None]].argmax(axis=1)
            sets = throw_on(keeps[columns, best], rng)
        found[begin : begin + BLOCK] = ROLLS[sets - FIRST[DICE]]
    return found


def throw_on(sets: Whole, rng: Generator) -> Whole:
    for _ in range(DICE):
        sets = NEXT[sets, rng.integers(0, 6, len(sets))]
    return sets


def play_on(weights: Weights, games: Games, outcomes: Whole) -> tuple[Games, Whole]:
    """The games after this turn, and who has won (or -1)."""
    end = after(games, *(effect[outcomes].T for effect in EFFECTS))
    return finished(games, end, judged(weights, games, end)[1][0])


def finished(games: Games, end: After, claims: NDArray[np.bool_]) -> tuple[Games, Whole]:
    """The games after a turn with this end, and who has won (or -1)."""
    needs, health, tokens, turn = (each[:, 0] for each in end[:4])
    needs[0] -= claims * FOR_CLAIMING
    resident = np.where(claims, 0, games.resident)
    won = np.where((needs[0] <= 0) | (end.players[0] == 1), games.who[0], -1)
    order = np.argsort(np.where(health > 0, turn, len(needs)), axis=0, kind="stable")
    inside = np.where(resident >= 0, np.argmax(order == resident, axis=0), -1)
    needs, health, tokens, who = (np.take_along_axis(each, order, 0) for each in (needs, health, tokens, games.who))
    return Games(needs, health, tokens, inside, who), won


class Seen(NamedTuple):
    """Positions at the start of a turn, one a column, and the row of the player who won in the end."""

    games: Games
    winner: Whole


def self_play(weights: Weights, games: Games, rng: Generator) -> Iterator[Seen]:
    """Every position of all games."""
    number = np.arange(games.needs.shape[1])
    winner = np.full(len(number), -1)
    seen: list[tuple[Games, Whole]] = []
    while len(number):
        seen.append((games, number))
        games, won = play_on(weights, games, thrown(weights, games, rng))
        winner[number[won >= 0]] = won[won >= 0]
        games, number = games.only(won < 0), number[won < 0]
    for position, numbers in seen:
        yield Seen(position, np.argmax(position.who == winner[numbers], axis=0))


def fresh_games(players: int, count: int, rng: Generator) -> Games:
    """Half of them begin as the rules say, to any threshold; in the others anything may already have happened."""
    shape = (players, count)
    played = np.arange(count) % 2 == 0
    threshold = np.where(np.arange(count) % 4 == 1, 15, rng.integers(3, MOST_NEEDED + 1, count))
    needs = np.where(played, rng.integers(1, threshold + 1, shape), threshold)
    health = np.where(played, rng.integers(1, MOST_HEALTH + 1, shape), MOST_HEALTH)
    tokens = np.where(played, rng.integers(0, TOKENS_FOR_A_POINT, shape), 0)
    resident = np.where(played, rng.integers(0, players, count), -1)
    return Games(needs, health, tokens, resident, np.broadcast_to(np.arange(players)[:, None], shape).copy())

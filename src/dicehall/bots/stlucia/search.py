"""A turn searched to its end: every throw, every choice of dice, every answer of the resident, and then a judgement."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from dicehall.bots.characters import Temper, by_temper
from dicehall.bots.stlucia.dice import (
    BELOW,
    DICE,
    INDEX,
    OUTCOME_OF,
    OUTCOMES,
    SETS,
    Faces,
    Ladder,
    Outcome,
    bests,
    sums,
)
from dicehall.rules.chance import Rng
from dicehall.rules.kernel import next_seat
from dicehall.rules.rerolls import Keep, Reroll
from dicehall.rules.stlucia import FOR_BEGINNING_INSIDE, FOR_CLAIMING, MOST_HEALTH, TOKENS_FOR_A_POINT, King, State
from dicehall.rules.values import Move, Seat

ALIKE = 0.0005
"""Moves are worth the same if their chances to win differ by no more than this part."""


class Position(NamedTuple):
    """The beginning of a turn, as far as it matters. A player out of the game has no health."""

    seat: Seat
    """Who throws."""
    needs: tuple[int, ...]
    health: tuple[int, ...]
    tokens: tuple[int, ...]
    resident: Seat | None

    @property
    def alive(self) -> tuple[Seat, ...]:
        return tuple([seat for seat, health in enumerate(self.health) if health])


class Judge(Protocol):
    """How good positions are; a higher number is better."""

    @property
    def sure(self) -> float:
        """What a won game is worth."""

    def worth(self, position: Position, seat: Seat) -> float:
        """What a position is worth to a player who is in it."""


def position_of(game: King, state: State, seat: Seat) -> Position:
    needs = tuple([game.options.threshold - points for points in state.points])
    return Position(seat, needs, state.health, state.tokens, state.resident)


# What an outcome leads to


def struck(before: Position, outcome: Outcome) -> Position:
    """Healing and hits, and all points but those for a claim; whose turn is next is still to be settled."""
    seat, resident = before.seat, before.resident
    health = list(before.health)
    if resident == seat:
        health = [max(left - outcome.attacks, 0) if other != seat else left for other, left in enumerate(health)]
    else:
        health[seat] = min(health[seat] + outcome.hearts, MOST_HEALTH)
        if resident is not None:
            health[resident] = max(health[resident] - outcome.attacks, 0)
    return booked(before._replace(health=tuple(health)), outcome)


def booked(before: Position, outcome: Outcome) -> Position:
    """The thrower's points for sets, tokens and beginning inside."""
    seat, needs, tokens = before.seat, before.needs, before.tokens
    saved = tokens[seat] + outcome.tokens
    traded = saved >= TOKENS_FOR_A_POINT
    gained = outcome.points + traded + (FOR_BEGINNING_INSIDE if before.resident == seat else 0)
    return before._replace(
        needs=changed(needs, seat, needs[seat] - gained),
        tokens=changed(tokens, seat, saved - TOKENS_FOR_A_POINT if traded else saved),
    )


def changed(numbers: tuple[int, ...], seat: Seat, number: int) -> tuple[int, ...]:
    return (*numbers[:seat], number, *numbers[seat + 1 :])


def claimed(after: Position) -> Position:
    seat = after.seat
    return after._replace(needs=changed(after.needs, seat, after.needs[seat] - FOR_CLAIMING), resident=seat)


def settled(judge: Judge, after: Position, seat: Seat) -> float:
    """What a turn that ends like this is worth to a seat: it may have won, or be out."""
    if after.needs[after.seat] <= 0 or len(after.alive) == 1:
        return judge.sure if seat == after.seat else 0.0
    if not after.health[seat]:
        return 0.0
    return judge.worth(after._replace(seat=next_seat(after.alive, after.seat)), seat)


def stays(judge: Judge, after: Position, resident: Seat, temper: Temper | None = None, rng: Rng | None = None) -> bool:
    """Whether the attacked resident should hold StLucia; where both are alike, a bold one does."""
    staying, leaving = settled(judge, after, resident), settled(judge, claimed(after), resident)
    if temper is not None and rng is not None and abs(staying - leaving) <= ALIKE * max(staying, leaving):
        return by_temper((True, False), (1, 0), temper, rng)
    return staying >= leaving


def outcome_worth(judge: Judge, before: Position, outcome: Outcome, *, becomes_empty: bool) -> float:
    """What an outcome is worth to its thrower; the resident answers as the judge would."""
    after = struck(before, outcome)
    seat, resident = before.seat, before.resident
    if resident == seat or not outcome.attacks:
        return settled(judge, after, seat)
    if resident is None:
        return settled(judge, claimed(after), seat)
    if not after.health[resident]:
        return settled(judge, after._replace(resident=None) if becomes_empty else claimed(after), seat)
    return settled(judge, after if stays(judge, after, resident) else claimed(after), seat)


def worths(judge: Judge, game: King, before: Position) -> list[float]:
    """What each outcome of a turn is worth to its thrower."""
    becomes_empty = game.options.resident_killed == "becomes_empty"
    hearts_matter = before.resident != before.seat and before.health[before.seat] < MOST_HEALTH
    known: dict[Outcome, float] = {}
    found = []
    for outcome in OUTCOMES:
        alike = outcome if hearts_matter else outcome._replace(hearts=0)
        if alike not in known:
            known[alike] = outcome_worth(judge, before, alike, becomes_empty=becomes_empty)
        found.append(known[alike])
    return found


# Which dice to keep


def best_keep(
    dice: Sequence[int],
    rerolls_left: int,
    outcomes: Sequence[float],
    temper: Temper | None = None,
    rng: Rng | None = None,
) -> Faces:
    """The dice to keep for the highest mean."""
    ladder = sums([outcomes[which] for which in OUTCOME_OF])
    for _ in range(rerolls_left - 1):
        ladder = sums(bests(ladder))
    return choice(ladder, tuple(sorted(dice)), temper, rng)


def choice(ladder: Ladder, dice: Faces, temper: Temper | None = None, rng: Rng | None = None) -> Faces:
    """Of equals the most dice are kept, then the lowest faces are let go.

    A temper chooses among all that are alike: it is bold to throw many dice.
    """
    known: dict[tuple[int, int], tuple[float, Faces]] = {}

    def best(size: int, index: int) -> tuple[float, Faces]:
        if (size, index) not in known:
            found = ladder[size][index] * 6**size, SETS[size][index]
            for below in BELOW[size][index]:
                less = best(size - 1, below)
                if less[0] > found[0]:
                    found = less
            known[size, index] = found
        return known[size, index]

    most, kept = best(DICE, INDEX[DICE][dice])
    if temper is None or rng is None:
        return kept
    alike = [(size, index) for size, index in known if ladder[size][index] * 6**size >= most * (1 - ALIKE)]
    size, index = by_temper(alike, [-size for size, _ in alike], temper, rng)
    return SETS[size][index]


def keeping(dice: Sequence[int], kept: Faces) -> Move:
    """The move that keeps these faces and throws the rest again."""
    still = list(kept)
    again = []
    for index, face in enumerate(dice):
        if face in still:
            still.remove(face)
        else:
            again.append(index)
    return Reroll(tuple(again)) if again else Keep()

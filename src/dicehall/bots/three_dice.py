"""Bots at Three Dice: exact odds of every re-roll, weighed by what staying with a hand should cost or win."""

from collections.abc import Callable
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from typing import Any, TypeAlias

from dicehall.bots.tables import open_table
from dicehall.rules.chance import Rng
from dicehall.rules.kernel import Game, View
from dicehall.rules.rerolls import Keep, Reroll
from dicehall.rules.three_dice import (
    MOST_ROLLS,
    Award,
    Choosing,
    Hand,
    Options,
    State,
    ThreeDice,
    is_able_to_lose,
    kept_by,
    read,
    worth,
)
from dicehall.rules.values import Move, Seat

FACES = range(1, 7)


def house(game: Game[Any], view: View[State, None, Any], _rng: Rng) -> Move:
    assert view.mine is not None
    board, options = view.table.board, view.mine.options
    if isinstance(board.phase, Choosing):
        return best_choice(board, board.phase, gentlemanly(game, board, board.phase, options))
    return best_award(board, options)


def gentlemanly(
    game: Game[Any], board: State, phase: Choosing, options: tuple[Keep | Reroll, ...]
) -> tuple[Keep | Reroll, ...]:
    """Those that keep the gentlemen's rule (T-26), unless it is off; three new dice always do."""
    assert isinstance(game, ThreeDice)
    mark = None if game.options.gentlemen == "off" else game.mark(board, phase)
    return options if mark is None else tuple([move for move in options if is_able_to_lose(phase.dice, move, mark)])


def best_award(board: State, options: tuple[Award, ...]) -> Award:
    """As much as possible for the player who has drunk least."""
    return min(options, key=lambda award: (board.sips[award.to], -(award.sips or 0)))


def best_choice(board: State, phase: Choosing, options: tuple[Keep | Reroll, ...]) -> Keep | Reroll:
    """The choice with the greatest expected worth, over all rolls that are left."""
    round = phase.round
    after = round.after_stairs

    @cache
    def throwing(kept: tuple[int, ...], used: int) -> float:
        """The worth of throwing dice to join these, as the roll of that number."""
        if len(kept) < 3:
            return sum(throwing(tuple(sorted((*kept, face))), used) for face in FACES) / 6
        stay = staying(board, phase, read(kept, after), used)
        if used == (round.limit or MOST_ROLLS):
            return stay
        subsets = (some for size in range(3) for some in combinations(kept, size))
        return max(stay, *(throwing(some, used + 1) for some in subsets))

    def worth_of(move: Keep | Reroll) -> float:
        if isinstance(move, Keep):
            return staying(board, phase, read(phase.dice, after), phase.used)
        return throwing(tuple(sorted(kept_by(phase.dice, move.dice))), phase.used + 1)

    best = max(options, key=worth_of)
    throwing.cache_clear()  # it knows itself, and with all that it remembers would wait for the collector
    return best


def staying(board: State, phase: Choosing, hand: Hand, used: int) -> float:
    """The sips that others should drink for this hand, less those that its roller should."""
    round = phase.round
    if hand.safe:
        return worth(hand, round.position)
    if any(points < hand.points for points in round.unsafe(board.left).values()):
        return 0
    waiting = len(round.waiting(board.left))
    return -round.pot * (1 - falls_below(hand.points) ** (round.limit or used)) ** waiting


@cache
def falls_below(points: int) -> float:
    """The chance that one throw of three dice is neither special nor as good as this."""
    hands = [read(dice) for dice in product(FACES, repeat=3)]
    return sum(not hand.safe and hand.points < points for hand in hands) / len(hands)


normal = house


# The easy bot: a beginner's rules of thumb


def easy(game: Game[Any], view: View[State, None, Any], _rng: Rng) -> Move:
    """It likes a pair too much, forgets what the others have, and gives its sips to the one who rolled last."""
    assert view.mine is not None
    board, phase, options = view.table.board, view.table.board.phase, view.mine.options
    if not isinstance(phase, Choosing):
        return award_to(last_roller(board), options)
    chosen = rule_of_thumb(phase.dice, read(phase.dice, phase.round.after_stairs))
    allowed = gentlemanly(game, board, phase, options)
    return chosen if chosen in allowed else allowed[-1]


def rule_of_thumb(dice: tuple[int, ...], hand: Hand) -> Keep | Reroll:
    """Three of a kind is the dream; otherwise ones are kept, and a hundred points are enough."""
    if hand.safe:
        return Keep()
    pair = next((face for face in dice if dice.count(face) == 2), None)
    if pair is None and hand.points >= 100:
        return Keep()
    return Reroll(tuple([index for index, face in enumerate(dice) if face != (pair or 1)]))


def award_to(seat: Seat | None, options: tuple[Award, ...]) -> Award:
    return min(options, key=lambda award: (award.to != seat, -(award.sips or 0)))


def last_roller(board: State) -> Seat | None:
    """Who ended a turn before the one who gives now."""
    order = board.round.order if board.round else ()
    ended = len(board.round.hands) if board.round else 0
    return order[ended - 2] if ended > 1 else None


# The hard bot: two play for the match, more for their sips against the others'

Stay: TypeAlias = Callable[[Hand, int, int], float]
"""What it is worth to stay with a hand after this many rolls, having drunk so many sips for shit stairs since."""

USUAL = Options()
SOLVED = ("special_locks", "shit_stairs_sip", "tie", "first_roll_456", "lowest_roll", "all_safe")
"""The tables are made for the usual values of these options."""
HANDS = tuple(read(dice) for dice in combinations_with_replacement(FACES, 3))
POINTS_SEEN = tuple(sorted({hand.points for hand in HANDS if not hand.safe}))
MOST_AHEAD = 40
"""The table of matches of two knows differences of up to so many sips."""
MOST_ROUNDS = 10
"""And matches of up to so many rounds; longer ones are played as if so many were left."""
WHOLE = 65535
"""A chance of one, in that table."""
MOST_POT = 30
"""The table of pots knows these; what a larger one costs grows with it."""


def alike(hand: Hand) -> int | str:
    """What those who roll later have to know of a hand that someone stays with."""
    return f"{hand.roll} {min(hand.dice)}" if hand.safe else hand.points


CLASS = {name: number for number, name in enumerate(dict.fromkeys(alike(hand) for hand in HANDS))}
CLASSES = tuple({alike(hand): hand for hand in reversed(HANDS)}[name] for name in CLASS)
"""A hand for each of them."""


I_START, YOU_START = len(CLASSES) * MOST_ROLLS, len(CLASSES) * MOST_ROLLS + 1
"""Rows of the table of matches, after those of `CLASSES` for each limit."""


def class_of(hand: Hand) -> int:
    return CLASS[alike(hand)]


def hard(game: Game[Any], view: View[State, None, Any], rng: Rng) -> Move:
    """The best that is known. Under other rules than its tables are made for, it plays as the house does."""
    assert isinstance(game, ThreeDice)
    assert view.mine is not None
    board, phase, seat = view.table.board, view.table.board.phase, view.mine.seat
    if not isinstance(phase, Choosing):
        return best_award_for_places(board, view.mine.options)
    if any(getattr(game.options, option) != getattr(USUAL, option) for option in SOLVED):
        return house(game, view, rng)
    allowed = gentlemanly(game, board, phase, view.mine.options)
    if len(board.present) == 2 and not game.open_ended:
        return best_of_turn(phase, allowed, match_of_two(game, board, phase, seat))
    return best_of_turn(phase, allowed, against_many(game, board, phase))


def best_award_for_places(board: State, options: tuple[Award, ...]) -> Award:
    """As much as possible for the best placed of the others, which moves the giver's own place most."""
    return min(options, key=lambda award: (board.sips[award.to], board.lost[award.to], -(award.sips or 0)))


def best_of_turn(phase: Choosing, options: tuple[Keep | Reroll, ...], stay: Stay) -> Keep | Reroll:
    """The choice that is worth most, over all rolls that are left; of equals the one that throws fewer dice."""
    after, limit = phase.round.after_stairs, phase.round.limit or MOST_ROLLS

    @cache
    def throwing(kept: tuple[int, ...], used: int, drunk: int) -> float:
        """Dice are thrown to join these, as the roll of that number."""
        if len(kept) < 3:
            return sum([throwing(tuple(sorted((*kept, face))), used, drunk) for face in FACES]) / 6
        hand = read(kept, after)
        drunk += hand.roll == "shit_stairs"
        staying = stay(hand, used, drunk)
        if used == limit:
            return staying
        subsets = {some for size in range(3) for some in combinations(kept, size)}
        return max(staying, *[throwing(some, used + 1, drunk) for some in subsets])

    def worth_of(move: Keep | Reroll) -> float:
        if isinstance(move, Keep):
            return stay(read(phase.dice, after), phase.used, 0)
        return throwing(tuple(sorted(kept_by(phase.dice, move.dice))), phase.used + 1, 0)

    best = max(options, key=lambda move: round(worth_of(move), 12))
    throwing.cache_clear()
    return best


def against_many(game: ThreeDice, board: State, phase: Choosing) -> Stay:
    """One's own sips against the mean of the others'. A lost pot counts for both: someone else would have had it."""
    playing, others = phase.round, len(board.present) - 1
    pots = open_table("three_dice_pots")
    rule = int(game.options.gentlemen != "off")
    waiting = len(playing.waiting(board.left))
    lowest = min(playing.unsafe(board.left).values(), default=None)
    known = min(playing.pot, MOST_POT)

    def stay(hand: Hand, used: int, drunk: int) -> float:
        if hand.safe:
            return worth(hand, playing.position) / others - drunk
        if lowest is not None and hand.points > lowest:
            return -drunk
        pot = float(pots[rule, waiting, (playing.limit or used) - 1, POINTS_SEEN.index(hand.points), known - 1])
        return -drunk - pot * playing.pot / known * (1 + 1 / others)

    return stay


def match_of_two(game: ThreeDice, board: State, phase: Choosing, seat: Seat) -> Stay:
    """How often the match is won from here, by the rounds left and the sips between the two.

    Where the gentlemen's rule is not enforced, the bot keeps it but does not expect it of the other.
    """
    playing = phase.round
    (other,) = [each for each in board.present if each != seat]
    ahead = board.sips[seat] - board.sips[other]
    table = open_table("three_dice_match")
    left = min(game.options.rounds - board.played, MOST_ROUNDS)
    rule = ("off", "warn", "enforce").index(game.options.gentlemen)

    def known(rounds: int, row: int, sips: int) -> float:
        return float(table[rule, rounds, row, min(max(sips, -MOST_AHEAD), MOST_AHEAD) + MOST_AHEAD]) / WHOLE

    def i_start(sips: int) -> float:
        return known(left - 1, I_START, sips)

    def you_start(sips: int) -> float:
        return 1 - known(left - 1, YOU_START, -sips)

    def set_limit(hand: Hand, used: int, drunk: int) -> float:
        return 1 - known(left, (used - 1) * len(CLASSES) + class_of(hand), -ahead - drunk)

    def end_round(hand: Hand, _used: int, drunk: int) -> float:
        """I drink the pot and start, or the other does, or both drink and one is drawn; safe both, the other starts."""
        first = playing.hand_of(other)
        assert first is not None
        is_mine = not hand.safe and (first.safe or hand.points <= first.points)
        is_theirs = not first.safe and (hand.safe or first.points <= hand.points)
        sips, pot = ahead + drunk, playing.pot
        if hand.safe and hand.roll == "triple":
            pot += worth(hand, playing.position)
        elif hand.safe:
            sips -= worth(hand, playing.position)
        sips += pot * (is_mine - is_theirs)
        if is_mine and is_theirs:
            return (i_start(sips) + you_start(sips)) / 2
        return i_start(sips) if is_mine else you_start(sips)

    return set_limit if playing.limit is None else end_round

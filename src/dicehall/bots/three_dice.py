"""Bots at Three Dice: exact odds of every re-roll, weighed by what staying with a hand should cost or win."""

from collections.abc import Callable
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import exp, sqrt
from typing import Any, TypeAlias

from dicehall.bots.characters import Temper, by_temper
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

QUICK = ("easy",)
TEMPERED = ("hard",)
ALIKE = 0.0005
"""Moves are worth the same within so much: of the chance to win the match, or of a sip."""
FACES = range(1, 7)


def by_the_round(game: Game[Any], view: View[State, None, Any], _rng: Rng) -> Move:
    """Weighs this round alone, under any options, by rough odds of what those who roll later will do."""
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


# The normal bot: the hard one, with a beginner's mistakes

SLIPS, SLIPS_OF_TWO = 8, 6
"""Of sixteen choices; with more than two players there is more to keep in mind."""


def normal(game: Game[Any], view: View[State, None, Any], rng: Rng) -> Move:
    """Knows what the hard bot knows, but now and then goes by the rule of thumb."""
    slips = SLIPS_OF_TWO if len(view.table.board.present) == 2 else SLIPS
    return (easy if rng.getrandbits(4) < slips else hard)(game, view, rng)


# The hard bot: it plays for the match, or for its sips against the others' where a match has no end

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
STEEP, LAST = 0.48, 8.0
"""Chances to win a match of many fall with sips as an exponential does, with so many rounds left steeper by one over
their square root, which fits matches of three to six; after the last round the fewest sips win nearly for certain."""
MOST_STEEP = 50.0
MOST_WAITING = 11
"""The table of pots knows tables of twelve; behind that a low score is beaten as often as it is there."""


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


def hard(game: Game[Any], view: View[State, None, Any], rng: Rng, temper: Temper | None = None) -> Move:
    """The best that is known. Under other rules than its tables are made for, it weighs each round alone."""
    assert isinstance(game, ThreeDice)
    assert view.mine is not None
    board, phase, seat = view.table.board, view.table.board.phase, view.mine.seat
    if not isinstance(phase, Choosing):
        return best_award_for_places(board, view.mine.options)
    if any(getattr(game.options, option) != getattr(USUAL, option) for option in SOLVED):
        return by_the_round(game, view, rng)
    allowed = gentlemanly(game, board, phase, view.mine.options)
    if game.open_ended:
        return best_of_turn(phase, allowed, against_many(game, board, phase), temper, rng)
    judge = match_of_two if len(board.present) == 2 else match_of_many
    return best_of_turn(phase, allowed, judge(game, board, phase, seat), temper, rng)


def best_award_for_places(board: State, options: tuple[Award, ...]) -> Award:
    """As much as possible for the best placed of the others, which moves the giver's own place most."""
    return min(options, key=lambda award: (board.sips[award.to], board.lost[award.to], -(award.sips or 0)))


def best_of_turn(
    phase: Choosing, options: tuple[Keep | Reroll, ...], stay: Stay, temper: Temper | None, rng: Rng
) -> Keep | Reroll:
    """The choice that is worth most, over all rolls that are left; of equals the one that throws fewer dice.

    A temper chooses among all that are alike: it is bold to throw many dice.
    """
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

    worths = [round(worth_of(move), 12) for move in options]
    throwing.cache_clear()
    most = max(worths)
    if temper is None:
        return options[worths.index(most)]
    alike = [move for move, worth in zip(options, worths, strict=True) if worth >= most - ALIKE]
    return by_temper(alike, [0 if isinstance(move, Keep) else len(move.dice) for move in alike], temper, rng)


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
        pot = float(
            pots[
                rule, min(waiting, MOST_WAITING), (playing.limit or used) - 1, POINTS_SEEN.index(hand.points), known - 1
            ]
        )
        return -drunk - pot * playing.pot / known * (1 + 1 / others)

    return stay


def match_of_many(game: ThreeDice, board: State, phase: Choosing, seat: Seat) -> Stay:
    """How often the match is won from here, about, by everyone's sips.

    The pot goes to the lowest score as often as the table says; otherwise any of those who roll later drinks it.
    """
    playing, present = phase.round, board.present
    pots, rule = open_table("three_dice_pots"), int(game.options.gentlemen != "off")
    waiting, holders = playing.waiting(board.left), playing.lowest(board.left)
    lowest = min(playing.unsafe(board.left).values(), default=None)
    left = game.options.rounds - board.played - 1
    steep = STEEP / sqrt(left) if left > 0 else LAST
    best = min([each for each in present if each != seat], key=lambda each: (board.sips[each], board.lost[each]))

    @cache
    def chance(drunk: int, given: int, pot: int, losers: tuple[Seat, ...]) -> float:
        """With so many sips more for me and for the best of the others, and the pot for the losers."""
        after = {each: board.sips[each] + pot * (each in losers) for each in present}
        after[seat] += drunk
        after[best] += given
        return 1 / sum([exp(min(steep * (after[seat] - sips), MOST_STEEP)) for sips in after.values()])

    def holds(points: int, limit: int, pot: int) -> float:
        """How often the lowest score stays the lowest."""
        known = min(pot, MOST_POT)
        cost = float(pots[rule, min(len(waiting), MOST_WAITING), limit - 1, POINTS_SEEN.index(points), known - 1])
        return min(cost / known, 1.0)

    def stay(hand: Hand, used: int, drunk: int) -> float:
        given, pot, limit = 0, playing.pot, playing.limit or used
        if hand.roll == "triple":
            pot += worth(hand, playing.position)
        elif hand.safe:
            given = worth(hand, playing.position)
        losers, points = holders, lowest
        if not hand.safe and (lowest is None or hand.points <= lowest):
            losers, points = (seat, *(holders if hand.points == lowest else ())), hand.points
        held = 0.0 if points is None else holds(points, limit, pot)
        later = [chance(drunk, given, pot, (each,)) for each in waiting] or [chance(drunk, given, pot, ())]
        return held * chance(drunk, given, pot, losers) + (1 - held) * sum(later) / len(later)

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

"""King of StLucia: two players read the solved game; more are played on by a quick bot that prices each face."""

from dicehall.bots.stlucia.crowd import the_crowd
from dicehall.bots.stlucia.dice import INDEX, OUTCOME_OF, Faces, bests, outcome_of, sums
from dicehall.bots.stlucia.duel import Duel, the_duel
from dicehall.bots.stlucia.search import Judge, Position, booked, claimed, position_of, settled, worths
from dicehall.odds.exact import Reckoned, within
from dicehall.odds.models import Budget, Played
from dicehall.odds.stlucia.simple import simple
from dicehall.rules.rerolls import Keep, Reroll, rerolls
from dicehall.rules.stlucia import Choosing, Deciding, King, Leave, Opening, Rerolling, State, Stay, Throwing
from dicehall.rules.values import Move, Seat

OFF = 0.0036
"""How far a chance in the shipped table lies from the solved one at most, of all 4.5 million positions: it has one
entry for zero to four tokens. `dicehall solve` prints it when it writes the table."""
MOST_WEIGHED = 8
"""With three players and more, as many ways to throw again are played on."""
CHOICES: tuple[Move, ...] = (Keep(), *rerolls(6))


def reckon(game: King, state: State) -> Reckoned | None:
    """None with three players and more, and where the table does not reach."""
    duel, alive = the_duel(), state.alive
    if duel is None or len(alive) != 2 or not duel.knows(position_of(game, state, alive[0])):
        return None
    mover, chance, options = from_here(duel, game, state)
    wins = tuple(
        within(chance if seat == mover else 1 - chance, OFF) if seat in alive else within(0.0, 0.0)
        for seat in range(game.seats)
    )
    return Reckoned(wins, {move: within(worth, OFF) for move, worth in options.items()}, "best")


def shortlist(game: King, state: State, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """Of all ways to throw again, those that promise most, as the hard bot judges the end of a turn."""
    if not isinstance(state.phase, Choosing) or len(moves) <= MOST_WEIGHED:
        return moves
    phase = state.phase
    of_keeping = keeping_worths(the_crowd(), game, position_of(game, state, phase.seat), phase.rerolls_left)
    best = sorted(moves, key=lambda move: -of_keeping[kept(phase.dice, move)])[:MOST_WEIGHED]
    return tuple([move for move in moves if move in best])


def from_here(duel: Duel, game: King, state: State) -> tuple[Seat, float, dict[Move, float]]:
    """Someone's chance, and for the player to move what each choice is worth."""
    match state.phase:
        case Opening():
            first, second = state.alive
            begins = [duel.worth(position_of(game, state, seat), first) / duel.sure for seat in (first, second)]
            return first, sum(begins) / 2, {}
        case Throwing(seat):
            return seat, duel.worth(position_of(game, state, seat), seat) / duel.sure, {}
        case Choosing(seat, dice, rerolls_left):
            of_keeping = keeping_worths(duel, game, position_of(game, state, seat), rerolls_left)
            options = {move: of_keeping[kept(dice, move)] for move in CHOICES}
            return seat, max(options.values()), options
        case Rerolling(seat, dice, which, rerolls_left):
            of_keeping = keeping_worths(duel, game, position_of(game, state, seat), rerolls_left + 1)
            return seat, of_keeping[kept(dice, Reroll(which))], {}
        case Deciding(attacker, resident, dice):
            after = booked(position_of(game, state, attacker), outcome_of(tuple(sorted(dice))))
            answers: dict[Move, float] = {
                Stay(): settled(duel, after, resident) / duel.sure,
                Leave(): settled(duel, claimed(after), resident) / duel.sure,
            }
            return resident, max(answers.values()), answers
        case phase:
            raise AssertionError(phase)


def kept(dice: Faces, move: Move) -> Faces:
    again = move.dice if isinstance(move, Reroll) else ()
    return tuple(sorted([face for index, face in enumerate(dice) if index not in again]))


def keeping_worths(judge: Judge, game: King, position: Position, rerolls_left: int) -> dict[Faces, float]:
    """The chance of the thrower who keeps these faces and throws the rest, with the best choices later."""
    outcomes = worths(judge, game, position)
    ladder = sums([outcomes[which] / judge.sure for which in OUTCOME_OF])
    for _ in range(rerolls_left - 1):
        ladder = sums([best / 6**6 for best in bests(ladder)])
    return {
        faces: ladder[size][index] / 6 ** (6 - size)
        for size, indices in enumerate(INDEX)
        for faces, index in indices.items()
    }


MODEL = Played(simple, "simple", Budget(200, 640))

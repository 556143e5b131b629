"""The five players of the original course assignment, by their habits; they are good opponents to learn against."""

from collections.abc import Callable
from typing import Any

from dicehall.rules.chance import Rng
from dicehall.rules.kernel import Game, View
from dicehall.rules.rerolls import Keep, Reroll
from dicehall.rules.stlucia import ATTACK, HEART, TOKEN, Choosing, Deciding, Leave, State, Stay
from dicehall.rules.values import Move, Seat


def keep_those(view: View[State, None, Any], wanted: Callable[[int], bool]) -> Move:
    """Keep the dice whose faces are wanted and throw the others again."""
    phase = view.table.board.phase
    assert isinstance(phase, Choosing)
    again = tuple([index for index, face in enumerate(phase.dice) if not wanted(face)])
    return Reroll(again) if again else Keep()


def seat_of(view: View[State, None, Any]) -> tuple[State, Seat, bool]:
    """The state, the bot's own seat, and whether it is asked to stay or leave."""
    assert view.mine is not None
    return view.table.board, view.mine.seat, isinstance(view.table.board.phase, Deciding)


def eait(_game: Game[Any], view: View[State, None, Any], _rng: Rng) -> Move:
    """Keeps sets, and hearts below 6 health; leaves below 5."""
    state, seat, deciding = seat_of(view)
    health = state.health[seat]
    if deciding:
        return Leave() if health < 5 else Stay()
    dice = state.phase.dice  # type: ignore[union-attr]
    return keep_those(view, lambda face: dice.count(face) > 2 if face < HEART else face == HEART and health < 6)


def science(_game: Game[Any], view: View[State, None, Any], _rng: Rng) -> Move:
    """Keeps only hearts below 5 health, else only attacks; always leaves."""
    state, seat, deciding = seat_of(view)
    wanted = HEART if state.health[seat] < 5 else ATTACK
    return Leave() if deciding else keep_those(view, lambda face: face == wanted)


def habs(_game: Game[Any], view: View[State, None, Any], _rng: Rng) -> Move:
    """Throws only attacks again, below 5 health; leaves below 4, but never the last opponent."""
    state, seat, deciding = seat_of(view)
    health = state.health[seat]
    if deciding:
        opponents = sum(other > 0 for other in state.health) - 1
        return Leave() if health < 4 and opponents > 1 else Stay()
    return keep_those(view, lambda face: face != ATTACK or health >= 5)


def hass(_game: Game[Any], view: View[State, None, Any], _rng: Rng) -> Move:
    """Inside keeps tokens, outside attacks if they kill; never leaves."""
    state, seat, deciding = seat_of(view)
    if deciding:
        return Stay()
    resident = state.resident
    if resident == seat:
        return keep_those(view, lambda face: face == TOKEN)
    dice = state.phase.dice  # type: ignore[union-attr]
    kills = resident is not None and dice.count(ATTACK) >= state.health[resident]
    return keep_those(view, lambda face: face == ATTACK and kills)


def mabs(_game: Game[Any], view: View[State, None, Any], _rng: Rng) -> Move:
    """Keeps 3s, and attacks inside or hearts outside; always leaves."""
    state, seat, deciding = seat_of(view)
    also = ATTACK if state.resident == seat else HEART
    return Leave() if deciding else keep_those(view, lambda face: face in {3, also})


CLASSICS = {"EAIT": eait, "SCIENCE": science, "HABS": habs, "HASS": hass, "MABS": mabs}

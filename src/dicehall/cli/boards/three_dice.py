"""Three Dice: the roller's dice, the pot, and what everyone has rolled in this round."""

from rich.text import Text

from dicehall.cli.boards.parts import Seen
from dicehall.cli.dice import BLANK, draw, pips
from dicehall.rules.three_dice import MOST_ROLLS, Rerolling, Round, State, Threw, ThrewAgain, cannot_lose
from dicehall.rules.values import Seat


def status(seen: Seen, seat: Seat) -> str:
    state: State = seen.board
    sips = f"{state.sips[seat]:>3} sips"
    return "left" if seat in state.left else f"{sips}{hand_of(state, seat)}"


def hand_of(state: State, seat: Seat) -> str:
    """What the seat ended this round's turn with; a tick where it cannot lose any more."""
    playing: Round | None = getattr(state.phase, "round", None)
    hand = dict(zip(playing.order, playing.hands, strict=False)).get(seat) if playing else None
    if playing is None or hand is None:
        return ""
    if hand.safe:
        return " safe"
    return f" {hand.points}{' ✓' if cannot_lose(state, playing, seat) else ''}"


def centre(seen: Seen) -> list[Text]:
    state: State = seen.board
    dice = current_dice(seen)
    words = ["again" if index in seen.marked else str(index + 1) for index in range(3)]
    drawn = draw(pips(dice) if dice else [BLANK] * 3, words)
    return [*drawn, *(Text(line, "bold") for line in round_lines(state))]


def current_dice(seen: Seen) -> tuple[int, ...]:
    dice: tuple[int, ...] | None = getattr(seen.board.phase, "dice", None)
    if dice is not None and not isinstance(seen.board.phase, Rerolling):
        return dice
    thrown = [event for event in seen.history[-12:] if isinstance(event, Threw | ThrewAgain)]
    return thrown[-1].dice if thrown else ()


def round_lines(state: State) -> list[str]:
    playing: Round | None = getattr(state.phase, "round", None)
    if playing is None:
        return [f"Rounds played: {state.played}."]
    sips = "1 sip" if playing.pot == 1 else f"{playing.pot} sips"
    used = getattr(state.phase, "used", 0)
    rolls = f"Roll {used} of {playing.limit or MOST_ROLLS}." if used else f"Rolls: {playing.limit or 'up to 3'}."
    return [f"Round {state.played + 1}. In the pot: {sips}.", rolls]


def spoken(seen: Seen) -> list[str]:
    state: State = seen.board
    dice = getattr(state.phase, "dice", None)
    players = ", ".join(f"{name} {status(seen, seat).strip()}" for seat, name in enumerate(seen.names))
    shown = [f"Dice: {' '.join(map(str, dice))}"] if dice else []
    return [players, *round_lines(state), *shown]

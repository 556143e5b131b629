"""Three Dice: the roller's dice, the pot, and what everyone has rolled in this round."""

from rich.text import Text

from dicehall.cli.terminal.boards.parts import Seen, by_place, round_of
from dicehall.cli.terminal.dice import BLANK, draw_by_place, pips
from dicehall.rules.three_dice import (
    MOST_ROLLS,
    Awarding,
    Choosing,
    Rerolling,
    Round,
    State,
    Threw,
    ThrewAgain,
    Throwing,
)
from dicehall.rules.values import Seat


def status(seen: Seen, seat: Seat) -> str:
    state: State = seen.board
    sips = f"{state.sips[seat]:>2} {'sip ' if state.sips[seat] == 1 else 'sips'}"
    return "left" if seat in state.left else f"{sips}{ended_with(state, seat)}"


def ended_with(state: State, seat: Seat) -> str:
    """What the seat ended this round's turn with; a tick where it cannot lose any more."""
    playing = running(state)
    hand = playing.hand_of(seat) if playing else None
    if playing is None or hand is None:
        return ""
    if hand.safe:
        return " safe"
    return f" {hand.points}{'✓' if playing.cannot_lose(seat, state.left) else ''}"


def running(state: State) -> Round | None:
    """The round that is being rolled."""
    match state.phase:
        case Throwing(playing) | Choosing(playing) | Rerolling(playing) | Awarding(playing):
            return playing
        case _:
            return None


def centre(seen: Seen) -> list[Text]:
    in_hand = isinstance(seen.board.phase, Throwing)
    dice = in_play(seen.board) or (() if in_hand else last_thrown(seen))
    drawn = draw_by_place(pips(dice) if dice else [BLANK] * 3, seen.marked)
    return [*drawn, *(Text(line, "bold") for line in round_lines(seen))]


def in_play(state: State) -> tuple[int, ...]:
    """The dice of a turn that is not over."""
    match state.phase:
        case Choosing(dice=dice) | Rerolling(dice=dice):
            return dice
        case _:
            return ()


def last_thrown(seen: Seen) -> tuple[int, ...]:
    thrown = seen.last(Threw, ThrewAgain)
    return thrown.dice if thrown else ()


def round_lines(seen: Seen) -> list[str]:
    state: State = seen.board
    playing = running(state)
    if playing is None:
        return [f"Rounds played: {state.played}."]
    sips = "1 sip" if playing.pot == 1 else f"{playing.pot} sips"
    match state.phase:
        case Choosing(used=used) | Rerolling(used=used):
            rolls = f"Roll {used} of {playing.limit or MOST_ROLLS}."
        case _:
            rolls = f"Rolls: {playing.limit or 'up to 3'}."
    return [f"{round_of(state.played + 1, seen)}. In the pot: {sips}.", rolls]


def spoken(seen: Seen) -> list[str]:
    players = ", ".join(f"{name}: {' '.join(status(seen, seat).split())}" for seat, name in enumerate(seen.names))
    return [players, *round_lines(seen), *by_place(in_play(seen.board))]

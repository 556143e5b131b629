"""Three Dice: the roller's dice, the pot, and what everyone has rolled in this round."""

from rich.text import Text

from dicehall.cli.client.seen import Seen
from dicehall.cli.shared.words import words
from dicehall.cli.terminal.boards.parts import by_position, last_thrown, round_of
from dicehall.cli.terminal.dice import BLANK, draw_by_position, pips
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

say = words("terminal-three_dice")


def status(seen: Seen, seat: Seat) -> str:
    state: State = seen.board
    sips = f"{state.sips[seat]:>2} {say('sip', count=state.sips[seat]):<4}"
    return say("left") if seat in state.left else f"{sips}{ended_with(state, seat)}"


def ended_with(state: State, seat: Seat) -> str:
    """The result of this seat's turn in this round; a tick where it can no longer lose."""
    playing = running(state)
    hand = playing.hand_of(seat) if playing else None
    if playing is None or hand is None:
        return ""
    if hand.safe:
        return f" {say('safe')}"
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
    dice = in_play(seen.board) or (() if in_hand else last_thrown(seen, Threw, ThrewAgain))
    drawn = draw_by_position(pips(dice) if dice else [BLANK] * 3, seen.marked)
    return [*drawn, *(Text(line, "bold") for line in round_lines(seen))]


def in_play(state: State) -> tuple[int, ...]:
    """The dice of the running turn."""
    match state.phase:
        case Choosing(dice=dice) | Rerolling(dice=dice):
            return dice
        case _:
            return ()


def round_lines(seen: Seen) -> list[str]:
    state: State = seen.board
    playing = running(state)
    if playing is None:
        return [say("rounds-played", count=state.played)]
    match state.phase:
        case Choosing(used=used) | Rerolling(used=used):
            rolls = say("roll-of", used=used, most=playing.limit or MOST_ROLLS)
        case _:
            rolls = say("rolls", limit=playing.limit) if playing.limit else say("rolls-up-to", most=MOST_ROLLS)
    return [say("pot", round=round_of(state.played + 1, seen), sips=playing.pot), rolls]


def spoken(seen: Seen) -> list[str]:
    players = ", ".join(f"{name}: {' '.join(status(seen, seat).split())}" for seat, name in enumerate(seen.names))
    return [players, *round_lines(seen), *by_position(in_play(seen.board))]

"""MindRoll: my die, the call on the table, and all dice as they were shown last."""

from rich.text import Text

from dicehall.cli.client.seen import Seen
from dicehall.cli.shared.words import words
from dicehall.cli.terminal.boards.parts import round_of
from dicehall.cli.terminal.dice import HIDDEN, PIPS, draw
from dicehall.rules.mindroll import Answering, Board, Dealt, Finished, Passing, Shown, most_call
from dicehall.rules.values import Seat

say = words("terminal-mindroll")

STYLES = {
    "red": "white on #b3261e",
    "yellow": "black on #f2c94c",
    "green": "black on #5fbf6b",
    "blue": "white on #2f6fd0",
    "black": "white on #303030",
}


def status(seen: Seen, seat: Seat) -> str:
    board: Board = seen.board
    return say("left") if seat in board.left else f"{board.scores[seat]:+d}" if board.scores[seat] else " 0"


def centre(seen: Seen) -> list[Text]:
    """While a round runs, my die; between rounds, the dice that were shown."""
    if seen.secret is not None:
        die = seen.secret
        drawn = draw([PIPS[die.number]], [say("colour", colour=die.colour)], STYLES[die.colour])
        drawn[1].append("   " + say("yours"))
    elif shown := last_shown(seen):
        drawn = [Text(say("shown"))]
        drawn += [small(seen, event) for event in shown]
    else:
        drawn = draw([HIDDEN])
    return [*drawn, *(Text(line, "bold") for line in call(seen))]


def small(seen: Seen, event: Shown) -> Text:
    die = Text(f" {event.number} ", STYLES[event.colour])
    return Text("  ").append(die).append(f" {say('colour', colour=event.colour):<7} {seen.names[event.seat]}")


def last_shown(seen: Seen) -> list[Shown]:
    """What the last reveal turned up."""
    shown: list[Shown] = []
    for event in reversed(seen.history):
        if isinstance(event, Dealt):
            break
        if isinstance(event, Shown):
            shown.insert(0, event)
    return shown


def call(seen: Seen) -> list[str]:
    board: Board = seen.board
    match board.phase:
        case Answering(_, total, caller) | Passing(_, total, caller):
            return [
                say("called", round=round_of(board.played + 1, seen), name=seen.names[caller], total=total),
                say("highest", most=most_call(board.players)),
            ]
        case Finished():
            return []
        case _:
            return [say("no-call", round=round_of(board.played + 1, seen))]


def spoken(seen: Seen) -> list[str]:
    scores = ", ".join(f"{name} {status(seen, seat).strip()}" for seat, name in enumerate(seen.names))
    die = seen.secret
    mine = [] if die is None else [say("your-die", colour=die.colour, number=die.number)]
    return [say("scores", scores=scores), *mine, *call(seen)]

"""Peril: hearts for everyone, the number board with its owners, the die that was thrown."""

from rich.text import Text

from dicehall.cli.client.seen import Seen
from dicehall.cli.shared.words import words
from dicehall.cli.terminal.boards.parts import colour, letter
from dicehall.cli.terminal.dice import BLANK, draw, number_face
from dicehall.rules.peril import Picking, Rolling, Threw, Won, picks_each
from dicehall.rules.values import Seat

say = words("terminal-peril")
ROW = 10
"""How many numbers stand in a row."""


def status(seen: Seen, seat: Seat) -> str:
    lives: int = seen.board.lives[seat]
    match seen.board.phase:
        case Picking(peril) | Rolling(peril) if peril == seat:
            target = " ◎"
        case _:
            target = ""
    return f"{'♥' * lives}{'·' * (seen.options.starting_lives - lives)}{target}"


def spoken(seen: Seen) -> list[str]:
    phase = seen.board.phase
    players = [say("lives", name=name, lives=lives) for name, lives in zip(seen.names, seen.board.lives, strict=True)]
    if not isinstance(phase, Picking | Rolling):
        return [", ".join(players)]
    taken = [f"{number} {seen.names[owner]}" for number, owner in enumerate(phase.board, start=1) if owner is not None]
    return [
        ", ".join(players),
        say("in-peril-with", name=seen.names[phase.peril], sides=len(phase.board)),
        say("taken", numbers=", ".join(taken) or say("nothing-yet")),
    ]


def centre(seen: Seen) -> list[Text]:
    phase = seen.board.phase
    threw = seen.last(Threw)
    board = phase.board if isinstance(phase, Picking | Rolling) else ()
    text = draw([number_face(str(threw.number)) if threw else BLANK])
    text[0].append(f"   d{len(board)}" if board else "")
    match phase:
        case Picking():
            text[1].append("   " + say("in-peril", name=seen.names[phase.peril]))
            text[2].append("   " + say("picks", count=picks_each(seen.board.lives[phase.peril])))
        case Rolling():
            text[1].append("   " + say("in-peril", name=seen.names[phase.peril]))
            text[2].append("   " + say("holds-die"))
        case Won():
            text[2].append("   " + say("survivor", name=seen.names[phase.seat]), "bold")
        case _:
            text[2].append("   " + say("drawing"))
    return [*text, *numbers(board)]


def numbers(board: tuple[Seat | None, ...]) -> list[Text]:
    """The number board: each taken number carries its owner's letter and colour."""
    rows = []
    for first in range(0, len(board), ROW):
        row = Text()
        for number, owner in enumerate(board[first : first + ROW], start=first + 1):
            if owner is None:
                row.append(f"{number:>2}  ", "dim")
            else:
                row.append(f"{number:>2}{letter(owner)} ", f"bold {colour(owner)}")
        rows.append(row)
    return rows

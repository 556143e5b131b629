"""Peril: hearts for everyone, the number board with its owners, the die that was thrown."""

from rich.text import Text

from dicehall.cli.terminal.boards.parts import Seen, colour, letter
from dicehall.cli.terminal.dice import BLANK, draw, number_face
from dicehall.rules.peril import Picking, Rolling, Threw, Won, picks_each
from dicehall.rules.values import Seat

ROW = 10


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
    players = [
        f"{name}: {lives} {'life' if lives == 1 else 'lives'}"
        for name, lives in zip(seen.names, seen.board.lives, strict=True)
    ]
    if not isinstance(phase, Picking | Rolling):
        return [", ".join(players)]
    taken = [f"{number} {seen.names[owner]}" for number, owner in enumerate(phase.board, start=1) if owner is not None]
    return [
        ", ".join(players),
        f"{seen.names[phase.peril]} is in peril; the die is a d{len(phase.board)}.",
        f"Taken: {', '.join(taken) or 'nothing yet'}.",
    ]


def centre(seen: Seen) -> list[Text]:
    phase = seen.board.phase
    threw = seen.last(Threw)
    board = phase.board if isinstance(phase, Picking | Rolling) else ()
    text = draw([number_face(str(threw.number)) if threw else BLANK])
    text[0].append(f"   d{len(board)}" if board else "")
    match phase:
        case Picking():
            text[1].append(f"   {seen.names[phase.peril]} is in peril")
            each = picks_each(seen.board.lives[phase.peril])
            text[2].append(f"   everyone picks {each} number{'s' if each > 1 else ''}")
        case Rolling():
            text[1].append(f"   {seen.names[phase.peril]} is in peril")
            text[2].append("   and holds the die")
        case Won():
            text[2].append(f"   {seen.names[phase.seat]} is the Ultimate Survivor", "bold")
        case _:
            text[2].append("   drawing the Peril Player")
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

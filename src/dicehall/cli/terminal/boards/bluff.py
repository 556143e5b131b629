"""Bluff: my three dice and their sum, the claim that stands, the cards, the dice that were shown."""

from rich.text import Text

from dicehall.cli.terminal.boards.parts import Seen, round_of
from dicehall.cli.terminal.dice import HIDDEN, draw, pips
from dicehall.rules.bluff import Answering, Board, Claiming, Dealt, Finished, Immunity, Shown
from dicehall.rules.values import Seat


def status(seen: Seen, seat: Seat) -> str:
    board: Board = seen.board
    if seat in board.left:
        return "left"
    return f"{board.scores[seat]:>3}{' ✚' if board.cards[seat] else '  '}{said(board, seat)}"


def said(board: Board, seat: Seat) -> str:
    """What the seat has claimed last in the running round."""
    match board.phase:
        case Claiming(_, claims) | Answering(_, claims) if claims[seat]:
            return f" {claims[seat][-1]}?"
        case _:
            return ""


def centre(seen: Seen) -> list[Text]:
    if seen.secret is not None:
        drawn = draw(pips(seen.secret.dice))
        drawn[2].append(f"   yours: {seen.secret.total}")
    elif (shown := seen.last(Shown)) and not in_play(seen):
        drawn = draw(pips(shown.dice))
        drawn[2].append(f"   {seen.names[shown.seat]} had {shown.total}")
    else:
        drawn = draw([HIDDEN] * 3)
    return [*drawn, *(Text(line, "bold") for line in claim(seen)), *(Text(line, "dim") for line in around(seen))]


def around(seen: Seen) -> list[str]:
    """Who answers whom, who has won how often, and what the signs mean."""
    board: Board = seen.board
    lines = []
    match board.phase:
        case Claiming(circle) | Answering(circle):
            lines.append(f"Order: {', '.join(seen.names[seat] for seat in circle)}")
        case _:
            pass
    won = seen.options.games_won
    if any(won):
        lines.append("Games won: " + ", ".join(f"{name} {count}" for name, count in zip(seen.names, won, strict=True)))
    cards = "✚ immunity card  " if any(board.cards) else ""
    return [*lines, f"{cards}N? is the last claim"]


def in_play(seen: Seen) -> bool:
    """True once dice have been dealt after the last that were shown."""
    return isinstance(seen.last(Dealt, Shown), Dealt)


def claim(seen: Seen) -> list[str]:
    board: Board = seen.board
    rounds = f"Elimination round {board.elimination}" if board.elimination else round_of(board.round, seen)
    match board.phase:
        case Answering() as phase:
            return [f"{rounds}. {seen.names[phase.claimant]} claims {phase.total}."]
        case Immunity(claimant, accuser, total):
            return [f"{rounds}. {seen.names[accuser]} caught {seen.names[claimant]} claiming {total}."]
        case Finished():
            return []
        case _:
            return [f"{rounds}. No claim stands."]


def spoken(seen: Seen) -> list[str]:
    board: Board = seen.board
    scores = ", ".join(
        f"{name}: {board.scores[seat]}{' with immunity' if board.cards[seat] else ''}"
        for seat, name in enumerate(seen.names)
        if seat not in board.left
    )
    mine = seen.secret
    dice = [f"Your dice: {' '.join(map(str, mine.dice))}, together {mine.total}."] if mine is not None else []
    return [f"Scores: {scores}", *dice, *claim(seen), *around(seen)[:-1]]

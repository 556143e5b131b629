"""Bluff: my three dice and their sum, the claim that stands, the cards, the dice that were shown."""

from rich.text import Text

from dicehall.cli.boards.parts import Seen
from dicehall.cli.dice import HIDDEN, draw, pips
from dicehall.rules.bluff import Answering, Board, Dealt, Finished, Immunity, Shown
from dicehall.rules.values import Seat


def status(seen: Seen, seat: Seat) -> str:
    board: Board = seen.board
    if seat in board.left:
        return "left"
    claims: tuple[tuple[int, ...], ...] | None = getattr(board.phase, "claims", None)
    said = f" {claims[seat][-1]}?" if claims and claims[seat] else ""
    return f"{board.scores[seat]:>3}{' ✚' if board.cards[seat] else '  '}{said}"


def centre(seen: Seen) -> list[Text]:
    board: Board = seen.board
    if seen.secret is not None:
        drawn = draw(pips(seen.secret.dice))
        drawn[2].append(f"   yours: {seen.secret.total}")
    elif (shown := seen.last(Shown)) and not in_play(seen):
        drawn = draw(pips(shown.dice))
        drawn[2].append(f"   {seen.names[shown.seat]} had {shown.total}")
    else:
        drawn = draw([HIDDEN] * 3)
    legend = Text("✚ immunity card", "dim") if any(board.cards) else Text("")
    return [*drawn, *(Text(line, "bold") for line in claim(seen)), legend]


def in_play(seen: Seen) -> bool:
    """True once dice have been dealt after the last that were shown."""
    latest = next((event for event in reversed(seen.history) if isinstance(event, Dealt | Shown)), None)
    return isinstance(latest, Dealt)


def claim(seen: Seen) -> list[str]:
    board: Board = seen.board
    rounds = f"Elimination round {max(board.depth)}" if max(board.depth) else f"Round {board.round}"
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
        f"{name} {board.scores[seat]}{' with immunity' if board.cards[seat] else ''}"
        for seat, name in enumerate(seen.names)
        if seat not in board.left
    )
    mine = seen.secret
    dice = [f"Your dice: {' '.join(map(str, mine.dice))}, together {mine.total}."] if mine is not None else []
    return [f"Scores: {scores}", *dice, *claim(seen)]

"""Bluff: my three dice and their sum, the claim that stands, the cards, the dice that were shown."""

from rich.text import Text

from dicehall.cli.client.seen import Seen
from dicehall.cli.shared.words import words
from dicehall.cli.terminal.boards.parts import round_of
from dicehall.cli.terminal.dice import HIDDEN, draw, pips
from dicehall.rules.bluff import Answering, Board, Claiming, Dealt, Finished, Immunity, Shown
from dicehall.rules.values import Seat

say = words("terminal-bluff")


def status(seen: Seen, seat: Seat) -> str:
    board: Board = seen.board
    if seat in board.left:
        return say("left")
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
        drawn[2].append("   " + say("yours", total=seen.secret.total))
    elif (shown := seen.last(Shown)) and not in_play(seen):
        drawn = draw(pips(shown.dice))
        drawn[2].append("   " + say("had", name=seen.names[shown.seat], total=shown.total))
    else:
        drawn = draw([HIDDEN] * 3)
    return [*drawn, *(Text(line, "bold") for line in claim(seen)), *(Text(line, "dim") for line in around(seen))]


def around(seen: Seen) -> list[str]:
    """The order of play, games won, and what the signs mean."""
    board: Board = seen.board
    lines = []
    match board.phase:
        case Claiming(circle) | Answering(circle):
            lines.append(say("order", names=", ".join(seen.names[seat] for seat in circle)))
        case _:
            pass
    won = seen.options.games_won
    if any(won):
        score = ", ".join(f"{name} {count}" for name, count in zip(seen.names, won, strict=True))
        lines.append(say("games-won", score=score))
    return [*lines, say("signs-with-cards" if any(board.cards) else "signs")]


def in_play(seen: Seen) -> bool:
    """True once new dice have been dealt after some were shown."""
    return isinstance(seen.last(Dealt, Shown), Dealt)


def claim(seen: Seen) -> list[str]:
    board: Board = seen.board
    rounds = say("elimination", number=board.elimination) if board.elimination else round_of(board.round, seen)
    match board.phase:
        case Answering() as phase:
            return [say("claimed", round=rounds, name=seen.names[phase.claimant], total=phase.total)]
        case Immunity(claimant, accuser, total):
            caught, by = seen.names[claimant], seen.names[accuser]
            return [say("caught", round=rounds, accuser=by, claimant=caught, total=total)]
        case Finished():
            return []
        case _:
            return [say("no-claim", round=rounds)]


def spoken(seen: Seen) -> list[str]:
    board: Board = seen.board
    scores = ", ".join(
        say("score-immune" if board.cards[seat] else "score", name=name, score=str(board.scores[seat]))
        for seat, name in enumerate(seen.names)
        if seat not in board.left
    )
    mine = seen.secret
    dice = [] if mine is None else [say("your-dice", dice=" ".join(map(str, mine.dice)), total=mine.total)]
    return [say("scores", scores=scores), *dice, *claim(seen), *around(seen)[:-1]]

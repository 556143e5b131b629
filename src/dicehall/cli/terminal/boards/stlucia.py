"""King of StLucia: health, points and tokens, who holds the town, six dice."""

from rich.text import Text

from dicehall.cli.terminal.boards.parts import Seen, by_place
from dicehall.cli.terminal.dice import BLANK, draw_by_place, number_face
from dicehall.rules.stlucia import FACES, Choosing, Deciding, Rerolling, State, Threw, ThrewAgain, Throwing
from dicehall.rules.values import Seat


def status(seen: Seen, seat: Seat) -> str:
    state: State = seen.board
    if not state.health[seat]:
        return f"out   {state.points[seat]:>2}p"
    town = " ♛" if state.resident == seat else ""
    return f"♥{state.health[seat]:<2} {state.points[seat]:>2}p {state.tokens[seat]}t{town}"


def centre(seen: Seen) -> list[Text]:
    in_hand = isinstance(seen.board.phase, Throwing)
    dice = in_play(seen.board) or (() if in_hand else last_thrown(seen))
    faces = [number_face(FACES[face - 1]) for face in dice] if dice else [BLANK] * 6
    return [*draw_by_place(faces, seen.marked), *town(seen)]


def in_play(state: State) -> tuple[int, ...]:
    """The dice of a turn that is not over."""
    match state.phase:
        case Choosing(dice=dice) | Rerolling(dice=dice) | Deciding(dice=dice):
            return dice
        case _:
            return ()


def last_thrown(seen: Seen) -> tuple[int, ...]:
    thrown = seen.last(Threw, ThrewAgain)
    return thrown.dice if thrown else ()


def town(seen: Seen) -> list[Text]:
    state: State = seen.board
    holder = "nobody" if state.resident is None else seen.names[state.resident]
    match state.phase:
        case Choosing(rerolls_left=left) | Rerolling(rerolls_left=left):
            again = f" Re-rolls left: {left}."
        case _:
            again = ""
    return [
        Text(f"In StLucia: {holder}.{again}", "bold"),
        Text(f"{seen.options.threshold} points win. H heals, A attacks, P is a token", "dim"),
        Text("♥ health  p points  t tokens  ♛ in StLucia", "dim"),
    ]


def spoken(seen: Seen) -> list[str]:
    state: State = seen.board
    players = [
        f"{name}: health {state.health[seat] or 'none, out'}, points {state.points[seat]}, tokens {state.tokens[seat]}"
        for seat, name in enumerate(seen.names)
    ]
    return [*players, town(seen)[0].plain, *by_place([FACES[face - 1] for face in in_play(state)])]

"""King of StLucia: health, points and tokens, who holds the town, six dice."""

from rich.text import Text

from dicehall.cli.client.seen import Seen
from dicehall.cli.shared.words import words
from dicehall.cli.terminal.boards.parts import by_position, last_thrown
from dicehall.cli.terminal.dice import BLANK, draw_by_position, number_face
from dicehall.rules.stlucia import FACES, Choosing, Deciding, Rerolling, State, Threw, ThrewAgain, Throwing
from dicehall.rules.values import Seat

say = words("terminal-stlucia")


def status(seen: Seen, seat: Seat) -> str:
    state: State = seen.board
    if not state.health[seat]:
        return f"{say('out'):<5} {state.points[seat]:>2}p"
    town = " ♛" if state.resident == seat else ""
    return f"♥{state.health[seat]:<2} {state.points[seat]:>2}p {state.tokens[seat]}t{town}"


def centre(seen: Seen) -> list[Text]:
    in_hand = isinstance(seen.board.phase, Throwing)
    dice = in_play(seen.board) or (() if in_hand else last_thrown(seen, Threw, ThrewAgain))
    faces = [number_face(FACES[face - 1]) for face in dice] if dice else [BLANK] * 6
    return [*draw_by_position(faces, seen.marked), *town(seen)]


def in_play(state: State) -> tuple[int, ...]:
    """The dice of the running turn."""
    match state.phase:
        case Choosing(dice=dice) | Rerolling(dice=dice) | Deciding(dice=dice):
            return dice
        case _:
            return ()


def town(seen: Seen) -> list[Text]:
    state: State = seen.board
    holder = say("nobody") if state.resident is None else seen.names[state.resident]
    match state.phase:
        case Choosing(rerolls_left=left) | Rerolling(rerolls_left=left):
            again = " " + say("rerolls-left", left=left)
        case _:
            again = ""
    return [
        Text(say("holder", name=holder) + again, "bold"),
        Text(say("goal", points=seen.options.threshold), "dim"),
        Text(say("signs"), "dim"),
    ]


def spoken(seen: Seen) -> list[str]:
    state: State = seen.board
    players = [
        say("player", name=name, health=state.health[seat], points=state.points[seat], tokens=state.tokens[seat])
        for seat, name in enumerate(seen.names)
    ]
    return [*players, town(seen)[0].plain, *by_position([FACES[face - 1] for face in in_play(state)])]

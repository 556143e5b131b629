"""King of StLucia: health, points and tokens, who holds the town, six dice."""

from rich.text import Text

from dicehall.cli.boards.parts import Seen
from dicehall.cli.dice import BLANK, draw, number_face
from dicehall.rules.stlucia import State, Threw, ThrewAgain
from dicehall.rules.values import Seat

FACES = "123HAP"


def status(seen: Seen, seat: Seat) -> str:
    state: State = seen.board
    if not state.health[seat]:
        return f"out   {state.points[seat]:>2}p"
    town = " ♛" if state.resident == seat else ""
    return f"♥{state.health[seat]:<2} {state.points[seat]:>2}p {state.tokens[seat]}t{town}"


def centre(seen: Seen) -> list[Text]:
    dice = current_dice(seen)
    faces = [number_face(FACES[face - 1]) for face in dice] if dice else [BLANK] * 6
    words = ["again" if index in seen.marked else str(index + 1) for index in range(6)]
    return [*draw(faces, words), *town(seen)]


def current_dice(seen: Seen) -> tuple[int, ...]:
    dice: tuple[int, ...] | None = getattr(seen.board.phase, "dice", None)
    if dice is not None:
        return dice
    thrown = [event for event in seen.history[-20:] if isinstance(event, Threw | ThrewAgain)]
    return thrown[-1].dice if thrown else ()


def town(seen: Seen) -> list[Text]:
    state: State = seen.board
    holder = "nobody" if state.resident is None else seen.names[state.resident]
    left = getattr(state.phase, "rerolls_left", None)
    again = "" if left is None else f" Re-rolls left: {left}."
    return [Text(f"In StLucia: {holder}.{again}", "bold"), Text("♥ health  p points  t tokens  ♛ in StLucia", "dim")]


def spoken(seen: Seen) -> list[str]:
    state: State = seen.board
    players = [
        f"{name}: health {state.health[seat] or 'none, out'}, points {state.points[seat]}, tokens {state.tokens[seat]}"
        for seat, name in enumerate(seen.names)
    ]
    dice = getattr(state.phase, "dice", None)
    shown = [f"Dice: {' '.join(FACES[face - 1] for face in dice)}"] if dice else []
    return [*players, town(seen)[0].plain, *shown]

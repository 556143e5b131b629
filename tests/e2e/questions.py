"""Every kind of question that a game asks, and a table at which it is asked of somebody right now."""

from random import Random
from typing import Any

from tests.e2e.person import Person, aside
from tests.e2e.places import MOST_GAMES
from tests.server.kit import Client, awaited, come_in, over

Options = dict[str, Any]
QUESTIONS: dict[str, tuple[tuple[str, Options], ...]] = {
    "peril": (("throw", {}), ("pick", {})),
    "mindroll": (("call", {}), ("call reveal", {})),
    "three_dice": (
        ("throw", {}),
        ("keep reroll", {}),
        ("award", {}),
        ("award", {"award_split": True}),
    ),
    "stlucia": (("throw", {}), ("keep reroll", {}), ("leave stay", {})),
    "bluff": (
        ("claim", {}),
        ("call_bluff claim", {}),
        ("accept call_bluff", {"laps": 1}),
        ("decline_immunity play_immunity", {}),
    ),
}
"""By the moves that are offered, with the options that lead to it."""
MOST_SEATS = {"peril": 10, "mindroll": 10, "three_dice": 12, "stlucia": 12, "bluff": 7}
PATIENT_BOTS = "accept call_bluff"
"""Asked once nobody has called all round. Seven good bots hardly ever get there; those that play at random do."""
PATIENT = 600
"""Seconds; longer than anyone looks at a question."""


def asked(me: Person, game: str, seats: int, question: str, options: Options) -> str:
    """Play with bots, by chance and from another window, until this is asked of me; returns the code of the table."""
    cookie, rng = me.cookie, Random(seats)

    async def played() -> str:
        mine = await come_in(me.url, cookie=cookie)
        bots = ["uniform" if question == PATIENT_BOTS else "normal"] * (seats - 1)
        for _ in range(MOST_GAMES):
            code = await mine.open(game, options=options, bots=bots, seats=seats, clock=PATIENT)
            await mine.do(code, "start")
            if await _comes(mine, code, question, rng):
                await mine.close()
                return code
            await mine.do(code, "close")
        raise AssertionError(f"in {MOST_GAMES} games of {game} nobody was asked to {question}")

    return aside(played())


async def _comes(mine: Client, code: str, question: str, rng: Random) -> bool:
    """False where the game is over before."""
    while True:
        table = await mine.until(lambda: awaited(mine, code))
        if over(mine, code):
            return False
        kinds = _kinds(mine, code)
        if " ".join(kinds) == question:
            return True
        if kinds == ["throw"]:
            await mine.do(code, "throw")
        else:  # each kind of move is as likely, however many there are of it
            kind = rng.choice(kinds)
            await mine.do(code, "move", moves=[rng.choice([m for m in mine.options(code) if m["type"] == kind])])
        await mine.until(lambda table=table: mine.tables[code]["version"] > table["version"])  # type: ignore[misc]


def _kinds(mine: Client, code: str) -> list[str]:
    if mine.tables[code]["waiting"]["type"] == "chance":
        return ["throw"]
    return sorted({move["type"] for move in mine.options(code)})

"""Hosts and accounts that play for the leaderboard instead of the game, over whole evenings at rated tables.

`python -m tests.hostile.hosts` prints what it brings them, and what it brought before rulings H-07 to H-10.
"""

from collections.abc import Callable
from contextlib import closing
from random import Random
from typing import Any

from msgspec.structs import replace

from dicehall.ports import Finished
from dicehall.table.core.commands import Close, Kick, Leave, Readmit, Ready, Reset, Sit, Start
from tests.at_once import at_once
from tests.kit.scale import scaled
from tests.store.evenings import Hall
from tests.table.kit import ANN, BOB, CID, DEE, Evening, lobby

GAMES = scaled(17, least=17)
EVENING = 1_800_000_000.0
DAY = 24 * 60 * 60
MATCH: dict[str, Any] = {"game": "mindroll", "seats": 2, "options": {"rounds": 9, "turn_order": "seat"}}

Cheat = Callable[[Evening, Random], None]
"""What the host does in the middle of a game."""


def rated_game(seed: int, *, before: bool = False) -> Evening:
    """Two accounts play some rounds of a match of nine; Ann hosts."""
    evening = lobby(ANN, BOB, seed=seed, **MATCH)
    evening.inputs = evening.inputs._replace(is_account={ANN, BOB, CID, DEE}.__contains__)
    evening.do(BOB, Ready()).do(ANN, Start())
    assert evening.play.rated
    if before:
        began_before(evening)
    luck = Random(seed)
    for _ in range(luck.randint(4, 12)):
        if evening.table.playing is not None:
            evening.step()
    return evening


def began_before(evening: Evening) -> None:
    """As a game that began before H-07 to H-10: it keeps the rules that it began with."""
    play = replace(evening.play, started=replace(evening.play.started, accounts=None))
    evening.table = replace(evening.table, play=play)


def is_ahead(evening: Evening) -> bool:
    mine, theirs = evening.play.state.board.scores
    return bool(mine > theirs)


def kicks_ahead_and_resets_behind(evening: Evening, _luck: Random) -> None:
    """No loss in seventeen games, before H-07 and H-08."""
    evening.do(ANN, Kick(BOB) if is_ahead(evening) else Reset())


def always_kicks(evening: Evening, _luck: Random) -> None:
    evening.do(ANN, Kick(BOB))


def closes_behind(evening: Evening, _luck: Random) -> None:
    if not is_ahead(evening):
        evening.do(ANN, Close())


def kicks_and_then_resets(evening: Evening, luck: Random) -> None:
    """Perhaps nobody is left who has to agree."""
    evening.do(ANN, Kick(BOB))
    if luck.random() < 0.5:
        evening.do(ANN, Readmit(BOB))
    if evening.table.playing is not None:
        evening.do(ANN, Reset())


CHEATS: list[Cheat] = [kicks_ahead_and_resets_behind, always_kicks, kicks_and_then_resets]


def evening_of(cheat: Cheat, *, before: bool = False) -> list[Finished]:
    finished = []
    for seed in range(GAMES):
        evening = rated_game(seed, before=before)
        if evening.table.playing is not None:
            cheat(evening, Random(seed))
        game = replace(evening.to_the_end().game, ended=EVENING + 600 * seed)
        finished.append(replace(game, accounts=None) if before else game)
    return finished


# Accounts that farm each other


def farmed(games: int, *, before: bool = False) -> list[Finished]:
    """Bob gives up as soon as someone has moved, again and again."""
    evening = lobby(ANN, BOB, **MATCH)
    evening.inputs = evening.inputs._replace(is_account={ANN, BOB}.__contains__)
    finished = []
    for number in range(games):
        evening.bodies.clear()
        evening.do(BOB, Ready()).do(ANN, Start()).step().do(BOB, Leave())
        game = replace(evening.game, ended=EVENING + number)
        finished.append(replace(game, accounts=None) if before else game)
        evening.do(BOB, Sit())
    return finished


def told(games: list[Finished]) -> str:
    """What Ann has of them."""
    with closing(Hall()) as hall:
        hall.counts(*games)
        if not at_once(hall.results.tallies(ANN)):
            return "no win, no loss"
        mine = hall.tally(ANN)
        return f"{mine.won} won, {mine.lost} lost, rating {mine.rating:.0f}"


def main() -> None:
    for cheat in CHEATS:
        name = cheat.__name__.replace("_", " ")
        print(f"{GAMES} games of a host who {name}: {told(evening_of(cheat))}")
        print(f"  before: {told(evening_of(cheat, before=True))}")
    print(f"{GAMES} games of a day in which the other gives up: {told(farmed(GAMES))}")
    print(f"  before: {told(farmed(GAMES, before=True))}")
    honest = [replace(game, ended=EVENING + DAY * day) for day in range(2) for game in farmed(1)]
    print(f"Two such games on two days: {told(honest)}")


if __name__ == "__main__":
    main()

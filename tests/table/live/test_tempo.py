"""How long bots seem to think: by chance and by what everyone can see, never by their dice."""

from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from dicehall.bots.characters import CHARACTERS
from dicehall.rules.values import Move, Seat
from dicehall.table.core.commands import BotTurn
from dicehall.table.core.state import Table
from dicehall.table.live.bots import LONGEST, PATIENCE, PAUSE, SHORTEST, Bots, tempo
from dicehall.table.live.presence import Presence
from tests.table.kit import ANN, HALL, running


@dataclass
class Still:
    """A table at one moment; what its bots do there is not carried out."""

    table: Table
    code: str = "kiro"
    presence: Presence = field(default_factory=Presence)
    is_writing: bool = False
    moved: list[Any] = field(default_factory=list)

    def bot_moves(self, seat: Seat, move: Move | None) -> None:
        self.moved.append((seat, move))


def with_other_dice(table: Table, rng: Random) -> Table:
    """The same to everyone but the players: the hidden dice are dealt differently."""
    play = table.play
    assert play is not None
    dice = list(play.state.dice)
    rng.shuffle(dice)
    return replace(table, play=replace(play, state=replace(play.state, dice=tuple(dice))))


@pytest.mark.parametrize("game", ["mindroll", "bluff"])
def test_a_bots_delay_does_not_depend_on_any_secret(game: str) -> None:
    """Two evenings that differ only in hidden dice: the bots choose differently, and take the same time for it."""
    differences = sum(differences_and_equal_delays(game, seed) for seed in range(6))
    assert differences, "or nothing would have been tried"


def differences_and_equal_delays(game: str, seed: int) -> int:
    """How often the bots have chosen differently."""
    evening, rng = running(ANN, bots=("normal",) * 3, game=game, options={"rounds": 5}, seed=seed), Random(seed)
    different = 0
    real, other = Bots(Random(1), PAUSE), Bots(Random(1), PAUSE)
    delays = []
    for _ in range(300):
        if evening.table.playing is None:
            break
        seat = evening.play.due[0].seat
        if evening.play.level_of(seat) is None:
            evening.step()
            real.person_acted()
            other.person_acted()
            continue
        here, there = Still(evening.table), Still(with_other_dice(evening.table, rng))
        pauses = []
        for bots, live in ((real, here), (other, there)):
            play = live.table.playing
            assert play is not None
            pauses.append(bots.pause(live, play, seat))
            bots.act(live, live.table.version, seat)
        delays.append(tuple(pauses))
        different += here.moved != there.moved
        evening.do(HALL, BotTurn(*here.moved[0]))
    assert all(one == two for one, two in delays)
    assert len({one for one, _ in delays}) > 2, "chance has its part"
    return different


def test_a_tempo_is_within_its_bounds_and_another_at_every_table() -> None:
    drawn = [tempo("kiro", version) for version in range(500)]
    assert SHORTEST <= min(drawn) < max(drawn) <= LONGEST
    assert drawn != [tempo("fano", version) for version in range(500)]


def test_every_character_has_a_tempo_of_its_own() -> None:
    evening = running(ANN, bots=("normal",) * 8, seats=9)
    live = Still(evening.table)
    play = live.table.playing
    assert play is not None
    pauses = {play.seats[seat]: Bots(Random(1), PAUSE).pause(live, play, seat) for seat in range(1, 9)}
    usual = PAUSE * tempo(live.code, live.table.version)
    assert pauses == {f"bot:{name}": usual * CHARACTERS[name].tempo for name in list(CHARACTERS)[:8]}


def test_all_bots_between_two_people_share_three_seconds() -> None:
    evening, bots = running(ANN, bots=("normal",) * 8, seats=9), Bots(Random(1), PAUSE)
    total = 0.0
    for version in range(40):
        live = Still(replace(evening.table, version=version))
        play = live.table.playing
        assert play is not None
        total += bots.pause(live, play, version % 8 + 1)
    assert round(total, 6) == PATIENCE

"""Talkative bots: they react by chance and by what everyone has seen, under the limits of all reactions."""

from random import Random
from typing import Any

from dicehall.server.live.chatter import LATEST, SOONEST, Remark, remark_on
from dicehall.table.core.events import GameEnded
from dicehall.table.core.state import Play
from dicehall.table.live.services import TableChange
from tests.table.kit import ANN, running
from tests.table.live.test_tempo import with_other_dice


def change(version: int, *events: Any) -> TableChange:
    nothing: Any = None
    return TableChange(version - 1, version, events, nothing, nothing, {}, frozenset(), frozenset())


def remarks(play: Play | None, *events: Any, code: str = "kiro") -> list[Remark]:
    found = (remark_on(code, play, change(version, *events)) for version in range(1, 400))
    return [remark for remark in found if remark is not None]


def test_a_talkative_bot_reacts_to_the_end_now_and_then_a_while_after_it() -> None:
    evening = running(ANN, bots=("normal",) * 3, game="bluff")  # Fox, Otter and Wren
    assert evening.play.seats == (ANN, "bot:Fox", "bot:Otter", "bot:Wren")
    made = remarks(evening.play, GameEnded(1, (0, 1, 2, 3), (4, 3, 1, 2)))
    assert 100 < len(made) < 300
    assert {remark.who for remark in made} == {"bot:Otter"}
    assert {remark.reaction for remark in made} == {"laugh", "heart"}
    assert all(SOONEST <= remark.after <= LATEST for remark in made)


def test_nobody_remarks_on_what_is_no_climax_or_without_people_or_talkative_bots() -> None:
    end = GameEnded(1, (0, 1), (2, 1))
    assert remarks(running(ANN, bots=("normal",) * 3, game="bluff").play) == []
    assert remarks(running(ANN, bots=("normal",), game="bluff", seats=2).play, end) == []
    assert remarks(None, end) == []


def test_a_remark_does_not_depend_on_any_secret() -> None:
    evening = running(ANN, bots=("normal",) * 3, game="bluff").step()
    other = with_other_dice(evening.table, Random(2)).play
    end = GameEnded(1, (0, 1, 2, 3), (4, 3, 1, 2))
    assert remarks(evening.play, end) == remarks(other, end)

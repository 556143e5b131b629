"""A disk that fails during a move: the page says that nobody knows yet, and then what is true."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.crash.halls import MortalHall
from tests.crash.sabotage import BREAK
from tests.crash.vfs import IMPOSSIBLE
from tests.e2e.person import PATIENCE, Persons
from tests.e2e.test_lost_line import MINE, answer, banner, begin, whose_turn

pytestmark = pytest.mark.skipif(bool(IMPOSSIBLE), reason=IMPOSSIBLE)


def test_a_move_in_doubt_is_said_to_be_in_doubt_until_it_is_not(tmp_path: Path, persons: Persons) -> None:
    with MortalHall(tmp_path, sabotage=("break_when_told",)) as hall:
        hall.open()
        ann, ben = persons(hall.url, "Ann"), persons(hall.url, "Ben")
        begin(ann, ben)
        asked, other = whose_turn(ann, ben)
        (tmp_path / BREAK).touch()
        answer(asked)
        for person in (asked, other):
            expect(banner(person)).to_contain_text(
                "The hall does not know yet whether the last move was written.", timeout=PATIENCE
            )
        (tmp_path / BREAK).unlink()
        expect(asked.page.get_by_text("by now it is certain that nothing was played")).to_be_visible(timeout=PATIENCE)
        for person in (asked, other):
            expect(banner(person)).not_to_contain_text("does not know", timeout=PATIENCE)
        answer(asked)
        expect(other.dock).to_have_class(MINE, timeout=PATIENCE)

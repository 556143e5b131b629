"""The whole folder of a hall went back, marks included: only pages that were there know better, and they say so."""

import shutil
from pathlib import Path

from playwright.sync_api import expect

from tests.e2e.person import PATIENCE, Persons
from tests.e2e.test_lost_line import CUT, MINE, answer, begin, is_back, whose_turn
from tests.server.kit import RunningHall

LOST = "The hall has lost what was played here last. A running game is void"


def test_pages_prove_how_far_their_table_was_and_tell_their_players(
    own_hall: RunningHall, tmp_path: Path, persons: Persons
) -> None:
    ann, ben = persons(own_hall.url, "Ann"), persons(own_hall.url, "Ben")
    begin(ann, ben)
    own_hall.stop()
    shutil.copytree(own_hall.data, tmp_path / "before")
    own_hall.start()
    for person in (ann, ben):
        is_back(person)
    asked, other = whose_turn(ann, ben)
    answer(asked)
    expect(other.dock).to_have_class(MINE, timeout=PATIENCE)
    own_hall.kill()
    shutil.rmtree(own_hall.data)
    shutil.copytree(tmp_path / "before", own_hall.data)
    own_hall.start()
    for person in (ann, ben):
        expect(person.page.get_by_text(LOST).first).to_be_visible(timeout=PATIENCE)
        expect(person.page.locator("section.dock.mine")).to_have_count(0)
        is_back(person)
    for person in (ann, ben):
        person.forgive(CUT)

"""A machine of the hall dies in the middle of a game: its people play on elsewhere, and hardly notice."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from dicehall.store.postgres.overview import overview
from tests.e2e.person import Person, Persons, aside, play_to_the_end
from tests.e2e.test_lost_line import CUT, MINE, answer, begin, is_back, story, waits, whose_turn
from tests.e2e.wire import Wire
from tests.engines.nats import Nats
from tests.engines.postgresql import PostgreSQL
from tests.server.kit import RunningHall
from tests.server.nodes.cluster import cluster, until_shared

NOTE_NOTICES = """() => {
  window.notices = [];
  let before = "";
  const look = () => {
    const said = document.querySelector(".connection [role=status]")?.textContent.trim() ?? "";
    if (said !== before && said !== "") window.notices.push(said);
    before = said;
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
}"""
"""From now on the page keeps what it says about its line, each time that it says something else."""


@pytest.fixture
def database(postgresql: PostgreSQL) -> str:
    return postgresql.new_database()


@pytest.fixture
def nodes(database: str, nats: Nats, tmp_path: Path) -> Iterator[list[RunningHall]]:
    with cluster(tmp_path, database, nats.url, "one", "other") as running:
        aside(until_shared(database, "one", "other"))
        yield running


def test_players_hardly_notice_that_a_node_has_died(nodes: list[RunningHall], database: str, persons: Persons) -> None:
    one, other = nodes
    with Wire(one.port, other.port) as wire:
        ann, ben = people = persons(wire.url, "Ann"), persons(other.url, "Ben")
        code = begin(ann, ben)
        assert tables_of(database)["one"] == 1
        asked, next = whose_turn(ann, ben)
        answer(asked)
        waits(asked.dock)
        expect(next.dock).to_have_class(MINE)
        before = [story(person.page).all_inner_texts() for person in people]
        assert all(before)
        for person in people:
            person.page.evaluate(NOTE_NOTICES)

        one.kill()
        play_to_the_end(ann, ben)

        for person, told in zip(people, before, strict=True):
            is_back(person)
            assert is_told_once(person, code)[: len(told)] == told, "nothing that was answered is lost"
            person.forgive(CUT)
        assert lost_lines(ann) == 1
        assert lost_lines(ben) <= 1, "their own node lives, but may have been out of breath"


def tables_of(database: str) -> dict[str, int]:
    """By node."""
    return {row.name: row.tables for row in aside(overview(database))}


def is_told_once(person: Person, code: str) -> list[str]:
    """The story; it is the one that a window tells that has seen nothing of it happen."""
    told = story(person.page).all_inner_texts()
    fresh = person.new_page()
    fresh.goto(f"/t/{code.upper()}")
    expect(story(fresh)).to_have_text(told)
    return told


def lost_lines(person: Person) -> int:
    """How often the page has said so."""
    return sum("Connection lost." in notice for notice in person.page.evaluate("notices"))

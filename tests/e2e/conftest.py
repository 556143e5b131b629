"""A real browser, and a real hall for each module."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.e2e import chromium
from tests.e2e.person import Person, Persons
from tests.e2e.places import claim
from tests.engines.fixtures import nats, postgresql
from tests.server.kit import RunningHall

__all__ = ["nats", "postgresql"]


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Not for longer: while it is there, no test of this process can run a loop of its own."""
    program = chromium.find()
    if program is None:
        pytest.fail(chromium.CURE, pytrace=False)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=chromium.arguments())
        yield started
        started.close()


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHall]:
    with RunningHall(tmp_path_factory.mktemp("hall") / "data", "--fast") as running:
        yield running


@pytest.fixture
def own_hall(tmp_path: Path) -> Iterator[RunningHall]:
    """For tests that stop or kill it."""
    with RunningHall(tmp_path / "data", "--fast") as running:
        yield running


@pytest.fixture
def persons(browser: Browser) -> Iterator[Persons]:
    """Makes people with browsers of their own. At the end each of them must have heard no complaint of the browser."""
    made: list[Person] = []

    def make(url: str, name: str | None = None, **context: Any) -> Person:
        person = Person(browser, url, name, **context)
        made.append(person)
        return person

    yield make
    complaints = [complaint for person in made for complaint in person.complaints]
    for person in made:
        person.close()
    assert complaints == []


@pytest.fixture
def administrator(own_hall: RunningHall, persons: Persons) -> Person:
    """The person who has claimed the hall."""
    person = persons(own_hall.url)
    claim(own_hall, person)
    return person

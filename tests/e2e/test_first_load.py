"""What a telephone has to fetch before anything is seen: little, and only from the hall itself."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.person import Person, Persons, open_table
from tests.server.kit import RunningHall

MOST = 150_000
"""Bytes as they come over the line, with their headers and fonts."""


class Load:
    """Everything that a window fetches, by address, with its bytes on the line."""

    def __init__(self, page: Page) -> None:
        self.sizes: dict[str, int] = {}
        self._addresses: dict[str, str] = {}
        session = page.context.new_cdp_session(page)
        session.on("Network.requestWillBeSent", lambda sent: self._begin(sent["requestId"], sent["request"]["url"]))
        session.on("Network.loadingFinished", lambda done: self._end(done["requestId"], done["encodedDataLength"]))
        session.on("Network.webSocketCreated", lambda made: self._begin(made["requestId"], made["url"]))
        session.send("Network.enable")

    def _begin(self, request: str, address: str) -> None:
        self._addresses[request] = address
        self.sizes.setdefault(address, 0)

    def _end(self, request: str, size: float) -> None:
        self.sizes[self._addresses[request]] += int(size)

    @property
    def hosts(self) -> set[str]:
        return {urlsplit(address).netloc for address in self.sizes if not address.startswith("data:")}


def settled(person: Person) -> None:
    """Nothing more is on its way, fonts included."""
    person.page.wait_for_load_state("networkidle")
    person.page.evaluate("document.fonts.ready.then(() => true)")


@pytest.mark.parametrize("place", ["the hall", "a table"])
def test_a_first_load_is_small_and_comes_from_the_hall_alone(hall: RunningHall, persons: Persons, place: str) -> None:
    host = persons(hall.url, "Ann")
    path = "/" if place == "the hall" else f"/t/{open_table(host, 'peril').upper()}"
    guest = persons(hall.url)
    load = Load(guest.page)
    guest.go(path)
    expect(guest.page.get_by_role("button", name="Play now" if place == "the hall" else "Sit down as")).to_be_visible()
    settled(guest)
    assert load.hosts == {urlsplit(hall.url).netloc}
    assert any(address.endswith(".woff2") for address in load.sizes), "the fonts were counted"
    assert 10_000 < sum(load.sizes.values()) < MOST, "\n".join(
        f"{size:8} {address}" for address, size in sorted(load.sizes.items(), key=lambda each: -each[1])
    )

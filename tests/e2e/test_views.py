"""What was played can be looked up, downloaded and counted.

The states of these views are mounted without a screen: `web/tests/mounted/views.test.ts`."""

import json

import httpx
from playwright.sync_api import expect

from tests.e2e.person import Person, Persons
from tests.e2e.places import begin, play_on, register
from tests.server.kit import RunningHall


def played(person: Person) -> int:
    """Games that this person has finished; two bots may have ended one before it was theirs to play."""
    answer = httpx.get(f"{person.url}/api/people/{person.me}/games", params={"most": 100})
    return len(answer.raise_for_status().json()["games"])


def test_a_game_is_found_with_its_person_its_record_and_its_dice(hall: RunningHall, persons: Persons) -> None:
    ann = persons(hall.url, "Ann")
    register(ann)
    play_on(ann, begin(ann, "bluff"))
    eve = persons(hall.url)
    eve.go(f"/people/{ann.me}")
    expect(eve.page).to_have_title(f"{ann.name} · Dicehall")
    results = eve.page.get_by_role("region", name="Results")
    expect(results.get_by_role("listitem").filter(has_text="Bluff")).to_contain_text(f"of {played(ann)} game")
    games = eve.page.get_by_role("region", name="Games")
    expect(games.get_by_role("listitem")).to_have_count(played(ann))
    with eve.page.expect_download() as saved:
        games.get_by_role("link", name="Download the record of Bluff").first.click()
    first = saved.value.path().read_text(encoding="utf-8").splitlines()[0]
    assert json.loads(first)["game"] == "bluff"
    eve.go("/dice")
    six = eve.page.get_by_role("region", name="6 sides")
    expect(six.get_by_role("img", name="How often each face of 6 came up")).to_be_visible()

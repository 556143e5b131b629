"""People, dice and the claim link: what was played can be looked up, checked, and a new hall claimed."""

import json

import httpx
from playwright.sync_api import expect

from tests.e2e.person import Person, Persons, aside
from tests.e2e.places import begin, play_on, register
from tests.server.administrators import secret_beside
from tests.server.browser import PASSWORD
from tests.server.kit import RunningHall


def played(person: Person) -> int:
    """Games that this person has finished; two bots may have ended one before it was theirs to play."""
    answer = httpx.get(f"{person.url}/api/people/{person.me}/games", params={"most": 100})
    return len(answer.raise_for_status().json()["games"])


def test_a_person_is_found_with_results_and_records(hall: RunningHall, persons: Persons) -> None:
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


def test_a_person_who_is_not_there_is_not_found(hall: RunningHall, persons: Persons) -> None:
    eve = persons(hall.url)
    eve.page.goto("/people/nobody-of-this-name")
    expect(eve.page.get_by_role("heading", name="Nothing here")).to_be_visible()
    eve.forgive("404")


def test_older_games_come_when_they_are_asked_for(hall: RunningHall, persons: Persons) -> None:
    ann = persons(hall.url, "Otto")
    for _ in range(2):
        play_on(ann, begin(ann, "bluff"))
    ann.page.route("**/games?before=*", lambda route: route.continue_())
    ann.page.route("**/games", lambda route: route.continue_(url=f"{route.request.url}?most=1"))
    ann.go(f"/people/{ann.me}")
    games = ann.page.get_by_role("region", name="Games").get_by_role("listitem")
    expect(games).to_have_count(1)
    ann.press("Older games")
    expect(games).to_have_count(played(ann))


def test_every_die_is_counted(hall: RunningHall, persons: Persons) -> None:
    ann = persons(hall.url, "Dora")
    play_on(ann, begin(ann, "bluff"))
    ann.go("/dice")
    six = ann.page.get_by_role("region", name="6 sides")
    expect(six.get_by_role("img", name="How often each face of 6 came up")).to_be_visible()
    expect(ann.page.get_by_role("heading", name="Check your own game")).to_be_visible()


def test_the_claim_link_makes_an_administrator_once(own_hall: RunningHall, persons: Persons) -> None:
    secret = aside(secret_beside(own_hall))
    operator = persons(own_hall.url)
    operator.go(f"/claim/{secret}")
    operator.page.get_by_label("Name").fill("Olga")
    operator.page.get_by_label("Password").fill(PASSWORD)
    operator.press("Claim the hall")
    expect(operator.page.get_by_role("heading", name="Olga")).to_be_visible()
    expect(operator.page).to_have_url(f"{own_hall.url}/account")
    operator.page.wait_for_function("() => dicehall.you?.kind === 'administrator'")

    late = persons(own_hall.url, "Lena")
    late.go(f"/claim/{secret}")
    expect(late.page.get_by_text("This link does not work")).to_be_visible()
    expect(late.page.get_by_role("button", name="Claim the hall")).to_have_count(0)
    late.forgive("404")

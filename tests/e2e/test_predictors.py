"""The board of the best predictors, and what you see of your own chips and score."""

import re
from contextlib import closing

import pytest
from playwright.sync_api import Locator, expect

from dicehall.store.journal.disk import DiskJournal
from tests.e2e.person import Person, Persons, aside
from tests.e2e.places import register
from tests.server.foretold import foretell
from tests.server.kit import RunningHall


def come_true(hall: RunningHall, **predictions: tuple[str, int, int]) -> None:
    """While the hall is closed: by name who, how sure, and how often it came true."""
    hall.stop()

    async def written() -> None:
        with closing(DiskJournal(hall.data)) as journal:
            for who, chance, times in predictions.values():
                await foretell(journal, who, chance, times)

    aside(written())
    hall.start()


def board(person: Person) -> Locator:
    person.go("/leaderboard")
    person.page.get_by_role("link", name="Predictors").click()
    return person.page.get_by_role("region", name="The best predictors")


def figures(person: Person) -> Locator:
    person.go("/account")
    return person.page.get_by_role("region", name="Predictions")


@pytest.mark.parametrize("viewport", [{"width": 390, "height": 844}, {"width": 1440, "height": 900}])
def test_the_best_predictors_are_ranked_by_their_scores_and_the_page_says_how(
    own_hall: RunningHall, persons: Persons, viewport: dict[str, int]
) -> None:
    eve, flo = (persons(own_hall.url, name, viewport=viewport) for name in ("Eve", "Flo"))
    for person in (eve, flo):
        register(person)
    come_true(own_hall, eve=(eve.me, 60, 30), flo=(flo.me, 90, 31))
    rows = board(eve).get_by_role("row")
    expect(rows).to_have_text(
        [
            re.compile("#.*Name.*Score", re.DOTALL),
            re.compile(f"1.*{flo.name}.*31.*\\+0.55", re.DOTALL),
            re.compile(f"2.*{eve.name}.*You.*30.*\\+0.40", re.DOTALL),
        ],
        use_inner_text=True,
    )
    expect(eve.page.get_by_text("nearer your chances came to what happened than a plain guess")).to_be_visible()
    expect(eve.page.get_by_role("tab")).to_have_count(0)
    eve.page.reload()
    expect(rows).to_have_count(3)
    eve.page.get_by_role("link", name="Bluff").click()
    expect(eve.page.get_by_role("tab", name="People")).to_be_visible()


def test_a_board_that_nobody_is_on_says_what_it_takes(hall: RunningHall, persons: Persons) -> None:
    nobody = persons(hall.url)
    expect(board(nobody).get_by_text("With an account and 30 predictions, you lead.")).to_be_visible()
    expect(nobody.page.get_by_text("Only accounts are on this board.")).to_be_visible()
    nobody.page.get_by_role("link", name="Find a table to watch").click()
    expect(nobody.page.get_by_role("button", name="Play now")).to_be_visible()


def test_you_see_your_chips_your_score_and_how_far_it_is_to_the_board(own_hall: RunningHall, persons: Persons) -> None:
    gus, hugo, ivy = (persons(own_hall.url, name) for name in ("Gus", "Hugo", "Ivy"))
    come_true(own_hall, gus=(gus.me, 60, 28), hugo=(hugo.me, 60, 30))
    expect(figures(ivy)).to_contain_text(re.compile("Chips *100.*Staked *0.*Predictions *0.*Score *–"))
    expect(figures(ivy)).to_contain_text("30 more until you can be on the board.")
    expect(figures(gus)).to_contain_text(re.compile("Predictions *28.*Score *\\+0.40"))
    expect(figures(gus)).to_contain_text("2 more until you can be on the board.")
    expect(figures(hugo)).to_contain_text("Only accounts are on this board.")
    register(hugo)
    expect(figures(hugo)).to_contain_text("Your score counts for the board.")
    figures(hugo).get_by_role("link", name="The best predictors").click()
    expect(hugo.page.get_by_role("cell", name="+0.40")).to_be_visible()


def test_a_hall_without_predictions_has_neither_board_nor_purse(own_hall: RunningHall, persons: Persons) -> None:
    own_hall.stop()
    own_hall.arguments = (*own_hall.arguments, "--no-predictions")
    own_hall.start()
    ann = persons(own_hall.url, "Ann")
    ann.go("/leaderboard")
    expect(ann.page.get_by_role("link", name="All games")).to_be_visible()
    ann.page.wait_for_function("() => dicehall.you !== undefined")
    expect(ann.page.get_by_role("link", name="Predictors")).to_have_count(0)
    ann.go("/account")
    expect(ann.page.get_by_role("region", name="Your data")).to_be_visible()
    expect(figures(ann)).to_have_count(0)

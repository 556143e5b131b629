"""Predicting on the page: by tap and by keyboard, hidden until the pool closes, then paid; never by those who play.

What each state of a pool shows is mounted without a screen: `web/tests/mounted/predictions.test.ts`."""

import re
from contextlib import suppress

from playwright.sync_api import Locator, expect
from playwright.sync_api import TimeoutError as TookTooLong

from tests.e2e.person import MOMENT, PHONE, Person, Persons, open_table, start_together, tab_to, until
from tests.server.browser import fresh_name
from tests.server.kit import RunningHall

ALLOWANCE = 100
TITLE = "Who will win?"
MOST_TAPS = 5


def button(person: Person) -> Locator:
    """That opens the sheet, whatever else it says."""
    return person.page.locator("button.predict")


def sheet(person: Person) -> Locator:
    return person.page.get_by_role("dialog", name=re.compile(f"{re.escape(TITLE)}|Predictions are closed"))


def open_sheet(person: Person) -> None:
    """Taps on a button that has just appeared are ignored: they may have been meant for what was there before."""
    for _ in range(MOST_TAPS):
        button(person).tap()
        with suppress(TookTooLong):
            sheet(person).wait_for(timeout=MOMENT)
            return
    raise AssertionError("the sheet does not open")


def predict(person: Person, winner: Person, chips: int, chance: int) -> None:
    """By tapping a face, a stake and the one big button."""
    open_sheet(person)
    sheet(person).locator("label", has_text=winner.name).tap()
    sheet(person).get_by_role("button", name=f"Stake {chips}", exact=True).tap()
    sheet(person).get_by_role("slider", name="Chance to win").fill(str(chance))
    sheet(person).get_by_role("button", name=f"Predict {winner.name}").tap()
    expect(sheet(person)).to_have_count(0)


def pools(person: Person) -> list[dict[str, object]]:
    return [each for each in person.heard if each["type"] == "pool"]


def play_until(found: Locator, *players: Person) -> None:
    """The players press what they are offered until this is seen."""

    def is_there() -> bool:
        for player in players:
            player.step()
        return found.count() > 0

    until(found.page, is_there, str(found))


def test_two_spectators_predict_on_a_phone_and_by_keyboard_and_are_paid_when_the_game_is_over(
    hall: RunningHall, persons: Persons
) -> None:
    ann, ben, flo = (persons(hall.url, fresh_name()) for _ in range(3))
    eve = persons(hall.url, fresh_name(), **PHONE)
    code = open_table(ann, "bluff", seats=2, options={"rounds": 3}, clock=600).upper()
    for person in (ann, ben, eve, flo):
        person.go(f"/t/{code}")
    start_together(ann, ben)
    expect(button(flo)).to_contain_text("No predictions yet")
    predict(eve, ann, chips=25, chance=70)
    expect(button(eve)).to_contain_text(f"{ann.name}: 25 chips")
    expect(button(flo)).to_contain_text("One prediction · 25 in the pot")
    assert all(each["seats"] is None and each["mine"] is None for each in pools(flo)), "who chose whom stays hidden"
    for player in (ann, ben):
        expect(button(player)).to_have_count(0)
    predict_by_keyboard(flo, ben)

    play_until(button(eve).filter(has_text="Predictions are closed"), ann, ben)
    open_sheet(eve)
    split = sheet(eve).get_by_role("list", name="How the pot is split").get_by_role("listitem")
    expect(split).to_have_text([
        re.compile(f"{ann.name}.*25 chips.*one person"),
        re.compile(f"{ben.name}.*10 chips.*one person"),
    ])  # fmt: skip
    sheet(eve).get_by_role("button", name="Close").tap()

    play_until(eve.page.locator("section.result"), ann, ben)
    winners = until(
        eve.page, lambda: next((each["winners"] for each in pools(eve) if each["winners"]), None), "the end"
    )
    assert isinstance(winners, list)
    gain = {(0,): 10, (1,): -25}.get(tuple(winners), 0)
    for person, gained, chosen in ((eve, gain, ann), (flo, -gain, ben)):
        expect_outcome(person, gained, chosen)


def expect_outcome(person: Person, gain: int, chosen: Person) -> None:
    says = (
        f"You were right! You win {gain} chips." if gain > 0 else f"You predicted {chosen.name} and lose {-gain} chips."
    )
    if gain == 0:
        says = "You were right, and so was everyone: you get your stake back."
    outcome = person.page.get_by_role("region", name=TITLE)
    expect(outcome).to_contain_text(says)
    expect(outcome).to_contain_text(f"You now have {ALLOWANCE + gain} chips.")
    person.go("/account")
    mine = person.page.get_by_role("region", name="Predictions")
    expect(mine).to_contain_text(re.compile(f"Chips *{ALLOWANCE + gain}.*Staked *0.*Predictions *1"))


def predict_by_keyboard(flo: Person, winner: Person) -> None:
    """Ten chips, as the form proposes; the chance one step up from one in two."""
    page, keys = flo.page, flo.page.keyboard
    tab_to(page, button(flo))
    keys.press("Enter")
    tab_to(page, sheet(flo).get_by_role("radio").first)
    keys.press("Space")
    keys.press("ArrowRight")
    expect(sheet(flo).get_by_role("radio", name=winner.name)).to_be_checked()
    tab_to(page, sheet(flo).get_by_role("slider", name="Chance to win"))
    keys.press("ArrowRight")
    send = sheet(flo).get_by_role("button", name=f"Predict {winner.name}")
    tab_to(page, send)
    keys.press("Enter")
    expect(sheet(flo)).to_have_count(0)
    expect(button(flo)).to_contain_text(f"{winner.name}: 10 chips")
    assert pools(flo)[-1]["mine"] == {"seat": 1, "chips": 10, "chance": 51, "paid": None}

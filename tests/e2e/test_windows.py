"""Several windows of one browser, and one browser for several people."""

from pathlib import Path

import httpx
from playwright.sync_api import Route, expect

from tests.e2e.person import Person, Persons, aside, until
from tests.e2e.places import begin, register
from tests.e2e.wire import Wire
from tests.server.administrators import administrator, ban
from tests.server.kit import ROOMY, RunningHall

SECRET = "Only you see it"
HANGING = r"WebSocket connection to '.*' failed|426 \(Upgrade Required\)"
"""What the browser says of a line that cannot be had; then the page asks why, and by then the hall may be back."""


def has_secret(person: Person) -> bool:
    known = "() => JSON.stringify(dicehall.state.tables).includes('\"colour\"')"
    return bool(person.page.evaluate(known)) or SECRET.lower() in person.page.inner_text("body").lower()


def test_a_table_is_left_and_found_again_and_who_is_logged_out_elsewhere_leaves_no_secret_on_the_screen(
    hall: RunningHall, persons: Persons
) -> None:
    ann = persons(hall.url, "Ann of the windows")  # an account keeps its name to itself, and others here are called Ann
    register(ann)
    code = begin(ann, "mindroll").upper()
    leaves_before_the_board_has_come(ann, code)
    ann.go(f"/t/{code}")
    ann.dock.wait_for()
    ann.page.get_by_role("link", name="Back to the hall").click()
    back = ann.page.get_by_role("link", name=f"at MindRoll, table {code}")
    expect(back).to_be_visible()
    ann.go("/")  # the page is opened again
    back.click()
    ann.dock.wait_for()
    assert has_secret(ann)
    httpx.delete(f"{hall.url}/api/sessions", headers={"Cookie": ann.cookie}).raise_for_status()
    ann.page.wait_for_function("() => dicehall.you === null && Object.keys(dicehall.state.tables).length > 0")
    assert not has_secret(ann)
    ann.forgive(HANGING)


def leaves_before_the_board_has_come(ann: Person, code: str) -> None:
    """Which leaves no warning in the console."""
    held: list[Route] = []
    ann.page.route("**/assets/mindroll-*.js", lambda route: held.append(route))  # noqa: PLW0108, a builtin is no handler
    ann.go(f"/t/{code}")
    until(ann.page, lambda: held, "the request for the board")
    ann.page.evaluate("dicehall.unwatch(location.pathname.slice(3))")
    for route in held:
        route.continue_()
    ann.page.unroute("**/assets/mindroll-*.js")
    ann.page.wait_for_load_state("networkidle")


def test_two_windows_of_nobody_become_one_guest_and_a_window_too_many_opens_when_another_is_closed(
    tmp_path: Path, persons: Persons
) -> None:
    with RunningHall(tmp_path / "data", limits=(*ROOMY, "sockets_per_person=2")) as hall:
        twin = persons(hall.url)
        twin.go("/account")
        other = twin.new_page()
        other.goto("/account")
        twin.page.get_by_label("Name").first.fill("Twin")
        twin.press("Play as a guest")
        for page in (twin.page, other):
            expect(page.get_by_role("heading", name="Twin", exact=True)).to_be_visible()
            page.wait_for_function("() => dicehall.line === 'open' && dicehall.you !== null")
        third = twin.new_page()
        third.goto("/")
        told = "You can’t connect right now. At most 2 open sockets per person; close a window somewhere."
        expect(third.get_by_role("status").filter(has_text=told)).to_be_visible()
        other.close()
        third.wait_for_function("() => dicehall.line === 'open'")
        expect(third.get_by_role("status").filter(has_text="You can’t connect")).to_have_count(0)
    twin.forgive(f"{HANGING}|429")


def test_who_is_banned_while_the_line_is_cut_is_told_why(hall: RunningHall, persons: Persons) -> None:
    with Wire(hall.port) as wire:
        ann = persons(wire.url, "Ann")
        ann.go("/")
        ann.page.wait_for_function("() => dicehall.line === 'open'")
        who = ann.me
        ann.wait_until_loaded()
        wire.cut()
        expect(ann.page.get_by_role("status").filter(has_text="Connection lost")).to_be_visible()
        aside(banned(hall, who))
        wire.mend()
        expect(ann.page.get_by_role("status").filter(has_text="Shouting at people")).to_be_visible()
        expect(ann.page.get_by_role("button", name="Try now")).to_have_count(0)
    ann.forgive(f"{HANGING}|ERR_|403")


async def banned(hall: RunningHall, who: str) -> None:
    async with administrator(hall) as http:
        (await ban(http, who)).raise_for_status()

"""At the end of each game the page checks the dice by itself: a seal says so, and a broken one says what is wrong."""

import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, Route, expect

from tests.e2e.person import Person, Persons, aside, open_table, start_together
from tests.e2e.test_accessible import sheet_passes_the_checker_and_fits
from tests.e2e.test_hosting import finish_apart
from tests.server.browser import fresh_name
from tests.server.kit import SHORT, RunningHall

HEADING = "Were the dice fair?"
RECORDS = "**/api/tables/*/games/*"
CHECKER = "**/assets/checker-*.js"
PICTURES = os.environ.get("SEAL_PICTURES")
"""A folder for pictures of the seal, to look at."""
ROOT = Path(__file__).parents[2]
NAMESPACE = "192.0.2.1"
"""An address of no machine, given to one inside a network of its own."""
IN_NAMESPACE = (
    "unshare",
    "-rn",
    "sh",
    "-c",
    f'ip link set lo up && ip addr add {NAMESPACE}/32 dev lo && exec "$@"',
    "sh",
)


PHONE = {"viewport": {"width": 390, "height": 844}}


def play(host: Person, guest: Person) -> str:
    """They sit down and see the end; the moves are made in other windows."""
    code = open_table(host, "mindroll", seats=2, options=SHORT)
    for person in (host, guest):
        person.go(f"/t/{code.upper()}")
    start_together(host, guest)
    play_on(code, host, guest)
    return code


def play_on(code: str, *people: Person) -> None:
    aside(finish_apart(people[0].url, code, *(person.cookie for person in people)))


def seal(person: Person, name: str) -> Locator:
    found = person.page.get_by_role("button", name=name, exact=True)
    expect(found).to_be_visible()
    return found


def told(sheet: Locator, outcome: str) -> Locator:
    """What the sheet lists with this sign."""
    return sheet.get_by_role("listitem").filter(has=sheet.page.get_by_role("img", name=outcome, exact=True))


def opened(person: Person, name: str) -> Locator:
    seal(person, name).click()
    sheet = person.page.get_by_role("dialog", name=HEADING)
    expect(sheet).to_be_visible()
    return sheet


def picture(person: Person, name: str) -> None:
    if PICTURES:
        for theme in ("dark", "light"):
            person.page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
            person.page.screenshot(path=Path(PICTURES) / f"{name}-{theme}.png")


def evidence(person: Person, sheet: Locator, button: str = "Save the evidence") -> dict[str, Any]:
    with person.page.expect_download() as download:
        sheet.get_by_role("button", name=button).click()
    return dict(json.loads(Path(download.value.path()).read_text()))


def on_the_way(person: Person, change: Callable[[list[dict[str, Any]]], None]) -> None:
    """Somebody changes the record between the hall and this browser."""

    def tamper(route: Route) -> None:
        lines = [json.loads(line) for line in httpx.get(route.request.url).text.splitlines()]
        change(lines)
        body = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
        route.fulfill(body=body, content_type="application/x-ndjson")

    person.page.route(RECORDS, tamper)


def another_die(lines: list[dict[str, Any]]) -> None:
    roll = next(line["move"] for line in lines if line.get("move", {}).get("type") == "rolled")
    roll["faces"][0] = 1 + roll["faces"][0] % 6


def another_seed(lines: list[dict[str, Any]]) -> None:
    lines[0]["dice"]["client_seeds"] = ["forged" for _ in lines[0]["dice"]["client_seeds"]]


def another_commitment(lines: list[dict[str, Any]]) -> None:
    commit = lines[0]["dice"]["commit"]
    lines[0]["dice"]["commit"] = commit[:-1] + ("1" if commit.endswith("0") else "0")


def a_line_less(lines: list[dict[str, Any]]) -> None:
    del lines[-1]


def another_signature(lines: list[dict[str, Any]]) -> None:
    log = lines[0]["dice"]["log"]
    log["end"]["signature"] = log["start"]["signature"]


CHANGES: dict[str, Callable[[list[dict[str, Any]]], None]] = {
    "In line 2 the record says": another_die,
    "Your seed in the record is not one that this page sent.": another_seed,
    "The commitment in the record is not the one that this page saw": another_commitment,
    "The record was changed: its digest does not match its lines.": a_line_less,
    "The hall’s signature does not fit this record.": another_signature,
}


def test_players_see_that_their_dice_were_checked_and_a_changed_record_breaks_the_seal(
    hall: RunningHall, persons: Persons
) -> None:
    host, guest = persons(hall.url, fresh_name(), **PHONE), persons(hall.url, fresh_name())
    code = play(host, guest)
    host.page.reload()  # what was seen before the game is not forgotten
    for person in (host, guest):
        sees_that_all_holds(person)
        person.press("Close")
    a_latecomer_sees_what_could_not_be_checked(persons(hall.url, fresh_name()), code)
    kept = breaks_the_seal(host)
    host.page.reload()
    for person in (host, guest):
        seal(person, "Dice checked")
        person.press("Play again")
    for person in (host, guest):
        expect(person.page.locator("section.result")).to_have_count(0)
        expect(person.board).to_be_visible()
    play_on(code, host, guest)
    expect(
        told(opened(host, "Dice checked"), "Holds").filter(has_text="the same key as in earlier games")
    ).to_be_visible()

    host.go("/dice")
    again = evidence(host, host.page.get_by_role("main"), f"{code.upper()}-1-evidence.json")
    again.pop("at")
    assert again == kept
    host.press("Throw this evidence away")
    expect(host.page.get_by_text("Your browser keeps what it saw")).to_have_count(0)


def sees_that_all_holds(person: Person) -> None:
    sheet = opened(person, "Dice checked")
    for sentence in (
        "all 64 digits of its commitment match",
        "The secret that the hall revealed is the one",
        "Your own seed was mixed into the dice.",
        "follow from the secret and the seeds.",
        "Nothing in the record was changed",
        "The hall signed its commitment",
        "The game is in the hall’s public log",
    ):
        expect(told(sheet, "Holds").filter(has_text=sentence)).to_be_visible()
    expect(told(sheet, "Does not hold")).to_have_count(0)


def a_latecomer_sees_what_could_not_be_checked(eve: Person, code: str) -> None:
    eve.go(f"/t/{code.upper()}")
    sheet = opened(eve, "Dice partly checked")
    expect(told(sheet, "Not checked").filter(has_text="You were not here at the start.")).to_be_visible()
    expect(told(sheet, "Not checked").filter(has_text="You did not play")).to_be_visible()
    expect(told(sheet, "Holds").filter(has_text="follow from the secret and the seeds.")).to_be_visible()


def breaks_the_seal(host: Person) -> dict[str, Any]:
    """Whatever is changed on the way; returns the evidence."""
    for reason, change in CHANGES.items():
        on_the_way(host, change)
        host.page.reload()
        sheet = opened(host, "Dice check failed")
        expect(told(sheet, "Does not hold").filter(has_text=reason)).to_be_visible()
        host.page.unroute(RECORDS)
    kept = evidence(host, sheet)
    kept.pop("at")
    assert kept["record"].startswith('{"game":"mindroll"')
    assert kept["seen"]["started"]["commit"] == kept["seen"]["commit"]
    assert any(check["outcome"] == "failed" for check in kept["checks"])
    return kept


def test_the_seal_is_for_keyboards_readers_and_small_screens(hall: RunningHall, persons: Persons) -> None:
    host = persons(hall.url, fresh_name(), **PHONE)
    host.page.route(RECORDS, lambda route: route.fulfill(status=404, body=""))
    code = open_table(host, "mindroll", bots=["normal"], seats=2, options=SHORT)
    host.go(f"/t/{code.upper()}")
    host.press("Start")
    expect(host.board).to_be_visible()
    play_on(code, host)
    sheet = opened(host, "Dice not checked")
    host.page.unroute(RECORDS)
    host.page.route(CHECKER, lambda route: route.abort())  # the thread that checks cannot be had either
    with host.page.expect_event("requestfailed"):
        sheet.get_by_role("button", name="Try again").click()
    expect(sheet.get_by_role("button", name="Try again")).to_be_visible()
    host.page.unroute(CHECKER)
    on_the_way(host, another_die)
    sheet.get_by_role("button", name="Try again").click()
    expect(sheet.get_by_text("In line 2 the record says")).to_be_visible()
    host.page.keyboard.press("Escape")
    host.forgive("404")
    host.forgive("ERR_FAILED")
    is_for_everyone(host, "Dice check failed", "phone")
    host.page.unroute(RECORDS)
    host.page.reload()
    host.page.set_viewport_size({"width": 1280, "height": 800})
    is_for_everyone(host, "Dice checked", "desktop")


def is_for_everyone(person: Person, name: str, shape: str) -> None:
    page = person.page
    button = seal(person, name)
    picture(person, f"result-{shape}")
    button.focus()
    page.keyboard.press("Enter")
    sheet = page.get_by_role("dialog", name=HEADING)
    expect(sheet).to_be_visible()
    picture(person, f"sheet-{shape}")
    sheet_passes_the_checker_and_fits(page)
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(button).to_be_focused()


def test_dice_are_checked_where_a_browser_cannot_hash_by_itself(tmp_path: Path) -> None:
    """In a network of its own, or at this machine's address where no such network can be made."""
    inside = shutil.which("unshare") and subprocess.run([*IN_NAMESPACE, "true"], check=False).returncode == 0
    start, address = (IN_NAMESPACE, NAMESPACE) if inside else ((), socket.gethostbyname(socket.gethostname()))
    if address.startswith("127."):
        pytest.fail("There is no address but the loopback here, and no network of its own can be made.", pytrace=False)
    command = [*start, sys.executable, "-m", "tests.e2e.plain_http", address, str(tmp_path / "data")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "secure context: False\ncrypto.subtle: undefined\nseal: Dice checked\n" in done.stdout
    assert "follow from the secret and the seeds." in done.stdout
    assert "The hall signed" in done.stdout

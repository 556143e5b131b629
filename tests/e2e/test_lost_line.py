"""Losing the line is not leaving: the seat is kept, and anyone who comes back finds the same question."""

import json
import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest
from playwright.sync_api import Locator, Page, Route, WebSocketRoute, expect

from tests.e2e.person import Person, Persons, open_table, start_together, until
from tests.e2e.wire import Wire
from tests.server.gates.processes import gates_of, is_gate
from tests.server.kit import SHORT, RunningHall

CUT = r"WebSocket connection to '.*' failed|Failed to load resource: net::ERR|426 \(Upgrade Required\)"
"""What the browser says of a line that breaks, or that cannot be had, and of what was on its way just then.

The page asks why it was turned away, and is told that nothing is wrong where the hall is back by then."""

MINE = re.compile(r"\bmine\b")


@pytest.fixture
def wire(hall: RunningHall) -> Iterator[Wire]:
    with Wire(hall.port) as carrying:
        yield carrying


@pytest.fixture
def gated_hall(tmp_path: Path) -> Iterator[RunningHall]:
    """Two gates hold its sockets."""
    with RunningHall(tmp_path / "data", "--fast", "--workers", "3") as running:
        yield running


# The line is cut


def test_a_cut_line_says_so_and_comes_back_to_the_same_question_and_with_what_has_happened_meanwhile(
    hall: RunningHall, wire: Wire, persons: Persons
) -> None:
    ann, ben = persons(wire.url, "Ann"), persons(hall.url, "Ben")
    ann.page.clock.install()
    begin(ann, ben)
    until_asked(ann, ben)
    question = asked_of(ann)
    ann.wait_until_loaded()
    wire.cut()
    expect(banner(ann)).to_contain_text("Connection lost. Your seat is kept.")
    expect(ben.page.get_by_text("reconnecting")).to_be_visible()
    wire.mend()
    is_back(ann)
    expect(ben.page.get_by_text("reconnecting")).to_have_count(0)
    is_asked(ann, question)
    answer(ann)
    expect(ben.dock).to_have_class(MINE)
    hears_what_has_happened_meanwhile(ann, ben, wire)
    is_told_when_offline(ann, wire)
    tries_at_once(ann, wire)
    ann.forgive(CUT)


def hears_what_has_happened_meanwhile(ann: Person, ben: Person, wire: Wire) -> None:
    expect(ann.dock).not_to_have_class(MINE)
    told = story(ben.page).count()
    expect(story(ann.page)).to_have_count(told)
    before = story(ann.page).all_inner_texts()
    ann.wait_until_loaded()
    wire.cut()
    expect(banner(ann)).to_contain_text("Connection lost.")
    answer(ben)
    expect(story(ben.page)).to_have_count(told + 1)
    wire.mend()
    expect(ann.dock).to_have_class(MINE)
    news = story(ben.page).last.inner_text().replace("You call", f"{ben.name} calls")
    expect(story(ann.page)).to_have_text([*before, news])


def is_told_when_offline(ann: Person, wire: Wire) -> None:
    is_back(ann)
    ann.wait_until_loaded()
    ann.context.set_offline(True)
    wire.cut()
    expect(banner(ann)).to_contain_text("You’re offline. Your seat is kept.")
    wire.mend()
    ann.context.set_offline(False)
    is_back(ann)


def tries_at_once(ann: Person, wire: Wire) -> None:
    """Who does not want to wait."""
    ann.go("/")
    expect(ann.page.get_by_role("heading", name="Open tables")).to_be_visible()
    is_back(ann)
    ann.wait_until_loaded()
    ann.page.clock.pause_at(ann.page.evaluate("Date.now()") + 1000)  # from now on the page never tries by itself
    wire.cut()
    expect(banner(ann)).to_contain_text("Connection lost.")
    wire.mend()
    ann.press("Try now")
    is_back(ann)


def test_a_table_that_cannot_be_reached_for_a_moment_is_asked_for_again_and_its_story_is_told_once_after_a_reload(
    hall: RunningHall, persons: Persons
) -> None:
    ann = persons(hall.url, "Ann")
    code = open_table(ann, "bluff")
    is_asked_for_again(ann, code)
    ann.page.close()  # from now on its frames are noted
    ann.page = ann.new_page()
    ann.go(f"/t/{code.upper()}")
    expect(story(ann.page)).not_to_have_count(0)
    is_told_once_after_a_reload(ann)


def is_asked_for_again(ann: Person, code: str) -> None:
    """As while it moves from one machine to another."""
    refused: list[str] = []

    def listen(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            asked = json.loads(message)
            if asked["type"] == "watch" and not refused:
                refused.append(asked["table"])
                refusal = {"type": "refused", "id": asked["id"], "reason": "unreachable", "message": "Not now."}
                socket.send(json.dumps(refusal))
            else:
                server.send(message)

        socket.on_message(pass_on)

    ann.page.route_web_socket(re.compile("/ws$"), listen)
    ann.page.clock.install()
    ann.go(f"/t/{code.upper()}")
    until(ann.page, lambda: refused, "a refusal")

    def is_there() -> bool:
        ann.page.clock.run_for(1000)
        return story(ann.page).count() > 0

    until(ann.page, is_there, "the table")
    assert refused == [code]


def is_told_once_after_a_reload(ann: Person) -> None:
    """Two parts of the page want a table at which you sit: the way back to your seat, and the table itself."""
    told = story(ann.page).all_inner_texts()
    held: list[Route] = []
    ann.page.route("**/assets/Table-*.js", lambda route: held.append(route))  # noqa: PLW0108, a builtin is no handler
    heard = len(ann.frames)
    ann.page.reload(wait_until="commit")
    until(ann.page, lambda: any(each["type"] == "table" for each in ann.heard[heard:]), "the table where Ann sits")
    for route in held:
        route.continue_()
    expect(story(ann.page)).to_have_text(told)
    ann.wait_until_loaded()
    assert [each["type"] for each in ann.heard[heard:]].count("table") == 1


# The hall goes away


def test_a_hall_that_goes_away_says_so_and_comes_back_with_the_same_question(
    own_hall: RunningHall, persons: Persons
) -> None:
    ann, ben = persons(own_hall.url, "Ann"), persons(own_hall.url, "Ben")
    code = open_table(ann, "mindroll", options=SHORT, seats=2)
    ann.go(f"/t/{code.upper()}")
    a_part_that_cannot_be_fetched_comes_with_the_hall(own_hall, ann)
    ben.go(f"/t/{code.upper()}")
    start_together(ann, ben)
    until_asked(ann, ben)
    for asked, other, go_away, told in (
        (ann, ben, RunningHall.kill, "Connection lost. Your seat is kept."),
        (ben, ann, RunningHall.stop, "The hall is restarting. Your seat is kept, and all clocks are paused."),
    ):
        expect(asked.dock).to_have_class(MINE)
        question = asked_of(asked)
        for person in (ann, ben):
            person.wait_until_loaded()
        go_away(own_hall)
        for person in (ann, ben):
            expect(banner(person)).to_contain_text(told)
        own_hall.start()
        for person in (ann, ben):
            is_back(person)
        is_asked(asked, question)
        answer(asked)
        expect(other.dock).to_have_class(MINE)
    for person in (ann, ben):
        person.forgive(f"{CUT}|Failed to fetch dynamically imported module|Unable to preload")


def a_part_that_cannot_be_fetched_comes_with_the_hall(hall: RunningHall, ann: Person) -> None:
    """The page stays as long as there is no other, and is then loaded anew."""
    invite = ann.page.get_by_role("button", name="QR code")
    expect(invite).to_be_visible()
    ann.wait_until_loaded()
    hall.kill()
    expect(banner(ann)).to_contain_text("Connection lost.")
    with ann.page.expect_event("requestfailed", lambda request: "ShareSheet" in request.url):
        invite.click()
    ann.page.evaluate("() => new Promise((done) => setTimeout(done))")  # what the page makes of it
    expect(invite).to_be_visible()
    with ann.page.expect_event("load"):
        hall.start()
    is_back(ann)
    invite.click()
    expect(ann.page.get_by_role("dialog")).to_be_visible()
    ann.press("Close")


HANGS = 3.0
"""Seconds; less than two are not worth a word."""


def test_a_hall_that_hangs_is_noticed_and_found_again_and_no_clock_has_run_meanwhile(
    own_hall: RunningHall, persons: Persons
) -> None:
    ann = persons(own_hall.url, "Ann")
    ann.page.clock.install()
    code = open_table(ann, "mindroll", bots=["uniform"], clock=600, options=SHORT)
    ann.go(f"/t/{code.upper()}")
    ann.press("Start")
    expect(ann.dock).to_have_class(MINE)
    began, before = monotonic(), left(ann)
    own_hall.process.send_signal(signal.SIGSTOP)
    stopped = monotonic()
    sleep(HANGS)
    stood = monotonic() - stopped
    own_hall.process.send_signal(signal.SIGCONT)
    expect(banner(ann)).to_contain_text(re.compile(r"The hall was away for \d+ seconds\. No clock ran meanwhile\."))
    after, ran = left(ann), monotonic() - began - stood
    assert after > before - ran - ROUNDED, "the page counts down as the hall does"

    own_hall.process.send_signal(signal.SIGSTOP)
    ann.page.evaluate("dispatchEvent(new Event('online'))")  # as when a phone wakes up: the line is put to the test
    ann.page.clock.run_for(ANSWERED_WITHIN)
    expect(banner(ann)).to_contain_text("Connection lost")
    own_hall.process.send_signal(signal.SIGCONT)
    is_back(ann)
    answer(ann)
    ann.forgive(CUT)


ROUNDED = 1.5
"""Seconds: whole ones are shown, and a hall that is stopped has worked until its last tick."""
ANSWERED_WITHIN = 8000
"""Milliseconds; a line that is silent for longer is lost."""


def left(person: Person) -> int:
    """Seconds, as the dock shows them."""
    return int(person.dock.locator(".seconds b").inner_text())


@pytest.mark.soak
def test_players_hardly_notice_that_their_gates_have_died(gated_hall: RunningHall, persons: Persons) -> None:
    ann, ben = persons(gated_hall.url, "Ann"), persons(gated_hall.url, "Ben")
    begin(ann, ben)
    until_asked(ann, ben)
    question = asked_of(ann)
    gates = gates_of(gated_hall)
    for gate in gates:
        os.kill(gate, signal.SIGKILL)
    until(ann.page, lambda: len(gates_of(gated_hall)) == 2 and not any(map(is_gate, gates)), "new gates")
    is_back(ann)
    is_back(ben)
    is_asked(ann, question)
    answer(ann)
    expect(ben.dock).to_have_class(MINE)
    for person in (ann, ben):
        person.forgive(CUT)


# The same person again


def test_two_tabs_of_one_person_follow_each_other_and_the_link_leads_back_to_the_seat(
    hall: RunningHall, persons: Persons
) -> None:
    ann, ben = persons(hall.url, "Ann"), persons(hall.url, "Ben")
    code = begin(ann, ben)
    ann, ben = whose_turn(ann, ben)
    a_late_click_does_no_harm(ann, ben, code)

    question = asked_of(ben)
    ben.page.close()
    expect(ann.page.get_by_text("reconnecting")).to_be_visible()
    ben.page = ben.new_page()
    ben.go(f"/t/{code.upper()}")
    expect(ben.dock).to_have_class(MINE)
    expect(ann.page.get_by_text("reconnecting")).to_have_count(0)
    is_asked(ben, question)
    answer(ben)
    expect(ann.dock).to_have_class(MINE)


def a_late_click_does_no_harm(asked: Person, other: Person, code: str) -> None:
    late = Late(asked.new_page())
    late.page.goto(f"/t/{code.upper()}")
    dock = late.page.locator("section.dock")
    expect(dock).to_have_class(MINE)
    assert question_in(dock) == question_in(asked.dock)

    late.holds = True
    answer(asked)
    waits(asked.dock)
    expect(other.dock).to_have_class(MINE)
    press(dock)  # this tab has not heard of the answer in the other
    late.wait_for("stale")
    late.release()
    waits(dock)
    expect(dock).to_have_attribute("aria-busy", "false")  # it has heard the refusal, too
    expect(late.page.get_by_role("alert")).to_have_count(0)
    expect(story(late.page)).to_have_text(story(asked.page).all_inner_texts())
    expect(story(other.page).filter(has_text=re.compile(r" calls \d"))).to_have_count(1)

    answer(other)
    expect(other.dock).not_to_have_class(MINE)
    for page in (late.page, asked.page):
        expect(page.locator("section.dock.mine")).to_be_visible()
    press(dock)
    expect(other.dock).to_have_class(MINE)
    waits(asked.dock)


class Late:
    """A tab that hears nothing new while it `holds`."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.holds = False
        self.held: list[str | bytes] = []
        page.route_web_socket(re.compile("/ws$"), self._listen)

    def _listen(self, socket: WebSocketRoute) -> None:
        hall = socket.connect_to_server()
        self.socket = socket
        hall.on_message(lambda message: self.held.append(message) if self.holds else socket.send(message))

    def wait_for(self, reason: str) -> None:
        """Until the hall has refused something for this reason."""
        until(self.page, lambda: any(f'"{reason}"' in str(message) for message in self.held), f"a refusal: {reason}")

    def release(self) -> None:
        """What comes meanwhile waits its turn."""
        while self.held:
            self.socket.send(self.held.pop(0))
        self.holds = False


# At a table of MindRoll


def begin(ann: Person, ben: Person) -> str:
    """Both of them play, and one of them is asked to call."""
    code = open_table(ann, "mindroll", options=SHORT, seats=2)
    for person in (ann, ben):
        person.go(f"/t/{code.upper()}")
    start_together(ann, ben)
    for person in (ann, ben):
        expect(my_die(person)).to_be_visible()
        person.wait_until_loaded()
    return code


def whose_turn(*players: Person) -> tuple[Person, Person]:
    """Who is asked, and who waits, as soon as someone is."""
    one, other = players
    asked = until(
        one.page,
        lambda: [each for each in players if each.page.locator("section.dock.mine[aria-busy]").count()],
        "a question to someone",
    )
    return (one, other) if asked[0] is one else (other, one)


def until_asked(person: Person, other: Person) -> None:
    """Where the other one is asked first, they call something."""
    if whose_turn(person, other)[0] is other:
        answer(other)
    expect(person.dock).to_have_class(MINE)


def answer(person: Person) -> None:
    """Call what is marked."""
    press(person.dock)


def press(dock: Locator) -> None:
    """By key: a tap in the first moment of a question may have been meant for what stood there before."""
    dock.locator("button.go").press("Enter")


def waits(dock: Locator) -> None:
    expect(dock).to_have_attribute("data-state", "waiting")


def question_in(dock: Locator) -> list[str]:
    """All that is said and offered there, without the seconds."""
    return dock.locator(".question, .choice, .buttons").all_inner_texts()


def banner(person: Person) -> Locator:
    """What is said of the line; empty where all is well."""
    return person.page.locator(".connection").get_by_role("status")


def is_back(person: Person) -> None:
    """An attempt that may still fail has an empty banner, too."""
    until(person.page, lambda: person.page.evaluate("dicehall.line") == "open", "an open line")
    expect(banner(person)).to_be_empty()


def my_die(person: Person) -> Locator:
    return person.page.locator(".my-die")


def story(page: Page) -> Locator:
    return page.get_by_role("tabpanel").get_by_role("listitem")


def asked_of(person: Person) -> tuple[list[str], str]:
    """The question in front of someone, and the die that they answer it with."""
    return question_in(person.dock), my_die(person).inner_text()


def is_asked(person: Person, question: tuple[list[str], str]) -> None:
    """The line is open a moment before the hall has told what it asks."""
    until(person.page, lambda: asked_of(person) == question, f"the same question: {question}")

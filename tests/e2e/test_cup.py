"""A whole tournament on real phones: they play a knock-out to the podium, and each table opens by itself."""

import re
from typing import Any

import httpx
from playwright.sync_api import expect

from tests.e2e.person import PHONE, Person, Persons, aside, until
from tests.server.browser import PASSWORD, fresh_name
from tests.server.kit import RunningHall, come_in
from tests.server.live.test_tournaments import act, create
from tests.server.near import AnyHall

NAMES = ("Ada", "Bo", "Cy", "Dot")
CUP: dict[str, Any] = {
    "title": "Friday Cup", "game": "three_dice", "options": {"rounds": 1}, "seats": 2, "least": 2, "clock": 300,
    "most": len(NAMES), "between": 0, "format": {"type": "knock_out", "advance": 1},
}  # fmt: skip
"""It starts by itself when all of them have entered."""
TURN = 10_000
"""Milliseconds for which a television shows a page of the standings."""
APPLAUSE = 15_000
"""Milliseconds for which it shows who has won."""
NOTES_CALLS = """
const look = () => {
  const call = document.querySelector('section[aria-label="Your next table"]');
  const said = [...document.querySelectorAll("[role=status]")].map((each) => each.textContent);
  if (call !== null && /opens by itself in/.test(said.join())) globalThis.called = location.pathname;
};
new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
"""
"""A busy machine may look when a count-down is over: the page itself notes that it was seen and said, and where."""


class Phone:
    """A person who presses what the game offers, and otherwise leaves the phone alone."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.tables: list[str] = []
        """Where the page has been, in this order."""
        person.page.on("framenavigated", lambda frame: self._note(frame.url))
        person.context.add_init_script(NOTES_CALLS)

    def _note(self, address: str) -> None:
        if (found := re.search(r"/t/([A-Z]+)", address)) and found[1] not in self.tables:
            self.tables.append(found[1])


def host_cup(hall: RunningHall, crowd: int = 0, **changes: Any) -> str:
    """With so many bots."""
    answer = httpx.post(f"{hall.url}/api/accounts", json={"name": fresh_name(), "password": PASSWORD})
    answer.raise_for_status()
    cookie = f"dicehall={answer.cookies['dicehall']}"

    async def hosted() -> str:
        host = await come_in(hall.url, cookie=cookie)
        code = await create(host, **CUP | changes)
        for _ in range(crowd):
            await act(host, code, "add_bot")
        await host.close()
        return code

    return aside(hosted())


def shown(hall: AnyHall, cup: str) -> dict[str, Any]:
    return httpx.get(f"{hall.url}/api/tournaments/{cup}").json()["shown"]  # type: ignore[no-any-return]


def enter(person: Person, cup: str) -> None:
    person.go(f"/tournament/{cup.upper()}")
    person.press("Enter", exact=True)
    expect(person.page.get_by_role("button", name="Enter", exact=True)).to_have_count(0)


def play_to_the_podium(hall: RunningHall, cup: str, phones: list[Phone]) -> None:
    def is_done() -> bool:
        for phone in phones:
            phone.person.step()
        return bool(shown(hall, cup)["phase"] == "done")

    until(phones[0].person.page, is_done, "the podium")


def reads_every_round(person: Person, cup: str) -> None:
    """A phone shows the latest round until it is asked for the others."""
    person.go(f"/tournament/{cup.upper()}")
    standings = person.page.get_by_role("region", name="Standings")
    first, last = (standings.get_by_role("columnheader", name=f"round {number}", exact=True) for number in (1, 2))
    expect(last).to_be_visible()
    expect(first).to_have_count(0)
    standings.get_by_role("button", name="Show every round").click()
    expect(first).to_be_visible()


def test_a_television_shows_everyone_in_the_standings_page_by_page_and_the_page_how_far_each_table_is(
    hall: RunningHall, persons: Persons
) -> None:
    rounds = {"game": "mindroll", "options": {"rounds": 2}, "seats": 4, "least": 4}
    cup = host_cup(hall, most=20, format={"type": "swiss", "rounds": 2}, crowd=19, **rounds)
    ada, screen = persons(hall.url, "Ada"), persons(hall.url, viewport={"width": 1440, "height": 900})
    enter(ada, cup)  # and makes no move
    screen.page.clock.install()
    screen.page.goto(f"/tournament/{cup.upper()}?tv")
    expect(screen.page.get_by_text("1–8 of 20")).to_be_visible()
    screen.page.clock.pause_at(screen.page.evaluate("Date.now()") + 1000)  # from now on no page turns by itself
    names = screen.page.get_by_role("region", name="Standings").get_by_role("rowheader")
    first_page = screen.page.get_by_text("1–8 of 20")

    def begins() -> bool:
        if not first_page.is_visible():
            turn(screen)
        return first_page.is_visible()

    until(screen.page, begins, "the first page")
    ranks: set[int] = set()
    for first, last in ((1, 8), (9, 16), (17, 20), (1, 8)):
        expect(screen.page.get_by_text(f"{first}–{last} of 20")).to_be_visible()
        expect(names).to_have_count(last - first + 1)
        expect(names.last).to_be_in_viewport()
        ranks |= {int(each.split()[0]) for each in names.all_inner_texts()}
        turn(screen)
    assert ranks == set(range(1, 21)), "who has which rank may change meanwhile"
    screen.go(f"/tournament/{cup.upper()}")
    expect(screen.page.get_by_text(re.compile(r"\bround [12] of 2\b"))).to_be_visible()


def turn(screen: Person) -> None:
    """Its time is in our hands."""
    screen.page.clock.run_for(TURN)


def applauded(screen: Person) -> str:
    """Where it is then."""
    screen.page.clock.fast_forward(APPLAUSE)
    return screen.page.url


def test_phones_play_a_knock_out_and_every_table_opens_by_itself(hall: RunningHall, persons: Persons) -> None:
    cup = host_cup(hall)
    phones = [Phone(persons(hall.url, name, **PHONE)) for name in NAMES]
    screen = Phone(persons(hall.url))
    screen.person.page.clock.install()
    screen.person.page.goto(f"/tournament/{cup.upper()}?tv")
    for phone in phones:
        enter(phone.person, cup)
        if phone is phones[0]:  # looks around in the hall meanwhile: the table calls from there
            phone.person.go("/")
    play_to_the_podium(hall, cup, phones)
    played = shown(hall, cup)
    shown_there = [played["rounds"][1]["tables"][0]["code"].upper()]
    standings = f"/tournament/{cup.upper()}?tv"
    expect(screen.person.page.locator("section.result")).to_be_visible()
    until(screen.person.page, lambda: applauded(screen.person).endswith(standings), "the standings after the applause")
    screen.person.forgive("AudioContext was not allowed to start")  # a television is not touched
    champion = phones[[phone.person.me for phone in phones].index(played["podium"][0])].person.name
    expect(screen.person.page.get_by_role("heading", name=f"{champion} wins the title!")).to_be_in_viewport()
    for name in NAMES:
        expect(screen.person.page.get_by_role("rowheader", name=name)).to_be_visible()
    assert screen.tables == shown_there, "of two tables neither is shown, and the final is"
    by_person = {phone.person.me: phone for phone in phones}
    for phone in phones:
        start = "/" if phone is phones[0] else f"/tournament/{cup.upper()}"
        last = f"/t/{phone.tables[0]}"  # from there the final calls
        assert phone.person.page.evaluate("called") == (last if len(phone.tables) == 2 else start)
    first, final = played["rounds"]
    assert [len(table["seats"]) for table in first["tables"]] == [2, 2]
    for table in (*first["tables"], *final["tables"]):
        assert set(table["arrived"]) == set(table["seats"]), "nobody pressed anything to get there"
        for who in table["seats"]:
            assert table["code"].upper() in by_person[who].tables
    assert set(final["tables"][0]["seats"]) == set(first["through"])
    winner = by_person[played["podium"][0]].person
    for phone in phones:
        result = phone.person.page.locator("section.result")
        expect(result.get_by_text("all games are played")).to_be_visible()
        assert result.get_by_role("button", name="Play again").count() == 0
    winner.page.get_by_role("link", name="Back to the tournament all games").click()
    winner.page.wait_for_url(f"**/tournament/{cup.upper()}")
    expect(winner.page.get_by_role("row", name=re.compile("^1 You"))).to_be_visible()
    reads_every_round(winner, cup)

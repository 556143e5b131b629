"""Every place of the page and every state of a table, one after the other, for tests that look at all of them."""

from collections.abc import Callable, Iterator
from typing import Any

import httpx
from playwright.sync_api import expect

from dicehall.evenings.themes.shipped import SHIPPED
from tests.e2e.frames import short_game
from tests.e2e.person import Person, Persons, aside, open_table
from tests.e2e.shown import Shown
from tests.server.administrators import secret_beside
from tests.server.browser import fresh_name
from tests.server.kit import Client, RunningHall, awaited, come_in, finish, over, step
from tests.server.live.test_tournaments import act, create, play, shown

PASSWORD = "correct horse battery"
SHORT = {
    "peril": {"starting_lives": 1},
    "mindroll": {"rounds": 1},
    "three_dice": {"rounds": 1},
    "stlucia": {"threshold": 10},
    "bluff": {"rounds": 1},
}
MOST_GAMES = 50
"""Two bots can end a short game between themselves, but not that often in a row."""
MOST_THROWS = 200
FOXES = {"label": "Red Foxes", "colour": "red", "pattern": "stripes"}

MANY_DICE = {
    "sides": 6,
    "dice": 7_123_456_789,
    "counts": [1_187_242_798 + 10_000 * side for side in range(6)],
    "faces": {"expected": 1_187_242_798.2, "chi_square": 123_456.7, "degrees": 5, "p": 0.0001},
    "repeated": 1_187_242_798,
    "repeats": {"expected": 1_187_242_798.2, "p": 0.0001},
    "longest": 12,
    "longest_expected": 11.4,
}
"""Figures as wide as they will ever be; nothing about them depends on how dice fell."""

Round = Callable[[RunningHall, Persons], Iterator[tuple[Person, str]]]
"""Someone goes round and stops at each place, by name."""


def register(person: Person) -> None:
    """The guest gets an account and stays the same person."""
    answer = httpx.post(
        f"{person.url}/api/accounts",
        json={"name": person.name, "password": PASSWORD},
        headers={"Cookie": person.cookie},
    )
    answer.raise_for_status()
    person.context.add_cookies([{"name": "dicehall", "value": answer.cookies["dicehall"], "url": person.url}])


def claim(hall: RunningHall, person: Person) -> None:
    """Somebody without a name gets one, and an account that is an administrator's."""
    person.name = fresh_name()
    secret = aside(secret_beside(hall))
    answer = httpx.post(f"{hall.url}/api/claim", json={"secret": secret, "name": person.name, "password": PASSWORD})
    answer.raise_for_status()
    person.context.add_cookies([{"name": "dicehall", "value": answer.cookies["dicehall"], "url": person.url}])


def nobody(hall: RunningHall, persons: Persons) -> Iterator[tuple[Person, str]]:
    host = persons(hall.url, "Olga")
    code = open_table(host, "bluff", bots=["normal"], seats=4)
    me = persons(hall.url)
    me.go("/")
    expect(me.page.get_by_role("button", name="Sit down at Bluff").first).to_be_visible()
    yield me, "the hall"
    me.press("Play now")
    expect(me.page.get_by_role("button", name="Play as")).to_be_visible()
    yield me, "the hall, asking for a name"
    me.go("/account")
    expect(me.page.get_by_role("button", name="Play as a guest")).to_be_visible()
    yield me, "the account of nobody"
    me.go(f"/t/{code.upper()}")
    expect(me.page.get_by_role("button", name="Sit down as")).to_be_visible()
    yield me, "a lobby, without a name"
    me.go("/t/ZZZZ")
    expect(me.page.get_by_role("heading", name="No such table")).to_be_visible()
    yield me, "a table that is gone"
    for nowhere in ("/rules/whist", "/no/such/place"):
        me.page.goto(nowhere)
        expect(me.page.get_by_role("heading", name="Nothing here")).to_be_visible()
        yield me, f"nowhere: {nowhere}"
    me.forgive("404")


def guest(hall: RunningHall, persons: Persons) -> Iterator[tuple[Person, str]]:
    me = persons(hall.url, "Gus")
    me.go("/")
    me.press("Host a table")
    me.page.get_by_text("More: seats, clock, bots, rules").click()
    expect(me.page.get_by_role("button", name="Open the table")).to_be_visible()
    yield me, "the form of a new table"
    me.go("/account")
    expect(me.page.get_by_role("heading", name=me.name or "", exact=True)).to_be_visible()
    yield me, "the account of a guest"
    me.go("/rules")
    expect(me.page.get_by_role("heading", name="How to play")).to_be_visible()
    yield me, "the rules"
    me.go("/rules/peril")
    me.page.locator("summary", has_text="Rulings").click()
    yield me, "the rules of a game"


def host(hall: RunningHall, persons: Persons) -> Iterator[tuple[Person, str]]:
    me = persons(hall.url, "Hana")
    code = open_table(me, "three_dice", bots=["normal"], seats=4)
    aside(sit_down(hall, code))
    me.go(f"/t/{code.upper()}")
    expect(me.page.get_by_role("button", name="Start")).to_be_visible()
    yield me, "a lobby"
    me.press("Invite friends to table")
    expect(me.page.get_by_role("img", name="QR code")).to_be_visible()
    yield me, "the ways to share"
    me.press("Close")
    me.press("Host this table")
    for shut in ("Vera", "Game and options"):
        me.page.locator("summary", has_text=shut).click()
    expect(me.page.get_by_role("button", name="Save changes")).to_be_visible()
    yield me, "the drawer of the host"


def account(hall: RunningHall, persons: Persons) -> Iterator[tuple[Person, str]]:
    me = persons(hall.url, "Ada")
    register(me)
    code = begin(me, "bluff")
    play_on(me, code)
    me.go("/leaderboard")
    expect(me.page.get_by_role("link", name=me.name or "", exact=True)).to_be_visible()
    yield me, "the leaderboard"
    me.page.get_by_role("link", name="Predictors").click()
    expect(me.page.get_by_role("link", name="Find a table to watch")).to_be_visible()
    yield me, "the board of predictors"
    me.go("/account")
    expect(me.page.get_by_role("button", name="Add a passkey")).to_be_visible()
    yield me, "the account of an account"
    other = persons(hall.url, "Fritz")
    code = open_table(other, "bluff", seats=4)
    for tie in (f"friends/{other.me}", f"blocks/{persons(hall.url, 'Xaver').me}"):
        httpx.put(f"{me.url}/api/me/{tie}", headers={"Cookie": me.cookie})
    me.go("/people")
    expect(me.page.get_by_role("link", name=f"Join {other.name} at table {code.upper()}")).to_be_visible()
    yield me, "friends and blocks"
    me.go(f"/people/{other.me}")
    me.press(f"Block {other.name}")
    yield me, "a friend, about to be blocked"


def results(hall: RunningHall, persons: Persons) -> Iterator[tuple[Person, str]]:
    me = persons(hall.url, "Rhea")
    code = open_table(me, "bluff", options=SHORT["bluff"], bots=["normal"], seats=2)
    me.go(f"/t/{code.upper()}")
    me.press("Start")
    expect(me.board).to_be_visible()
    play_on(me, code)
    expect(me.page.get_by_role("button", name="Dice checked")).to_be_visible()
    yield me, "a game whose dice were checked"
    me.go(f"/people/{me.me}")
    expect(me.page.get_by_role("region", name="Results")).to_be_visible()
    yield me, "a person"
    me.page.route("**/api/dice", lambda route: route.fulfill(json={"complete": True, "dice": [MANY_DICE]}))
    me.go("/dice")
    expect(me.page.get_by_role("group", name="6")).to_be_visible()
    yield me, "the dice"
    me.go(f"/claim/{aside(secret_beside(hall))}")
    expect(me.page.get_by_role("button", name="Claim the hall")).to_be_visible()
    yield me, "the claim link"


def nights(hall: RunningHall, persons: Persons) -> Iterator[tuple[Person, str]]:
    me = persons(hall.url, "Nora")
    register(me)
    friday = {"type": "weekly", "at": "20:30", "zone": "America/Argentina/Buenos_Aires", "weekday": 4}
    for when in (None, friday):
        evening = {"title": "Nora’s evening", "welcome": "Come as you are.", "game": "mindroll", "seats": 4}
        kept = httpx.post(
            f"{me.url}/api/nights", json={**evening, "look": "carnival", "when": when}, headers={"Cookie": me.cookie}
        )
        kept.raise_for_status()
    me.go("/")
    expect(me.page.get_by_role("region", name="Tonight and soon")).to_be_visible()
    expect(me.page.get_by_role("region", name="Theme nights")).to_be_visible()
    yield me, "the hall with theme nights"
    me.go("/nights")
    me.page.get_by_text("Share this theme").first.click()
    yield me, "the theme nights"
    me.page.get_by_role("link", name="Change Nora’s evening").first.click()
    me.page.get_by_role("radio", name="Swiss tournament").check(force=True)
    me.page.get_by_role("radio", name="once").check(force=True)
    yield me, "the form of a theme night"
    for key, theme in SHIPPED.items():
        me.go("/nights")
        me.press(f"Open {theme.title}")
        expect(me.page.get_by_role("region", name="Theme night")).to_be_visible()
        yield me, f"the lobby of {key}"


def tournaments(hall: RunningHall, persons: Persons) -> Iterator[tuple[Person, str]]:
    me, nobody = persons(hall.url, fresh_name()), persons(hall.url)
    nobody.go("/tournaments/new")
    nobody.page.get_by_role("textbox", name="Title").fill("Not yet")
    nobody.press("Host it")
    nobody.page.get_by_text("I have an account already").click()
    yield nobody, "the account that a host needs"
    register(me)
    me.go("/tournaments/new")
    me.page.get_by_role("switch", name="A knock-out of the best afterwards").check(force=True)
    me.page.get_by_role("radio", name="at a time").check(force=True)
    me.page.locator("summary", has_text="Rules of").click()
    yield me, "the form of a tournament"
    cup = aside(gathered(hall, me.cookie, bots=4))
    me.go(f"/tournament/{cup}")
    expect(me.page.get_by_role("img", name="QR code")).to_be_visible()
    yield me, "a tournament before its start"
    me.press("Host tools")
    for shut in ("Vera", "Game and options"):
        me.page.locator("summary", has_text=shut).click()
    yield me, "the tools of its host"
    me.press("Start now")
    me.press("Close")
    expect(me.page.get_by_role("heading", name="Semi-finals")).to_be_visible()
    yield me, "a knock-out"
    call_off(me)
    final = aside(gathered(hall, me.cookie, bots=2))
    play_tournament(me, final)
    me.go(f"/tournament/{final}")
    expect(me.page.get_by_role("heading", name="You win the title!")).to_be_visible()
    for shut in ("Who met whom", "How lots are drawn"):
        me.page.get_by_text(shut).click()
    expect(me.page.get_by_text("The secret fits the seal")).to_be_visible()
    yield me, "a tournament at its end"
    nobody.go(f"/tournament/{final}?tv")
    expect(nobody.page.get_by_role("heading", name="wins the title!")).to_be_visible()
    yield nobody, "its end on a television"


def teams(hall: RunningHall, persons: Persons) -> Iterator[tuple[Person, str]]:
    me, other = persons(hall.url, fresh_name()), persons(hall.url, fresh_name())
    register(me)
    httpx.put(f"{hall.url}/api/me/team", json=FOXES, headers={"Cookie": me.cookie}).raise_for_status()
    me.go(f"/t/{open_table(me, 'bluff', bots=['normal'], seats=4).upper()}")
    expect(me.page.get_by_role("img", name="Team Red Foxes")).to_be_visible()
    me.press("Your team")
    expect(me.page.get_by_label("Name of the team")).to_have_value("Red Foxes")
    yield me, "the choice of a team"
    cup = aside(gathered(hall, me.cookie, bots=2, teams={"count": "sum"}))
    other.go(f"/tournament/{cup}")
    other.press("Choose a team")
    other.page.get_by_role("radio", name="a team", exact=True).check(force=True)
    expect(other.page.get_by_role("group", name="Teams in this tournament")).to_be_visible()
    yield other, "entering with a team"
    play_tournament(me, cup)
    me.go(f"/tournament/{cup}")
    expect(me.page.get_by_text("Winning team:")).to_be_visible()
    yield me, "the scores of teams"


def games(hall: RunningHall, persons: Persons) -> Iterator[tuple[Person, str]]:
    """Each of them with something for me to do, and at its end."""
    me = persons(hall.url)
    shown = Shown(me)
    for game, options in SHORT.items():
        played = short_game(game, ("Mia", "Vera", "Otto"), **options).start()
        played.others_play()
        shown.show(played)
        expect(me.page.locator("section.dock.mine")).to_be_visible()
        yield me, f"{game} in play"
        while not played.is_over:
            played.step()
        shown.tell()
        expect(me.page.locator("section.result")).to_be_visible()
        yield me, f"{game} at its end"


ROUNDS: dict[str, Round] = {
    "nobody": nobody,
    "guest": guest,
    "host": host,
    "account": account,
    "results": results,
    "nights": nights,
    "tournaments": tournaments,
    "teams": teams,
    "games": games,
}


def begin(me: Person, game: str) -> str:
    """A game with two bots in which something is asked of me; returns the code of its table."""
    cookie = me.cookie

    async def begun() -> str:
        mine = await come_in(me.url, cookie=cookie)
        for _ in range(MOST_GAMES):
            code = await mine.open(game, options=SHORT[game], bots=["normal", "normal"], seats=3)
            await mine.do(code, "start")
            await choose(mine, code)
            if not over(mine, code):
                await mine.close()
                return code
        raise AssertionError(f"in {MOST_GAMES} games of {game} nothing was asked of {me.name}")

    return aside(begun())


async def choose(mine: Client, code: str) -> None:
    """Throw until it is my turn to choose, or the game is over."""
    for _ in range(MOST_THROWS):
        if (await mine.until(lambda: awaited(mine, code)))["waiting"]["type"] != "chance":
            return
        await step(mine, code)
    raise AssertionError(f"after {MOST_THROWS} throws there is still no choice")


def call_off(me: Person) -> None:
    me.press("Host tools")
    me.press("Call it off", exact=True)
    me.press("Yes: Call it off")
    expect(me.page.get_by_text("called off by the host")).to_be_visible()


async def gathered(hall: RunningHall, cookie: str, bots: int, **setting: Any) -> str:
    """A knock-out that I host and play in, with so many bots, and with Vera where there is more than one table."""
    mine = await come_in(hall.url, cookie=cookie)
    form = {"type": "knock_out", "advance": 1}
    setting |= {"title": "Friday Cup", "options": SHORT["three_dice"], "seats": 3, "least": 2, "between": 0}
    cup = await create(mine, **setting, format=form)
    for _ in range(bots):
        await act(mine, cup, "add_bot", level="easy")
    await act(mine, cup, "enter")
    if bots >= 3:
        vera = await come_in(hall.url, "Vera")
        await act(vera, cup, "enter")
        await vera.close()
    await mine.close()
    return cup.upper()


def play_tournament(me: Person, cup: str) -> None:
    """The one table of a tournament, from another window."""
    cookie, code = me.cookie, cup.lower()

    async def played() -> None:
        mine = await come_in(me.url, cookie=cookie)
        await mine.ask("follow", tournament=code)
        await act(mine, code, "begin")
        await play(mine, code)
        await mine.until(lambda: shown(mine, code)["phase"] == "done")
        await mine.close()

    aside(played())


def play_on(me: Person, code: str) -> None:
    """To the end, from another window."""
    cookie = me.cookie

    async def played() -> None:
        mine = await come_in(me.url, cookie=cookie)
        await mine.ask("watch", table=code)
        await finish(mine, code)
        await mine.close()

    aside(played())


async def sit_down(hall: RunningHall, code: str) -> None:
    vera = await come_in(hall.url, "Vera")
    await vera.join(code, ready=False)
    await vera.close()

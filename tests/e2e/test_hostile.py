"""Names and what people say are text, whatever they look like; nothing of it ever runs."""

import httpx
from playwright.sync_api import expect

from dicehall.names.clean import clean
from tests.e2e.person import Person, Persons, aside, open_table, play_to_the_end, start_together
from tests.server.kit import RunningHall, come_in

NAMES = [
    "<img src onerror=a>",
    '"><script>a=1//',
    "{@html`<b>a</b>`}",
    "${a=1}{a=1}{{a=1}}",
    "\u05d3\u05e0\u05d9 \u05db\u05d4\u05df",
    "👩\u200d👧 Zoë 🎲",
]
"""At most twenty letters, as names are; `a` is a trap that is laid in the window."""
PLAYERS = ["<svg onload=a=1>", "<script>a=1</script>"]
"""Others, for who comes second by a name is given another one."""
LINES = [
    '<img src=x onerror="window.a=1"><svg onload=window.a=1>',
    '"></p><script>window.a=1</script>',
    "{@html '<img src=x onerror=window.a=1>'} {window.a=1} {{window.a=1}} ${window.a=1}",
    '<a href="javascript:window.a=1">press me</a> javascript:window.a=1',
    "\u202eright to left\u202c \u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627 👩\u200d👧\u200d👦 🎲",
    "{ $name } { -brand } { host -> *[other] x } &lt;b&gt; &amp;",
]

TRAPS = """
  window.sprung = [];
  Object.defineProperty(window, "a", { get: () => window.sprung.push("read"), set: () => window.sprung.push("set") });
  addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile }) =>
    window.sprung.push(`${violatedDirective} ${blockedURI} ${sourceFile}`));
"""
FOREIGN = (
    "img[src=''], img[src=x], img[onerror], [onload], [href^=javascript], #page script, :is(b, h1, .name, li) > b > b"
)
"""Elements that only a name or a line of the chat could have made."""


def careful(person: Person) -> Person:
    """Notes whatever runs that should not, and whatever the policy had to refuse."""
    person.context.add_init_script(TRAPS)
    return person


def expect_text_alone(person: Person) -> None:
    assert person.page.evaluate("window.sprung") == []
    assert person.page.locator(FOREIGN).count() == 0


async def chatter(url: str, code: str) -> list[str]:
    """Everybody with a hostile name sits down and says a hostile line; returns the names as the hall has them."""
    names = []
    for name, line in zip(NAMES, LINES, strict=True):
        guest = await come_in(url, name)
        await guest.join(code)
        await guest.ask("say", table=code, text=line)
        names.append(guest.name)
        await guest.close()
    return names


def test_hostile_names_and_lines_are_shown_as_they_were_typed(hall: RunningHall, persons: Persons) -> None:
    ann = careful(persons(hall.url, "<b onload=a>Ann"))
    code = open_table(ann, "peril", seats=10)
    ann.go(f"/t/{code.upper()}")
    names = aside(chatter(hall.url, code))
    players = ann.page.get_by_role("region", name="Players")
    for name in names:
        expect(players.get_by_text(name, exact=True)).to_be_visible()
    ann.page.get_by_role("tab", name="Chat").click()
    chat = ann.page.get_by_role("tabpanel")
    for line in LINES:
        expect(chat.get_by_text(clean(line))).to_be_visible()
    expect_text_alone(ann)
    ann.press("Host this table")
    for name in names:
        expect(ann.page.get_by_role("dialog").get_by_text(name, exact=True)).to_be_visible()
    expect_text_alone(ann)
    ann.go("/")
    expect(ann.page.get_by_text(f"{ann.name}’s table", exact=False).first).to_be_visible()
    expect_text_alone(ann)
    ann.go("/account")
    expect(ann.page.get_by_role("heading", name=ann.name or "", exact=True)).to_be_visible()
    expect_text_alone(ann)


def test_a_whole_game_among_hostile_names_gives_the_policy_nothing_to_refuse(
    hall: RunningHall, persons: Persons
) -> None:
    ann, ben = (careful(persons(hall.url, name)) for name in PLAYERS)
    assert [ann.name, ben.name] == PLAYERS
    code = open_table(ann, "bluff", options={"rounds": 1}, bots=["normal"], seats=3)
    for person in (ann, ben):
        person.go(f"/t/{code.upper()}")
    start_together(ann, ben)
    play_to_the_end(ann, ben)
    story = ann.page.get_by_role("tabpanel")
    expect(story.get_by_text(ben.name or "").first).to_be_visible()
    for person in (ann, ben):
        expect_text_alone(person)


def test_the_policy_of_the_page_lets_nothing_inline_run(hall: RunningHall) -> None:
    policy = httpx.get(f"{hall.url}/t/ABCD").headers["content-security-policy"]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == rules["style-src"] == "'self'"


def test_the_traps_would_have_sprung(hall: RunningHall, persons: Persons) -> None:
    """What the other tests rely on."""
    ann = careful(persons(hall.url, "Ann"))
    ann.go("/")
    ann.page.evaluate("document.querySelector('h1').insertAdjacentHTML('beforeend', '<img src=x onerror=a=1>')")
    ann.page.wait_for_function("() => window.sprung.length > 0")
    expect(ann.page.locator(FOREIGN)).to_have_count(1)
    ann.forgive("404|Content Security Policy")

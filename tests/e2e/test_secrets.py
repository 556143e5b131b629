"""What someone may not know is nowhere in their browser: not on the socket, not in the store, not in the page."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.e2e.person import Person, Persons, open_table, start_together, until
from tests.server.kit import RunningHall

Secret = dict[str, Any]

ALL_STRINGS = """() => {
  const drawing = new Set(["d", "points"]);
  const found = [document.title];
  for (const element of document.querySelectorAll("*")) {
    for (const { name, value } of element.attributes) if (!drawing.has(name)) found.push(value);
    for (const child of element.childNodes) if (child.nodeType === Node.TEXT_NODE) found.push(child.data);
    if (typeof element.value === "string") found.push(element.value);
  }
  return found;
}"""
"""Every text and attribute of the page, seen or unseen, but for the lines of drawings."""

PIPS = "() => [...document.querySelectorAll('.pips')].map((die) => die.querySelectorAll('.on').length)"
"""The dice that lie face up, by their pips."""

SECRETIVE: dict[str, dict[str, Any]] = {"mindroll": {"rounds": 2}, "bluff": {"rounds": 2, "elimination_rounds": 0}}
"""Whole games of two rounds."""
DOUBT = re.compile("^(Reveal|Call bluff)$")


@pytest.mark.parametrize("game", SECRETIVE)
def test_nobody_ever_has_the_secret_of_someone_else(hall: RunningHall, persons: Persons, game: str) -> None:
    ann, ben, spectator = persons(hall.url, "Ann"), persons(hall.url, "Ben"), persons(hall.url)
    code = open_table(ann, game, options=SECRETIVE[game], seats=2)
    for person in (ann, ben, spectator):
        person.go(f"/t/{code.upper()}")
    start_together(ann, ben)
    compared = 0
    for _ in until_over(code, ann, ben, spectator):
        for player, other in ((ann, ben), (ben, ann)):
            secret = secret_of(player, code)
            assert is_known_to(player, secret)
            if secret not in shown_to(spectator):
                compared += 1
                assert not is_known_to(spectator, secret)
                assert secret == secret_of(other, code) or not is_known_to(other, secret)
        if compared == 2:
            spectator.go(f"/t/{code.upper()}")  # who comes in the middle is told no more
        move(code, ann, ben)
    assert compared >= 4
    for person in (ann, ben, spectator):
        secrets_are_heard_only_when_shown(person, told_to(ann) + told_to(ben), told_to(person))
    assert all(seats == [] for seats in seats_of(spectator))


# The table


def until_over(code: str, *persons: Person, most: int = 200) -> Iterator[None]:
    """Stops whenever everybody sees the same, until the game is over."""
    for _ in range(most):
        if not in_step(code, *persons):
            return
        yield
    raise AssertionError(f"the game does not end: {[person.dock.all_inner_texts() for person in persons]}")


def in_step(code: str, *persons: Person) -> bool:
    """Wait until everybody has heard of all that has happened; False where the game is over."""
    known = "code => dicehall.state.tables[code]?.version ?? 0"
    latest = max(person.page.evaluate(known, code) for person in persons)
    for person in persons:
        person.page.wait_for_function(f"([code, latest]) => ({known})(code) >= latest", arg=[code, latest])
        person.page.locator("section.dock, section.result").first.wait_for()
    return not any(person.is_over for person in persons)


def move(code: str, *players: Person) -> None:
    """The person who is asked doubts what was said, or else presses something, and everybody sees what comes of it.

    By key: a tap in the first moment of a question is not heard, and then the clock would play.
    """
    version = store(players[0])["tables"][code]["version"]
    doubts = [doubt for player in players if (doubt := player.dock.get_by_role("button", name=DOUBT)).count() > 0]
    if doubts:
        doubts[0].press("Enter")
    else:
        until(players[0].page, lambda: any(player.step(by_key=True) for player in players), "something to do")
    for player in players:
        player.page.wait_for_function(
            "([code, version]) => dicehall.state.tables[code].version > version", arg=[code, version]
        )


def store(person: Person) -> dict[str, Any]:
    """All that the page knows."""
    state: dict[str, Any] = person.page.evaluate("() => JSON.parse(JSON.stringify(dicehall.state))")
    return state


def secret_of(person: Person, code: str) -> Secret:
    [mine] = store(person)["tables"][code]["mine"]
    secret: Secret = mine["secret"]
    return secret


# Looking for a secret


def is_known_to(person: Person, secret: Secret) -> bool:
    """Whether it is in the store or anywhere in the page; who may know it has it in both."""
    in_store = holds(store(person), secret)
    in_page = holds(person.page.evaluate(ALL_STRINGS), secret) or is_drawn(person, secret)
    assert in_store == in_page, f"{person.name}: in the store {in_store}, in the page {in_page}"
    return in_store


def holds(where: Any, secret: Secret) -> bool:
    """Whether it is anywhere inside, as a value or in words."""
    match where:
        case dict():
            return secret.items() <= where.items() or any(holds(each, secret) for each in where.values())
        case list():
            return where == secret.get("dice") or any(holds(each, secret) for each in where)
        case str():
            return any(re.search(rf"\b{said}\b", where) for said in spoken(secret))
        case _:
            return False


def spoken(secret: Secret) -> list[str]:
    if "dice" in secret:
        return [r"\W+".join(map(str, secret["dice"]))]
    return [rf"{secret['colour']}\W+{secret['number']}", rf"{secret['number']}\W+{secret['colour']}"]


def is_drawn(person: Person, secret: Secret) -> bool:
    """The dice of MindRoll have their colour as a word, so they are found by that."""
    faces, pips = secret.get("dice", []), person.page.evaluate(PIPS)
    return faces != [] and any(pips[at : at + len(faces)] == faces for at in range(len(pips)))


# What was heard on the socket


def told_to(person: Person) -> list[Secret]:
    return [mine["secret"] for seats in seats_of(person) for mine in seats if mine.get("secret")]


def seats_of(person: Person) -> list[list[dict[str, Any]]]:
    """What was said to the seats that this person holds; in a pool, `mine` is one's own prediction."""
    return [each["mine"] for each in person.heard if each["type"] != "pool" and "mine" in each]


def shown_to(person: Person) -> list[Secret]:
    return [secret for each in person.heard for secret in revealed(each)]


def revealed(message: dict[str, Any]) -> list[Secret]:
    """The dice that the rules turn up in this message."""
    return [
        {name: value for name, value in event.items() if name not in ("type", "seat")}
        for event in message.get("events", [])
        if event["type"] == "shown"
    ]


def secrets_are_heard_only_when_shown(person: Person, secrets: list[Secret], own: list[Secret]) -> None:
    public: list[Secret] = []
    for message in person.heard:
        public += revealed(message)
        leaks = [secret for secret in secrets if holds(message, secret) and secret not in (*public, *own)]
        assert leaks == [], f"{person.name} was told {leaks} by {message}"
    assert public != [], "nothing was ever shown, so this proves nothing"

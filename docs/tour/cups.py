"""The tournaments of the tour: their form, one before its start, one that runs, a knock-out, and a podium."""

import asyncio
from typing import TYPE_CHECKING, Any

from tests.e2e.person import Person, aside
from tests.server.kit import Client
from tests.server.live.test_tournaments import act, create, play, shown

if TYPE_CHECKING:
    from docs.tour.take import Evening

PEOPLE = ("Ann", "Ben", "Cleo", "Dora")
MOST_HOSTED = 3
"""Tournaments that run; another host has the next one."""
SHORT: dict[str, Any] = {"title": "Friday Cup", "game": "three_dice", "options": {"rounds": 2}, "seats": 4, "least": 3}
SWISS = SHORT | {"between": 0, "format": {"type": "swiss", "rounds": 5, "last": 8}}
KNOCK_OUT = SHORT | {"between": 3600, "format": {"type": "knock_out"}}
FINAL = SHORT | {"between": 0, "format": {"type": "knock_out"}}


async def gathered(evening: "Evening", bots: int, setting: dict[str, Any]) -> tuple[str, list[Client]]:
    """One hosts, the other three and so many bots have entered."""
    host, *others = PEOPLE if len(evening.cups) < MOST_HOSTED else reversed(PEOPLE)
    ann = await evening.client(host)
    code = await create(ann, **setting)
    friends = [await evening.client(name) for name in others]
    for friend in friends:
        await friend.ask("follow", tournament=code)
        await act(friend, code, "enter")
    for _ in range(bots):
        await act(ann, code, "add_bot")
    return code, [ann, *friends]


async def played(evening: "Evening", rounds: int, bots: int, setting: dict[str, Any]) -> str:
    code, (ann, *friends) = await gathered(evening, bots, setting)
    await act(ann, code, "begin")
    for number in range(rounds):
        await asyncio.gather(*(round_of(friend, code, number) for friend in friends))
    for person in (ann, *friends):
        await person.close()
    return code


async def round_of(friend: Client, code: str, number: int) -> None:
    await friend.until(lambda: len(shown(friend, code)["rounds"]) > number)
    drawn = shown(friend, code)["rounds"][number]
    if any(friend.me in table["seats"] for table in drawn["tables"]):
        await play(friend, code)
    await friend.until(lambda: shown(friend, code)["rounds"][number]["ended"])


async def opened(evening: "Evening") -> str:
    code, people = await gathered(evening, 5, KNOCK_OUT)
    for person in people:
        await person.close()
    return code


def of(evening: "Evening", name: str, rounds: int, bots: int, setting: dict[str, Any]) -> str:
    """Its address; the same for both sizes of a picture."""
    if name not in evening.cups:
        evening.cups[name] = aside(played(evening, rounds, bots, setting) if rounds else opened(evening))
    return f"/tournament/{evening.cups[name].upper()}"


# The scenes


def form(_: "Evening", person: Person) -> None:
    person.go("/tournaments/new")
    person.page.get_by_role("textbox", name="Title").fill("Friday Cup")
    person.page.get_by_role("radio", name="Bluff").check(force=True)
    person.page.wait_for_timeout(300)


def tools(evening: "Evening", person: Person) -> None:
    person.go(of(evening, "gathering", 0, 5, KNOCK_OUT))
    person.press("Host tools")
    person.page.get_by_role("button", name="Start now").wait_for()
    person.page.wait_for_timeout(300)


def standings(evening: "Evening", person: Person) -> None:
    person.go(of(evening, "running", 2, 11, SWISS))
    person.page.get_by_role("region", name="Standings").wait_for()
    person.page.wait_for_timeout(500)


def bracket(evening: "Evening", person: Person) -> None:
    person.go(of(evening, "knock-out", 1, 13, KNOCK_OUT))
    section = person.page.get_by_role("region", name="The knock-out")
    section.evaluate("each => each.scrollIntoView({ block: innerWidth > innerHeight ? 'start' : 'end' })")
    person.page.wait_for_timeout(500)


def podium(evening: "Evening", person: Person) -> None:
    person.go(of(evening, "final", 1, 1, FINAL))
    person.page.get_by_role("heading", name="wins the title!").wait_for()
    person.page.wait_for_timeout(500)

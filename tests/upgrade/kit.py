"""An old folder, what is expected of it, and everybody coming back to it."""

import shutil
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from tests.server.kit import Client, Message, RunningHall, come_in

HALLS = Path(__file__).parent / "halls"


class OldHall(NamedTuple):
    folder: str
    data: Path
    """Its copy."""
    expected: Message
    """As README.md has it."""

    @property
    def people(self) -> list[Message]:
        people: list[Message] = self.expected["people"]
        return people

    @property
    def tables(self) -> dict[str, Message]:
        return {code: in_todays_words(then) for code, then in self.expected["tables"].items()}

    @property
    def records(self) -> dict[str, list[Message]]:
        records: dict[str, list[Message]] = self.expected["records"]
        return records


TODAYS_WORD = {"somebody": "someone", "house": "normal", "bot:house": "bot:normal", "House bots": "Normal bots"}
"""How people are named who have deleted their accounts, and what the usual bots are called."""
RENAMED = {"owner": "host", "chairs": "seated", "seats": "players"}
"""What the public side of a table called these before protocol 2."""


def in_todays_words(then: Message) -> Message:
    shown = {RENAMED.get(name, name): value for name, value in then["shown"].items()}
    mine = {
        who: [{"moves" if name == "options" else name: value for name, value in one.items()} for one in each]
        for who, each in then["mine"].items()
    }
    return then | {"shown": shown, "mine": mine}


def copied(folder: str, into: Path) -> OldHall:
    data = into / "hall"
    shutil.copytree(HALLS / folder, data, ignore=shutil.ignore_patterns("expected.json"))
    return OldHall(folder, data, msgspec.json.decode((HALLS / folder / "expected.json").read_bytes()))


def lost(now: Any, then: Any, at: str = "") -> list[str]:
    """All that is not as it was; fields that are new are no loss."""
    match then:
        case dict() if isinstance(now, dict):
            return [each for key in then for each in lost(now.get(key, "(nothing)"), then[key], f"{at}.{key}")]
        case list() if isinstance(now, list) and len(now) == len(then):
            return [each for key, _ in enumerate(then) for each in lost(now[key], then[key], f"{at}[{key}]")]
        case _:
            today = TODAYS_WORD.get(then, then) if isinstance(then, str) else then
            return [] if now == today else [f"{at} was {then}, and is {now}"]


@asynccontextmanager
async def back(old: OldHall) -> AsyncIterator[tuple[str, dict[str, Client]]]:
    """The hall opens again, and everybody returns with the cookie of that time; people are found by their ids."""
    with RunningHall(old.data, "--fast") as hall:
        async with AsyncExitStack() as windows:
            people = {}
            for person in old.people:
                people[person["id"]] = client = await come_in(hall.url, cookie=person["cookie"])
                windows.push_async_callback(client.close)
            yield hall.url, people
        hall.stop()

"""People in a tournament: they enter, come to every table of theirs, play it to its end, and come back after a kill."""

from collections.abc import Awaitable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from tests.crash.people import Gone, Message, Person, Refused

PLAYED = ("waiting", "playing")
OVER = ("done", "cancelled")
FAULTS = frozenset(("unwritable", "busy", "no_name", "bad_message", "no_tournament"))
"""Refusals that are the hall's fault; of the others, someone was faster, or it was done before the kill."""


@dataclass
class Entrant(Person):
    finished: set[str] = field(default_factory=set)
    """Tables whose result was told."""
    done: list[tuple[str, str]] = field(default_factory=list)
    """What was acknowledged in tournaments: its code, and what."""

    async def take_part(self, cup: str) -> None:
        """Until it is over, or the hall is gone."""
        await self.at.ask("follow", tournament=cup)
        while (shown := self.at.cups[cup])["phase"] not in OVER:
            mine = next((each for each in shown["entrants"] if each["who"] == self.id), None)
            table = self.table_in(shown)
            if mine is None and shown["phase"] == "gathering":
                await self.act(cup, "enter", seed=f"of-{self.id}")
                await self.until_told(cup, shown)
            elif mine is not None and mine["status"] == "away":
                await self.act(cup, "return")
                await self.until_told(cup, shown)
            elif table is not None:
                await self.play_at(table)
            else:
                await self.at.news(cup)

    async def until_told(self, cup: str, before: Message) -> None:
        """What was done is told a moment later than it is answered."""
        while self.at.cups[cup]["version"] == before["version"]:
            await self.at.news(cup)

    async def act(self, cup: str, do: str, **fields: Any) -> None:
        if await tried(self.at.ask("act_in", tournament=cup, do={"type": do, **fields})):
            self.done.append((cup, do))

    def table_in(self, shown: Message) -> str | None:
        tables = (table for each in shown["rounds"] for table in each["tables"])
        mine = (table for table in tables if self.id in table["seats"] and self.id not in table["no_shows"])
        open_ = (table["code"] for table in mine if table["status"] in PLAYED)
        return next((code for code in open_ if code not in self.finished), None)

    async def play_at(self, code: str) -> None:
        """The first legal move, whenever it is mine."""
        await self.at.ask("watch", table=code, since=self.known.get(code, {"version": 0})["version"])
        while not (table := self.at.tables[code])["settled"] and self.id not in table["no_shows"]:
            seated = {occupant["who"]: occupant["ready"] for occupant in table["seated"]}
            command = self.turn(code, table) if table["players"] else None
            if not table["players"] and not seated[self.id]:
                command = {"type": "ready", "seed": f"of-{self.id}"}
            if command is not None:
                await tried(self.at.do(code, **command))
            if self.at.tables[code]["version"] == table["version"]:
                await self.at.news(code)
        self.finished.add(code)


async def tried(asked: Awaitable[Message]) -> bool:
    """Whether it was done."""
    try:
        await asked
    except Refused as refused:
        if refused.reason in FAULTS:
            raise
        return False
    return True


async def until_gone(work: Awaitable[None]) -> None:
    with suppress(Gone):
        await work

"""A small hall to be harmed: a few people, a few tables, and a look at what is left of them."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from random import Random
from typing import Any

import httpx

from tests.crash.halls import MortalHall
from tests.crash.people import Message, Person
from tests.crash.witness import Witness
from tests.server.kit import PATIENCE


class Visit:
    """Ann and Ben at tables of their own making; a witness knows what they were told."""

    def __init__(self, hall: MortalHall) -> None:
        self.hall = hall
        self.ann = Person("Ann", Random(1))
        self.ben = Person("Ben", Random(2))
        self.witness = Witness()

    async def come_in(self) -> None:
        for person in (self.ann, self.ben):
            await person.come_in(self.hall.url)

    async def go(self) -> None:
        """After the hall has ended, or to come back later."""
        for person in (self.ann, self.ben):
            await person.at.close()
            self.witness.listen(person, person.at)

    async def watch(self, *codes: str) -> None:
        for person in (self.ann, self.ben):
            for code in codes:
                await person.at.ask("watch", table=code)

    async def table(self, game: str, *, together: bool = True, **fields: Any) -> str:
        """A game that has begun, of both or of Ann alone."""
        code: str = (await self.ann.at.ask("open", game=game, **fields))["table"]
        await self.ann.at.ask("watch", table=code)
        if together:
            await self.ben.at.ask("watch", table=code)
            await self.ben.at.do(code, "sit")
            await self.ben.at.do(code, "ready")
        await self.ann.at.do(code, "start")
        if together:
            await self.ben.at.ask("watch", table=code)  # both have heard of it
        return code

    async def next_turn(self, code: str) -> tuple[Person, Message]:
        """Who is to do something at this table, and what."""
        async with asyncio.timeout(PATIENCE):
            while True:
                for person in (self.ann, self.ben):
                    command = person.wanted(code, person.at.tables[code]) if code in person.at.tables else None
                    if command is not None:
                        return person, command
                await self.ann.at.news(code)

    async def move(self, code: str) -> None:
        """One command, done; both have heard of it."""
        person, command = await self.next_turn(code)
        await person.at.do(code, **command)
        await self.ann.at.ask("watch", table=code)
        if code in self.ben.at.tables:
            await self.ben.at.ask("watch", table=code)

    def version(self, code: str) -> int:
        return int(self.ann.at.tables[code]["version"])

    async def get(self, path: str) -> httpx.Response:
        async with httpx.AsyncClient(base_url=self.hall.url) as http:
            return await http.get(path)


@asynccontextmanager
async def visit(hall: MortalHall) -> AsyncIterator[Visit]:
    visit = Visit(hall)
    hall.open()
    await visit.come_in()
    try:
        yield visit
    finally:
        for person in (visit.ann, visit.ben):
            await person.at.close()


def setbacks(folder: Path) -> list[tuple[str, str, int, int]]:
    """What a hall has found its journal to have lost: the table, why, the version known and the one found."""
    with closing(sqlite3.connect(folder / "people.db")) as connection:
        return connection.execute("SELECT place, why, known, found FROM setbacks ORDER BY number").fetchall()


def one_line(said: str) -> str:
    """What a hall that does not open says, and nothing else."""
    (line,) = said.strip().splitlines()
    assert line.startswith("dicehall: "), said
    return line


def everything_is_there(visit: Visit, folder: Path) -> None:
    visit.witness.compare(folder)
    assert not visit.witness.findings.wrong

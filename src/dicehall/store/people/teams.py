"""The teams of people's profiles in a database: a row that belongs to a person, and goes with them."""

from collections.abc import Collection

import msgspec
from sqlalchemy import Connection, delete, select

from dicehall.ports.teams import Team
from dicehall.store.files.any_database import AnyDatabase
from dicehall.store.files.schema import people, teams
from dicehall.store.files.upsert import put


class DiskTeams:
    def __init__(self, database: AnyDatabase) -> None:
        self._database = database

    async def of(self, persons: Collection[str]) -> dict[str, Team]:
        rows = await self._database.read(select(teams).where(teams.c.person.in_(persons)))
        return {person: Team(label, colour, pattern) for person, label, colour, pattern in rows}

    async def keep(self, person: str, team: Team) -> None:
        row = {"person": person, **msgspec.to_builtins(team)}

        def work(connection: Connection) -> None:
            if connection.execute(select(people.c.id).where(people.c.id == person)).first() is None:
                raise KeyError(person)
            put(connection, teams, [row])

        await self._database.write(work)

    async def drop(self, person: str) -> bool:
        gone = delete(teams).where(teams.c.person == person)
        return await self._database.write(lambda connection: connection.execute(gone).rowcount > 0)

"""All that a hall keeps about one person, for that person."""

import asyncio
from typing import Any

import msgspec

from dicehall.ports import Person
from dicehall.ports.hall_log import AnyAdminAction, Finished, read
from dicehall.server.house import House
from dicehall.server.results.scoreboard import ALL_GAMES
from dicehall.table.core.events import Who

AT_ONCE, BREATH = 200, 0.01
"""So many rows are read, and then others have their turn for so many seconds."""


async def export(house: House, person: Person) -> dict[str, Any]:
    """Finished games only: what a running one holds is nobody's to take away, not even one's own dice."""
    await house.results.catch_up()
    return {
        "hall": house.url,
        "account": house.accounts.everything(person.id),
        "results": results(house, person.id),
        "games": await games(house, person.id),
        "administration": acts(house, person.id),
    }


def results(house: House, who: Who) -> dict[str, Any]:
    """By game; points of different games are not added up."""
    told: dict[str, Any] = msgspec.to_builtins(house.results.tallies(who))
    if ALL_GAMES in told:
        told[ALL_GAMES]["points"] = None
    return told


async def games(house: House, who: Who) -> list[dict[str, Any]]:
    """Every finished game, the newest first, with the address of its record; others are named by their ids."""
    found: list[dict[str, Any]] = []
    before: int | None = None
    while page := house.results.history(who, before=before, most=AT_ONCE, private=True, asker=who):
        for _, past in page:
            record = f"{house.url}/api/tables/{past.table}/games/{past.number}"
            found.append({**msgspec.to_builtins(past), "record": record})
        before = page[-1][0]
        await asyncio.sleep(BREATH)
    return found


def acts(house: House, who: Who) -> list[dict[str, Any]]:
    """What was done to this person, or by them, as administrators do it: such acts belong to no table."""
    noted = map(read, house.hall.journal.records(""))
    return [msgspec.to_builtins(act) for act in noted if concerns(act, who)]


def concerns(act: Finished | AnyAdminAction, who: Who) -> bool:
    return not isinstance(act, Finished) and who in (act.by, getattr(act, "who", None))

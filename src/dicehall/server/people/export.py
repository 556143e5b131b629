"""Everything a hall stores about one person, for that person."""

import asyncio
from typing import Any

import msgspec

from dicehall.ports import Accounts, Journal, Person, Results
from dicehall.ports.hall_log import AnyAdminAction, Finished, read
from dicehall.ports.results import ALL_GAMES
from dicehall.table.core.events import Who

AT_ONCE, BREATH = 200, 0.01
"""Rows that are read in one go, and the seconds that others get before the next."""


async def export(person: Person, accounts: Accounts, results: Results, journal: Journal, url: str) -> dict[str, Any]:
    """Finished games only: a running game holds secrets, one's own dice among them."""
    await results.catch_up()
    return {
        "hall": url,
        "account": await accounts.everything(person.id),
        "results": await totals(results, person.id),
        "games": await games(results, person.id, url),
        "administration": await actions(journal, person.id),
    }


async def totals(results: Results, who: Who) -> dict[str, Any]:
    """By game; points of different games are not added up."""
    told: dict[str, Any] = msgspec.to_builtins(await results.tallies(who))
    if ALL_GAMES in told:
        told[ALL_GAMES]["points"] = None
    return told


async def games(results: Results, who: Who, url: str) -> list[dict[str, Any]]:
    """Every finished game, newest first, with the address of its record; others are named by their ids."""
    found: list[dict[str, Any]] = []
    before: int | None = None
    while page := await results.history(who, before=before, most=AT_ONCE, private=True, asker=who):
        for _, past in page:
            record = f"{url}/api/tables/{past.table}/games/{past.number}"
            found.append({**msgspec.to_builtins(past), "record": record})
        before = page[-1][0]
        await asyncio.sleep(BREATH)
    return found


async def actions(journal: Journal, who: Who) -> list[dict[str, Any]]:
    """Administrators' actions by this person or concerning them: they belong to no table."""
    noted = map(read, await journal.records(""))
    return [msgspec.to_builtins(action) for action in noted if concerns(action, who)]


def concerns(action: Finished | AnyAdminAction, who: Who) -> bool:
    return not isinstance(action, Finished) and who in (action.by, getattr(action, "who", None))

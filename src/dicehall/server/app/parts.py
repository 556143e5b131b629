"""A hall put together: every part gets the others that it needs. Only this room sees all of them at once."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from dicehall.ports import Accounts, Journal, People, Results
from dicehall.rules.chance import Rng
from dicehall.rules.listing import Listing
from dicehall.server.bounds.visitors import Visitors
from dicehall.server.live.dispatcher import Dispatcher
from dicehall.server.live.rooms import Rooms
from dicehall.server.live.talk import Talk
from dicehall.server.watch import logs
from dicehall.server.watch.metrics import Metrics
from dicehall.server.web.page import PAGE
from dicehall.table.live.hall import Hall


class Storage(NamedTuple):
    """Where a hall keeps what must last."""

    journal: Journal
    people: People
    accounts: Accounts
    results: Results


class Parts(NamedTuple):
    """What the application, the socket and the start of a hall are made from; nothing below this room is given it."""

    hall: Hall
    rooms: Rooms
    people: People
    accounts: Accounts
    results: Results
    dispatcher: Dispatcher
    visitors: Visitors
    metrics: Metrics
    url: str
    """Where people find it."""
    rulebook: Callable[[Listing], tuple[str, str]]
    """The rules of a game and its rulings, as Markdown; empty where nothing is written."""
    page: Path
    """The folder of the built page; the hall opens without it too."""


def put_together(
    storage: Storage,
    visitors: Visitors,
    url: str,
    rulebook: Callable[[Listing], tuple[str, str]],
    *,
    pace: float,
    page: Path = PAGE,
    rooms: type[Rooms] = Rooms,
    dice: Rng | None = None,
    luck: Rng | None = None,
) -> Parts:
    """`pace` is how long bots think; `dice` and `luck` are for halls that must be the same in every run."""
    journal, people, accounts, results = storage
    metrics = Metrics()
    broadcaster = rooms(people, results.won, metrics)
    appended = logs.watching(metrics.appended)
    hall = Hall(journal, broadcaster, dice=dice, luck=luck, pace=pace, results=results, appended=appended)
    talk = Talk(visitors.limits)
    dispatcher = Dispatcher(hall, broadcaster, people=people, talk=talk, visitors=visitors, url=url)
    return Parts(hall, broadcaster, people, accounts, results, dispatcher, visitors, metrics, url, rulebook, page)

"""What an operator asks a hall: whether it answers, whether it works, and its numbers."""

import asyncio
import time
from collections import Counter
from contextlib import suppress
from typing import Final

from litestar import Response, get
from litestar.types import Message, Scope

from dicehall import __version__
from dicehall.ports import Accounts, Append, Conflict, Fenced, Journal, JournalError
from dicehall.rules.catalog import GAMES
from dicehall.rules.values import Value
from dicehall.server.app.tasks import Tasks
from dicehall.server.bounds.visitors import Visitors
from dicehall.server.gates.keeper import Keeper
from dicehall.server.live.rooms import Rooms
from dicehall.server.nodes.link import Link
from dicehall.server.nodes.nodes import Nodes
from dicehall.server.services.asking import Handlers
from dicehall.server.watch.metrics import STATES, Census, Metrics
from dicehall.server.web.headers import BeforeSend
from dicehall.table.live.hall import Hall
from dicehall.table.live.setbacks import said
from dicehall.table.live.table import LiveTable

FRESH = 2.0
"""Seconds for which an answer about the disk holds: frequent questions must not keep it busy."""
PATIENCE = 3.0
"""Seconds after which a silent disk counts as broken."""

NAMES: Final = frozenset(game.name for game in GAMES)


class Health(Value):
    version: str = __version__


class Readiness(Value, omit_defaults=True):
    ready: bool
    wrong: dict[str, str]
    """What does not work, by part: `journal`, `people`, `tables`, `tasks`, `gates`; `draining` is no fault."""
    degraded: tuple[str, ...] = ()
    """What the journal has lost, and the operator has not seen yet, or which nodes cannot be reached over the bus; the
    hall works all the same."""


class Probe:
    """Asks the journal whether it can write, and remembers the answer for a moment."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._asked_at = -FRESH
        self._asking: asyncio.Future[str | None] | None = None

    async def trouble(self) -> str | None:
        """Why nothing can be written; None if all is well."""
        if self._asking is None or time.monotonic() - self._asked_at > FRESH:
            self._asked_at = time.monotonic()
            self._asking = self._ask()
        with suppress(TimeoutError):
            return await asyncio.wait_for(asyncio.shield(self._asking), PATIENCE)
        return f"the disk has not answered for {PATIENCE:.0f} seconds"

    def _ask(self) -> asyncio.Future[str | None]:
        """An append to a table that does not exist: the disk takes the transaction, and it changes nothing."""
        asking: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()

        def done(error: JournalError | None) -> None:
            if not asking.done():  # it was uncertain before
                asking.set_result(None if error is None or isinstance(error, Conflict | Fenced) else str(error))

        self._journal.append(Append(table="", expected=1, count=1, body=b"", due=None), done)
        return asking


def counting(metrics: Metrics) -> BeforeSend:
    """For `before_send` of the application: every answer is counted, also those to unknown addresses."""

    async def count(message: Message, _scope: Scope) -> None:
        if message["type"] == "http.response.start":
            metrics.answered(message["status"])

    return count


def census(hall: Hall, rooms: Rooms, visitors: Visitors, gates: Keeper) -> Census:
    near = [viewer for viewer in rooms.everybody if not viewer.is_far]  # other nodes count theirs
    return Census(
        tables=Counter((state_of(live), game_of(live)) for live in hall if live.table.version),
        asleep=hall.asleep,
        damaged=len(hall.damaged),
        sockets=len(near),
        people=len({viewer.who for viewer in near} - {None}),
        tasks=len(asyncio.all_tasks()),
        limits_hit=visitors.turned_away,
        gates=gates.count,
        gates_alive=gates.alive,
        gates_restarted=gates.restarted,
    )


def state_of(live: LiveTable) -> str:
    table = live.table
    return STATES[1] if table.playing else STATES[2] if table.play else STATES[0]


def game_of(live: LiveTable) -> str:
    """A game that is no longer in the catalog must not become a label."""
    game = live.table.setting.game
    return game if game in NAMES else "other"


async def unreadable(accounts: Accounts) -> str | None:
    """Why the database of people cannot be read; it was migrated when it was opened, or the hall would not run."""
    try:
        await accounts.is_claimed()
    except JournalError as error:
        return str(error)
    return None


def not_opened(hall: Hall) -> str | None:
    asleep = hall.asleep
    return f"{asleep} tables have not been opened since the start; they will be in a moment" if asleep else None


def lost(hall: Hall) -> tuple[str, ...]:
    """A database that cannot be read is named by `people`."""
    try:
        return tuple(map(said, hall.setbacks.unseen()))
    except JournalError:
        return ()


def leaving(nodes: Nodes | None) -> str | None:
    return "other nodes have its tables, and it is about to close" if nodes is not None and nodes.is_leaving else None


def troubles(nodes: Nodes | None) -> list[str]:
    """With other nodes."""
    if nodes is None:
        return []
    found = [unreachable(link) for link in nodes.links.values() if not link.is_up]
    if waiting := nodes.territory.waiting:
        found.append(f"{waiting} partitions wait for a node that is as new as their last one")
    return found


def unreachable(link: Link) -> str:
    if link.foreign is None:
        return f"node {link.other} cannot be reached over the bus"
    return (
        f"node {link.other} speaks language {link.foreign} over the bus, and this one {link.language}: "
        "the older of the two is to be upgraded"
    )


def handlers(hall: Hall, accounts: Accounts, tasks: Tasks, gates: Keeper, nodes: Nodes | None) -> Handlers:
    probe = Probe(hall.journal)

    @get("/healthz", tags=["running"], sync_to_thread=False)
    def healthz() -> Health:
        """The process answers; nothing else is checked."""
        return Health()

    @get("/readyz", tags=["running"])
    async def readyz() -> Response[Readiness]:
        """The hall works: it can write, can read its people, and has opened its tables. Otherwise 503, and why.

        A journal that went back is `degraded`, not 503: the games concerned are void already, and the others go on.
        """
        wrong = {part: why for part, why in (
            ("journal", await probe.trouble()), ("people", await unreadable(accounts)), ("tables", not_opened(hall)),
            ("tasks", tasks.trouble()), ("gates", gates.trouble()), ("draining", leaving(nodes)),
        ) if why is not None}  # fmt: skip
        return Response(Readiness(not wrong, wrong, (*lost(hall), *troubles(nodes))), status_code=503 if wrong else 200)

    return healthz, readyz

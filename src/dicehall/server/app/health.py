"""What whoever runs a hall asks it: whether it answers, whether it can do its work, and its numbers."""

import asyncio
import time
from collections import Counter
from contextlib import suppress
from typing import Any, Final

from litestar import MediaType, Request, Response, get
from litestar.datastructures import State
from litestar.types import Message, Scope

from dicehall import __version__
from dicehall.ports import Append, Conflict, Journal, JournalError
from dicehall.rules.catalog import GAMES
from dicehall.rules.values import Value
from dicehall.server.house import House
from dicehall.server.watch.metrics import STATES, Census
from dicehall.table.live.table import Live

FRESH = 2.0
"""Seconds for which an answer about the disk holds: whoever asks more often must not keep it busy."""
PATIENCE = 3.0
"""Seconds after which a disk that says nothing is as good as none."""

NAMES: Final = frozenset(game.name for game in GAMES)


class Health(Value):
    version: str = __version__


class Readiness(Value):
    ready: bool
    wrong: dict[str, str]
    """What does not work, by the part that does not: `journal`, `people`, `tables`."""


class Probe:
    """Asks the journal whether it can write, and remembers the answer for a moment."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._asked_at = -FRESH
        self._asking: asyncio.Future[str | None] | None = None

    async def trouble(self) -> str | None:
        """Why nothing can be written; None where all is well."""
        if self._asking is None or time.monotonic() - self._asked_at > FRESH:
            self._asked_at = time.monotonic()
            self._asking = self._ask()
        with suppress(TimeoutError):
            return await asyncio.wait_for(asyncio.shield(self._asking), PATIENCE)
        return f"the disk has not answered for {PATIENCE:.0f} seconds"

    def _ask(self) -> asyncio.Future[str | None]:
        """An append to a table that is not there: the disk takes the transaction, and nothing is changed by it."""
        asking: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()

        def done(error: JournalError | None) -> None:
            asking.set_result(None if error is None or isinstance(error, Conflict) else str(error))

        self._journal.append(Append(table="", expected=1, count=1, body=b"", due=None), done)
        return asking


@get("/healthz", tags=["running"], sync_to_thread=False)
def healthz() -> Health:
    """The process answers; nothing else is tried."""
    return Health()


@get("/readyz", tags=["running"])
async def readyz(request: Request[Any, Any, State]) -> Response[Readiness]:
    """The hall can do its work: it can write, knows its people, and has opened its tables. Else 503, and why."""
    state = request.app.state
    house: House = state["house"]
    probe: Probe = state.setdefault("probe", Probe(house.hall.journal))
    wrong = {part: why for part, why in (
        ("journal", await probe.trouble()), ("people", forgetful(house)), ("tables", sleepy(house))
    ) if why is not None}  # fmt: skip
    return Response(Readiness(not wrong, wrong), status_code=503 if wrong else 200)


@get("/metrics", tags=["running"], media_type=MediaType.TEXT)
async def metrics(request: Request[Any, Any, State]) -> Response[bytes]:
    """Numbers for Prometheus: tables, sockets, people, moves, refusals, the disk, the process."""
    house: House = request.app.state["house"]
    text, content_type = house.metrics.exposition(census(house), request.headers.get("accept", ""))
    return Response(text, media_type=content_type)


HANDLERS = (healthz, readyz, metrics)


async def count_answer(message: Message, scope: Scope) -> None:
    """For `before_send` of the application: every answer is counted, also those to addresses that are not there."""
    if message["type"] == "http.response.start":
        scope["litestar_app"].state["house"].metrics.answered(message["status"])


def census(house: House) -> Census:
    return Census(
        tables=Counter((state_of(live), game_of(live)) for live in house.hall if live.table.version),
        asleep=house.hall.asleep,
        damaged=len(house.hall.damaged),
        sockets=len(house.rooms.everybody),
        people=len({viewer.who for viewer in house.rooms.everybody} - {None}),
        tasks=len(asyncio.all_tasks()),
        limits_hit=house.visitors.turned_away,
    )


def state_of(live: Live) -> str:
    table = live.table
    return STATES[1] if table.playing else STATES[2] if table.play else STATES[0]


def game_of(live: Live) -> str:
    """A table of a game that is not in the catalogue any more must not make a label."""
    game = live.table.setting.game
    return game if game in NAMES else "other"


def forgetful(house: House) -> str | None:
    """Why the book of people cannot be read; it was migrated when it was opened, or the hall would not run."""
    try:
        house.accounts.is_owned()
    except JournalError as error:
        return str(error)
    return None


def sleepy(house: House) -> str | None:
    asleep = house.hall.asleep
    return f"{asleep} tables have not been opened since the start; they will be in a moment" if asleep else None

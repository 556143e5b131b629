"""A hall put together: every part gets the others that it needs. Only this room sees all of them at once."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from dicehall.evenings.live.book_door import BOOK, BookDoor
from dicehall.evenings.live.nights import Nights
from dicehall.evenings.live.pool_news import PoolNews
from dicehall.evenings.live.predictions import Predictions
from dicehall.evenings.live.tournaments import Tournaments
from dicehall.ports import Accounts, Journal, Marks, NoMarks, People, Results
from dicehall.ports.memos import MemoryMemos, Memos
from dicehall.ports.odds import Oracle
from dicehall.ports.workers import Workers
from dicehall.rules.chance import Rng
from dicehall.rules.listing import Listing
from dicehall.server.app.tasks import Tasks
from dicehall.server.bounds.confirmations import Confirmations
from dicehall.server.bounds.visitors import Visitors
from dicehall.server.gates.keeper import Keeper
from dicehall.server.live.chatter import Chatter
from dicehall.server.live.clearness import Clearness
from dicehall.server.live.dispatcher import Dispatcher
from dicehall.server.live.heads import Heads
from dicehall.server.live.odds import OddsDesk
from dicehall.server.live.pools import Pools
from dicehall.server.live.rooms import Rooms
from dicehall.server.live.talk import Talk
from dicehall.server.live.tournaments import TournamentRooms
from dicehall.server.nodes.ears import NodeEars
from dicehall.server.nodes.nodes import AT_TABLES, Nodes
from dicehall.server.nodes.territory import Territory
from dicehall.server.people.ceremonies import passkeys_work
from dicehall.server.services.hall_work import HallWorks
from dicehall.server.watch import logs
from dicehall.server.watch.metrics import Metrics
from dicehall.server.web.page import PAGE
from dicehall.table.live.acquaintances import Acquaintances
from dicehall.table.live.hall import Hall, everything

POOL_NEWS: Final = "news of a pool"
"""What the machine that keeps the book of predictions tells the owner of a table."""


class Storage(NamedTuple):
    """Where a hall keeps what must last."""

    journal: Journal
    people: People
    accounts: Accounts
    results: Results
    marks: Marks = NoMarks()
    memos: Memos | None = None
    """In the memory of this process where there are none."""
    turn: AbstractAsyncContextManager[None] | None = None
    """Of administrators, where there are several machines."""


class Together(NamedTuple):
    """What a node needs to run a hall together with others."""

    territory: Territory
    secret: bytes
    """All nodes have the same."""
    send: Callable[[str, bytes], None]
    """A letter to a node; it may get lost."""


class Parts(NamedTuple):
    """What the application, the socket and the start of a hall are made from; nothing below this room is given it."""

    hall: Hall
    rooms: Rooms
    people: People
    accounts: Accounts
    results: Results
    dispatcher: Dispatcher
    desk: OddsDesk
    visitors: Visitors
    metrics: Metrics
    url: str
    """Where people find it."""
    only_at: str | None
    """The same if the operator has named it: then it is found nowhere else."""
    rulebook: Callable[[Listing], tuple[str, str]]
    """The rules of a game and its rulings, as Markdown; empty where nothing is written."""
    page: Path
    """The folder of the built page; the hall opens without it too."""
    marks: Marks
    tasks: Tasks
    confirmations: Confirmations
    """One for both: what is confirmed over HTTP holds for the sockets of that browser."""
    memos: Memos
    turn: AbstractAsyncContextManager[None] | None
    gates: Keeper
    """None are open where the hall holds all sockets itself."""
    nodes: Nodes | None
    """The others, where there are several."""
    tournaments: Tournaments
    nights: Nights
    works: HallWorks
    """What only one node does, where there are several."""
    predictions: Predictions
    book: BookDoor
    """To the predictions, wherever they are kept."""
    pools: Pools


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
    workers: Workers | None = None,
    oracle: Oracle | None = None,
    public: bool = False,
    together: Together | None = None,
    predictions: bool = True,
) -> Parts:
    """`pace` is how long bots think; `dice` and `luck` are for halls that must be the same in every run.

    `public` says that the operator has named the url.
    `predictions` is whether spectators may predict who wins.
    `workers` think for bots that take longer; without any, the event loop does. Without an oracle nobody gets odds.
    """
    journal, people, accounts, results, marks, *_ = storage
    memos = storage.memos or MemoryMemos()
    metrics = Metrics()
    acquaintances = Acquaintances(people, results, accounts.ties, accounts.teams)
    broadcaster = rooms(people, acquaintances, metrics)
    broadcaster.heads = Heads(marks.head_keys)
    appended = logs.watching(metrics.appended)
    gates = Keeper()
    ears = NodeEars(gates)
    owns = everything if together is None else together.territory.owns
    hall = Hall(
        journal, broadcaster, dice=dice, luck=luck, pace=pace, workers=workers, acquaintances=acquaintances,
        appended=appended, marks=marks, ears=gates if together is None else ears,
        owns=owns, counts=visitors.counts,
    )  # fmt: skip
    talk = Talk(visitors.limits)
    broadcaster.after_telling = Chatter(broadcaster, talk).told
    desk = OddsDesk(oracle)
    confirmations = Confirmations(accounts, memos, passkeys_work=passkeys_work(url))

    async def ask_owner(code: str, about: bytes) -> bytes | None:
        return await broadcaster.elsewhere.ask_owner(code, AT_TABLES, about)

    tournaments = Tournaments(hall, owns, ask_owner)
    nights = Nights(hall, tournaments)

    async def ask_keeper(about: bytes) -> bytes | None:
        return await broadcaster.elsewhere.ask_owner(BOOK, BOOK, about)

    async def tell_owner(news: PoolNews) -> None:
        await broadcaster.elsewhere.ask_owner(news.pool.table, POOL_NEWS, msgspec.json.encode(news))

    def news_of_pool(news: PoolNews) -> None:
        if owns(news.pool.table):
            pools.heard(news)
        else:
            broadcaster.start(tell_owner(news))

    foretold = Predictions(journal, tournaments.tables, is_on=predictions)
    book = BookDoor(foretold, lambda: owns(BOOK), ask_keeper)
    pools = Pools(hall, broadcaster, book, Clearness(oracle), is_on=predictions)
    foretold.told = news_of_pool
    broadcaster.after_change, broadcaster.after_watching = pools.told, pools.watched
    dispatcher = Dispatcher(
        hall, broadcaster, people=people, talk=talk, visitors=visitors, desk=desk, confirmations=confirmations,
        tournaments=TournamentRooms(tournaments, broadcaster.names, visitors), pools=pools, url=url,
    )  # fmt: skip
    only_at = url if public else None
    nodes = together and Nodes(
        together.territory, together.secret, hall=hall, dispatcher=dispatcher, tournaments=tournaments,
        send=together.send, have_read=ears.have_read_here,
    )  # fmt: skip
    ears.nodes = nodes
    broadcaster.elsewhere.serve(BOOK, foretold.serve)
    broadcaster.elsewhere.serve(POOL_NEWS, pools.serve)
    tasks = Tasks()
    works = HallWorks({"tournaments": tournaments, "theme nights": nights, "predictions": foretold}, tasks.start)
    return Parts(
        hall, broadcaster, people, accounts, results, dispatcher, desk, visitors, metrics, url, only_at, rulebook,
        page, marks, tasks, confirmations, memos, storage.turn, gates, nodes, tournaments, nights, works,
        foretold, book, pools,
    )  # fmt: skip

"""Pools at the tables of this machine: who predicts, and what everyone who watches is told of it."""

import logging
from collections.abc import Iterable
from typing import Any, Final, cast
from weakref import WeakKeyDictionary

import msgspec

from dicehall.evenings.live.again import Again
from dicehall.evenings.live.book_door import BookDoor, Closes, Shows, Stirs, UnansweredError, Voids, Wanted, Wishes
from dicehall.evenings.live.pool_news import PoolNews
from dicehall.evenings.predictions.decide import CLOSED, PLAYER, Wish
from dicehall.evenings.predictions.events import PoolId
from dicehall.evenings.predictions.seen import GameSeen, players, seen
from dicehall.ports import JournalError
from dicehall.server.live.clearness import Clearness
from dicehall.server.live.client_messages import Predict
from dicehall.server.live.connection import Connection
from dicehall.server.live.frames import encoder, frame, padded
from dicehall.server.live.messages import Done, MyPrediction, PoolMessage
from dicehall.server.live.rooms import Rooms
from dicehall.server.live.standing import Standing, by_seat, standing
from dicehall.server.live.viewers import Viewer
from dicehall.table.core.draft import RefusedError
from dicehall.table.core.events import GameStarted, PredictionsForbidden, Who
from dicehall.table.live.hall import Hall, NoTable
from dicehall.table.live.services import TableChange
from dicehall.table.live.table import LiveTable

log = logging.getLogger("dicehall.server")

OFF: Final = "There are no predictions here."
NO_GAME: Final = "No game is running here that you could predict."
UNKNOWN: Final = "The hall does not know whether your prediction was taken; look again."
MOST_PURSES: Final = 10_000


class Known:
    """Of the pool of one game."""

    def __init__(self, game: int) -> None:
        self.game = game
        self.news: PoolNews | None = None
        self.clear_at: int | None = None
        self.barred: set[Who] = set()
        """Who may not predict it although they do not play: they share a sign-in with someone who does."""
        self.stirred = "open"
        """How the game stood when the book was told to look at it last."""
        self.told: Standing | None = None
        self.last: dict[Viewer, bytes] = {}
        """What each was told last."""
        self.reckoned = -1
        self.is_reckoning = False

    @property
    def has_predictions(self) -> bool:
        return self.news is not None and self.news.outcome is None and bool(self.news.predictions)


class Pools:
    def __init__(self, hall: Hall, rooms: Rooms, door: BookDoor, clearness: Clearness, *, is_on: bool) -> None:
        self.is_on = is_on
        """Whether this hall has predictions at all."""
        self._hall = hall
        self._rooms = rooms
        self._door = door
        self._clearness = clearness
        self._again = Again()
        self._tables: WeakKeyDictionary[LiveTable, Known] = WeakKeyDictionary()
        self._purses: dict[Who, int] = {}

    @property
    def is_quiet(self) -> bool:
        """Whether nothing is being reckoned, and the book has been told everything."""
        return self._again.is_idle and not any(known.is_reckoning for known in self._tables.values())

    def stop(self) -> None:
        self._again.stop()

    def _of(self, live: LiveTable) -> Known:
        known = self._tables.get(live)
        if known is None or known.game != live.table.games:
            known = self._tables[live] = Known(live.table.games)
        return known

    def _stands(self, live: LiveTable) -> tuple[GameSeen, Standing]:
        known = self._of(live)
        found = seen(live.table, known.game, live.shown.board)
        assert found is not None  # it is the latest game
        if found.standing == "open" and known.news is not None and known.news.outcome is not None:
            known.news = None  # the host had turned predictions off, and has allowed them again
        return found, standing(found, known.news, is_clear=known.clear_at is not None)

    # Predicting

    async def predict(self, to: Connection, live: LiveTable, wanted: Predict) -> None:
        """The first prediction waits until the chances are known: there is none where someone is too likely to win."""
        who, known = to.named(), self._of(live)
        self._refuse(live, who)
        if known.news is None:
            await self._ask(live, (who,))
        if not known.has_predictions:
            version, is_clear = await self._clearness.look(live)
            if is_clear and self._of(live) is known:
                known.clear_at = version
                self._send(live)
        found = self._refuse(live, who)
        pool = PoolId(live.code, known.game)
        wish = Wish(
            pool, who, wanted.seat, wanted.chips, wanted.chance, found.version, found.seats, players(live.table)
        )
        try:
            told = await self._door.do(Wishes(wish))
        except UnansweredError:
            to.refuse(wanted.id, "uncertain", UNKNOWN)
            return
        if told.refused is not None:
            to.refuse(wanted.id, *told.refused)
            return
        self._rooms.metrics.predictions += 1
        to.tell(Done(wanted.id))

    def _refuse(self, live: LiveTable, who: Who) -> GameSeen:
        """What the table knows; the book refuses the rest."""
        if not self.is_on or not live.table.predictions or live.table.is_held:
            raise RefusedError("predictions_off", OFF)
        if live.table.playing is None:
            raise RefusedError("no_game", NO_GAME)
        if who in players(live.table):
            raise RefusedError("player", PLAYER)
        found, stands = self._stands(live)
        if stands.status == "off":
            raise RefusedError("predictions_off", OFF)
        if stands.status != "open":
            raise RefusedError("pool_closed", CLOSED)
        return found

    # What happens

    def watched(self, viewer: Viewer, live: LiveTable) -> None:
        if self.is_on and live.table.games:
            self._rooms.start(self._welcome(live, (viewer,)))

    async def _welcome(self, live: LiveTable, viewers: Iterable[Viewer]) -> None:
        """They are told what there is, with their own purses."""
        try:
            await self._ask(live, tuple({viewer.who for viewer in viewers if viewer.who is not None}))
        except JournalError as error:
            log.warning("the pool of table %s is not known yet: %s", live.code, error)
        self._send(live, again=viewers)

    async def _ask(self, live: LiveTable, people: tuple[Who, ...]) -> None:
        known = self._of(live)
        told = await self._door.do(Shows(PoolId(live.code, known.game), people, players(live.table)))
        known.barred.update(told.barred)
        self._learn(known, told.news, told.purses)
        self._reckon(live)

    def _learn(self, known: Known, news: PoolNews | None, purses: dict[Who, int]) -> None:
        """What is over is not in the book any more."""
        before = known.news
        is_newer = news is not None and (before is None or before.version <= news.version)
        if is_newer and (before is None or before.outcome is None or (news is not None and news.predictions)):
            known.news = news
        self._purses.update(purses)
        while len(self._purses) > MOST_PURSES:
            del self._purses[next(iter(self._purses))]

    def told(self, live: LiveTable, change: TableChange) -> None:
        """A table has changed, and everyone there was told so."""
        if not self.is_on or not live.table.games:
            return
        known = self._of(live)
        happened = set(map(type, change.events))
        pool = PoolId(live.code, known.game)
        if GameStarted in happened:
            self._rooms.start(self._welcome(live, self._rooms.room(live)))
            return
        if PredictionsForbidden in happened:
            self._tell_book(Voids(pool, "off"), pool)
        if not known.has_predictions and not self._rooms.room(live):
            return
        found, stands = self._stands(live)
        if known.has_predictions and found.standing not in ("open", known.stirred):
            known.stirred = found.standing
            self._tell_book(Stirs(pool), pool)
        if stands != known.told:
            self._send(live)
        self._reckon(live)

    def heard(self, news: PoolNews) -> None:
        """From the book: it is on the disk."""
        try:
            live = self._hall.find(news.pool.table)
        except NoTable:
            return
        known = self._of(live)
        self._learn(known, news if news.pool.game == known.game else None, news.purses)
        self._send(live)
        self._reckon(live)

    async def serve(self, about: bytes) -> bytes:
        """News from the machine that keeps the book."""
        self.heard(msgspec.json.decode(about, type=PoolNews))
        return b""

    def _tell_book(self, wanted: Wanted, pool: PoolId) -> None:
        """Until it has heard it."""

        async def work() -> None:
            await self._door.do(wanted)

        self._again.start((type(wanted).__name__, pool.table, str(pool.game)), work)

    # Closing early

    def _reckon(self, live: LiveTable) -> None:
        """While there is anything to close; each version once, or the latest where they come too fast."""
        known = self._of(live)
        if not known.is_reckoning and self._is_to_reckon(live, known):
            known.is_reckoning = True
            self._rooms.start(self._keep_reckoning(live, known))

    def _is_to_reckon(self, live: LiveTable, known: Known) -> bool:
        is_new = known.has_predictions and known.reckoned != live.table.version and self._of(live) is known
        return is_new and self._stands(live)[1].status == "open"

    async def _keep_reckoning(self, live: LiveTable, known: Known) -> None:
        try:
            while self._is_to_reckon(live, known):
                known.reckoned, is_clear = await self._clearness.look(live)
                if is_clear and self._is_open_pool(live, known):
                    known.clear_at = known.reckoned
                    pool = PoolId(live.code, known.game)
                    self._tell_book(Closes(pool, known.reckoned), pool)
                    self._send(live)
        finally:
            known.is_reckoning = False

    def _is_open_pool(self, live: LiveTable, known: Known) -> bool:
        return self._of(live) is known and self._stands(live)[1].status == "open"

    # What is told

    def _send(self, live: LiveTable, again: Iterable[Viewer] = ()) -> None:
        """To whom it is new, or who asks again; the bytes differ only in what is each person's own."""
        room = self._rooms.room(live)
        known = self._of(live)
        found, known.told = self._stands(live)
        if not room:
            known.last.clear()
            return
        shared, last = self._shared(live, known, found), known.last
        asked = set(again)
        known.last = {viewer: frame(self._own(shared, live, known, viewer.who)) for viewer in room}
        for viewer, whole in known.last.items():
            if viewer in asked or last.get(viewer) != whole:
                viewer.socket.send(whole)

    def _shared(self, live: LiveTable, known: Known, found: GameSeen) -> PoolMessage:
        status, why, winners = known.told or Standing("off")
        predictions = {} if known.news is None or status == "off" else known.news.predictions
        seats = len(live.table.play.seats) if live.table.play is not None else found.seats
        return PoolMessage(
            table=live.code,
            game=known.game,
            status=status,
            why=why,
            count=len(predictions),
            pot=sum(each.chips for each in predictions.values()),
            seats=None if status in ("open", "off") else by_seat(predictions, seats),
            winners=winners,
            mine=None,
            purse=None,
            may=False,
            why_not="nameless",
        )

    def _own(self, shared: PoolMessage, live: LiveTable, known: Known, who: Who | None) -> PoolMessage:
        """Padded, so that its length does not tell an eavesdropper what was predicted."""
        if who is None:
            return shared
        may = who not in known.barred and who not in players(live.table)
        mine: Any = padded(encoder.encode(self._mine(known, who)))
        return msgspec.structs.replace(
            shared,
            mine=cast(MyPrediction | None, mine),
            purse=self._purses.get(who, 0),
            may=may,
            why_not=None if may else "player",
        )

    def _mine(self, known: Known, who: Who) -> MyPrediction | None:
        news = known.news
        if news is None or (placed := news.predictions.get(who)) is None:
            return None
        paid = None if news.outcome is None else news.outcome.paid.get(who, 0)
        return MyPrediction(placed.seat, placed.chips, placed.chance, paid)

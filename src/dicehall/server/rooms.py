"""Who hears what: a frame is built once for each distinct viewer and written to all of their sockets."""

import asyncio
import logging
from collections.abc import Coroutine, Iterable
from contextlib import suppress
from typing import Any, get_args

import msgspec

from dicehall.rules.kernel import Mine
from dicehall.rules.values import Seat
from dicehall.server import messages
from dicehall.server.folding import folded_json
from dicehall.server.messages import MineShown, Row, ServerMessage
from dicehall.server.socket import Socket, text_frame
from dicehall.server.talk import Audience
from dicehall.table import live as tables
from dicehall.table.events import BOT, GameStarted, Kicked, Opened, TableEvent, Who, is_bot
from dicehall.table.live import Live
from dicehall.table.ports import Guest, JournalError, Line, People
from dicehall.table.shown import Shown, changes

log = logging.getLogger("dicehall.server")

SETTLE = 0.2
"""Seconds in which comings, goings and changes of the list are gathered into one message."""
KEPT_CHAT = 50

TABLE_EVENTS = frozenset(get_args(TableEvent))

encoder = msgspec.json.Encoder()


def frame(message: ServerMessage) -> bytes:
    return text_frame(encoder.encode(message))


class Viewer:
    """One window of one person, or of somebody without a name."""

    __slots__ = ("guest", "socket", "watches")

    def __init__(self, guest: Guest | None) -> None:
        self.guest = guest
        self.socket: Socket
        self.watches: dict[str, Live] = {}

    @property
    def who(self) -> Who | None:
        return None if self.guest is None else self.guest.id

    def tell(self, message: ServerMessage) -> None:
        self.socket.send(frame(message))


class Rooms:
    """The audience of every table, and of the list of tables."""

    def __init__(self, people: People) -> None:
        self.people = people
        self.everybody: set[Viewer] = set()
        self.lobby: set[Viewer] = set()
        self._rooms: dict[str, set[Viewer]] = {}
        self._rows: dict[str, Row] = {}
        self._stirred: set[Live] = set()
        """Tables where somebody came or went, or whose row may have changed."""
        self._settling = False
        self._tasks: set[asyncio.Task[None]] = set()

    # Coming and going

    def watch(self, viewer: Viewer, live: Live, since: int | None) -> None:
        """Show the table whole, then tell every change."""
        if live.code not in viewer.watches:
            viewer.watches[live.code] = live
            self._rooms.setdefault(live.code, set()).add(viewer)
            live.enter(viewer.who)
        viewer.socket.send(self._whole(live, viewer.who, since))

    def unwatch(self, viewer: Viewer, live: Live) -> None:
        if viewer.watches.pop(live.code, None) is not None:
            room = self._rooms[live.code]
            room.discard(viewer)
            if not room:
                del self._rooms[live.code]
            live.exit(viewer.who)

    def enter(self, viewer: Viewer) -> None:
        self.everybody.add(viewer)

    def leave(self, viewer: Viewer) -> None:
        self.everybody.discard(viewer)
        self.lobby.discard(viewer)
        for live in tuple(viewer.watches.values()):
            self.unwatch(viewer, live)

    # What tables tell

    def told(self, live: Live, update: tables.Update) -> None:
        happened = [event for event in update.events if type(event) in TABLE_EVENTS]
        if happened:
            self._stir(live)
            if isinstance(happened[0], Opened):
                self.start(self._forget_chat(live.code))
        room = self._rooms.get(live.code)
        if not room:
            return
        different = changes(update.before, update.after)
        if different is None:
            self._tell_whole(live, room, update.since)
        else:
            names = self.names(_mentioned(happened)) if happened else {}
            shared = frame(messages.Update(live.code, update.version, update.events, different, names))
            own = {
                who: frame(messages.MineMessage(live.code, update.version, (_mine(mine),)))
                for who, mine in update.mine.items()
            }
            for viewer in room:
                mine = None if viewer.guest is None else own.get(viewer.guest.id)
                viewer.socket.send(shared if mine is None else mine + shared)
        for event in happened:
            if isinstance(event, Kicked):
                self._show_out(live, event.who)

    def present(self, live: Live) -> None:
        self._stir(live)

    def warned(self, live: Live, seat: Seat, seconds: int) -> None:
        self.send(self._rooms.get(live.code, ()), messages.Hurry(live.code, seat, seconds))

    def closed(self, live: Live) -> None:
        for viewer in tuple(self._rooms.get(live.code, ())):
            viewer.tell(messages.TableClosed(live.code, "closed"))
            self.unwatch(viewer, live)
        self._stir(live)
        self.start(self._forget_chat(live.code))

    async def _forget_chat(self, code: str) -> None:
        """Also when a code is given anew: the hall may have ended, or its disk been full, before the first time."""
        with suppress(JournalError):
            await self.people.forget_chat(code)

    def chat(self, live: Live, audience: Audience, line: Line) -> None:
        """Spectators' talk during secrets is for spectators."""
        room = self._rooms.get(live.code, ())
        heard = room if audience == "all" else [viewer for viewer in room if not plays(live, viewer.who)]
        self.send(heard, messages.Chat(live.code, audience, line))

    def send(self, viewers: Iterable[Viewer], message: ServerMessage) -> None:
        ready = frame(message)
        for viewer in viewers:
            viewer.socket.send(ready)

    def _tell_whole(self, live: Live, room: set[Viewer], since: int) -> None:
        frames: dict[Who | None, bytes] = {}
        for viewer in room:
            if viewer.who not in frames:
                frames[viewer.who] = self._whole(live, viewer.who, since)
            viewer.socket.send(frames[viewer.who])

    def _show_out(self, live: Live, who: Who) -> None:
        for viewer in [viewer for viewer in self._rooms.get(live.code, ()) if viewer.who == who]:
            viewer.tell(messages.TableClosed(live.code, "kicked"))
            self.unwatch(viewer, live)

    def _whole(self, live: Live, who: Who | None, since: int | None) -> bytes:
        events, missed = live.since(since)
        mine = live.mine.get(who) if who is not None else None
        heard: tuple[Audience, ...] = ("all",) if plays(live, who) else ("all", "spectators")
        return frame(
            messages.TableMessage(
                table=live.code,
                version=live.table.version,
                now=round(live.hall.journal.now, 1),
                shown=live.shown,
                people=self.names([*_everybody(live.shown), *_mentioned(events)]),
                mine=() if mine is None else (_mine(mine),),
                absent=live.absent(),
                watching=live.watching(),
                events=events,
                missed=missed,
                chat={audience: self._kept_chat(live.code, audience) for audience in heard},
            )
        )

    def _kept_chat(self, code: str, audience: Audience) -> tuple[Line, ...]:
        """Chat that cannot be read back keeps nobody from the table."""
        try:
            return tuple(self.people.chat(code, audience, KEPT_CHAT))
        except JournalError as error:
            log.error("the chat of table %s is not shown: %s", code, error)
            return ()

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Let something go on by itself."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)  # the loop itself holds tasks by weak references only
        task.add_done_callback(self._tasks.discard)
        return task

    # Names

    def names(self, people: Iterable[Who]) -> dict[Who, str]:
        return {who: self.name(who) for who in people}

    def name(self, who: Who) -> str:
        if is_bot(who):
            return who.removeprefix(BOT)
        guest = self.people.by_id(who)
        return "somebody" if guest is None else guest.name

    # The list of tables

    def rows(self) -> tuple[Row, ...]:
        return tuple(self._rows.values())

    def _stir(self, live: Live) -> None:
        self._stirred.add(live)
        if not self._settling:
            self._settling = True
            asyncio.get_running_loop().call_later(SETTLE, self._settle)

    def _settle(self) -> None:
        stirred, self._stirred, self._settling = self._stirred, set(), False
        for live in stirred:
            if room := self._rooms.get(live.code):
                self.send(room, messages.Present(live.code, live.absent(), live.watching()))
            self._list(live)

    def _list(self, live: Live) -> None:
        row = self.row(live) if live.table.setting.public and live.table.version and not live.table.closed else None
        if row == self._rows.get(live.code):
            return
        if row is None:
            del self._rows[live.code]
            self.send(self.lobby, messages.Unlisted(live.code))
        else:
            self._rows[live.code] = row
            self.send(self.lobby, messages.Listed(row))

    def row(self, live: Live) -> Row:
        table = live.table
        bots = sum(is_bot(chair.who) for chair in table.chairs)
        return Row(
            table=live.code,
            game=table.setting.game,
            owner=None if table.owner is None else self.name(table.owner),
            people=len(table.chairs) - bots,
            bots=bots,
            seats=table.setting.seats,
            state="playing" if table.playing else "finished" if table.play else "waiting",
            locked=table.locked,
            fills_at=table.fills_at,
            clock=table.setting.clock,
        )


def plays(live: Live, who: Who | None) -> bool:
    """Whether this person plays in the game that runs, or sits here while none does."""
    if who is None:
        return False
    play = live.table.playing
    return live.table.chair_of(who) is not None if play is None else play.seat_of(who) is not None


def _mine(mine: Mine[Any, Any]) -> MineShown:
    return MineShown(mine.seat, mine.secret, folded_json(mine.options))


def _everybody(shown: Shown) -> Iterable[Who]:
    yield from (chair.who for chair in shown.chairs)
    yield from shown.seats
    yield from shown.kicked
    yield from shown.muted
    yield from (who for who, _ in shown.wins)
    if shown.owner is not None:
        yield shown.owner


def _mentioned(events: Iterable[Any]) -> Iterable[Who]:
    for event in events:
        if isinstance(event, Opened):
            yield from () if event.owner is None else (event.owner,)
        elif isinstance(event, GameStarted):
            yield from event.seats
        elif hasattr(event, "who"):
            yield event.who

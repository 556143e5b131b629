"""Who hears what: a frame is built once for each distinct viewer and written to all of their sockets."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable, Iterator
from contextlib import suppress
from typing import Any, TypeAlias, get_args

import msgspec

from dicehall.ports import ChatLine, JournalError, People, Person
from dicehall.rules.kernel import Mine
from dicehall.rules.values import Seat
from dicehall.server.live import messages
from dicehall.server.live.folding import folded_json
from dicehall.server.live.invitations import Invitations
from dicehall.server.live.messages import MineShown, Row, ServerMessage
from dicehall.server.live.socket import Socket, text_frame
from dicehall.server.live.talk import Channel
from dicehall.server.watch.metrics import Metrics
from dicehall.table.core.events import (
    BOT,
    Configured,
    GameEnded,
    GameStarted,
    Kicked,
    Opened,
    Sat,
    TableEvent,
    Who,
    is_bot,
)
from dicehall.table.core.public_view import PublicTable, changes
from dicehall.table.live import table as tables
from dicehall.table.live.table import Live

log = logging.getLogger("dicehall.server")

SETTLE = 0.2
"""Seconds in which comings, goings and changes of the list are gathered into one message."""
KEPT_CHAT, MOST_CHAT = 50, 3000
"""Lines and characters of chat, for each channel, that whoever comes is shown."""

TABLE_EVENTS = frozenset(get_args(TableEvent))

Presence: TypeAlias = tuple[tuple[Who, ...], int]
"""Who is absent, and how many look on."""

encoder = msgspec.json.Encoder()


def frame(message: ServerMessage) -> bytes:
    return text_frame(encoder.encode(message))


class Viewer:
    """One window of one person, or of somebody without a name."""

    __slots__ = ("door", "person", "socket", "watches")

    def __init__(self, person: Person | None, door: str | None = None) -> None:
        self.person = person
        self.door = door
        """The key of the session that it belongs to."""
        self.socket: Socket
        self.watches: dict[str, Live] = {}

    @property
    def who(self) -> Who | None:
        return None if self.person is None else self.person.id

    def tell(self, message: ServerMessage) -> None:
        self.socket.send(frame(message))


class Rooms:
    """The channel of every table, and of the list of tables."""

    def __init__(
        self,
        people: People,
        won: Callable[[Who, str], int] = lambda _who, _game: 0,
        metrics: Metrics | None = None,
    ) -> None:
        self.people = people
        self.metrics = metrics or Metrics()
        self.won = won
        """How many games of a kind somebody has won."""
        self.everybody: set[Viewer] = set()
        self._windows: dict[Who, set[Viewer]] = {}
        self.invitations = Invitations(lambda who, message: self.send(self.windows(who), message), self.name)
        self.lobby: set[Viewer] = set()
        self._rooms: dict[str, set[Viewer]] = {}
        self._presence: dict[str, Presence] = {}
        """What everybody in a room was told last of who is there; none where not all were told the same."""
        self._rows: dict[str, Row] = {}
        self._listed: dict[str, Live] = {}
        """Whose row it is: a code may have gone to another table."""
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
        told = presence(live)
        if len(self._rooms[live.code]) == 1:
            self._presence[live.code] = told
        elif self._presence.get(live.code) != told:
            self._presence.pop(live.code, None)

    def unwatch(self, viewer: Viewer, live: Live) -> None:
        if viewer.watches.pop(live.code, None) is not None:
            room = self._rooms[live.code]
            room.discard(viewer)
            if not room:
                del self._rooms[live.code]
                self._presence.pop(live.code, None)
            live.exit(viewer.who)

    def enter(self, viewer: Viewer) -> None:
        self.everybody.add(viewer)
        if viewer.who is not None:
            self._windows.setdefault(viewer.who, set()).add(viewer)

    def windows(self, who: Who) -> tuple[Viewer, ...]:
        """All that this person has open, wherever they look."""
        return tuple(self._windows.get(who, ()))

    def leave(self, viewer: Viewer) -> None:
        self.everybody.discard(viewer)
        if viewer.who is not None and (windows := self._windows.get(viewer.who)) is not None:
            windows.discard(viewer)
            if not windows:
                del self._windows[viewer.who]
        self.lobby.discard(viewer)
        for live in tuple(viewer.watches.values()):
            self.unwatch(viewer, live)

    # What tables tell

    def told(self, live: Live, update: tables.TableChange) -> None:
        happened = [event for event in update.events if type(event) in TABLE_EVENTS]
        if happened:
            self._stir(live)
            self.invitations.look_at(live)
            if isinstance(happened[0], Opened):
                self.start(self._forget_chat(live.code))
        self.metrics.told(update.events, happened)
        room = self._rooms.get(live.code)
        if not room:
            return
        different = changes(update.before, update.after)
        if different is None:
            self._tell_whole(live, room, update.since)
        else:
            names = self.names(_mentioned(happened)) if happened else {}
            won = self._won(live, _recounted(happened, live)) if happened else {}
            news = messages.Update(live.code, update.version, update.events, different, names, won)
            shared = encoder.encode(news)
            for_all = text_frame(shared)
            own = {
                who: text_frame(with_mine(shared, _mine(mine, secret=who in update.secrets)))
                for who, mine in update.mine.items()
            }
            if update.seatless:
                own |= dict.fromkeys(update.seatless, text_frame(with_mine(shared)))
            for viewer in room:
                viewer.socket.send(for_all if viewer.person is None else own.get(viewer.person.id, for_all))
        for event in happened:
            if isinstance(event, Kicked):
                self._show_out(live, event.who)

    def present(self, live: Live) -> None:
        if live.table.invited:
            self.invitations.look_at(live)  # it may have been woken up just now
        self._stir(live)

    def warned(self, live: Live, seat: Seat, seconds: int) -> None:
        self.send(self._rooms.get(live.code, ()), messages.ClockWarning(live.code, seat, seconds))

    def closed(self, live: Live) -> None:
        for viewer in tuple(self._rooms.get(live.code, ())):
            viewer.tell(messages.Gone(live.code, "closed"))
            self.unwatch(viewer, live)
        self._stir(live)
        self.start(self._forget_chat(live.code))

    async def _forget_chat(self, code: str) -> None:
        """Also when a code is given anew: the hall may have ended, or its disk been full, before the first time."""
        with suppress(JournalError):
            await self.people.forget_chat(code)

    def chat(self, live: Live, channel: Channel, line: ChatLine) -> None:
        """Spectators' talk during secrets is for spectators."""
        room = self._rooms.get(live.code, ())
        heard = room if channel == "all" else [viewer for viewer in room if channel in hears(live, viewer.who)]
        self.send(heard, messages.Chat(live.code, channel, line))

    def send(self, viewers: Iterable[Viewer], message: ServerMessage) -> None:
        ready = frame(message)
        for viewer in viewers:
            viewer.socket.send(ready)

    def _tell_whole(self, live: Live, room: set[Viewer], since: int) -> None:
        frames: dict[Who | bool, bytes] = {}
        for viewer in room:
            who = viewer.who
            eyes = who if who is not None and sits(live, who) else who is None  # all spectators see the same
            if eyes not in frames:
                frames[eyes] = self._whole(live, who, since)
            viewer.socket.send(frames[eyes])
        self._presence[live.code] = presence(live)

    def _show_out(self, live: Live, who: Who) -> None:
        for viewer in [viewer for viewer in self._rooms.get(live.code, ()) if viewer.who == who]:
            viewer.tell(messages.Gone(live.code, "kicked"))
            self.unwatch(viewer, live)

    def _whole(self, live: Live, who: Who | None, since: int | None) -> bytes:
        events, missed = live.since(since)
        mine = live.mine.get(who) if who is not None else None
        return frame(
            messages.TableMessage(
                table=live.code,
                version=live.table.version,
                now=round(live.hall.journal.now, 1),
                shown=live.shown,
                people=self.names([*_everybody(live.shown), *_mentioned(events)]),
                won=self._won(live, (occupant.who for occupant in live.shown.seated)),
                mine=() if mine is None else (_mine(mine),),
                absent=live.absent(),
                watching=live.watching(),
                events=events,
                missed=missed,
                chat={channel: self._kept_chat(live.code, channel) for channel in hears(live, who)},
            )
        )

    def _kept_chat(self, code: str, channel: Channel) -> tuple[ChatLine, ...]:
        """The last lines, as many as a slow reader can take; chat that cannot be read back keeps nobody out."""
        try:
            lines = self.people.chat(code, channel, KEPT_CHAT)
        except JournalError as error:
            log.error("the chat of table %s is not shown: %s", code, error)
            return ()
        while sum(len(line.text) for line in lines) > MOST_CHAT:
            lines = lines[1:]
        return tuple(lines)

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
        try:
            person = self.people.by_id(who)
        except JournalError as error:  # a name that cannot be read back keeps nobody from the table
            log.error("the name of %s is not shown: %s", who, error)
            return "somebody"
        return "somebody" if person is None else person.name

    def _won(self, live: Live, people: Iterable[Who]) -> dict[Who, int]:
        game = live.table.setting.game
        return {who: self.won(who, game) for who in people if not is_bot(who)}

    def renamed(self, person: Person, tables: Iterable[Live]) -> None:
        """Wherever this person is mentioned, everybody learns the new name."""
        for viewer in self.windows(person.id):
            viewer.person = person
        for live in tables:
            if person.id in _everybody(live.shown):
                self.send(self._rooms.get(live.code, ()), messages.PeopleMessage(live.code, {person.id: person.name}))
                self._stir(live)

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
        news: list[ServerMessage] = []
        for live in stirred:
            self._tell_presence(live)
            news += self._list(live)
        ready = b"".join(map(frame, news))
        for viewer in self.lobby if ready else ():
            viewer.socket.send(ready)

    def _tell_presence(self, live: Live) -> None:
        """Only where it is new."""
        room, now = self._rooms.get(live.code), presence(live)
        if room and self._presence.get(live.code) != now:
            self._presence[live.code] = now
            self.send(room, messages.Present(live.code, *now))

    def _list(self, live: Live) -> Iterator[ServerMessage]:
        """What has changed in the list."""
        code = live.code
        if live.table.setting.public and live.table.version and not live.table.closed:
            row = self.row(live)
            if row != self._rows.get(code) or self._listed[code] is not live:
                self._rows[code], self._listed[code] = row, live
                yield messages.Listed(row)
        elif self._listed.get(code) is live:
            del self._rows[code], self._listed[code]
            yield messages.Unlisted(code)

    def row(self, live: Live) -> Row:
        table = live.table
        bots = sum(is_bot(occupant.who) for occupant in table.seated)
        return Row(
            table=live.code,
            game=table.setting.game,
            host=None if table.host is None else self.name(table.host),
            people=len(table.seated) - bots,
            bots=bots,
            seats=table.setting.seats,
            state="playing" if table.playing else "finished" if table.play else "waiting",
            locked=table.locked,
            fills_at=table.fills_at,
            clock=table.setting.clock,
        )


def sits(live: Live, who: Who | None) -> bool:
    """Nobody sits down in a running game, and whoever leaves it loses the occupant: who sits, plays."""
    return who is not None and live.table.seated_as(who) is not None


def hears(live: Live, who: Who | None) -> tuple[Channel, ...]:
    """Spectators' talk is not for players, nor for windows without a name, which any player could open."""
    return ("all",) if who is None or sits(live, who) else ("all", "spectators")


def presence(live: Live) -> Presence:
    return live.absent(), live.watching()


def with_mine(update: bytes, *mine: MineShown) -> bytes:
    """An update for one person: what all are told is encoded once, and what only they know is put at its end."""
    return update[:-1] + b',"mine":' + encoder.encode(mine) + b"}"


def _mine(mine: Mine[Any, Any], *, secret: bool = True) -> MineShown:
    shown = mine.secret if secret else msgspec.UNSET
    return MineShown(seat=mine.seat, secret=shown, moves=folded_json(mine.options))


def _everybody(shown: PublicTable) -> Iterable[Who]:
    yield from (occupant.who for occupant in shown.seated)
    yield from shown.players
    yield from shown.kicked
    yield from shown.invited
    yield from shown.muted
    yield from (who for who, _ in shown.wins)
    if shown.host is not None:
        yield shown.host


def _recounted(happened: Iterable[Any], live: Live) -> Iterable[Who]:
    """Whose games won are new to the table: those who sat down, and everybody after a game."""
    if any(isinstance(event, GameEnded | Configured) for event in happened):
        return [occupant.who for occupant in live.table.seated]
    return [event.who for event in happened if isinstance(event, Sat)]


def _mentioned(events: Iterable[Any]) -> Iterable[Who]:
    for event in events:
        if isinstance(event, Opened):
            yield from () if event.host is None else (event.host,)
        elif isinstance(event, GameStarted):
            yield from event.seats
        elif hasattr(event, "who"):
            yield event.who

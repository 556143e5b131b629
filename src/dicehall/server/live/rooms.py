"""Who hears what: a frame is built once for each distinct viewer and written to all of their sockets."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from typing import Any, cast, get_args

import msgspec

from dicehall.ports import ChatLine, JournalError, People, Person
from dicehall.rules.kernel import Mine
from dicehall.rules.values import Event, Seat
from dicehall.server.live import messages
from dicehall.server.live.chat_tails import ChatTails
from dicehall.server.live.elsewhere import Elsewhere, Nowhere
from dicehall.server.live.expected import Expected
from dicehall.server.live.folding import folded_json
from dicehall.server.live.frames import encoder, frame, padded, text_frame
from dicehall.server.live.heads import Heads
from dicehall.server.live.host_news import HostNews
from dicehall.server.live.invitations import Invitations
from dicehall.server.live.knocks import Knocks
from dicehall.server.live.messages import MineShown, ServerMessage
from dicehall.server.live.names import Names
from dicehall.server.live.table_list import TableList
from dicehall.server.live.talk import Channel
from dicehall.server.live.viewers import Presence, Viewer, hears, presence, sits
from dicehall.server.live.waits import Waits
from dicehall.server.watch.metrics import Metrics
from dicehall.table.core.events import Configured, Disclosed, GameEnded, Kicked, Opened, Sat, TableEvent, Who, is_bot
from dicehall.table.live.acquaintances import Acquaintances, known_to, mentioned
from dicehall.table.live.services import TableChange
from dicehall.table.live.table import LiveTable

log = logging.getLogger("dicehall.server")

SETTLE = 0.2
"""Seconds in which arrivals, departures and changes of the list are gathered into one message."""

TABLE_EVENTS = frozenset(get_args(TableEvent))


class Rooms:
    """Everyone who watches a table, or the list of tables: the `Broadcaster` of the hall."""

    def __init__(
        self,
        people: People,
        acquaintances: Acquaintances | None = None,
        metrics: Metrics | None = None,
    ) -> None:
        self.people = people
        self.metrics = metrics or Metrics()
        self.acquaintances = acquaintances or Acquaintances(people)
        self.chats = ChatTails(people)
        self.after_telling: Callable[[LiveTable, TableChange], None] = lambda _live, _update: None
        """Hears what everyone in a room was told."""
        self.after_change: Callable[[LiveTable, TableChange], None] = lambda _live, _update: None
        """Hears of every change of a table, also where nobody watches, when all were told."""
        self.after_watching: Callable[[Viewer, LiveTable], None] = lambda _viewer, _live: None
        """Hears who was shown a table."""
        self.elsewhere: Elsewhere = Nowhere()
        self.heads = Heads()
        self.names = Names(self.acquaintances)
        self.table_list = TableList(self.names)
        self.knocks = Knocks(self.acquaintances.blocked_by)
        self.host_news = HostNews(self.names, self.knocks)
        self.invitations = Invitations(self._tell_invited, self.names.of, self.acquaintances.blocked_by)
        self.expected = Expected(people, self.start)
        self.waits = Waits()
        self.everybody: set[Viewer] = set()
        self.lobby: set[Viewer] = set()
        self._windows: dict[Who, set[Viewer]] = {}
        self._rooms: dict[str, set[Viewer]] = {}
        self._presence: dict[str, Presence] = {}
        """What everyone in a room was told last about who is there; none where not all were told the same."""
        self._changed: set[LiveTable] = set()
        """Tables where a person came or left, or whose row may have changed."""
        self._settling = False
        self._tasks: set[asyncio.Task[None]] = set()

    # Coming and going

    def is_ready(self, viewer: Viewer, live: LiveTable, since: int | None) -> bool:
        """Whether everything is in memory that they have to be shown."""
        known = viewer.who is None or viewer.who in live.acquaintances
        return known and live.code in self.chats and live.has_events_since(since)

    async def make_ready(self, viewer: Viewer, live: LiveTable, since: int | None) -> None:
        if viewer.who is not None:
            await live.meet(viewer.who)
        if live.code not in self.chats:
            await self.chats.read(live.code)
        if not live.has_events_since(since):
            await live.read_back()

    def watch(self, viewer: Viewer, live: LiveTable, since: int | None) -> int:
        """Show the whole table, then tell every change; returns the bytes that this took."""
        if live.code not in viewer.watches:
            viewer.watches[live.code] = live
            self._rooms.setdefault(live.code, set()).add(viewer)
            live.enter(viewer.who)
        whole = self._whole(live, viewer.who, since)
        viewer.socket.send(whole)
        if live.is_uncertain:
            viewer.tell(messages.UncertainMessage(live.code, known=False))
        self.host_news.welcome(viewer, live)
        if (lately := self.waits.lately(live.table, live.hall.journal.now)) is not None:
            viewer.tell(messages.UsualWait(live.code, *lately))
        told = presence(live)
        if len(self._rooms[live.code]) == 1:
            self._presence[live.code] = told
        elif self._presence.get(live.code) != told:
            self._presence.pop(live.code, None)
        self.after_watching(viewer, live)
        return len(whole)

    def room(self, live: LiveTable) -> tuple[Viewer, ...]:
        """Everyone who watches it, by their windows."""
        return tuple(self._rooms.get(live.code, ()))

    def unwatch(self, viewer: Viewer, live: LiveTable) -> None:
        if viewer.watches.pop(live.code, None) is not None:
            room = self._rooms[live.code]
            room.discard(viewer)
            if not room:
                del self._rooms[live.code]
                self._presence.pop(live.code, None)
                self.chats.forget(live.code)
            live.exit(viewer.who)

    def enter(self, viewer: Viewer) -> None:
        self.everybody.add(viewer)
        if viewer.who is not None:
            self._windows.setdefault(viewer.who, set()).add(viewer)

    def windows(self, who: Who) -> tuple[Viewer, ...]:
        """All windows that this person has open, whatever they watch."""
        return tuple(self._windows.get(who, ()))

    def _tell_invited(self, who: Who, news: messages.Invitation | messages.InvitationOver) -> None:
        self.send(self.near(who), news)
        self.elsewhere.invited(who, news)

    def near(self, who: Who) -> list[Viewer]:
        """Those windows whose sockets this node holds: the other nodes tell theirs."""
        return [viewer for viewer in self.windows(who) if not viewer.is_far]

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

    def told(self, live: LiveTable, update: TableChange) -> None:
        self._tell(live, update)
        self.after_change(live, update)

    def _tell(self, live: LiveTable, update: TableChange) -> None:
        happened: list[Event] = []
        if not TABLE_EVENTS.isdisjoint(map(type, update.events)):
            happened = [event for event in update.events if type(event) in TABLE_EVENTS]
            self._notify(live)
            self.invitations.look_at(live)
            self.expected.look_at(live)
            self.waits.look_at(live.code, live.table, happened)
            self.knocks.look_at(live)
            if isinstance(happened[0], Opened):
                self.chats.begin(live.code)
                self.start(self._forget_chat(live.code))
        self.metrics.told(update.events, happened)
        room = self._rooms.get(live.code)
        if not room:
            return
        different = update.changes()
        if different is None:
            self._tell_whole(live, room, update.since)
        else:
            names = self.names.all(mentioned(happened)) if happened else {}
            won = self._won(live, _recounted(happened, live)) if happened else {}
            head = self.heads.of(live)
            news = messages.Update(live.code, update.version, update.events, different, names, won, head=head)
            shared = encoder.encode(news)
            for_all = text_frame(shared)
            own = {
                who: text_frame(with_mine(shared, mine_shown(mine, secret=who in update.secrets)))
                for who, mine in update.mine.items()
            }
            if update.seatless:
                own |= dict.fromkeys(update.seatless, text_frame(with_mine(shared)))
            for viewer in room:
                viewer.socket.send(for_all if viewer.who is None else own.get(viewer.who, for_all))
        for event in happened:
            if isinstance(event, Kicked):
                self._show_out(live, event.who)
        self.after_telling(live, update)

    def present(self, live: LiveTable) -> None:
        if live.table.invited:
            self.invitations.look_at(live)  # it may have been woken up just now
            self.expected.look_at(live)
        self._notify(live)

    def knock(self, viewer: Viewer, live: LiveTable) -> None:
        """Refused, and the host is told who is there."""
        self._notify(live)
        self.knocks.knock(viewer, live)

    def warned(self, live: LiveTable, seat: Seat, seconds: int) -> None:
        self.send(self._rooms.get(live.code, ()), messages.ClockWarning(live.code, seat, seconds))

    def away(self, now: float, seconds: int) -> None:
        self.send(self.everybody, messages.Away(now, seconds))

    def uncertain(self, live: LiveTable, *, known: bool) -> None:
        self.send(self._rooms.get(live.code, ()), messages.UncertainMessage(live.code, known))

    def closed(self, live: LiveTable) -> None:
        for viewer in tuple(self._rooms.get(live.code, ())):
            viewer.tell(messages.Gone(live.code, "closed"))
            self.unwatch(viewer, live)
        self._unlist(live)
        self.chats.forget(live.code)
        self.start(self._forget_chat(live.code))

    def _unlist(self, live: LiveTable) -> None:
        """At once: the closing is not done while the table is listed."""
        self._tell_lobby(list(self.table_list.changes(live)))
        self._changed.discard(live)

    def let_go(self, live: LiveTable) -> list[Viewer]:
        """Another node runs the table from now on; those who watched it have to watch it there."""
        room = list(self._rooms.get(live.code, ()))
        if live.is_uncertain:  # whoever runs it next knows, and shows it to them
            self.uncertain(live, known=True)
        for viewer in room:
            self.unwatch(viewer, live)
        self._tell_lobby(list(self.table_list.forget(live)))
        self._changed.discard(live)
        self.invitations.let_go(live)
        self.expected.let_go(live)
        self.waits.let_go(live.code)
        self.knocks.let_go(live)
        self.host_news.let_go(live)
        self.chats.forget(live.code)
        return room

    async def _forget_chat(self, code: str) -> None:
        """Also when a code is used again: the hall may have stopped, or its disk been full, the first time."""
        with suppress(JournalError):
            await self.people.forget_chat(code)

    def chat(self, live: LiveTable, channel: Channel, line: ChatLine) -> None:
        self.chats.add(live.code, channel, line)
        self.send(self._hearers(live, channel, line.who), messages.Chat(live.code, channel, line))

    def react(self, live: LiveTable, reaction: messages.ReactionMessage) -> None:
        self.send(self._hearers(live, reaction.channel, reaction.who), reaction)

    def _hearers(self, live: LiveTable, channel: Channel, speaker: Who) -> list[Viewer]:
        """Spectators' talk while there are secrets is for spectators; and nobody hears whom they have blocked."""
        blocked_by = self.acquaintances.blocked_by
        room = [viewer for viewer in self._rooms.get(live.code, ()) if speaker not in blocked_by(viewer.who)]
        return room if channel == "all" else [viewer for viewer in room if channel in hears(live, viewer.who)]

    def _chat_for(self, live: LiveTable, who: Who | None) -> dict[Channel, tuple[ChatLine, ...]]:
        silent = self.acquaintances.blocked_by(who)
        return {
            channel: tuple(line for line in self.chats.last(live.code, channel) if line.who not in silent)
            for channel in hears(live, who)
        }

    def blocking(self, who: Who, blocked: frozenset[Who], tables: Iterable[LiveTable]) -> None:
        """Someone has blocked others, or no longer does; it is for the tables that know them to heed it from now on."""
        self.acquaintances.blocking(who, blocked)
        for live in tables:
            if who == live.table.host:
                self.knocks.drop_blocked(live)
                self._notify(live)
            if who in live.table.invited:
                self.invitations.look_at(live)

    def send(self, viewers: Iterable[Viewer], message: ServerMessage) -> None:
        ready = frame(message)
        for viewer in viewers:
            viewer.socket.send(ready)

    def _tell_whole(self, live: LiveTable, room: set[Viewer], since: int) -> None:
        frames: dict[Who | bool, bytes] = {}
        for viewer in room:
            who = viewer.who
            own = who is not None and (sits(live, who) or self.acquaintances.blocked_by(who))
            eyes = who if who is not None and own else who is None  # all other spectators see the same
            if eyes not in frames:
                frames[eyes] = self._whole(live, who, since)
            viewer.socket.send(frames[eyes])
        self._presence[live.code] = presence(live)

    def _show_out(self, live: LiveTable, who: Who) -> None:
        for viewer in [viewer for viewer in self._rooms.get(live.code, ()) if viewer.who == who]:
            viewer.tell(messages.Gone(live.code, "kicked"))
            self.unwatch(viewer, live)

    def _whole(self, live: LiveTable, who: Who | None, since: int | None) -> bytes:
        events, missed = live.since(since)
        mine = live.mine.get(who) if who is not None else None
        return frame(
            messages.TableMessage(
                table=live.code,
                version=live.table.version,
                now=round(live.hall.journal.now, 1),
                shown=live.shown,
                people=self.names.all([*known_to(live.shown), *mentioned(events)]),
                won=self._won(live, (seated.who for seated in live.shown.seated)),
                mine=_private(() if mine is None else (mine_shown(mine),)),
                absent=live.presence.absent(live.table),
                watching=live.presence.watching(live.table),
                events=events,
                missed=missed,
                chat=self._chat_for(live, who),
                head=self.heads.of(live),
            )
        )

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Let something go on by itself."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)  # the loop itself holds tasks by weak references only
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("%s could not be finished", task.get_coro(), exc_info=error)

    def _won(self, live: LiveTable, people: Iterable[Who]) -> dict[Who, int]:
        game = live.table.setting.game
        return {who: self.acquaintances.won(who, game) for who in people if not is_bot(who)}

    def renamed(self, person: Person, tables: Iterable[LiveTable]) -> None:
        """Wherever this person is mentioned, everyone learns the new name."""
        self.elsewhere.renamed(person)
        self.known_as(person, tables)

    def known_as(self, person: Person, tables: Iterable[LiveTable]) -> None:
        """The same at these tables alone."""
        self.acquaintances.changed(person)
        tables = tuple(tables)
        self.expected.named(person, tables)
        for viewer in self.windows(person.id):
            viewer.person = person
        for live in tables:
            if person.id in known_to(live.shown):
                self.send(self._rooms.get(live.code, ()), messages.PeopleMessage(live.code, {person.id: person.name}))
                self._notify(live)

    # What is gathered before it is told

    def _notify(self, live: LiveTable) -> None:
        self._changed.add(live)
        if not self._settling:
            self._settling = True
            asyncio.get_running_loop().call_later(SETTLE, self._settle)

    def _settle(self) -> None:
        changed, self._changed, self._settling = self._changed, set(), False
        news: list[ServerMessage] = []
        for live in changed:
            self._tell_presence(live)
            self.host_news.look_at(live, self._rooms.get(live.code, ()))
            news += self.table_list.changes(live)
        self._tell_lobby(news)

    def _tell_lobby(self, news: list[ServerMessage]) -> None:
        if news:
            self.tell_own_lobby(news)
            self.elsewhere.listed(news)

    def tell_own_lobby(self, news: Iterable[ServerMessage]) -> None:
        ready = b"".join(map(frame, news))
        for viewer in self.lobby:
            viewer.socket.send(ready)

    def _tell_presence(self, live: LiveTable) -> None:
        """Only where it is new."""
        room, now = self._rooms.get(live.code), presence(live)
        if room and self._presence.get(live.code) != now:
            self._presence[live.code] = now
            self.send(room, messages.Present(live.code, *now))


def with_mine(update: bytes, *mine: MineShown) -> bytes:
    """An update for one person: what all are told is encoded once, and what only they know is added at its end."""
    return update[:-1] + b',"mine":' + bytes(padded(encoder.encode(mine))) + b"}"


def _private(mine: tuple[MineShown, ...]) -> tuple[MineShown, ...]:
    """Encoded already, for the same reason."""
    return cast(tuple[MineShown, ...], padded(encoder.encode(mine)))


def mine_shown(mine: Mine[Any, Any], *, secret: bool = True) -> MineShown:
    """Secret and moves are padded each by itself, so that both together are as long whatever they are."""
    shown = padded(encoder.encode(mine.secret)) if secret else msgspec.UNSET
    return MineShown(seat=mine.seat, secret=shown, moves=folded_json(mine.options))


def _recounted(happened: Iterable[Any], live: LiveTable) -> Iterable[Who]:
    """Whose games won are new to the table: those who sat down, and everyone after a game."""
    if any(isinstance(event, GameEnded | Disclosed | Configured) for event in happened):
        return [seated.who for seated in live.table.seated]
    return [event.who for event in happened if isinstance(event, Sat)]

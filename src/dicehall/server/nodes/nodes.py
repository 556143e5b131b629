"""The other nodes, as one node knows them: a line to each, its clients here, ours there, and news for all."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from functools import partial
from typing import Final

import msgspec

from dicehall.evenings.live.tournaments import Tournaments
from dicehall.ports import Person
from dicehall.server.bounds.hall_pace import Level
from dicehall.server.gates.words import Close, Echo, Gone, GoOn, Hold, Probe, Said, Tell, TellWhenWritten, Word, Written
from dicehall.server.live import messages
from dicehall.server.live.dispatcher import Dispatcher
from dicehall.server.live.elsewhere import Errand
from dicehall.server.live.messages import Invitation, InvitationOver, ServerMessage
from dicehall.server.nodes import words
from dicehall.server.nodes.errands import Errands
from dicehall.server.nodes.far_listeners import FarListener, FarListeners
from dicehall.server.nodes.glance import glance
from dicehall.server.nodes.link import BEAT, SILENT, Link, letters
from dicehall.server.nodes.territory import Territory
from dicehall.server.nodes.travellers import Traveller
from dicehall.server.services.leaving import DELETED, leave_all_tables, leave_pending, show_out
from dicehall.server.services.sessions import LOGGED_OUT
from dicehall.table.core.events import Who
from dicehall.table.live.hall import Hall
from dicehall.table.live.hall_counts import Count
from dicehall.table.live.roster import OPEN
from dicehall.table.live.table import LiveTable

log = logging.getLogger("dicehall.nodes")

TRY_AGAIN: Final = 0.1
"""Seconds."""
MOST: Final = 0.3
"""Seconds between two turns that count: what is longer is this node's own stall."""
LOOK_WITHIN: Final = 0.2
"""Seconds in which changes of owners are gathered: partitions move one by one."""
AT_TABLES: Final = "at tables"
"""What the node that has tournaments and evenings asks of the owners of their tables."""
ROWS: Final = 200
"""Of the list of tables, in one word."""


class Nodes:
    """The `Elsewhere` of a hall on several nodes; `send` is given a node and a letter for it."""

    def __init__(
        self,
        territory: Territory,
        secret: bytes,
        *,
        hall: Hall,
        dispatcher: Dispatcher,
        tournaments: Tournaments,
        send: Callable[[str, bytes], None],
        have_read: Callable[[float], bool],
    ) -> None:
        self.me = territory.me
        self.territory = territory
        self.links: dict[str, Link] = {}
        self.waiting: set[Traveller] = set()
        """Those who have something for a node that cannot be reached now."""
        self._secret = secret
        self._send = send
        self._have_read = have_read
        self._hall = hall
        self._dispatcher = dispatcher
        self._rooms = dispatcher.rooms
        self._far: dict[str, FarListeners] = {}
        self._travellers: dict[int, Traveller] = {}
        self._last_number = 0
        self.is_leaving = False
        """Whether this node has handed everything over, and sends its people to the others."""
        self._quiet_until = 0.0
        """No clock of this node strikes before, by the loop's time."""
        self._requests: dict[int, tuple[str, asyncio.Future[words.Answers | None]]] = {}
        """Over HTTP, to other nodes."""
        self.answer: Callable[[words.Requests], Awaitable[words.Answers]]
        """To requests of other nodes."""
        self._errands = Errands()
        self._rooms.elsewhere = self
        self._pace = dispatcher.visitors.shared
        self._pace.others = self
        self._tournaments = tournaments
        self._looks_soon = False
        self._told_open = 0
        self._counts = dispatcher.visitors.counts
        self._counts.tell = self._counted
        hall.fixtures.changed = self._stirred
        self.serve(AT_TABLES, tournaments.tables.here.serve)
        self.serve(DELETED, self._forget)

    async def keep(self) -> None:
        """Until it is cancelled."""
        loop = asyncio.get_running_loop()
        last = loop.time()
        since_beat = BEAT
        while True:
            passed, last = min(loop.time() - last, MOST), loop.time()
            since_beat += passed
            if since_beat >= BEAT:
                for link in tuple(self.links.values()):
                    link.beat(since_beat)
                since_beat = 0.0
            for link in self.links.values():
                link.echo()
            self.try_again()
            self._count_tables()
            await asyncio.sleep(TRY_AGAIN)

    def try_again(self) -> None:
        for traveller in tuple(self.waiting):
            traveller.try_again()

    # Who there is

    def meet(self, others: Collection[str]) -> None:
        """These are alive; whoever is not among them is gone."""
        for name in self.links.keys() - set(others):
            log.warning("node %s is gone", name)
            self.links.pop(name).close()
            self._counts.lost(name)
        for name in set(others) - self.links.keys():
            send = partial(self._send, name)
            link = Link(
                self.me, name, self._secret, send=send, hear=self._hear, turned=self._turn, have_read=self._have_read,
            )  # fmt: skip
            self.links[name] = link
            link.beat(0.0)

    def heard(self, letter: bytes) -> None:
        """From the bus, whoever has put it there."""
        try:
            sender, number, sealed = letters.decode(letter)
        except msgspec.MsgspecError:
            return
        if (link := self.links.get(sender)) is not None:
            link.take(number, sealed)

    def moved(self) -> None:
        """Partitions have other owners: what is watched there is asked for again."""
        for traveller in set(self._travellers.values()):
            traveller.moved()
        self._look_soon()

    def _look_soon(self) -> None:
        """At the tables of tournaments: what has happened there may not have been told."""
        if not self._looks_soon:
            self._looks_soon = True
            asyncio.get_running_loop().call_later(LOOK_WITHIN, self._look)

    def _look(self) -> None:
        self._looks_soon = False
        self._tournaments.look_again()

    def let_go(self, lives: Iterable[LiveTable]) -> None:
        """Tables that this node no longer runs."""
        for live in lives:
            for viewer in self._rooms.let_go(live):
                if isinstance(viewer, Traveller):
                    viewer.watch_again(live.code, live.table.version, live.table.key)
                elif isinstance(viewer, FarListener):
                    viewer.let_go(live.code)

    def let_go_tournaments(self) -> None:
        """Another node has them now, or this one will read them anew."""
        for viewer, code in self._dispatcher.tournaments.let_go():
            if isinstance(viewer, Traveller):
                viewer.watch_again(code, 0)
            elif isinstance(viewer, FarListener):
                viewer.let_go(code)

    def have_read(self, since: float) -> bool:
        """Whether all that clients of other nodes had said by then has been heard; `since` is the loop's time."""
        is_quiet = asyncio.get_running_loop().time() < self._quiet_until
        return not is_quiet and all(link.read_until > since for link in self.links.values() if link.is_up)

    def be_patient(self) -> None:
        """Tables have come from a node that may be gone: their people need a moment to be heard here."""
        self._quiet_until = asyncio.get_running_loop().time() + SILENT

    # Travellers

    def arrive(self, traveller: Traveller) -> int:
        self._last_number += 1
        self._travellers[self._last_number] = traveller
        return self._last_number

    def depart(self, number: int) -> None:
        self._travellers.pop(number, None)

    # Requests over HTTP

    async def request(self, node: str, asked: words.Requests) -> words.Answers | None:
        """What another node answers; None if it does not."""
        link = self.links.get(node)
        if link is None or not link.is_up:
            return None
        self._last_number += 1
        asked.number = self._last_number
        answer: asyncio.Future[words.Answers | None] = asyncio.get_running_loop().create_future()
        self._requests[asked.number] = (node, answer)
        link.say(asked)
        try:
            return await answer
        finally:
            self._requests.pop(asked.number, None)

    async def _answer(self, link: Link, asked: words.Requests) -> None:
        link.say(await self.answer(asked))

    # Lines

    def _turn(self, link: Link, up: bool) -> None:
        node = link.other
        if up:
            log.info("node %s is there", node)
            self._far[node] = FarListeners(link, self._dispatcher, self.territory)
            rows = self._rooms.table_list.own
            for start in range(0, len(rows), ROWS):
                link.say(words.Listed(rows[start : start + ROWS]))
            levels = [(level.limit, level.whose, level.left) for level in self._pace.levels()]
            for start in range(0, len(levels), ROWS):
                link.say(words.Left(levels[start : start + ROWS]))
            own = self._dispatcher.visitors.counted()
            counts = [(OPEN, "", self._told_open), *self._hall.roster.counts(), *own]
            for start in range(0, len(counts), ROWS):
                link.say(words.Counted(counts[start : start + ROWS], is_anew=not start))
            for who, invitation in self._rooms.invitations.own:
                link.say(words.Invited(who, invitation))
            self._look_soon()
            return
        self._far.pop(node).all_gone()
        self._rooms.tell_own_lobby(self._rooms.table_list.unlisted_at(node))
        self._rooms.invitations.lost(node)
        self._errands.lost(node)
        for asked in [number for number, (whom, _) in self._requests.items() if whom == node]:
            self._requests.pop(asked)[1].set_result(None)
        for number, traveller in tuple(self._travellers.items()):
            if traveller.stays_as(node) == number:
                self.depart(number)
                traveller.lost(node)

    def _hear(self, link: Link, word: words.NodeWord) -> None:
        node, far = link.other, self._far[link.other]
        match word:
            case Tell(numbers, frames):
                seen = glance(frames)
                for number in numbers:
                    if (traveller := self._travellers.get(number)) is not None:
                        traveller.told(node, frames, seen)
            case Said(number, text):
                far.said(number, text)
            case words.Enters():
                far.enter(word)
            case words.WatchesAgain():
                far.watch_again(word)
            case Gone(number):
                far.gone(number)
            case words.LetGo(number, table):
                if (traveller := self._travellers.get(number)) is not None:
                    traveller.let_go(node, table)
            case Close(number, code, reason):
                if (traveller := self._travellers.get(number)) is not None:
                    traveller.socket.close(code, reason)
            case Hold(number):
                if (traveller := self._travellers.get(number)) is not None:
                    traveller.socket.hold()
            case GoOn(number):
                if (traveller := self._travellers.get(number)) is not None:
                    traveller.socket.go_on()
            case TellWhenWritten(number):
                if (traveller := self._travellers.get(number)) is not None:
                    traveller.socket.when_written(partial(link.say, Written(number)))
            case Written(number):
                far.written(number)
            case words.Requests():
                self._rooms.start(self._answer(link, word))
            case words.Answers(number):
                if number in self._requests:
                    self._requests.pop(number)[1].set_result(word)
            case words.Asks():
                self._rooms.start(self._errands.answer(link, word))
            case words.Replies():
                self._errands.answered(node, word)
            case Probe() | Echo():
                pass  # the line's own
            case _:
                self._learn(node, word)

    # News from other nodes

    def _learn(self, node: str, word: words.News) -> None:
        rooms = self._rooms
        match word:
            case words.Listed(rows):
                rooms.tell_own_lobby(rooms.table_list.listed_at(node, rows))
            case words.Unlisted(codes):
                rooms.tell_own_lobby(rooms.table_list.unlisted_at(node, codes))
            case words.Invited(who, news):
                rooms.invitations.heard_of(node, who, news)
                rooms.send(rooms.near(who), news)
            case words.Spent(limit, whose, cost):
                self._pace.heard(limit, whose, cost)
            case words.Left(levels):
                for level in levels:
                    self._pace.lower(Level(*level))
            case words.Counted(counts, is_anew):
                if is_anew:
                    self._counts.lost(node)
                for count in counts:
                    self._counts.heard(node, count)
            case words.Stirred(tournament, table):
                self._tournaments.table_changed(tournament, table)
            case words.Renamed(person):
                rooms.known_as(person, self._hall)
            case words.HungUp(who, sign_in, code, reason):
                for viewer in rooms.near(who):
                    if sign_in in (None, viewer.sign_in):
                        viewer.socket.close(code, reason)
            case words.Leaves(who, banned):
                if banned is not None:
                    show_out(rooms, who, banned)
                else:
                    rooms.chats.forget_person(who)
                rooms.start(leave_all_tables(self._hall, who))

    async def _forget(self, about: bytes) -> bytes:
        """Somebody was deleted elsewhere: when this is answered, nothing of theirs is on its way from here."""
        who = about.decode()
        for viewer in self._rooms.near(who):
            viewer.socket.close(LOGGED_OUT, "logged out")
        await leave_all_tables(self._hall, who)
        await leave_pending(self._hall, who)
        return b""

    # News for them

    def _tell_all(self, word: Word) -> None:
        for link in self.links.values():
            if link.is_up:
                link.say(word)

    def listed(self, news: Sequence[ServerMessage]) -> None:
        for each in news:
            match each:
                case messages.Listed(row):
                    self._tell_all(words.Listed([row]))
                case messages.Unlisted(code):
                    self._tell_all(words.Unlisted([code]))
                case _:
                    pass

    def invited(self, who: Who, news: Invitation | InvitationOver) -> None:
        self._tell_all(words.Invited(who, news))

    @property
    def unheard(self) -> int:
        """How many nodes cannot be told now what is spent here."""
        return sum(not link.is_up for link in self.links.values())

    def spent(self, limit: str, whose: str, cost: float) -> None:
        self._tell_all(words.Spent(limit, whose, cost))

    def _counted(self, count: Count) -> None:
        self._tell_all(words.Counted([count]))

    def _count_tables(self) -> None:
        if (there := self._hall.open_tables) != self._told_open:
            self._told_open = there
            self._counted((OPEN, "", there))

    def _stirred(self, tournament: str, table: str) -> None:
        self._tournaments.table_changed(tournament, table)
        self._tell_all(words.Stirred(tournament, table))

    def renamed(self, person: Person) -> None:
        self._tell_all(words.Renamed(person))

    def hung_up(self, who: Who, sign_in: str | None, code: int, reason: str) -> None:
        self._tell_all(words.HungUp(who, sign_in, code, reason))

    def left(self, who: Who, banned: str | None) -> None:
        self._tell_all(words.Leaves(who, banned))

    def serve(self, name: str, errand: Errand) -> None:
        self._errands.serve(name, errand)

    async def ask_all(self, name: str, about: bytes) -> list[bytes | None]:
        return await self._errands.ask_all(self.links.values(), name, about)

    async def ask_owner(self, code: str, name: str, about: bytes) -> bytes | None:
        link = self.links.get(self.territory.owner(code) or "")
        return None if link is None else await self._errands.ask(link, name, about)

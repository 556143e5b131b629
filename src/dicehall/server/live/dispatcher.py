"""What each message of the socket does: one method for each, for the connections of one hall."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import ParamSpec

from msgspec.structs import astuple

from dicehall.ports import JournalError, People, Uncertain
from dicehall.rules.catalog import find
from dicehall.server.bounds.addresses import origins
from dicehall.server.bounds.confirmations import Confirmations
from dicehall.server.bounds.rights import PRESENT, REFUSALS, message_refusal
from dicehall.server.bounds.visitors import Visitors
from dicehall.server.live import knocks, messages
from dicehall.server.live.client_messages import (
    Act,
    AskOdds,
    ClientMessage,
    EnterHall,
    ExitHall,
    OpenTable,
    Ping,
    Predict,
    Quick,
    React,
    Say,
    Unwatch,
    Watch,
)
from dicehall.server.live.connection import Connection, Waiting
from dicehall.server.live.entrance import admit
from dicehall.server.live.frames import frame
from dicehall.server.live.heads import Verdict
from dicehall.server.live.messages import Reaction
from dicehall.server.live.odds import OddsDesk, allowed
from dicehall.server.live.pools import Pools
from dicehall.server.live.rooms import Rooms
from dicehall.server.live.settings import setting_of
from dicehall.server.live.table_commands import TableCommands
from dicehall.server.live.talk import Channel, Talk
from dicehall.server.live.tournaments import TournamentRooms
from dicehall.table.core import commands
from dicehall.table.core.draft import Decided, Refused, RefusedError
from dicehall.table.live.hall import Hall, NoTable
from dicehall.table.live.table import LiveTable

P = ParamSpec("P")
LOOK = frozenset(("enter_hall", "exit_hall", "watch", "unwatch", "odds", "follow", "unfollow", "ping"))
"""The messages that an access token with the scope `read` may send."""


class Dispatcher:
    """Carries out messages: at tables, in the chat, and in the list of tables."""

    def __init__(
        self,
        hall: Hall,
        rooms: Rooms,
        *,
        people: People,
        talk: Talk,
        visitors: Visitors,
        desk: OddsDesk,
        confirmations: Confirmations,
        tournaments: TournamentRooms,
        pools: Pools,
        url: str,
    ) -> None:
        self._hall = hall
        self.tournaments = tournaments
        self._commands = TableCommands(hall, rooms, people=people, visitors=visitors, confirmations=confirmations)
        self._desk = desk
        self._people = people
        self._pools = pools
        self._talk = talk
        self._url = url
        self.rooms = rooms
        self.visitors = visitors

    def opened(self, connection: Connection) -> None:
        self.came(connection)
        if connection.who is not None:
            self.visitors.opened_window(connection.who)
        connection.tell(
            messages.Welcome(messages.PROTOCOL, connection.person, self._now(), self._url, self._pools.is_on)
        )
        for invitation in self.rooms.invitations.of(connection.who) if connection.who else ():
            connection.tell(invitation)

    def closed(self, connection: Connection) -> None:
        self.went(connection)
        if connection.who is not None:
            self.visitors.closed_window(connection.who)

    def came(self, connection: Connection) -> None:
        """Also through another node, which has welcomed and counted them."""
        if connection.person is not None:
            connection.known = self.rooms.acquaintances.greet(connection.person)
        self.rooms.enter(connection)

    def went(self, connection: Connection) -> None:
        self._stop_knocking(connection)
        self.tournaments.leave(connection)
        self.rooms.leave(connection)

    def carry_out(self, to: Connection, message: ClientMessage) -> Waiting | None:
        """At once; or returned for the connection to wait for, before its later messages.

        A move at a table that is in memory, by someone whom the table knows, never waits.
        """
        _admit(to, str(message.__struct_config__.tag))
        if self._hall.asleep and (table := getattr(message, "table", "")) and self._hall.is_asleep(table):
            return self._after_waking(to, message, table)
        match message:
            case Act(id, table, do, version):
                return self._commands.act(to, id, self._inside(to, table), do, version)
            case Watch(id, table, since, key, head):
                live = self._find(to, table, key)
                return self._watch(to, id, live, self._proved(to, live, head, since) if head else since, key)
            case Unwatch(id, table):
                self._stop_knocking(to, table.casefold())
                if (watched := to.watches.get(table.casefold())) is not None:
                    self.rooms.unwatch(to, watched)
                to.tell(messages.Done(id))
            case Say(id, table, text):
                self._say(to, id, self._inside(to, table), text)
            case React(id, table, reaction):
                self._react(to, id, self._inside(to, table), reaction)
            case AskOdds(id, table):
                self._odds(to, id, self._inside(to, table))
            case Predict(_id, table):
                _be_present(to, live := self._inside(to, table))
                return self._pools.predict(to, live, message)
            case OpenTable():
                return self._open(to, message)
            case Quick(id, game, seed, seats, bots):
                wanted = None if game is None else find(game).name
                joins = self._hall.gathers(wanted, seats=seats, bots=bots)
                reply = self._opening(to, partial(to.answer_quick, id), joins=joins)
                where = origins(to.address)
                return self._hall.quick(to.named(), wanted, reply, seed, seats=seats, bots=bots, origins=where)
            case Ping(id):
                to.tell(messages.Done(id))
            case EnterHall(id, after):
                self._enter_hall(to, id, after)
            case ExitHall(id):
                self.rooms.lobby.discard(to)
                to.tell(messages.Done(id))
            case about_tournaments:
                return self.tournaments.carry_out(to, about_tournaments)
        return None

    async def _after_waking(self, to: Connection, message: ClientMessage, table: str) -> None:
        await self._hall.wake(table)
        if (waiting := self.carry_out(to, message)) is not None:
            await waiting

    def _enter_hall(self, to: Connection, id: int, after: int | None) -> None:
        self.visitors.admit_draw(to.budget)
        self.rooms.lobby.add(to)
        own = () if to.who is None else self._hall.roster.codes_of(to.who)
        rows, following = self.rooms.table_list.page(after, own)
        self._draw(to, frame(messages.HallMessage(self._now(), rows, after, following)))
        to.tell(messages.Done(id))

    def _draw(self, to: Connection, frames: bytes) -> None:
        """Send what someone has asked for, out of what their socket may draw."""
        to.socket.send(frames)
        self.visitors.drawn(to.budget, len(frames))

    def _now(self) -> float:
        return round(self._hall.journal.now, 1)

    def _find(self, to: Connection, code: str, key: str = "") -> LiveTable:
        """A watched table is known; other codes are found within the limit on guesses."""
        watched = to.watches.get(code.casefold())
        return watched or self.visitors.find(self._hall, code, to.address, to.who, key)

    def _inside(self, to: Connection, code: str) -> LiveTable:
        """A table whose rooms one may enter: strangers knock at a private one by `watch` first."""
        if (watched := to.watches.get(code.casefold())) is not None:
            return watched
        live = self._find(to, code)
        if not self.rooms.knocks.admits(to, live):
            knocks.refuse(live)
        return live

    def _stop_knocking(self, to: Connection, code: str | None = None) -> None:
        for table in self.rooms.knocks.stop(to, code):
            with suppress(NoTable):  # closed meanwhile
                self.rooms.present(self._hall.find(table))

    # Watching and opening

    def _watch(self, to: Connection, id: int, live: LiveTable, since: int | None, key: str) -> Waiting | None:
        self._admit_watcher(to, live, key)
        if not self.rooms.is_ready(to, live, since):
            return self._prepare_watch(to, id, live, since, key)
        self._show(to, id, live, since)
        return None

    async def _prepare_watch(self, to: Connection, id: int, live: LiveTable, since: int | None, key: str) -> None:
        await self.rooms.make_ready(to, live, since)
        if live.table.closed:
            raise NoTable(f"There is no table {live.code.upper()!r} here any more: it has just been closed.")
        self._admit_watcher(to, live, key)  # the host may have locked it meanwhile
        self._show(to, id, live, since)

    def _admit_watcher(self, to: Connection, live: LiveTable, key: str) -> None:
        admit(to, live)
        self.visitors.admit_draw(to.budget)
        if not self.rooms.knocks.admits(to, live, key):
            self.rooms.knock(to, live)
        self.visitors.admit_watcher(live, to.who, to.watches)

    def _show(self, to: Connection, id: int, live: LiveTable, since: int | None) -> None:
        if to not in self.rooms.everybody:  # the window was closed while it waited
            return
        if to.scope != "read":
            live.take_back(to.who)
        self.visitors.drawn(to.budget, self.rooms.watch(to, live, since))
        to.tell(messages.Done(id))

    def _proved(self, to: Connection, live: LiveTable, head: str, since: int | None) -> int | None:
        """Take a head for what it proves; returns the version from which the client has to be told again."""
        if not self.visitors.believes_heads(to.address, to.who):
            return since
        version, _, told = head.partition(":")
        number = int(version) if version.isdecimal() and version.isascii() else 0
        match self.rooms.heads.judge(live, number, told):
            case Verdict.KNOWN:
                return since
            case Verdict.FORMER:
                return live.set_back_at
            case Verdict.LOST:
                self._hall.setbacks.shown_by_client(live, number)
                return live.set_back_at
            case Verdict.MADE_UP:
                self.visitors.made_up_head(to.address, to.who)
                raise RefusedError("bad_head", "This hall has never told you that head; watch the table without one.")

    async def _open(self, to: Connection, message: OpenTable) -> None:
        who = to.named()
        setting = setting_of(message)
        invited = await self._commands.invited(who, message.invite)
        command = commands.Open(setting, sit=message.sit, bots=message.bots, invite=invited)
        live: LiveTable | None = None

        def opened(answer: Decided | Refused) -> None:
            # A refusal comes at once, before the table has been handed back.
            to.answer(message.id, None if live is None else live.code, answer)

        live = await self._hall.open(who, command, self._opening(to, opened), origins(to.address))

    def _opening(self, to: Connection, reply: Callable[P, None], *, joins: bool = False) -> Callable[P, None]:
        who = to.named()
        is_account = self.rooms.acquaintances.is_account(who)
        return self.visitors.opening(who, self._hall, reply, to.address, is_account=is_account, joins=joins)

    # Odds

    def _odds(self, to: Connection, id: int, live: LiveTable) -> None:
        _be_present(to, live)
        allowed(live)
        self.visitors.admit_draw(to.budget)
        self.rooms.start(self._tell_odds(to, id, live))

    async def _tell_odds(self, to: Connection, id: int, live: LiveTable) -> None:
        """A hundred people who ask wait for the same answer."""
        try:
            version, odds, padding = astuple(await self._desk.ask(live, to.who))
        except RefusedError as error:
            to.refuse(id, error.refused.reason, error.refused.message)
            return
        self._draw(to, frame(messages.OddsMessage(live.code, version, odds, padding)))
        to.tell(messages.Done(id))

    # Chat

    def _say(self, to: Connection, id: int, live: LiveTable, text: str) -> None:
        _be_present(to, live)
        channel, line = self._talk.admit(live.table, to.named(), text)
        self.rooms.start(self._spoken(to, id, live, channel, line))

    async def _spoken(self, to: Connection, id: int, live: LiveTable, channel: Channel, text: str) -> None:
        try:
            line = await self._people.say(live.code, channel, to.named(), text)
        except Uncertain as error:
            to.refuse(id, "uncertain", str(error))
            return
        except JournalError as error:
            to.refuse(id, "unwritable", str(error))
            return
        self.rooms.metrics.chat_lines += 1
        self.rooms.chat(live, channel, line)
        to.tell(messages.Done(id))

    def _react(self, to: Connection, id: int, live: LiveTable, reaction: Reaction) -> None:
        """Told and forgotten: nothing of it is written anywhere."""
        _be_present(to, live)
        channel = self._talk.admit_reaction(live.table, who := to.named())
        self.rooms.metrics.reactions += 1
        self.rooms.react(live, messages.ReactionMessage(live.code, channel, who, self.rooms.names.of(who), reaction))
        to.tell(messages.Done(id))


def _admit(to: Connection, message: str) -> None:
    """By the table of rights; what depends on a role at a table is for the table to say."""
    if to.scope == "read" and message not in LOOK:
        raise RefusedError("read_only", "This access token may only look; create one that may play.")
    if why := message_refusal(message, None if to.person is None else to.person.kind):
        raise RefusedError(*why)


def _be_present(to: Connection, live: LiveTable) -> None:
    """Only those who watch a table talk there."""
    if live.code not in to.watches:
        raise RefusedError(*REFUSALS[PRESENT])

"""What each message of the socket does: one method for each, for the connections of one hall."""

import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec

from dicehall.ports import JournalError, Note, People
from dicehall.ports.hall_log import TableManaged, write
from dicehall.rules.catalog import find
from dicehall.rules.values import Options
from dicehall.rules.wording import visible
from dicehall.server.bounds.rights import PRESENT, REFUSALS, message_refusal
from dicehall.server.bounds.visitors import Visitors
from dicehall.server.live import knocks, messages
from dicehall.server.live.connection import Connection
from dicehall.server.live.messages import ClientMessage, Reaction
from dicehall.server.live.rooms import Rooms
from dicehall.server.live.talk import Channel, Talk
from dicehall.table.core import commands
from dicehall.table.core.access import HOSTS, RIGHTS
from dicehall.table.core.decide import ACCESS_DENIED
from dicehall.table.core.draft import KICKED, Decided, Refused, RefusedError
from dicehall.table.core.events import Setting, Who, is_bot
from dicehall.table.live.hall import Hall, NoTable
from dicehall.table.live.table import LiveTable

NAMELESS = "Without a name nobody can tell whether you were inside before: ask the host to unlock it for a moment."
"""A visitor without a name has no cookie, and anyone could have the table's key: nothing sets them apart."""
LOOK = frozenset(("enter_hall", "exit_hall", "watch", "unwatch", "ping"))
"""The messages that an access token with the scope `read` may send."""


class Dispatcher:
    """Carries out messages: at tables, in the chat, and in the list of tables."""

    def __init__(self, hall: Hall, rooms: Rooms, *, people: People, talk: Talk, visitors: Visitors, url: str) -> None:
        self._hall = hall
        self._people = people
        self._talk = talk
        self._url = url
        self.rooms = rooms
        self.visitors = visitors

    def opened(self, connection: Connection) -> None:
        self.visitors.opened_window(connection.who)
        self.rooms.enter(connection)
        connection.tell(messages.Welcome(messages.PROTOCOL, connection.person, self._now(), self._url))
        for invitation in self.rooms.invitations.of(connection.who) if connection.who else ():
            connection.tell(invitation)

    def closed(self, connection: Connection) -> None:
        self._stop_knocking(connection)
        self.rooms.leave(connection)
        self.visitors.closed_window(connection.who)

    def carry_out(self, to: Connection, message: ClientMessage) -> None:
        _admit(to, str(message.__struct_config__.tag))
        match message:
            case messages.Act(id, table, do, version):
                self._act(to, id, self._inside(to, table), do, version)
            case messages.Watch(id, table, since, key):
                self._watch(to, id, self._find(to, table, key), since, key)
            case messages.Unwatch(id, table):
                self._stop_knocking(to, table.casefold())
                if (watched := to.watches.get(table.casefold())) is not None:
                    self.rooms.unwatch(to, watched)
                to.tell(messages.Done(id))
            case messages.Say(id, table, text):
                self._say(to, id, self._inside(to, table), text)
            case messages.React(id, table, reaction):
                self._react(to, id, self._inside(to, table), reaction)
            case messages.OpenTable():
                self._open(to, message)
            case messages.Quick(id, game, seed, seats, bots):
                who, wanted = to.named(), None if game is None else find(game).name
                reply = self.visitors.opening(who, self._hall, partial(to.answer_quick, id))
                self._hall.quick(who, wanted, reply, seed, seats=seats, bots=bots)
            case messages.Ping(id):
                to.tell(messages.Done(id))
            case messages.EnterHall(id):
                self.rooms.lobby.add(to)
                to.tell(messages.HallMessage(self._now(), self.rooms.table_list.rows()))
                to.tell(messages.Done(id))
            case messages.ExitHall(id):
                self.rooms.lobby.discard(to)
                to.tell(messages.Done(id))

    def _now(self) -> float:
        return round(self._hall.journal.now, 1)

    def _find(self, to: Connection, code: str, key: str = "") -> LiveTable:
        """A watched table is known; other codes are found within the limit on guesses."""
        watched = to.watches.get(code.casefold())
        return watched or self.visitors.find(self._hall, code, to.address, to.who, key)

    def _inside(self, to: Connection, code: str) -> LiveTable:
        """A table whose rooms one may enter: strangers knock at a private one by `watch` first."""
        live = self._find(to, code)
        if not self.rooms.knocks.admits(to, live):
            knocks.refuse(live)
        return live

    def _stop_knocking(self, to: Connection, code: str | None = None) -> None:
        for table in self.rooms.knocks.stop(to, code):
            with suppress(NoTable):
                self.rooms.present(self._hall.find(table))

    # Commands at a table

    def _act(self, to: Connection, id: int, live: LiveTable, do: commands.Request, version: int | None) -> None:
        who, command = to.named(), str(do.__struct_config__.tag)
        reply = partial(to.answer, id, None)
        match do:
            case commands.Invite(name):
                (whom,) = self._invited(who, (name,))
                do = commands.Invite(whom)
            case commands.Decline():
                reply = partial(self._answer_decline, to, id, live.table.host)
            case commands.Kick(whom) | commands.Mute(whom):
                self._refuse_unknown(live, whom)
            case _:
                pass
        administrator = to.is_administrator
        ask = partial(live.ask, who, do, reply, version, administrator=administrator)
        if administrator and who != live.table.host and RIGHTS[command] == HOSTS:
            action = TableManaged(self._now(), who, when=time.time(), table=live.code, deed=command)
            self._note_first(to, id, action, ask)
        else:
            ask()

    def _note_first(self, to: Connection, id: int, action: TableManaged, then: Callable[[], None]) -> None:
        """What administrators do at other people's tables is in the hall log before it is done."""

        def noted(error: JournalError | None) -> None:
            if error is None:
                then()
            else:
                to.refuse(id, "unwritable", str(error))

        self._hall.journal.note(Note(write(action)), noted)

    def _answer_decline(self, to: Connection, id: int, host: Who | None, answer: Decided | Refused) -> None:
        if isinstance(answer, Decided) and host is not None:
            self.visitors.declined(host, to.named())
        to.answer(id, None, answer)

    def _invited(self, who: Who, names: tuple[str, ...]) -> tuple[Who, ...]:
        """Whom these names mean, each once; unknown names count against the limit too, or they could be guessed."""
        for _ in names:
            self.visitors.admit_invitation(who)
        invited = tuple(dict.fromkeys(map(self._called, names)))
        for whom in invited:
            self.visitors.admit_invitation_to(who, whom)
        return invited

    def _called(self, name: str) -> Who:
        """A person by id or by name."""
        person = self._people.by_id(name) or self._people.by_name(name)
        if person is None:
            why = "you can invite people who have visited before, or send them the link."
            raise RefusedError("unknown_person", f"Nobody here is called {visible(name, 40)!r} yet: {why}")
        return person.id

    def _refuse_unknown(self, live: LiveTable, whom: Who) -> None:
        """Everyone at a table is sent the list of those kicked or muted: made-up ids would only swell it."""
        if live.table.seated_as(whom) is None and not is_bot(whom) and self._people.by_id(whom) is None:
            raise RefusedError("unknown_person", f"Nobody in this hall has the id {visible(whom, 40)!r}.")

    # Watching and opening

    def _watch(self, to: Connection, id: int, live: LiveTable, since: int | None, key: str) -> None:
        table = live.table
        if to.who is not None and to.who in table.kicked:
            raise RefusedError("kicked", KICKED)
        is_inside = table.is_for(to.who) or to.who in table.inside or live.code in to.watches
        if table.locked and not is_inside and not to.is_administrator:
            raise RefusedError("locked", ACCESS_DENIED if to.who else f"{ACCESS_DENIED} {NAMELESS}")
        if not self.rooms.knocks.admits(to, live, key):
            self.rooms.knock(to, live)
        self.visitors.admit_watcher(live, to.who, to.watches)
        if to.scope != "read":
            live.take_back(to.who)
        self.rooms.watch(to, live, since)
        to.tell(messages.Done(id))

    def _open(self, to: Connection, message: messages.OpenTable) -> None:
        who = to.named()
        setting = _setting(message)
        invited = self._invited(who, message.invite)
        command = commands.Open(setting, sit=message.sit, bots=message.bots, invite=invited)
        live: LiveTable | None = None

        def opened(answer: Decided | Refused) -> None:
            # A refusal comes at once, before the table has been handed back.
            to.answer(message.id, None if live is None else live.code, answer)

        live = self._hall.open(who, command, self.visitors.opening(who, self._hall, opened))

    # Chat

    def _say(self, to: Connection, id: int, live: LiveTable, text: str) -> None:
        _be_present(to, live)
        channel, line = self._talk.admit(live.table, to.named(), text)
        self.rooms.start(self._spoken(to, id, live, channel, line))

    async def _spoken(self, to: Connection, id: int, live: LiveTable, channel: Channel, text: str) -> None:
        try:
            line = await self._people.say(live.code, channel, to.named(), text)
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


def _setting(message: messages.OpenTable) -> Setting:
    listing = find(message.game)
    preset = None if message.preset is None else listing.preset(message.preset)
    options: dict[str, Any] = {} if preset is None else _chosen(preset.options)
    return Setting(
        game=listing.name,
        options=options | message.options,
        seats=message.seats or listing.seats[1],
        clock=message.clock or (preset.clock if preset else None) or listing.clock,
        on_timeout=message.on_timeout,
        public=message.public,
        fill=message.fill,
    )


def _chosen(options: Options) -> dict[str, Any]:
    """What a preset changes; the rest is left to the game."""
    usual = type(options)()
    return {
        name: value
        for name, value in msgspec.to_builtins(options).items()
        if getattr(options, name) != getattr(usual, name)
    }

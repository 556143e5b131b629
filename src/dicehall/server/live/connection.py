"""One socket: its messages are read, carried out, and answered by their number."""

import time
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from dicehall.ports import JournalError, Note, Scope, Session
from dicehall.ports import hall_log as chronicle
from dicehall.ports.hall_log import TableManaged
from dicehall.rules.catalog import find
from dicehall.rules.errors import RulesError
from dicehall.rules.values import Options, Value
from dicehall.rules.wording import visible
from dicehall.server.bounds.limits import too_deep
from dicehall.server.house import House
from dicehall.server.live import messages
from dicehall.server.live.messages import ClientMessage
from dicehall.server.live.rooms import Viewer, sits
from dicehall.server.live.socket import Socket
from dicehall.server.live.talk import Channel
from dicehall.table.core import commands
from dicehall.table.core.access import HOSTS, NAMED, REFUSALS, RIGHTS, barred
from dicehall.table.core.decide import ACCESS_DENIED, refusal
from dicehall.table.core.draft import KICKED, Decided, No, Refused
from dicehall.table.core.events import USUAL_CLOCK, Setting, Who, is_bot
from dicehall.table.live.hall import NoTable
from dicehall.table.live.table import Live

LOOK = frozenset(("enter_hall", "exit_hall", "watch", "unwatch"))
"""All that a token which may only read is good for."""

decoder = msgspec.json.Decoder(ClientMessage)


class Connection(Viewer):
    """Hears one socket; the socket's `Listener`."""

    __slots__ = ("address", "house", "scope")

    def __init__(self, house: House, session: Session | None, address: str) -> None:
        super().__init__(session and session.person, session and session.key)
        self.house = house
        self.scope: Scope = "everything" if session is None else session.scope
        self.address = address

    @property
    def plays(self) -> bool:
        """Whoever sits at a table or owns one goes first in a rush."""
        who = self.who
        return who is not None and any(live.table.host == who or sits(live, who) for live in self.watches.values())

    # As the socket calls it

    def opened(self, socket: Socket) -> None:
        self.socket = socket
        self.house.visitors.opened_window(self.who)
        self.house.rooms.enter(self)
        self.tell(messages.Welcome(messages.PROTOCOL, self.person, self._now(), self.house.url))
        for invitation in self.house.rooms.invitations.of(self.who) if self.who else ():
            self.tell(invitation)

    def received(self, text: bytes) -> None:
        try:
            message = _read(text, self.house.visitors.limits.depth)
        except (msgspec.MsgspecError, RecursionError) as error:
            self._refuse(_number(text), "bad_message", f"That message cannot be read: {error}. See docs/protocol.md.")
            return
        try:
            self._carry_out(message)
        except No as no:
            self._refuse(message.id, no.refused.reason, no.refused.message)
        except NoTable as error:
            self._refuse(message.id, "no_table", str(error))
        except RulesError as error:
            self._answer(message.id, None, refusal(error))

    def closed(self) -> None:
        self.house.rooms.leave(self)
        self.house.visitors.closed_window(self.who)

    # Messages

    def _carry_out(self, message: ClientMessage) -> None:
        self._admit(str(message.__struct_config__.tag))
        hall, rooms = self.house.hall, self.house.rooms
        match message:
            case messages.Act(id, table, do, version):
                self._act(id, self._find(table), do, version)
            case messages.Watch(id, table, since):
                self._watch(id, self._find(table), since)
            case messages.Unwatch(id, table):
                if (watched := self.watches.get(table.casefold())) is not None:
                    rooms.unwatch(self, watched)
                self.tell(messages.Done(id))
            case messages.Say(id, table, text):
                self._say(id, self._find(table), text)
            case messages.OpenTable():
                self._open(message)
            case messages.Quick(id, game, seed):
                who, wanted = self._person(), None if game is None else find(game).name
                reply = self.house.visitors.opening(who, hall, partial(self._answer_quick, id))
                hall.quick(who, wanted, reply, seed)
            case messages.Ping(id):
                self.tell(messages.Done(id))
            case messages.EnterHall(id):
                rooms.lobby.add(self)
                self.tell(messages.HallMessage(self._now(), rooms.rows()))
                self.tell(messages.Done(id))
            case messages.ExitHall(id):
                rooms.lobby.discard(self)
                self.tell(messages.Done(id))

    def _admit(self, deed: str) -> None:
        """By the one table of rights; what concerns a table's own roles is for the table to say."""
        if self.scope == "read" and deed not in LOOK:
            raise No("read_only", "This token may only look; make one that may play.")
        if why := barred(deed, None if self.person is None else self.person.kind):
            raise No(*why)

    def _find(self, code: str) -> Live:
        """What is watched is known; whoever guesses at others too often finds none."""
        watched = self.watches.get(code.casefold())
        return watched or self.house.visitors.find(self.house.hall, code, self.address, self.who)

    def _act(self, id: int, live: Live, do: commands.Request, version: int | None) -> None:
        who, deed = self._person(), str(do.__struct_config__.tag)
        reply = partial(self._answer, id, None)
        match do:
            case commands.Invite(name):
                (whom,) = self._invited((name,))
                do = commands.Invite(whom)
            case commands.Decline():
                reply = partial(self._answer_decline, id, live.table.host)
            case commands.Kick(whom) | commands.Mute(whom):
                self._refuse_unknown(live, whom)
            case _:
                pass
        ask = partial(live.ask, who, do, reply, version, administrator=self._is_administrator)
        if self._is_administrator and who != live.table.host and RIGHTS[deed] == HOSTS:
            self._note_first(id, TableManaged(self._now(), who, when=time.time(), table=live.code, deed=deed), ask)
        else:
            ask()

    @property
    def _is_administrator(self) -> bool:
        """Only in a browser that is logged in: a token gives its program the rights of an ordinary account."""
        return self.person is not None and self.person.kind == "administrator" and self.scope == "everything"

    def _note_first(self, id: int, act: TableManaged, then: Callable[[], None]) -> None:
        """What administrators do at the tables of others is in the chronicle before it is done."""

        def noted(error: JournalError | None) -> None:
            if error is None:
                then()
            else:
                self._refuse(id, "unwritable", str(error))

        self.house.hall.journal.note(Note(chronicle.write(act)), noted)

    def _called(self, name: str) -> Who:
        """Somebody by id or by name."""
        people = self.house.people
        person = people.by_id(name) or people.by_name(name)
        if person is None:
            why = "they have to come in once before, or send them the link."
            raise No("unknown_person", f"Nobody here is called {visible(name, 40)!r} yet: {why}")
        return person.id

    def _invited(self, names: tuple[str, ...]) -> tuple[Who, ...]:
        """Those whom these names mean, each once; names that are nobody's count too, or they could be guessed."""
        who, visitors = self._person(), self.house.visitors
        for _ in names:
            visitors.admit_invitation(who)
        invited = tuple(dict.fromkeys(map(self._called, names)))
        for whom in invited:
            visitors.admit_invitation_to(who, whom)
        return invited

    def _refuse_unknown(self, live: Live, whom: Who) -> None:
        """Everybody at a table is sent the list of those who are out or muted: made-up ones would only swell it."""
        if live.table.seated_as(whom) is None and not is_bot(whom) and self.house.people.by_id(whom) is None:
            raise No("unknown_person", f"Nobody in this hall has the id {visible(whom, 40)!r}.")

    def _watch(self, id: int, live: Live, since: int | None) -> None:
        table = live.table
        inside = self.who is not None and (self.who == table.host or sits(live, self.who))
        if self.who is not None and self.who in table.kicked:
            raise No("kicked", KICKED)
        if table.locked and not inside and not self._is_administrator and live.code not in self.watches:
            raise No("locked", ACCESS_DENIED)
        self.house.visitors.admit_watcher(live, self.who, self.watches)
        if self.scope != "read":
            live.take_back(self.who)
        self.house.rooms.watch(self, live, since)
        self.tell(messages.Done(id))

    def _open(self, message: messages.OpenTable) -> None:
        listing = find(message.game)
        preset = None if message.preset is None else listing.preset(message.preset)
        options: dict[str, Any] = {} if preset is None else _chosen(preset.options)
        clock = message.clock or (preset.clock if preset else None) or USUAL_CLOCK
        setting = Setting(
            game=listing.name,
            options=options | message.options,
            seats=message.seats or listing.seats[1],
            clock=clock,
            on_timeout=message.on_timeout,
            public=message.public,
            fill=message.fill,
        )
        who = self._person()
        invited = self._invited(message.invite)
        command = commands.Open(setting, sit=message.sit, bots=message.bots, invite=invited)
        live: Live | None = None

        def opened(answer: Decided | Refused) -> None:
            # A refusal comes at once, before the table has been handed back.
            self._answer(message.id, None if live is None else live.code, answer)

        live = self.house.hall.open(who, command, self.house.visitors.opening(who, self.house.hall, opened))

    def _say(self, id: int, live: Live, text: str) -> None:
        if live.code not in self.watches:
            raise No(*REFUSALS[RIGHTS["say"]])
        channel, line = self.house.talk.admit(live.table, self._person(), text)
        self.house.rooms.start(self._spoken(id, live, channel, line))

    async def _spoken(self, id: int, live: Live, channel: Channel, text: str) -> None:
        try:
            line = await self.house.people.say(live.code, channel, self._person(), text)
        except JournalError as error:
            self._refuse(id, "unwritable", str(error))
            return
        self.house.metrics.chat_lines += 1
        self.house.rooms.chat(live, channel, line)
        self.tell(messages.Done(id))

    # Answers

    def _now(self) -> float:
        return round(self.house.hall.journal.now, 1)

    def _person(self) -> Who:
        if self.who is None:
            raise No(*REFUSALS[NAMED])
        return self.who

    def _answer(self, id: int, table: str | None, answer: Decided | Refused) -> None:
        if isinstance(answer, Refused):
            self._refuse(id, answer.reason, answer.message)
        else:
            self.tell(messages.Done(id, table))

    def _answer_decline(self, id: int, host: Who | None, answer: Decided | Refused) -> None:
        if isinstance(answer, Decided) and host is not None:
            self.house.visitors.declined(host, self._person())
        self._answer(id, None, answer)

    def _answer_quick(self, id: int, live: Live | None, answer: Decided | Refused) -> None:
        self._answer(id, None if live is None else live.code, answer)

    def _refuse(self, id: int | None, reason: str, message: str) -> None:
        self.house.metrics.refused(reason)
        self.tell(messages.Refusal(id, reason, message))


def _read(text: bytes, depth: int) -> ClientMessage:
    if too_deep(text, depth):
        raise msgspec.DecodeError("it is nested too deeply")
    message: ClientMessage = decoder.decode(text)
    return message


def _chosen(options: Options) -> dict[str, Any]:
    """What a preset changes; the rest is left to the game."""
    usual = type(options)()
    return {
        name: value
        for name, value in msgspec.to_builtins(options).items()
        if getattr(options, name) != getattr(usual, name)
    }


class _Numbered(Value):
    id: int | None = None


def _number(text: bytes) -> int | None:
    """The number of a message that cannot be read otherwise."""
    try:
        return msgspec.json.decode(text, type=_Numbered).id
    except (msgspec.MsgspecError, RecursionError):
        return None

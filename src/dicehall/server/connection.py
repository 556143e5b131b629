"""One socket: its messages are read, carried out, and answered by their number."""

from functools import partial
from typing import Any

import msgspec

from dicehall.rules.catalog import find
from dicehall.rules.errors import RulesError
from dicehall.rules.values import Options, Value
from dicehall.server import messages
from dicehall.server.messages import ClientMessage
from dicehall.server.rooms import Rooms, Viewer, sits
from dicehall.server.socket import Socket
from dicehall.server.talk import Audience, Talk
from dicehall.table import commands
from dicehall.table.decide import ACCESS_DENIED, refusal
from dicehall.table.draft import KICKED, Decided, No, Refused
from dicehall.table.events import USUAL_CLOCK, Setting, Who
from dicehall.table.hall import Hall, NoTable
from dicehall.table.live import Live
from dicehall.table.ports import Guest, JournalError

NO_NAME = "Say who you are first: POST /api/guests with a name, then connect again with the cookie it gives you."

MOST_BRACKETS = 600
"""More than any message needs, and fewer than Python's stack bears when what they hold is named in a refusal."""

decoder = msgspec.json.Decoder(ClientMessage)


class Connection(Viewer):
    """Hears one socket; the socket's `Listener`."""

    __slots__ = ("hall", "rooms", "talk", "url")

    def __init__(self, guest: Guest | None, hall: Hall, rooms: Rooms, talk: Talk, url: str) -> None:
        super().__init__(guest)
        self.hall = hall
        self.rooms = rooms
        self.talk = talk
        self.url = url

    # As the socket calls it

    def opened(self, socket: Socket) -> None:
        self.socket = socket
        self.rooms.enter(self)
        self.tell(messages.Welcome(messages.PROTOCOL, self.guest, round(self.hall.journal.now, 1), self.url))

    def received(self, text: bytes) -> None:
        try:
            message = _read(text)
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
        self.rooms.leave(self)

    # Messages

    def _carry_out(self, message: ClientMessage) -> None:
        match message:
            case messages.Act(id, table, do, version):
                live = self.hall.find(table)
                live.ask(self._person(), do, partial(self._answer, id, None), version)
            case messages.Watch(id, table, since):
                self._watch(id, self.hall.find(table), since)
            case messages.Unwatch(id, table):
                self.rooms.unwatch(self, self.hall.find(table))
                self.tell(messages.Done(id))
            case messages.Say(id, table, text):
                self._say(id, self.hall.find(table), text)
            case messages.OpenTable():
                self._open(message)
            case messages.Quick(id, game):
                self.hall.quick(self._person(), game, partial(self._answer_quick, id))
            case messages.EnterHall(id):
                self.rooms.lobby.add(self)
                self.tell(messages.HallMessage(round(self.hall.journal.now, 1), self.rooms.rows()))
                self.tell(messages.Done(id))
            case messages.ExitHall(id):
                self.rooms.lobby.discard(self)
                self.tell(messages.Done(id))

    def _watch(self, id: int, live: Live, since: int | None) -> None:
        table = live.table
        inside = self.who is not None and (self.who == table.owner or sits(live, self.who))
        if self.who is not None and self.who in table.kicked:
            raise No("kicked", KICKED)
        if table.locked and not inside and live.code not in self.watches:
            raise No("locked", ACCESS_DENIED)
        self.rooms.watch(self, live, since)
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
        )
        command = commands.Open(setting, sit=message.sit, bots=message.bots)
        live: Live | None = None

        def opened(answer: Decided | Refused) -> None:
            # A refusal comes at once, before the table has been handed back.
            self._answer(message.id, None if live is None else live.code, answer)

        live = self.hall.open(self._person(), command, opened)

    def _say(self, id: int, live: Live, text: str) -> None:
        who = self._person()
        if live.code not in self.watches:
            raise No("not_here", "You do not look at this table; watch it first.")
        audience, line = self.talk.admit(live.table, who, text)
        self.rooms.start(self._spoken(id, live, audience, line))

    async def _spoken(self, id: int, live: Live, audience: Audience, text: str) -> None:
        try:
            line = await self.rooms.people.say(live.code, audience, self._person(), text)
        except JournalError as error:
            self._refuse(id, "unwritable", str(error))
            return
        self.rooms.chat(live, audience, line)
        self.tell(messages.Done(id))

    # Answers

    def _person(self) -> Who:
        if self.guest is None:
            raise No("no_name", NO_NAME)
        return self.guest.id

    def _answer(self, id: int, table: str | None, answer: Decided | Refused) -> None:
        if isinstance(answer, Refused):
            self._refuse(id, answer.reason, answer.message)
        else:
            self.tell(messages.Done(id, table))

    def _answer_quick(self, id: int, live: Live | None, answer: Decided | Refused) -> None:
        self._answer(id, None if live is None else live.code, answer)

    def _refuse(self, id: int | None, reason: str, message: str) -> None:
        self.tell(messages.Refusal(id, reason, message))


def _read(text: bytes) -> ClientMessage:
    if text.count(b"[") + text.count(b"{") > MOST_BRACKETS:
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

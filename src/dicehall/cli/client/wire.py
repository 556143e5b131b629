"""The line to a hall: sends commands, receives messages, and connects again when it breaks."""

import asyncio
import contextlib
import itertools
from collections.abc import Callable

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus, WebSocketException

from dicehall.cli.client.fair_dice import new_seed, with_seed
from dicehall.cli.client.line import Ended, Found, Line, Lost, read
from dicehall.cli.shared.errors import HallRefused, Refused, refused
from dicehall.cli.shared.words import say
from dicehall.evenings.core.commands import ByAnyone, ByHost, Enter
from dicehall.names.clean import clean
from dicehall.ports import Person
from dicehall.rules.values import Seat
from dicehall.server.live import messages
from dicehall.server.live.client_messages import (
    Act,
    ActIn,
    AskOdds,
    ClientMessage,
    Follow,
    Predict,
    React,
    Say,
    Unwatch,
    Watch,
)
from dicehall.server.live.messages import Reaction, ServerMessage
from dicehall.table.core.commands import Request

SOONEST, LATEST = 0.25, 8.0
"""Seconds until the next attempt to connect: at first, and at most."""
PATIENCE = 10.0
"""Seconds to wait for a hall to answer."""


class Wire(Line):
    """One window of one person on one table."""

    def __init__(self, url: str, cookie: str | None) -> None:
        super().__init__(url)
        self.cookie = cookie
        self.you: Person | None = None
        self.hall = url
        """Where others find it; this machine may know it by another address."""
        self.seeds: set[str] = set()
        """What this machine has mixed into dice."""
        self.table = ""
        """The code of the table that is watched."""
        self.tournament = ""
        """The code of the tournament that is followed."""
        self._key = ""
        self._version: int | None = None
        self._head = ""
        """What proves to the hall how far the table was; see `Watch`."""
        self._ids = itertools.count(1)
        self._answers: dict[int, asyncio.Future[messages.Done]] = {}
        self._socket: ClientConnection | None = None
        self._listening: asyncio.Task[None] | None = None
        self._resuming: asyncio.Task[None] | None = None

    # Asking

    async def open(self) -> None:
        """Connect for the first time; if nothing answers, give up."""
        try:
            socket = await self._connect()
        except (OSError, TimeoutError, WebSocketException) as error:
            raise refused("hall-no-socket", url=self.url, why=str(error)) from None
        except msgspec.MsgspecError:
            raise refused("hall-is-none", url=self.url) from None
        self._listening = asyncio.create_task(self._keep_listening(socket))

    async def close(self) -> None:
        """Hang up; a seat is kept."""
        if self._listening is not None:
            self._listening.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._listening

    async def watch(self, table: str, key: str = "") -> None:
        """From the beginning, or as much of it as the hall remembers."""
        await self.ask(lambda id: Watch(id, table, since=0, key=key))
        self.table, self._key = table, key

    async def unwatch(self) -> None:
        """Leave a table for another one; nothing more is heard of it."""
        table, self.table, self._version, self._head = self.table, "", None, ""
        try:
            await self.ask(lambda id: Unwatch(id, table))
        finally:
            kept = [message for message in self.inbox if getattr(message, "table", "") != table]
            self.inbox.clear()
            self.inbox.extend(kept)

    async def follow(self, tournament: str) -> None:
        """Hear of a tournament, also after the line was broken."""
        await self.ask(lambda id: Follow(id, tournament))
        self.tournament = tournament

    async def act_in(self, do: ByAnyone | ByHost) -> None:
        """Take part in the tournament, or run it."""
        if isinstance(do, Enter):
            do = msgspec.structs.replace(do, seed=self.seed())
        await self.ask(lambda id: ActIn(id, self.tournament, do))

    async def act(self, do: Request, version: int | None = None, seat: Seat | None = None) -> None:
        """The hall knows whose seat it is."""
        do = with_seed(do, self.seed)
        await self.ask(lambda id: Act(id, self.table, do, version))

    async def wait(self, *, idle: bool) -> None:
        self.notice.clear()
        await self.notice.wait()

    def seed(self) -> str:
        """A new one, which is remembered."""
        seed = new_seed()
        self.seeds.add(seed)
        return seed

    async def say(self, text: str) -> None:
        await self.ask(lambda id: Say(id, self.table, text))

    async def react(self, reaction: Reaction) -> None:
        await self.ask(lambda id: React(id, self.table, reaction))

    async def predict(self, seat: Seat, chips: int, chance: int) -> None:
        await self.ask(lambda id: Predict(id, self.table, seat, chips, chance))

    async def odds(self) -> None:
        await self.ask(lambda id: AskOdds(id, self.table))

    async def ask(self, message: Callable[[int], ClientMessage]) -> messages.Done:
        """The answer, once the hall has carried it out; raises `HallRefused` in the hall's own words."""
        if self._socket is None:
            raise refused("line-down")
        id = next(self._ids)
        answer: asyncio.Future[messages.Done] = asyncio.get_running_loop().create_future()
        self._answers[id] = answer
        try:
            await self._socket.send(msgspec.json.encode(message(id)).decode())
            return await answer
        except (OSError, WebSocketException):
            raise refused("line-broke") from None
        finally:
            del self._answers[id]
            if answer.done() and not answer.cancelled():
                answer.exception()  # heard, also where sending has failed first

    # Hearing

    async def _connect(self) -> ClientConnection:
        headers = {} if self.cookie is None else {"Cookie": self.cookie}
        address = f"ws{self.url.removeprefix('http')}/ws"
        socket = await connect(
            address, additional_headers=headers, compression=None, open_timeout=PATIENCE, max_size=None
        )
        async with asyncio.timeout(PATIENCE):
            welcome = msgspec.json.decode(await socket.recv(), type=messages.Welcome)
        if welcome.protocol != messages.PROTOCOL:
            raise refused("hall-protocol", theirs=welcome.protocol, ours=messages.PROTOCOL)
        if self.you is not None and welcome.you is None:
            raise refused("line-logged-out")
        self.you = welcome.you
        self.hall = welcome.url
        self._socket = socket
        return socket

    async def _keep_listening(self, socket: ClientConnection) -> None:
        try:
            while True:
                await self._listen(socket)
                self._hang_up()
                self.put(Lost())
                socket = await self._connect_again()
                self.put(Found())
                self._resuming = asyncio.create_task(self._resume())
        except Refused as error:
            self.put(Ended(str(error)))
        except msgspec.MsgspecError as error:
            self.put(Ended(say("hall-not-understood", error=str(error))))
        finally:
            await socket.close()

    async def _listen(self, socket: ClientConnection) -> None:
        with contextlib.suppress(OSError, WebSocketException):
            async for text in socket:
                message = read(text)
                if message is not None:
                    self._hear(message)

    def _hear(self, message: ServerMessage) -> None:
        match message:
            case messages.Done(id):
                self._answer(id, lambda answer: answer.set_result(message))
            case messages.Refusal(None, "banned", why):
                self.put(Ended(clean(why)))
            case messages.Refusal(id, reason, why):
                self._answer(id, lambda answer: answer.set_exception(HallRefused(clean(why), reason)))
            case messages.TableMessage(version=version, head=head) | messages.Update(version=version, head=head):
                self._version, self._head = version, f"{version}:{head}" if head else ""
                self.put(message)
            case _:
                self.put(message)

    def _answer(self, id: int | None, settle: Callable[[asyncio.Future[messages.Done]], None]) -> None:
        answer = None if id is None else self._answers.get(id)
        if answer is not None and not answer.done():
            settle(answer)

    # After a break

    def _hang_up(self) -> None:
        self._socket = None
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(refused("line-broke"))

    async def _connect_again(self) -> ClientConnection:
        wait = SOONEST
        while True:
            await asyncio.sleep(wait)
            wait = min(2 * wait, LATEST)
            try:
                return await self._connect()
            except InvalidStatus as error:
                if error.response.status_code in (401, 403):
                    raise Refused(clean((error.response.body or b"").decode(errors="replace"))) from None
            except (OSError, TimeoutError, WebSocketException):
                pass

    async def _resume(self) -> None:
        """At the same table, from the version that we know; and in the same tournament."""
        try:
            if self.tournament:
                await self.ask(lambda id: Follow(id, self.tournament))
            if not self.table:
                return
            await self.ask(lambda id: Watch(id, self.table, self._version, key=self._key, head=self._head))
        except HallRefused as error:
            if error.reason == "bad_head" and self._head:  # the hall has lost its key, or another table has this code
                self._head = ""
                await self._resume()
            elif error.reason == "no_table" and self.tournament:  # it has closed meanwhile; the tournament goes on
                self.put(messages.Gone(self.table, "closed"))
            else:
                self.put(Ended(str(error)))
        except Refused as error:
            if self._socket is not None:  # the hall has answered, and will not have us
                self.put(Ended(str(error)))

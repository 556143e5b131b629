"""What people ask of a table over the socket: whoever they name becomes known there first."""

import time
from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from dicehall.names.clean import clean_name
from dicehall.ports import JournalError, Note, People, Uncertain
from dicehall.ports.hall_log import TableManaged, write
from dicehall.rules.errors import BadOptions
from dicehall.rules.wording import visible
from dicehall.server.bounds.confirmations import Confirmations
from dicehall.server.bounds.rights import CONFIRMED_COMMANDS
from dicehall.server.bounds.visitors import Visitors
from dicehall.server.live.connection import Connection, Waiting
from dicehall.server.live.rooms import Rooms
from dicehall.table.core import commands
from dicehall.table.core.access import HOSTS, RIGHTS
from dicehall.table.core.draft import Decided, Refused, RefusedError, only_if
from dicehall.table.core.events import NAMED, Who, is_bot, is_named
from dicehall.table.core.seats import KEPT
from dicehall.table.live.hall import Hall
from dicehall.table.live.table import LiveTable

Reply: TypeAlias = Callable[[Decided | Refused], None]

NAMING = frozenset((commands.Invite, commands.Kick, commands.Mute, commands.LetIn))
"""Commands about someone who may be unknown to the table."""
BLOCKED = "You have blocked them: unblock them first."


class TableCommands:
    def __init__(
        self, hall: Hall, rooms: Rooms, *, people: People, visitors: Visitors, confirmations: Confirmations
    ) -> None:
        self._hall = hall
        self._rooms = rooms
        self._people = people
        self._visitors = visitors
        self._confirmations = confirmations

    def act(
        self, to: Connection, id: int, live: LiveTable, do: commands.Request, version: int | None
    ) -> Waiting | None:  # fmt: skip
        who, administrator = to.named(), to.is_administrator
        self._refuse_blocked(to, live, do)
        manages = administrator and _manages(who, live, do)
        if manages or who not in live.acquaintances or (type(do) in NAMING and _names_a_stranger(live, do)):
            return self._prepare(to, id, live, do, version)
        live.ask(who, do, self._reply(to, id, live, do), version, administrator=administrator)
        return None

    def _refuse_blocked(self, to: Connection, live: LiveTable, do: commands.Request) -> None:
        """Nobody sits down at a table of a host who has blocked them, nor learns why."""
        if isinstance(do, commands.Sit) and not to.is_administrator and self._rooms.knocks.shuts_out(live, to.who):
            raise RefusedError("full", KEPT)

    async def _prepare(
        self, to: Connection, id: int, live: LiveTable, do: commands.Request, version: int | None
    ) -> None:
        """Whoever is named becomes known to the table first; what administrators do elsewhere is noted first."""
        who, command = to.named(), str(do.__struct_config__.tag)
        await live.meet(who)
        match do:
            case commands.Invite(name):
                (whom,) = await self.invited(who, (name,))
                if not is_named(whom):
                    await live.meet(whom)
                do = commands.Invite(whom)
            case commands.Kick(whom) | commands.Mute(whom):
                await self._refuse_unknown(live, whom)
                await live.meet(whom)
            case commands.LetIn(whom):
                await live.meet(whom)
            case _:
                pass
        administrator = to.is_administrator
        ask = partial(live.ask, who, do, self._reply(to, id, live, do), version, administrator=administrator)
        if administrator and _manages(who, live, do):
            await self._refuse_unconfirmed(to, command)
            action = TableManaged(
                round(self._hall.journal.now, 1), who, when=time.time(), table=live.code, deed=command
            )
            self._note_first(to, id, action, ask)
        else:
            ask()

    async def _refuse_unconfirmed(self, to: Connection, command: str) -> None:
        """What is hard to undo waits until an administrator has proved again who they are, as over HTTP."""
        if command not in CONFIRMED_COMMANDS or to.person is None:
            return
        if why := await self._confirmations.refusal(to.person, to.token):
            raise RefusedError(*why)

    def _note_first(self, to: Connection, id: int, action: TableManaged, then: Callable[[], None]) -> None:
        """What administrators do at other people's tables is in the hall log before it is done."""

        def noted(error: JournalError | None) -> None:
            if error is None:
                then()
            elif not isinstance(error, Uncertain):  # then the answer comes later
                to.refuse(id, "unwritable", str(error))

        self._hall.journal.note(Note(write(action)), noted)

    def _reply(self, to: Connection, id: int, live: LiveTable, do: commands.Request) -> Reply:
        if isinstance(do, commands.Decline):
            return partial(self._answer_decline, to, id, live.table.host)
        return partial(to.answer, id, None)

    def _answer_decline(self, to: Connection, id: int, host: Who | None, answer: Decided | Refused) -> None:
        if isinstance(answer, Decided) and host is not None:
            self._visitors.declined(host, to.named())
        to.answer(id, None, answer)

    async def invited(self, who: Who, names: tuple[str, ...]) -> tuple[Who, ...]:
        """Whom these names mean, each once; unknown names count against the limit too, or they could be guessed."""
        for _ in names:
            self._visitors.admit_invitation(who)
        await self._rooms.acquaintances.meet((who,))  # whom they have blocked
        invited = tuple(dict.fromkeys([await self._called(name) for name in names]))
        for whom in invited:
            only_if(whom not in self._rooms.acquaintances.blocked_by(who), "blocked", BLOCKED)
            self._visitors.admit_invitation_to(who, whom.casefold() if is_named(whom) else whom)
        return invited

    async def _called(self, name: str) -> Who:
        """A person by id or by name; a name that nobody has yet waits for its account (H-12)."""
        person = await self._people.by_id(name) or await self._people.by_name(name)
        return NAMED + _nobodys(name) if person is None else person.id

    async def _refuse_unknown(self, live: LiveTable, whom: Who) -> None:
        """Everyone at a table is sent the list of those kicked or muted: made-up ids would only swell it."""
        if live.table.seated_as(whom) is None and not is_bot(whom) and await self._people.by_id(whom) is None:
            raise RefusedError("unknown_person", f"Nobody in this hall has the id {visible(whom, 40)!r}.")


def _nobodys(name: str) -> str:
    """A name that an account could have."""
    try:
        return clean_name(name)
    except BadOptions as error:
        raise RefusedError("unknown_person", f"Nobody can be called {visible(name, 40)!r}: {error}") from None


def _manages(who: Who, live: LiveTable, do: commands.Request) -> bool:
    """Whether an administrator does here what only hosts may, at a table of someone else."""
    return who != live.table.host and RIGHTS[str(do.__struct_config__.tag)] == HOSTS


def _names_a_stranger(live: LiveTable, do: commands.Request) -> bool:
    """Whether a command is about someone whom the table does not know yet."""
    match do:
        case commands.Invite():
            return True  # by name, perhaps
        case commands.Kick(whom) | commands.Mute(whom) | commands.LetIn(whom):
            return whom not in live.acquaintances and not is_bot(whom)
        case _:
            return False

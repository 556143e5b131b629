"""Tournaments over the socket: who follows which, and what each message about them does."""

import asyncio
from collections.abc import Coroutine
from typing import Any, Final, TypeAlias

from dicehall.evenings.core import commands
from dicehall.evenings.core.draft import Decided
from dicehall.evenings.core.state import Tournament
from dicehall.evenings.live.tournament import LiveTournament
from dicehall.evenings.live.tournaments import NoTournament, Tournaments
from dicehall.server.bounds.visitors import Visitors
from dicehall.server.live import messages
from dicehall.server.live.connection import Connection
from dicehall.server.live.frames import frame
from dicehall.server.live.names import Names
from dicehall.server.live.viewers import Viewer
from dicehall.table.core.draft import Refused, RefusedError
from dicehall.table.core.events import Who

Waiting: TypeAlias = Coroutine[Any, Any, None]

SETTLE: Final = 0.5
"""Seconds in which what happens in a tournament is gathered: when a round ends, much happens at once."""


class TournamentRooms:
    """Everyone who follows a tournament; the same bytes go to all of them, except the key to those who run it."""

    def __init__(self, tournaments: Tournaments, names: Names, visitors: Visitors) -> None:
        self._tournaments = tournaments
        self._names = names
        self._visitors = visitors
        self._followers: dict[str, set[Viewer]] = {}
        self._changed: set[LiveTournament] = set()
        tournaments.told = self.told

    def carry_out(self, to: Connection, message: messages.AboutTournaments) -> Waiting | None:
        match message:
            case messages.CreateTournament(id, setting):
                return self._create(to, id, commands.Create(setting))
            case messages.Follow(id, code):
                return self._follow(to, id, code)
            case messages.Unfollow(id, code):
                self._forget(to, code.casefold())
                to.tell(messages.Done(id))
                return None
            case messages.ActIn(id, code, do):
                return self._act(to, id, code, do)

    def leave(self, viewer: Viewer) -> None:
        for code in tuple(self._followers):
            self._forget(viewer, code)

    def let_go(self) -> list[tuple[Viewer, str]]:
        """Nobody follows anything here any more: whoever did, and what."""
        followers, self._followers = self._followers, {}
        return [(viewer, code) for code, viewers in followers.items() for viewer in viewers]

    def _forget(self, viewer: Viewer, code: str) -> None:
        if (followers := self._followers.get(code)) is not None:
            followers.discard(viewer)
            if not followers:
                del self._followers[code]

    async def _find(self, code: str) -> LiveTournament:
        try:
            return await self._tournaments.find(code)
        except NoTournament as error:
            raise RefusedError("no_tournament", str(error)) from None

    async def _create(self, to: Connection, id: int, command: commands.Create) -> None:
        live: LiveTournament | None = None

        def created(answer: Decided | Refused) -> None:
            _answer(to, id, answer, None if live is None else live.code)

        live = await self._tournaments.create(to.named(), command, created)

    async def _follow(self, to: Connection, id: int, code: str) -> None:
        self._visitors.admit_draw(to.budget)
        live = await self._find(code)
        self._followers.setdefault(live.code, set()).add(to)
        whole = self._shown(live, to.who)
        to.socket.send(whole)
        self._visitors.drawn(to.budget, len(whole))
        to.tell(messages.Done(id, live.code))

    async def _act(self, to: Connection, id: int, code: str, do: commands.ByAnyone | commands.ByHost) -> None:
        who = to.named()
        live = await self._find(code)
        live.ask(who, do, lambda answer: _answer(to, id, answer), administrator=to.is_administrator)

    # What is told

    def told(self, live: LiveTournament, _decided: Decided) -> None:
        if live.code in self._followers:
            if not self._changed:
                asyncio.get_running_loop().call_later(SETTLE, self._settle)
            self._changed.add(live)

    def _settle(self) -> None:
        changed, self._changed = self._changed, set()
        for live in changed:
            for_all = self._shown(live, None)
            for viewer in self._followers.get(live.code, ()):
                runs = live.tournament.is_run_by(viewer.who)
                viewer.socket.send(self._shown(live, viewer.who) if runs else for_all)

    def _shown(self, live: LiveTournament, who: Who | None) -> bytes:
        tournament = live.tournament
        return frame(message_of(live, self._names, tournament.key if tournament.is_run_by(who) else ""))


def message_of(live: LiveTournament, names: Names, key: str = "") -> messages.TournamentMessage:
    """Everything that anyone may see; the key is for those who run it."""
    people = names.all(mentioned(live.tournament))
    return messages.TournamentMessage(tournament=live.code, now=live.now, shown=live.shown, people=people, key=key)


def mentioned(tournament: Tournament) -> set[Who]:
    runners = {who for who in (tournament.host, tournament.second) if who is not None}
    return runners | {entrant.who for entrant in tournament.entrants} | set(tournament.barred)


def _answer(to: Connection, id: int, answer: Decided | Refused, code: str | None = None) -> None:
    if isinstance(answer, Refused):
        to.refuse(id, answer.reason, answer.message)
    else:
        to.tell(messages.Done(id, code))

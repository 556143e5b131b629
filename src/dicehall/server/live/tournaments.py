"""Tournaments over the socket: who follows which, and what each message about them does."""

from collections.abc import Callable

from dicehall.evenings.core import commands
from dicehall.evenings.core.draft import Decided
from dicehall.evenings.live.tournament import LiveTournament
from dicehall.evenings.live.tournaments import NoTournament, Tournaments
from dicehall.server.bounds.visitors import Visitors
from dicehall.server.live import messages
from dicehall.server.live.client_messages import AboutTournaments, ActIn, CreateTournament, Follow, Unfollow
from dicehall.server.live.connection import Connection, Waiting
from dicehall.server.live.followers import Followers, mentioned
from dicehall.server.live.names import Names
from dicehall.server.live.viewers import Viewer
from dicehall.table.core.draft import Refused, RefusedError


class TournamentRooms:
    """Everyone who follows a tournament."""

    def __init__(self, tournaments: Tournaments, names: Names, visitors: Visitors) -> None:
        self._tournaments = tournaments
        self._names = names
        self._visitors = visitors
        self.gather: Callable[[LiveTournament, Names], Followers] = Followers
        """How those who follow one are told."""
        self._followers: dict[str, Followers] = {}
        tournaments.told = self.told

    def carry_out(self, to: Connection, message: AboutTournaments) -> Waiting | None:
        match message:
            case CreateTournament(id, setting):
                return self._create(to, id, commands.Create(setting))
            case Follow(id, code):
                return self._follow(to, id, code)
            case Unfollow(id, code):
                self._forget(to, code.casefold())
                to.tell(messages.Done(id))
                return None
            case ActIn(id, code, do):
                return self._act(to, id, code, do)

    def viewers(self, code: str) -> tuple[Viewer, ...]:
        """Whose windows follow this tournament."""
        return self._followers[code].viewers if code in self._followers else ()

    def leave(self, viewer: Viewer) -> None:
        for code in tuple(self._followers):
            self._forget(viewer, code)

    def let_go(self) -> list[tuple[Viewer, str]]:
        """Nobody follows anything here any more: whoever did, and what."""
        let_go, self._followers = self._followers, {}
        return [(viewer, code) for code, followers in let_go.items() for viewer in followers.let_go()]

    def _forget(self, viewer: Viewer, code: str) -> None:
        if (followers := self._followers.get(code)) is not None:
            followers.forget(viewer)
            if not followers.viewers:
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
        if live.code not in self._followers:
            self._followers[live.code] = self.gather(live, self._names)
        self._visitors.drawn(to.budget, self._followers[live.code].add(to))
        to.tell(messages.Done(id, live.code))

    async def _act(self, to: Connection, id: int, code: str, do: commands.ByAnyone | commands.ByHost) -> None:
        who = to.named()
        live = await self._find(code)
        live.ask(who, do, lambda answer: _answer(to, id, answer), administrator=to.is_administrator)

    def told(self, live: LiveTournament) -> None:
        if live.code in self._followers:
            self._followers[live.code].changed()


def message_of(live: LiveTournament, names: Names, key: str = "") -> messages.TournamentMessage:
    """Everything that anyone may see; the key is for those who run it."""
    people = names.all(mentioned(live.tournament))
    return messages.TournamentMessage(tournament=live.code, now=live.now, shown=live.shown, people=people, key=key)


def _answer(to: Connection, id: int, answer: Decided | Refused, code: str | None = None) -> None:
    if isinstance(answer, Refused):
        to.refuse(id, answer.reason, answer.message)
    else:
        to.tell(messages.Done(id, code))

"""What is known of a table: who is where, what may be done, and how the game looks."""

from collections.abc import Collection, Sequence
from time import monotonic
from typing import Any

import msgspec

from dicehall.cli.client.fair_dice import Promise
from dicehall.cli.client.raw import without_clocks
from dicehall.cli.client.reactions import Reactions
from dicehall.cli.client.seen import Seen, Turn
from dicehall.narrate import Narrator
from dicehall.ports.teams import Team
from dicehall.rules.kernel import Game, OpenEnded, Over, Secretive, View
from dicehall.rules.listing import Listing
from dicehall.rules.values import Event, Seat
from dicehall.server.live import messages
from dicehall.server.live.folding import unfold
from dicehall.table.core.events import Who
from dicehall.table.core.public_view import PublicTable, WaitingForMoves, WaitingForThrow
from dicehall.table.core.state import Due, Seated


class KnownTable:
    """Answers questions about a table; `ClientTable` learns the answers from messages."""

    def __init__(self, me: Who | None, link: str, seeds: Collection[str] = (), others: Sequence[Who] = ()) -> None:
        self.me = me
        self.here = (*(() if me is None else (me,)), *others)
        """Everyone who plays at this keyboard."""
        self.link = link
        """Empty for a table inside this program."""
        self.promise = Promise(me, seeds, link)
        self.won: dict[Who, int] = {}
        """How many games of this kind people have won in this hall."""
        self.register: str | None = None
        """What a guest types to make an account; None for those who have one."""
        self.version = -1
        self.shown: PublicTable
        self.people: dict[Who, str] = {}
        self.absent: tuple[Who, ...] = ()
        self.watching = 0
        self.spectators: tuple[Who, ...] = ()
        self.knocking: tuple[Who, ...] = ()
        """Who watches, and who waits to be let in; only the host is told."""
        self.reactions = Reactions()
        self.shows_reactions = True
        """Whether the person at this keyboard wants to see and send them."""
        self.pool: messages.PoolMessage | None = None
        """What spectators predict, as it was told last."""
        self.connected = True
        self.closed: str | None = None
        """Why the table is no longer shown."""
        self.hall_closed = False
        """Whether the hall has said that it stops for a while."""
        self.listing: Listing
        self.narrator: Narrator
        self.game: Game[Any] | None = None
        """What is played, or was played last."""
        self.history: list[Event] = []
        self._given: dict[Who, str] = {}
        """The names that people chose; two of them may have the same."""
        self.usual_wait: messages.UsualWait | None = None
        """How long people have waited lately, where this table waits for people only."""
        self._expected: dict[Who, str] = {}
        """Names that nobody has yet, by invitation: hosts are told."""
        self._raw: dict[str, Any] = {}
        self._mine: dict[Seat, messages.MineShown] = {}
        """What each seat held here knows, and may do at this version."""
        self._views: dict[Seat | None, View[Any, Any, Any]] = {}
        self._chat = {"all": 0, "spectators": 0}
        self._hall_time = (0.0, 0.0)

    # Who is where

    @property
    def local(self) -> bool:
        """Whether the table is inside this program: no hall, no lobby, no chat."""
        return not self.link

    @property
    def code(self) -> str:
        return self.link.rpartition("/")[2]

    @property
    def invitation(self) -> str:
        """The link for others; that of a private table has its key."""
        return f"{self.link}#k={self.shown.key}" if self.shown.key else self.link

    @property
    def names(self) -> tuple[str, ...]:
        """Of the players, by seat."""
        return self.narrator.names

    @property
    def seated(self) -> Seated | None:
        return next((seated for seated in self.shown.seated if seated.who == self.me), None)

    @property
    def gathers(self) -> bool:
        """Whether this is a quick table that waits for people to play its first game."""
        return self.shown.setting.quick and not self.shown.games

    @property
    def hosting(self) -> bool:
        return self.me is not None and self.shown.host == self.me

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Held at this keyboard; none for those who watch or have left."""
        players, left = self.shown.players, self.shown.left
        return tuple(seat for seat, who in enumerate(players) if who in self.here and seat not in left)

    @property
    def seat(self) -> Seat | None:
        """The only one held at this keyboard."""
        return self.seats[0] if len(self.seats) == 1 else None

    @property
    def may_react(self) -> bool:
        """Unless the person or the host has turned reactions off."""
        return self.shows_reactions and not self.local and self.me is not None and self.shown.reactions

    @property
    def shows_odds(self) -> bool:
        """Whether anyone here can ask for the odds now."""
        return not self.local and self.playing and self.shown.setting.odds and not self.shown.rated

    @property
    def playing(self) -> bool:
        return isinstance(self.shown.waiting, WaitingForMoves | WaitingForThrow)

    @property
    def open_ended(self) -> bool:
        """Whether the match goes on until its host ends it."""
        game: object = self.game
        return isinstance(game, OpenEnded) and game.open_ended

    @property
    def has_shared_secrets(self) -> bool:
        """Whether people who share this keyboard must not see each other's screen."""
        return len(self.here) > 1 and isinstance(self.game, Secretive)

    @property
    def over(self) -> Over | None:
        return self.shown.waiting if isinstance(self.shown.waiting, Over) else None

    @property
    def now(self) -> float:
        """Hall time, in which deadlines are given."""
        told, at = self._hall_time
        return told + monotonic() - at

    @property
    def due(self) -> dict[Seat, Due]:
        """Which seats are awaited, since when and until when."""
        waiting = self.shown.waiting
        return {due.seat: due for due in waiting.due} if isinstance(waiting, WaitingForMoves | WaitingForThrow) else {}

    @property
    def turns(self) -> list[Turn]:
        """What the seats held here may do now; those who may act out of turn come first."""
        if self.version < 0 or not self.playing or not self.connected:
            return []
        if isinstance(waiting := self.shown.waiting, WaitingForThrow):
            return [Turn(seat, (), due=True) for seat in self.seats if seat == waiting.thrower]
        mine = [(seat, view.mine) for seat in self.seats if (view := self.view_of(seat)) is not None]
        turns = [Turn(seat, own.options, seat in self.due) for seat, own in mine if own and own.options]
        return sorted(turns, key=lambda turn: turn.due)

    # How it looks

    @property
    def view(self) -> View[Any, Any, Any] | None:
        """Through my eyes; None before the first game."""
        return self.view_of(self.seat)

    def view_of(self, seat: Seat | None) -> View[Any, Any, Any] | None:
        if self.game is None or self.shown.board is None:
            return None
        if seat not in self._views:
            table = {"board": self.shown.board, "waiting": without_clocks(self.shown.waiting)}
            raw = {"table": table, "mine": None if seat is None else self._own(seat)}
            self._views[seat] = msgspec.convert(raw, self.listing.view, str_keys=True)
        return self._views[seat]

    def seen(self, seat: Seat | None = None, marked: frozenset[int] = frozenset()) -> Seen:
        """Through the eyes of this seat; else through mine."""
        view = self.view_of(self.seat if seat is None else seat)
        assert view is not None
        assert self.game is not None
        return Seen(view, self.game.options, self.names, self.history, marked)

    def name(self, who: Who) -> str:
        return self.narrator.name(who)

    def team_of(self, who: Who) -> Team | None:
        """Whose badge they wear."""
        return next((team for other, team in self.shown.teams if other == who), None)

    @property
    def teams(self) -> tuple[Team, ...]:
        """All that are here, each once."""
        return tuple(dict.fromkeys(team for _, team in self.shown.teams))

    def _own(self, seat: Seat) -> dict[str, Any]:
        mine = self._mine.get(seat)
        if mine is None:
            return {"seat": seat, "secret": None, "options": ()}
        return {"seat": seat, "secret": mine.secret, "options": unfold(msgspec.json.decode(mine.moves))}

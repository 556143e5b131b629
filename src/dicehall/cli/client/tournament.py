"""A tournament as its messages tell it: who takes part, how it stands, and where I play."""

from collections.abc import Sequence
from time import monotonic, time

import msgspec
from msgspec.structs import replace

from dicehall.cli.client.line import Ended, Lost, Message, merge
from dicehall.cli.client.tournament_news import news
from dicehall.cli.shared.errors import Refused
from dicehall.cli.shared.words import words
from dicehall.evenings.core.public_view import EntrantView, PublicView, RoundView, StandingView, TableView
from dicehall.names.clean import clean
from dicehall.names.look_alikes import name_key
from dicehall.server.live import messages
from dicehall.table.core.events import BOT, Who

say = words("terminal-tournament")
PLAYED = ("waiting", "playing")
"""What a table is that is open and has no result yet."""


class ClientTournament:
    """Folds the messages of one tournament; faces ask how things are now, and read its story."""

    def __init__(self, me: Who | None, hall: str, code: str) -> None:
        self.me = me
        self.code = code.upper()
        self.link = f"{hall}/tournament/{self.code}"
        self.told: messages.TournamentMessage
        """All of it, as it is now."""
        self.shown: PublicView
        self.known = False
        """Whether anything was told yet."""
        self.key = ""
        """What others need beside the link; only those who run it are told."""
        self.connected = True
        self.hall_closed = False
        self.closed: str | None = None
        """Why the line has ended for good."""
        self.story: list[str] = []
        """What has happened since we came, in sentences."""
        self._people: dict[Who, str] = {}
        self._hall_time = (0.0, 0.0)

    def hear(self, message: Message) -> None:
        """One message after the other, in order; what is not about the tournament changes nothing."""
        match message:
            case messages.TournamentMessage(tournament=code) if code.upper() == self.code:
                self._whole(message)
            case messages.TournamentUpdate(tournament=code) if code.upper() == self.code:
                self._changed(message)
            case messages.Restarting():
                self.hall_closed = True
            case Lost():
                self.connected = False
            case Ended(why):
                self.closed = why
            case _:
                pass

    def _whole(self, message: messages.TournamentMessage) -> None:
        before = self.shown if self.known else None
        self.told = message
        self._people |= {who: clean(name) for who, name in message.people.items()}
        self._hall_time = (message.now, monotonic())
        self.key = message.key
        self.connected, self.hall_closed = True, False
        self.shown, self.known = message.shown, True
        if before is not None:
            self.story += news(before, self.shown, self.name, self.me)

    def _changed(self, update: messages.TournamentUpdate) -> None:
        """Changes of a version that is not known are from before the last connection."""
        if self.known and self.shown.version == update.since:
            shown = merge(msgspec.to_builtins(self.shown), update.changes)
            people = self.told.people | update.people
            self._whole(
                replace(self.told, now=update.now, shown=msgspec.convert(shown, PublicView), people=people)
            )  # fmt: skip

    # Who

    def name(self, who: Who) -> str:
        return self._people.get(who) or who.removeprefix(BOT)

    def find(self, name: str) -> Who:
        """Who takes part under this name; raises `Refused`."""
        return self._find(name, [entrant.who for entrant in self.shown.entrants], "entrant-unknown")

    def find_removed(self, name: str) -> Who:
        """Whom the host has removed; raises `Refused`."""
        out = [entrant.who for entrant in self.shown.entrants if entrant.status == "removed"]
        return self._find(name, [*out, *self.shown.barred], "removed-unknown")

    def _find(self, name: str, among: Sequence[Who], unknown: str) -> Who:
        found = next((who for who in among if self.name(who) == name), None)
        found = found or next((who for who in among if name_key(self.name(who)) == name_key(clean(name))), None)
        if found is None:
            names = ", ".join(map(self.name, among)) or say("nobody")
            raise Refused(say(unknown, name=repr(name), names=names))
        return found

    @property
    def invitation(self) -> str:
        """The link for others; where only those may enter who have it, with its key."""
        return f"{self.link}#k={self.key}" if self.key else self.link

    @property
    def runs(self) -> bool:
        """Whether I may do what hosts may do."""
        return self.me is not None and self.me in (self.shown.host, self.shown.second)

    @property
    def entrant(self) -> EntrantView | None:
        """Me, if I have entered."""
        return next((entrant for entrant in self.shown.entrants if entrant.who == self.me), None)

    @property
    def takes_part(self) -> bool:
        return self.entrant is not None and self.entrant.status == "in"

    @property
    def standing(self) -> StandingView | None:
        """Mine."""
        return next((standing for standing in self.shown.standings if standing.who == self.me), None)

    # What

    @property
    def is_over(self) -> bool:
        return self.shown.phase in ("done", "cancelled")

    @property
    def round(self) -> RoundView | None:
        """The latest one."""
        return self.shown.rounds[-1] if self.shown.rounds else None

    @property
    def my_table(self) -> TableView | None:
        """Where I play now, or will as soon as it opens."""
        tables = (table for each in reversed(self.shown.rounds) for table in each.tables)
        mine = (table for table in tables if self.me in table.seats and self.me not in table.no_shows)
        return next((table for table in mine if table.status != "ended"), None)

    @property
    def call(self) -> str | None:
        """The code of the table that waits for me, or where my game runs."""
        table = self.my_table
        return table.code if table is not None and table.status in PLAYED else None

    @property
    def until_next(self) -> float | None:
        """Seconds until something happens by itself."""
        if self.shown.next is None:
            return None
        if self.shown.next.what == "start":
            return max(0.0, self.shown.next.at - time())
        return max(0.0, self.shown.next.at - self.now)

    @property
    def now(self) -> float:
        """Hall time, in which deadlines are given."""
        told, at = self._hall_time
        return told + monotonic() - at

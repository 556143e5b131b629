"""Who follows one tournament, and what each of them knows of it: all is told once, and then only what has changed.

Nobody is told more before what they were told last has left for them: whoever reads slowly hears less often, and then
at once how it is now. The more there is to tell, and the more hear it, the less often it is told.
"""

import asyncio
from collections.abc import Mapping
from functools import partial
from time import perf_counter
from typing import Final, NamedTuple, cast

import msgspec

from dicehall.evenings.core.changes import changes
from dicehall.evenings.core.public_view import PublicView
from dicehall.evenings.core.state import Tournament
from dicehall.evenings.live.tournament import LiveTournament
from dicehall.server.live import messages
from dicehall.server.live.frames import encoder, frame
from dicehall.server.live.names import Names
from dicehall.server.live.viewers import Viewer
from dicehall.table.core.events import Who

SETTLE: Final = 0.5
"""Seconds in which what happens in a tournament is gathered: when a round ends, much happens at once."""
LONGEST: Final = 4.0
"""Seconds between two tellings, however much there is to tell: a countdown to a table is longer."""
BYTES: Final = 1_000_000
"""That one tournament tells all its followers in a second, together."""
WORK: Final = 20
"""A telling is followed by so many times the time that it took."""
KNOWN: Final = 16
"""Editions whose views are kept, to work out what is new for those who know them; others are told the whole."""


class Told(NamedTuple):
    """What can be known of a tournament at one moment."""

    edition: int
    shown: PublicView
    people: Mapping[Who, str]


class Knows(NamedTuple):
    """What one follower was told last."""

    edition: int
    key: str
    """Of the link; only those who run it are told."""


class Followers:
    """Of one tournament."""

    def __init__(self, live: LiveTournament, names: Names) -> None:
        self._live = live
        self._names = names
        self._know: dict[Viewer, Knows] = {}
        self._behind: set[Viewer] = set()
        """What was sent to them has not left yet."""
        self._told: dict[int, Told] = {}
        """The latest editions that anyone was told."""
        self._written: tuple[int, msgspec.Raw] = (-1, msgspec.Raw())
        """The view of an edition, as it is sent."""
        self._timer: asyncio.TimerHandle | None = None
        self._not_before = 0.0
        """By the loop's time."""

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        return tuple(self._know)

    def add(self, viewer: Viewer) -> int:
        """Show the whole tournament, then tell every change; returns the bytes that this took."""
        key = self._key(viewer)
        whole = self._whole(self._now(), key)
        self._send(viewer, whole, key)
        return len(whole)

    def forget(self, viewer: Viewer) -> None:
        self._know.pop(viewer, None)
        self._behind.discard(viewer)

    def let_go(self) -> tuple[Viewer, ...]:
        """Nobody follows it here any more: whoever did."""
        viewers = self.viewers
        for viewer in viewers:
            self.forget(viewer)
        return viewers

    def changed(self) -> None:
        """Something has happened: it is told soon."""
        loop = asyncio.get_running_loop()
        if self._timer is None and self._know:
            self._timer = loop.call_at(max(loop.time() + SETTLE, self._not_before), self._tell)

    def _tell(self) -> None:
        self._timer, began = None, perf_counter()
        edition, sent = self._live.edition, 0
        frames: dict[tuple[int | None, str], bytes] = {}
        for viewer, knows in tuple(self._know.items()):
            if viewer in self._behind or (knows.edition == edition and knows.key == self._key(viewer)):
                continue
            key = self._key(viewer)
            since = knows.edition if key == knows.key and knows.edition in self._told else None
            if (since, key) not in frames:
                frames[since, key] = self._frame(since, key)
            self._send(viewer, frames[since, key], key)
            sent += len(frames[since, key])
        pause = max(sent / BYTES, WORK * (perf_counter() - began))
        self._not_before = asyncio.get_running_loop().time() + min(pause, LONGEST)

    def _send(self, viewer: Viewer, news: bytes, key: str) -> None:
        self._know[viewer] = Knows(self._live.edition, key)
        self._behind.add(viewer)
        viewer.socket.send(news)
        viewer.socket.when_written(partial(self._has_left, viewer))

    def _has_left(self, viewer: Viewer) -> None:
        self._behind.discard(viewer)
        if viewer in self._know and self._know[viewer].edition != self._live.edition:
            self.changed()

    # What is told

    def _key(self, viewer: Viewer) -> str:
        tournament = self._live.tournament
        return tournament.key if tournament.is_run_by(viewer.who) else ""

    def _now(self) -> Told:
        edition = self._live.edition
        people = self._names.all(mentioned(self._live.tournament))
        told = self._told[edition] = Told(edition, self._live.shown, people)
        while len(self._told) > KNOWN:
            del self._told[min(self._told)]
        return told

    def _frame(self, since: int | None, key: str) -> bytes:
        now = self._now()
        before = None if since is None else self._told.get(since)
        different = None if before is None else changes(before.shown, now.shown)
        if before is None or different is None:
            return self._whole(now, key)
        new = {who: name for who, name in now.people.items() if before.people.get(who) != name}
        return frame(
            messages.TournamentUpdate(
                tournament=self._live.code, version=now.shown.version, since=before.shown.version,
                now=self._live.now, changes=different, people=new,
            )
        )  # fmt: skip

    def _whole(self, now: Told, key: str) -> bytes:
        if self._written[0] != now.edition:
            self._written = (now.edition, msgspec.Raw(encoder.encode(now.shown)))
        shown = cast(PublicView, self._written[1])
        return frame(
            messages.TournamentMessage(
                tournament=self._live.code, now=self._live.now, shown=shown, people=dict(now.people), key=key
            )
        )


def mentioned(tournament: Tournament) -> set[Who]:
    runners = {who for who in (tournament.host, tournament.second) if who is not None}
    return runners | {entrant.who for entrant in tournament.entrants} | set(tournament.barred)

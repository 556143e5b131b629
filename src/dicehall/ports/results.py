"""What the hall needs from its results: who has won what, counted once from the hall log."""

from collections.abc import Collection
from typing import Final, Protocol

from dicehall.ports.hall_log import Finished
from dicehall.rules.values import Value

ALL_GAMES: Final = ""
"""Stands in place of the name of a game where all are counted together."""


class Tally(Value):
    """What a person, or the bots of a level, have won and lost: in one game or in all."""

    who: str
    won: int
    lost: int
    streak: int
    """Games won in a row up to now; negative while they are lost."""
    points: int
    """Scores added up, for games that count points."""
    rating: float
    """Skill as openskill estimates it: almost certainly at least this good."""
    games: int


class HistoryRow(Value):
    """A game in a person's history."""

    table: str
    number: int
    game: str
    ended: float
    seats: tuple[str, ...]
    places: tuple[int, ...]
    """Empty if it was broken off."""
    scores: tuple[int, ...]
    won: bool | None
    """None if it was broken off and does not count; those who left have lost all the same."""
    seat: int
    public: bool


class DiceCounts(Value):
    """Every die of one size that was ever rolled here."""

    sides: int
    counts: tuple[int, ...]
    """How often each face came up, from 1 on."""
    repeats: int
    """How often a die showed the same face as the one before it."""
    longest: int
    """The longest run of one face."""


class Results(Protocol):
    """Counted from the hall log: if they are deleted, they are counted again to the same figures.

    What is asked is awaited; what is told (`notify`, `game_finished`) only takes a note.
    """

    @property
    def is_behind(self) -> bool:
        """Whether many games are still to be counted, so that all figures are too low for a while."""
        ...

    def notify(self) -> None:
        """Something other than a game is in the hall log, such as a reset: it counts from now on."""
        ...

    async def start(self) -> None:
        """Before anything is asked: find out how far the hall log is counted. Raises `JournalError`."""
        ...

    async def keep_up(self) -> None:
        """Count what is added to the hall log, until this is cancelled."""
        ...

    async def catch_up(self) -> None:
        """Count everything that is in the hall log now; raises `JournalError`."""
        ...

    async def won(self, people: Collection[str]) -> dict[str, dict[str, int]]:
        """By person and game, the games won so far, including those that are durable but not counted yet.

        Those who have won none are left out.
        """
        ...

    async def rating(self, who: str, game: str) -> float | None:
        """How good they probably are, to seat them with others; the rating that is shown is lower, for it is certain.

        None where they have finished no game of this kind.
        """
        ...

    def game_finished(self, table: str, game: Finished) -> None:
        """A game has ended and is on the disk: it counts from now on."""
        ...

    async def top(self, game: str | None, *, bots: bool, most: int = 10) -> list[Tally]:
        """The best, ranked by P-19; only accounts, or only bots; None is all games together."""
        ...

    async def top_since(self, since: float, game: str | None, *, bots: bool, most: int = 10) -> list[Tally]:
        """The best in games that ended since then, in seconds since 1970.

        Wins, losses and points are counted from those games; streaks and ratings are the current ones.
        """
        ...

    async def tallies(self, who: str) -> dict[str, Tally]:
        """By game, and all together under the empty name; only games that were played."""
        ...

    async def history(
        self, who: str, *, before: int | None, most: int, private: bool, asker: str | None = None
    ) -> list[tuple[int, HistoryRow]]:
        """The last games with their numbers in the hall log, newest first.

        Games of private tables only on demand, or if the asker was one of the players.
        """
        ...

    async def dice(self) -> list[DiceCounts]: ...

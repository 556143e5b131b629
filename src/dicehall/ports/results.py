"""What the hall asks of its results: who has won what, counted once from the chronicle."""

from typing import Protocol

from dicehall.ports.hall_log import Finished
from dicehall.rules.values import Value


class Tally(Value):
    """One line of a leaderboard, of one game or of all."""

    who: str
    won: int
    lost: int
    streak: int
    """Games won in a row up to now; negative while they are lost."""
    points: int
    """Scores added up, where the game counts points."""
    rating: float
    """Skill as openskill estimates it: how good they are almost certainly."""
    games: int


class Past(Value):
    """A game in somebody's history."""

    table: str
    number: int
    game: str
    ended: float
    seats: tuple[str, ...]
    places: tuple[int, ...]
    """Empty where it was broken off."""
    scores: tuple[int, ...]
    won: bool | None
    """None where it was broken off and counts as nothing; who has left has lost all the same."""
    seat: int
    public: bool


class Thrown(Value):
    """Every die of one size that ever fell here."""

    sides: int
    counts: tuple[int, ...]
    """How often each face, from 1 on."""
    repeats: int
    """How often a die showed what the one before it showed."""
    longest: int
    """The longest row of the same face."""


class Results(Protocol):
    """A projection of the chronicle: deleted, it is counted anew to the same figures."""

    @property
    def is_behind(self) -> bool:
        """Whether there is more to count than a little, so that all figures are too low for a while."""
        ...

    def stirred(self) -> None:
        """Something else than a game is in the chronicle, such as an act of an administrator: it counts from now on."""
        ...

    async def keep_up(self) -> None:
        """Count whatever comes into the chronicle, until this is cancelled."""
        ...

    async def catch_up(self) -> None:
        """Count all that is in the chronicle by now; raises `JournalError`."""
        ...

    def won(self, who: str, game: str) -> int:
        """Games won by now, also those that are durable and not counted yet."""
        ...

    def noticed(self, table: str, game: Finished) -> None:
        """A game has ended and is on the disk: it counts from now on."""
        ...

    def top(self, game: str | None, *, bots: bool, most: int = 10) -> list[Tally]:
        """The best, ranked as P-19 has it; only accounts, or only bots; None is all games together."""
        ...

    async def top_since(self, since: float, game: str | None, *, bots: bool, most: int = 10) -> list[Tally]:
        """The best of the games that have ended since then, in seconds since 1970.

        Wins, losses and points are counted from those alone; streaks and ratings are those of now.
        """
        ...

    def tallies(self, who: str) -> dict[str, Tally]:
        """By game, and all together under the empty name; only games that were played."""
        ...

    def history(
        self, who: str, *, before: int | None, most: int, private: bool, asker: str | None = None
    ) -> list[tuple[int, Past]]:
        """The last games with their numbers in the chronicle, newest first.

        Those of private tables only on demand, and where the asker was among the players.
        """
        ...

    def dice(self) -> list[Thrown]: ...

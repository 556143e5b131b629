"""The log of the whole hall: finished games and administrators' actions in one order, with opaque ids and no names."""

from typing import TypeAlias

import msgspec

from dicehall.rules.values import Value, wire_name


class Finished(Value):
    """A game that was finished or broken off; it is kept when its table is closed."""

    number: int
    at: float
    seats: tuple[str, ...]
    levels: tuple[str | None, ...]
    scores: tuple[int, ...]
    """Empty if the game was broken off."""
    places: tuple[int, ...]
    record: str
    left: tuple[int, ...] = ()
    """Seats whose players left before the end, or broke a rated game off (H-08): they have lost, however the game ended
    (P-17)."""
    ended: float = 0.0
    """Seconds since 1970, only for people to read."""
    public: bool = True
    rated: bool = True
    """Whether it counts for the rating (H-06); all games did before there was a choice."""
    accounts: tuple[int, ...] | None = None
    """The seats of accounts in a rated game: between them the rating moves (H-10). None in games from before, in which
    it moved between all."""
    replaced: tuple[int, ...] = ()
    """Seats that a bot played to the end, because their players were removed (H-07)."""
    no_win: tuple[int, ...] = ()
    """Seats whose win does not count: they removed a player from a rated game (H-07)."""

    no_shows: tuple[int, ...] = ()
    """Seats that a bot played because nobody came: the game counts for nobody there."""

    @property
    def outcomes(self) -> list[bool | None]:
        """Whether each seat has won; None if the game does not count for it, because it was broken off while the player
        stayed, because the winner had removed a player (H-07), or because the player never came.

        Place 1, even if shared, is a win and anything else a loss (P-19); players who left have lost (P-17, H-01).
        """
        if not self.places:
            return [False if seat in self.left else None for seat in range(len(self.seats))]
        won = [place == 1 and seat not in self.left for seat, place in enumerate(self.places)]
        void = ((wins and seat in self.no_win) or seat in self.no_shows for seat, wins in enumerate(won))
        return [None if ignored else wins for ignored, wins in zip(void, won, strict=True)]

    @property
    def winners(self) -> list[str]:
        """The people who have won; bots are counted by their level, and not here."""
        seats = zip(self.seats, self.levels, self.outcomes, strict=True)
        return [who for who, level, won in seats if won and level is None]


class Dated(Value, kw_only=True):
    when: float = 0.0
    """Seconds since 1970, only for people to read."""


class AdminAction(Dated, tag_field="type", tag=wire_name):
    """What an administrator did to the hall; `by` is None for the operator at the machine itself."""

    at: float
    by: str | None


class Claimed(AdminAction):
    """The operator has used the claim link and is now an administrator."""


class Appointed(AdminAction):
    who: str
    kind: str


class Banned(AdminAction):
    who: str


class Unbanned(AdminAction):
    who: str


class Renamed(AdminAction):
    who: str


class Forgotten(AdminAction):
    """An account was deleted; its id stays in the results without a name."""

    who: str


class LeaderboardReset(AdminAction):
    """Results of one game or of all games start again from zero."""

    game: str | None = None


class EverythingReset(AdminAction):
    """All tables are closed, and results start again from zero."""


class TableClosed(AdminAction):
    table: str


class TableManaged(AdminAction, tag="table_minded"):
    """An administrator used a right of the host at another person's table."""

    table: str
    deed: str


AnyAdminAction: TypeAlias = (
    Claimed
    | Appointed
    | Banned
    | Unbanned
    | Renamed
    | Forgotten
    | LeaderboardReset
    | EverythingReset
    | TableClosed
    | TableManaged
)

_acts: msgspec.json.Decoder[AnyAdminAction] = msgspec.json.Decoder(AnyAdminAction)
_games = msgspec.json.Decoder(Finished)


def read(body: bytes) -> Finished | AnyAdminAction:
    """Games have no `type`: they were in the log first."""
    return _acts.decode(body) if body.startswith(b'{"type"') else _games.decode(body)


def write(noted: Finished | AnyAdminAction) -> bytes:
    return msgspec.json.encode(noted)

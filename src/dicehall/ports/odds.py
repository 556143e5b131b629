"""The odds of a running game, as a viewer is told them, and what reckons them for the hall."""

from typing import Any, Literal, Protocol, TypeAlias

from dicehall.rules.kernel import Game, View
from dicehall.rules.values import Seat, Value

Model: TypeAlias = Literal["any", "best", "hard", "normal", "easy", "simple"]
"""How everyone is assumed to play: `any` where it does not matter, `best` as well as possible, `hard`, `normal` and
`easy` as the bots of that level, `simple` as a quick bot that prices each face of a die."""


class Estimate(Value):
    """How likely something is."""

    value: float
    low: float
    """The truth lies between these: for certain if the value is exact, else with 95 % confidence."""
    high: float
    exact: bool
    """Whether it was reckoned, not estimated by playing on from here many times."""
    fraction: str = ""
    """The exact value as a fraction, where it is one."""


class OptionOdds(Value):
    """What a move is worth: how likely the player who makes it wins."""

    move: Any
    wins: Estimate


class Odds(Value):
    """What one viewer can know of the chances: from their own secrets and public facts, and nothing else."""

    seat: Seat | None
    """The viewer's seat; None for a spectator."""
    wins: tuple[Estimate, ...]
    """How likely each seat wins; a shared win counts in parts."""
    mover: Seat | None
    """The player whose moves are weighed below, if the viewer may know them."""
    options: tuple[OptionOdds, ...]
    """Moves that come to the same are listed once."""
    model: Model
    playouts: int
    """How many times the game was played on from here; 0 if all is exact."""
    open_end: bool
    """Whether the match has no set length: then it is taken to be stopped after a while."""
    risks: dict[str, Estimate]
    """What the next throw may bring, by the names of events, in a game that has a risk assessment."""


class Oracle(Protocol):
    """Reckons odds beside the hall, never in its event loop."""

    async def odds(self, game: Game[Any], view: View[Any, Any, Any], seat: Seat | None, seed: str) -> Odds:
        """The same for the same view and seed."""
        ...

    async def chances(self, game: Game[Any], view: View[Any, Any, Any], seed: str) -> Odds:
        """Only how likely each seat wins, by what everyone knows: quicker, because no move is weighed."""
        ...

    def close(self) -> None: ...

"""What this machine knows of the dice by itself: what was promised, what it has mixed in, and whether it was kept."""

import secrets
from collections.abc import Callable, Collection
from hashlib import sha256

import msgspec

from dicehall.rules.values import Event
from dicehall.table.commands import Ready, Rematch, Request, Sit, Start
from dicehall.table.events import Committed, GameEnded, GameReset, GameStarted, Who


def new_seed() -> str:
    return secrets.token_hex(16)


def with_seed(request: Request, seed: Callable[[], str]) -> Request:
    """Whoever agrees to a game mixes something into its dice."""
    if isinstance(request, Sit | Ready | Rematch | Start):
        return msgspec.structs.replace(request, seed=seed())
    return request


class Promise:
    """Hears the events of one table; says something only where there is something to say of the dice."""

    def __init__(self, me: Who | None, sent: Collection[str]) -> None:
        self.me = me
        self.sent = sent
        """The seeds that this machine has sent by now."""
        self._promised = ""
        """What we were told before the game."""
        self._started: GameStarted | None = None

    def hear(self, event: Event) -> tuple[str, ...]:
        match event:
            case Committed(commit):
                self._promised = commit
            case GameStarted():
                self._started = event
                return self._mixed_in(event)
            case GameEnded(seed=seed, digest=digest) | GameReset(seed=seed, digest=digest):
                return self._kept(seed, digest)
            case _:
                pass
        return ()

    def promised(self, commit: str) -> None:
        """As the table shows it to who comes in."""
        self._promised = commit

    def _mixed_in(self, game: GameStarted) -> tuple[str, ...]:
        if not game.commit or self.me not in game.seats or not self.sent:
            return ()
        mine = game.client_seeds[game.seats.index(self.me)]
        return () if mine in self.sent else ("(The hall has not mixed this machine's seed into the dice.)",)

    def _kept(self, seed: str, digest: str) -> tuple[str, ...]:
        game, self._started = self._started, None
        if game is None or not game.commit:
            return ()
        if self._promised and self._promised != game.commit:
            return ("BEWARE: the dice were not bound to the secret that was promised before the game.",)
        if _hash(seed) != game.commit:
            return ("BEWARE: the secret of the dice does not fit what was promised before the game.",)
        return (f"The dice are what was promised before the game. Digest of its record: {digest}",)


def _hash(seed: str) -> str:
    try:
        return sha256(bytes.fromhex(seed)).hexdigest()
    except ValueError:
        return ""

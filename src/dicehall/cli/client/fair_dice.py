"""This machine checks the dice for itself: what was promised, what it mixed in, and whether the promise was kept."""

import secrets
from collections.abc import Callable, Collection
from hashlib import sha256
from shlex import quote

import msgspec

from dicehall.cli.shared.words import say
from dicehall.narrate.story import LETTERS
from dicehall.rules.values import Event
from dicehall.table.core.commands import Ready, Rematch, Request, Sit, Start
from dicehall.table.core.events import Committed, Disclosed, GameEnded, GameReset, GameStarted, TableEvent, Who


def new_seed() -> str:
    return secrets.token_hex(16)


def with_seed(request: Request, seed: Callable[[], str]) -> Request:
    """Agreeing to a game mixes a seed into its dice."""
    if isinstance(request, Sit | Ready | Rematch | Start):
        return msgspec.structs.replace(request, seed=seed())
    return request


class Promise:
    """Hears the events of one table, and speaks when they concern the fairness of its dice."""

    def __init__(self, me: Who | None, sent: Collection[str], link: str = "") -> None:
        self.me = me
        self.link = link
        """Where others find the table."""
        self.sent = sent
        """The seeds that this machine has sent so far."""
        self.commitment = ""
        """As it was told before the game, or as the table shows it to newcomers."""
        self._started: GameStarted | None = None
        self._played = False
        """Whether anything has happened in the game: only then it has a record."""

    def hear(self, event: Event) -> tuple[str, ...]:
        match event:
            case Committed(commit):
                self.commitment = commit
                return (say("dice-commitment", commit=commit),)
            case GameStarted():
                self._started, self._played = event, False
                return self._mixed_in(event)
            case GameEnded(seed="", digest=digest) if (
                self._is_shared and digest
            ):  # its secret is told when the round ends
                return (say("dice-held", digest=digest),)
            case GameReset(seed="") if self._is_shared:
                return ()
            case GameEnded(seed=seed, digest=digest) | GameReset(seed=seed, digest=digest) | Disclosed(seed, digest):
                return self._kept(seed, digest)
            case _:
                self._played = self._played or not isinstance(event, TableEvent)
        return ()

    @property
    def _is_shared(self) -> bool:
        """Whether other tables have the same dice."""
        return self._started is not None and self._started.scheme == "duplicate"

    def _mixed_in(self, game: GameStarted) -> tuple[str, ...]:
        if not game.commit or self.me not in game.seats or not self.sent:
            return ()
        if game.scheme == "duplicate":
            return (say("dice-of-the-round", entrants=len(game.client_seeds)),)
        seat = game.seats.index(self.me)
        mine = game.client_seeds[seat]
        if mine not in self.sent:
            return (say("dice-not-mixed"),)
        return (say("dice-mixed", seed=mine, seat=LETTERS[seat]),)

    def _kept(self, seed: str, digest: str) -> tuple[str, ...]:
        game, self._started = self._started, None
        if game is None or not game.commit:
            return ()
        if self.commitment and self.commitment != game.commit:
            return (say("dice-unbound"),)
        if _hash(seed) != game.commit:
            return (say("dice-broken"),)
        kept = say("dice-kept", digest=digest)
        return (kept, say("dice-check", command=self._check(game.number, digest))) if self._played else (kept,)

    def _check(self, number: int, digest: str) -> str:
        """Ready to copy."""
        hall, _, code = self.link.rpartition("/t/")
        return f"curl -s {quote(f'{hall}/api/tables/{code}/games/{number}')} | dicehall verify - --digest {digest}"


def _hash(seed: str) -> str:
    try:
        return sha256(bytes.fromhex(seed)).hexdigest()
    except ValueError:
        return ""

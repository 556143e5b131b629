"""What tables know by heart about their people: fetched when someone comes in, so that no move waits for it."""

import logging
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from typing import Any, Final, NamedTuple, Protocol
from weakref import WeakValueDictionary

from dicehall.ports import Finished, JournalError, Person
from dicehall.ports.teams import NoTeams, Team
from dicehall.table.core.events import GameStarted, Opened, Who, is_bot, is_named
from dicehall.table.core.public_view import PublicTable

log = logging.getLogger("dicehall.table")


class Acquaintance:
    """A person as the tables know them. It lives as long as a table or a window needs it."""

    __slots__ = ("__weakref__", "blocks", "person", "team", "won")

    def __init__(self, person: Person | None) -> None:
        self.person = person
        """None for someone who was deleted."""
        self.won: dict[str, int] | None = None
        """Games won so far, by game; None if nobody has asked yet."""
        self.blocks: frozenset[Who] = frozenset()
        """Whom they have blocked; fetched with the games won."""
        self.team: Team | None = None
        """That of their profile; fetched with the games won."""


class KnownPeople(Protocol):
    """What tables ask about people."""

    async def by_ids(self, persons: Collection[Who]) -> dict[Who, Person]: ...


class GameResults(Protocol):
    """What tables ask of the hall's results, and tell them."""

    async def won(self, people: Collection[Who]) -> dict[Who, dict[str, int]]: ...

    async def rating(self, who: Who, game: str) -> float | None: ...

    def game_finished(self, table: str, game: Finished) -> None:
        """A game has ended and is on the disk."""
        ...


class BlockedPeople(Protocol):
    """What tables ask about who has blocked whom."""

    async def blocked_by(self, persons: Collection[Who]) -> dict[Who, frozenset[Who]]: ...


class TeamsOfPeople(Protocol):
    """What tables ask about the teams that people keep in their profiles."""

    async def of(self, persons: Collection[Who]) -> dict[Who, Team]: ...


class Nobody:
    """People, results and blocks of a hall that keeps none."""

    async def by_ids(self, _persons: Collection[Who]) -> dict[Who, Person]:
        return {}

    async def won(self, _people: Collection[Who]) -> dict[Who, dict[str, int]]:
        return {}

    async def rating(self, _who: Who, _game: str) -> float | None:
        return None

    async def blocked_by(self, _persons: Collection[Who]) -> dict[Who, frozenset[Who]]:
        return {}

    def game_finished(self, _table: str, _game: Finished) -> None:
        pass


NOBODY: Final = Nobody()
NO_TEAMS: Final = NoTeams()


class Fetch(NamedTuple):
    """A question that is on its way to the database."""

    people: frozenset[Who]
    overtaken: set[Who]
    """Who has changed since it was asked: for them the answer may be out of date."""


class Acquaintances:
    """Answers at once for everyone who was met; whoever changes a person tells it here."""

    def __init__(
        self,
        people: KnownPeople = NOBODY,
        results: GameResults = NOBODY,
        blocked: BlockedPeople = NOBODY,
        teams: TeamsOfPeople = NO_TEAMS,
    ) -> None:
        self._people = people
        self._teams = teams
        self._results = results
        self._blocked = blocked
        self._known: WeakValueDictionary[Who, Acquaintance] = WeakValueDictionary()
        self._fetches: list[Fetch] = []

    # Answers

    def of(self, who: Who) -> Person | None:
        known = self._known.get(who)
        return None if known is None else known.person

    def is_account(self, who: Who) -> bool:
        """Someone whose account cannot be read plays as a guest: that keeps nobody from the game."""
        person = self.of(who)
        return person is not None and person.kind != "guest"

    def won(self, who: Who, game: str) -> int:
        known = self._known.get(who)
        return 0 if known is None or known.won is None else known.won.get(game, 0)

    def blocked_by(self, who: Who | None) -> frozenset[Who]:
        """Whom this person has blocked."""
        known = None if who is None else self._known.get(who)
        return frozenset() if known is None else known.blocks

    def team_of(self, who: Who) -> Team | None:
        """That of their profile."""
        known = self._known.get(who)
        return None if known is None else known.team

    def apart(self, one: Who, other: Who) -> bool:
        """Whether either of them has blocked the other."""
        return other in self.blocked_by(one) or one in self.blocked_by(other)

    # Meeting people

    def greet(self, person: Person) -> Acquaintance:
        """Someone has come in by their session: who they are is known already."""
        known = self._known.get(person.id)
        if known is None:
            known = self._known[person.id] = Acquaintance(person)
        known.person = person
        return known

    async def meet(self, people: Iterable[Who]) -> dict[Who, Acquaintance]:
        """Everything about these people, except bots; it stays known as long as the answer is kept.

        Where the database cannot be read, they are left out: a name keeps nobody from a table.
        """
        wanted = {who for who in people if not is_bot(who) and not is_named(who)}
        held = {who: known for who in wanted if (known := self._known.get(who)) is not None}
        missing = {who for who in wanted if who not in held or held[who].won is None}
        while missing:
            fetch = Fetch(frozenset(missing), set())
            self._fetches.append(fetch)
            try:
                found = await self._people.by_ids(missing)
                won = await self._results.won(missing)
                blocked = await self._blocked.blocked_by(missing)
                teams = await self._teams.of(missing)
            except JournalError as error:
                log.error("%s are at a table without their names and games won: %s", ", ".join(sorted(missing)), error)
                break
            finally:
                self._fetches.remove(fetch)
            for who in missing - fetch.overtaken:
                held[who] = known = held.get(who) or self._known.setdefault(who, Acquaintance(None))
                known.person = found.get(who)
                known.won = won.get(who, {})
                known.blocks = blocked.get(who, frozenset())
                known.team = teams.get(who)
            missing &= fetch.overtaken
        return held

    async def rating(self, who: Who, game: str) -> float | None:
        """None where they have none; that it cannot be read keeps nobody from a game either."""
        with suppress(JournalError):
            return await self._results.rating(who, game)
        return None

    # News

    def changed(self, person: Person) -> None:
        """They have another name, or another kind."""
        self._overtake((person.id,))
        if (known := self._known.get(person.id)) is not None:
            known.person = person

    def blocking(self, who: Who, blocked: frozenset[Who]) -> None:
        """They have blocked someone, or no longer do."""
        self._overtake((who,))
        if (known := self._known.get(who)) is not None:
            known.blocks = blocked

    def in_team(self, who: Who, team: Team | None) -> None:
        """They keep another team in their profile, or none."""
        self._overtake((who,))
        if (known := self._known.get(who)) is not None:
            known.team = team

    def finished(self, table: str, game: str, finished: Finished) -> None:
        """A game has ended and is on the disk: it counts from now on."""
        self._overtake(finished.seats)
        for who in finished.winners:
            if (known := self._known.get(who)) is not None and known.won is not None:
                known.won[game] = known.won.get(game, 0) + 1
        self._results.game_finished(table, finished)

    def reset(self, game: str | None) -> None:
        """The leaderboard of this game starts again from zero, or that of all games."""
        for fetch in self._fetches:
            fetch.overtaken.update(fetch.people)
        for known in self._known.values():
            if known.won is not None:
                known.won = {name: won for name, won in known.won.items() if game not in (None, name)}

    def _overtake(self, people: Iterable[Who]) -> None:
        for fetch in self._fetches:
            fetch.overtaken.update(people)


def known_to(shown: PublicTable) -> Iterator[Who]:
    """Everyone a table mentions."""
    yield from (seated.who for seated in shown.seated)
    yield from shown.players
    yield from shown.kicked
    yield from shown.invited
    yield from shown.muted
    yield from (who for who, _ in shown.wins)
    if shown.host is not None:
        yield shown.host


def mentioned(events: Iterable[Any]) -> Iterator[Who]:
    for event in events:
        if isinstance(event, Opened):
            yield from () if event.host is None else (event.host,)
        elif isinstance(event, GameStarted):
            yield from event.seats
        elif hasattr(event, "who"):
            yield event.who

"""A table on this machine: people at one keyboard, bots in the other seats, dice from a seed or from the system."""

from collections.abc import Sequence
from getpass import getuser
from random import Random, SystemRandom
from typing import Any, NamedTuple, TypeAlias

from dicehall.bots import NAMES, Bot
from dicehall.cli.terminal.boards.parts import Seen
from dicehall.cli.terminal.menu import Gesture, Menu
from dicehall.names.clean import LONGEST_NAME, clean_name
from dicehall.narrate import Narrator
from dicehall.rules.chance import Rng
from dicehall.rules.errors import BadOptions
from dicehall.rules.kernel import Ask, Chance, Game, OpenEnded, Over, Secretive, View, play
from dicehall.rules.listing import Listing
from dicehall.rules.record import Entry, Record
from dicehall.rules.values import NATURE, TABLE, Actor, Event, Move, Options, Seat, Stop

PAUSE = 0.8
PATIENCE = 3.0
"""Bots think visibly for a moment each, but together no longer than this between two turns of people."""
GLANCE, LOOK = 1.0, 2.5
"""A turn of events is looked at for a moment, and dice that were hidden for longer, before the game goes on."""


class Told(NamedTuple):
    """Something happened without a person."""

    sentences: tuple[str, ...]
    pause: float
    """How long to look at what was before."""


class Asked(NamedTuple):
    """A person may act now."""

    seat: Seat
    options: tuple[Move, ...]
    """What the seat may do; empty where its throw is awaited."""
    due: bool
    """False where the person may act but the game does not wait for it."""


class Ended(NamedTuple):
    over: Over


Happening: TypeAlias = Told | Asked | Ended


class LocalTable:
    """Drives one game; whoever shows it calls `next` until it says `Ended`, and answers what is `Asked`."""

    def __init__(
        self,
        listing: Listing,
        options: Options,
        names: tuple[str, ...],
        *,
        people: int,
        bot: Bot,
        seed: int | None = None,
        pause: float = PAUSE,
    ) -> None:
        self.listing = listing
        self.game: Game[Any] = listing.new(len(names), options)
        self.names = names
        self.narrator = Narrator(listing.name, names)
        self.people = frozenset(range(people))
        self.state = self.game.start()
        self.entries: list[Entry] = []
        self.history: list[Event] = []
        self._bot = bot
        self._dice: Rng = SystemRandom() if seed is None else Random(seed)
        self._luck: Rng = SystemRandom() if seed is None else Random(f"bots {seed}")
        self._pause = pause
        self._patience = PATIENCE
        self._dwell = 0.0
        self._last: Actor | None = None
        self._passed: set[Seat] = set()

    @property
    def paced(self) -> bool:
        """False where nothing is waited for: in tests, and where the person asked for speed."""
        return self._pause > 0

    @property
    def secretive(self) -> bool:
        """True if people who share the keyboard must not see each other's screen."""
        return isinstance(self.game, Secretive) and len(self.people) > 1

    def view(self, seat: Seat | None) -> View[Any, Any, Any]:
        return self.game.view(self.state, seat)

    def seen(self, seat: Seat | None, marked: frozenset[int] = frozenset()) -> Seen:
        return Seen(self.view(seat), self.game.options, self.names, self.history, marked)

    def menu(self, asked: Asked) -> Menu:
        """What the person may do, as keys; an open match can be ended at any question."""
        stoppable = isinstance(self.game, OpenEnded) and self.game.open_ended
        return Menu.of(asked.options, self.narrator, due=asked.due, stoppable=stoppable)

    def record(self) -> Record:
        return Record(self.listing, self.game, tuple(self.entries))

    def next(self) -> Happening:
        """Go on until a person is asked, something has happened, or it is over."""
        match self.game.pending(self.state):
            case Over() as over:
                return Ended(over)
            case Chance(_, int(thrower)) if thrower in self.people:
                return Asked(thrower, (), due=True)
            case Chance(source, thrower):
                pause = self._think(thrower) if thrower is not None else 0
                return self._happens(NATURE, source.draw(self._dice), pause)
            case Ask(options, due):
                for seat in sorted(self.people & options.keys(), key=lambda seat: seat in due):
                    if seat in due or seat not in self._passed:
                        return Asked(seat, tuple(options[seat]), seat in due)
                seat = min(due)
                return self._happens(seat, self._bot(self.game, self.view(seat), self._luck), self._think(seat))

    def answer(self, asked: Asked, choice: Move | Gesture) -> Told:
        """What the person does: throw the dice in hand, let the others go on, or make a move."""
        self._patience = PATIENCE
        match choice:
            case Gesture.THROW:
                pending = self.game.pending(self.state)
                assert isinstance(pending, Chance)
                return self._happens(NATURE, pending.source.draw(self._dice), 0)
            case Gesture.WAIT:
                self._passed.add(asked.seat)
                return Told((), 0)
            case Gesture.STOP:
                return self._happens(TABLE, Stop(), 0)
            case move:
                return self._happens(asked.seat, move, 0)

    def _happens(self, actor: Actor, move: Move, pause: float) -> Told:
        self.state, events = play(self.game, self.state, actor, move)
        self.entries.append(Entry(actor, move))
        self.history += events
        pause = max(pause, self._dwell) if self._pause else 0
        self._dwell = LOOK if any(event.reveals for event in events) else GLANCE if len(events) > 2 else 0
        self._passed.clear()
        self._last = actor
        return Told(tuple(self.narrator.tell(event).text for event in events), pause)

    def _think(self, seat: Seat) -> float:
        """A pause at the beginning of a bot's turn, out of the patience that people have left."""
        if seat == self._last:
            return 0
        pause = min(self._pause, self._patience)
        self._patience -= pause
        return pause


def names_for(seats: int, people: int, given: Sequence[str]) -> tuple[str, ...]:
    """People by the names they gave, bots by the names of the house; nobody is called like another."""
    names = [clean_name(name) for name in given]
    if len(names) > people:
        raise BadOptions(f"{len(names)} names for {people} people; take --people {len(names)}")
    names += [login_name() if not names and people == 1 else f"Player {seat + 1}" for seat in range(len(names), people)]
    if len(set(names)) < len(names):
        raise BadOptions(f"two people cannot both be called {max(names, key=names.count)}")
    free = [name for name in NAMES if name not in names]
    return (*names, *free[: seats - people])


def login_name() -> str:
    try:
        return clean_name(getuser().title()[:LONGEST_NAME])
    except (OSError, KeyError, BadOptions):
        return "Guest"

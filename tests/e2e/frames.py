"""What a hall would say of a table, without a hall: it is played here, with dice that follow from a number.

Nothing is waited for. What is decided, shown and encoded is so by the same functions as in a hall, and
`tests/server/live/test_frames.py` holds that a hall says the same.
"""

from collections.abc import Callable, Iterable
from random import Random
from typing import Any, Final, NamedTuple

import msgspec

from dicehall.ports import Person
from dicehall.ports.teams import COLOURS, PATTERNS, Team
from dicehall.rules.kernel import Ask, Chance, Over
from dicehall.rules.values import Event, Move, Seat
from dicehall.server.live import messages
from dicehall.server.live.frames import encoder
from dicehall.server.live.messages import ServerMessage
from dicehall.server.live.names import called
from dicehall.server.live.rooms import mine_shown
from dicehall.table.core import commands
from dicehall.table.core.commands import AnyCommand
from dicehall.table.core.decide import decide
from dicehall.table.core.draft import Inputs, Refused
from dicehall.table.core.events import Setting, Who
from dicehall.table.core.public_view import PublicTable, changes, show, show_mine
from dicehall.table.core.state import Play, Table
from dicehall.table.core.stored import Recording
from dicehall.table.live.acquaintances import known_to, mentioned
from dicehall.table.live.feed import Feed
from dicehall.table.live.services import Players, news_for_players

ME: Final = "p-0"
"""Who looks at the page sits first, where they sit at all."""
NOW: Final = 1000.0
"""Hall time stands still."""
LONG_NAME: Final = "Maximiliane Anastasi"
CLOCK: Final = 600
MOST_LUCK: Final = 20_000
"""Numbers that are tried until a table comes to a state; each takes a few milliseconds."""
MOST_STEPS: Final = 400


class Told(NamedTuple):
    """A command, as everyone hears of it."""

    since: int
    before: PublicTable
    known: Players
    shown: PublicTable
    mine: Players
    version: int
    events: tuple[Event, ...]


class Played:
    """A table with these people, by seat. The first of them hosts it."""

    def __init__(
        self, game: str, names: tuple[str, ...], luck: int, *, seats: int | None = None, **options: Any
    ) -> None:
        self.code = "tests"
        self.luck = luck
        self.people: dict[Who, str] = {f"p-{seat}": name for seat, name in enumerate(names)}
        self.rng = Random(luck)
        self.table = Table()
        self.told: list[Told] = []
        self.record = ""
        """Of the game that has ended last."""
        self._recording = Recording()
        setting = Setting(game=game, seats=seats or len(names), options=options, clock=CLOCK)
        self.do(ME, commands.Open(setting))
        for who in list(self.people)[1:]:
            self.do(who, commands.Sit())
            self.do(who, commands.Ready())

    def start(self) -> "Played":
        self.do(ME, commands.Start())
        return self

    def dress(self) -> "Played":
        """Everyone wears a badge, no two the same."""
        for at, who in enumerate(self.people):
            team = Team(f"Foxes of the wood {at}", COLOURS[at % len(COLOURS)], PATTERNS[at % len(PATTERNS)])
            self.do(who, commands.ChooseTeam(team))
        return self

    def do(self, who: Who | None, command: AnyCommand) -> None:
        refused = self.ask(who, command)
        assert refused is None, refused

    def ask(self, who: Who | None, command: AnyCommand) -> Refused | None:
        before = self.table
        decided = decide(before, who, command, NOW, Inputs(self.rng))
        if isinstance(decided, Refused):
            return decided
        self.table = after = decided.table
        if (ended := self._recording.add(NOW, decided.entries)) is not None:
            self.record = ended.record
        self.told.append(
            Told(
                before.version,
                show(before),
                show_mine(before),
                show(after),
                show_mine(after),
                after.version,
                decided.events,
            )
        )
        return None

    # Playing on

    @property
    def play(self) -> Play:
        assert self.table.play is not None
        return self.table.play

    @property
    def is_over(self) -> bool:
        return isinstance(self.play.pending, Over)

    @property
    def awaited(self) -> Seat | None:
        """The first of them, where several may move."""
        match self.play.pending:
            case Chance(_, thrower):
                return thrower
            case Ask(_, due):
                return min(due)
            case Over():
                return None

    @property
    def options(self) -> tuple[Move, ...]:
        """Of the one who is awaited; none where there are dice to throw."""
        pending, awaited = self.play.pending, self.awaited
        return tuple(pending.options[awaited]) if isinstance(pending, Ask) and awaited is not None else ()

    @property
    def question(self) -> str:
        """What the one who is awaited can do: the kinds of moves in order, or to throw."""
        return " ".join(sorted(set(map(kind_of, self.options)))) or ("" if self.is_over else "throw")

    def step(self) -> None:
        """By chance: each kind of move is as likely, however many there are of it."""
        if not self.options:
            self.answer(None)
            return
        kind = self.rng.choice(self.question.split())
        self.answer(self.rng.choice([move for move in self.options if kind_of(move) == kind]))

    def answer(self, move: Move | None) -> None:
        """The one who is awaited moves, or throws."""
        seat = self.awaited
        assert seat is not None
        who = self.play.seats[seat]
        if who not in self.people:
            self.do(None, commands.BotTurn(seat, move))
        elif move is None:
            self.do(who, commands.Throw())
        else:
            self.do(who, commands.MakeMoves((msgspec.to_builtins(move),)))

    def others_play(self) -> None:
        """Until I am asked, or it is over."""
        while self.awaited not in (None, 0):
            self.step()

    # What the hall says

    def welcome(self, who: Who | None, url: str) -> str:
        you = None if who is None else Person(who, self.people.get(who, "Somebody Watching"))
        return text(messages.Welcome(messages.PROTOCOL, you, NOW, url))

    def whole(self, who: Who | None, at: int = -1, since: int | None = 0) -> str:
        """The table for someone who comes in, now or after any other of the things that were told.

        With all events since the version that they know."""
        told = self.told[at]
        sits = any(seated.who == who for seated in told.shown.seated)
        feed = Feed()
        for each in self.told[: at % len(self.told) + 1]:
            feed.add(each.version, each.events)
        events, missed = ((), False) if since is None else feed.since(since)
        mine = told.mine.get(who) if who is not None else None
        return text(
            messages.TableMessage(
                table=self.code,
                version=told.version,
                now=NOW,
                shown=told.shown,
                people=self._names([*known_to(told.shown), *mentioned(events)]),
                won={seated.who: 0 for seated in told.shown.seated if seated.who in self.people},
                mine=() if mine is None else (mine_shown(mine),),
                absent=(),
                watching=int(not sits),
                events=events,
                missed=missed,
                chat={"all": ()} if sits or who is None else {"all": (), "spectators": ()},
            )
        )

    def update(self, who: Who | None, told: Told) -> str:
        """For someone who is there."""
        different = changes(told.before, told.shown)
        if different is None:
            return self.whole(who, self.told.index(told), told.since)
        news, secrets = news_for_players(told.known, told.mine, told.events)
        own = news.get(who) if who is not None else None
        mine = () if own is None else (mine_shown(own, secret=who in secrets),)
        names = self._names(mentioned(told.events))
        return text(messages.Update(self.code, told.version, told.events, different, names, mine=mine))

    def _names(self, people: Iterable[Who]) -> dict[Who, str]:
        return {who: self.people.get(who) or called(who) for who in people}


def kind_of(move: Move) -> str:
    return str(type(move).__struct_config__.tag)


def text(message: ServerMessage) -> str:
    return encoder.encode(message).decode()


def long_names(count: int) -> tuple[str, ...]:
    """As long as a name can be, each another one."""
    return (LONG_NAME, *(f"Hildegard Hohenste{at:02}" for at in range(1, count)))


def search(begin: Callable[[int], Played], is_wanted: Callable[[Played], bool]) -> Played:
    """The first table, by the number that its dice follow from, that comes to such a state while it is played."""
    for luck in range(MOST_LUCK):
        played = begin(luck)
        for _ in range(MOST_STEPS):
            if is_wanted(played):
                print(f"{played.table.setting.game}: luck {luck}, version {played.table.version}")  # if a test fails
                return played
            if played.is_over:
                break
            played.step()
    raise AssertionError("no luck brings this state")


def asked(game: str, seats: int, question: str, *, of_me: bool = True, **options: Any) -> Played:
    """A table of people with long names and badges, where this is asked of me right now, or of somebody else."""
    return search(
        lambda luck: Played(game, long_names(seats), luck, **options).dress().start(),
        lambda played: played.question == question and (played.awaited == 0) == of_me,
    )


def short_game(game: str, names: tuple[str, ...], **options: Any) -> Played:
    """A lobby of these people, in whose game something will be asked of me; everybody else is ready."""
    for luck in range(MOST_LUCK):
        trial = Played(game, names, luck, **options).start()
        trial.others_play()
        if not trial.is_over:
            return Played(game, names, luck, **options)
    raise AssertionError("no luck brings a question")


def moment(game: str, names: tuple[str, ...], is_it: Callable[[tuple[Event, ...]], bool], **options: Any) -> Played:
    """A game up to something that is told at once, and is of this kind."""
    return search(
        lambda luck: Played(game, names, luck, **options).start(), lambda played: is_it(played.told[-1].events)
    )

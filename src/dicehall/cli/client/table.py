"""A table as its messages tell it: the values that boards, menus and sentences are made from."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import count
from time import monotonic
from typing import Any, get_args

import msgspec

from dicehall.cli.client.fair_dice import Promise
from dicehall.cli.client.line import Ended, Lost, Message, Note, merge
from dicehall.cli.client.raw import from_last_start, without_clocks
from dicehall.cli.client.seen import News, Seen, Turn
from dicehall.cli.shared.words import say
from dicehall.names.clean import clean
from dicehall.narrate import Narrator
from dicehall.narrate.story import ranking
from dicehall.narrate.words import title
from dicehall.ports import ChatLine
from dicehall.rules.catalog import find
from dicehall.rules.errors import RulesError
from dicehall.rules.kernel import Game, OpenEnded, Over, Secretive, View
from dicehall.rules.listing import Listing
from dicehall.rules.values import Event, Seat
from dicehall.rules.wording import sentence
from dicehall.server.live import messages
from dicehall.server.live.folding import unfold
from dicehall.table.core.events import GameEnded, GameStarted, TableEvent, Who
from dicehall.table.core.public_view import PublicTable, WaitingForMoves, WaitingForThrow
from dicehall.table.core.state import Due, Seated

TABLE_EVENTS = frozenset(kind.__struct_config__.tag for kind in get_args(TableEvent))
GLANCE, LOOK = 1.0, 2.5
"""Seconds to look at several events at once, and at dice that were hidden, before the game goes on."""


class ClientTable:
    """Folds the messages of one table. A face hears one after the other, and then asks how things are now."""

    def __init__(self, me: Who | None, link: str, seeds: Collection[str] = (), others: Sequence[Who] = ()) -> None:
        self.me = me
        self.here = (*(() if me is None else (me,)), *others)
        """Everyone who plays at this keyboard."""
        self.link = link
        """Empty for a table inside this program."""
        self.promise = Promise(me, seeds, link)
        self.won: dict[Who, int] = {}
        """How many games of this kind people have won in this hall."""
        self.version = -1
        self.shown: PublicTable
        self.people: dict[Who, str] = {}
        self.absent: tuple[Who, ...] = ()
        self.watching = 0
        self.spectators: tuple[Who, ...] = ()
        self.knocking: tuple[Who, ...] = ()
        """Who watches, and who waits to be let in; only the host is told."""
        self.connected = True
        self.closed: str | None = None
        """Why the table is no longer shown."""
        self.hall_closed = False
        """Whether the hall has said that it stops for a while."""
        self.listing: Listing
        self.narrator: Narrator
        self.game: Game[Any] | None = None
        """What is played, or was played last."""
        self.history: list[Event] = []
        self._given: dict[Who, str] = {}
        """The names that people chose; two of them may have the same."""
        self._raw: dict[str, Any] = {}
        self._mine: dict[Seat, messages.MineShown] = {}
        """What each seat held here knows, and may do at this version."""
        self._views: dict[Seat | None, View[Any, Any, Any]] = {}
        self._chat = {"all": 0, "spectators": 0}
        self._hall_time = (0.0, 0.0)

    # Who is where

    @property
    def local(self) -> bool:
        """Whether the table is inside this program: no hall, no lobby, no chat."""
        return not self.link

    @property
    def code(self) -> str:
        return self.link.rpartition("/")[2]

    @property
    def invitation(self) -> str:
        """The link for others; that of a private table has its key."""
        return f"{self.link}#k={self.shown.key}" if self.shown.key else self.link

    @property
    def names(self) -> tuple[str, ...]:
        """Of the players, by seat."""
        return self.narrator.names

    @property
    def seated(self) -> Seated | None:
        return next((seated for seated in self.shown.seated if seated.who == self.me), None)

    @property
    def gathers(self) -> bool:
        """Whether this is a quick table that waits for people to play its first game."""
        return self.shown.setting.quick and not self.shown.games

    @property
    def hosting(self) -> bool:
        return self.me is not None and self.shown.host == self.me

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Held at this keyboard; none for those who watch or have left."""
        players, left = self.shown.players, self.shown.left
        return tuple(seat for seat, who in enumerate(players) if who in self.here and seat not in left)

    @property
    def seat(self) -> Seat | None:
        """The only one held at this keyboard."""
        return self.seats[0] if len(self.seats) == 1 else None

    @property
    def playing(self) -> bool:
        return isinstance(self.shown.waiting, WaitingForMoves | WaitingForThrow)

    @property
    def open_ended(self) -> bool:
        """Whether the match goes on until its host ends it."""
        game: object = self.game
        return isinstance(game, OpenEnded) and game.open_ended

    @property
    def has_shared_secrets(self) -> bool:
        """Whether people who share this keyboard must not see each other's screen."""
        return len(self.here) > 1 and isinstance(self.game, Secretive)

    @property
    def over(self) -> Over | None:
        return self.shown.waiting if isinstance(self.shown.waiting, Over) else None

    @property
    def now(self) -> float:
        """Hall time, in which deadlines are given."""
        told, at = self._hall_time
        return told + monotonic() - at

    @property
    def due(self) -> dict[Seat, Due]:
        """Which seats are awaited, since when and until when."""
        waiting = self.shown.waiting
        return {due.seat: due for due in waiting.due} if isinstance(waiting, WaitingForMoves | WaitingForThrow) else {}

    @property
    def turns(self) -> list[Turn]:
        """What the seats held here may do now; those who may act out of turn come first."""
        if self.version < 0 or not self.playing or not self.connected:
            return []
        if isinstance(waiting := self.shown.waiting, WaitingForThrow):
            return [Turn(seat, (), due=True) for seat in self.seats if seat == waiting.thrower]
        mine = [(seat, view.mine) for seat in self.seats if (view := self.view_of(seat)) is not None]
        turns = [Turn(seat, own.options, seat in self.due) for seat, own in mine if own and own.options]
        return sorted(turns, key=lambda turn: turn.due)

    # How it looks

    @property
    def view(self) -> View[Any, Any, Any] | None:
        """Through my eyes; None before the first game."""
        return self.view_of(self.seat)

    def view_of(self, seat: Seat | None) -> View[Any, Any, Any] | None:
        if self.game is None or self.shown.board is None:
            return None
        if seat not in self._views:
            table = {"board": self.shown.board, "waiting": without_clocks(self.shown.waiting)}
            raw = {"table": table, "mine": None if seat is None else self._own(seat)}
            self._views[seat] = msgspec.convert(raw, self.listing.view, str_keys=True)
        return self._views[seat]

    def seen(self, seat: Seat | None = None, marked: frozenset[int] = frozenset()) -> Seen:
        """Through the eyes of this seat; else through mine."""
        view = self.view_of(self.seat if seat is None else seat)
        assert view is not None
        assert self.game is not None
        return Seen(view, self.game.options, self.names, self.history, marked)

    def name(self, who: Who) -> str:
        return self.narrator.name(who)

    def _own(self, seat: Seat) -> dict[str, Any]:
        mine = self._mine.get(seat)
        if mine is None:
            return {"seat": seat, "secret": None, "options": ()}
        return {"seat": seat, "secret": mine.secret, "options": unfold(msgspec.json.decode(mine.moves))}

    # What is told

    def hear(self, message: Message) -> News:
        """One message after the other, in order."""
        try:
            return self._fold(message)
        except RulesError as error:  # a game, or an edition of one, that only the hall knows
            self.closed = sentence(error)
            return News()
        except msgspec.MsgspecError as error:
            self.closed = say("hall-not-understood", error=str(error))
            return News()
        finally:
            self._views.clear()

    def _fold(self, message: Message) -> News:
        match message:
            case messages.TableMessage():
                return self._whole(message)
            case messages.Update(_, version, events, changes, people, won, mine):
                before = self.seen() if self.view is not None else None
                self._name(people)
                self.won |= won
                self._know(mine)
                self._show(merge(self._raw, changes), version)
                return self._happened(events, before)
            case messages.PeopleMessage(_, people):
                return self._rename(people)
            case messages.Present(_, absent, watching):
                return self._presence(absent, watching)
            case messages.Spectators(_, people):
                self.spectators = tuple(people)
                self._name(people)
                return News()
            case messages.KnocksMessage(_, people):
                return self._knocked(people)
            case messages.ClockWarning(_, seat, seconds):
                you = "who" if seat == self.seat else "none"
                return News((self._text("clock-warning", who=self.names[seat], seconds=seconds, you=you),))
            case messages.Chat(_, channel, line):
                return News((self._line(channel, line),))
            case messages.Gone(_, reason):
                self.closed = say("table-closed" if reason == "closed" else "table-kicked")
                return News()
            case messages.Invitation(table, game, by):
                return self._invited(table.upper(), game, say("someone") if by is None else clean(by))
            case messages.Restarting():
                self.hall_closed = True
                return News((say("hall-restarting", told=self._text("restarting")),))
            case Lost():
                self.connected = False
                return News(() if self.hall_closed else (say("line-lost"),))
            case Ended(why):
                self.closed = why
                return News()
            case Note(text):
                return News((text,))
            case _:
                return News()

    def _knocked(self, people: dict[Who, str]) -> News:
        new = [who for who in people if who not in self.knocking]
        self.knocking = tuple(people)
        self._name(people)
        return News(tuple(say("knocks", name=self.name(who)) for who in new))

    def _whole(self, message: messages.TableMessage) -> News:
        """The table at first, after a break, and whenever a change is too big to be told as one."""
        self._hall_time = (message.now, monotonic())
        self._name(message.people)
        self.won |= message.won
        self.promise.commitment = message.shown.commit
        first, back, self.connected = self.version < 0, not self.connected, True
        self.hall_closed = False
        self._mine = {mine.seat: mine for mine in message.mine}
        self._show(msgspec.to_builtins(message.shown), message.version)
        if first or message.missed:
            self._come_in()
        said = [
            self._line(channel, line)
            for channel, lines in message.chat.items()
            for line in lines
            if line.number > self._chat[channel]
        ]
        told = self._happened(from_last_start(message.events) if first or message.missed else message.events)
        absent = self._presence(message.absent, message.watching) if not first else News()
        self.absent, self.watching = message.absent, message.watching
        again = (say("line-back"),) if back else ()
        missed = (say("line-missed"),) if message.missed and not first else ()
        return News((*again, *missed, *told.sentences, *said, *absent.sentences), 0.0 if first else told.look)

    def _show(self, raw: dict[str, Any], version: int) -> None:
        self._raw = raw
        self.version = version
        self.shown = msgspec.convert(raw, PublicTable)
        self._views.clear()

    def _know(self, told: tuple[messages.MineShown, ...]) -> None:
        """Legal moves hold for one version only; a secret stays until there is another."""
        none = msgspec.Raw(b"[]")
        known = {seat: msgspec.structs.replace(mine, moves=none) for seat, mine in self._mine.items()}
        for mine in told:
            secret = mine.secret
            if secret is msgspec.UNSET:
                secret = known[mine.seat].secret if mine.seat in known else None
            known[mine.seat] = msgspec.structs.replace(mine, secret=secret)
        self._mine = known

    def _come_in(self) -> None:
        """The game on the table may not be the one that the table is set for now."""
        shown = self.shown
        self._lay(shown.setting.game)
        if shown.game is not None:
            self._begin(shown.game, shown.edition, shown.players, shown.options)

    def _lay(self, game: str) -> None:
        """The table waits for this game; nobody has a seat in it yet."""
        self.listing = find(game)
        self.narrator = self._new_narrator(game, ())

    def _settle(self) -> None:
        """Once all is told: a game that was reset is no longer on the table."""
        if not self.shown.players:
            self.game = None
            if self.listing.name != self.shown.setting.game:
                self._lay(self.shown.setting.game)

    def _begin(self, game: str, edition: int | None, seats: Sequence[Who], options: Mapping[str, Any]) -> None:
        """The seats of a game are known from here on."""
        self.listing = find(game, edition)
        self.game = self.listing.new(len(seats), options)
        self.narrator = self._new_narrator(game, seats)
        self.history = []

    def _new_narrator(self, game: str, seats: Sequence[Who]) -> Narrator:
        """Speaks to you; several people at one keyboard are called by their names."""
        you = self.me if len(self.here) == 1 else None
        me: tuple[Seat | Who, ...] = () if you is None else (you, *(n for n, who in enumerate(seats) if who == you))
        return Narrator(game, [self.narrator.name(who) for who in seats], people=self.people, me=me)

    def _happened(self, raw_events: Iterable[Any], before: Seen | None = None) -> News:
        sentences: list[str] = []
        played = uncovered = 0
        for raw in raw_events:
            if raw["type"] in TABLE_EVENTS:
                event: Event = msgspec.convert(raw, TableEvent)
                if isinstance(event, GameStarted):
                    self._begin(event.game, event.edition, event.seats, event.options)
            elif self.game is None:
                continue
            else:
                event = msgspec.convert(raw, self.listing.event)
                self.history.append(event)
                played += 1
                uncovered = len(self.history) if event.reveals else uncovered
            sentences += self._told(event)
        self._settle()
        if uncovered and before is not None:
            public: View[Any, Any, Any] = View(before.view.table, None)
            return News(tuple(sentences), LOOK, before._replace(view=public, history=self.history[:uncovered]))
        return News(tuple(sentences), GLANCE if played > 2 else 0.0)

    def _told(self, event: Event) -> list[str]:
        """A table inside this program tells the game alone, and ends with it."""
        result = ""
        if isinstance(event, GameEnded) and self.names:
            result = ranking(Over(event.scores, event.places), self.narrator)
        if self.local and isinstance(event, TableEvent):
            self.closed = result or self.closed
            return []
        told, dice = self.narrator.tell(event).text, self.promise.hear(event)
        lines = [*dice, told, result] if result else [told, *dice]  # the result comes last, to stay in sight
        return [line for line in lines if line]

    def _invited(self, code: str, game: str, host: str) -> News:
        """To another table; at this one it is seen."""
        if code == self.code:
            return News()
        link = f"{self.link.rpartition('/')[0]}/{code}"
        return News((say("invited", host=host, game=title(game), link=link),))

    def _presence(self, absent: tuple[Who, ...], watching: int) -> News:
        went = [self._text("reconnecting", who=self.name(who)) for who in absent if who not in self.absent]
        here = {seated.who for seated in self.shown.seated}
        came = [self._text("back", who=self.name(who)) for who in self.absent if who not in absent and who in here]
        self.absent, self.watching = absent, watching
        return News((*went, *came))

    def _line(self, channel: str, line: ChatLine) -> str:
        self._chat[channel] = line.number
        said = self._text("chat", who=self.people.get(line.who) or clean(line.name), text=clean(line.text))
        return said if channel == "all" else say("among-spectators", said=said)

    def _name(self, people: Mapping[Who, str]) -> None:
        """A name must not control this terminal, and of two people called Cy one is Cy 2."""
        self._given |= {who: clean(name) for who, name in people.items()}
        self.people.clear()
        for who, name in self._given.items():
            numbered = (name if number == 1 else f"{name} {number}" for number in count(1))
            self.people[who] = next(label for label in numbered if label not in self.people.values())

    def _rename(self, people: Mapping[Who, str]) -> News:
        before = {who: self.name(who) for who in people}
        self._name(people)
        if self.shown.players:
            self.narrator.names = tuple(map(self.name, self.shown.players))
        new = [(name, self.name(who)) for who, name in before.items() if name != self.name(who)]
        return News(tuple(say("name-changed", old=old, name=name) for old, name in new))

    def _text(self, key: str, **values: str | int) -> str:
        return self.narrator.text(key, values)

"""A table in a hall, as its messages tell it: the values that boards, menus and sentences are made from."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import count
from time import monotonic
from typing import Any, get_args

import msgspec

from dicehall.cli.client.fair_dice import Promise
from dicehall.cli.client.local import GLANCE, LOOK, Asked
from dicehall.cli.client.news import (
    Barred,
    Lost,
    Message,
    News,
    Note,
    from_last_start,
    merge,
    not_understood,
    without_clocks,
)
from dicehall.cli.terminal.boards.parts import Seen
from dicehall.cli.terminal.menu import Menu
from dicehall.names.clean import clean
from dicehall.narrate import Narrator
from dicehall.narrate.story import ranking
from dicehall.narrate.words import title
from dicehall.ports import ChatLine
from dicehall.rules.catalog import find
from dicehall.rules.errors import RulesError
from dicehall.rules.kernel import Game, OpenEnded, Over, View
from dicehall.rules.listing import Listing
from dicehall.rules.values import Event, Seat
from dicehall.rules.wording import sentence
from dicehall.server.live import messages
from dicehall.server.live.folding import unfold
from dicehall.table.core import public_view as shown
from dicehall.table.core.events import GameEnded, GameStarted, TableEvent, Who
from dicehall.table.core.public_view import PublicTable
from dicehall.table.core.state import Due, Seated

TABLE_EVENTS = frozenset(kind.__struct_config__.tag for kind in get_args(TableEvent))


class RemoteTable:
    """Folds the messages of one table. Whoever shows it hears one after the other, and then asks what is so now."""

    def __init__(self, me: Who | None, link: str, seeds: Collection[str] = ()) -> None:
        self.me = me
        self.link = link
        self.promise = Promise(me, seeds, link)
        self.won: dict[Who, int] = {}
        """How many games of this kind people have won in this hall."""
        self.version = -1
        self.shown: PublicTable
        self.people: dict[Who, str] = {}
        self.absent: tuple[Who, ...] = ()
        self.watching = 0
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
        """As people call themselves; two of them may have the same name."""
        self._raw: dict[str, Any] = {}
        self._mine: messages.MineShown | None = None
        """What I know, and may do at this version."""
        self._chat = {"all": 0, "spectators": 0}
        self._hall_time = (0.0, 0.0)

    # Who is where

    @property
    def code(self) -> str:
        return self.link.rpartition("/")[2]

    @property
    def names(self) -> tuple[str, ...]:
        """Of those who play, by seat."""
        return self.narrator.names

    @property
    def occupant(self) -> Seated | None:
        return next((occupant for occupant in self.shown.seated if occupant.who == self.me), None)

    @property
    def owns(self) -> bool:
        return self.me is not None and self.shown.host == self.me

    @property
    def seat(self) -> Seat | None:
        """Where I play; None for those who watch or have left."""
        seats = self.shown.players
        seat = seats.index(self.me) if self.me in seats else None
        return None if seat in self.shown.left else seat

    @property
    def playing(self) -> bool:
        return isinstance(self.shown.waiting, shown.WaitingForMoves | shown.WaitingForThrow)

    @property
    def open_ended(self) -> bool:
        """Whether the match goes on until its host ends it."""
        game: object = self.game
        return isinstance(game, OpenEnded) and game.open_ended

    @property
    def over(self) -> Over | None:
        return self.shown.waiting if isinstance(self.shown.waiting, Over) else None

    @property
    def now(self) -> float:
        """Hall time, by which deadlines are given."""
        told, at = self._hall_time
        return told + monotonic() - at

    @property
    def due(self) -> dict[Seat, Due]:
        """Who is awaited, since when and until when."""
        waiting = self.shown.waiting
        return (
            {due.seat: due for due in waiting.due}
            if isinstance(waiting, shown.WaitingForMoves | shown.WaitingForThrow)
            else {}
        )

    @property
    def asked(self) -> Asked | None:
        """What I may do in the game now."""
        seat = self.seat
        if seat is None or not self.playing or self.view is None or not self.connected:
            return None
        if isinstance(self.shown.waiting, shown.WaitingForThrow):
            return Asked(seat, (), due=True) if self.shown.waiting.thrower == seat else None
        options = self.view.mine.options if self.view.mine else ()
        return Asked(seat, options, seat in self.due) if options else None

    # How it looks

    @cached_property
    def view(self) -> View[Any, Any, Any] | None:
        """Through my eyes; None before the first game."""
        if self.game is None or self.shown.board is None:
            return None
        view = {
            "table": {"board": self.shown.board, "waiting": without_clocks(self.shown.waiting)},
            "mine": self._own(),
        }
        seen: View[Any, Any, Any] = msgspec.convert(view, self.listing.view, str_keys=True)
        return seen

    def seen(self, _seat: Seat | None = None, marked: frozenset[int] = frozenset()) -> Seen:
        assert self.view is not None
        assert self.game is not None
        return Seen(self.view, self.game.options, self.names, self.history, marked)

    def menu(self, asked: Asked) -> Menu:
        return Menu.of(asked.options, self.narrator, due=asked.due, stoppable=self.owns and self.open_ended)

    def name(self, who: Who) -> str:
        return self.narrator.name(who)

    def _own(self) -> dict[str, Any] | None:
        seat = self.seat
        if seat is None:
            return None
        mine = self._mine
        if mine is None:
            return {"seat": seat, "secret": None, "options": ()}
        return {"seat": seat, "secret": mine.secret, "options": unfold(msgspec.json.decode(mine.moves))}

    # What is told

    def hear(self, message: Message) -> News:
        """One message after the other, in their order."""
        try:
            return self._fold(message)
        except RulesError as error:  # a game, or an edition of one, that only the hall knows
            self.closed = sentence(error)
            return News()
        except msgspec.MsgspecError as error:
            self.closed = not_understood(error)
            return News()
        finally:
            self.__dict__.pop("view", None)

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
            case messages.ClockWarning(_, seat, seconds):
                return self._say("clock-warning", who=self.names[seat], seconds=seconds)
            case messages.Chat(_, channel, line):
                return News((self._line(channel, line),))
            case messages.Gone(_, reason):
                self.closed = "The table is closed." if reason == "closed" else "The host has asked you to leave."
                return News()
            case messages.Invitation(table, game, by):
                return self._invited(table.upper(), game, "Somebody" if by is None else clean(by))
            case messages.Restarting():
                self.hall_closed = True
                return News((f"{self._text('restarting')} Ctrl-C quits.",))
            case Lost():
                self.connected = False
                return News(() if self.hall_closed else ("The connection is lost; reconnecting …",))
            case Barred(why):
                self.closed = why
                return News()
            case Note(text):
                return News((text,))
            case _:
                return News()

    def _whole(self, message: messages.TableMessage) -> News:
        """The table at first, after a break, and whenever a change is too big to be told as one."""
        self._hall_time = (message.now, monotonic())
        self._name(message.people)
        self.won |= message.won
        self.promise.promised(message.shown.commit)
        first, back, self.connected = self.version < 0, not self.connected, True
        self.hall_closed = False
        self._mine = message.mine[0] if message.mine else None
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
        again = ("Connected again.",) if back else ()
        missed = ("(More has happened than the hall can tell again.)",) if message.missed and not first else ()
        return News((*again, *missed, *told.sentences, *said, *absent.sentences), 0.0 if first else told.look)

    def _show(self, raw: dict[str, Any], version: int) -> None:
        self._raw = raw
        self.version = version
        self.shown = msgspec.convert(raw, PublicTable)

    def _know(self, told: tuple[messages.MineShown, ...]) -> None:
        """Options hold for one version only; a secret stays until there is another."""
        known = self._mine
        secret = None if known is None else known.secret
        if told:
            mine = told[0]
            self._mine = msgspec.structs.replace(mine, secret=secret) if mine.secret is msgspec.UNSET else mine
        elif known is not None:
            self._mine = msgspec.structs.replace(known, options=msgspec.Raw(b"[]"))

    def _come_in(self) -> None:
        """The game on the table may be another one than the table is set for now."""
        shown = self.shown
        self._lay(shown.setting.game)
        if shown.game is not None:
            self._begin(shown.game, shown.edition, shown.players, shown.options)

    def _lay(self, game: str) -> None:
        """The table waits for this game; nobody has a seat in it yet."""
        self.listing = find(game)
        self.narrator = Narrator(game, (), people=self.people)

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
        self.narrator = Narrator(game, [self.narrator.name(who) for who in seats], people=self.people)
        self.history = []

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
            dice = self.promise.hear(event)
            if isinstance(event, GameEnded) and self.names:  # the result comes last, for it has to stay in sight
                result = ranking(Over(event.scores, event.places), self.narrator)
                sentences += [*dice, self.narrator.tell(event).text, result]
            else:
                sentences += [self.narrator.tell(event).text, *dice]
        self._settle()
        if uncovered and before is not None:
            public: View[Any, Any, Any] = View(before.view.table, None)
            return News(tuple(sentences), LOOK, before._replace(view=public, history=self.history[:uncovered]))
        return News(tuple(sentences), GLANCE if played > 2 else 0.0)

    def _invited(self, code: str, game: str, host: str) -> News:
        """Elsewhere; here it is seen."""
        if code == self.code:
            return News()
        place = f"{self.link.rpartition('/')[0]}/{code}"
        decline = "with --watch you can look first, and decline there"
        return News((f"{host} keeps a seat for you at {title(game)}: dicehall join {place} ({decline})",))

    def _presence(self, absent: tuple[Who, ...], watching: int) -> News:
        went = [self._text("reconnecting", who=self.name(who)) for who in absent if who not in self.absent]
        here = {occupant.who for occupant in self.shown.seated}
        came = [self._text("back", who=self.name(who)) for who in self.absent if who not in absent and who in here]
        self.absent, self.watching = absent, watching
        return News((*went, *came))

    def _line(self, channel: str, line: ChatLine) -> str:
        self._chat[channel] = line.number
        said = self._text("chat", who=self.people.get(line.who) or clean(line.name), text=clean(line.text))
        return said if channel == "all" else f"(among spectators) {said}"

    def _name(self, people: Mapping[Who, str]) -> None:
        """What others are called must not speak to this terminal, and of two who are called Cy one is Cy 2."""
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
        return News(tuple(f"{old} is called {name} now." for old, name in new))

    def _say(self, key: str, **values: str | int) -> News:
        return News((self._text(key, **values),))

    def _text(self, key: str, **values: str | int) -> str:
        return self.narrator.text(key, values)

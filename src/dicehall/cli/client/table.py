"""A table as its messages tell it: each changes what is known, and is told in sentences."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from time import monotonic
from typing import Any, get_args

import msgspec
from msgspec.structs import replace

from dicehall.cli.client.known import KnownTable
from dicehall.cli.client.line import Ended, Lost, Message, Note, merge
from dicehall.cli.client.pools import told
from dicehall.cli.client.raw import from_last_start
from dicehall.cli.client.reactions import mark
from dicehall.cli.client.seen import News, Seen
from dicehall.cli.shared.odds import odds_lines
from dicehall.cli.shared.words import say
from dicehall.names.clean import clean
from dicehall.narrate import Narrator
from dicehall.narrate.story import ranking
from dicehall.narrate.words import title
from dicehall.ports import ChatLine
from dicehall.ports.odds import Odds
from dicehall.rules.catalog import find
from dicehall.rules.errors import RulesError
from dicehall.rules.kernel import Over, View
from dicehall.rules.values import Event, Seat
from dicehall.rules.wording import sentence
from dicehall.server.live import messages
from dicehall.table.core.events import GameEnded, GameStarted, TableEvent, TeamChosen, Who
from dicehall.table.core.public_view import PublicTable

TABLE_EVENTS = frozenset(kind.__struct_config__.tag for kind in get_args(TableEvent))
GLANCE, LOOK = 1.0, 2.5
"""Seconds to look at several events at once, and at dice that were hidden, before the game goes on."""


class ClientTable(KnownTable):
    """Folds the messages of one table. A face hears one after the other, and then asks how things are now."""

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
            case messages.ExpectedMessage(_, people):
                self._expected = {who: say("expected", name=clean(name)) for who, name in people.items()}
                self._name({})
                return News()
            case messages.UsualWait(_, seconds):
                self.usual_wait = seconds
                return News()
            case messages.ClockWarning(_, seat, seconds):
                you = "who" if seat == self.seat else "none"
                return News((self._text("clock-warning", who=self.names[seat], seconds=seconds, you=you),))
            case messages.Away(now, seconds):
                self._hall_time = (now, monotonic())
                return News((self._text("away", seconds=seconds),))
            case messages.UncertainMessage(_, known):
                return News((self._text("certain" if known else "uncertain"),))
            case messages.Chat(_, channel, line):
                return News((self._line(channel, line),))
            case messages.ReactionMessage():
                return self._reacted(message)
            case messages.PoolMessage():
                told_last, self.pool = self.pool, message
                return News(tuple(told(told_last, message, self.names)))
            case messages.OddsMessage(_, _, odds):
                return self._odds(odds)
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

    def _reacted(self, message: messages.ReactionMessage) -> News:
        """Shown for a moment, and never part of the story."""
        if not self.shows_reactions:
            return News()
        if message.who not in self.people:
            self._name({message.who: message.name})
        self.reactions.show(message.who, message.reaction)
        return News(passing=say("reacted", name=self.name(message.who), mark=mark(message.reaction)))

    def _odds(self, odds: Odds) -> News:
        """As lines of the story; a game that is over meanwhile has none."""
        if not self.playing:
            return News()
        options = [replace(option, move=msgspec.convert(option.move, self.listing.move)) for option in odds.options]
        return News(tuple(odds_lines(replace(odds, options=tuple(options)), self.narrator)))

    def _whole(self, message: messages.TableMessage) -> News:
        """The table at first, after a break, and whenever a change is too big to be told as one."""
        self._hall_time = (message.now, monotonic())
        self._name(message.people)
        self.won |= message.won
        self.promise.commitment = message.shown.commit
        first, back, self.connected = self.version < 0, not self.connected, True
        if back:  # the hall tells again who watches and knocks, unless nobody does
            self.spectators = self.knocking = ()
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
            return News(
                tuple(sentences), LOOK, uncovered=before._replace(view=public, history=self.history[:uncovered])
            )
        return News(tuple(sentences), GLANCE if played > 2 else 0.0)

    def _told(self, event: Event) -> list[str]:
        """A table inside this program tells the game alone, and ends with it."""
        result = ""
        if isinstance(event, GameEnded) and self.names:
            result = ranking(Over(event.scores, event.places), self.narrator)
        if self.local and isinstance(event, TableEvent):
            self.closed = result or self.closed
            return []
        if isinstance(event, TeamChosen):  # a label must not control this terminal either
            event = replace(event, label=clean(event.label))
        told, dice = self.narrator.tell(event).text, self.promise.hear(event)
        lines = [*dice, told, result] if result else [told, *dice]  # the result comes last, to stay in sight
        if isinstance(event, GameEnded) and self.register is not None and self._has_won(event):
            lines.append(say("guest-won", command=self.register))
        return [line for line in lines if line]

    def _has_won(self, ended: GameEnded) -> bool:
        """In a way that counts: not as a host who has removed a player from a rated game (H-07)."""
        counts = not (self.shown.rated and self.hosting and self.shown.handed)
        return counts and self.seat is not None and bool(ended.places) and ended.places[self.seat] == 1

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
        self._given |= {who: clean(name) for who, name in people.items()} | self._expected
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

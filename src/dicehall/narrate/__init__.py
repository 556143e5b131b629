"""Turns an event and the names at the table into a sentence, with its key and values for other languages."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from babel.lists import format_list
from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.resolver import Pattern

from dicehall.narrate.kinds import SHARED, Kind, kinds, message_key, move_key
from dicehall.narrate.words import chosen, duration, title
from dicehall.rules.values import Event, Move, Seat, Value
from dicehall.table.core.events import BOT, Setting, TableEvent, Who, is_bot

__all__ = ["Narrator", "Sentence", "bundle_of", "fill", "message_key", "read_messages"]

LISTS = {"en": "en_GB"}
"""The locale for lists in each language: ours writes "Ann, Ben and Cleo"."""
TEXT = "text"
"""A message may have an attribute of this name for where there is only text: it reads out dice that a page shows."""
PERSONAL = ("seat", "who")
NOT_ME = "none"


class Sentence(NamedTuple):
    key: str
    values: Mapping[str, str | int]
    text: str


class Narrator:
    """Tells the events of one game and its table in one language.

    The messages are in `messages/LANGUAGE/GAME.ftl`. `table.ftl` has the messages about the table that a game lacks.
    """

    def __init__(
        self,
        game: str,
        names: Sequence[str],
        language: str = "en",
        messages: str | None = None,
        *,
        people: Mapping[Who, str] | None = None,
        me: Collection[Seat | Who | None] = (),
    ) -> None:
        """`names` go by seat, and there are none before a game; `people` go by id, are read live and never copied.

        The reader is told "you" of the seat and the id in `me`. Spectators and records have names only.
        """
        self.game = game
        self.names = tuple(names)
        self.language = language
        self.people = {} if people is None else people
        self.me = frozenset(me) - {None}
        self.bundle = bundle_of(game, language) if messages is None else _bundle(language, messages)

    def story(self, events: Iterable[Event]) -> tuple[str, ...]:
        """What happened, in sentences; an event that changed nothing has none."""
        return tuple(text for event in events if (text := self.tell(event).text))

    def tell(self, event: Event) -> Sentence:
        """One event, one sentence."""
        key = message_key(self.game, type(event))
        if isinstance(event, TableEvent) and not self.bundle.has_message(key):
            key = message_key(SHARED, type(event))
        return self._sentence(key, {**self._values(event), "you": self._you(event)})

    def tell_secret(self, seat: Seat, secret: Value) -> Sentence:
        """What only this seat knows, for that player and for replays."""
        whose: dict[str, str | int] = {"seat": self.names[seat], "you": "seat" if seat in self.me else NOT_ME}
        return self._sentence(f"{self.game}-secret", {**whose, **self._values(secret)})

    def offer(self, move: Move) -> str:
        """A move as a menu offers it."""
        return self.text(move_key(type(move)), self._values(move))

    def name(self, who: Who) -> str:
        """The name of a person or a bot, or "someone"."""
        own = who.removeprefix(BOT) if is_bot(who) else ""
        return self.people.get(who) or own or self.text("someone")

    def _sentence(self, key: str, values: Mapping[str, str | int]) -> Sentence:
        return Sentence(key, values, self.text(key, values))

    def _values(self, value: Value) -> dict[str, str | int]:
        values: dict[str, str | int] = {}
        for name, kind in kinds(type(value)).items():
            field = getattr(value, name)
            values |= self._setting(field) if isinstance(field, Setting) else {name: self._word(kind, field)}
            if isinstance(field, tuple):
                values[f"{name}_count"] = len(field)
        return values

    def _you(self, event: Event) -> str:
        """The field that means the reader: one that is only about them goes before a list that they are in."""
        fields = [(name, getattr(event, name)) for name, kind in kinds(type(event)).items() if kind in PERSONAL]
        alone = (name for name, value in fields if not isinstance(value, tuple) and value in self.me)
        among = (name for name, value in fields if isinstance(value, tuple) and self.me.intersection(value))
        return next(alone, None) or next(among, NOT_ME)

    def _setting(self, setting: Setting) -> dict[str, str | int]:
        words = {"game": title(setting.game), "clock": duration(setting.clock, self._locale)}
        return {**self._values(setting), **words}

    def text(self, key: str, values: Mapping[str, str | int] | None = None) -> str:
        """The message with its values filled in: the game's own, or else the one shared by all tables."""
        bundle = self.bundle if self.bundle.has_message(key) else bundle_of(SHARED, self.language)
        message = bundle.get_message(key) if bundle.has_message(key) else None
        pattern = None if message is None else message.attributes.get(TEXT) or message.value
        if pattern is None:
            raise LookupError(f"no message {key} in {self.language}")
        return fill(bundle, key, pattern, {"you": NOT_ME, **(values or {})})

    def _word(self, kind: Kind | None, value: Any) -> str | int:
        """A value as a sentence shows it: seats and ids become names, dice count from 1, faces have letters."""
        if isinstance(value, tuple):
            if kind not in PERSONAL:
                return ("-" if kind is None else " ").join(str(self._word(kind, item)) for item in value)
            words = [self.text("you-listed") if item in self.me else str(self._word(kind, item)) for item in value]
            return format_list(words, locale=self._locale)
        if value is None:  # never "none" for a person: it could be their name
            return self.text("hall") if kind == "who" else "none"
        if kind == "seat":
            return str(self.names[value])
        if kind == "who":
            return self.name(value)
        if kind == "die":
            return int(value) + 1
        if isinstance(kind, tuple):
            return str(kind[value - 1])
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, dict):
            return chosen(value)
        return number(value) if isinstance(value, int) else str(value)

    @property
    def _locale(self) -> str:
        return LISTS.get(self.language, self.language)


def number(value: int) -> str | int:
    """With a real minus sign below zero; no plural depends on those."""
    return value if value >= 0 else f"\N{MINUS SIGN}{-value}"


def read_messages(game: str, language: str) -> str:
    return (files(__package__) / "messages" / language / f"{game}.ftl").read_text(encoding="utf-8")


@cache
def bundle_of(file: str, language: str) -> FluentBundle:
    """The messages of a file, read when the first of them is needed."""
    return _bundle(language, read_messages(file, language))


@cache
def _bundle(language: str, messages: str) -> FluentBundle:
    bundle = FluentBundle([language], use_isolating=False)
    bundle.add_resource(FluentResource(messages))
    return bundle


def fill(bundle: FluentBundle, key: str, pattern: Pattern, values: dict[str, str | int]) -> str:
    """The text of a message; raises `LookupError` for a value that it does not get."""
    text, errors = bundle.format_pattern(pattern, values)
    if errors:
        raise LookupError(f"message {key}: {errors[0]}")
    return str(text)

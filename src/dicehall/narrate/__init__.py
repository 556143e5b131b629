"""From an event and the names at the table to a sentence, with its key and values for other languages and pictures."""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from babel.lists import format_list
from fluent.runtime import FluentBundle, FluentResource

from dicehall.narrate.kinds import SHARED, Kind, kinds, message_key, move_key
from dicehall.narrate.words import chosen, duration, title
from dicehall.rules.values import Event, Move, Seat, Value
from dicehall.table.core.events import BOT, Setting, TableEvent, Who, is_bot

__all__ = ["Narrator", "Sentence", "message_key", "read_messages"]

LISTS = {"en": "en_GB"}
"""Whose lists a language writes: ours is "Ann, Ben and Cleo"."""


class Sentence(NamedTuple):
    key: str
    values: Mapping[str, str | int]
    text: str


class Narrator:
    """Tells the events of one game and of its table in one language.

    The messages are in `messages/LANGUAGE/GAME.ftl`. What a game does not say of the table is said by `table.ftl`.
    """

    def __init__(
        self,
        game: str,
        names: Sequence[str],
        language: str = "en",
        messages: str | None = None,
        people: Mapping[Who, str] | None = None,
    ) -> None:
        """`names` go by seat, and there are none before a game; `people` go by id, are read live and never copied."""
        self.game = game
        self.names = tuple(names)
        self.language = language
        self.people = {} if people is None else people
        self.bundle = _bundle(language, messages if messages is not None else read_messages(game, language))

    def tell(self, event: Event) -> Sentence:
        """One event, one sentence."""
        key = message_key(self.game, type(event))
        if isinstance(event, TableEvent) and not self.bundle.has_message(key):
            key = message_key(SHARED, type(event))
        return self._sentence(key, self._values(event))

    def tell_secret(self, seat: Seat, secret: Value) -> Sentence:
        """What only this seat knows, for its own eyes and for replays."""
        return self._sentence(f"{self.game}-secret", {"seat": self.names[seat], **self._values(secret)})

    def offer(self, move: Move) -> str:
        """A move as a menu offers it."""
        return self.text(move_key(type(move)), self._values(move))

    def name(self, who: Who) -> str:
        """The name of a person or a bot, as far as it is known."""
        own = who.removeprefix(BOT) if is_bot(who) else ""
        return self.people.get(who) or own or self.text("somebody")

    def _sentence(self, key: str, values: Mapping[str, str | int]) -> Sentence:
        return Sentence(key, values, self.text(key, values))

    def _values(self, value: Value) -> dict[str, str | int]:
        values: dict[str, str | int] = {}
        for name, kind in kinds(type(value)).items():
            field = getattr(value, name)
            values |= self._setting(field) if isinstance(field, Setting) else {name: self._word(kind, field)}
        return values

    def _setting(self, setting: Setting) -> dict[str, str | int]:
        words = {"game": title(setting.game), "clock": duration(setting.clock, self._locale)}
        return {**self._values(setting), **words}

    def text(self, key: str, values: Mapping[str, str | int] | None = None) -> str:
        """The message of this key with its values filled in, in the words of the game or else in those of any table."""
        bundle = self.bundle if self.bundle.has_message(key) else _shared(self.language)
        pattern = bundle.get_message(key).value if bundle.has_message(key) else None
        if pattern is None:
            raise LookupError(f"no message {key} in {self.language}")
        text, errors = bundle.format_pattern(pattern, dict(values or {}))
        if errors:
            raise LookupError(f"message {key}: {errors[0]}")
        return str(text)

    def _word(self, kind: Kind | None, value: Any) -> str | int:
        """A value as it stands in a sentence: seats and ids become names, dice count from 1, faces have letters."""
        if isinstance(value, tuple):
            words = [str(self._word(kind, item)) for item in value]
            return format_list(words, locale=self._locale) if kind in ("seat", "who") else " ".join(words)
        if value is None:  # never "none" for a person: somebody may be called that
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
        return value if isinstance(value, int) else str(value)

    @property
    def _locale(self) -> str:
        return LISTS.get(self.language, self.language)


def read_messages(game: str, language: str) -> str:
    return (files(__package__) / "messages" / language / f"{game}.ftl").read_text(encoding="utf-8")


@cache
def _bundle(language: str, messages: str) -> FluentBundle:
    bundle = FluentBundle([language], use_isolating=False)
    bundle.add_resource(FluentResource(messages))
    return bundle


@cache
def _shared(language: str) -> FluentBundle:
    """Read when it is first needed: a game that is told alone does without."""
    return _bundle(language, read_messages(SHARED, language))

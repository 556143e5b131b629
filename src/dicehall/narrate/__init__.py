"""From an event and the names at the table to a sentence, with its key and values for other languages and pictures."""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

import msgspec
from babel.lists import format_list
from fluent.runtime import FluentBundle, FluentResource

from dicehall.rules.values import Event, Move, Seat, Value

NOTHING_SAID = msgspec.Meta()
LISTS = {"en": "en_GB"}
"""Whose lists a language writes: ours is "Ann, Ben and Cleo"."""


class Sentence(NamedTuple):
    key: str
    values: Mapping[str, str | int]
    text: str


class Narrator:
    """Tells the events of one game in one language; its messages are in `messages/LANGUAGE/GAME.ftl`."""

    def __init__(self, game: str, names: Sequence[str], language: str = "en", messages: str | None = None) -> None:
        self.game = game
        self.names = tuple(names)
        self.language = language
        self.bundle = _bundle(language, messages if messages is not None else read_messages(game, language))

    def tell(self, event: Event) -> Sentence:
        """One event, one sentence."""
        return self._sentence(message_key(self.game, type(event)), self._values(event))

    def tell_secret(self, seat: Seat, secret: Value) -> Sentence:
        """What only this seat knows, for its own eyes and for replays."""
        return self._sentence(f"{self.game}-secret", {"seat": self.names[seat], **self._values(secret)})

    def offer(self, move: Move) -> str:
        """A move as a menu offers it."""
        return self.text(f"move-{move.__struct_config__.tag}", self._values(move))

    def _sentence(self, key: str, values: Mapping[str, str | int]) -> Sentence:
        return Sentence(key, values, self.text(key, values))

    def _values(self, value: Value) -> dict[str, str | int]:
        return {name: self._word(kind, getattr(value, name)) for name, kind in _hints(type(value)).items()}

    def text(self, key: str, values: Mapping[str, str | int] | None = None) -> str:
        """The message of this key with its values filled in."""
        pattern = self.bundle.get_message(key).value if self.bundle.has_message(key) else None
        if pattern is None:
            raise LookupError(f"no message {key} in {self.language}")
        text, errors = self.bundle.format_pattern(pattern, dict(values or {}))
        if errors:
            raise LookupError(f"message {key}: {errors[0]}")
        return str(text)

    def _word(self, kind: Any, value: Any) -> str | int:
        """A value as it stands in a sentence: seats become names, dice count from 1, faces have their letters."""
        if value is None:
            return "none"
        if get_origin(kind) is tuple:
            words = [str(self._word(get_args(kind)[0], item)) for item in value]
            seated = _note(get_args(kind)[0]).title == "seat"
            return format_list(words, locale=LISTS.get(self.language, self.language)) if seated else " ".join(words)
        note = _note(kind)
        if note.title == "seat":
            return str(self.names[value])
        if note.title == "die":
            return int(value) + 1
        if note.extra and "faces" in note.extra:
            return str(note.extra["faces"][value - 1])
        if isinstance(value, bool):
            return "yes" if value else "no"
        return value if isinstance(value, int) else str(value)


def message_key(game: str, event: type[Event]) -> str:
    return f"{game}-{event.__struct_config__.tag}"


def read_messages(game: str, language: str) -> str:
    return (files(__package__) / "messages" / language / f"{game}.ftl").read_text(encoding="utf-8")


@cache
def _bundle(language: str, messages: str) -> FluentBundle:
    bundle = FluentBundle([language], use_isolating=False)
    bundle.add_resource(FluentResource(messages))
    return bundle


@cache
def _hints(kind: type[Value]) -> dict[str, Any]:
    hints = get_type_hints(kind, include_extras=True)
    return {name: hints[name] for name in kind.__struct_fields__}


def _note(kind: Any) -> msgspec.Meta:
    """What an annotated type says of itself: `Seat` is an int whose title is "seat"."""
    notes = getattr(kind, "__metadata__", ())
    return next((note for note in notes if isinstance(note, msgspec.Meta)), NOTHING_SAID)

"""The words of the terminal: `narrate/messages/en/terminal.ftl`, as decision 7 asks."""

from collections.abc import Callable, Iterable
from functools import cache, partial

from babel.lists import format_list
from fluent.runtime import FluentBundle, FluentResource

from dicehall.narrate import read_messages

LANGUAGE, LOCALE = "en", "en_GB"


def words(file: str) -> Callable[..., str]:
    """`say` with the messages of another file; it is read at the first word."""
    return partial(_say, file)


def together(names: Iterable[str]) -> str:
    """`Ann, Ben and Cy`."""
    return format_list(list(names), locale=LOCALE)


def _say(file: str, key: str, part: str | None = None, /, **values: str | int) -> str:
    message = _bundle(file).get_message(key)
    pattern = message.value if part is None else message.attributes.get(part)
    if pattern is None:
        return ""
    text, errors = _bundle(file).format_pattern(pattern, values)
    if errors:
        raise LookupError(f"message {key}: {errors[0]}")
    return str(text)


@cache
def _bundle(file: str) -> FluentBundle:
    bundle = FluentBundle([LANGUAGE], use_isolating=False)
    bundle.add_resource(FluentResource(read_messages(file, LANGUAGE)))
    return bundle


say = words("terminal")
"""The message of a key with its values filled in; `part` is one of its attributes, empty where it has none."""

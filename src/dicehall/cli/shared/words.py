"""The words of the terminal: `narrate/messages/en/terminal.ftl`, as decision 7 asks."""

from collections.abc import Callable, Iterable
from functools import partial

from babel.lists import format_list

from dicehall.narrate import bundle_of, fill

LANGUAGE, LOCALE = "en", "en_GB"


def words(file: str) -> Callable[..., str]:
    """`say` with the messages of another file; it is read at the first word."""
    return partial(_say, file)


def together(names: Iterable[str]) -> str:
    """`Ann, Ben and Cy`."""
    return format_list(list(names), locale=LOCALE)


def can_show(signs: Iterable[str], encoding: str | None) -> bool:
    """Whether a terminal with this encoding has these signs."""
    try:
        "".join(signs).encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _say(file: str, key: str, part: str | None = None, /, **values: str | int) -> str:
    message = bundle_of(file, LANGUAGE).get_message(key)
    pattern = message.value if part is None else message.attributes.get(part)
    return "" if pattern is None else fill(bundle_of(file, LANGUAGE), key, pattern, values)


say = words("terminal")
"""The message of a key with its values filled in; `part` is one of its attributes, empty where it has none."""

"""Look-alike names: names that cannot be told apart at a glance belong to one person."""

import unicodedata
from functools import cache
from pathlib import Path
from string import ascii_lowercase, ascii_uppercase

LONGEST = 20
"""Visible characters of a name."""
ALIKE = {"I": "l", "i": "l", "1": "l", "|": "l", "O": "o", "0": "o"}
"""Among Latin letters and digits; upper case counts as lower case anyway."""
PAIRS = {"rn": "m", "vv": "w"}
OVERLOOKED = ("C", "P", "Z", "Sk", "Me")
"""Unicode categories that are easily overlooked: invisible, punctuation, spaces, accents, enclosing marks."""
VOICED = "\u3099\u309a"
"""Japanese voicing marks; those that are not part of a letter only decorate one of another script."""


def name_key(name: str) -> str:
    """What a name looks like in lower case."""
    return _look(unicodedata.normalize("NFKC", name).casefold())


def name_look(name: str) -> str:
    """What a name looks like as it is written: upper case may look like another script where lower case does not."""
    return _look(unicodedata.normalize("NFKC", name))


def are_alike(one: str, other: str) -> bool:
    return name_key(one) == name_key(other) or name_look(one) == name_look(other)


def _look(name: str) -> str:
    letters = unicodedata.normalize("NFKD", name)
    bare = unicodedata.normalize("NFC", "".join(letter for letter in letters if _distinguishes(letter)))
    alike = bare.translate(_table())
    for pair, one in PAIRS.items():
        alike = alike.replace(pair, one)
    return alike or name


def _distinguishes(letter: str) -> bool:
    """Whether it distinguishes names: accents and punctuation do not, but vowel signs do."""
    place = unicodedata.combining(letter)
    is_accent = place == 1 or 10 <= place <= 36 or place >= 200
    return not (is_accent or unicodedata.category(letter).startswith(OVERLOOKED) or _is_variation_selector(letter))


def _is_variation_selector(letter: str) -> bool:
    """Whether it only selects a variant of the letter before it."""
    return "\ufe00" <= letter <= "\ufe0f" or "\U000e0100" <= letter <= "\U000e01ef"


@cache
def _table() -> dict[int, str]:
    lines = Path(__file__).with_name("look_alikes.txt").read_text(encoding="utf-8").splitlines()
    rows = [line.split(" ", 1) for line in lines if not line.startswith("#")]
    table = {letter: "" if stands == "_" else stands for stands, letters in rows for letter in letters}
    small = dict(zip(ascii_uppercase, ascii_lowercase, strict=True))
    return str.maketrans(small | table | ALIKE | dict.fromkeys(VOICED, ""))

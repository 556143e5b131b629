"""What names look like: two of one likeness cannot be told apart at a glance, and one person has them both."""

import unicodedata
from functools import cache
from pathlib import Path
from string import ascii_lowercase, ascii_uppercase

LONGEST = 20
"""Visible characters of a name."""
ALIKE = {"I": "l", "i": "l", "1": "l", "|": "l", "O": "o", "0": "o"}
"""Among our own letters and digits; capitals count as small letters anyway."""
PAIRS = {"rn": "m", "vv": "w"}
OVERLOOKED = ("C", "P", "Z", "Sk", "Me")
"""Categories that a hasty reader does not see: what is invisible, punctuation, spaces, lone accents, rings around."""
VOICED = "\u3099\u309a"
"""Of Japanese; where they could not become part of a letter they decorate one of another script."""


def name_key(name: str) -> str:
    """The likeness of a name in small letters: the same however it is written."""
    return _likeness(unicodedata.normalize("NFKC", name).casefold())


def name_look(name: str) -> str:
    """The likeness of a name as it stands, for capitals may look like another script's where small letters do not."""
    return _likeness(unicodedata.normalize("NFKC", name))


def _likeness(name: str) -> str:
    letters = unicodedata.normalize("NFKD", name)
    bare = unicodedata.normalize("NFC", "".join(letter for letter in letters if _tells(letter)))
    alike = bare.translate(_table())
    for pair, one in PAIRS.items():
        alike = alike.replace(pair, one)
    return alike or name


def _tells(letter: str) -> bool:
    """Whether it tells names apart: accents and points do not, but vowel signs do."""
    place = unicodedata.combining(letter)
    is_accent = place == 1 or 10 <= place <= 36 or place >= 200
    return not (is_accent or unicodedata.category(letter).startswith(OVERLOOKED) or _selects(letter))


def _selects(letter: str) -> bool:
    """Whether it only chooses among the shapes of the letter before it."""
    return "\ufe00" <= letter <= "\ufe0f" or "\U000e0100" <= letter <= "\U000e01ef"


@cache
def _table() -> dict[int, str]:
    lines = Path(__file__).with_name("look_alikes.txt").read_text(encoding="utf-8").splitlines()
    rows = [line.split(" ", 1) for line in lines if not line.startswith("#")]
    table = {letter: "" if stands == "_" else stands for stands, letters in rows for letter in letters}
    small = dict(zip(ascii_uppercase, ascii_lowercase, strict=True))
    return str.maketrans(small | table | ALIKE | dict.fromkeys(VOICED, ""))

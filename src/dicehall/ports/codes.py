"""What the keys of the journal name: a table, a tournament, or a log of the whole hall."""

from collections.abc import Iterable
from typing import Final

from dicehall.ports.journal import Head

TOURNAMENT: Final = "cup"
"""How the code of a tournament begins. No table has such a code: they do without the letter c."""
COMMON: Final = "common-"
"""How the name of a log begins that the whole hall has in common. Nobody types it, and it is no code."""


def is_tournament(code: str) -> bool:
    return code.startswith(TOURNAMENT)


def common_log(name: str) -> str:
    """Where the journal keeps a log of the whole hall."""
    return COMMON + name


def is_table(code: str) -> bool:
    return not code.startswith((TOURNAMENT, COMMON))


def tables_of(heads: Iterable[Head]) -> list[Head]:
    """Without those of tournaments and of the whole hall, which are logs of another kind."""
    return [head for head in heads if is_table(head.table)]


def typed_code(text: str) -> str:
    """A code as people type it or read it aloud: `Cup Rami` and `cup-rami` are `cuprami`."""
    return "".join(letter for letter in text.casefold() if letter.isalnum())

"""What the keys of the journal name: a table or a tournament."""

from collections.abc import Iterable
from typing import Final

from dicehall.ports.journal import Head

TOURNAMENT: Final = "cup"
"""How the code of a tournament begins. No table has such a code: they do without the letter c."""


def is_tournament(code: str) -> bool:
    return code.startswith(TOURNAMENT)


def tables_of(heads: Iterable[Head]) -> list[Head]:
    """Without those of tournaments, which are logs of another kind."""
    return [head for head in heads if not is_tournament(head.table)]


def typed_code(text: str) -> str:
    """A code as people type it or read it aloud: `Cup Rami` and `cup-rami` are `cuprami`."""
    return "".join(letter for letter in text.casefold() if letter.isalnum())

"""Codes for new tables: easy to say aloud, and free."""

from collections.abc import Callable
from itertools import count

from dicehall.ports import Damaged, Journal, JournalError
from dicehall.rules.chance import Rng, below

ATTEMPTS = 50
"""How many codes of one length to try."""
MOST_ATTEMPTS = 2000
"""How many to try on a node to whom hardly any belong, or none."""
CONSONANTS, VOWELS = "bdfgklmnprstvz", "aeiou"
UNKIND = (
    "dik", "fag", "fat", "fuk", "gal", "kak", "kil", "kok", "kot", "kun", "mof", "mor",
    "naz", "neg", "pip", "pis", "pop", "put", "rap", "sad", "sod", "tit", "vag",
)  # fmt: skip
"""People say codes aloud, so none contains these."""


class Codes:
    def __init__(
        self, journal: Journal, luck: Rng, is_open: Callable[[str], bool], owns: Callable[[str], bool]
    ) -> None:  # fmt: skip
        self._journal = journal
        self._luck = luck
        self._is_open = is_open
        """Whether a table has this code now."""
        self._owns = owns
        """Whether a table with this code would be run here."""
        self._drawn: set[str] = set()
        """For tables that are about to be opened."""

    async def draw(self, tables: int, *, private: bool, named: bool = False) -> str:
        """Short and easy to say aloud; a private one is longer, so that it is not found by trying.

        If short ones are hard to find, they get longer. A crowded hall does not even look for the last short ones:
        opening a table takes no longer there. Nobody else draws this code until it is given back. One that is named in
        a log before its table is opened has a letter more: no other node draws it for a table of its own meanwhile.
        """
        shortest = 3 if private else 2
        while 2 * tables > (len(CONSONANTS) * len(VOWELS)) ** shortest:
            shortest += 1
        for attempt in count():
            code = self._any(shortest + attempt // ATTEMPTS) + (self._one_of(CONSONANTS) if named else "")
            if not self._owns(code):
                if attempt > MOST_ATTEMPTS:
                    raise JournalError("this machine is about to close and opens no tables: connect again")
                continue
            if self._is_open(code) or code in self._drawn or any(sound in code for sound in UNKIND):
                continue
            self._drawn.add(code)
            try:
                is_free = not await self._has_records(code)
            except BaseException:
                self._drawn.discard(code)
                raise
            if is_free:
                return code
            self._drawn.discard(code)
        raise AssertionError("there is always a longer one")

    def keep(self, code: str) -> None:
        """Nobody is to draw this code until it is given back."""
        self._drawn.add(code)

    def give_back(self, code: str) -> None:
        """The table is open, or was not needed."""
        self._drawn.discard(code)

    async def _has_records(self, code: str) -> bool:
        """Closed tables keep their codes while their finished games are kept."""
        try:
            return bool(await self._journal.records(code, most=1))
        except Damaged:
            return True

    def _any(self, pairs: int) -> str:
        return "".join(self._one_of(CONSONANTS) + self._one_of(VOWELS) for _ in range(pairs))

    def _one_of(self, letters: str) -> str:
        return letters[below(self._luck, len(letters))]

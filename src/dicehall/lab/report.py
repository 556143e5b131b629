"""What a solver has found, and how sure it is."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple, TypeAlias

Tell: TypeAlias = Callable[[str, int, int], None]
"""Is told what is being done, how much of it is done, and of how much."""


def quietly(_what: str, _done: int, _of: int) -> None:
    """For those who need not be told."""


class Finding(NamedTuple):
    what: str
    value: Fraction | float
    bound: float = 0.0
    """How far at most the truth lies from the value; 0 where the value is exact."""


class Report(NamedTuple):
    method: str
    """How it was found, in a sentence or two."""
    findings: tuple[Finding, ...]


def write_tables(folder: Path, tables: Mapping[str, bytes]) -> None:
    """Where bots look for them, or anywhere else."""
    for name, content in tables.items():
        (folder / name).write_bytes(content)

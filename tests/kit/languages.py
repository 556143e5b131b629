"""What a translation owes: the same messages as in English, with the same values in them."""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor

import dicehall.narrate

MESSAGES: Final = Path(dicehall.narrate.__path__[0]) / "messages"
ENGLISH: Final = "en"
"""The language that all others are compared with."""


class Said(NamedTuple):
    """The values that a message, or an attribute of one, speaks of."""

    shown: frozenset[str]
    """These stand in the text."""
    known: frozenset[str]
    """These too, and those that only choose between texts: another grammar may not need them."""


class Values(Visitor):
    """Collects what a pattern shows, and what it only chooses by."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: set[str] = set()
        self.known: set[str] = set()

    def visit_SelectExpression(self, node: ast.SelectExpression) -> None:  # noqa: N802 (fluent.syntax names it so)
        chooser = Values()
        chooser.visit(node.selector)
        self.known |= chooser.known
        for variant in node.variants:
            self.visit(variant.value)

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802
        self.shown.add(node.id.name)
        self.known.add(node.id.name)


def languages(folder: Path = MESSAGES) -> list[str]:
    """Every language that there are messages in, English first."""
    found = {path.name for path in folder.iterdir() if path.is_dir()}
    return [ENGLISH, *sorted(found - {ENGLISH})]


LANGUAGES: Final = languages()


def faults_of(language: str, folder: Path = MESSAGES) -> Iterator[str]:
    """Everything that a language lacks, has too much or says otherwise, in words."""
    there, due = files(folder / language), files(folder / ENGLISH)
    yield from (f"{name} is missing" for name in sorted(due.keys() - there.keys()))
    yield from (f"{name} is not there in {ENGLISH}" for name in sorted(there.keys() - due.keys()))
    for name in sorted(due.keys() & there.keys()):
        entries = parsed(there[name])
        yield from (f"{name}: not Fluent: {each.content}" for each in entries if isinstance(each, ast.Junk))
        keys = [each.id.name for each in entries if isinstance(each, ast.Message)]
        yield from (f"{name}: {key} is there twice" for key in sorted({key for key in keys if keys.count(key) > 1}))
        yield from (f"{name}: {fault}" for fault in differences(said(there[name]), said(due[name])))


def files(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.ftl")}


@cache
def parsed(text: str) -> list[ast.EntryType]:
    return FluentParser().parse(text).body


@cache
def said(text: str) -> dict[str, Said]:
    """By key, and by `key.attribute`."""
    found: dict[str, Said] = {}
    for entry in parsed(text):
        if isinstance(entry, ast.Message):
            patterns = {entry.id.name: entry.value} if entry.value is not None else {}
            patterns |= {f"{entry.id.name}.{each.id.name}": each.value for each in entry.attributes}
            found |= {key: _values(pattern) for key, pattern in patterns.items()}
    return found


def _values(pattern: ast.Pattern) -> Said:
    values = Values()
    values.visit(pattern)
    return Said(frozenset(values.shown), frozenset(values.known))


def differences(there: Mapping[str, Said], due: Mapping[str, Said]) -> Iterator[str]:
    yield from (f"{key} is missing" for key in sorted(due.keys() - there.keys()))
    yield from (f"{key} is not there in {ENGLISH}" for key in sorted(there.keys() - due.keys()))
    for key in sorted(due.keys() & there.keys()):
        yield from (f"{key} knows no ${name}" for name in sorted(there[key].known - due[key].known))
        yield from (f"{key} does not say ${name}" for name in sorted(due[key].shown - there[key].known))

"""The rulings of the hall itself: their page is in order, and each is cited by the name of a test."""

import re
from functools import cache
from pathlib import Path

from tests.docs.test_rulings import cited, faults, names_of_tests, rulings

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "rulings" / "hall.md").read_text(encoding="utf-8")


@cache
def names() -> list[str]:
    files = [
        *ROOT.glob("tests/table/**/test_*.py"),
        *ROOT.glob("tests/store/**/test_*.py"),
        *ROOT.glob("tests/server/**/test_*.py"),
    ]
    return [name for file in files for name in names_of_tests(file.read_text(encoding="utf-8"))]


def test_the_rulings_of_the_hall_are_consecutive_and_of_a_kind() -> None:
    rows = rulings(PAGE)
    assert rows
    assert {row.prefix for row in rows} == {"H"}
    assert faults(rows, names()) == []


def test_every_ruling_of_the_hall_is_cited_by_a_test() -> None:
    assert [row.id for row in rulings(PAGE) if not cited(row, names())] == []


def test_whatever_cites_a_ruling_of_the_hall_cites_one_that_is_there() -> None:
    there = {row.id for row in rulings(PAGE)}
    sources = [*ROOT.glob("src/dicehall/**/*.py"), *ROOT.glob("docs/*.md")]
    mentioned = {found for file in sources for found in re.findall(r"\bH-\d\d\b", file.read_text(encoding="utf-8"))}
    mentioned |= {f"H-{number}" for name in names() for number in re.findall(r"_h_(\d\d)", name)}
    assert mentioned
    assert mentioned <= there

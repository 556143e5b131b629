"""The rulings of theme nights: their page is in order, and each is cited by the name of a test."""

import re
from functools import cache
from pathlib import Path

from tests.docs.test_rulings import cited, faults, names_of_tests, rulings

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "rulings" / "nights.md").read_text(encoding="utf-8")


@cache
def names() -> list[str]:
    files = ROOT.glob("tests/evenings/**/test_*.py")
    return [name for file in files for name in names_of_tests(file.read_text(encoding="utf-8"))]


def test_the_rulings_of_nights_are_consecutive_and_each_is_cited() -> None:
    rows = rulings(PAGE)
    assert {row.prefix for row in rows} == {"N"}
    assert faults(rows, names()) == []
    assert [row.id for row in rows if not cited(row, names())] == []


def test_whatever_cites_a_ruling_of_nights_cites_one_that_is_there() -> None:
    there = {row.id for row in rulings(PAGE)}
    sources = [*ROOT.glob("src/dicehall/**/*.py"), *ROOT.glob("docs/*.md")]
    mentioned = {found for file in sources for found in re.findall(r"\bN-\d\d\b", file.read_text(encoding="utf-8"))}
    mentioned |= {f"N-{number}" for name in names() for number in re.findall(r"_n_(\d\d)", name)}
    assert mentioned
    assert mentioned <= there

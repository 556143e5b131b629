"""The rulings of teams: their page is in order, and each is cited by the name of a test."""

import re
from pathlib import Path

from tests.docs.test_rulings import cited, faults, names_of_tests, rulings

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "rulings" / "teams.md").read_text(encoding="utf-8")
NAMES = [name for file in ROOT.glob("tests/**/test_teams.py") for name in names_of_tests(file.read_text("utf-8"))]


def test_the_rulings_of_teams_are_consecutive_and_each_is_cited() -> None:
    rows = rulings(PAGE)
    assert {row.prefix for row in rows} == {"TM"}
    assert faults(rows, NAMES) == []
    assert [row.id for row in rows if not cited(row, NAMES)] == []


def test_whatever_cites_a_ruling_of_teams_cites_one_that_is_there() -> None:
    there = {row.id for row in rulings(PAGE)}
    sources = [*ROOT.glob("src/dicehall/**/*.py"), *ROOT.glob("docs/*.md")]
    mentioned = {found for file in sources for found in re.findall(r"\bTM-\d\d\b", file.read_text(encoding="utf-8"))}
    mentioned |= {f"TM-{number}" for name in NAMES for number in re.findall(r"_tm_(\d\d)", name)}
    assert mentioned
    assert mentioned <= there

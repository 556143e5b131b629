"""The rulings of tournaments: their page is in order, and each is cited by the name of a test."""

import re
from pathlib import Path

from tests.docs.test_rulings import cited, faults, rulings
from tests.evenings.predictions.test_rulings import names

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "rulings" / "evenings.md").read_text(encoding="utf-8")


def test_the_rulings_of_tournaments_are_consecutive_and_each_is_cited() -> None:
    rows = rulings(PAGE)
    assert {row.prefix for row in rows} == {"E"}
    assert faults(rows, names()) == []
    assert [row.id for row in rows if not cited(row, names())] == []


def test_whatever_cites_a_ruling_of_tournaments_cites_one_that_is_there() -> None:
    there = {row.id for row in rulings(PAGE)}
    sources = ROOT.glob("src/dicehall/evenings/**/*.py")
    mentioned = {found for file in sources for found in re.findall(r"\bE-\d\d\b", file.read_text(encoding="utf-8"))}
    mentioned |= {f"E-{number}" for name in names() for number in re.findall(r"_e_(\d\d)", name)}
    assert mentioned
    assert mentioned <= there

"""The page's own unit tests, and its sentences beside those of Python."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from dicehall.narrate import Narrator, read_messages
from dicehall.narrate.kinds import kinds_of_game
from dicehall.rules.catalog import GAMES
from dicehall.rules.record import Record
from tests.kit.changes import changes
from tests.narrate.table import PEOPLE, SAMPLES

ROOT = Path(__file__).resolve().parents[2]
PEOPLE_AT = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jim", "Kit", "Lea")


def golden() -> list[Path]:
    return sorted((ROOT / "tests" / "golden").glob("*/*.jsonl"))


def told() -> Iterator[dict[str, Any]]:
    """Whole games, and everything that can happen at a table around each of them: to anybody, and to one who plays."""
    for file in golden():
        record = Record.read(file.read_text(encoding="utf-8"))
        seats = PEOPLE_AT[: record.game.seats]
        for me in ((), (0,)):
            narrator = Narrator(record.listing.name, seats, me=me)
            for step in record.replay():
                for event in step.events:
                    yield case(narrator, seats, {}, event)
    for listing in GAMES:
        for who in ((), (0, "p1")):
            narrator = Narrator(listing.name, PEOPLE_AT[:3], people=PEOPLE, me=who)
            for event in SAMPLES:
                yield case(narrator, PEOPLE_AT[:3], PEOPLE, event)


def case(narrator: Narrator, seats: tuple[str, ...], people: dict[str, str], event: Any) -> dict[str, Any]:
    text = narrator.tell(event).text
    me = list(narrator.me)
    return {"game": narrator.game, "seats": seats, "people": people, "me": me, "event": event, "text": text}


def test_the_page_folds_connects_and_narrates_as_it_should(tmp_path: Path) -> None:
    words = {
        listing.name: {"messages": read_messages(listing.name, "en"), "kinds": kinds_of_game(listing)}
        for listing in GAMES
    }
    titles = {listing.name: listing.title for listing in GAMES}
    file = tmp_path / "narration.json"
    file.write_bytes(msgspec.json.encode({"cases": list(told()), "words": words, "titles": titles}))
    played = tmp_path / "changes.json"
    records = (
        Record.read(each.read_text(encoding="utf-8")) for each in sorted((ROOT / "tests/golden").glob("*/*.jsonl"))
    )
    played.write_bytes(msgspec.json.encode([change for record in records for change in changes(record)]))
    run = subprocess.run(
        [sys.executable, str(ROOT / "web" / "build.py"), "--run", "test"],
        env={**os.environ, "NARRATION": str(file), "CHANGES": str(played), "NO_COLOR": "1"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout + run.stderr
    assert "skipped" not in run.stdout, "the sentences were compared"

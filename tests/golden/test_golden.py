"""Golden transcripts: records beside the stories they tell. `make golden` writes the stories anew."""

import os
from pathlib import Path

import pytest

from dicehall.narrate.story import tell
from dicehall.rules.catalog import GAMES
from dicehall.rules.kernel import Over
from dicehall.rules.record import Record

HERE = Path(__file__).parent
RECORDS = sorted(HERE.glob("*/*.jsonl"))

EXAMPLES = {
    "peril": {
        "plot-twist": "P-V3",
        "direct-hit": "P-V4",
        "no-shield": "P-V4",
        "victory": "P-V8",
    },
}
"""Every printed example and every vector that tells a game, by the name of its transcript."""


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_record_tells_its_story(path: Path) -> None:
    told = "\n".join(tell(Record.read(path.read_text(encoding="utf-8")))) + "\n"
    story = path.with_suffix(".txt")
    if os.environ.get("GOLDEN") == "write":
        story.write_text(told, encoding="utf-8")
    assert told == story.read_text(encoding="utf-8")


@pytest.mark.parametrize("game", [listing.name for listing in GAMES])
def test_no_printed_example_is_without_a_transcript(game: str) -> None:
    there = {path.stem for path in RECORDS if path.parent.name == game}
    assert there == {*EXAMPLES[game], "whole-game"}


@pytest.mark.parametrize("game", [listing.name for listing in GAMES])
def test_the_whole_game_is_whole(game: str) -> None:
    *_, last = Record.read((HERE / game / "whole-game.jsonl").read_text(encoding="utf-8")).replay()
    assert isinstance(last.pending, Over)

"""Golden transcripts: records beside the stories they tell. `make golden` writes the stories again."""

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
    "mindroll": {
        "three-players": "Example 1, M-V1",
        "two-players": "Example 2, M-V2",
        "bystander": "Scoring Example, M-V3",
        "call-equals-total": "M-V4",
        "same-colour": "M-V5",
        "leaver": "M-17",
    },
    "three_dice": {
        "example-1": "Example 1, T-V6",
        "example-2": "Example 2, T-V7",
        "example-3": "Example 3, T-V8",
        "false-start": "First roll of the round, T-V9",
        "tie": "T-V11",
        "super-stairs": "Super Stairs, T-V3, T-11",
        "gentlemen": "Gentlemen's rules, T-26",
        "frown": "Gentlemen's rules, T-26",
        "all-safe": "T-16",
        "leaver": "T-34",
    },
    "stlucia": {
        "sets": "Points as printed, K-V1",
        "healing": "K-V2",
        "claim": "K-V3",
        "sample-leave": "K-V5",
        "sample-stay": "K-V5b",
        "start-bonus": "K-V6",
        "tokens": "K-V7",
        "rerolls": "K-V11",
        "killed": "K-10",
        "empty-town": "K-10",
        "leavers": "K-20, K-26",
    },
    "bluff": {
        "believed": "G-V1",
        "right-accusation": "G-V2",
        "immunity-card": "G-V3",
        "wrong-accusation": "G-V4",
        "odd-claim": "G-V5",
        "claimant-floor": "G-V7",
        "accuser-floor": "G-V7",
        "rising": "G-V8",
        "lot-decides": "G-19",
        "leavers": "G-29",
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

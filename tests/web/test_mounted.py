"""What the mounted tests of the page show: the games, their words, and the first time that each question is asked.

`GOLDEN=write pytest tests/web/test_mounted.py` writes the file anew.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from dicehall.narrate.kinds import kinds_of_game
from dicehall.rules.catalog import GAMES
from dicehall.rules.kernel import Ask, Chance, Over, Pending
from dicehall.rules.record import Record
from dicehall.rules.values import Seat
from dicehall.server.live.folding import fold
from dicehall.server.web.games import info_of

ROOT = Path(__file__).parents[2]
FILE = ROOT / "web" / "tests" / "mounted" / "kit" / "games.json"


def asked(pending: Pending) -> Iterator[tuple[str, Seat]]:
    """Every question by the kinds of moves that it offers, as "keep reroll", and whom it is asked."""
    match pending:
        case Ask():
            for seat in sorted(pending.due):
                yield " ".join(sorted({msgspec.to_builtins(move)["type"] for move in pending.options[seat]})), seat
        case Chance():
            if pending.thrower is not None:
                yield "throw", pending.thrower
        case Over():
            yield "over", 0


def moments(record: Record) -> Iterator[dict[str, Any]]:
    """Every question of a game, as the one who is asked sees it, with all that has happened until then."""
    events: list[Any] = []
    for moment in record.replay():
        events += moment.events
        for question, seat in asked(moment.pending):
            view = record.game.view(moment.state, seat)
            assert view.mine is not None
            yield {
                "game": record.listing.name,
                "question": question,
                "seats": record.game.seats,
                "options": record.game.options,
                "board": view.table.board,
                "waiting": view.table.waiting,
                "mine": {"seat": seat, "secret": view.mine.secret, "moves": fold(view.mine.options)},
                "events": tuple(events),
            }


def first_moments() -> Iterator[dict[str, Any]]:
    """Of each question of each game the one that comes soonest in any of the golden records."""
    records = [
        Record.read(file.read_text(encoding="utf-8")) for file in sorted((ROOT / "tests" / "golden").glob("*/*.jsonl"))
    ]
    all_of_them = sorted((each for record in records for each in moments(record)), key=lambda each: len(each["events"]))
    soonest = {(each["game"], each["question"]): each for each in reversed(all_of_them)}
    yield from (soonest[key] for key in sorted(soonest))


def shown() -> dict[str, Any]:
    return {
        "games": [info_of(listing) for listing in GAMES],
        "kinds": {listing.name: kinds_of_game(listing) for listing in GAMES},
        "moments": list(first_moments()),
    }


def test_the_page_is_mounted_with_what_the_games_are_today() -> None:
    built = msgspec.to_builtins(shown())
    text = json.dumps(built, ensure_ascii=False, separators=(",", ":")).replace('{"game"', '\n{"game"') + "\n"
    if os.environ.get("GOLDEN") == "write":
        FILE.write_text(text, encoding="utf-8")
    assert FILE.read_text(encoding="utf-8") == text

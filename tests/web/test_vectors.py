"""What the page's own check of the dice is tested with: games of all kinds, made here by the rules and the tower.

`GOLDEN=write pytest tests/web/test_vectors.py` writes the file anew.
"""

import json
import os
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from dicehall.rules.catalog import GAMES, find
from dicehall.rules.chance import Dice, OneOf, Shuffle, Source
from dicehall.rules.kernel import Chance
from dicehall.rules.keyed import Tally
from dicehall.rules.listing import Listing
from dicehall.rules.record import Record
from dicehall.rules.tower import Proof, Tower, commitment
from dicehall.rules.values import NATURE
from dicehall.rules.verify import Paper, digest_of, holds, verify
from tests.kit.keyed import keyed_record
from tests.kit.signing import signed
from tests.rules.test_verify import entries_of

FILE = Path(__file__).parents[2] / "web" / "tests" / "fair" / "vectors.json"
SECRET = bytes(range(32))
LIKELY_TO_LEAVE = 0.06
GAMES_TO_PLAY: dict[str, list[tuple[int, dict[str, Any]]]] = {
    "peril": [
        (3, {}),
        (5, {"starting_lives": 2, "die_scaling": "start", "peril_after_elimination": "next_seat"}),
        (4, {"starting_lives": 2, "peril_after_elimination": "first_seat"}),
    ],
    "mindroll": [(2, {"rounds": 3}), (4, {"rounds": 3, "turn_order": "random"}), (10, {"rounds": 2})],
    "three_dice": [(2, {"rounds": 2}), (5, {"rounds": 3, "turn_order": "shuffle", "tie": "roll_off"})],
    "stlucia": [(2, {"threshold": 3}), (4, {"threshold": 5})],
    "bluff": [(3, {"rounds": 3, "laps": 1}), (7, {"rounds": 2}), (4, {"rounds": 2, "games_won": [2, 0, 2, 1]})],
}
SOURCES: list[Source] = [
    *(Dice((sides,)) for sides in (1, 2, 6, 12, 20, 30)),
    Dice((6, 5)),
    Dice((6,) * 3),
    Dice((6,) * 21),
    Dice((6, 5) * 10),
    OneOf((3,)),
    OneOf((1, 4, 6)),
    Shuffle((0, 1, 2, 3)),
    Shuffle(tuple(range(12))),
]


def draws() -> list[dict[str, Any]]:
    """Single draws, of many numbers: some have to be repeated because they were too large."""
    seeds = ("heads", "", 'quote"and\\slash')
    tower = Tower(SECRET, seeds)
    return [
        {"number": number, "source": built(source), "move": built(tower.draw(source, number))}
        for source in SOURCES
        for number in (0, 1, 2, 3, 255, 4711)
    ]


def played(listing: Listing, seats: int, options: dict[str, Any], leaving: float) -> dict[str, Any]:
    """A game at random: its record, what was told of it, and what each draw was from."""
    game = listing.new(seats, options)
    seeds = tuple("" if seat == 1 else f'seed"{seat}' for seat in range(seats))
    rng = Random(f"{listing.name} {seats} {leaving}")
    entries = tuple(entries_of(game, Tower(SECRET, seeds), rng, leaving))
    record = Record(listing, game, entries, Proof(commitment(SECRET), seeds))
    pending, sources, events = game.pending(game.start()), [], []
    for moment in record.replay():
        if moment.entry.actor == NATURE:
            assert isinstance(pending, Chance)
            sources.append(built(pending.source))
        events += [built(event) for event in moment.events]
        pending = moment.pending
    text = with_proof(record)
    assert holds(verify(text))
    return {"game": listing.name, "record": text, "sources": sources, "events": events}


KEYED: dict[str, list[tuple[int, dict[str, Any]]]] = {
    "mindroll": [(2, {"rounds": 2}), (4, {"rounds": 3})],
    "three_dice": [
        (3, {"rounds": 3, "turn_order": "shuffle", "tie": "roll_off", "first_roll_456": "false_start"}),
        (4, {"rounds": 2, "special_locks": True}),
    ],
    "stlucia": [(3, {"threshold": 4}), (2, {"threshold": 3, "first_player": "first_seat"})],
    "bluff": [(3, {"rounds": 2, "laps": 1}), (4, {"rounds": 1, "laps": 1})],
}
"""With duplicate dice."""


def keyed(listing: Listing, seats: int, options: dict[str, Any], leaving: float) -> dict[str, Any]:
    """A game with duplicate dice at random, what was told of it, and the names of the dice of each draw."""
    text = keyed_record(listing, seats, options, Random(f"{listing.name} {seats} {leaving} keyed"), leaving)
    assert holds(verify(text))
    record = Record.read(text)
    assert listing.drawn_for is not None
    state, tally, names, events = record.game.start(), Tally(), [], []
    for moment in record.replay():
        if moment.entry.actor == NATURE:
            purpose = listing.drawn_for(record.game, state)
            names.append(tally.keys(purpose))
            tally = tally.after(purpose)
        events += [built(event) for event in moment.events]
        state = moment.state
    return {"game": listing.name, "record": text, "names": names, "events": events}


def with_proof(record: Record) -> str:
    paper = Paper.read(record.write())
    known = record.dice or Proof()
    digest = digest_of(paper.header, paper.lines[1:], SECRET)
    return record._replace(dice=msgspec.structs.replace(known, seed=SECRET.hex(), digest=digest)).write()


def built(value: Any) -> Any:
    return msgspec.to_builtins(value)


def vectors() -> dict[str, Any]:
    short = played(GAMES[0], 3, {"starting_lives": 1}, 0.0)["record"]
    return {
        "secret": SECRET.hex(),
        "commitment": commitment(SECRET),
        "seeds": ["heads", "", 'quote"and\\slash'],
        "draws": draws(),
        "signed": signed(short, (None, "normal", None)),
        "games": [
            played(listing, seats, options, leaving)
            for listing in GAMES
            for seats, options in GAMES_TO_PLAY[listing.name]
            for leaving in (0.0, LIKELY_TO_LEAVE)
        ],
        "keyed": [
            keyed(find(name), seats, options, leaving)
            for name, tables in KEYED.items()
            for seats, options in tables
            for leaving in (0.0, LIKELY_TO_LEAVE)
        ],
    }


def test_the_page_is_tested_with_what_the_rules_say_today() -> None:
    text = json.dumps(vectors(), ensure_ascii=False, separators=(",", ":")).replace('{"game"', '\n{"game"') + "\n"
    if os.environ.get("GOLDEN") == "write":
        FILE.write_text(text)
    assert FILE.read_text() == text

"""A thousand games of each kind are dealt, recorded and replayed as they were when their digests were taken.

`thousand/` holds a line for each seed: the seed, the seats, and the digests of what `record --bot uniform` and
`replay --json` print. Random bots play them, so that no better bot ever changes a digest: only the rules can.
"""

import sys
from contextlib import redirect_stdout
from hashlib import sha256
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path

import pytest

from dicehall.cli.commands import records  # noqa: F401 - adds its commands to the app
from dicehall.cli.commands.app import app
from dicehall.rules.catalog import GAMES
from tests.kit.scale import scaled

DIGESTS = Path(__file__).parent / "thousand"
TRIED = scaled(40, least=5)


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]


def printed(monkeypatch: pytest.MonkeyPatch, *arguments: str, typed: str = "") -> str:
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(typed.encode()), "utf-8"))
    with redirect_stdout(StringIO()) as out:
        app(list(arguments), standalone_mode=False)
    return out.getvalue()


def test_every_game_has_its_thousand() -> None:
    assert {path.stem for path in DIGESTS.iterdir()} == {listing.name for listing in GAMES}
    for path in DIGESTS.iterdir():
        seeds = [int(line.split()[0]) for line in path.read_text(encoding="utf-8").splitlines()]
        assert seeds == [*range(1, 1001)]


@pytest.mark.parametrize("game", [listing.name for listing in GAMES])
def test_games_are_recorded_and_replayed_to_the_same_bytes(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = (DIGESTS / f"{game}.txt").read_text(encoding="utf-8").splitlines()
    for line in lines[:: max(1, len(lines) // TRIED)]:
        seed, seats, of_record, of_replay = line.split()
        record = printed(monkeypatch, "record", game, "--seats", seats, "--seed", seed, "--bot", "uniform")
        replay = printed(monkeypatch, "replay", "-", "--json", typed=record)
        assert (digest(record), digest(replay)) == (of_record, of_replay), f"seed {seed} with {seats} seats"

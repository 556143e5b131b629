"""What docs/fair-dice.md says is true: its record holds, its words are those of the program, its code runs."""

import hmac
import re
from hashlib import sha256
from pathlib import Path

import pytest

from dicehall.cli.commands.verify import told
from dicehall.rules.chance import Dice
from dicehall.rules.record import Record
from dicehall.rules.tower import Tower, commitment
from dicehall.rules.verify import Noted, holds, verify
from dicehall.store.files.hall_key import is_signed

DOCUMENT = Path(__file__).parents[2] / "docs" / "fair-dice.md"
TEXT = DOCUMENT.read_text(encoding="utf-8")
SECRET = bytes(range(32))
SEEDS = ("heads", "tails")


def block(kind: str, number: int = 0) -> str:
    """A block of code, without the indentation that it has in a list."""
    found: list[str] = re.findall(rf"^ *```{kind}\n(.*?)^ *```$", TEXT, re.DOTALL | re.MULTILINE)
    return found[number]


RECORD = block("json")


def test_its_record_holds() -> None:
    assert holds(verify(RECORD, None, is_signed))
    assert Record.read(RECORD).write() == RECORD


def test_verify_says_what_it_says() -> None:
    command = block("console")
    assert "dicehall verify game.jsonl --digest " in command
    noted = Noted(digest=command.split()[-1])
    assert told(verify(RECORD, noted, is_signed)) == block("text", 1).splitlines()


def test_its_vector_is_that_of_the_tower() -> None:
    dice = Record.read(RECORD).dice
    assert dice
    assert (dice.seed, dice.client_seeds, dice.commit) == (SECRET.hex(), SEEDS, commitment(SECRET))
    rows = dict(re.findall(r"^\| (.+?) \| `([0-9a-f]{64})` \|$", TEXT, re.MULTILINE))
    assert rows["`c`"] == sha256(SECRET).hexdigest()
    assert rows["`k`"] == hmac.digest(SECRET, b'["heads","tails"]', "sha256").hex()
    first = Tower(SECRET, SEEDS).stream(0).getrandbits(256)
    assert rows["first block of draw 0"] == f"{first:064x}"
    assert f"`{first >> 246:010b}` is 216" in TEXT
    assert Tower(SECRET, SEEDS).draw(Dice((6, 5, 6, 5)), 0).faces == (2, 3, 2, 2)  # type: ignore[union-attr]
    assert "faces 2, 3, 2, 2 |" in TEXT


def test_its_python_runs_and_finds_the_record_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also without our package: it imports nothing but the standard library."""
    source = block("python")
    assert re.findall(r"^(?:import|from) .+$", source, re.MULTILINE) == [
        "import hashlib, hmac, json",
        "from pathlib import Path",
    ]
    monkeypatch.chdir(tmp_path)
    for text, holds_there in ((RECORD, True), (RECORD.replace('"total":7', '"total":8'), False)):
        (tmp_path / "game.jsonl").write_text(text, encoding="utf-8")
        exec(compile(source, str(DOCUMENT), "exec"), {})
        assert capsys.readouterr().out == f"commitment True\ndigest {holds_there}\ndraw 0 216\n"


def test_its_links_lead_somewhere() -> None:
    headings = {
        re.sub(r"[^a-z ]", "", title.lower()).replace(" ", "-")
        for title in re.findall(r"^#+ (.+)$", TEXT, re.MULTILINE)
    }
    for target, anchor in re.findall(r"\]\(([^)#]*)(?:#([^)]+))?\)", TEXT):
        assert not target or (DOCUMENT.parent / target).exists(), target
        assert target or anchor in headings, anchor

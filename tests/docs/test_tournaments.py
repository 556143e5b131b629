"""The page about tournaments: its Python checks the lots of a real one, and notices another secret."""

import re
import subprocess
import sys
from pathlib import Path

import msgspec

from dicehall.evenings.core import commands
from dicehall.evenings.core.public_view import public_view
from dicehall.evenings.core.results import results
from dicehall.evenings.core.setting import KnockOut
from tests.evenings.kit import HOST, Cup

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "tournaments.md").read_text(encoding="utf-8")


def checked(file: Path) -> "subprocess.CompletedProcess[str]":
    (block,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    return subprocess.run([sys.executable, "-c", block, file], capture_output=True, text=True, check=False)


def test_its_python_works_a_lot_out_again(tmp_path: Path) -> None:
    cup = Cup(3).create(KnockOut(2), *(f"p{number}" for number in range(8)), seats=4, least=4)
    cup.do(HOST, commands.Begin()).play_on()
    told = results("cup", cup.tournament, public_view(cup.tournament), str)
    file = tmp_path / "cup.json"
    file.write_bytes(msgspec.json.encode(told))
    assert checked(file).stdout == "The latest lot fits.\n"
    file.write_bytes(msgspec.json.encode(msgspec.structs.replace(told, lots=changed(told.lots, seeds=("another",)))))
    assert checked(file).stdout == "It does not fit.\n"
    file.write_bytes(msgspec.json.encode(msgspec.structs.replace(told, lots=changed(told.lots, seed="00" * 32))))
    assert "the secret was exchanged" in checked(file).stderr


def changed(lots: msgspec.Struct, **fields: object) -> msgspec.Struct:
    return msgspec.structs.replace(lots, **fields)

"""Tables that the laboratory has made for bots: read where they lie, without loading them.

A table is a file: a line of JSON that says what its numbers are, padded to a multiple of 64 bytes, then the numbers
themselves, little-endian. `dicehall solve GAME --write` makes them again.
"""

import json
import sys
from functools import cache
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
CODES: dict[str, Any] = {
    "uint8": "B",
    "int8": "b",
    "uint16": "H",
    "int16": "h",
    "uint32": "I",
    "float32": "f",
    "float64": "d",
}
ALIGNED = 64


@cache
def open_table(name: str, folder: Path = FOLDER) -> "memoryview[Any]":
    """The numbers of a table, in its shape."""
    if sys.byteorder != "little":
        raise RuntimeError("the tables of the bots need a little-endian machine")
    with (folder / f"{name}.bin").open("rb") as file:
        head = file.readline()
        everything = memoryview(mmap(file.fileno(), 0, access=ACCESS_READ))
    said = json.loads(head)
    numbers: memoryview[Any] = everything[len(head) :].cast(CODES[said["dtype"]], said["shape"])
    return numbers


def as_table(dtype: str, shape: tuple[int, ...], numbers: bytes) -> bytes:
    """A table as it is written into its file."""
    head = json.dumps({"dtype": dtype, "shape": shape}).encode()
    return head.ljust(-(-(len(head) + 1) // ALIGNED) * ALIGNED - 1) + b"\n" + numbers

"""Files that people name: read and written, or refused with the reason."""

import sys
from pathlib import Path

from dicehall.cli.shared.errors import refused


def read_file(file: str) -> bytes:
    """What is in a file, or on standard input for `-`."""
    try:
        return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise refused("file-unreadable", file=file, why=error.strerror or "") from None


def write_file(path: Path, mode: str, text: str) -> None:
    try:
        with path.open(mode, encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise refused("file-unwritable", file=str(path), why=error.strerror or "") from None

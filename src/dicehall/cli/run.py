"""Runs a command so that whatever goes wrong is said in one line, and the terminal is left as it was found."""

import os
import signal
import sys
from io import TextIOWrapper
from pathlib import Path

import typer

from dicehall.cli.commands import (
    account,  # noqa: F401, their commands come with them
    admin,  # noqa: F401, their commands come with them
    halls,  # noqa: F401, their commands come with them
)
from dicehall.cli.commands.main import app
from dicehall.rules.errors import RulesError
from dicehall.rules.wording import visible


def run() -> None:
    """Mistakes get exit code 2; a signal to stop lets the game be saved first."""
    prepare_streams()
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, _: sys.exit(128 + number))
    try:
        code = app(standalone_mode=False)
        sys.stdout.flush()
        sys.exit(code)
    except RulesError as error:
        complain(str(error))
    except typer.TyperException as error:
        complain(error.format_message())
    except typer.Abort:
        raise KeyboardInterrupt from None
    except BrokenPipeError:
        sys.stdout = None  # the reader has seen enough
        sys.exit(0)
    except OSError as error:
        sys.stdout = None  # what could not be written cannot be flushed either
        complain(f"cannot read or write: {error.strerror}")


def prepare_streams() -> None:
    """Closed streams lead nowhere, and a terminal without an emoji still gets its sentence."""
    nowhere = Path(os.devnull)
    sys.stdin = sys.stdin or nowhere.open(encoding="utf-8")
    sys.stdout = sys.stdout or nowhere.open("w", encoding="utf-8")
    sys.stderr = sys.stderr or nowhere.open("w", encoding="utf-8")
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def complain(message: str) -> None:
    """One line, whatever is in it."""
    print(f"dicehall: {visible(' '.join(message.split()), 1000)}", file=sys.stderr)
    sys.exit(2)

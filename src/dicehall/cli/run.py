"""Runs a command: every error is printed here, in one line, and the terminal is left as it was found."""

import os
import signal
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path

import typer

from dicehall.cli.commands.app import app
from dicehall.cli.shared.words import say
from dicehall.ports import JournalError
from dicehall.rules.errors import RulesError
from dicehall.rules.wording import visible

COMMANDS = ("games", "play", "records", "verify", "lab", "odds", "join", "predictors", "operate", "nodes")
"""Modules whose commands add themselves when they are loaded, in the order of the help."""
GROUPS = {
    "account": "Your account in a hall: register, sign in and out, access tokens for bots, your data.",
    "tournament": "Tournaments of a hall: list, create, follow and run them. `dicehall join CODE` takes part.",
    "nights": "Theme nights of a hall: what is on, what comes, and host one now.",
    "admin": "Administer a hall: who may join, open tables, the leaderboard, and the audit log.",
    "log": "The signed public log of a hall: check it from outside.",
    "key": "The key with which a hall signs: show it, or change it.",
}
"""Groups of commands. They take long to load, so only the one that is asked for is."""


def run() -> None:
    """Mistakes get exit code 2; a signal to stop lets the game be saved first."""
    prepare_streams()
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, _: sys.exit(128 + number))
    try:
        load(sys.argv)
        code = app(standalone_mode=False)
        sys.stdout.flush()
        sys.exit(code)
    except (RulesError, JournalError) as error:
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
        complain(say("io-failed", why=error.strerror or ""))


def load(arguments: Sequence[str]) -> None:
    for name in COMMANDS:
        import_module(f"dicehall.cli.commands.{name}")
    for name, help in GROUPS.items():
        loaded = name in arguments
        group = getattr(import_module(f"dicehall.cli.commands.{name}"), name) if loaded else typer.Typer()
        app.add_typer(group, name=name, help=help)


def prepare_streams() -> None:
    """Closed streams lead nowhere, and a terminal without emoji still gets its sentences."""
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

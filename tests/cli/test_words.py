"""Every word of the terminal stands in Fluent: no message is missing, none is left over, and all values are given."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, get_args

import pytest
from fluent.syntax import FluentParser
from fluent.syntax.ast import Message, VariableReference
from fluent.syntax.visitor import Visitor

import dicehall.cli
from dicehall.bots import LEVELS
from dicehall.cli.client.reactions import REACTIONS
from dicehall.evenings.core.ties import AFTER_A_CUT, TIE_BREAKS
from dicehall.narrate import read_messages
from dicehall.ports.odds import Model
from dicehall.ports.teams import COLOURS, PATTERNS

CLI = Path(dicehall.cli.__path__[0])
BOARDS = {path.stem for path in (CLI / "terminal" / "boards").glob("*.py")} - {"__init__", "parts"}
FILES = [
    "terminal",
    "terminal-nights",
    "terminal-predictions",
    "terminal-teams",
    "terminal-tournament",
    *(f"terminal-{game}" for game in sorted(BOARDS)),
]
KEY_IS = {"say": 0, "refused": 0, "good": 1, "doubtful": 1, "bad": 1}
"""Which argument of these functions is the key of a message."""


class Use(NamedTuple):
    where: str
    key: str
    values: frozenset[str] | None
    """None where they are not written out."""


class Variables(Visitor):
    def __init__(self) -> None:
        self.found: set[str] = set()

    def visit_VariableReference(self, node: VariableReference) -> None:  # noqa: N802, the visitor's own way
        self.found.add(node.id.name)


def messages(file: str) -> dict[str, set[str]]:
    """Each key with the values that its message speaks of."""
    found: dict[str, set[str]] = {}
    for entry in FluentParser().parse(read_messages(file, "en")).body:
        if isinstance(entry, Message):
            assert entry.id.name not in found, f"{entry.id.name} is there twice"
            variables = Variables()
            variables.visit(entry)
            found[entry.id.name] = variables.found
    return found


def file_of(path: Path) -> str:
    named = re.search(r'^say = words\("([\w-]+)"\)$', path.read_text(encoding="utf-8"), re.MULTILINE)
    return named[1] if named else "terminal"


def uses(file: str) -> Iterator[Use]:
    for path in CLI.rglob("*.py"):
        if file_of(path) == file:
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in KEY_IS:
                    yield from used_by(node, KEY_IS[node.func.id], path.name)


def used_by(call: ast.Call, at: int, where: str) -> Iterator[Use]:
    names = [keyword.arg for keyword in call.keywords]
    values = None if None in names else frozenset(name for name in names if name is not None)
    for key in keys(call.args[at]):
        yield Use(f"{where}:{call.lineno}", key, values)


def keys(argument: ast.expr) -> Iterator[str]:
    match argument:
        case ast.Constant(str(key)):
            yield key
        case ast.IfExp(_, yes, no):
            yield from keys(yes)
            yield from keys(no)
        case _:
            pass


def literals() -> set[str]:
    """Every string in the code: keys may be handed on before they are used."""
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in CLI.rglob("*.py"))
    return {node.value for tree in trees for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str)}  # fmt: skip


@pytest.mark.parametrize("file", FILES)
def test_every_word_that_is_used_is_there_and_given_its_values(file: str) -> None:
    """In English; `tests/narrate/test_languages.py` compares the other languages with it."""
    there = messages(file)
    found = list(uses(file))
    assert found
    assert [use for use in found if use.key not in there] == []
    assert [use for use in found if use.values is not None and use.values != there[use.key]] == []


@pytest.mark.parametrize("file", FILES)
def test_no_message_is_left_over(file: str) -> None:
    made = {f"bot-{level}" for level in LEVELS} | {f"reaction-{reaction}" for reaction in REACTIONS}
    made |= {f"colour-{colour}" for colour in COLOURS} | {f"pattern-{pattern}" for pattern in PATTERNS}
    made |= {f"odds-model-{model}" for model in get_args(Model)}
    made |= {key for key in messages(file) if key.startswith(("column-", "check-", "odds-risk-", "podium-"))}
    made |= {f"{shown}-{tie_break}" for tie_break in (*AFTER_A_CUT, *TIE_BREAKS["arena"], *TIE_BREAKS["series"])
             for shown in ("tie", "short")}  # fmt: skip
    known = {use.key for use in uses(file)} | literals() | made
    assert messages(file).keys() - known == set()


def test_every_column_and_check_that_is_named_has_its_word() -> None:
    named: set[str] = set()
    for source in CLI.rglob("*.py"):
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(ast.Name("show_list"), [columns, *_]):
                    assert isinstance(columns, ast.Tuple)
                    named |= {f"column-{key}" for column in columns.elts for key in keys(column) if key}
                case ast.Call(ast.Name("good" | "doubtful" | "bad"), [what, *_]):
                    named |= {f"check-{key}" for key in keys(what)}
                case _:
                    pass
    assert {"column-name", "column-key", "check-folder", "check-limits"} <= named
    assert named - messages("terminal").keys() == set()

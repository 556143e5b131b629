"""A game is known by its listing alone: nothing but its own files and the catalog may name it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from dicehall.rules.catalog import GAMES

PACKAGE: Final = Path(__file__).resolve().parents[1] / "src" / "dicehall"
OWN_FILES: Final = (
    "rules/{}.py",
    "bots/{}.py",
    "bots/{}/*.py",
    "lab/{}.py",
    "lab/{}/*.py",
    "lab/zoo/{}.py",
    "odds/{}.py",
    "odds/{}/*.py",
    "evenings/themes/shipped/{}.py",
    "cli/terminal/boards/{}.py",
)
CATALOG: Final = "rules/catalog.py"

NAMES: Final = frozenset(listing.name for listing in GAMES)
CLASSES: Final = frozenset(getattr(listing.game, "__name__", "") for listing in GAMES)
NAME: Final = re.compile(rf"(?<![A-Za-z0-9])({'|'.join(sorted(NAMES))})(?![A-Za-z0-9])")
"""Also as a part of an identifier, such as `peril_page`."""
EXAMPLE: Final = re.compile(r"^dicehall \w")
"""A command as `--help` shows it."""


def other_files() -> list[str]:
    own = {
        found.relative_to(PACKAGE).as_posix()
        for name in NAMES
        for path in OWN_FILES
        for found in PACKAGE.glob(path.format(name))
    }
    files = (path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py"))
    return sorted(set(files) - own - {CATALOG})


def named(source: str) -> list[tuple[int, str]]:
    """The games that a module names, in identifiers or in strings that are neither prose nor examples, by line."""
    tree = ast.parse(source)
    strings = set(_strings(tree)) - set(_docstrings(tree))
    texts = [(node.lineno, node.value) for node in strings if isinstance(node.value, str)]
    identifiers = list(_identifiers(tree))
    found = {
        (line, game) for line, text in (*texts, *identifiers) if not EXAMPLE.match(text) for game in NAME.findall(text)
    }
    return sorted(found | {(line, name) for line, name in identifiers if name in CLASSES})


def _strings(tree: ast.AST) -> Iterator[ast.Constant]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str))


def _docstrings(tree: ast.AST) -> Iterator[ast.Constant]:
    """Also those below a variable or a field: strings that are a statement of their own."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value


def _identifiers(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
                yield node.lineno, name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield node.lineno, name
            case ast.keyword(arg=str(name)):
                yield node.lineno, name
            case ast.alias(name=name, asname=other):
                yield from ((node.lineno, each) for each in (*name.split("."), *([other] if other else [])))
            case ast.ImportFrom(module=str(module)):
                yield from ((node.lineno, each) for each in module.split("."))
            case _:
                pass


def test_only_its_own_files_and_the_catalog_name_a_game() -> None:
    found = [
        f"{path}:{line}: {game}"
        for path in other_files()
        for line, game in named((PACKAGE / path).read_text(encoding="utf-8"))
    ]
    assert found == []


def test_every_game_has_files_of_its_own() -> None:
    assert [name for name in NAMES if not (PACKAGE / OWN_FILES[0].format(name)).exists()] == []
    assert "" not in CLASSES


@pytest.mark.parametrize(
    "source",
    [
        "from dicehall.rules import peril",
        "from dicehall.rules.peril import Pick",
        "import dicehall.bots.peril as best",
        "HOUSE = {'peril': 1}",
        "def peril_page(): ...",
        "class Peril: ...",
        "new = rules.Peril(3)",
        "show(peril=True)",
        "def show(peril): ...",
        "print(f'join --open peril {name}')",
        "x = 'three_dice'",
    ],
)
def test_a_breach_is_found(source: str) -> None:
    assert len(named(source)) == 1


@pytest.mark.parametrize(
    "source",
    [
        '"""A page about peril."""',
        "x = 1\n'''Three dice, as in peril.'''",
        "# peril",
        "help('dicehall play peril --seats 6')",
        "move = 'call_a_bluffer'",
        "class Perilous: ...",
    ],
)
def test_prose_examples_and_other_words_pass(source: str) -> None:
    assert named(source) == []

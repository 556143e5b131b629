"""No test is red because a machine is busy: what must come is waited for, and nothing is hoped for after a pause."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
PACED = {"hostile", "endurance"}
"""Folders of programs that are no tests: they let people move at the pace of people."""
FILES = sorted(
    path
    for path in HERE.rglob("*.py")
    if path != Path(__file__).resolve() and not PACED & set(path.relative_to(HERE).parts)
)
PATIENCE = 30.0
"""Seconds: the shortest wait for something that must come."""
PAUSE = 0.3
"""Seconds: a longer sleep hopes that something has happened meanwhile. Shorter ones stand in loops that look again."""
ON_PURPOSE = "# time passes"
"""Says a line that sleeps because time itself is tested: a hall is closed for a while, or someone is silent."""
LOOKS_AGAIN = {"MOMENT", "COME_IN_WITHIN"}
"""Short, but in a loop that tries again, and ends after a long wait."""
WAITS = {"timeout": 0, "wait_for": 1, "wait": 0, "join": 0, "recv": 0}
"""Which argument is the time, by the name of what is called."""
TAKES_MILLISECONDS = "e2e"
TIMELESS = "tests.server.timeless"
"""Who imports this sleeps in a loop whose clock jumps: a day takes no time."""


def numbers(tree: ast.Module) -> dict[str, float]:
    """What the names at the top of a module stand for, where that is a number."""
    found: dict[str, float] = {}
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=int() | float() as value)):
                found[name] = float(value)
            case _:
                pass
    return found


def name_of(function: ast.expr) -> str:
    match function:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
        case _:
            return ""


def seconds(node: ast.expr | None, known: dict[str, float]) -> float | None:
    match node:
        case ast.Constant(value=bool()):
            return None
        case ast.Constant(value=int() | float() as value):
            return float(value)
        case ast.Name(id=name) if name not in LOOKS_AGAIN:
            return known.get(name)
        case _:
            return None


def short_waits(path: Path) -> Iterator[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    known = numbers(tree)
    unit = 1000 if TAKES_MILLISECONDS in path.relative_to(HERE).parts else 1
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        if ast.unparse(node.func) == "asyncio.wait":
            continue  # it raises nothing: who calls it looks again
        at = WAITS.get(name_of(node.func))
        given = [node.args[at]] if at is not None and len(node.args) == at + 1 else []
        given += [keyword.value for keyword in node.keywords if keyword.arg == "timeout"]
        for each in given:
            if (time := seconds(each, known)) is not None and 0 < time < PATIENCE * unit:
                yield f"{node.lineno}: {ast.unparse(node)}"


def hopeful_pauses(path: Path) -> Iterator[str]:
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    known, lines = numbers(tree), text.splitlines()
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="time" | "asyncio"), attr="sleep"), args=[given]):
                time = seconds(given, known)
                if time is not None and time >= PAUSE and ON_PURPOSE not in lines[node.lineno - 1]:
                    yield f"{node.lineno}: {ast.unparse(node)}"
            case _:
                pass


def idle_loops(path: Path) -> Iterator[str]:
    """A loop without a body asks for ever where the answer cannot come any more, as at the end of a pipe."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.While) and all(isinstance(each, ast.Pass) for each in node.body):
            yield f"{node.lineno}: while {ast.unparse(node.test)}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(HERE)))
def test_nothing_that_must_come_is_given_up_early(path: Path) -> None:
    assert list(short_waits(path)) == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(HERE)))
def test_nothing_is_hoped_for_after_a_pause(path: Path) -> None:
    assert TIMELESS in path.read_text(encoding="utf-8") or list(hopeful_pauses(path)) == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(HERE)))
def test_no_loop_waits_without_looking(path: Path) -> None:
    assert list(idle_loops(path)) == []

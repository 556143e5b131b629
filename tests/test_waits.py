"""No test is red because a machine is busy: what must come is waited for, and nothing is hoped for after a pause."""

import ast
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

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


class Source(NamedTuple):
    """A file of tests, read once for all laws."""

    name: str
    lines: list[str]
    tree: ast.Module
    nodes: list[ast.AST]


@cache
def source_of(path: Path) -> Source:
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    name = path.relative_to(HERE) if path.is_relative_to(HERE) else path.name
    return Source(str(name), text.splitlines(), tree, [*ast.walk(tree)])


def short_waits(source: Source) -> Iterator[tuple[int, str]]:
    known = numbers(source.tree)
    unit = 1000 if TAKES_MILLISECONDS in Path(source.name).parts else 1
    for node in source.nodes:
        if not isinstance(node, ast.Call):
            continue
        if ast.unparse(node.func) == "asyncio.wait":
            continue  # it raises nothing: who calls it looks again
        at = WAITS.get(name_of(node.func))
        given = [node.args[at]] if at is not None and len(node.args) == at + 1 else []
        given += [keyword.value for keyword in node.keywords if keyword.arg == "timeout"]
        for each in given:
            if (time := seconds(each, known)) is not None and 0 < time < PATIENCE * unit:
                yield node.lineno, ast.unparse(node)


def hopeful_pauses(source: Source) -> Iterator[tuple[int, str]]:
    if any(TIMELESS in line for line in source.lines):
        return
    known = numbers(source.tree)
    for node in source.nodes:
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="time" | "asyncio"), attr="sleep"), args=[given]):
                time = seconds(given, known)
                if time is not None and time >= PAUSE and ON_PURPOSE not in source.lines[node.lineno - 1]:
                    yield node.lineno, ast.unparse(node)
            case _:
                pass


def idle_loops(source: Source) -> Iterator[tuple[int, str]]:
    """A loop without a body asks for ever where the answer cannot come any more, as at the end of a pipe."""
    for node in source.nodes:
        if isinstance(node, ast.While) and all(isinstance(each, ast.Pass) for each in node.body):
            yield node.lineno, f"while {ast.unparse(node.test)}"


def all_of(law: Callable[[Source], Iterator[tuple[int, str]]], files: Iterable[Path]) -> list[str]:
    return [f"{each.name}:{line}: {breach}" for each in map(source_of, files) for line, breach in law(each)]


def test_nothing_that_must_come_is_given_up_early() -> None:
    assert all_of(short_waits, FILES) == []


def test_nothing_is_hoped_for_after_a_pause() -> None:
    assert all_of(hopeful_pauses, FILES) == []


def test_no_loop_waits_without_looking() -> None:
    assert all_of(idle_loops, FILES) == []


def test_a_breach_is_found_with_its_file_and_its_line(tmp_path: Path) -> None:
    file = tmp_path / "hasty.py"
    file.write_text("import time\n\nWHILE = 2\nqueue.get(timeout=WHILE)\ntime.sleep(1)\nwhile waiting():\n    pass\n")
    assert all_of(short_waits, [file]) == ["hasty.py:4: queue.get(timeout=WHILE)"]
    assert all_of(hopeful_pauses, [file]) == ["hasty.py:5: time.sleep(1)"]
    assert all_of(idle_loops, [file]) == ["hasty.py:6: while waiting()"]

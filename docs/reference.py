"""Writes docs/rules-library.md from the docstrings of dicehall.rules (`make reference`), without importing them."""

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
RULES = ROOT / "src" / "dicehall" / "rules"
PAGE = ROOT / "docs" / "rules-library.md"
MODULES = ("catalog", "listing", "kernel", "chance", "values", "record", "tower", "checks", "verify", "errors")
INTERNAL = {"Paper", "Wrong", "Played", "HASH", "CLIENT_SEED", "SEED_BYTES", "BLOCK_BITS", "S", "T"}
"""Public only so that tests can reach them, or of no use to a reader."""

HEAD = """# The rules as a library

`dicehall.rules` is the code that the hall plays by: pure functions over frozen values, with no clock, no network and no
hidden luck. It needs only msgspec. `make reference` writes this page from the docstrings.

Start with `catalog.find`, make a game with `Listing.new`, ask it what it waits for with `pending`, and answer with
`kernel.play`. The [README](../README.md#use-the-rules-as-a-library) plays a whole game that way, [the
protocol](protocol.md#the-rules-as-a-library) looks ahead from a live table, and [Add a game](add-a-game.md) writes one.
"""


def page() -> str:
    contents = " · ".join(f"[{name}](#{name})" for name in MODULES)
    return "\n".join([HEAD, f"{contents}\n", *(module(name) for name in MODULES)])


def module(name: str) -> str:
    tree = ast.parse((RULES / f"{name}.py").read_text(encoding="utf-8"))
    parts = [f"## {name}\n", f"`dicehall.rules.{name}`: {sentence(tree)}\n"]
    constants = list(documented(tree.body))
    if constants:
        parts.append(table(("name", "value", "meaning"), constants))
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and is_public(node.name):
            parts.append(of_class(node))
        elif isinstance(node, ast.FunctionDef) and is_public(node.name):
            parts.append(f"### {node.name}\n\n```python\n{signature(node)}\n```\n\n{docstring(node)}\n")
    return "\n".join(parts)


def of_class(node: ast.ClassDef) -> str:
    bases = ", ".join(ast.unparse(base) for base in node.bases)
    parts = [f"### {node.name}\n", f"```python\nclass {node.name}({bases})\n```\n", f"{docstring(node)}\n"]
    if fields := list(documented(node.body)):
        parts.append(table(("field", "type", "meaning"), fields))
    methods = [each for each in node.body if isinstance(each, ast.FunctionDef) and is_public(each.name)]
    if methods:
        rows = [(f"`{signature(method)}`", docstring(method)) for method in methods]
        parts.append(table(("method", "meaning"), rows))
    return "\n".join(parts)


def documented(body: list[ast.stmt]) -> Iterator[tuple[str, str, str]]:
    """Fields and type aliases, each with the string that follows it."""
    for node, after in zip(body, [*body[1:], ast.Pass()], strict=True):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and is_public(node.target.id):
            yield f"`{node.target.id}`", f"`{described(node)}`", string(after)


def described(node: ast.AnnAssign) -> str:
    """A field has a type and perhaps a default, an alias its value."""
    kind, value = ast.unparse(node.annotation), node.value and ast.unparse(node.value)
    if kind == "TypeAlias" or kind.startswith("Final"):
        return str(value)
    return f"{kind} = {value}" if value and len(value) <= 40 else kind


def string(node: ast.stmt) -> str:
    """What a statement says that is nothing but a string."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
        return " ".join(node.value.value.split())
    return ""


def is_public(name: str) -> bool:
    return not name.startswith("_") and name not in INTERNAL


def signature(node: ast.FunctionDef) -> str:
    if any(ast.unparse(decorator) == "property" for decorator in node.decorator_list):
        return f"{node.name}: {returned(node)}"
    arguments = re.sub(r"(?<! )=(?!=)", " = ", ast.unparse(node.args)).removeprefix("self, ").removeprefix("cls, ")
    return f"{node.name}({'' if arguments in ('self', 'cls') else arguments}) -> {returned(node)}"


def returned(node: ast.FunctionDef) -> str:
    return ast.unparse(node.returns).strip("'") if node.returns else "None"


def docstring(node: ast.FunctionDef | ast.ClassDef) -> str:
    text = ast.get_docstring(node)
    if text is None:
        raise SystemExit(f"{node.name} has no docstring, and belongs on the page")
    return text if isinstance(node, ast.ClassDef) else " ".join(text.split())


def sentence(tree: ast.Module) -> str:
    text = " ".join((ast.get_docstring(tree) or "").split())
    return text[:1].lower() + text[1:]


def table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |\n" for line in lines)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

"""What Dicehall promises, as docs/testing.md lists it: each guarantee with the test that holds it, and its break."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal, NamedTuple, cast, get_args

ROOT: Final = Path(__file__).resolve().parents[1]
PAGE: Final = ROOT / "docs" / "testing.md"
BREAKS: Final = ROOT / "tests" / "breaks.toml"
MAKEFILE: Final = ROOT / "Makefile"
ROW: Final = re.compile(r"^\| `([a-z0-9-]+)` \| (.+?) \| `((?:web/)?tests/[^`:]+::[^`]+)` \| (\w+) \|$", re.MULTILINE)
"""A row of the page; every other line of its tables is their head."""

Tier = Literal["quick", "test", "soak"]
"""The first of `make quick`, `make test` and `make soak` that runs a test."""


class Guarantee(NamedTuple):
    key: str
    says: str
    test: str
    """As pytest names it; or a file of vitest, and the whole name of a test in it."""
    tier: Tier

    @property
    def file(self) -> str:
        return self.test.partition("::")[0]

    @property
    def name(self) -> str:
        return self.test.partition("::")[2]

    @property
    def is_of_vitest(self) -> bool:
        return self.file.startswith("web/")


class Break(NamedTuple):
    """One small change after which a guarantee does not hold any more."""

    key: str
    what: str
    file: str
    old: str
    new: str

    def fault(self, root: Path = ROOT) -> str | None:
        """Why it cannot be made any more; None if it can."""
        file = root / self.file
        found = file.read_text(encoding="utf-8").count(self.old) if file.is_file() else -1
        if found == 1:
            return None if self.old != self.new else "it changes nothing"
        times = "the file is gone" if found < 0 else f"its text is there {found} times"
        return f"this break no longer applies, mend it in tests/breaks.toml ({self.file}: {times})"

    def broken(self, root: Path) -> str:
        return (root / self.file).read_text(encoding="utf-8").replace(self.old, self.new)


def guarantees(page: str | None = None) -> list[Guarantee]:
    text = PAGE.read_text(encoding="utf-8") if page is None else page
    found = ROW.findall(text)
    assert {tier for *_, tier in found} <= set(get_args(Tier)), "a tier is quick, test or soak"
    return [Guarantee(key, says, test, cast(Tier, tier)) for key, says, test, tier in found]


def breaks() -> dict[str, Break]:
    table = tomllib.loads(BREAKS.read_text(encoding="utf-8"))
    return {key: Break(key, **fields) for key, fields in table.items()}


# What the page says of a test, held against its source.


def missing(guarantee: Guarantee) -> str | None:
    """Why there is no such test; None if there is."""
    file = ROOT / guarantee.file
    if not file.is_file():
        return f"there is no file {guarantee.file}"
    source = file.read_text(encoding="utf-8")
    if guarantee.is_of_vitest:
        return None if f'"{guarantee.name}"' in source else f"{guarantee.file} has no test “{guarantee.name}”"
    name = guarantee.name.partition("[")[0]
    return None if name in dict(_named(source)) else f"{guarantee.file} has no {name}"


def tier_of(guarantee: Guarantee) -> Tier:
    if guarantee.is_of_vitest:
        return "test"
    source = (ROOT / guarantee.file).read_text(encoding="utf-8")
    marks = dict(_named(source))
    if any("soak" in marks.get(name, "") for name in ("pytestmark", guarantee.name.partition("[")[0])):
        return "soak"
    return "quick" if any(f"{guarantee.file}/".startswith(f"{path.rstrip('/')}/") for path in pure()) else "test"


def pure() -> list[str]:
    """What `make quick` runs."""
    listed = re.search(r"^PURE\s*:=((?:.*\\\n)*.*)$", MAKEFILE.read_text(encoding="utf-8"), re.MULTILINE)
    assert listed is not None, "the Makefile says what make quick runs"
    return listed[1].replace("\\", " ").split()


def _named(source: str) -> Iterator[tuple[str, str]]:
    """What a file of tests defines, each with its marks."""
    for node in ast.parse(source).body:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                yield node.name, " ".join(_mark(each) for each in node.decorator_list)
            case ast.Assign(targets=[ast.Name(id=name)]):
                yield name, ast.unparse(node.value)
            case _:
                pass


def _mark(decorator: ast.expr) -> str:
    """One of its cases may be for the soak alone: that is no mark of the test."""
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return ast.unparse(called)

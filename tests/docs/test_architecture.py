"""docs/architecture.md is true: its picture shows the imports of today, and every file that it names is there."""

import re
from pathlib import Path

import pytest

from docs import architecture

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
SPINE = 25


def test_the_picture_is_not_stale() -> None:
    assert architecture.PICTURE.read_text(encoding="utf-8") == architecture.picture(), "run `make architecture`"


def files(text: str) -> list[str]:
    """Everything in backquotes that looks like the path of a file or a folder."""
    return re.findall(r"`(\w[\w.-]*/[\w./-]*)`", text)


def test_every_file_it_names_is_there() -> None:
    named = files(PAGE)
    assert len(named) > SPINE
    roots = (ROOT, ROOT / "src" / "dicehall")
    assert [name for name in named if not any((root / name).exists() for root in roots)] == []


def test_the_spine_can_be_read_in_an_evening() -> None:
    spine = PAGE.partition("## The spine")[2].partition("\n## ")[0]
    numbered = re.findall(r"^(\d+)\. `([\w./-]+)`", spine, re.MULTILINE)
    assert [int(number) for number, _ in numbered] == list(range(1, len(numbered) + 1))
    assert 10 < len(numbered) <= SPINE


def test_every_layer_is_introduced() -> None:
    layers = PAGE.partition("## The layers")[2].partition("\n## ")[0]
    packages = architecture.packages(architecture.modules(), depth=1).keys() - {"__main__"}
    assert {name for name in packages if f"| `{name}` |" not in layers} == set()


# The script can fail


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name, text in {
        "__init__.py": "",
        "low/__init__.py": "",
        "low/base.py": "X = 1\n",
        "high/__init__.py": "",
        "high/left/__init__.py": "",
        "high/left/one.py": "from dicehall.low.base import X\nfrom dicehall.high.right import two\n",
        "high/right/__init__.py": "",
        "high/right/two.py": "import dicehall.low.base\n\n\ndef late():\n    from dicehall.high.left.one import X\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_imports_are_found_wherever_they_stand(tree: Path) -> None:
    graph = architecture.packages(architecture.modules(tree))
    assert graph["high.left"] == {"low", "high.right"}
    assert graph["high.right"] == {"low", "high.left"}
    assert graph["low"] == frozenset()


def test_cycles_are_told(tree: Path) -> None:
    told = architecture.told(tree)
    assert "cycles between packages: 1\n  high.left, high.right" in told
    assert "cycles between modules: 1\n  high.left.one, high.right.two" in told


def test_what_follows_from_other_arrows_is_not_drawn() -> None:
    graph = {"a": frozenset("bc"), "b": frozenset("c"), "c": frozenset[str]()}
    assert architecture.reduced(graph) == {"a": {"b"}, "b": {"c"}, "c": frozenset()}

"""docs/rules-library.md is what the docstrings say, and leaves no module out that it promises."""

import ast

import pytest

from docs import reference


def test_the_page_is_not_stale() -> None:
    assert reference.PAGE.read_text(encoding="utf-8") == reference.page(), "run `make reference`"


def test_every_module_has_its_chapter() -> None:
    page = reference.page()
    for name in reference.MODULES:
        assert f"\n## {name}\n" in page


def test_a_public_name_without_a_docstring_is_noticed() -> None:
    (node,) = ast.parse("def play(game):\n    return game").body
    assert isinstance(node, ast.FunctionDef)
    with pytest.raises(SystemExit, match="play has no docstring"):
        reference.docstring(node)


def test_signatures_read_as_they_are_written() -> None:
    (node,) = ast.parse("def find(self, name: str, edition: int | None = None) -> 'Listing': ...").body
    assert isinstance(node, ast.FunctionDef)
    assert reference.signature(node) == "find(name: str, edition: int | None = None) -> Listing"

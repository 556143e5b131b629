"""Every link between the pages of this project leads to a file that is there, and to a heading that it has."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "changelog.d/README.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / "examples").glob("*.md")),
]


def anchors(text: str) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    titles = re.findall(r"^#+ (.+)$", re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def broken(page: Path, text: str) -> list[str]:
    found = []
    for target, anchor in re.findall(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)", text):
        file = page.parent / target if target else page
        if not file.exists():
            found.append(target)
        elif anchor and anchor not in anchors(file.read_text(encoding="utf-8") if target else text):
            found.append(f"{target}#{anchor}")
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    assert broken(page, page.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("fragment", sorted((ROOT / "changelog.d").glob("*.*.md")), ids=lambda path: path.name)
def test_links_of_a_fragment_lead_somewhere_from_the_changelog(fragment: Path) -> None:
    assert broken(ROOT / "CHANGELOG.md", fragment.read_text(encoding="utf-8")) == []


def test_a_broken_link_is_noticed() -> None:
    text = "# Here\n\n[a](nowhere.md) [b](#there) [c](#here) [d](README.md#dicehall) [e](README.md#moon)"
    assert broken(ROOT / "README.md", text) == ["nowhere.md", "#there", "README.md#moon"]

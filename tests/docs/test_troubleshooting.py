"""docs/troubleshooting.md quotes what the program really says: each message is in the source or in a message file."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "troubleshooting.md").read_text(encoding="utf-8")


def quoted(page: str) -> list[str]:
    """What stands in quotation marks after **You see:**."""
    seen = re.findall(r"^\*\*You see:\*\* (.*?)(?=\n\n)", page, re.MULTILINE | re.DOTALL)
    return [" ".join(quote.split()) for text in seen for quote in re.findall(r"“(.+?)”", text, re.DOTALL)]


def fragments(quote: str) -> list[str]:
    """The parts that do not vary; … stands for what does."""
    return [part for part in quote.split("…") if len(part.strip(" .,:;'’")) > 2]


def said() -> str:
    """Every string of the source, and every message."""
    strings = [
        node.value
        for path in (ROOT / "src").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    words = [path.read_text(encoding="utf-8") for path in (ROOT / "src/dicehall/narrate/messages/en").glob("*.ftl")]
    return "\n".join(" ".join(text.split()) for text in (*strings, *words))


SAID = said()


@pytest.mark.parametrize("quote", quoted(PAGE))
def test_a_quoted_message_is_one_that_the_program_says(quote: str) -> None:
    assert fragments(quote)
    assert [part for part in fragments(quote) if part.strip() not in SAID] == []


def test_every_trouble_says_what_to_do() -> None:
    troubles = re.split(r"^### ", PAGE, flags=re.MULTILINE)[1:]
    assert len(troubles) > 20
    assert [text.splitlines()[0] for text in troubles if text.count("**What to do:**") != 1] == []
    assert [text.splitlines()[0] for text in troubles if text.count("**Why:**") != 1] == []


def test_every_link_leads_somewhere() -> None:
    headings = {
        re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-")
        for title in re.findall(r"^#+ (.+)$", PAGE, re.MULTILINE)
    }
    for target, anchor in re.findall(r"\]\((?!https:)([^)#]*)(?:#([^)]+))?\)", PAGE):
        assert not target or (ROOT / "docs" / target).exists(), target
        assert target or anchor in headings, anchor


# These checks can fail


def test_a_message_that_nobody_says_is_noticed() -> None:
    page = "**You see:** “The moon is full: …, they say.”\n\n"
    assert [fragments(quote) for quote in quoted(page)] == [["The moon is full: ", ", they say."]]
    assert "The moon is full:" not in SAID

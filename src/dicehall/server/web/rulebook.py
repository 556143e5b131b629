"""The rules of a game and its rulings as HTML: headings to link to, dice drawn as dice, links that lead somewhere."""

import posixpath
import re
from collections.abc import Collection, Iterator, Sequence
from html import escape
from itertools import pairwise
from typing import Any, Final

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from dicehall.rules.values import Value

DICE: Final = re.compile(r"[1-9]\d?(-[1-9]\d?)*|([1-9]\d?|[A-Z])( ([1-9]\d?|[A-Z]))*")
"""`4-5-6` or `1 2 2 A A A`; `P-07` is a ruling."""
RULING: Final = re.compile(r"[A-Z]-\d{2,}")
PAGE: Final = re.compile(r"(rules|rulings)/(\w+)\.md")
RULINGS: Final = "rulings"
"""Where the rulings begin, for links."""


class Rules(Value):
    html: str
    """The rules in plain words. Headings have ids, as `docs/rules` has them on a code host."""
    rulings: str
    """How this hall reads them where they leave a choice; empty where nothing is written."""


def render(rules: str, rulings: str, games: Collection[str]) -> Rules:
    """Both stand on one page, so no id is there twice; links between `games` stay links, others become text."""
    book = Book(frozenset(RULING.findall(rulings)), frozenset(games))
    return Rules(book.page(rules, "rules"), book.page(rulings, RULINGS) if rulings else "")


class Book:
    def __init__(self, rulings: frozenset[str], games: frozenset[str]) -> None:
        self.rulings = rulings
        self.games = games
        self.ids = {RULINGS}

    def page(self, text: str, folder: str) -> str:
        tokens = MARKDOWN.parse(text)
        if folder == RULINGS:
            self._set_below(tokens)
        for opening, inline in pairwise(tokens):
            if opening.type == "heading_open" and "id" not in opening.attrs:
                opening.attrSet("id", self._new_id(plain(inline)))
        for token in tokens:
            if token.children:
                token.children = list(self._linked(token.children, folder))
        return str(MARKDOWN.renderer.render(tokens, MARKDOWN.options, {}))

    def _set_below(self, tokens: Sequence[Token]) -> None:
        """Rulings follow the rules: their headings are one step smaller, and each row can be linked to."""
        for at, token in enumerate(tokens):
            if token.type in ("heading_open", "heading_close"):
                token.tag = f"h{int(token.tag[1]) + 1}"
            if token.type == "tr_open" and RULING.fullmatch(tokens[at + 2].content):
                token.attrSet("id", tokens[at + 2].content)
        tokens[0].attrSet("id", RULINGS)

    def _new_id(self, text: str) -> str:
        base = found = slug(text)
        number = 0
        while found in self.ids:
            number += 1
            found = f"{base}-{number}"
        self.ids.add(found)
        return found

    def _linked(self, children: Sequence[Token], folder: str) -> Iterator[Token]:
        inside, kept = False, False
        for token in children:
            match token.type:
                case "link_open":
                    target = self._target(str(token.attrs["href"]), folder)
                    inside, kept = True, target is not None
                    if target is not None:
                        token.attrSet("href", target)
                        yield token
                case "link_close":
                    inside = False
                    if kept:
                        yield token
                case "text" if not inside:
                    yield from self._cited(token.content)
                case _:
                    yield token

    def _target(self, link: str, folder: str) -> str | None:
        """Where a link between documents leads on the page; None where nothing of it is there."""
        path, _, anchor = link.partition("#")
        if not path or link.startswith(("https:", "http:")):
            return link
        found = PAGE.fullmatch(posixpath.normpath(f"{folder}/{path}"))
        if found is None or found[2] not in self.games:
            return None
        anchor = anchor or (RULINGS if found[1] == RULINGS else "")
        return f"/rules/{found[2]}#{anchor}" if anchor else f"/rules/{found[2]}"

    def _cited(self, text: str) -> Iterator[Token]:
        """A ruling that is cited leads to its row; the row itself leads nowhere."""
        end = 0
        for found in RULING.finditer(text):
            if found[0] in self.rulings and found[0] != text:
                yield text_token(text[end : found.start()])
                yield Token("link_open", "a", 1, attrs={"href": f"#{found[0]}"})
                yield text_token(found[0])
                yield Token("link_close", "a", -1)
                end = found.end()
        yield text_token(text[end:])


def slug(text: str) -> str:
    """As code hosts make it: "Out, and the end" is `out-and-the-end`."""
    return re.sub(r"[^\w\- ]", "", text.lower()).strip().replace(" ", "-")


def plain(inline: Token) -> str:
    return "".join(child.content for child in inline.children or ())


def text_token(text: str) -> Token:
    return Token("text", "", 0, content=text)


def code_or_dice(_: RendererHTML, tokens: Sequence[Token], at: int, _options: Any, _env: Any) -> str:
    content = tokens[at].content
    if not DICE.fullmatch(content):
        return f"<code>{escape(content)}</code>"
    faces = re.split("[ -]", content)
    dice = " ".join(f'<span class="die" data-face="{face}">{face}</span>' for face in faces)
    return f'<span class="dice">{dice}</span>'


def markdown() -> MarkdownIt:
    made = MarkdownIt("commonmark", {"html": False}).enable("table")
    made.add_render_rule("code_inline", code_or_dice)
    return made


MARKDOWN: Final = markdown()

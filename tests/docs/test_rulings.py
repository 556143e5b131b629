"""The rulings and rule pages of every game are complete, and every ruling of the rules has its test."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from dicehall.rules.catalog import GAMES
from dicehall.rules.listing import Listing

ROOT = Path(__file__).resolve().parents[2]
KINDS = {"rule", "option", "table", "n/a"}

each_game = pytest.mark.parametrize("listing", GAMES, ids=lambda listing: listing.name)


class Ruling(NamedTuple):
    id: str
    text: str
    kind: str

    @property
    def prefix(self) -> str:
        return self.id.split("-")[0]


def rulings(page: str) -> list[Ruling]:
    """The rows of a rulings page: `| P-07 | how we play it | rule |`."""
    rows = (re.split(r"(?<!\\)\|", line) for line in page.splitlines() if re.match(r"\| *[A-Z]{1,2}-\d+ *\|", line))
    return [Ruling(*(cell.strip() for cell in row[1:-1])) for row in rows]


def faults(rows: list[Ruling], test_names: list[str]) -> list[str]:
    """Everything that is wrong with the rulings of a game, in words."""
    found = []
    for number, ruling in enumerate(rows, start=1):
        due = f"{rows[0].prefix}-{number:02d}"
        if ruling.id != due:
            found.append(f"{ruling.id} stands where {due} should")
        if ruling.kind not in KINDS:
            found.append(f"{ruling.id} is of no kind: {ruling.kind!r}")
        if len(ruling.text.split()) < 3:
            found.append(f"{ruling.id} says too little, or gives no reason")
        if ruling.kind in {"rule", "option"} and not cited(ruling, test_names):
            found.append(f"{ruling.id} is cited by no test")
    return found


def cited(ruling: Ruling, test_names: list[str]) -> bool:
    """`P-07` is cited as `p_07` in the name of a test."""
    mark = ruling.id.lower().replace("-", "_")
    return any(re.search(rf"_{mark}(?!\d)", name) for name in test_names)


def names_of_tests(source: str) -> list[str]:
    return [
        node.name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")
    ]


def options_set(source: str) -> set[str]:
    """The options that a test sets; what is only compared with is what a test expects."""
    nodes = list(ast.walk(ast.parse(source)))
    helpers = {node.name for node in nodes if isinstance(node, ast.FunctionDef) and node.args.kwarg}
    expected = {
        operand for node in nodes if isinstance(node, ast.Compare) for operand in (node.left, *node.comparators)
    }
    return {name for node in nodes if node not in expected for name in settings(node, helpers | {"Options"})}


def settings(node: ast.AST, takers: set[str]) -> Iterator[str]:
    """`Options(laps=1)`, `dealt(laps=1)` where the helper takes `**options`, `{"laps": 1}` and `"laps=1"`."""
    match node:
        case ast.Call(func=ast.Name(called), keywords=keywords) if called in takers:
            yield from (keyword.arg for keyword in keywords if keyword.arg)
        case ast.Dict(keys):
            yield from (key.value for key in keys if isinstance(key, ast.Constant) and isinstance(key.value, str))
        case ast.Constant(str(text)) if setting := re.fullmatch(r"(\w+)=\w+", text):
            yield setting[1]
        case _:
            pass


def read(*path: str) -> str:
    return ROOT.joinpath(*path).read_text(encoding="utf-8")


def rulings_of(listing: Listing) -> list[Ruling]:
    return rulings(read("docs", "rulings", f"{listing.name}.md"))


def source_of_tests(listing: Listing) -> str:
    return read("tests", "rules", f"test_{listing.name}.py")


# Every game


@each_game
def test_rulings_are_consecutive_of_a_kind_and_cited_by_a_test(listing: Listing) -> None:
    rows = rulings_of(listing)
    assert rows
    assert faults(rows, names_of_tests(source_of_tests(listing))) == []


@each_game
def test_whatever_cites_a_ruling_cites_one_that_is_there(listing: Listing) -> None:
    there = {ruling.id for ruling in rulings_of(listing)}
    prefix = next(iter(there))[0]
    code = read("src", "dicehall", "rules", f"{listing.name}.py")
    page = read("docs", "rules", f"{listing.name}.md")
    names = " ".join(names_of_tests(source_of_tests(listing)))
    mentioned = set(re.findall(rf"\b{prefix}-\d+\b", code + page))
    mentioned |= {f"{prefix}-{number}" for number in re.findall(rf"_{prefix.lower()}_(\d+)", names)}
    assert mentioned <= there


@each_game
def test_every_option_is_on_the_rule_page_and_tested(listing: Listing) -> None:
    page = read("docs", "rules", f"{listing.name}.md")
    names = {choice.name for choice in listing.choices()}
    assert {name for name in names if f"`{name}`" not in page} == set()
    assert names - options_set(source_of_tests(listing)) == set(), "no test sets these options"


@each_game
def test_every_preset_is_on_the_rule_page(listing: Listing) -> None:
    page = read("docs", "rules", f"{listing.name}.md")
    for preset in listing.presets:
        assert preset.title in page


@each_game
def test_the_index_of_rulings_names_every_game(listing: Listing) -> None:
    index = read("docs", "rulings", "README.md")
    assert f"[{rulings_of(listing)[0].prefix}]({listing.name}.md)" in index
    assert f"[{listing.title}](../rules/{listing.name}.md)" in index


# These checks can fail

PAGE = r"""
| id | how we play it | kind |
|---|---|---|
| X-01 | The first one \| the best one. | rule |
| X-02 | Choose as you like. | option |
| X-03 | The clock strikes. | table |
| X-04 | Nobody has cards here. | n/a |
"""
NAMES = ["test_the_first_x_01", "test_choose_x_02_and_more"]


def test_a_good_page_passes() -> None:
    assert faults(rulings(PAGE), NAMES) == []
    assert rulings(PAGE)[0] == Ruling("X-01", r"The first one \| the best one.", "rule")


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        ("| X-02 | Choose as you like. | option |\n", "", "X-03 stands where X-02 should"),
        ("X-03", "X-02", "X-02 stands where X-03 should"),
        ("X-03", "Y-03", "Y-03 stands where X-03 should"),
        ("| table |", "| clock |", "X-03 is of no kind: 'clock'"),
        ("| table |", "|  |", "X-03 is of no kind: ''"),
        ("| table |", "| rule |", "X-03 is cited by no test"),
        ("Nobody has cards here.", "", "X-04 says too little, or gives no reason"),
    ],
)
def test_a_slip_on_the_page_is_noticed(before: str, after: str, fault: str) -> None:
    assert fault in faults(rulings(PAGE.replace(before, after)), NAMES)


@pytest.mark.parametrize("names", [[], ["test_the_first_x_011"], ["test_box_01"], ["test_x_v1"]])
def test_a_ruling_that_no_test_cites_is_noticed(names: list[str]) -> None:
    assert "X-01 is cited by no test" in faults(rulings(PAGE), names)


@pytest.mark.parametrize(
    "source",
    [
        "Game(2, Options(laps=1))",
        "def dealt(**options): ...\ndealt(laps=1)",
        "LISTING.new(2, {'laps': 1})",
        "assert LISTING.new(2, {'laps': 1}).options == usual",
        "play('--set', 'laps=1')",
    ],
)
def test_an_option_that_a_test_sets_is_found(source: str) -> None:
    assert options_set(source) == {"laps"}


@pytest.mark.parametrize(
    "source",
    [
        "",
        "from dicehall.rules.track import laps",
        "laps = 1\nrun(laps)",
        "def dealt(laps): ...\ndealt(laps=1)",
        "def dealt(**options): ...\ndealt(**options)",
        "pytest.raises(BadOptions, laps='cannot be')",
        "Running(laps=1)",
        "LISTING.new(2, {laps: 1})",
        "assert preset.options == Options(laps=1)",
        "assert allowed == {'laps': '1..10'}",
        "say('laps')",
        "'Like laps=1 or laps=2.'",
    ],
)
def test_an_option_that_a_test_only_mentions_is_not(source: str) -> None:
    assert options_set(source) == set()

"""What docs/protocol.md says is true: its session is replayed against a real hall, and it leaves no message out.

The hall of the example is real but for chance: its dice are seeded, its clock stands still, and its guests have fixed
ids. Only what is in the cookies is written as `…`. A changed answer is written into the document by
`GOLDEN=write pytest tests/docs/test_protocol.py`.
"""

import ast
import asyncio
import os
import re
from pathlib import Path
from typing import Any, get_args

import pytest

from dicehall.bots import LEVELS
from dicehall.evenings.core.commands import ByAnyone, ByHost
from dicehall.evenings.core.public_view import PublicView
from dicehall.evenings.core.setting import AnyFormat
from dicehall.evenings.core.setting import Setting as TournamentSetting
from dicehall.names.clean import LONGEST_NAME, SHORTEST_NAME
from dicehall.ports import ChatLine
from dicehall.rules.catalog import GAMES
from dicehall.server.bounds.confirmations import WHY
from dicehall.server.bounds.limits import Limits
from dicehall.server.bounds.rights import REFUSALS
from dicehall.server.live import chat_tails, messages, rooms
from dicehall.server.live import socket as sockets
from dicehall.server.live.client_messages import LONGEST_CHAT, ClientMessage, OpenTable
from dicehall.server.live.messages import ServerMessage
from dicehall.store.people import disk as book
from dicehall.table.core import decide
from dicehall.table.core.commands import MOST_MOVES, Request
from dicehall.table.core.events import LONGEST_CLOCK, QUICK_CLOCK, SHORTEST_CLOCK, Setting, TableEvent
from dicehall.table.core.log import QUICK_WAIT
from dicehall.table.core.playing import MOST_TIMEOUTS
from dicehall.table.core.public_view import PublicTable
from dicehall.table.live import clock, feed
from dicehall.table.live import table as live
from tests.docs.protocol_session import replayed

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs" / "protocol.md"
TEXT = DOCUMENT.read_text(encoding="utf-8")
IDS = ("pm4t7xw2kqa", "pz9c3hd6rnv")


def test_the_example_session_is_what_a_hall_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "SETTLE", 0.0)  # gathers nothing, so that every step has its own answers
    monkeypatch.setattr(book, "new_id", iter(IDS).__next__)
    again, came_in = asyncio.run(replayed(TEXT))
    assert came_in[0] in TEXT
    if os.environ.get("GOLDEN") == "write":
        DOCUMENT.write_text(again, encoding="utf-8")
    else:
        assert again == TEXT, "see the head of tests/docs/test_protocol.py for how to write the answers again"


# Nothing is left out


def section(heading: str) -> str:
    found = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", TEXT, re.DOTALL | re.MULTILINE)
    assert found is not None, f"there is no section {heading!r}"
    return found[1]


def rows(heading: str, first: str) -> dict[str, str]:
    """The tables of a section whose first column has this heading: the rest of each row by its first word."""
    tables = re.findall(rf"^\| {re.escape(first)} \|.*\n\|-.*\n((?:\|.*\n)+)", section(heading), re.MULTILINE)
    lines = "".join(tables).splitlines()
    return {line.split("|")[1].strip().strip("`"): line.split("|", 2)[2] for line in lines}


@pytest.mark.parametrize(
    ("heading", "union"),
    [
        ("What you send", ClientMessage),
        ("What you can do at a table", Request),
        ("Tournaments", ByAnyone | ByHost | AnyFormat),
        ("What you hear", ServerMessage),
        ("What happens at a table", TableEvent),
    ],
)
def test_every_message_is_described_with_every_field(heading: str, union: Any) -> None:
    described = rows(heading, "`type`")
    declared = {struct.__struct_config__.tag: struct for struct in get_args(union)}
    assert described.keys() == declared.keys()
    for tag, struct in declared.items():
        fields = set(struct.__struct_fields__) - ({"id"} if union is ClientMessage else set())
        assert {field for field in fields if f"`{field}`" not in described[tag]} == set(), tag


@pytest.mark.parametrize(
    ("heading", "first", "fields"),
    [
        ("What you send", "field", set(OpenTable.__struct_fields__) - {"id"}),
        ("A table as it is shown", "field", set(PublicTable.__struct_fields__)),
        ("Your secret and your moves", "field", set(messages.MineShown.__struct_fields__)),
        ("A table as it is shown", "`type`", {"ask", "chance", "over"}),
    ],
)
def test_every_field_is_described(heading: str, first: str, fields: set[str]) -> None:
    assert rows(heading, first).keys() == fields


def test_every_field_of_a_row_and_of_a_setting_is_named() -> None:
    for heading, struct in (
        ("What you hear", messages.Row),
        ("A table as it is shown", Setting),
        ("Chat", ChatLine),
        ("Tournaments", TournamentSetting),
        ("Tournaments", PublicView),
    ):
        missing = {field for field in struct.__struct_fields__ if f"`{field}`" not in section(heading)}
        assert missing == set(), struct


def reasons() -> set[str]:
    """Every reason that the source can give for a refusal."""
    places = {"RefusedError": 0, "Refused": 0, "only_if": 1, "_refuse": 1, "refuse": 1}
    found = {*decide.REASONS.values(), *(reason for reason, _ in REFUSALS.values())}
    found |= {f"confirm_{proof}" for proof in WHY}
    rooms = ("table", "server", "evenings/core", "evenings/live", "evenings/predictions")
    for path in (path for room in rooms for path in (ROOT / "src/dicehall" / room).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and len(node.args) > 1:
                place = places.get(ast.unparse(node.func).rpartition(".")[2])
                reason = None if place is None else node.args[place]
                if isinstance(reason, ast.Constant):
                    found.add(str(reason.value))
    return found


def test_every_reason_of_a_refusal_is_described_in_order() -> None:
    described = list(rows("Refusals", "`reason`"))
    assert set(described) == reasons()
    assert described == sorted(described)


def test_its_limits_are_those_of_the_hall() -> None:
    limits = {
        line.split("|")[1].strip(): line.split("|")[2].strip()
        for line in section("Limits").splitlines()
        if line[:1] == "|"
    }
    usual = Limits()
    assert limits["one message to the hall"] == f"{usual.message_size // 1024} KiB"
    assert limits["messages of one socket"] == f"{usual.messages_per_second} a second, {usual.messages_at_once} at once"
    assert limits["nested lists and objects"] == f"{usual.depth}"
    assert limits["bytes that wait for you to read them"] == f"{sockets.MOST_WAITING // 1024} KiB"
    assert limits["silence"] == f"a ping every {sockets.KEEPALIVE:.0f} seconds"
    assert limits["moves in one command"] == f"{MOST_MOVES}"
    assert limits["waiting commands of one person at one table"] == f"{live.MOST_QUEUED}"
    assert limits["a line of chat"] == f"{LONGEST_CHAT} characters"
    assert limits["chat of one person"] == f"{usual.chat_lines} lines in {usual.chat_seconds} seconds"
    reactions = f"1 in {usual.reaction_seconds} seconds, {usual.reactions_per_minute} a minute"
    assert limits["reactions of one person"] == reactions


@pytest.mark.parametrize(
    "sentence",
    [
        f"This is protocol {messages.PROTOCOL}.",
        f"the last {feed.KEPT} commands are remembered",
        f"one `clock_warning` {clock.WARNING:.0f} seconds before it, or a third",
        f"the clock is {QUICK_CLOCK} seconds, and bots fill it up {QUICK_WAIT:.0f} seconds after",
        f"after {['no', 'one', 'two', 'three'][MOST_TIMEOUTS]} time-outs in a row",
        f"the last {chat_tails.KEPT} lines",
        f"| `clock` | the game's own | Seconds to answer, {SHORTEST_CLOCK} to {LONGEST_CLOCK}.",
        f"one every {Limits().reaction_seconds} seconds and at most {Limits().reactions_per_minute} a minute",
        f"A name has {SHORTEST_NAME} to {LONGEST_NAME} visible characters",
    ],
)
def test_its_numbers_are_those_of_the_hall(sentence: str) -> None:
    assert sentence in re.sub(r"\s+", " ", TEXT)


def test_its_games_are_those_of_the_catalog() -> None:
    names = [f"`{listing.name}`" for listing in GAMES]
    assert f"| `game` | | {', '.join(names[:-1])} or {names[-1]}. |" in TEXT
    assert all(f'`"{level}"`' in section("What you send") for level in LEVELS)


def test_its_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    spaces: list[dict[str, Any]] = [{} for _ in blocks]
    for block, space in zip(blocks, spaces, strict=True):
        exec(compile(block, "docs/protocol.md", "exec"), space)
    lay = spaces[0]["lay"]
    assert lay({"a": {"b": 1, "c": [1]}, "d": 2}, {"a": {"c": [2]}}) == {"a": {"b": 1, "c": [2]}, "d": 2}
    assert lay({"a": {"type": "x", "b": 1}}, {"a": {"type": "y"}}) == {"a": {"type": "y"}}
    assert re.fullmatch(r"Call\(total=9\)\nA reveal wins \d+ times of 1000\.\n", capsys.readouterr().out)


def test_its_links_lead_somewhere() -> None:
    headings = {
        re.sub(r"[^a-z ]", "", title.lower()).replace(" ", "-")
        for title in re.findall(r"^## (.+)$", TEXT, re.MULTILINE)
    }
    for target, anchor in re.findall(r"\]\(([^)#]*)(?:#([^)]+))?\)", TEXT):
        assert not target or (DOCUMENT.parent / target).exists(), target
        assert target or anchor in headings, anchor

"""Every limit holds, says what is allowed and when to come again, and forgets nobody for ever."""

import json
import re
import resource
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicehall.rules.errors import BadOptions
from dicehall.server.bounds.limits import MOST, WIDE, Limits, allow_files, too_deep

DOCUMENT = Path(__file__).resolve().parents[3] / "docs" / "limits.md"


# What a host writes


def test_a_host_changes_some_limits_and_the_others_stay() -> None:
    limits = Limits.read(["sockets_per_address=5000", " tables = 1_000 ", "tables=7"])
    assert limits == Limits(sockets_per_address=5000, tables=7)


@pytest.mark.parametrize(
    "word",
    [
        "",
        "=5",
        "sockets",
        "socket=5",
        "sockets=",
        "sockets=-1",
        "sockets=0",
        "sockets=many",
        "sockets=1.5",
        "sockets=٣",
        "sockets=1000000001",
        f"sockets={'9' * 5000}",
    ],
)
def test_anything_else_is_refused_with_what_is_allowed(word: str) -> None:
    with pytest.raises(BadOptions) as error:
        Limits.read([word])
    text = str(error.value)
    assert "--limit" in text
    assert f"from 1 to {MOST}" in text or all(name in text for name in Limits._fields)
    assert len(text) < 1000


def test_a_typing_error_is_answered_with_the_nearest_name() -> None:
    with pytest.raises(BadOptions, match="such as watchers_per_table=500, not 'spectators_per_table=5'"):
        Limits.read(["spectators_per_table=5"])


def test_every_limit_is_described_to_hosts_with_its_default() -> None:
    rows = re.findall(r"^\| `(\w+)` \| ([\d,]+)[^|]*\|", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)
    assert {name: int(number.replace(",", "")) for name, number in rows} == Limits()._asdict()


# Open files


def test_sockets_and_connections_fit_into_what_the_system_allows() -> None:
    assert Limits().fitting(10**6) == Limits()
    small = Limits(sockets=1000, connections=500).fitting(1024)
    assert small.sockets + small.connections == 1024 - 100
    assert small.sockets == pytest.approx(2 * small.connections, abs=2)
    tiny = Limits().fitting(10)
    assert (tiny.sockets, tiny.connections) == (1, 1)


def test_the_hall_asks_the_system_for_all_the_files_it_can_have() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, before[1]))
        allowed = allow_files()
        assert allowed >= 256
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (allowed, before[1])
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


# Depth

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=30,
)


def depth(value: Any) -> int:
    match value:
        case list():
            return 1 + max(map(depth, value), default=0)
        case dict():
            return 1 + max(map(depth, value.values()), default=0)
        case _:
            return 0


@given(JSON, st.integers(1, 6), st.booleans())
def test_only_what_is_deeper_than_the_limit_is_too_deep(value: Any, most: int, ascii: bool) -> None:
    text = json.dumps(value, ensure_ascii=ascii).encode("utf-8", "surrogatepass")
    if text.count(b"[") + text.count(b"{") <= WIDE * most:
        assert too_deep(text, most) == (depth(value) > most)


@given(st.text('[]{}"\\,:a', max_size=200).map(str.encode), st.integers(1, 5))
def test_what_is_no_json_is_looked_at_as_well(text: bytes, most: int) -> None:
    too_deep(text, most)


@pytest.mark.parametrize(
    ("text", "deep"),
    [
        (b"[" * 32 + b"]" * 32, False),
        (b"[" * 33 + b"]" * 33, True),
        (b'{"a":' * 33 + b"1" + b"}" * 33, True),
        (b"[" * 65536, True),
        (b'"' + b"[" * 1000 + b'"', False),
        (rb'"\"' + b"[" * 1000 + b'"', False),
        (rb'"\\"' + b"[" * 33, True),
        (b"[" + b"[]," * 100 + b"[]]", False),
        (b"[" + b"[]," * 20000 + b"[]]", True),
    ],
    ids=["32", "33", "objects", "no end", "in a string", "behind a quote", "behind a string", "wide", "endlessly wide"],
)
def test_brackets_count_where_they_are_no_text(text: bytes, deep: bool) -> None:
    assert too_deep(text, 32) == deep

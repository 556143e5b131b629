"""The page's types say what the hall says: nothing is missing, nothing dangles, and the file is never stale."""

import re
from collections import Counter
from pathlib import Path
from typing import Any, Literal, get_args

import msgspec
import pytest

from dicehall.rules import values
from dicehall.rules.catalog import GAMES
from dicehall.rules.kernel import View
from dicehall.rules.listing import Listing
from dicehall.rules.values import Event, Move, Value
from dicehall.server.app.typescript import File
from dicehall.server.live.client_messages import ClientMessage
from dicehall.server.live.messages import ServerMessage
from dicehall.table.core.commands import Request
from dicehall.table.core.events import TableEvent

KEPT = Path(__file__).resolve().parents[3] / "web" / "protocol.ts"
TYPESCRIPT = File(GAMES).write()

BUILT_IN = {"Omit", "Partial", "Readonly", "Record", "PROTOCOL"}


def structs(union: Any) -> tuple[Any, ...]:
    return get_args(union) or (union,)


def declared(text: str) -> Counter[str]:
    return Counter(re.findall(r"^(?:export )?(?:type|interface|const) (\w+)", text, re.MULTILINE))


def without_words(text: str) -> str:
    """The types alone: neither comments nor strings."""
    return re.sub(r'/\*\*.*?\*/|//.*|"[^"\n]*"|`[^`\n]*`', "", text)


def test_the_file_is_not_stale() -> None:
    assert KEPT.read_text(encoding="utf-8") == TYPESCRIPT, "web/protocol.ts is stale; the cure: make types"


def test_it_is_written_the_same_every_time() -> None:
    """By other processes too, or what is kept would be stale."""
    assert File(GAMES[:1]).write() == File(GAMES[:1]).write()


@pytest.mark.parametrize(
    "union", [ClientMessage, ServerMessage, Request, TableEvent], ids=["client", "server", "act", "event"]
)
def test_every_message_command_and_event_is_there(union: Any) -> None:
    for struct in structs(union):
        tag = struct.__struct_config__.tag
        assert re.search(rf'readonly type: "{tag}";\n', TYPESCRIPT), f"{struct} is missing"


@pytest.mark.parametrize("listing", GAMES, ids=lambda listing: listing.name)
def test_every_game_brings_its_moves_events_options_board_and_secret(listing: Listing) -> None:
    for struct in (*structs(listing.move), *structs(listing.event)):
        assert f'readonly type: "{struct.__struct_config__.tag}";\n' in TYPESCRIPT
    entry = re.search(rf"  readonly {listing.name}: {{\n(.*?)  }};\n", TYPESCRIPT, re.DOTALL)
    assert entry is not None
    assert re.findall(r"readonly (\w+):", entry[1]) == ["options", "board", "move", "event", "secret"]


def test_every_name_is_declared_once_and_every_name_that_is_used_is_declared() -> None:
    names = declared(TYPESCRIPT)
    assert [name for name, times in names.items() if times > 1] == []
    used = set(re.findall(r"\b[A-Z]\w+", without_words(TYPESCRIPT)))
    assert used - set(names) - BUILT_IN == set()


def test_brackets_balance() -> None:
    text = without_words(TYPESCRIPT)
    for opening, closing in ("{}", "[]", "()"):
        assert text.count(opening) == text.count(closing)


def test_a_client_may_leave_out_what_has_a_default_and_the_hall_leaves_out_nothing_but_empty_extras() -> None:
    assert "  readonly since?: number | null;\n" in TYPESCRIPT
    assert re.search(r"interface GivenSetting \{[^}]*readonly clock\?: number;", TYPESCRIPT)
    assert re.search(r"interface Setting \{[^}]*readonly clock: number;", TYPESCRIPT)
    assert re.search(r"interface DoneMessage \{[^}]*readonly table\?: string \| null;", TYPESCRIPT)
    assert re.search(r"interface UpdateMessage \{[^}]*readonly mine\?: readonly MineShown\[\];", TYPESCRIPT)
    assert re.search(r'interface MineShown \{[^}]*readonly secret\?: Games\[GameName\]\["secret"\];', TYPESCRIPT)
    assert re.search(r"interface Seated \{[^}]*readonly ready: boolean;", TYPESCRIPT)


def test_sentences_travel_with_the_types() -> None:
    assert "/** Do something at a table. */\nexport interface ActMessage {" in TYPESCRIPT
    assert "  /** How many may sit. */\n  readonly seats: number;" in TYPESCRIPT


def test_rows_of_an_array_are_tuples() -> None:
    assert "export type Due = readonly [seat: Seat, until: number | null, since: number];" in TYPESCRIPT


# A sixth game


class Options(values.Options):
    pace: Literal["slow", "fast"] = "slow"


class Nudge(Move):
    """A little."""

    by: int


class Nudged(Event):
    seat: values.Seat


class Board(Value):
    marks: dict[str, tuple[int, str]]


SIXTH = GAMES[0]._replace(
    name="shove_it", options=Options, view=View[Board, None, Nudge], move=Nudge, event=Nudged, presets=()
)  # fmt: skip


def test_a_sixth_game_appears_by_itself() -> None:
    text = File((GAMES[0], SIXTH)).write()
    assert '/** A little. */\nexport interface ShoveItNudgeMove {\n  readonly type: "nudge";' in text
    assert "export type ShoveItEvent = ShoveItNudgedEvent;" in text
    assert "  readonly marks: Readonly<Record<string, readonly [number, string]>>;\n" in text
    assert "  readonly shove_it: {\n    readonly options: ShoveItOptions;" in text


def test_of_two_editions_the_newest_is_written() -> None:
    newer = GAMES[0]._replace(edition=GAMES[0].edition + 1)
    assert File((GAMES[0], newer)).write().count("  readonly peril: {\n") == 1


def test_two_types_of_one_name_are_noticed() -> None:
    twice = msgspec.defstruct("Nudge", [("by", str)], bases=(Move,), module=__name__, frozen=True)
    with pytest.raises(TypeError, match="would both be called ShoveItNudgeMove"):
        File((SIXTH._replace(event=twice),)).write()


def test_a_type_that_typescript_cannot_say_is_named() -> None:
    odd = SIXTH._replace(event=frozenset[int])
    with pytest.raises(TypeError, match="no word for"):
        File((odd,)).write()

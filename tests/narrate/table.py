"""One of every table event, and what a message about a table may speak of."""

from collections.abc import Iterator
from typing import Any, get_args

from fluent.syntax import FluentParser, FluentSerializer, ast

from dicehall.narrate import message_key
from dicehall.rules.values import Event
from dicehall.table.core import events
from dicehall.table.core.events import Setting, TableEvent
from tests.kit.sentences import Variables, told_values

KINDS: tuple[type[Event], ...] = get_args(TableEvent)
PEOPLE = {"p1": "Ann", "p2": "Ben"}
NAMES = ("Ann", "Ben", "Fox")
SETTING = Setting(game="peril", seats=4)

SAMPLES: tuple[Event, ...] = (
    events.Opened("p1", SETTING),
    events.Configured(SETTING),
    events.Committed("5e" * 32),
    events.Invited("p1"),
    events.Uninvited("p1"),
    events.Declined("p1"),
    events.Sat("p1", "heads"),
    events.BotSat("bot:Fox", "normal"),
    events.Stood("p1"),
    events.Kicked("p1"),
    events.SeatReplaced(0, "p2"),
    events.Readmitted("p1"),
    events.LetIn("p1"),
    events.Readied("p1"),
    events.Unreadied("p1"),
    events.TeamChosen("p1", "Red Foxes", "red", "stripes"),
    events.TeamDropped("p1"),
    events.Locked(),
    events.Unlocked(),
    events.HostChanged("p1"),
    events.Muted("p1"),
    events.Unmuted("p1"),
    events.TalkAllowed(),
    events.TalkForbidden(),
    events.ReactionsAllowed(),
    events.ReactionsForbidden(),
    events.KnocksAllowed(),
    events.KnocksForbidden(),
    events.PredictionsAllowed(),
    events.PredictionsForbidden(),
    events.ScoreReset(),
    events.GameReset("5e" * 32, "d1" * 32),
    events.GameForfeited("p1"),
    events.ResetAgreed("p1"),
    events.WentBack(12),
    events.GameStarted(
        1, "peril", 1, {"starting_lives": 3}, ("p2", "bot:Fox", "p1"), (None, "normal", None), "5e" * 32, ("", "", "")
    ),
    events.GameEnded(1, (0, 1, 0), (2, 1, 3), "5e" * 32, "d1" * 32),
    events.TimedOut(0),
    events.HandedOver(0),
    events.TookBack(0),
    events.Helped(0),
    events.NoShow("p1"),
    events.Walkover("p1"),
    events.NobodyCame(),
    events.Disclosed("5e" * 32, "d1" * 32),
    events.Closed(),
)

FIXED: dict[str, set[str]] = {
    "someone": set(),
    "hall": set(),
    "you-listed": set(),
    "clock-warning": {"who", "seconds", "you"},
    "reconnecting": {"who"},
    "back": {"who"},
    "watching": {"count"},
    "chat": {"who", "text"},
    "away": {"seconds"},
    "uncertain": set(),
    "certain": set(),
    "restarting": set(),
}
"""What is said at a table without an event, and the values for it."""


def allowed(game: str) -> dict[str, set[str]]:
    """Every message that a game may have about its table, and the values that it may speak of."""
    return {message_key(game, kind): values(kind) for kind in KINDS}


def values(kind: Any) -> set[str]:
    """What is told of an event; the fields of a setting stand among its own."""
    fields = told_values(kind)
    return fields - {"setting"} | set(Setting.__struct_fields__) if "setting" in fields else fields


def faults(known: dict[str, set[str]], messages: str) -> Iterator[str]:
    """What is wrong with the messages that are about the table; others are none of its business."""
    seen: set[str] = set()
    for entry in FluentParser().parse(messages).body:
        if isinstance(entry, ast.Message) and entry.id.name in known:
            key = entry.id.name
            if key in seen:
                yield f"{key} is there twice"
            seen.add(key)
            if entry.value is None:
                yield f"{key} says nothing"
            variables = Variables()
            variables.visit(entry)
            yield from (f"{key} knows no ${name}" for name in sorted(variables.names - known[key]))


def without_table(game: str, messages: str) -> str:
    """The messages of a game that are about the game itself."""
    resource = FluentParser().parse(messages)
    known = allowed(game)
    resource.body = [
        entry for entry in resource.body if not (isinstance(entry, ast.Message) and entry.id.name in known)
    ]
    return FluentSerializer(with_junk=True).serialize(resource)

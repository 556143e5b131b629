"""What the main thread of a page did, task by task, out of a trace of Chromium."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline", "v8", "blink.user_timing"]
KINDS = {
    "layout": ("Layout",),
    "style": ("UpdateLayoutTree",),
    "paint": ("Paint", "PrePaint", "Layerize", "Commit", "UpdateLayer"),
    "script": ("FunctionCall", "TimerFire", "FireAnimationFrame", "EventDispatch", "RunMicrotasks", "v8."),
    "garbage": ("V8.GC", "MinorGC", "MajorGC"),
}
"""By how the names of trace events begin; the first that fits."""
OTHER = "other"

Event = dict[str, Any]


@dataclass(frozen=True)
class Task:
    start: float
    """Seconds after the mark."""
    took: float
    """Milliseconds by the clock on the wall."""
    ran: float
    """Milliseconds in which the thread had a core. For the rest it waited, for a core or for another thread."""
    parts: dict[str, float]
    """Milliseconds that it ran, by kind of work."""


@dataclass(frozen=True)
class Traced:
    process: int
    tasks: Sequence[Task]


def traced(trace: bytes, mark: str) -> Traced:
    """All tasks of the thread that has set this mark, from there on."""
    events = json.loads(trace)["traceEvents"]
    begin = next(event for event in events if event["name"] == mark)
    own = [
        event
        for event in events
        if (event["pid"], event["tid"]) == (begin["pid"], begin["tid"])
        and "tdur" in event
        and event["ts"] > begin["ts"]
    ]
    own.sort(key=lambda event: (event["ts"], -event["dur"]))
    return Traced(begin["pid"], list(tasks(own, begin["ts"])))


def tasks(events: Sequence[Event], begin: float) -> Iterator[Task]:
    for index, event in enumerate(events):
        if event["name"] == "RunTask":
            yield Task(
                (event["ts"] - begin) / 1e6, event["dur"] / 1e3, event["tdur"] / 1e3, parts(within(events, index))
            )


def within(events: Sequence[Event], index: int) -> Iterator[Event]:
    """This event, and those inside it."""
    end = events[index]["ts"] + events[index]["dur"]
    while index < len(events) and events[index]["ts"] < end:
        yield events[index]
        index += 1


def parts(events: Iterator[Event]) -> dict[str, float]:
    """What each kind of work ran for, without what ran inside it."""
    found: dict[str, float] = {}
    around: list[Event] = []
    for event in events:
        while around and event["ts"] >= around[-1]["ts"] + around[-1]["dur"]:
            around.pop()
        add(found, event, event["tdur"])
        if around:
            add(found, around[-1], -event["tdur"])
        around.append(event)
    return found


def add(found: dict[str, float], event: Event, microseconds: float) -> None:
    kind = kind_of(event["name"])
    found[kind] = found.get(kind, 0) + microseconds / 1e3


def kind_of(name: str) -> str:
    return next((kind for kind, beginnings in KINDS.items() if name.startswith(beginnings)), OTHER)

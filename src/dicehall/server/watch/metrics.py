"""What a hall counts for a monitoring system: numbers, never a name, a code or a secret."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from prometheus_client import CollectorRegistry
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.exposition import choose_encoder
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector

from dicehall import __version__
from dicehall.rules.catalog import GAMES
from dicehall.rules.values import Event
from dicehall.server.bounds.limits import Limits
from dicehall.table.core.events import GameEnded, TimedOut

REASONS: Final = frozenset(
    (
        "advance", "already", "bad_chance", "bad_head", "bad_message", "bad_move", "bad_request", "bad_seat",
        "bad_stake", "bad_title", "blocked", "bots", "busy", "cannot_agree", "closed", "codes", "confirm_passkey",
        "confirm_password", "dice", "duplicate", "empty", "exists", "far", "fixture", "forbidden", "full",
        "game_running", "held", "key", "kicked", "knocking", "last", "line_up", "locked", "most", "muted", "no_account",
        "no_bot", "no_bots", "no_fixture", "no_game", "no_knocking", "no_name", "no_odds", "no_pairing",
        "no_spectators", "no_table", "no_tournament", "not_administrator", "not_an_option", "not_asked", "not_awaited",
        "not_away", "not_due", "not_here", "not_host", "not_in", "not_invited", "not_needed", "not_open",
        "not_open_ended", "not_ready", "not_seated", "not_started", "not_waiting", "not_your_turn", "nothing_to_throw",
        "open_match", "over", "past", "player", "pool_closed", "predictions_off", "public", "quick", "rated_odds",
        "reactions_off", "read_only", "removed", "seated", "seats", "stale", "started", "too_early", "too_fast",
        "too_few", "too_few_chips", "too_late", "too_long", "too_many", "too_many_moves", "uncertain", "unknown",
        "unknown_bot", "unknown_game", "unknown_person", "unreachable", "unwritable", "waiting", "yourself",
    )
)  # fmt: skip
"""Reasons of refusals; any other is counted as `other`, so that no user's text becomes a label."""
STATES: Final = ("waiting", "playing", "finished")
REJECTIONS: Final = (400, 401, 403, 404, 429, 500, 503)
"""The statuses with which a socket is refused; any other is counted as 0."""
CLASSES: Final = ("1xx", "2xx", "3xx", "4xx", "5xx")
BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Seconds from an append to its being on the disk."""


class Census(NamedTuple):
    """What is in the hall at this moment."""

    tables: Mapping[tuple[str, str], int]
    """By state and game."""
    asleep: int
    damaged: int
    sockets: int
    people: int
    tasks: int
    limits_hit: Mapping[str, int]
    """How often each limit was hit, by its name."""
    gates: int = 0
    """Processes that hold sockets, if the hall does not hold them itself."""
    gates_alive: int = 0
    gates_restarted: int = 0


class Metrics:
    """Plain numbers, because every move counts; nothing is shared between two halls."""

    __slots__ = (
        "_append_seconds", "_appends", "_refusals", "_rejections", "_requests", "chat_lines", "failed_log_ins", "games",
        "guests", "log_ins", "moves", "predictions", "reactions", "registrations", "timeouts",
    )  # fmt: skip

    def __init__(self) -> None:
        self.moves = self.timeouts = self.games = self.chat_lines = self.reactions = self.predictions = 0
        self.guests = self.registrations = self.log_ins = self.failed_log_ins = 0
        self._refusals = dict.fromkeys((*sorted(REASONS), "other"), 0)
        self._rejections = dict.fromkeys((*REJECTIONS, 0), 0)
        self._requests = dict.fromkeys(CLASSES, 0)
        self._appends = [0] * (len(BOUNDS) + 1)
        self._append_seconds = 0.0

    def told(self, events: Sequence[Event], happened: Iterable[Event]) -> None:
        """After a command: all events that were told, and those of them that are the table's and not the game's."""
        own = 0
        for event in happened:
            own += 1
            if type(event) is TimedOut:
                self.timeouts += 1
            elif type(event) is GameEnded:
                self.games += 1
        self.moves += len(events) > own

    def refused(self, reason: str) -> None:
        self._refusals[reason if reason in REASONS else "other"] += 1

    def turned_away(self, status: int) -> None:
        """A socket that was not admitted."""
        self._rejections[status if status in self._rejections else 0] += 1

    def answered(self, status: int) -> None:
        """An HTTP request."""
        self._requests[CLASSES[min(max(status // 100, 1), 5) - 1]] += 1

    def appended(self, seconds: float) -> None:
        """The time until the disk had it."""
        self._appends[bisect_left(BOUNDS, seconds)] += 1
        self._append_seconds += seconds

    def exposition(self, census: Census, accept: str = "") -> tuple[bytes, str]:
        """All of it in Prometheus' format, and the content type."""
        registry = CollectorRegistry(auto_describe=False)
        ProcessCollector(registry=registry)
        registry.register(_Told((*self.counted(), *present(census))))
        encode, content_type = choose_encoder(accept)
        return encode(registry), content_type

    def counted(self) -> Iterator[Metric]:
        yield counter("moves", "Commands that moved a game on, by people, bots and clocks", self.moves)
        yield counter("timeouts", "Players whose time was up", self.timeouts)
        yield counter("games", "Games that were finished", self.games)
        yield counter("chat_lines", "Lines of chat", self.chat_lines)
        yield counter("reactions", "Reactions", self.reactions)
        yield counter("predictions", "Predictions taken, changed ones included", self.predictions)
        yield counter("guests", "New guests", self.guests)
        yield counter("registrations", "New accounts", self.registrations)
        outcomes = {"ok": self.log_ins, "failed": self.failed_log_ins}
        yield counters("log_ins", "Sign-ins, by outcome", "outcome", outcomes)
        yield counters("refusals", "Refused commands and messages, by reason", "reason", self._refusals)
        statuses = {str(status or "other"): count for status, count in self._rejections.items()}
        yield counters("sockets_refused", "Refused sockets, by HTTP status", "status", statuses)
        yield counters("http_requests", "HTTP answers, by class of status", "status", self._requests)
        yield HistogramMetricFamily(
            "dicehall_append_seconds",
            "Seconds until an append was on the disk",
            buckets=list(zip((*map(str, BOUNDS), "+Inf"), accumulate(self._appends), strict=True)),
            sum_value=self._append_seconds,
        )


class _Told(Collector):
    """For one answer, from what was gathered already."""

    def __init__(self, families: Sequence[Metric]) -> None:
        self._families = families

    def collect(self) -> Iterator[Metric]:
        return iter(self._families)


def present(census: Census) -> Iterator[Metric]:
    """The current state."""
    info = GaugeMetricFamily("dicehall_info", "The version of this hall", labels=["version"])
    info.add_metric([__version__], 1)
    yield info
    tables = GaugeMetricFamily("dicehall_tables", "Open tables", labels=["state", "game"])
    counts: Counter[tuple[str, str]] = Counter({(state, game.name): 0 for state in STATES for game in GAMES})
    counts.update(census.tables)
    for labels, count in counts.items():
        tables.add_metric(labels, count)
    yield tables
    yield gauge("tables_asleep", "Tables that have not been opened since the start", census.asleep)
    yield gauge("tables_damaged", "Tables that cannot be read", census.damaged)
    yield gauge("sockets", "Open sockets", census.sockets)
    yield gauge("people", "People with at least one socket", census.people)
    yield gauge("gates", "Gates that hold the sockets; none if the hall does so itself", census.gates)
    yield gauge("gates_alive", "Gates that answer", census.gates_alive)
    yield counter("gates_restarted", "Gates that took the place of another", census.gates_restarted)
    yield gauge("tasks", "Tasks of the event loop", census.tasks)
    hits = {limit: census.limits_hit.get(limit, 0) for limit in Limits._fields}
    yield counters("limits_hit", "How often each limit was hit, by its name", "limit", hits)


def gauge(name: str, help: str, value: float) -> Metric:
    return GaugeMetricFamily(f"dicehall_{name}", help, value=value)


def counter(name: str, help: str, value: int) -> Metric:
    return CounterMetricFamily(f"dicehall_{name}", help, value=value)


def counters(name: str, help: str, label: str, values: Mapping[str, int]) -> Metric:
    family = CounterMetricFamily(f"dicehall_{name}", help, labels=[label])
    for value, count in values.items():
        family.add_metric([value], count)
    return family

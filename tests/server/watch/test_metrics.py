"""What a hall counts is told as Prometheus reads it, and never with a word of anybody in it."""

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prometheus_client.parser import text_string_to_metric_families

from dicehall import __version__
from dicehall.rules.catalog import GAMES
from dicehall.rules.peril import Peril
from dicehall.server.bounds.limits import Limits
from dicehall.server.live import rooms
from dicehall.server.live.rooms import Rooms
from dicehall.server.watch.metrics import BOUNDS, CLASSES, REASONS, REJECTIONS, STATES, Census, Metrics
from dicehall.table.core.events import GameEnded, Sat, TimedOut
from dicehall.table.live.services import TableChange
from dicehall.table.live.table import LiveTable
from tests.server import evenings
from tests.server.evenings import PLAYERS, Company
from tests.server.live.test_non_interference import GAMES as SECRETIVE
from tests.server.live.test_non_interference import Leak, compare, trace

ROOT = Path(__file__).resolve().parents[3]
NOBODY = Census(tables={}, asleep=0, damaged=0, sockets=0, people=0, tasks=0, limits_hit={})


def told(metrics: Metrics, census: Census = NOBODY) -> dict[str, float]:
    """Every sample by its name and labels, as a monitoring system reads them."""
    text, content_type = metrics.exposition(census)
    assert content_type.startswith("text/plain")
    return {
        sample.name + "".join(f",{name}={value}" for name, value in sorted(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text.decode())
        for sample in family.samples
    }


def test_a_new_hall_tells_every_number_as_nought() -> None:
    samples = {name: value for name, value in told(Metrics()).items() if name.startswith("dicehall_")}
    assert samples.pop(f"dicehall_info,version={__version__}") == 1
    assert len(samples) > 100
    assert set(samples.values()) == {0}


@pytest.mark.parametrize(
    ("attribute", "name"),
    [
        ("moves", "dicehall_moves_total"),
        ("timeouts", "dicehall_timeouts_total"),
        ("games", "dicehall_games_total"),
        ("chat_lines", "dicehall_chat_lines_total"),
        ("reactions", "dicehall_reactions_total"),
        ("guests", "dicehall_guests_total"),
        ("registrations", "dicehall_registrations_total"),
        ("log_ins", "dicehall_log_ins_total,outcome=ok"),
        ("failed_log_ins", "dicehall_log_ins_total,outcome=failed"),
    ],
)
def test_each_counter_is_told_under_its_name(attribute: str, name: str) -> None:
    metrics = Metrics()
    setattr(metrics, attribute, 17)
    changed = {name for name, value in told(metrics).items() if value != told(Metrics()).get(name)}
    assert {name for name in changed if name.startswith("dicehall_")} == {name}
    assert told(metrics)[name] == 17


def test_a_command_that_moves_a_game_on_is_one_move_however_much_it_tells() -> None:
    metrics = Metrics()
    moved: Any = (Peril, Peril)  # whatever is not the table's own is the game's
    metrics.told(moved, ())
    metrics.told((*moved, TimedOut(1), TimedOut(2)), (TimedOut(1), TimedOut(2)))
    metrics.told((Sat("p1"),), (Sat("p1"),))
    metrics.told((*moved, GameEnded(1, (1, 0), (1, 2))), (GameEnded(1, (1, 0), (1, 2)),))
    assert (metrics.moves, metrics.timeouts, metrics.games) == (3, 2, 1)


def test_an_append_falls_into_the_bucket_of_its_seconds_and_all_above() -> None:
    metrics = Metrics()
    for seconds in (0.0004, 0.001, 0.02, 7.0):
        metrics.appended(seconds)
    samples = told(metrics)
    buckets = [samples[f"dicehall_append_seconds_bucket,le={bound}"] for bound in (*BOUNDS, "+Inf")]
    assert buckets == [2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 4]
    assert samples["dicehall_append_seconds_count"] == 4
    assert samples["dicehall_append_seconds_sum"] == pytest.approx(7.0214)


def test_what_is_there_now_is_told_by_state_and_game() -> None:
    census = Census({("playing", "bluff"): 3, ("waiting", "peril"): 1}, 4, 5, 6, 7, 8, {"sockets": 9, "Ann": 1})
    samples = told(Metrics(), census)
    assert samples["dicehall_tables,game=bluff,state=playing"] == 3
    assert samples["dicehall_tables,game=peril,state=waiting"] == 1
    assert samples["dicehall_tables,game=peril,state=playing"] == 0
    names = ("tables_asleep", "tables_damaged", "sockets", "people", "tasks")
    assert [samples[f"dicehall_{name}"] for name in names] == [4, 5, 6, 7, 8]
    assert samples["dicehall_limits_hit_total,limit=sockets"] == 9
    assert "Ann" not in str(samples)


def test_the_process_is_told_as_other_programs_tell_theirs() -> None:
    samples = told(Metrics())
    assert samples["process_resident_memory_bytes"] > 10**6
    assert samples["process_open_fds"] > 2


def test_two_halls_in_one_process_count_apart() -> None:
    one, other = Metrics(), Metrics()
    one.moves += 1
    one.refused("stale")
    one.appended(0.1)
    assert told(other) | {"process_cpu_seconds_total": 0} != told(one) | {"process_cpu_seconds_total": 0}
    assert told(other)["dicehall_refusals_total,reason=stale"] == told(other)["dicehall_append_seconds_count"] == 0


def test_an_open_metrics_reader_is_answered_in_its_own_format() -> None:
    text, content_type = Metrics().exposition(NOBODY, "application/openmetrics-text; version=1.0.0")
    assert content_type.startswith("application/openmetrics-text")
    assert text.endswith(b"# EOF\n")


# No word of anybody


LABELS = {
    "version": {__version__},
    "state": set(STATES),
    "game": {game.name for game in GAMES} | {"other"},
    "outcome": {"ok", "failed"},
    "reason": REASONS | {"other"},
    "status": {*map(str, REJECTIONS), *CLASSES, "other"},
    "limit": set(Limits._fields),
    "le": {*map(str, BOUNDS), "+Inf"},
}


@given(st.lists(st.text() | st.from_regex(r"[a-z_]{1,12}", fullmatch=True)), st.lists(st.integers(-9, 10**6)))
def test_whatever_is_counted_every_label_is_one_of_a_few_known_words(reasons: list[str], statuses: list[int]) -> None:
    metrics = Metrics()
    for reason in reasons:
        metrics.refused(reason)
    for status in statuses:
        metrics.answered(status)
        metrics.turned_away(status)
    text, _ = metrics.exposition(NOBODY._replace(limits_hit=dict.fromkeys(reasons, 1)))
    for family in text_string_to_metric_families(text.decode()):
        for sample in family.samples:
            assert all(value in LABELS[name] for name, value in sample.labels.items()), sample
    samples = told(metrics)
    assert sum(value for name, value in samples.items() if name.startswith("dicehall_refusals_total")) == len(reasons)
    assert sum(value for name, value in samples.items() if name.startswith("dicehall_http_req")) == len(statuses)
    assert sum(value for name, value in samples.items() if name.startswith("dicehall_sockets_ref")) == len(statuses)


def test_every_reason_of_the_protocol_has_its_own_count() -> None:
    """A new refusal is added to `REASONS` as well; until then it is counted as `other`."""
    document = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    table = document.partition("## Refusals")[2].partition("\n## ")[0]
    reasons = set(re.findall(r"^\| `(\w+)` \| [A-Z]", table, re.MULTILINE))
    assert len(reasons) > 40
    assert reasons <= REASONS


# No secret of a game

UNSTEADY = re.compile(rb"^(process_|dicehall_append_seconds|dicehall_tasks|#)")
"""What differs between two runs by itself: memory, the disk, and what the loop happens to do."""


class Counted(Company):
    """Reads the numbers of the hall after every step, as another spectator would."""

    async def step_is_over(self, code: str) -> None:
        await super().step_is_over(code)
        lines = (await self.http.get(self.metrics)).content.splitlines()
        steady = [line for line in lines if not UNSTEADY.match(line)]
        assert len(steady) > 100
        self.heard.setdefault("metrics", []).append(steady)


class LeakyCount(Rooms):
    def told(self, live: LiveTable, update: TableChange) -> None:
        super().told(live, update)
        self.metrics.chat_lines += trace(live)


@pytest.fixture
def _counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "SETTLE", 0.0)
    monkeypatch.setattr(evenings, "Company", Counted)


@pytest.mark.usefixtures("_counted")
@pytest.mark.parametrize("name", ["mindroll", "bluff"])
def test_the_numbers_of_two_evenings_that_differ_in_a_secret_are_the_same_until_the_rules_show_it(name: str) -> None:
    game, _ = SECRETIVE[name]
    steps = asyncio.run(compare(game, {"rounds": 1}))
    assert len(steps) == len(PLAYERS)


@pytest.mark.usefixtures("_counted")
def test_a_number_that_depends_on_a_secret_is_caught() -> None:
    with pytest.raises(Leak):
        asyncio.run(compare("mindroll", {"rounds": 1}, LeakyCount))

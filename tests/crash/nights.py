"""Theme nights in a hall that is killed around the moment at which each of them opens."""

import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from time import monotonic, sleep
from typing import Any, Final

import httpx

from dicehall.evenings.live.nights import FORM
from dicehall.evenings.themes import events
from dicehall.evenings.themes.events import ThemeEvent
from dicehall.ports import Head
from dicehall.ports.codes import common_log, is_table, is_tournament
from dicehall.store.journal.disk import DiskJournal
from tests.crash.halls import MortalHall
from tests.crash.sabotage import CALENDAR
from tests.crash.witness import Findings
from tests.server.kit import PATIENCE

MINUTE: Final = 60.0
DOORS: Final = 30 * MINUTE
"""How long before its start a tournament can be entered."""
HOSTS: Final = 2


class KilledNights:
    """Tables open minute by minute, and tournaments among them: those have their start half an hour later."""

    def __init__(self, hall: MortalHall, aside: Path, evenings: int, seed: int) -> None:
        self.hall = hall
        self.aside = aside
        self.evenings = evenings
        self.rng = Random(seed)
        self.findings = Findings()
        self.kept: set[str] = set()
        """Themes that the hall has promised to keep."""
        self.told: dict[str, tuple[str, float]] = {}
        """What was said to be on, by code: its theme and its start."""
        self.log: list[ThemeEvent] = []
        self._ahead = 0.0
        """Seconds by which the calendar is."""

    # Playing

    def survive(self) -> Iterator[None]:
        """Yields at each kill; one evening more or less opens between two of them."""
        self.hall.open()
        self._plan()
        while (doors := self._next_doors()) is not None:
            self._turn_calendar(doors)
            sleep(self.rng.uniform(0.0, 0.2))  # the kill comes before it opens, just then, or after it
            self._listen()
            self.findings.kills += 1
            self.hall.kill()
            self.compare()
            yield
            self.hall.open()
        self._until_all_are_on()
        self.hall.kill()
        self.compare()
        self._last_look()

    def _plan(self) -> None:
        now = self._now()
        for host in range(HOSTS):
            with httpx.Client(base_url=self.hall.url) as http:
                body = {"name": f"Planner {host}", "password": "correct horse battery"}
                http.post("/api/accounts", json=body).raise_for_status()
                for number in range(host, self.evenings, HOSTS):
                    answer = http.post("/api/nights", json=theme(number, now + (3 + number) * MINUTE))
                    self.kept.add(answer.raise_for_status().json()["key"])
                    self.findings.acknowledged += 1

    def _programme(self) -> dict[str, Any]:
        told: dict[str, Any] = httpx.get(f"{self.hall.url}/api/nights").raise_for_status().json()
        return told

    def _now(self) -> float:
        return float(self._programme()["now"])

    def _turn_calendar(self, to: float) -> None:
        """Renamed into its place, as the hall may be reading it."""
        self._ahead += max(0.0, to - self._now())
        turned = self.hall.data / f"{CALENDAR}.new"
        turned.write_text(str(self._ahead))
        turned.rename(self.hall.data / CALENDAR)

    def _next_doors(self) -> float | None:
        nights = [each for each in self._programme()["nights"] if each["next"] is not None]
        return min((each["next"] - DOORS * (each["theme"]["tournament"] is not None) for each in nights), default=None)

    def _listen(self) -> None:
        """What people were told at the last moment; the kill may come while something begins."""
        for each in self._programme()["tonight"]:
            first = self.told.setdefault(each["code"], (each["key"], each["start"]))
            if first != (each["key"], each["start"]):
                self.findings.conflicts.append(f"{each['code']} was {first}, and is {each['key']} now")

    def _until_all_are_on(self) -> None:
        until = monotonic() + PATIENCE
        while len(self._programme()["tonight"]) + len(self._programme()["called_off"]) < self.evenings:
            if monotonic() > until:
                break  # the last look says what is missing
            sleep(0.1)
        self._listen()

    # What the disk knows

    def compare(self) -> None:
        shutil.rmtree(self.aside, ignore_errors=True)
        shutil.copytree(self.hall.data, self.aside)
        with closing(DiskJournal(self.aside)) as journal:
            bodies = journal.reader.bodies(common_log("nights"))
            log = [entry for body in bodies for entry in FORM.bodies.decode(body).entries]
            if log[: len(self.log)] != self.log:
                self.findings.lost.append("entries of the programme were there at the last kill, and are not now")
            self.findings.entries += len(log) - len(self.log)
            self.log = log
            self._compare_evenings(journal.reader.heads())

    def _compare_evenings(self, heads: list[Head]) -> None:
        there = {head.table for head in heads if is_table(head.table) or is_tournament(head.table)}
        begun = {each.code: (each.key, each.start) for each in self.log if isinstance(each, events.EveningBegun)}
        opened = Counter(each.code for each in self.log if isinstance(each, events.EveningOpened))
        for evening, times in Counter(begun.values()).items():
            if times > 1:
                self.findings.doubled.append(f"evening {evening} has begun {times} times")
        self.findings.doubled += [f"{code} is there, and no evening has named it" for code in there - begun.keys()]
        self.findings.doubled += [f"{code} was opened {times} times" for code, times in opened.items() if times > 1]
        self.findings.lost += [f"{code} was opened, and is not there" for code in opened.keys() - there]
        saved = {each.key for each in self.log if isinstance(each, events.ThemeSaved)}
        self.findings.lost += [f"theme {key} was kept, and is not there" for key in self.kept - saved]
        for code, evening in self.told.items():
            if begun.get(code) != evening or not opened[code]:
                self.findings.lost.append(f"{code} of {evening} was on, and is not there")

    def _last_look(self) -> None:
        """Each evening is on, or was called off: then it was too late for it."""
        begun = {each.code: each.key for each in self.log if isinstance(each, events.EveningBegun)}
        on = {begun[each.code] for each in self.log if isinstance(each, events.EveningOpened)}
        off = {each.key for each in self.log if isinstance(each, events.EveningCalledOff)}
        self.findings.lost += [f"theme {key} has never come" for key in self.kept - on - off]


def theme(number: int, at: float) -> dict[str, Any]:
    """Every third is a tournament. It opens in the minute of `at`."""
    is_tournament = number % 3 == 2
    start = datetime.fromtimestamp(at + DOORS * is_tournament, UTC)
    return {
        "title": f"Evening {number}",
        "game": "three_dice",
        "seats": 4,
        "tournament": {"type": "swiss", "rounds": 1} if is_tournament else None,
        "when": {"type": "once", "at": f"{start:%H:%M}", "zone": "UTC", "day": f"{start:%Y-%m-%d}"},
    }

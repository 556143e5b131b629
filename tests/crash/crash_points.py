"""Every operation of a disk fails once, in every way: whatever was answered is true after the next start.

An evening has about 265 operations and so about 6,600 points; of those, `--most` are tried, evenly spread.
"""

import argparse
import asyncio
import os
import shutil
import signal
import sys
import traceback
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import msgspec

from dicehall.ports import JournalError, Note
from dicehall.store.files.database import Database
from dicehall.store.files.folder import JOURNAL
from dicehall.store.journal.disk import DiskJournal
from dicehall.store.journal.wal_check import commits_lost_in_copy, wal_of
from dicehall.store.people.disk import DiskPeople
from dicehall.table.live.persistence import recover
from tests.at_once import at_once
from tests.crash import sabotage
from tests.crash.disks import Fault
from tests.crash.short_evening import End, Evening, Told, digest
from tests.crash.vfs import IMPOSSIBLE
from tests.kit.scale import scaled

DEADLY = {Fault.KILL, Fault.CUT, Fault.MIXED_CUT}
"""The fault itself is the end."""
SAYS_EVERY = 100


class Point(NamedTuple):
    fault: Fault | None
    at: int
    end: End

    def __str__(self) -> str:
        fault = "nothing" if self.fault is None else self.fault.value
        return f"operation {self.at}: {fault}; {self.end.value}"


class Findings(msgspec.Struct):
    points: int = 0
    outcomes: Counter[str] = msgspec.field(default_factory=Counter)
    """How many appends and lines were answered how."""
    returned: int = 0
    """Of those that stayed uncertain or unanswered, how many were there."""
    wrong: list[str] = msgspec.field(default_factory=list)

    @property
    def summary(self) -> str:
        told = ", ".join(f"{number:,} {outcome}" for outcome, number in sorted(self.outcomes.items()))
        unanswered = f"{self.returned:,} without an answer were there"
        return f"{self.points:,} crash points: {told}; {unanswered}; {len(self.wrong)} wrong"


def points(operations: int) -> Iterator[Point]:
    for at in range(1, operations + 1):
        for fault in Fault:
            ends = (End.LATER,) if fault in DEADLY or fault is Fault.SLOW else tuple(End)
            yield from (Point(fault, at, end) for end in ends)


def spend(point: Point, folder: Path, careless: str = "") -> tuple[list[Told], int, int]:
    """What was told, how the process ended, and how many operations there were if nothing failed."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            os.close(reading)
            if careless:
                getattr(sabotage, careless)()
            evening = Evening(folder, *point, writing)
            evening.spend()
            os.write(writing, msgspec.json.encode(Told("", "", "operations", evening.disk.operations)) + b"\n")
            code = 0
        except JournalError:  # the hall does not open
            code = 2
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)  # as a kill would end it: nothing is closed
    os.close(writing)
    with open(reading, "rb") as pipe:  # noqa: PTH123, a pipe has no path
        told = [msgspec.json.decode(line, type=Told) for line in pipe]
    _, status = os.waitpid(pid, 0)
    operations = told.pop().expected if told and told[-1].outcome == "operations" else 0
    return told, os.waitstatus_to_exitcode(status), operations


def check(point: Point, told: list[Told], code: int, folder: Path, findings: Findings) -> None:
    findings.points += 1
    if code not in {0, 2, -signal.SIGKILL}:
        findings.wrong.append(f"{point}: the evening ended with {code}")
    outcomes: defaultdict[tuple[str, int, str], list[str]] = defaultdict(list)
    asked: dict[tuple[str, int, str], Told] = {}
    for each in told:
        outcomes[key := (each.table, each.expected, each.what)].append(each.outcome)
        asked[key] = each
    there = set(read_back(point, asked, folder, findings))
    for key, all_told in outcomes.items():
        truth = verdict(all_told)
        findings.outcomes[truth] += 1
        if truth == "done" and key not in there:
            findings.wrong.append(f"{point}: {key} was done and is lost")
        if truth == "refused" and key in there:
            findings.wrong.append(f"{point}: {key} was refused and is there")
        findings.returned += truth in {"asked", "uncertain"} and key in there


def verdict(told: list[str]) -> str:
    """The same may be asked for again, after a refusal: then it counts as done if one of them was."""
    if "done" in told:
        return "done"
    open_still = told.count("asked") - told.count("refused")
    return "refused" if not open_still else "uncertain" if "uncertain" in told else "asked"


def read_back(
    point: Point, asked: dict[tuple[str, int, str], Told], folder: Path, findings: Findings
) -> Iterator[tuple[str, int, str]]:
    """What is there after a start on a sound disk; each table can be played on."""
    if wal_of(folder / JOURNAL).exists() and commits_lost_in_copy(folder / JOURNAL) > 1:
        findings.wrong.append(f"{point}: the write-ahead file looks damaged, and nothing is lost")
    with closing(DiskJournal(folder)) as journal:
        for head in journal.reader.heads():
            version = ends = 0
            for body in journal.reader.bodies(head.table):
                key = head.table, version, digest(body)
                if key not in asked:
                    findings.wrong.append(f"{point}: {key} was never asked for")
                    break
                yield key
                version += asked[key].count
                ends += asked[key].record
            if asyncio.run(recover(journal, head.table)).table.version != head.version or version != head.version:
                findings.wrong.append(f"{point}: table {head.table} is not at version {head.version}")
            if len(journal.reader.records(head.table)) != ends:
                findings.wrong.append(f"{point}: table {head.table} has other games than have ended")
        if error := asyncio.run(note(journal)):
            findings.wrong.append(f"{point}: nothing can be written afterwards: {error}")
    with closing(Database(folder)) as database:
        people = DiskPeople(database)
        for table in {table for table, _, _ in asked}:
            yield from ((table, 0, line.text) for line in at_once(people.chat(table, "all", 100)))


async def note(journal: DiskJournal) -> JournalError | None:
    done: asyncio.Future[JournalError | None] = asyncio.get_running_loop().create_future()
    journal.note(Note(b"{}"), done.set_result)
    return await done


def survey(most: int, only: str = "", careless: str = "") -> tuple[Findings, int]:
    findings = Findings()
    with TemporaryDirectory() as name:
        empty = Path(name) / "empty"
        with closing(Database(empty)), closing(DiskJournal(empty)):
            pass
        (empty / "hall.lock").unlink(missing_ok=True)

        def attempt(point: Point) -> int:
            folder = Path(name) / "data"
            shutil.copytree(empty, folder)
            told, code, operations = spend(point, folder, careless)
            check(point, told, code, folder, findings)
            if point.fault is None:
                assert set(findings.outcomes) == {"done"}, findings.summary
                assert any(each.record for each in told), "no game has ended"
                assert any(not each.count for each in told), "nothing was said"
            shutil.rmtree(folder)
            return operations

        operations = attempt(Point(None, 0, End.LATER))
        chosen = [point for point in points(operations) if only in str(point)]
        step = max(1.0, len(chosen) / most)
        for number in range(int(len(chosen) / step)):
            attempt(chosen[int(number * step)])
            if number % SAYS_EVERY == SAYS_EVERY - 1:
                print(findings.summary, flush=True)
    return findings, operations


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, default=scaled(300), help="how many points (default: 300 × TRIALS)")
    parser.add_argument("--only", default="", help="only points whose description contains this")
    parser.add_argument("--careless", default="", help="what of tests.crash.sabotage the hall does wrong")
    arguments = parser.parse_args()
    if IMPOSSIBLE:
        sys.exit(f"Disks that fail were not tried: {IMPOSSIBLE}.")
    findings, operations = survey(arguments.most, arguments.only, arguments.careless)
    print(f"Of {operations} operations: {findings.summary}")
    for line in findings.wrong[:20]:
        print(line)
    if findings.wrong:
        sys.exit(f"{len(findings.wrong)} faults")


if __name__ == "__main__":
    main()

"""Holds what people were told against what the journal has kept, entry by entry."""

import asyncio
from collections import Counter
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from dicehall.ports import Damaged, Finished
from dicehall.ports.codes import tables_of
from dicehall.rules.kernel import Chance
from dicehall.rules.log_check import BadLine, LogCheck
from dicehall.rules.logged import with_log
from dicehall.rules.public_log import hash_of
from dicehall.rules.values import NATURE, Event
from dicehall.store.files.database import Database
from dicehall.store.files.hall_key import is_signed
from dicehall.store.journal.disk import DiskJournal
from dicehall.store.people.disk import DiskPeople
from dicehall.table.core import events
from dicehall.table.core.log import Played
from dicehall.table.core.public_view import show
from dicehall.table.core.state import Table
from dicehall.table.core.stored import Body, fold
from tests.at_once import at_once
from tests.crash.people import Message, Person, Sample, Sent, Window

KEPT_CHAT = 50
"""Lines that are shown to anyone who comes."""
ROUNDED = 0.05
"""Hall time is told to a tenth of a second."""

BY_HOST = (
    events.Locked, events.Unlocked, events.HostChanged, events.TalkAllowed, events.TalkForbidden,
    events.ReactionsAllowed, events.ReactionsForbidden, events.KnocksAllowed, events.KnocksForbidden,
    events.PredictionsAllowed, events.PredictionsForbidden, events.ScoreReset,
    events.GameStarted, events.Closed,
)  # fmt: skip


def plain(value: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


@dataclass
class Findings:
    """What was counted, and all that is wrong."""

    kills: int = 0
    acknowledged: int = 0
    unanswered: int = 0
    """Sent when the kill came: each may have happened once, or not at all."""
    entries: int = 0
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    conflicts: list[str] = field(default_factory=list)
    """One version that was told, or kept, in two ways."""
    clocks: list[str] = field(default_factory=list)
    """Where downtime was not credited, or hall time fell back behind an entry."""
    alarms: list[str] = field(default_factory=list)
    """Where the hall took a plain kill for a journal that went back."""

    @property
    def wrong(self) -> list[str]:
        return [*self.lost, *self.doubled, *self.conflicts, *self.clocks, *self.alarms]


class Logbook:
    """One table as the journal has it; what was read at the last kill is not folded again."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.bodies: list[bytes] = []
        self.states: dict[int, Table] = {0: Table()}
        """By version, after each append."""
        self.told: dict[int, list[Message]] = {}
        """The public events of each append, by the version after it."""
        self.authors: Counter[str] = Counter()
        """How many appends follow from a command of each person."""
        self.written: list[tuple[int, int, str | None]] = []
        """Each append: the versions before and after it, and its author."""
        self.version = 0

    @property
    def table(self) -> Table:
        return self.states[self.version]

    def read(self, bodies: list[bytes]) -> None:
        for body in bodies[len(self.bodies) :]:
            heard: list[Event] = []
            before = self.table
            after = fold(before, [body], lambda _, told, heard=heard: heard.extend(told))  # type: ignore[misc]
            author = author_of(before, msgspec.json.decode(body, type=Body).entries[0])
            if author is not None:
                self.authors[author] += 1
            self.written.append((before.version, after.version, author))
            self.version = after.version
            self.states[after.version] = after
            self.told[after.version] = plain(heard)
        self.bodies = bodies

    def since(self, version: int) -> list[Message]:
        return [event for after, told in self.told.items() if after > version for event in told]


def author_of(before: Table, first: object) -> str | None:
    """Whose command an append follows from, by its first entry; None where it was the hall's own doing."""
    play = before.play
    match first:
        case Played(actor, _, None) if play is not None and isinstance(actor, int):
            return play.seats[actor]
        case Played(actor, _, None) if play is not None and actor == NATURE and isinstance(play.pending, Chance):
            return None if play.pending.thrower is None else play.seats[play.pending.thrower]
        case events.Sat(who) | events.Readied(who) | events.TeamChosen(who) | events.TeamDropped(who):
            return who
        case _ if isinstance(first, BY_HOST):
            return before.host
        case _:
            return None


@dataclass
class Line:
    """Chat that was sent: whether it was answered."""

    done: bool


class Witness:
    """Knows everything that anybody was told since the first start."""

    def __init__(self) -> None:
        self.findings = Findings()
        self.told: dict[str, dict[int, list[Message]]] = {}
        self.shown: dict[str, tuple[int, Message]] = {}
        """Each table at the last version that was told."""
        self.logs: dict[str, Logbook] = {}
        self.opened: set[str] = set()
        self.closing: set[str] = set()
        """Tables that someone has asked to close, answered or not."""
        self.closed: set[str] = set()
        self.lines: dict[tuple[str, str], Line] = {}
        self.numbers: dict[tuple[str, str, int], str] = {}
        self.samples: list[Sample] = []
        self.public_log = LogCheck(is_signed)
        self.proved: set[tuple[str, int]] = set()
        self._done: Counter[tuple[str, str]] = Counter()
        self._sent: Counter[tuple[str, str]] = Counter()

    # What people know

    def listen(self, person: Person, window: Window) -> None:
        """After a window has closed: all that was heard and sent by it."""
        self.samples += window.samples
        for message in window.heard:
            self._hear(message)
        for sent in window.sent:
            self._note(person, sent)
        for code, table in window.tables.items():
            person.known[code] = table
            if code not in self.shown or self.shown[code][0] <= table["version"]:
                self.shown[code] = table["version"], {key: table[key] for key in table if key != "version"}

    def _hear(self, message: Message) -> None:
        match message:
            case {"type": "update", "table": code, "version": version, "events": told}:
                known = self.told.setdefault(code, {}).setdefault(version, told)
                if known != told:
                    self.findings.conflicts.append(f"{code}: version {version} was told in two ways: {known}, {told}")
            case {"type": "chat", "table": code, "channel": audience, "line": line}:
                known_line = self.numbers.setdefault((code, audience, line["number"]), line["text"])
                if known_line != line["text"]:
                    self.findings.conflicts.append(f"{code}: line {line['number']} was told in two ways")
            case _:
                pass

    def _note(self, person: Person, sent: Sent) -> None:
        self.findings.acknowledged += sent.done
        self.findings.unanswered += sent.answer is None
        match sent.message:
            case {"type": "say", "table": code, "text": text} if sent.done or sent.answer is None:
                self.lines[code, text] = Line(sent.done)
            case {"type": "act", "table": code, "do": do}:
                self._sent[code, person.id] += sent.answer is None
                self._done[code, person.id] += sent.done
                if do["type"] == "close":
                    (self.closed if sent.done else self.closing).add(code)
            case {"type": "open"} if sent.done:
                assert sent.answer is not None
                self.opened.add(sent.answer["table"])
                self.closed.discard(sent.answer["table"])
            case _:
                pass

    # What the disk knows

    def compare(self, aside: Path) -> None:
        """After a kill, when all windows were listened to; `aside` is a copy of the folder as the kill has left it."""
        with closing(DiskJournal(aside)) as journal, closing(Database(aside)) as database:
            people = DiskPeople(database)
            heads = {head.table: head.version for head in tables_of(journal.reader.heads())}
            for code in self.opened:
                self._compare_presence(code, code in heads)
            self._compare_log(journal)
            for code in sorted(heads):
                self._compare_table(code, journal)
            for code in {code for code, _ in self.lines}:
                if code in heads:
                    self._compare_chat(code, people)
        self._done.clear()
        self._sent.clear()

    def _compare_presence(self, code: str, there: bool) -> None:
        if code in self.closed:
            if there:
                self.findings.lost.append(f"{code}: was closed, and is there again")
        elif not there and code not in self.closing:
            self.findings.lost.append(f"{code}: was opened, and is not there")

    def _compare_log(self, journal: DiskJournal) -> None:
        """It continues what was there at the last kill, whatever the kill has interrupted."""
        log = self.public_log
        known = journal.reader.public_log(log.count - 1, 1) if log.count else []
        if log.count and [hash_of(line) for line in known] != [log.head]:
            self.findings.lost.append(f"the public log: line {log.count} was there at the last kill, and is not now")
        try:
            for line in journal.reader.public_log(log.count, 10**6):
                log.take(line)
        except BadLine as error:
            self.findings.conflicts.append(f"the public log: {error}")
            self.public_log = LogCheck(is_signed)

    def _compare_proof(self, code: str, journal: DiskJournal) -> None:
        """Each finished game is in the public log with its commitment, its start and its end."""
        for game in (msgspec.json.decode(body, type=Finished) for body in journal.reader.records(code)):
            if (code, game.number) not in self.proved:
                self.proved.add((code, game.number))
                if with_log(game.record, game.levels, journal.reader.logged) == game.record:
                    self.findings.lost.append(f"{code}: game {game.number} is not in the public log")

    def _compare_table(self, code: str, journal: DiskJournal) -> None:
        log = self.logs.setdefault(code, Logbook(code))
        try:
            bodies = journal.reader.bodies(code)
        except Damaged as error:
            self.findings.lost.append(f"{code}: {error}")
            return
        if bodies[: len(log.bodies)] != log.bodies:
            self.findings.lost.append(f"{code}: {len(log.bodies)} appends were there at the last kill, and are not now")
            log = self.logs[code] = Logbook(code)
        before, entries = log.authors.copy(), log.version
        try:
            log.read(bodies)
        except Exception as error:
            self.findings.conflicts.append(f"{code}: does not fold: {error!r}")
            del self.logs[code]
            return
        self.findings.entries += log.version - entries
        self._compare_told(code, log)
        self._count(code, log.authors - before)
        ended = sum(event["type"] == "game_ended" for told in log.told.values() for event in told)
        if len(journal.reader.records(code)) != ended:
            self.findings.doubled.append(
                f"{code}: {ended} games have ended, {len(journal.reader.records(code))} are recorded"
            )
        self._compare_proof(code, journal)

    def _compare_told(self, code: str, log: Logbook) -> None:
        for version, told in self.told.pop(code, {}).items():
            if version > log.version:
                self.findings.lost.append(f"{code}: version {version} was told, {log.version} is the last kept")
            elif version not in log.told or log.told[version] != told:
                self.findings.conflicts.append(f"{code}: version {version} was told as {told}: {log.told.get(version)}")
        if code in self.shown:
            version, shown = self.shown[code]
            if version in log.states and plain(show(log.states[version])) != shown:
                self.findings.conflicts.append(f"{code}: version {version} was shown otherwise than it is kept")
        for version in [version for version in log.states if version < log.version - 300]:
            del log.states[version]

    def _count(self, code: str, written: Counter[str]) -> None:
        """What someone was told is done is there; what was not answered is there once, or not at all."""
        for who in {who for table, who in (*self._done, *self._sent) if table == code} | set(written):
            done, open_ = self._done[code, who], self._sent[code, who]
            if written[who] < done:
                self.findings.lost.append(f"{code}: {done} commands of {who} were done, {written[who]} are kept")
            elif written[who] > done + open_:
                self.findings.doubled.append(
                    f"{code}: {written[who]} commands of {who} are kept, {done} were done and {open_} not answered"
                )

    def _compare_chat(self, code: str, people: DiskPeople) -> None:
        kept = [*at_once(people.chat(code, "all", 10**6)), *at_once(people.chat(code, "spectators", 10**6))]
        texts = Counter(line.text for line in kept)
        for (table, text), line in self.lines.items():
            if table == code and line.done and not texts[text]:
                self.findings.lost.append(f"{code}: {text!r} was said, and is not kept")
            if table == code and texts[text] > 1:
                self.findings.doubled.append(f"{code}: {text!r} is kept {texts[text]} times")
        numbers = {line.number: line.text for line in at_once(people.chat(code, "all", 10**6))}
        for (table, audience, number), text in self.numbers.items():
            if table == code and audience == "all" and numbers.get(number) != text:
                self.findings.lost.append(f"{code}: line {number} was told as {text!r}: {numbers.get(number)!r}")

    # What the hall says when it is open again

    def welcome_back(self, person: Person, message: Message) -> None:
        """The whole table, as a person gets it after the kill, holds all that is in the log."""
        code, version = message["table"], message["version"]
        log = self.logs[code]
        if version < log.version:
            self.findings.lost.append(f"{code}: is shown at version {version}, and {log.version} is kept")
        elif version == log.version and message["shown"] != plain(show(log.table)):
            self.findings.conflicts.append(f"{code}: version {version} is shown otherwise than it is kept")
        missing = log.since(person.known[code]["version"]) if code in person.known else []
        if code in person.known and not message["missed"] and message["events"][: len(missing)] != missing:
            self.findings.lost.append(f"{code}: {person.name} is not told again what happened meanwhile")
        shown = [line["text"] for lines in message["chat"].values() for line in lines]
        for (table, text), line in self.lines.items():
            if table == code and line.done and text not in shown and len(shown) < KEPT_CHAT:
                self.findings.lost.append(f"{code}: {text!r} was said, and is not shown to {person.name}")

    def compare_clocks(self, killed_at: float, begun_at: float, after: Iterable[Sample]) -> None:
        """Hall time stood still from the kill to the start, and is not behind anything that was written."""
        latest = min((sample.now + ROUNDED + killed_at - sample.earliest for sample in self.samples), default=None)
        written = max((log.table.touched for log in self.logs.values()), default=0.0)
        for sample in after:
            if latest is not None and sample.now - ROUNDED > latest + sample.latest - begun_at + 0.01:
                self.findings.clocks.append(
                    f"hall time was {latest:.2f} at the kill, and {sample.now:.2f} soon after the start"
                )
            if sample.now + ROUNDED < written - ROUNDED:
                self.findings.clocks.append(f"hall time is {sample.now:.2f}, and an entry is of {written:.2f}")
        self.samples.clear()


async def ended(windows: Iterable[Window]) -> None:
    """Everything that is still on its way to people has reached them."""
    await asyncio.gather(*(window.reader for window in windows))

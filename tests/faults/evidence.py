"""All that people were told at some tables, held against the journal: by the checker, and event by event."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from dicehall.store.postgres.connection import connect
from dicehall.store.postgres.reader import JournalReader
from dicehall.table.core.public_view import show_mine
from tests.crash.witness import Logbook, plain
from tests.faults.checker import Event, Kept, Verdict, judge
from tests.server.kit import Message
from tests.server.nodes.cluster import Regular


@dataclass
class Findings(Verdict):
    told_otherwise: list[str] = field(default_factory=list)
    """A version that was told to somebody otherwise than it is kept, or more than once in one window."""
    clocks: list[str] = field(default_factory=list)
    """That ran out, although people answered as soon as they could."""
    secrets: list[str] = field(default_factory=list)
    """That were dealt to somebody, and are others in the journal."""

    @property
    def wrong(self) -> list[str]:
        return [*super().wrong, *self.told_otherwise, *self.clocks, *self.secrets]


async def logs_of(database: str, codes: Iterable[str]) -> dict[str, Logbook]:
    """From PostgreSQL, whatever the nodes do meanwhile."""
    connection = await connect(database)
    try:
        reader = JournalReader(connection)
        return {code: logbook(code, await reader.bodies(code)) for code in sorted(set(codes))}
    finally:
        await connection.close()


def logbook(code: str, bodies: list[bytes]) -> Logbook:
    book = Logbook(code)
    book.read(bodies)
    return book


def find(people: Iterable[Regular], logs: Mapping[str, Logbook]) -> Findings:
    people = list(people)
    sitting = {log.code: {person.client.me for person in people if person.code == log.code} for log in logs.values()}
    kept = {code: _kept(log, sitting[code]) for code, log in logs.items()}
    story: list[Event] = [event for person in people for event in person.story]
    verdict = judge(story, kept)
    findings = Findings(verdict.lost, verdict.twice, verdict.out_of_order)
    for log in logs.values():
        findings.clocks += [
            f"{log.code}: version {version}: a clock ran out"
            for version, told in log.told.items()
            if any(event["type"] == "timed_out" for event in told)
        ]
    for person in people:
        _compare(findings, person, logs[person.code])
    return findings


def _kept(log: Logbook, people: set[str]) -> list[Kept]:
    """What was there before the story began is nobody's, like what the hall does by itself."""
    begun = next((after for after, told in log.told.items() if any(e["type"] == "game_started" for e in told)), 0)
    return [
        Kept(after, f"{author} at {before}" if author in people and before >= begun else None)
        for before, after, author in log.written
    ]


def _compare(findings: Findings, person: Regular, log: Logbook) -> None:
    for client in person.clients:
        last = -1
        for message in client.heard:
            if message["type"] not in ("update", "table") or message["table"] != person.code:
                continue
            version = message["version"]
            if message["type"] == "update":
                if log.told.get(version) != message["events"]:
                    findings.told_otherwise.append(f"{log.code}: version {version} was told as {message['events']}")
                if version <= last:
                    findings.told_otherwise.append(f"{log.code}: version {version} was told after {last}")
            last = version
            _compare_secret(findings, person.client.me, message, log)


def _compare_secret(findings: Findings, who: str, message: Message, log: Logbook) -> None:
    state = log.states.get(message["version"])
    kept = show_mine(state).get(who) if state is not None else None
    for mine in message.get("mine") or ():
        if "secret" in mine and (kept is None or plain(kept.secret) != mine["secret"]):
            findings.secrets.append(f"{log.code}: {mine['secret']} was dealt at version {message['version']}: {kept}")

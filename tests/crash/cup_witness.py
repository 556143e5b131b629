"""Holds what was told of tournaments against their logs, and their logs against what their tables have played."""

from collections import Counter
from contextlib import closing
from pathlib import Path

import msgspec

from dicehall.evenings.core import events
from dicehall.evenings.core.events import TournamentEvent
from dicehall.evenings.core.public_view import public_view
from dicehall.evenings.core.state import RoundTable, Tournament
from dicehall.evenings.live.logs import folded
from dicehall.evenings.live.persistence import FORM
from dicehall.ports import Finished
from dicehall.ports.codes import is_tournament, tables_of
from dicehall.store.journal.disk import DiskJournal
from dicehall.table.core.events import is_bot
from tests.crash.entrants import Entrant
from tests.crash.people import Message
from tests.crash.witness import Witness, plain
from tests.server.kit import told_of

STARTS = ("game_started", "walkover", "nobody_came")


class CupLog:
    """One tournament as the journal has it."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []
        self.states: dict[int, Tournament] = {0: Tournament()}
        """By version, after each append."""
        self.entries: list[TournamentEvent] = []
        self.version = 0

    @property
    def tournament(self) -> Tournament:
        return self.states[self.version]

    def read(self, bodies: list[bytes]) -> None:
        for body in bodies[len(self.bodies) :]:
            state = folded(FORM, self.tournament, body)
            self.entries += FORM.bodies.decode(body).entries
            self.version = state.version
            self.states[self.version] = state
        self.bodies = bodies


class CupWitness:
    """Knows all that was told of tournaments since the first start. The tables are another witness's."""

    def __init__(self, witness: Witness) -> None:
        self.witness = witness
        self.findings = witness.findings
        self.logs: dict[str, CupLog] = {}
        self.told: dict[str, dict[int, Message]] = {}
        self.messages = 0
        self.compared: set[str] = set()
        """Tables whose result was held against their game."""

    def listen(self, person: Entrant) -> None:
        """After a window has closed."""
        told: dict[str, Message] = {}
        for message in person.at.heard:
            if message["type"] in ("tournament", "tournament_update"):
                code = message["tournament"]
                told[code] = told_of(told.get(code), message)
                self._hear(code, told[code]["shown"])

    def _hear(self, code: str, shown: Message) -> None:
        self.messages += 1
        known = self.told.setdefault(code, {}).setdefault(shown["version"], shown)
        if seen(known) != seen(shown):
            self.findings.conflicts.append(f"{code}: version {shown['version']} was told in two ways")

    # What the disk knows

    def compare(self, aside: Path, people: list[Entrant]) -> None:
        """After a kill, when the other witness has read the tables; `aside` is a copy of the folder."""
        with closing(DiskJournal(aside)) as journal:
            heads = journal.reader.heads()
            for code in sorted(head.table for head in heads if is_tournament(head.table)):
                self._compare_log(code, journal.reader.bodies(code))
                self._compare_people(code, people)
                for table in self.logs[code].tournament.tables():
                    self._compare_table(code, table, journal)
            for code in self.told.keys() - self.logs.keys():
                self.findings.lost.append(f"{code}: was told, and is not there")
            self._compare_tables_there({head.table for head in tables_of(heads)})

    def _compare_log(self, code: str, bodies: list[bytes]) -> None:
        log = self.logs.setdefault(code, CupLog())
        if bodies[: len(log.bodies)] != log.bodies:
            self.findings.lost.append(f"{code}: entries were there at the last kill, and are not now")
            log = self.logs[code] = CupLog()
        before = log.version
        log.read(bodies)
        self.findings.entries += log.version - before
        for version, shown in self.told.get(code, {}).items():
            if version > log.version:
                self.findings.lost.append(f"{code}: version {version} was told, {log.version} is the last kept")
            elif version not in log.states or seen(plain(public_view(log.states[version]))) != seen(shown):
                self.findings.conflicts.append(f"{code}: version {version} was told otherwise than it is kept")
        self.told.pop(code, None)
        log.states = {log.version: log.tournament}
        self._compare_pairings(code, log)

    def _compare_people(self, code: str, people: list[Entrant]) -> None:
        """Whoever was told that they have entered takes part, and once."""
        entered = Counter(entry.who for entry in self.logs[code].entries if isinstance(entry, events.Entered))
        for who, times in entered.items():
            if times > 1:
                self.findings.doubled.append(f"{code}: {who} has entered {times} times")
        for person in people:
            if (code, "enter") in person.done and not entered[person.id]:
                self.findings.lost.append(f"{code}: {person.name} has entered, and is not there")

    def _compare_pairings(self, code: str, log: CupLog) -> None:
        """Nobody sits at two tables of a round, nor at one while they play at another; each table is drawn once."""
        drawn = Counter(table.code for table in log.tournament.tables())
        for table, times in drawn.items():
            if times > 1:
                self.findings.doubled.append(f"{code}: table {table} is drawn {times} times")
        for played in log.tournament.rounds:
            for who, times in Counter(played.entrants).items():
                if times > 1:
                    self.findings.doubled.append(f"{code}: {who} has {times} places in round {played.number}")
        at: dict[str, tuple[str, ...]] = {}
        for entry in log.entries:
            match entry:
                case events.Paired(tables=new):
                    busy = {who for seats in at.values() for who in seats}
                    for each in new:
                        if busy.intersection(each.seats):
                            self.findings.doubled.append(f"{code}: someone at {each.code} plays elsewhere")
                        at[each.code] = each.seats
                case events.PairingUndone():
                    at.clear()
                case events.TableEnded(ended):
                    if ended not in at:
                        self.findings.doubled.append(f"{code}: table {ended} has ended twice")
                    at.pop(ended, None)
                case _:
                    pass

    def _compare_table(self, code: str, table: RoundTable, journal: DiskJournal) -> None:
        """Its game began at most once, and the tournament has the result that the game has had."""
        log = self.witness.logs.get(table.code)
        told = [event["type"] for each in log.told.values() for event in each] if log is not None else []
        if (starts := sum(kind in STARTS for kind in told)) > 1:
            self.findings.doubled.append(f"{code}: the game of table {table.code} has begun {starts} times")
        games = [msgspec.json.decode(body, type=Finished) for body in journal.reader.records(table.code)]
        if len(games) > 1:
            self.findings.doubled.append(f"{code}: table {table.code} has {len(games)} results")
        if table.ended is None:
            return
        if games:
            self.compared.add(table.code)
            game = games[0]
            if table.ended.void or (game.places, game.left) != (table.ended.places, table.ended.left):
                self.findings.conflicts.append(
                    f"{code}: table {table.code} ended with {game.places}, the tournament has {table.ended.places}"
                )
        elif len(table.present) > 1:
            self.findings.lost.append(f"{code}: table {table.code} has ended, and its game is not recorded")

    def _compare_tables_there(self, there: set[str]) -> None:
        """No table was opened before its pairing was on the disk."""
        drawn = {
            table.code
            for log in self.logs.values()
            for entry in log.entries
            if isinstance(entry, events.Paired)
            for table in entry.tables
        }
        for code in there - drawn:
            self.findings.doubled.append(f"table {code} is there, and no tournament has drawn it")
        for log in self.logs.values():
            opened = {entry.code for entry in log.entries if isinstance(entry, events.TableOpened)}
            for table in log.tournament.tables():
                if table.code in opened and table.ended is None and table.code not in there:
                    self.findings.lost.append(f"table {table.code} was opened, and is not there")

    def last_look(self, code: str) -> None:
        """It has come to its end, with a podium of people."""
        tournament = self.logs[code].tournament
        podium = getattr(tournament.phase, "podium", ())
        if not podium or any(map(is_bot, podium)):
            self.findings.lost.append(f"{code}: ends as {tournament.phase}")


def seen(shown: Message) -> Message:
    """What follows from the log. How far games are does not, nor when a hurried arena ends."""
    rounds = [each | {"tables": [table | {"progress": None} for table in each["tables"]]} for each in shown["rounds"]]
    return shown | {"next": None, "rounds": rounds}

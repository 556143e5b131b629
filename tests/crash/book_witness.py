"""Holds what predictors were told against the book of predictions, entry by entry and chip by chip."""

from collections import Counter
from contextlib import closing
from pathlib import Path

from dicehall.evenings.live.book_door import BOOK
from dicehall.evenings.live.predictions import FORM
from dicehall.evenings.predictions.book import Book, evolve
from dicehall.evenings.predictions.events import AllowanceGiven, BookEvent, PoolId, PoolSettled, Predicted
from dicehall.store.journal.disk import DiskJournal
from dicehall.table.core.events import Who
from tests.crash.people import Person, Sent, Window
from tests.crash.witness import Witness


class BookWitness(Witness):
    """Reads the book of predictions as well, entry by entry."""

    def __init__(self) -> None:
        super().__init__()
        self.kept = Book()
        self.settled: dict[PoolId, dict[Who, int]] = {}
        """Who was paid what."""
        self.predicted = 0
        """How many predictions are in the book, changed ones included."""
        self._bodies: list[bytes] = []
        self._given: set[tuple[Who, int]] = set()
        self._taken: Counter[Who] = Counter()
        self._open: Counter[Who] = Counter()
        self._paid: dict[tuple[PoolId, Who], int] = {}
        """What people were told that they got."""

    # What people know

    def listen(self, person: Person, window: Window) -> None:
        super().listen(person, window)
        for message in window.heard:
            match message:
                case {"type": "pool", "status": "settled", "mine": {"paid": int(paid)}}:
                    self._paid[PoolId(message["table"], message["game"]), Who(person.id)] = paid
                case _:
                    pass

    def _note(self, person: Person, sent: Sent) -> None:
        super()._note(person, sent)
        if sent.message["type"] == "predict":
            self._taken[Who(person.id)] += sent.done
            self._open[Who(person.id)] += sent.answer is None

    # What the disk knows

    def compare(self, aside: Path) -> None:
        super().compare(aside)
        with closing(DiskJournal(aside)) as journal:
            bodies = journal.reader.bodies(BOOK)
        if bodies[: len(self._bodies)] != self._bodies:
            self.findings.lost.append(
                f"the book: {len(self._bodies)} appends were there at the last kill, and are not now"
            )
        new = bodies[len(self._bodies) :]
        self._bodies = bodies
        written: Counter[Who] = Counter()
        for entry in (entry for body in new for entry in FORM.bodies.decode(body).entries):
            self._read(entry, written)
        self._count_predictions(written)
        self._compare_paid()

    def _read(self, entry: BookEvent, written: Counter[Who]) -> None:
        chips = self.kept.chips
        self.kept = evolve(self.kept, entry)
        match entry:
            case AllowanceGiven(who, day, given):
                chips += given
                if (who, day) in self._given:
                    self.findings.doubled.append(f"the book: {who} was given the chips of day {day} again")
                self._given.add((who, day))
            case Predicted(who=who):
                written[who] += 1
            case PoolSettled(pool, _, _, paid):
                if pool in self.settled:
                    self.findings.doubled.append(f"the book: {pool} was paid again")
                self.settled[pool] = dict(paid)
            case _:
                pass
        if self.kept.chips != chips:
            self.findings.doubled.append(
                f"the book: {chips} chips have to be there, not {self.kept.chips}, after {entry}"
            )

    def _count_predictions(self, written: Counter[Who]) -> None:
        """One that was answered is in the book; one that was not is there once, or not at all."""
        for who in {*written, *self._taken}:
            done, open_ = self._taken[who], self._open[who]
            if written[who] < done:
                self.findings.lost.append(f"the book: {done} predictions of {who} were done, {written[who]} are kept")
            elif written[who] > done + open_:
                self.findings.doubled.append(
                    f"the book: {written[who]} predictions of {who} are kept, {done} were done"
                )
        self.predicted += written.total()
        self._taken.clear()
        self._open.clear()

    def _compare_paid(self) -> None:
        for (pool, who), paid in self._paid.items():
            kept = self.settled.get(pool, {}).get(who, 0)
            if pool not in self.settled or kept != paid:
                self.findings.lost.append(f"the book: {who} was told of {paid} chips from {pool}, {kept} are kept")
        self._paid.clear()

    def compare_ends(self) -> None:
        """When there was time for all that is over: every stake was paid or returned, or its game still runs."""
        for pool in self.kept.pools:
            if pool.game < self.logs[pool.table].table.games:
                self.findings.lost.append(f"the book: what was staked in {pool} is neither paid nor returned")

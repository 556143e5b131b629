"""What tables know by heart about their people is never out of date, and forgotten when nobody needs it."""

import asyncio
import gc
from collections.abc import Collection
from typing import Any

from msgspec.structs import replace

from dicehall.ports import Finished, JournalError, Person
from dicehall.table.live.acquaintances import Acquaintances
from tests.at_once import at_once

ANN, BEN = Person("p-ann", "Ann", "account"), Person("p-ben", "Ben")
GAME = Finished(1, 0.0, (ANN.id, BEN.id), (None, None), (1, 0), (1, 2), "")


class Book:
    """People and results that answer when the test says so."""

    def __init__(self) -> None:
        self.people = {ANN.id: ANN, BEN.id: BEN}
        self.wins: dict[str, dict[str, int]] = {ANN.id: {"peril": 3}}
        self.asked = 0
        self.unreadable = False
        self.go_on = asyncio.Event()
        self.go_on.set()

    async def by_ids(self, persons: Collection[str]) -> dict[str, Person]:
        self.asked += 1
        if self.unreadable:
            raise JournalError("the database of people cannot be read")
        found = {who: self.people[who] for who in persons if who in self.people}
        await self.go_on.wait()
        return found

    async def won(self, people: Collection[str]) -> dict[str, dict[str, int]]:
        return {who: dict(self.wins[who]) for who in people if who in self.wins}

    async def rating(self, _who: str, _game: str) -> float | None:
        return None

    def game_finished(self, table: str, game: Finished) -> None:
        for who in game.winners:
            self.wins.setdefault(who, {}).setdefault("peril", 0)
            self.wins[who]["peril"] += 1


def known() -> tuple[Acquaintances, Book]:
    book = Book()
    return Acquaintances(book, book), book


def test_people_are_fetched_once_and_bots_never() -> None:
    hall, book = known()
    held = at_once(hall.meet((ANN.id, BEN.id, "bot:Ada")))
    assert sorted(held) == [ANN.id, BEN.id]
    assert (hall.of(ANN.id), hall.is_account(ANN.id), hall.is_account(BEN.id)) == (ANN, True, False)
    assert (hall.won(ANN.id, "peril"), hall.won(ANN.id, "bluff"), hall.won(BEN.id, "peril")) == (3, 0, 0)
    at_once(hall.meet((ANN.id,)))
    assert book.asked == 1


def test_a_person_whom_nobody_holds_is_forgotten() -> None:
    hall, _ = known()
    held: Any = at_once(hall.meet((ANN.id,)))
    del held
    gc.collect()
    assert hall.of(ANN.id) is None


def test_whoever_has_come_in_is_known_by_name_before_anything_is_read() -> None:
    hall, book = known()
    window = hall.greet(ANN)
    assert (hall.of(ANN.id), hall.won(ANN.id, "peril"), book.asked) == (ANN, 0, 0)
    at_once(hall.meet((ANN.id,)))
    assert (window.won, book.asked) == ({"peril": 3}, 1)


def test_news_change_what_is_known() -> None:
    hall, _ = known()
    held = at_once(hall.meet((ANN.id, BEN.id)))
    hall.changed(replace(BEN, name="Benno", kind="account"))
    hall.finished("oak", "peril", GAME)
    assert (hall.is_account(BEN.id), hall.won(ANN.id, "peril"), hall.won(BEN.id, "peril")) == (True, 4, 0)
    hall.reset("bluff")
    assert hall.won(ANN.id, "peril") == 4
    hall.reset(None)
    assert hall.won(ANN.id, "peril") == 0
    assert held[BEN.id].person == Person(BEN.id, "Benno", "account")


def test_who_changes_while_they_are_fetched_is_fetched_again() -> None:
    async def evening() -> None:
        hall, book = known()
        book.go_on.clear()
        meeting = asyncio.create_task(hall.meet((ANN.id, BEN.id)))
        await asyncio.sleep(0)
        book.people[BEN.id] = renamed = replace(BEN, name="Benno")
        hall.changed(renamed)
        hall.finished("oak", "peril", GAME)
        book.go_on.set()
        held = await meeting
        assert held[BEN.id].person == renamed
        assert hall.won(ANN.id, "peril") == 4, "neither forgotten nor counted twice"
        assert book.asked == 2

    asyncio.run(evening())


def test_a_database_that_cannot_be_read_keeps_nobody_from_the_table() -> None:
    hall, book = known()
    book.unreadable = True
    assert at_once(hall.meet((ANN.id,))) == {}
    assert (hall.of(ANN.id), hall.won(ANN.id, "peril"), hall.is_account(ANN.id)) == (None, 0, False)
    book.unreadable = False
    held = at_once(hall.meet((ANN.id,)))
    assert held[ANN.id].person == ANN

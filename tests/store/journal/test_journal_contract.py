"""What every journal promises: on disk, in memory, in PostgreSQL."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from dicehall.ports import Conflict, Head, Journal, JournalError, Loaded, Note, Unwritable
from dicehall.store.journal.disk import DiskJournal
from dicehall.store.journal.memory import MemoryJournal
from tests.store.halls import Kept, body_of, entry, fill, lasting_loop, run, write
from tests.store.postgres.nodes import KeptOnPostgres


@pytest.fixture(params=["disk", "memory", "postgres"])
def journal(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Kept]:
    with lasting_loop():
        made: Kept
        match request.param:
            case "disk":
                made = DiskJournal(tmp_path)
            case "memory":
                made = MemoryJournal()
            case _:
                made = cast(Kept, KeptOnPostgres(request.getfixturevalue("postgresql").new_hall()))
        yield made
        made.close()


def note(journal: Journal, body: bytes) -> JournalError | None:
    """Into the hall log; its outcome."""

    async def written() -> JournalError | None:
        outcome: asyncio.Future[JournalError | None] = asyncio.get_running_loop().create_future()
        journal.note(Note(body), outcome.set_result)
        return await outcome

    return run(written())


def test_a_new_journal_has_no_tables_and_begins_its_time_near_zero(journal: Kept) -> None:
    assert run(journal.heads()) == []
    assert journal.now >= 0


def test_a_table_that_was_never_opened_loads_as_nothing(journal: Kept) -> None:
    assert run(journal.load("nowhere")) == Loaded(0, None, [])
    assert run(journal.records("nowhere")) == []


def test_what_is_appended_is_loaded_in_order(journal: Kept) -> None:
    write(journal, entry("oak", 0, 2))
    write(journal, entry("oak", 2, 3))
    assert run(journal.load("oak")) == Loaded(0, None, [body_of("oak", 0), body_of("oak", 2)])


def test_a_head_tells_version_and_deadline(journal: Kept) -> None:
    write(journal, entry("oak", 0, 2, due=12.5), entry("elm", 0))
    assert sorted(run(journal.heads())) == [Head("elm", 1, None), Head("oak", 2, 12.5)]
    write(journal, entry("oak", 2, due=None))
    assert sorted(run(journal.heads())) == [Head("elm", 1, None), Head("oak", 3, None)]


def test_bodies_may_be_any_bytes(journal: Kept) -> None:
    odd = bytes(range(256)) * 300
    write(journal, entry("oak", 0, body=odd), entry("elm", 0, body=b""))
    assert run(journal.load("oak")).bodies == [odd]
    assert run(journal.load("elm")).bodies == [b""]


def test_table_names_may_hold_any_letters(journal: Kept) -> None:
    names = ["Tisch ä", "'; DROP TABLE heads; --", "🎲", ""]
    fill(journal, names, 2)
    assert {head.table for head in run(journal.heads())} == set(names)


@pytest.mark.parametrize("expected", [0, 1, 3])
def test_an_append_that_expects_another_version_is_a_conflict_and_writes_nothing(journal: Kept, expected: int) -> None:
    write(journal, entry("oak", 0, 2))
    before = run(journal.load("oak")), run(journal.heads())
    (outcome,) = write(journal, entry("oak", expected, snapshot=b"no", record=b"no", due=1.0))
    assert isinstance(outcome, Conflict)
    assert "oak" in str(outcome)
    assert (run(journal.load("oak")), run(journal.heads())) == before
    assert run(journal.records("oak")) == []


def test_an_append_to_a_table_that_is_not_there_is_a_conflict(journal: Kept) -> None:
    assert isinstance(write(journal, entry("oak", 4))[0], Conflict)
    assert run(journal.heads()) == []


def test_a_conflict_is_refused_alone_and_its_neighbours_stand(journal: Kept) -> None:
    outcomes = write(journal, entry("oak", 0), entry("elm", 7), entry("ash", 0), entry("oak", 0), entry("fir", 0))
    assert [type(outcome) for outcome in outcomes] == [type(None), Conflict, type(None), Conflict, type(None)]
    assert {head.table for head in run(journal.heads())} == {"oak", "ash", "fir"}


def test_of_many_who_expect_the_same_version_one_wins(journal: Kept) -> None:
    write(journal, entry("oak", 0))
    outcomes = write(journal, *(entry("oak", 1, body=b"%d" % n) for n in range(20)))
    assert outcomes.count(None) == 1
    assert run(journal.load("oak")).bodies[1:] == [b"%d" % outcomes.index(None)]


def test_appends_that_follow_each_other_may_be_queued_together(journal: Kept) -> None:
    assert write(journal, *(entry("oak", n) for n in range(30))) == [None] * 30
    assert run(journal.load("oak")).bodies == [body_of("oak", n) for n in range(30)]


def test_an_append_without_entries_is_refused_alone(journal: Kept) -> None:
    outcomes = write(journal, entry("oak", 0), entry("elm", 0, count=0), entry("ash", 0))
    assert [outcome is None for outcome in outcomes] == [True, False, True]
    assert {head.table for head in run(journal.heads())} == {"oak", "ash"}


def test_hundreds_may_wait_at_once(journal: Kept) -> None:
    names = [f"t{number}" for number in range(300)]
    fill(journal, names, 3)
    for name in names:
        assert run(journal.bodies(name)) == [body_of(name, number) for number in range(3)]


def test_a_table_loads_from_its_newest_snapshot(journal: Kept) -> None:
    write(journal, entry("oak", 0, 2, snapshot=b"at two"))
    write(journal, entry("oak", 2, 3, snapshot=b"at five"))
    assert run(journal.load("oak")) == Loaded(5, b"at five", [])
    write(journal, entry("oak", 5))
    assert run(journal.load("oak")) == Loaded(5, b"at five", [body_of("oak", 5)])


def test_records_are_kept_in_the_order_of_their_games(journal: Kept) -> None:
    for number in range(3):
        write(journal, entry("oak", number, record=b"game %d " % number * 50))
    assert run(journal.records("oak")) == [b"game %d " % number * 50 for number in range(3)]
    assert run(journal.records("elm")) == []


def test_a_closed_table_is_forgotten_but_its_records_stay(journal: Kept) -> None:
    write(journal, entry("oak", 0, 2, snapshot=b"s", record=b"r"), entry("elm", 0))
    assert write(journal, entry("oak", 2, closes=True)) == [None]
    assert [head.table for head in run(journal.heads())] == ["elm"]
    assert run(journal.load("oak")) == Loaded(0, None, [])
    assert run(journal.records("oak")) == [b"r"]


def test_a_closed_table_may_be_opened_again_under_its_name(journal: Kept) -> None:
    write(journal, entry("oak", 0, 2, snapshot=b"s"))
    assert write(journal, entry("oak", 2, closes=True)) == [None]
    assert write(journal, entry("oak", 0)) == [None]
    assert run(journal.load("oak")) == Loaded(0, None, [body_of("oak", 0)])


@pytest.mark.parametrize("expected", [0, 1, 3])
def test_a_table_that_has_moved_on_is_not_closed(journal: Kept, expected: int) -> None:
    write(journal, entry("oak", 0, 2))
    (outcome,) = write(journal, entry("oak", expected, closes=True, record=b"no"))
    assert isinstance(outcome, Conflict)
    assert run(journal.load("oak")).bodies == [body_of("oak", 0)]
    assert run(journal.records("oak")) == []


def test_what_closes_a_table_may_still_bring_a_record(journal: Kept) -> None:
    write(journal, entry("oak", 0), entry("oak", 1, closes=True, record=b"the last game", snapshot=b"of no use"))
    assert run(journal.records("oak")) == [b"the last game"]
    assert run(journal.heads()) == []
    assert run(journal.load("oak")) == Loaded(0, None, [])


def test_a_table_may_be_opened_closed_and_opened_again_in_one_breath(journal: Kept) -> None:
    outcomes = write(journal, entry("oak", 0), entry("oak", 1, closes=True), entry("oak", 0), entry("elm", 0))
    assert outcomes == [None] * 4
    assert {head.table: head.version for head in run(journal.heads())} == {"oak": 1, "elm": 1}


def test_closing_one_table_leaves_its_neighbours_whole(journal: Kept) -> None:
    fill(journal, ["oak", "elm", "ash"], 6)
    write(journal, entry("elm", 6, closes=True))
    for name in ("oak", "ash"):
        assert run(journal.load(name)).bodies == [body_of(name, number) for number in range(6)]


def test_all_bodies_can_be_had_also_from_before_a_snapshot(journal: Kept) -> None:
    write(journal, entry("oak", 0, 2), entry("oak", 2, snapshot=b"at three"), entry("oak", 3))
    assert run(journal.bodies("oak")) == [body_of("oak", 0), body_of("oak", 2), body_of("oak", 3)]
    assert run(journal.bodies("nowhere")) == []


# The secrets of dice


def test_a_table_has_the_secret_that_was_written_last(journal: Kept) -> None:
    assert run(journal.seed("oak")) is None
    write(journal, entry("oak", 0, seed=b"first"), entry("elm", 0))
    assert (run(journal.seed("oak")), run(journal.seed("elm"))) == (b"first", None)
    write(journal, entry("oak", 1))
    assert run(journal.seed("oak")) == b"first"
    write(journal, entry("oak", 2, seed=b"second"), entry("elm", 1, seed=bytes(range(256))))
    assert (run(journal.seed("oak")), run(journal.seed("elm"))) == (b"second", bytes(range(256)))


def test_a_secret_is_nowhere_else(journal: Kept) -> None:
    write(journal, entry("oak", 0, seed=b"hush", snapshot=b"at one", record=b"a game"))
    told = (run(journal.heads()), run(journal.load("oak")), run(journal.bodies("oak")), run(journal.records("oak")))
    assert "hush" not in f"{told} {run(journal.hall_log(0, 9))}"


def test_a_conflict_leaves_the_secret_as_it_was(journal: Kept) -> None:
    write(journal, entry("oak", 0, 2, seed=b"first"))
    assert isinstance(write(journal, entry("oak", 1, seed=b"second", record=b"no"))[0], Conflict)
    assert run(journal.seed("oak")) == b"first"
    assert isinstance(write(journal, entry("elm", 3, seed=b"no"))[0], Conflict)
    assert run(journal.seed("elm")) is None
    assert run(journal.hall_log(0, 9)) == []


def test_a_closed_table_has_no_secret_any_more(journal: Kept) -> None:
    write(journal, entry("oak", 0, seed=b"first"), entry("elm", 0, seed=b"other"))
    write(journal, entry("oak", 1, closes=True, seed=b"of no use"))
    assert (run(journal.seed("oak")), run(journal.seed("elm"))) == (None, b"other")
    write(journal, entry("oak", 0))
    assert run(journal.seed("oak")) is None


# The hall log


def test_the_hall_log_has_games_and_notes_in_the_order_in_which_they_were_written(journal: Kept) -> None:
    assert run(journal.hall_log(0, 9)) == []
    write(journal, entry("oak", 0, record=b"a game of oak"))
    assert note(journal, b"someone was banned") is None
    write(journal, entry("elm", 0), entry("elm", 1, record=b"a game of elm", closes=True))
    assert note(journal, b"and let back in") is None
    noted = run(journal.hall_log(0, 9))
    assert [(row.table, row.body) for row in noted] == [
        ("oak", b"a game of oak"),
        ("", b"someone was banned"),
        ("elm", b"a game of elm"),
        ("", b"and let back in"),
    ]
    numbers = [row.number for row in noted]
    assert numbers == sorted(set(numbers))
    assert numbers[0] > 0


def test_the_hall_log_is_read_in_pages_from_a_number(journal: Kept) -> None:
    for number in range(7):
        write(journal, entry("oak", number, record=b"%d" % number))
    bodies: list[bytes] = []
    after = 0
    while rows := run(journal.hall_log(after, 3)):
        assert len(rows) <= 3
        bodies += [row.body for row in rows]
        after = rows[-1].number
    assert bodies == [b"%d" % number for number in range(7)]
    assert run(journal.hall_log(after, 3)) == []
    assert run(journal.hall_log(0, 0)) == []


def test_a_note_belongs_to_no_table(journal: Kept) -> None:
    assert note(journal, b"the leaderboard starts over") is None
    assert run(journal.heads()) == []
    assert run(journal.records("oak")) == []
    write(journal, entry("oak", 0, record=b"a game"))
    assert run(journal.records("oak")) == [b"a game"]


def test_a_note_may_be_any_bytes(journal: Kept) -> None:
    odd = bytes(range(256)) * 300
    for body in (odd, b""):
        assert note(journal, body) is None
    assert [row.body for row in run(journal.hall_log(0, 9))] == [odd, b""]


def test_notes_and_appends_that_are_queued_together_keep_their_order(journal: Kept) -> None:
    async def together() -> list[JournalError | None]:
        loop = asyncio.get_running_loop()
        outcomes: list[asyncio.Future[JournalError | None]] = [loop.create_future() for _ in range(200)]
        for number, outcome in enumerate(outcomes):
            if number % 2:
                journal.note(Note(b"%d" % number), outcome.set_result)
            else:
                journal.append(entry("oak", number // 2, record=b"%d" % number), outcome.set_result)
        return [await outcome for outcome in outcomes]

    assert run(together()) == [None] * 200
    assert [row.body for row in run(journal.hall_log(0, 1000))] == [b"%d" % number for number in range(200)]


def test_a_game_is_in_the_hall_log_once_it_is_answered_and_not_where_it_was_refused(journal: Kept) -> None:
    outcomes = write(journal, entry("oak", 0, record=b"yes"), entry("oak", 0, record=b"no"), entry("elm", 0, count=0))
    assert [outcome is None for outcome in outcomes] == [True, False, False]
    assert [row.body for row in run(journal.hall_log(0, 9))] == [b"yes"]


def test_a_closed_journal_takes_no_note(journal: Kept) -> None:
    journal.close()
    assert isinstance(note(journal, b"too late"), Unwritable)


# Answers


def test_nobody_is_answered_before_append_returns(journal: Kept) -> None:
    async def order() -> list[str]:
        said = asyncio.Event()
        story: list[str] = []

        def done(_: JournalError | None) -> None:
            story.append("done")
            said.set()

        journal.append(entry("oak", 0), done)
        story.append("returned")
        await said.wait()
        return story

    assert run(order()) == ["returned", "done"]


def test_an_answer_that_goes_wrong_keeps_nobody_else_from_theirs(journal: Kept) -> None:
    async def both() -> tuple[JournalError | None, list[str]]:
        loop = asyncio.get_running_loop()
        complaints: list[str] = []
        loop.set_exception_handler(lambda _, context: complaints.append(str(context["exception"])))
        other: asyncio.Future[JournalError | None] = loop.create_future()

        def clumsy(_: JournalError | None) -> None:
            raise ValueError("dropped the dice")

        journal.append(entry("oak", 0), clumsy)
        journal.append(entry("elm", 0), other.set_result)
        return await other, complaints

    assert run(both()) == (None, ["dropped the dice"])


def test_what_is_appended_when_an_answer_comes_is_written_too(journal: Kept) -> None:
    async def chain() -> list[JournalError | None]:
        outcomes: list[JournalError | None] = []
        end = asyncio.Event()

        def done(error: JournalError | None) -> None:
            outcomes.append(error)
            if len(outcomes) < 20:
                journal.append(entry("oak", len(outcomes)), done)
            else:
                end.set()

        journal.append(entry("oak", 0), done)
        await end.wait()
        return outcomes

    assert run(chain()) == [None] * 20
    assert len(run(journal.bodies("oak"))) == 20


def test_a_closed_journal_takes_nothing_more(journal: Kept) -> None:
    journal.close()
    assert isinstance(write(journal, entry("oak", 0))[0], Unwritable)


def test_hall_time_only_goes_forward(journal: Kept) -> None:
    times = [journal.now for _ in range(1000)]
    assert times == sorted(times)


def test_a_game_is_found_by_its_number_though_numbers_are_left_out(journal: Kept) -> None:
    """Games that were broken off before anything happened have no record."""
    numbers = (1, 2, 5, 9, 10, 31)
    for version, number in enumerate(numbers):
        assert write(journal, entry("oak", version, record=b"%d" % number)) == [None]
        assert write(journal, entry("elm", version, record=b"%d" % (number + 1))) == [None]
    found = {number: run(journal.record("oak", number, int)) for number in range(40)}
    assert {number: body for number, body in found.items() if body} == {number: b"%d" % number for number in numbers}
    assert run(journal.record("nowhere", 1, int)) is None
    assert run(journal.records("oak", 2)) == [b"10", b"31"]
    assert run(journal.records("oak", 100)) == [b"%d" % number for number in numbers]

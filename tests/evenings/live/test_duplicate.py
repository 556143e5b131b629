"""Duplicate dice in a hall, in no time: the same at all tables, also if the hall is killed between any two appends."""

import asyncio

from dicehall.evenings.core import commands
from dicehall.evenings.core.setting import Swiss
from dicehall.evenings.core.state import Tournament
from dicehall.evenings.live.tournament import LiveTournament
from dicehall.ports import Finished, hall_log
from dicehall.rules.record import Record
from dicehall.rules.tower import commitment
from dicehall.rules.verify import holds, verify
from dicehall.table.core import commands as at_table
from dicehall.table.live.table import ignored
from tests.evenings.live.test_tournaments import Evening, MortalJournal, check
from tests.server.timeless import in_no_time


async def created(evening: Evening, people: int = 4, rounds: int = 1, bots: int = 0) -> LiveTournament:
    return await evening.create(Swiss(rounds), people=people, bots=bots, duplicate=True, seats=2)


async def games_of(journal: MortalJournal, tournament: Tournament) -> list[Finished]:
    rows = [hall_log.read(body) for table in tournament.tables() for body in await journal.records(table.code)]
    return [row for row in rows if isinstance(row, Finished)]


async def check_dice(journal: MortalJournal, tournament: Tournament) -> None:
    """Every record verifies, with the commitment of its round; what is drawn first is the same everywhere."""
    for each in tournament.rounds:
        assert commitment(bytes.fromhex(each.seed)) == each.commit
        first = set()
        for table in each.tables:
            for body in await journal.records(table.code):
                game = hall_log.read(body)
                assert isinstance(game, Finished)
                assert holds(verify(game.record)), verify(game.record)
                record = Record.read(game.record)
                assert record.dice
                assert (record.dice.commit, record.dice.seed) == (each.commit, each.seed)
                assert record.dice.client_seeds == each.seeds
                assert not game.rated
                first.add(record.entries[0])
        assert len(first) == 1


async def until_told(evening: Evening) -> None:
    """The tables hear of the end of the last round when the tournament is over."""
    for _ in range(100):
        if not any(table.table.is_held and table.table.settled for table in evening.hall):
            return
        await asyncio.sleep(1.0)
    raise AssertionError("some tables keep their secret for ever")


@in_no_time
async def test_all_tables_of_a_round_have_the_same_dice_and_their_records_verify() -> None:
    evening = Evening(MortalJournal())
    await evening.start()
    live = await created(evening, rounds=2, bots=2)
    tournament = await evening.play(live)
    await until_told(evening)
    await check(evening.journal, tournament)
    await check_dice(evening.journal, tournament)
    evening.stop()


@in_no_time
async def test_nothing_is_in_the_hall_log_before_the_last_table_has_ended() -> None:
    """So neither results, history, leaderboard nor statistics can know it."""
    evening = Evening(MortalJournal())
    await evening.start()
    live = await created(evening)
    while not all(table.table.playing for table in evening.hall) or not evening.hall.open_tables:
        evening.come()
        await asyncio.sleep(0.5)
    first = next(iter(evening.hall))
    first.ask(first.table.seated[0].who, at_table.Leave(), ignored)  # of two players: the game is over
    seen = 0
    while not live.tournament.is_over:
        seen += any(table.ended for table in live.tournament.tables())
        assert await games_of(evening.journal, live.tournament) == []
        await asyncio.sleep(0.1)
    assert seen > 1, "one table ends before the other"
    assert first.table.settled
    await until_told(evening)
    assert len(await games_of(evening.journal, live.tournament)) == 2
    evening.stop()


@in_no_time
async def test_a_kill_between_any_two_appends_keeps_the_dice_of_the_round() -> None:
    """Also between the pairing and the opening of its tables: the secret lies beside the log."""
    journal = MortalJournal()
    evening = Evening(journal)
    await evening.start()
    live = await created(evening)
    lives = 0
    journal.left = 1
    while not live.tournament.is_over:
        await evening.play(live)
        evening.stop()
        journal.left = 1 + lives % 7
        evening = Evening(journal)
        await evening.start()
        live = await evening.tournaments.find(live.code)
        lives += 1
        assert lives < 3000
    while any(table.table.is_held for table in evening.hall):
        evening.stop()
        journal.left = 1
        evening = Evening(journal)
        await evening.start()
        live = await evening.tournaments.find(live.code)
        await asyncio.sleep(5.0)
        lives += 1
        assert lives < 3100
    await check(journal, live.tournament)
    await check_dice(journal, live.tournament)
    evening.stop()


@in_no_time
async def test_without_the_secret_of_a_round_its_tables_are_void() -> None:
    """As after the backup of a log without what lies beside it."""
    journal = MortalJournal()
    evening = Evening(journal)
    await evening.start()
    live = await created(evening)
    while not live.tournament.rounds:
        await asyncio.sleep(1.0)
    evening.stop()
    journal._seeds.clear()
    evening = Evening(journal)
    await evening.start()
    live = await evening.tournaments.find(live.code)
    tournament = await evening.play(live)
    assert all(table.ended and table.ended.void for table in tournament.tables())
    assert await games_of(journal, tournament) == []
    evening.stop()


@in_no_time
async def test_called_off_the_tables_are_told_when_the_last_of_them_has_ended() -> None:
    evening = Evening(MortalJournal())
    await evening.start()
    live = await created(evening)
    while not any(table.table.playing for table in evening.hall):
        evening.come()
        await asyncio.sleep(0.5)
    await evening.do(live, "ann", commands.CallOff())
    assert live.tournament.seed == ""
    while any(table.table.playing for table in evening.hall):
        assert await games_of(evening.journal, live.tournament) == []
        await asyncio.sleep(0.1)
    await until_told(evening)
    records = [game.record for game in await games_of(evening.journal, live.tournament)]
    assert records
    assert all(holds(verify(record)) for record in records)
    evening.stop()

"""How far the games of a tournament are: told while they are played, written nowhere, and paced by what happens."""

import asyncio

from dicehall.evenings.core.setting import Swiss
from dicehall.evenings.live.tournament import LiveTournament
from dicehall.rules.progress import Progress
from tests.evenings.live.test_tournaments import STEP, Evening, MortalJournal
from tests.server.timeless import in_no_time

ROUNDS = 4
OPTIONS = {"rounds": ROUNDS}


def progress(live: LiveTournament) -> list[Progress | None]:
    return [table.progress for each in live.shown.rounds for table in each.tables]


@in_no_time
async def test_each_round_of_a_game_is_told_once_and_its_end_is_only_the_result() -> None:
    evening, told = Evening(MortalJournal()), list[tuple[int, Progress | None]]()
    await evening.start()
    evening.tournaments.told = lambda live: told.extend(
        (live.tournament.version, table.progress) for each in live.shown.rounds for table in each.tables
    )
    live = await evening.create(Swiss(1), people=3, options=OPTIONS)
    await evening.play(live)
    assert list(dict.fromkeys(each for _, each in told)) == [
        None, *(Progress("round", number, ROUNDS) for number in range(1, ROUNDS + 1))
    ]  # fmt: skip
    assert len({version for version, each in told if each is not None}) < ROUNDS, "the log grows with none of it"
    assert len([each for _, each in told if each is not None]) < 2 * ROUNDS, "nobody is told of moves"
    assert progress(live) == [None]
    evening.stop()


async def until_playing(evening: Evening, live: LiveTournament, progress_of_first: Progress | None) -> None:
    for _ in range(200):
        evening.come()
        if progress(live)[:1] == [progress_of_first]:
            return
        await asyncio.sleep(STEP)
    raise AssertionError(f"it is never {progress_of_first}")


@in_no_time
async def test_after_a_restart_the_tables_say_again_how_far_they_are() -> None:
    evening = Evening(MortalJournal())
    await evening.start()
    live = await evening.create(Swiss(1), people=3, options=OPTIONS)
    await until_playing(evening, live, Progress("round", 2, ROUNDS))
    evening.stop()
    evening = Evening(evening.journal)
    await evening.start()
    again = await evening.tournaments.find(live.code)
    await until_playing(evening, again, Progress("round", 2, ROUNDS))
    evening.stop()


@in_no_time
async def test_with_duplicate_dice_nothing_is_told_until_the_round_has_ended_e_32() -> None:
    evening, told = Evening(MortalJournal()), set[Progress | None]()
    await evening.start()
    evening.tournaments.told = lambda live: told.update(progress(live))
    live = await evening.create(Swiss(1), people=4, duplicate=True, seats=2, options=OPTIONS)
    await evening.play(live)
    assert told == {None}
    evening.stop()

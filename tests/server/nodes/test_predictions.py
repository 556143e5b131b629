"""Predictions of a hall on several machines: the table at one, the book at another, and both move."""

import asyncio
from functools import partial
from typing import Any

from dicehall.evenings.live.book_door import BOOK
from dicehall.evenings.live.predictions import FORM
from dicehall.evenings.predictions.events import ALLOWANCE, PoolId, PoolSettled
from dicehall.ports.partitions import FIRST, partition_of
from tests.server.kit import begin, finish_together, guests, in_a_loop, refused
from tests.server.live.test_predictions import a_life_is_lost, predict, stands
from tests.server.nodes.pair import pair, until

PERIL: dict[str, Any] = {"game": "peril", "options": {"starting_lives": 3}, "rated": False}


@in_a_loop
async def test_a_pool_at_one_node_is_in_the_book_at_the_other_and_both_may_move() -> None:
    async with (
        pair() as nodes,
        guests(nodes.one.url, "Ann", "Ben") as [ann, ben],
        guests(nodes.other.url, "Eve", "Flo") as [eve, flo],
    ):
        await nodes.give(FIRST, nodes.other)
        code = await begin(ann, ben, **PERIL)
        assert nodes.one.nodes.territory.owns(code), "the table is at one node, the book at the other"
        for who in (eve, flo):
            await who.ask("watch", table=code)
        await eve.until(partial(eve.all, "pool"))
        await predict(eve, code, 0, 30)
        await stands(flo, "open", count=1, pot=30)
        await stands(eve, "open", count=1, purse=ALLOWANCE - 30)
        assert (await refused(predict(eve, code, 0, 101))).reason == "bad_stake"

        await nodes.give(FIRST, nodes.one)
        await predict(flo, code, 1, 20)
        await stands(eve, "open", count=2, pot=50)
        await nodes.give(partition_of(code), nodes.other)
        assert nodes.other.nodes.territory.owns(code)
        for who in (eve, flo):
            await who.catch_up()
        await predict(eve, code, 0, 40)
        await stands(flo, "open", count=2, pot=60)

        await a_life_is_lost(code, ann, ben)
        for who in (ann, eve, flo):
            assert (await stands(who, "closed", why="declared"))["seats"] == [
                {"chips": 40, "count": 1}, {"chips": 20, "count": 1},
            ]  # fmt: skip
        await finish_together(code, ann, ben)
        winner = ann.tables[code]["waiting"]["places"].index(1)
        assert (await stands(eve, "settled"))["mine"]["paid"] == (0 if winner else 60)
        book = nodes.one.parts.predictions.book
        assert not book.pools
        assert sum(book.purses.values()) == 2 * ALLOWANCE


@in_a_loop
async def test_where_the_keeper_of_the_book_is_silent_the_answer_is_uncertain_and_a_prediction_counts_once() -> None:
    async with pair() as nodes, guests(nodes.one.url, "Ann", "Ben", "Eve", "Flo") as [ann, ben, eve, flo]:
        await nodes.give(FIRST, nodes.other)
        code = await begin(ann, ben, **PERIL)
        for who in (eve, flo):
            await who.ask("watch", table=code)
        await predict(flo, code, 1, 20)
        await stands(eve, "open", count=1)
        nodes.bus.loses = lambda node, _letter: node == "one"  # the wish arrives, and no answer comes back
        answer = asyncio.create_task(refused(predict(eve, code, 0, 30)))
        await until(lambda: nodes.other.parts.predictions.book.pools[PoolId(code, 1)].predictions.get(eve.me))
        nodes.one.nodes.links["other"].reset("the test says so")
        assert (await answer).reason == "uncertain"
        nodes.bus.loses = lambda _node, _letter: False
        await nodes.linked()
        await eve.ask("watch", table=code)
        assert (await stands(eve, "open", count=2, pot=50))["mine"]["chips"] == 30
        await predict(eve, code, 0, 40)
        await stands(flo, "open", count=2, pot=60)
        await stands(eve, "open", count=2, purse=ALLOWANCE - 40)
        assert nodes.other.parts.predictions.book.chips == 2 * ALLOWANCE


@in_a_loop
async def test_a_game_that_ends_while_the_book_moves_is_paid_once() -> None:
    async with pair() as nodes, guests(nodes.one.url, "Ann", "Ben", "Eve", "Flo") as [ann, ben, eve, flo]:
        await nodes.give(FIRST, nodes.other)
        code = await begin(ann, ben, **PERIL)
        for seat, who in enumerate((eve, flo)):
            await who.ask("watch", table=code)
            await predict(who, code, seat, 25)
        await stands(eve, "open", count=2)
        await nodes.tell(nodes.other, FIRST, nodes.one)  # nobody keeps it now
        await finish_together(code, ann, ben)
        assert {each["status"] for each in eve.all("pool")} <= {"open", "closed"}
        await nodes.tell(nodes.one, FIRST, nodes.one)
        winner = ann.tables[code]["waiting"]["places"].index(1)
        for seat, who in enumerate((eve, flo)):
            assert (await stands(who, "settled"))["mine"]["paid"] == (50 if seat == winner else 0)
        bodies = await nodes.one.parts.hall.journal.bodies(BOOK)
        written = [entry for body in bodies for entry in FORM.bodies.decode(body).entries]
        assert sum(isinstance(entry, PoolSettled) for entry in written) == 1
        assert nodes.one.parts.predictions.book.chips == 2 * ALLOWANCE

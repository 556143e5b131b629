"""Predictions of a hall on several machines: the table at one, the book at another, and both move."""

from functools import partial
from typing import Any

from dicehall.evenings.predictions.events import ALLOWANCE
from dicehall.ports.partitions import FIRST, partition_of
from tests.server.kit import begin, finish_together, guests, in_a_loop, refused
from tests.server.live.test_predictions import a_life_is_lost, predict, stands
from tests.server.nodes.pair import pair

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

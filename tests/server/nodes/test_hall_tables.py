"""Limits on open tables hold for the hall: each node counts its own, and tells the others."""

from typing import Any

import pytest

from tests.server.kit import Client, come_in, guests, in_a_loop, refused
from tests.server.nodes.pair import Node, Pair, pair, until
from tests.server.nodes.test_hall_pace import cut

LIMITS = [
    ({"tables": 2}, "no room for another"),
    ({"tables_per_person": 2}, "2 tables per person"),
    ({"tables_per_address": 2}, "2 tables opened from your address"),
]


def limit(nodes: Pair, most: dict[str, Any]) -> None:
    for node in (nodes.one, nodes.other):
        visitors = node.parts.visitors
        visitors.limits = visitors.limits._replace(**most)


async def until_counted(node: Node, who: Client, tables: int) -> None:
    """As seen by this node, wherever they are."""
    roster = node.parts.hall.roster
    await until(lambda: roster.tables_of(who.me) == node.parts.hall.open_tables + roster.open_elsewhere == tables)


@pytest.mark.parametrize(("most", "why"), LIMITS)
@in_a_loop
async def test_tables_at_another_node_count_until_they_are_closed(most: dict[str, Any], why: str) -> None:
    async with pair() as nodes, guests(nodes.one.url, "Ann") as [ann]:
        limit(nodes, most)
        codes = [await ann.open("peril") for _ in range(2)]
        await until_counted(nodes.other, ann, 2)
        elsewhere = await come_in(nodes.other.url, cookie=ann.cookie)
        assert why in str(await refused(elsewhere.ask("open", game="peril")))
        await ann.do(codes[0], "close")
        await until_counted(nodes.other, ann, 1)
        await elsewhere.open("peril")
        await until_counted(nodes.one, ann, 2)
        assert why in str(await refused(ann.ask("open", game="peril")))
        await elsewhere.close()


@in_a_loop
async def test_a_node_that_is_gone_counts_no_more_and_one_that_comes_back_says_all_anew() -> None:
    async with pair() as nodes, guests(nodes.one.url, "Ann") as [ann]:
        closed = await ann.open("peril")
        await until_counted(nodes.other, ann, 1)
        nodes.bus.loses = lambda _node, _letter: True
        cut(nodes.one)
        cut(nodes.other)
        await ann.open("peril")
        await ann.open("peril")
        await ann.do(closed, "close")
        await until_counted(nodes.other, ann, 1)
        nodes.bus.loses = lambda _node, _letter: False
        await nodes.linked()
        await until_counted(nodes.other, ann, 2)
        nodes.other.nodes.meet(())
        await until_counted(nodes.other, ann, 0)


@in_a_loop
async def test_a_table_that_moves_to_another_node_counts_once() -> None:
    async with pair() as nodes, guests(nodes.one.url, "Ann") as [ann]:
        for _ in range(3):
            await ann.open("peril")
        for partition in list(nodes.one.shares.epochs):
            await nodes.give(partition, nodes.other)
        for node in (nodes.one, nodes.other):
            await until_counted(node, ann, 3)

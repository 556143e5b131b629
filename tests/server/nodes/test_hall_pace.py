"""Limits on openings, guests, accounts and guesses hold for the hall: what one node lets through counts for all."""

from dicehall.server.bounds.hall_pace import HallBuckets
from dicehall.server.bounds.pace import Pace
from tests.server.kit import in_a_loop
from tests.server.nodes.pair import Node, Pair, pair, until

PACE = Pace(4, 1e-6)


def limits(nodes: Pair) -> list[HallBuckets]:
    return [node.parts.visitors.shared.limit("of the test", PACE) for node in (nodes.one, nodes.other)]


def admitted(buckets: HallBuckets) -> int:
    return sum(not buckets.take("192.0.2.1") for _ in range(10))


@in_a_loop
async def test_what_one_node_has_let_through_the_other_does_not() -> None:
    async with pair() as nodes:
        one, other = limits(nodes)
        assert [one.take("192.0.2.1"), other.take("192.0.2.1")] == [0, 0]
        await until(lambda: all(each.of("192.0.2.1").left(nodes.one.parts.visitors.now()) < 3 for each in (one, other)))
        assert admitted(one) == 2
        await until(lambda: other.wait("192.0.2.1"))
        assert admitted(other) == 0
        assert not other.take("198.51.100.1"), "others are not concerned"


@in_a_loop
async def test_nodes_that_do_not_hear_each_other_let_through_no_more_in_all_and_agree_afterwards() -> None:
    async with pair() as nodes:
        one, other = limits(nodes)
        nodes.bus.loses = lambda _node, _letter: True
        cut(nodes.one)
        cut(nodes.other)
        assert [admitted(one), admitted(other)] == [2, 2]
        assert not one.take("198.51.100.1")
        nodes.bus.loses = lambda _node, _letter: False
        await nodes.linked()
        await until(lambda: other.of("198.51.100.1").left(nodes.other.parts.visitors.now()) < 3)


def cut(node: Node) -> None:
    """As if nothing had been heard for long."""
    for link in node.nodes.links.values():
        link.beat(60.0)
        link.beat(60.0)

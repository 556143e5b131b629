"""Limits on sockets of a person and of an address hold for the hall; each node knows all windows of a person."""

from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from tests.server.kit import come_in, guests, in_a_loop
from tests.server.nodes.pair import pair, until
from tests.server.nodes.test_hall_tables import limit


@pytest.mark.parametrize(
    ("most", "why"),
    [
        ({"sockets_per_person": 2}, "At most 2 open sockets per person"),
        ({"sockets_per_address": 2}, "At most 2 open sockets from your address"),
    ],
)
@in_a_loop
async def test_sockets_at_another_node_count_until_they_are_closed(most: dict[str, Any], why: str) -> None:
    async with pair() as nodes, guests(nodes.one.url, "Ann") as [ann]:
        limit(nodes, most)
        second = await come_in(nodes.one.url, cookie=ann.cookie)
        await until(lambda: nodes.other.parts.visitors.windows(ann.me) == 2)
        with pytest.raises(InvalidStatus) as refusal:
            await come_in(nodes.other.url, cookie=ann.cookie)
        assert why in refusal.value.response.body.decode()
        await second.close()
        await until(lambda: nodes.other.parts.visitors.windows(ann.me) == 1)
        elsewhere = await come_in(nodes.other.url, cookie=ann.cookie)
        await until(lambda: nodes.one.parts.visitors.windows(ann.me) == 2)
        await elsewhere.close()


@in_a_loop
async def test_a_window_whose_table_is_at_another_node_counts_once() -> None:
    async with pair() as nodes, guests(nodes.one.url, "Ann") as [ann]:
        far = await come_in(nodes.other.url, "Ben")
        code = await ann.open("peril")
        await far.ask("watch", table=code)
        for node in (nodes.one, nodes.other):
            await until(lambda node=node: node.parts.visitors.windows(far.me) == 1)  # type: ignore[misc]
        await far.close()
        for node in (nodes.one, nodes.other):
            await until(lambda node=node: node.parts.visitors.windows(far.me) == 0)  # type: ignore[misc]


@in_a_loop
async def test_a_node_that_is_gone_has_no_windows_any_more() -> None:
    async with pair() as nodes, guests(nodes.one.url, "Ann") as [ann]:
        await until(lambda: nodes.other.parts.visitors.windows(ann.me) == 1)
        nodes.other.nodes.meet(())
        assert nodes.other.parts.visitors.windows(ann.me) == 0
        nodes.other.nodes.meet((nodes.one.shares.me,))
        await until(lambda: nodes.other.parts.visitors.windows(ann.me) == 1)

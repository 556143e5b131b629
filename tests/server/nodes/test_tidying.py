"""One node deletes the guests who are gone, and asks the others who still sits at their tables."""

import time

import pytest

from dicehall.ports import JournalError, People
from dicehall.server.app.tidying import Tidier, ready_at
from dicehall.store.people import disk
from tests.server.kit import come_in, guests, in_a_loop
from tests.server.nodes.pair import Node, pair


def tidier(node: Node) -> Tidier:
    parts = node.parts
    return Tidier(parts.people, parts.rooms, parts.hall, ready_at(node.nodes), book=parts.book)


def later(patch: pytest.MonkeyPatch, people: People) -> None:
    """So long that every guest is gone unless they stay."""
    assert isinstance(people, disk.DiskPeople)
    patch.setattr(people, "clock", lambda: time.time() + disk.GUESTS_STAY + 1)


@in_a_loop
async def test_whoever_sits_or_looks_on_at_the_other_node_stays() -> None:
    async with pair() as nodes, guests(nodes.other.url, "Ann", "Hal") as [ann, hal]:
        gone = await come_in(nodes.one.url, "Eve")
        await ann.open("peril")
        await ann.close()
        await gone.close()
        first, _ = tidier(nodes.one), tidier(nodes.other)
        people = nodes.one.parts.people
        with pytest.MonkeyPatch.context() as patch:
            later(patch, people)
            assert await first.tidy() == 1
        assert set(await people.by_ids([ann.me, hal.me, gone.me])) == {ann.me, hal.me}


@in_a_loop
async def test_nobody_is_deleted_while_a_node_does_not_answer_or_tables_are_on_their_way() -> None:
    async with pair() as nodes:
        gone = await come_in(nodes.one.url, "Eve")
        await gone.close()
        people = nodes.one.parts.people
        first = tidier(nodes.one)
        with pytest.MonkeyPatch.context() as patch:
            later(patch, people)
            with pytest.raises(JournalError, match="not every machine"):
                await first.tidy()
            tidier(nodes.other)
            nodes.other.nodes.territory.ready.pop(255)
            with pytest.raises(JournalError, match="not every machine"):
                await first.tidy()
        assert await people.by_id(gone.me) is not None

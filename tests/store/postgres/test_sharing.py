"""Partitions are spread evenly, and moved no more than needed."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from dicehall.ports.partitions import PARTITIONS, partition_of
from dicehall.store.postgres.sharing import Node, plan, shares

names = st.sampled_from("abcdefg")
nodes = st.dictionaries(names, st.tuples(st.booleans(), st.booleans()), min_size=1).map(
    lambda found: [Node(name, *flags) for name, flags in found.items()]
)


def settle(everyone: list[Node], owners: dict[int, str | None]) -> dict[int, str | None]:
    """Each node that is alive follows its plan in turn, until there is nothing left to do."""
    for _ in everyone * 2:  # at worst one of those who want the same free ones gets them in each round
        plans = {node.name: plan(node.name, everyone, owners) for node in everyone if node.is_alive}
        for me, wanted in plans.items():
            take = [partition for partition in plan(me, everyone, owners).take if partition in wanted.take]
            owners = owners | dict.fromkeys(take, me) | dict(wanted.give)
    return owners


@given(nodes, st.lists(st.none() | names, min_size=PARTITIONS, max_size=PARTITIONS))
def test_from_anywhere_partitions_end_up_evenly_with_those_who_are_alive(
    everyone: list[Node], found: list[str | None]
) -> None:
    able = [node.name for node in everyone if node.is_alive and not node.is_draining]
    owners = settle(everyone, dict(enumerate(found)))
    if able:
        counts = Counter(owners.values())
        assert counts.keys() == set(able)
        assert max(counts.values()) - min(counts.values()) <= 1


@given(nodes)
def test_what_is_settled_stays(everyone: list[Node]) -> None:
    owners = settle(everyone, dict.fromkeys(range(PARTITIONS)))
    for node in everyone:
        if node.is_alive:
            assert plan(node.name, everyone, owners).give == ()


def test_shares_add_up_to_all_partitions() -> None:
    for count in range(1, 20):
        found = shares([Node(f"n{number}", is_alive=True) for number in range(count)])
        assert sum(found.values()) == PARTITIONS


def test_givers_do_not_all_give_to_the_same_node() -> None:
    old, new = [Node(name, is_alive=True) for name in "ab"], [Node(name, is_alive=True) for name in "cd"]
    owners: dict[int, str | None] = {partition: "ab"[partition % 2] for partition in range(PARTITIONS)}
    given = Counter(to for me in "ab" for _, to in plan(me, old + new, owners).give)
    assert given == {"c": 64, "d": 64}


def test_a_node_that_is_to_end_keeps_its_tables_while_nobody_else_is_there() -> None:
    alone = [Node("a", is_alive=True, is_draining=True), Node("b", is_alive=False)]
    assert plan("a", alone, dict.fromkeys(range(PARTITIONS), "a")).give == ()


def test_codes_are_spread_over_all_partitions() -> None:
    codes = [a + b + c + d for a in "kmnp" for b in "aeiou" for c in "rstvwz" for d in "aeiou"]
    assert len({partition_of(code) for code in codes}) > PARTITIONS * 0.8

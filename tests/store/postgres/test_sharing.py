"""Partitions are spread evenly, moved no more than needed, and never to an older version than they have had."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from dicehall.ports.partitions import PARTITIONS, partition_of
from dicehall.store.postgres.sharing import Held, Node, plan
from dicehall.store.postgres.versions import is_fit

NAMES = "abcdefg"
SOME = 30
"""Partitions: more than enough for so few nodes."""
ROUNDS = 2 * len(NAMES)
"""At worst one of those who want the same free ones gets them in each round."""

names = st.sampled_from(NAMES)
versions = st.sampled_from(("0.9", "0.10", "1.0"))
same = st.just("1.0")


def everyone(versions: st.SearchStrategy[str]) -> st.SearchStrategy[list[Node]]:
    flags = st.tuples(st.booleans(), st.booleans(), versions)
    return st.dictionaries(names, flags, min_size=1).map(
        lambda found: [Node(name, *given) for name, given in found.items()]
    )


def partitions(versions: st.SearchStrategy[str]) -> st.SearchStrategy[dict[int, Held]]:
    held = st.builds(Held, st.none() | names, versions)
    return st.lists(held, min_size=SOME, max_size=SOME).map(lambda found: dict(enumerate(found)))


def settle(nodes: list[Node], found: dict[int, Held]) -> dict[int, Held]:
    """Each node that is alive follows its plan, made from what all saw before, until there is nothing left to do."""
    version = {node.name: node.version for node in nodes}
    alive = [node.name for node in nodes if node.is_alive]
    found = dict(found)
    for _ in range(ROUNDS):
        plans = {me: plan(me, nodes, found) for me in alive}
        if not any(wanted.take or wanted.give for wanted in plans.values()):
            break
        for me, wanted in plans.items():
            take = set(plan(me, nodes, found).take) & set(wanted.take)
            for partition, to in (*((partition, me) for partition in sorted(take)), *wanted.give):
                assert is_fit(version[to], found[partition].version), "never to an older one"
                found[partition] = Held(to, version[to])
    return found


def counted(nodes: list[Node], found: dict[int, Held]) -> Counter[str]:
    """How many each node runs: those of one that is gone nobody does, nor what is too new for its owner."""
    runs = {node.name: node.version for node in nodes if node.is_alive}
    return Counter(
        owner for owner, version in found.values() if owner in runs and owner and is_fit(runs[owner], version)
    )


@given(everyone(same), partitions(same))
def test_from_anywhere_partitions_end_up_evenly_with_those_who_are_alive(
    nodes: list[Node], found: dict[int, Held]
) -> None:
    able = [node.name for node in nodes if node.is_able]
    counts = counted(nodes, settle(nodes, found))
    if able:
        assert counts.keys() == set(able)
        assert max(counts.values()) - min(counts.values()) <= 1


@given(everyone(versions), partitions(versions))
def test_with_several_versions_nobody_has_more_than_one_as_new_could_take(
    nodes: list[Node], found: dict[int, Held]
) -> None:
    after = settle(nodes, found)
    counts = counted(nodes, after)
    for giver in (node for node in nodes if node.is_alive):
        for to in (node for node in nodes if node.is_able and is_fit(node.version, giver.version) and node != giver):
            assert counts[giver.name] <= (0 if giver.is_draining else counts[to.name] + 1)


@given(everyone(versions), partitions(versions))
def test_what_nobody_alive_may_have_waits_and_all_else_is_run(nodes: list[Node], found: dict[int, Held]) -> None:
    alive = {node.name: node for node in nodes if node.is_alive}
    after = settle(nodes, found)
    for partition, (owner, version) in after.items():
        if owner not in alive or not is_fit(alive[owner or ""].version, version):
            assert not any(node.is_able and is_fit(node.version, version) for node in nodes)
            assert all(partition in plan(me, nodes, after).waiting for me in alive)


@given(everyone(versions), partitions(versions))
def test_what_is_settled_stays(nodes: list[Node], found: dict[int, Held]) -> None:
    after = settle(nodes, found)
    for node in nodes:
        if node.is_alive:
            assert plan(node.name, nodes, after)[:2] == ((), ())


def test_givers_do_not_all_give_to_the_same_node() -> None:
    old, new = [Node(name, is_alive=True) for name in "ab"], [Node(name, is_alive=True) for name in "cd"]
    owned = {partition: Held("ab"[partition % 2]) for partition in range(PARTITIONS)}
    given = Counter(to for me in "ab" for _, to in plan(me, old + new, owned).give)
    assert given == {"c": 64, "d": 64}


def test_a_node_that_is_to_end_keeps_its_tables_while_nobody_else_is_there() -> None:
    alone = [Node("a", is_alive=True, is_draining=True), Node("b", is_alive=False)]
    assert plan("a", alone, dict.fromkeys(range(PARTITIONS), Held("a"))).give == ()


def test_a_node_that_is_to_end_keeps_its_tables_while_all_others_are_older() -> None:
    others = [Node("b", is_alive=True, version="1.0"), Node("c", is_alive=True, version="0.9")]
    newest = Node("a", is_alive=True, is_draining=True, version="1.1")
    assert plan("a", [newest, *others], dict.fromkeys(range(PARTITIONS), Held("a", "1.1"))).give == ()
    given = Counter(
        to for _, to in plan("a", [newest._replace(version="1.0"), *others],
                             dict.fromkeys(range(PARTITIONS), Held("a", "1.0"))).give
    )  # fmt: skip
    assert given == {"b": PARTITIONS}


def test_who_comes_back_with_an_older_version_leaves_its_partitions_to_newer_ones() -> None:
    nodes = [Node("a", is_alive=True, version="0.9"), Node("b", is_alive=True, version="1.0")]
    owned = dict.fromkeys(range(PARTITIONS), Held("a", "1.0"))
    assert plan("a", nodes, owned) == ((), (), (), ())
    assert plan("b", nodes, owned).take == tuple(range(PARTITIONS))


def test_codes_are_spread_over_all_partitions() -> None:
    codes = [a + b + c + d for a in "kmnp" for b in "aeiou" for c in "rstvwz" for d in "aeiou"]
    assert len({partition_of(code) for code in codes}) > PARTITIONS * 0.8

"""Who should own which partitions: pure, so that every node comes to the same plan from the same rows.

A partition goes only to a node that is at least as new as all that had it before: an older one may not know what they
have written there. Where no such node is alive, it waits for one.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from dicehall.store.postgres.versions import is_fit, rank


class Node(NamedTuple):
    name: str
    is_alive: bool
    is_draining: bool = False
    version: str = ""

    @property
    def is_able(self) -> bool:
        """Whether it takes anything."""
        return self.is_alive and not self.is_draining


class Held(NamedTuple):
    """A partition."""

    owner: str | None
    version: str = ""
    """Of the newest node that ever had it."""


class Plan(NamedTuple):
    """What one node does now."""

    take: tuple[int, ...]
    """Partitions that nobody alive owns."""
    give: tuple[tuple[int, str], ...]
    """Its own ones that others should have."""
    waiting: tuple[int, ...] = ()
    """Those that no node may take: each that is alive is too old, or is to end."""
    keep: tuple[int, ...] = ()
    """Its own ones that are noted for another version: this one writes there from now on."""


def plan(me: str, nodes: Sequence[Node], partitions: Mapping[int, Held]) -> Plan:
    """Of all partitions; the node that asks is alive."""
    sharing = Sharing(nodes, partitions)
    sharing.take_free()
    sharing.even_out()
    take = tuple(partition for partition, to in sorted(sharing.taken.items()) if to == me)
    give = tuple((partition, to) for giver, partition, to in sharing.given if giver == me)
    version = next(node.version for node in nodes if node.name == me)
    keep = tuple(partition for partition in sharing.before[me] if partitions[partition].version != version)
    return Plan(take, give, tuple(sharing.free), keep)


class Sharing:
    """What all nodes would do, one step after the other; ties go by the order of names."""

    def __init__(self, nodes: Sequence[Node], partitions: Mapping[int, Held]) -> None:
        self._partitions = partitions
        self._alive = sorted(node for node in nodes if node.is_alive)
        self._owned: dict[str, list[int]] = {node.name: [] for node in self._alive}
        versions = {node.name: node.version for node in self._alive}
        self.free: list[int] = []
        self.taken: dict[int, str] = {}
        self.given: list[tuple[str, int, str]] = []
        for partition, (owner, version) in sorted(partitions.items()):
            # Whoever comes back with an older version cannot run what it had.
            if owner is not None and owner in versions and is_fit(versions[owner], version):
                self._owned[owner].append(partition)
            else:
                self.free.append(partition)
        self.before = {name: tuple(owned) for name, owned in self._owned.items()}

    def take_free(self) -> None:
        """Each by the one that has least. First those that only few can take."""
        for partition in sorted(self.free, key=lambda each: rank(self._partitions[each].version), reverse=True):
            if (taker := self._poorest(self._partitions[partition].version)) is not None:
                self.free.remove(partition)
                self._owned[taker.name].append(partition)
                self.taken[partition] = taker.name

    def even_out(self) -> None:
        """One by one, from the richest; whoever is to end gives everything."""
        while (step := self._step()) is not None:
            giver, to = step
            partition = self._owned[giver.name].pop()
            self._owned[to.name].append(partition)
            self.given.append((giver.name, partition, to.name))

    def _step(self) -> tuple[Node, Node] | None:
        takers = {version: self._poorest(version) for version in {node.version for node in self._alive}}
        for giver in sorted(self._alive, key=lambda node: (not node.is_draining, -self._wealth(node))):
            to = takers[giver.version]
            if to is not None and self._gives(giver, to):
                return giver, to
        return None

    def _gives(self, giver: Node, to: Node) -> bool:
        return self._wealth(giver) > (0 if giver.is_draining else self._wealth(to) + 1)

    def _poorest(self, least: str) -> Node | None:
        """Of those that are new enough."""
        able = [node for node in self._alive if node.is_able and is_fit(node.version, least)]
        return min(able, key=self._wealth, default=None)

    def _wealth(self, node: Node) -> int:
        return len(self._owned[node.name])

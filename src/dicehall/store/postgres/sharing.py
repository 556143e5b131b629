"""Who should own which partitions: pure, so that every node comes to the same plan from the same rows."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from dicehall.ports.partitions import PARTITIONS


class Node(NamedTuple):
    name: str
    is_alive: bool
    is_draining: bool = False


class Plan(NamedTuple):
    """What one node does now."""

    take: tuple[int, ...]
    """Partitions that nobody alive owns."""
    give: tuple[tuple[int, str], ...]
    """Its own ones that others should have."""


def shares(nodes: Sequence[Node]) -> dict[str, int]:
    """How many partitions each node should own: as evenly as possible, and none where it is to end."""
    able = sorted(node.name for node in nodes if node.is_alive and not node.is_draining)
    # Where everyone is to end, nobody is left to take anything, and those who run keep what they have.
    each, more = divmod(PARTITIONS, len(able)) if able else (0, 0)
    return {node.name: 0 for node in nodes} | {name: each + (number < more) for number, name in enumerate(able)}


def plan(me: str, nodes: Sequence[Node], owners: Mapping[int, str | None]) -> Plan:
    """`owners` of all partitions; what belongs to a node that is not alive is free. The node that asks is alive."""
    alive = {node.name for node in nodes if node.is_alive}
    due = shares(nodes)
    owned: dict[str, list[int]] = {name: [] for name in alive}
    free: list[int] = []
    for partition, owner in sorted(owners.items()):
        (owned[owner] if owner in alive else free).append(partition)
    mine = owned[me]
    if len(mine) < due[me]:
        return Plan(tuple(free[: due[me] - len(mine)]), ())
    if not any(due.values()):
        return Plan((), ())
    wanting = [name for name in sorted(alive) for _ in range(due[name] - len(owned[name]))]
    # The free ones are taken by whoever wants them, and nodes with other names give away some too, in this order.
    before = len(free) + sum(max(len(owned[name]) - due[name], 0) for name in alive if name < me)
    return Plan((), tuple(zip(mine[due[me] :], wanting[before:], strict=False)))

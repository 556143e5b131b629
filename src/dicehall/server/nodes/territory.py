"""Which node runs which table: by partition, as this node knows it."""

from collections.abc import Mapping

from dicehall.ports.partitions import FIRST, partition_of


class Territory:
    def __init__(self, me: str) -> None:
        self.me = me
        self.ready: dict[int, int] = {}
        """The epochs of this node's own partitions, once it knows their tables."""
        self.owners: Mapping[int, str | None] = {}
        """Of all partitions; what was heard last."""
        self.waiting = 0
        """How many nobody may run, before a newer node is there."""

    def owns(self, code: str) -> bool:
        return partition_of(code) in self.ready

    def owner(self, code: str) -> str | None:
        """None while nobody is known to be ready for it."""
        return self._of(partition_of(code))

    @property
    def first(self) -> str | None:
        """Who does what is to be done once in the whole hall."""
        return self._of(FIRST)

    def _of(self, partition: int) -> str | None:
        if partition in self.ready:
            return self.me
        owner = self.owners.get(partition)
        return None if owner == self.me else owner

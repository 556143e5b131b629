"""Whether a node has heard the clients of all nodes: no clock strikes while a move may be on its way."""

import asyncio

from dicehall.server.gates.keeper import Keeper
from dicehall.server.nodes.link import SILENT
from dicehall.server.nodes.nodes import Nodes


class NodeEars:
    """Those of the node itself, with its gates, and the lines to the others."""

    def __init__(self, gates: Keeper) -> None:
        self._gates = gates
        self.nodes: Nodes | None = None
        """Known as soon as there is a hall for them."""

    def held_up(self) -> bool:
        """The time of all nodes does not wait for the gates of one."""
        return False

    def have_read_here(self, since: float) -> bool:
        """Of the node's own clients; those of a gate that is gone need a moment to come back."""
        calm = asyncio.get_running_loop().time() > self._gates.lost_at + SILENT
        return calm and self._gates.have_read(since)

    def have_read(self, since: float) -> bool:
        return self.have_read_here(since) and (self.nodes is None or self.nodes.have_read(since))

"""Whether a node has heard the clients of all nodes: no clock strikes while a move may be on its way."""

from dicehall.server.nodes.nodes import Nodes
from dicehall.table.live.services import Ears


class NodeEars:
    """Those of the node itself, and the lines to the others."""

    def __init__(self, own: Ears) -> None:
        self._own = own
        self.nodes: Nodes | None = None
        """Known as soon as there is a hall for them."""

    def held_up(self) -> bool:
        return self._own.held_up()

    def have_read(self, since: float) -> bool:
        return self._own.have_read(since) and (self.nodes is None or self.nodes.have_read(since))

"""What a running hall is made of, and the door by which sockets come in."""

from typing import NamedTuple

from dicehall.server.connection import Connection
from dicehall.server.rooms import Rooms
from dicehall.server.socket import Listener, Rejected, Request
from dicehall.server.talk import Talk
from dicehall.table.hall import Hall
from dicehall.table.ports import Guest, People

COOKIE = "dicehall"
LONGEST_TOKEN = 100
SOCKET_PATH = "/ws"


class House(NamedTuple):
    hall: Hall
    rooms: Rooms
    people: People
    talk: Talk
    url: str
    """Where people find it."""

    def door(self, request: Request) -> Listener | Rejected:
        """A socket belongs to the person whose cookie it brings, or to nobody."""
        if request.path != SOCKET_PATH:
            return Rejected(404, f"sockets are opened at {SOCKET_PATH}")
        return Connection(self.guest(request.headers.get("cookie", "")), self.hall, self.rooms, self.talk, self.url)

    def guest(self, cookies: str) -> Guest | None:
        """Read by hand: whatever other programs of the same address keep in cookies must not get in the way."""
        for cookie in cookies.split(";"):
            name, _, token = cookie.strip().partition("=")
            if name == COOKIE and len(token) <= LONGEST_TOKEN:
                return self.people.by_token(token)
        return None

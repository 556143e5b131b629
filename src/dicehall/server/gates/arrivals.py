"""Connections as they come: a gate keeps those that begin with a request for a WebSocket, the hall gets all others.

The hall gets the connection itself, not a copy of what goes over it: the kernel hands the open file over, unread. So
HTTP is served as ever, and the hall asks the kernel, not the gate or the client, where it comes from.
"""

import asyncio
import re
import socket
from collections import deque
from collections.abc import Callable
from typing import Final

LONGEST: Final = 16 * 1024
"""Bytes of a request; the hall sees to longer ones."""
FIRST_BYTES_WITHIN: Final = 1.0
"""Seconds; the hall waits for those who take longer, and counts them."""
AT_ONCE: Final = 16
"""Connections accepted before the other gates get their turn."""
MOST_AT_THE_DOOR: Final = 500
"""Connections that have said nothing yet, or wait to be handed over; nobody else is let in meanwhile."""
LATER: Final = 0.1
"""Seconds until a gate tries again to accept, when it could not."""

UPGRADE: Final = re.compile(rb"\r\nupgrade:[ \t]*websocket[ \t]*\r\n", re.IGNORECASE)
CONNECTION: Final = re.compile(rb"\r\nconnection:[^\r\n]*\bupgrade\b", re.IGNORECASE)
BODY: Final = re.compile(rb"\r\n(?:content-length|transfer-encoding):", re.IGNORECASE)


def asks_for_socket(head: bytes) -> bool:
    """Whether this is a whole request for a WebSocket, and nothing else; anything unusual is for the hall."""
    return (
        head.startswith(b"GET ")
        and head.find(b"\r\n\r\n") == len(head) - 4
        and UPGRADE.search(head) is not None
        and CONNECTION.search(head) is not None
        and BODY.search(head) is None
    )


class Door:
    """Hands connections over to the hall, by a local socket of its own."""

    def __init__(self, hall: socket.socket) -> None:
        self._hall = hall
        self._waiting: deque[socket.socket] = deque()

    def __len__(self) -> int:
        return len(self._waiting)

    def hand_over(self, connection: socket.socket) -> None:
        self._waiting.append(connection)
        if len(self._waiting) == 1:
            self._try()

    def _try(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            try:
                socket.send_fds(self._hall, [b"!"], [self._waiting[0].fileno()])
            except BlockingIOError:
                loop.add_writer(self._hall, self._try)
                return
            except OSError:
                pass  # the hall has gone, and so will this gate
            self._waiting.popleft().close()
        loop.remove_writer(self._hall)


def taken(door: socket.socket) -> socket.socket | None:
    """The next connection that was handed over; None where there is none, or the hall has no open files left."""
    try:
        _, files, _, _ = socket.recv_fds(door, 1, 1)
    except OSError:  # nothing more for now, or the gate has died
        return None
    connection = socket.socket(fileno=files[0]) if files else None
    if connection is not None:
        connection.setblocking(False)
    return connection


class Arrivals:
    def __init__(self, listen: socket.socket, door: Door, keep: Callable[[socket.socket], None]) -> None:
        self._listen = listen
        self._door = door
        self._keep = keep
        self._silent: dict[socket.socket, asyncio.TimerHandle] = {}
        """Those that have said nothing yet, and when that ends."""
        self._accepts = False

    def start(self) -> None:
        self._accepts = True
        asyncio.get_running_loop().add_reader(self._listen, self._accept)

    def stop(self) -> None:
        """Nobody else comes in. Those at the door are for the hall to see to."""
        if self._accepts:
            self._accepts = False
            asyncio.get_running_loop().remove_reader(self._listen)
            self._listen.close()
        for connection in tuple(self._silent):
            self._give_away(connection)

    def _accept(self) -> None:
        for _ in range(AT_ONCE):
            if len(self._silent) + len(self._door) >= MOST_AT_THE_DOOR:
                self._pause()
                return
            try:
                connection, _ = self._listen.accept()
            except (BlockingIOError, ConnectionAbortedError):
                return
            except OSError:  # no open files are left: it may be better in a moment
                self._pause()
                return
            connection.setblocking(False)
            self._look(connection)

    def _pause(self) -> None:
        loop = asyncio.get_running_loop()
        loop.remove_reader(self._listen)
        loop.call_later(LATER, self._resume)

    def _resume(self) -> None:
        if self._accepts:
            asyncio.get_running_loop().add_reader(self._listen, self._accept)

    def _look(self, connection: socket.socket) -> None:
        """At what has come, without taking it."""
        try:
            head = connection.recv(LONGEST, socket.MSG_PEEK)
        except BlockingIOError:
            self._wait(connection)
            return
        except OSError:
            head = b""
        self._forget(connection)
        if not head:
            connection.close()
        elif asks_for_socket(head):
            self._keep(connection)
        else:
            self._door.hand_over(connection)

    def _wait(self, connection: socket.socket) -> None:
        if connection not in self._silent:
            loop = asyncio.get_running_loop()
            self._silent[connection] = loop.call_later(FIRST_BYTES_WITHIN, self._give_away, connection)
            loop.add_reader(connection, self._look, connection)

    def _give_away(self, connection: socket.socket) -> None:
        self._forget(connection)
        self._door.hand_over(connection)

    def _forget(self, connection: socket.socket) -> None:
        if (timer := self._silent.pop(connection, None)) is not None:
            timer.cancel()
            asyncio.get_running_loop().remove_reader(connection)

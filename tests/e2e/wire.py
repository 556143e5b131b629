"""The cable between a browser and the hall, which can be cut and mended: no browser cuts an open socket by itself."""

import contextlib
import select
import socket
import socketserver
import threading
from typing import Self

HERE = "127.0.0.1"


class Wire(socketserver.ThreadingTCPServer):
    """`url` is the hall's, as it is reached over this wire. Of several ports, the first one where somebody answers is
    taken, as a load balancer with spares would."""

    daemon_threads = True

    def __init__(self, *ports: int) -> None:
        super().__init__((HERE, 0), Carrier)
        self.ports = ports
        self.url = f"http://{HERE}:{self.server_address[1]}"
        self.whole = True
        self.ends: set[socket.socket] = set()

    def cut(self) -> None:
        self.whole = False
        for end in tuple(self.ends):
            with contextlib.suppress(OSError):  # it was closed meanwhile
                end.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        self.whole = True

    def dial(self) -> socket.socket:
        *first, last = self.ports
        for port in first:
            with contextlib.suppress(ConnectionRefusedError):
                return socket.create_connection((HERE, port))
        return socket.create_connection((HERE, last))

    def __enter__(self) -> Self:
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.cut()
        self.shutdown()
        self.server_close()


class Carrier(socketserver.BaseRequestHandler):
    """One connection: what comes in at one end goes out at the other."""

    server: Wire
    request: socket.socket

    def handle(self) -> None:
        if not self.server.whole:
            return
        with contextlib.suppress(OSError), self.server.dial() as hall:
            ends = {self.request: hall, hall: self.request}
            self.server.ends |= ends.keys()
            try:
                self.carry(ends)
            finally:
                self.server.ends -= ends.keys()

    def carry(self, ends: dict[socket.socket, socket.socket]) -> None:
        while True:
            for end in select.select(list(ends), (), ())[0]:
                sent = end.recv(65536)
                if sent == b"":
                    return
                ends[end].sendall(sent)

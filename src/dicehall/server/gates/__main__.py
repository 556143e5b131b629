"""A gate in a process of its own: `python -m dicehall.server.gates LISTEN LINE DOOR`, three open sockets by number."""

import asyncio
import logging
import os
import signal
import socket
import sys

from dicehall.server.bounds.limits import allow_files
from dicehall.server.gates.gate import Gate, Logged
from dicehall.server.live.loop import new_loop, spare_the_collector


async def run(listen: socket.socket, line: socket.socket, door: socket.socket) -> None:
    """Until the hall has gone: then its clients are to know at once."""
    gate = Gate(listen, door, lambda: os._exit(0))
    logging.getLogger().addHandler(Logged(gate))
    await asyncio.get_running_loop().create_unix_connection(lambda: gate.line, sock=line)
    await asyncio.get_running_loop().create_future()


def main() -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)  # a service manager signals all processes; only the hall listens
    listen, line, door = (socket.socket(fileno=int(number)) for number in sys.argv[1:])
    for each in (listen, line, door):
        each.setblocking(False)
    allow_files()
    spare_the_collector()
    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(run(listen, line, door))


if __name__ == "__main__":
    main()

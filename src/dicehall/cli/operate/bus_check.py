"""What `dicehall doctor --bus` checks: that a letter which is put on the bus comes back."""

import asyncio
import math
import secrets
from contextlib import suppress
from time import perf_counter
from typing import Final

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error

from dicehall.cli.operate.checks import Finding, bad, good
from dicehall.cli.shared.words import say

PATIENCE: Final = 5.0
"""Seconds for the connection, and for the letter: as long as nodes wait for each other."""


class Unheard(Exception):
    """It is connected, and the letter has not come back."""


def check_bus(url: str | None) -> Finding:
    if url is None:
        return good("bus", "bus-untried")
    said: list[str] = []
    try:
        seconds = asyncio.run(round_trip(url, said))
    except Unheard:
        return bad("bus", "bus-deaf", why="; ".join(said), seconds=f"{PATIENCE:.0f}")
    except (OSError, TimeoutError, Error, ValueError) as error:
        return bad("bus", "bus-away", why=said[-1] if said else str(error) or say("bus-silent"))
    return good("bus", "bus-fine", milliseconds=f"{1000 * seconds:.1f}")


async def round_trip(url: str, said: list[str]) -> float:
    """How long a letter takes to come back, in seconds; `said` fills with what NATS, or the network, says.

    The client tries again and again, whatever it is told; so it is given a while, and no longer.
    """
    client = Client()
    heard: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def hear(_letter: Msg) -> None:
        if not heard.done():
            heard.set_result(None)

    async def failed(error: Exception) -> None:
        said.append(str(error))

    try:
        async with asyncio.timeout(PATIENCE):
            await client.connect(
                url,
                connect_timeout=math.ceil(PATIENCE),
                allow_reconnect=False,
                max_reconnect_attempts=0,
                error_cb=failed,
            )
        subject = f"dicehall.doctor.{secrets.token_hex(8)}"
        await client.subscribe(subject, cb=hear)
        begun = perf_counter()
        await client.publish(subject, b"hello")
        try:
            await asyncio.wait_for(heard, PATIENCE)
        except TimeoutError:
            raise Unheard from None
        return perf_counter() - begun
    finally:
        with suppress(Exception):
            await client.close()
            await asyncio.sleep(0)  # so that its connection is closed before the loop is

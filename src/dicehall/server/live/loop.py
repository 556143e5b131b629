"""The event loop of a hall, and of its gates."""

import asyncio
import gc


def new_loop() -> asyncio.AbstractEventLoop:
    """uvloop where there is one."""
    try:
        import uvloop  # noqa: PLC0415, it is not on every system
    except ImportError:
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


def spare_the_collector() -> None:
    """What is loaded stays, and hardly anything here is a cycle: looking for them seldom saves 7 % of the CPU."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(5000, 20, 10)

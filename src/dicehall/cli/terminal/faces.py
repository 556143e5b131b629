"""The two faces of a table: a full screen, or line by line. Only the one that is wanted is loaded."""

import asyncio

from dicehall.cli.terminal.typed import Typed
from dicehall.cli.terminal.visit import Visit


async def show(visit: Visit, *, plain: bool, paced: bool = True, typed: Typed | None = None) -> int:
    """Until the person goes; the exit code. `typed` is what was typed before, where something else was shown."""
    if not plain:
        from dicehall.cli.terminal.screen import TableScreen

        screen = TableScreen(visit, paced=paced)
        await screen.run_async()
        return screen.return_code or 0
    from dicehall.cli.terminal.plain import PlainFace

    try:
        await PlainFace(visit, typed or Typed()).run()
    except asyncio.CancelledError:  # the terminal has written ^C, and the cursor stands behind it
        print()
        raise
    return 0

"""The two faces of a table: a full screen, or line by line."""

import asyncio

from dicehall.cli.terminal.visit import Visit


async def show(visit: Visit, *, plain: bool, paced: bool = True) -> int:
    """Until the person goes; the exit code."""
    return await (show_plain(visit) if plain else show_screen(visit, paced=paced))


async def show_plain(visit: Visit) -> int:
    from dicehall.cli.terminal.plain import PlainFace

    face = PlainFace(visit)
    face.listen()
    try:
        await face.run()
    except asyncio.CancelledError:  # the terminal has written ^C, and the cursor stands behind it
        print()
        raise
    return 0


async def show_screen(visit: Visit, *, paced: bool) -> int:
    from dicehall.cli.terminal.screen import TableScreen

    screen = TableScreen(visit, paced=paced)
    await screen.run_async()
    return screen.return_code or 0

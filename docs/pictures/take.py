"""Takes the pictures in this folder (`make pictures`): seeded games on a real screen, stopped at a good moment."""

import asyncio
import re
from pathlib import Path

from textual.pilot import Pilot

from dicehall.cli.client.local import LocalLine, names_for
from dicehall.cli.client.table import ClientTable
from dicehall.cli.terminal.screen import TableScreen
from dicehall.cli.terminal.visit import Visit
from dicehall.table.core.events import Setting

PICTURES = {
    "peril": (5, 4, ["enter"] * 3 + ["9"]),
    "mindroll": (3, 4, ["enter"] * 2),
    "three_dice": (2, 4, ["enter", "2"]),
    "stlucia": (8, 4, ["enter", "2", "5"]),
    "bluff": (6, 4, ["1", "2"]),
}
"""For each game a seed, the seats, and the keys to press."""


def take(game: str, seed: int, seats: int, keys: list[str]) -> str:
    setting = Setting(game=game, seats=seats, on_timeout="wait")
    line = LocalLine(setting, names_for(seats, 1, ["Ann"]), people=1, seed=seed, pace=0.0)
    app = TableScreen(Visit(line, ClientTable(line.people[0], "")), paced=False)

    async def run() -> str:
        async with app.run_test(size=(80, 24)) as pilot:
            for key in keys:
                await settle(app, pilot)
                await pilot.press(key)
            await settle(app, pilot)
            return app.export_screenshot(title=f"dicehall play {game}")

    return without_web_fonts(asyncio.run(run()))


async def settle(app: TableScreen, pilot: Pilot[None]) -> None:
    """Until the bots have moved."""
    while app.busy or app.visit.inbox or app.menu is None:
        await pilot.pause(0.01)
    await pilot.pause()


def without_web_fonts(picture: str) -> str:
    """Any monospaced font will do; nothing is fetched from elsewhere to look at a picture."""
    picture = re.sub(r"@font-face\s*{[^}]*}", "", picture)
    return picture.replace("Fira Code, monospace", "ui-monospace, Menlo, Consolas, monospace")


def main() -> None:
    for game, (seed, seats, keys) in PICTURES.items():
        path = Path(__file__).with_name(f"{game}.svg")
        path.write_text(take(game, seed, seats, keys), encoding="utf-8")
        print(path.name)


if __name__ == "__main__":
    main()

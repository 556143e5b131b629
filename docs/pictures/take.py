"""Takes the pictures in this folder (`make pictures`): seeded games on a real screen, stopped at a good moment."""

import asyncio
import re
from pathlib import Path

from dicehall.bots import find_bot
from dicehall.cli.client.local import LocalTable, names_for
from dicehall.cli.terminal.screen import TableApp
from dicehall.rules.catalog import find

PICTURES = {
    "peril": (5, 4, ["enter"] * 3 + ["9"]),
    "mindroll": (3, 4, ["enter"] * 2),
    "three_dice": (2, 4, ["enter", "2"]),
    "stlucia": (8, 4, ["enter", "2", "5"]),
    "bluff": (6, 4, ["1", "2"]),
}
"""For each game a seed, the seats, and the keys to press."""


def take(game: str, seed: int, seats: int, keys: list[str]) -> str:
    listing = find(game)
    names = names_for(seats, 1, ["Ann"])
    table = LocalTable(
        listing, listing.options(), names, people=1, bot=find_bot(game, "house"), seed=seed, pause=0
    )  # fmt: skip
    app = TableApp(table)

    async def run() -> str:
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press(*keys)
            await pilot.pause()
            return app.export_screenshot(title=f"dicehall play {game}")

    return without_web_fonts(asyncio.run(run()))


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

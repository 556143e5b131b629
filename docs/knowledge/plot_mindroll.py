"""Draws `mindroll.svg`: how often the hard bot reveals when two play, by its number and the call.

python docs/knowledge/plot_mindroll.py
"""

from pathlib import Path

from dicehall.bots.mindroll import BITS, first_row, rows
from dicehall.bots.tables import open_table
from dicehall.rules.mindroll import LISTING, least_call

PICTURE = Path(__file__).with_name("mindroll.svg")
CELL, LEFT, TOP, GAP = 62, 92, 92, 60
TITLES = ("It started the round", "The other one started")


def chance_of_reveal(part: int, call: int, number: int) -> float:
    _, calls, numbers, moves = rows(2)
    row = call - least_call(2) + 1
    return float(open_table("mindroll")[first_row(2) + ((part * calls + row) * numbers + number - 1) * moves]) / 2**BITS


def panel(part: int, left: int) -> list[str]:
    calls = range(8 if part == 0 else 7, 13)
    drawn = [f'<text class="title" x="{left}" y="{TOP - 44}">{TITLES[part]}</text>']
    for column, call in enumerate(calls):
        middle = left + column * CELL + CELL / 2
        drawn.append(f'<text class="axis" x="{middle}" y="{TOP - 12}" text-anchor="middle">{call}</text>')
        for number in range(1, 7):
            top = TOP + (6 - number) * CELL
            chance = chance_of_reveal(part, call, number)
            drawn.append(
                f'<rect class="cell" x="{left + column * CELL + 2}" y="{top + 2}" width="{CELL - 4}"'
                f' height="{CELL - 4}" rx="8" style="fill-opacity:{0.08 + 0.77 * chance:.2f}"/>'
                f'<text class="value" x="{middle}" y="{top + CELL / 2 + 5}" text-anchor="middle">{chance:.0%}</text>'
            )
    return drawn


def drawn() -> str:
    second = LEFT + 5 * CELL + GAP
    width, height = second + 6 * CELL + 12, TOP + 6 * CELL + 12
    dice = [
        f'<text class="axis" x="{LEFT - 14}" y="{TOP + (6 - number) * CELL + CELL / 2 + 5}" text-anchor="end">'
        f"holds {number}</text>"
        for number in range(1, 7)
    ]
    head = f'<text class="title" x="{LEFT}" y="20">How often the hard bot reveals each call (two players)</text>'
    drawn = [head, *dice, *panel(0, LEFT), *panel(1, second)]
    style = (
        "text{font:15px system-ui,sans-serif;fill:#1d2330}.title{font-weight:600}.axis{opacity:.75}"
        f".cell{{fill:{LISTING.colour_light}}}"
        f"@media(prefers-color-scheme:dark){{text{{fill:#e8ebf2}}.cell{{fill:{LISTING.colour}}}"
        ".value{paint-order:stroke;stroke:#10131a;stroke-width:2.5px}}"
        "@media(prefers-color-scheme:light){.value{paint-order:stroke;stroke:#fff;stroke-width:2.5px}}"
    )
    label = "How often the hard bot reveals, by the call and its own number"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" aria-label="{label}">\n'
        f"<style>{style}</style>\n" + "\n".join(drawn) + "\n</svg>\n"
    )


if __name__ == "__main__":
    PICTURE.write_text(drawn(), encoding="utf-8")

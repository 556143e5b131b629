"""Draws three_dice.svg beside it: how often each of four players loses a round, with and without manners."""

from pathlib import Path

from dicehall.lab.three_dice.rounds import solution
from dicehall.lab.three_dice.turn import LOSE
from dicehall.rules.three_dice import LISTING

PICTURE = Path(__file__).with_name("three_dice.svg")
SEATS = 4
TOP, BOTTOM, LEFT, STEP, BAR = 50, 250, 60, 140, 50
HIGHEST = 0.4
STYLE = f"""
  text {{ font: 14px system-ui, sans-serif; fill: #1f2328; text-anchor: middle; }}
  .axis {{ text-anchor: end; }}
  .title, .note {{ text-anchor: start; }}
  .title {{ font-weight: 600; }}
  line {{ stroke: #1f2328; stroke-opacity: 0.25; }}
  .free {{ fill: #1f2328; fill-opacity: 0.3; }}
  .gentle {{ fill: {LISTING.colour_light}; }}
  @media (prefers-color-scheme: dark) {{
    text {{ fill: #e6edf3; }}
    line {{ stroke: #e6edf3; }}
    .free {{ fill: #e6edf3; }}
    .gentle {{ fill: {LISTING.colour}; }}
  }}
"""


def chances(*, gentle: bool) -> list[float]:
    return [float(value) for value in solution(SEATS, LOSE, gentle=gentle, exact=False).outlook.lose]


def height(chance: float) -> float:
    return (BOTTOM - TOP) * chance / HIGHEST


def bar(name: str, left: float, chance: float) -> str:
    tall = height(chance)
    return (
        f'<rect class="{name}" x="{left:g}" y="{BOTTOM - tall:.1f}" width="{BAR}" height="{tall:.1f}"/>'
        f'<text x="{left + BAR / 2:g}" y="{BOTTOM - tall - 6:.1f}">{chance:.0%}</text>'
    )


def drawn() -> str:
    width = LEFT + SEATS * STEP + 20
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} 320" role="img" '
        'aria-label="How often each of four players loses a round of Three Dice">',
        f"<style>{STYLE}</style>",
        '<text class="title" x="10" y="22">How often each of four players loses a round</text>',
    ]
    for share in (0.0, 0.1, 0.2, 0.3, 0.4):
        y = BOTTOM - height(share)
        lines.append(f'<line x1="{LEFT}" x2="{width - 10}" y1="{y:g}" y2="{y:g}"/>')
        lines.append(f'<text class="axis" x="{LEFT - 8}" y="{y + 5:g}">{share:.0%}</text>')
    names = ("starter", "second", "third", "last")
    for place, (free, gentle) in enumerate(zip(chances(gentle=False), chances(gentle=True), strict=True)):
        left = LEFT + place * STEP + 16
        lines += [bar("free", left, free), bar("gentle", left + BAR + 4, gentle)]
        lines.append(f'<text x="{left + BAR + 2}" y="{BOTTOM + 20}">{names[place]}</text>')
    lines.append(f'<rect class="free" x="{LEFT}" y="290" width="14" height="14"/>')
    lines.append(f'<text class="note" x="{LEFT + 22}" y="302">nobody keeps the gentlemen\'s rule</text>')
    lines.append(f'<rect class="gentle" x="{LEFT + 280}" y="290" width="14" height="14"/>')
    lines.append(f'<text class="note" x="{LEFT + 302}" y="302">the last player keeps it</text>')
    return "\n".join([*lines, "</svg>", ""])


if __name__ == "__main__":
    PICTURE.write_text(drawn(), encoding="utf-8")

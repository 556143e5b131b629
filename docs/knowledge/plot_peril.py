"""Draws peril.svg beside it: who wins with each rule for the next Peril Player."""

from pathlib import Path

from dicehall.lab.peril import outlook
from dicehall.rules.peril import LISTING, Options, Peril

PICTURE = Path(__file__).with_suffix("").with_name("peril.svg")
SEATS = 6
TOP, BOTTOM, LEFT, STEP, BAR = 50, 250, 60, 96, 34
HIGHEST = 0.3
STYLE = f"""
  text {{ font: 14px system-ui, sans-serif; fill: #1f2328; text-anchor: middle; }}
  .axis {{ text-anchor: end; }}
  .title {{ text-anchor: start; font-weight: 600; }}
  .note {{ text-anchor: start; }}
  line {{ stroke: #1f2328; stroke-opacity: 0.25; }}
  .random {{ fill: #1f2328; fill-opacity: 0.3; }}
  .first {{ fill: {LISTING.colour_light}; }}
  @media (prefers-color-scheme: dark) {{
    text {{ fill: #e6edf3; }}
    line {{ stroke: #e6edf3; }}
    .random {{ fill: #e6edf3; }}
    .first {{ fill: {LISTING.colour}; }}
  }}
"""


def chances(follower: str) -> list[float]:
    game = Peril(SEATS, Options(peril_after_elimination=follower))  # type: ignore[arg-type]
    return [float(wins) for wins in outlook(game, game.start()).wins]


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
        f'aria-label="How often each of six seats wins at Peril">',
        f"<style>{STYLE}</style>",
        '<text class="title" x="10" y="22">How often each of six seats wins at Peril</text>',
    ]
    for share in (0.0, 0.1, 0.2, 0.3):
        y = BOTTOM - height(share)
        lines.append(f'<line x1="{LEFT}" x2="{width - 10}" y1="{y:g}" y2="{y:g}"/>')
        lines.append(f'<text class="axis" x="{LEFT - 8}" y="{y + 5:g}">{share:.0%}</text>')
    for seat, (fair, first) in enumerate(zip(chances("random"), chances("first_seat"), strict=True)):
        left = LEFT + seat * STEP + 12
        lines += [bar("random", left, fair), bar("first", left + BAR + 4, first)]
        lines.append(f'<text x="{left + BAR + 2}" y="{BOTTOM + 20}">seat {seat + 1}</text>')
    lines.append(f'<rect class="random" x="{LEFT}" y="290" width="14" height="14"/>')
    lines.append(f'<text class="note" x="{LEFT + 22}" y="302">the next Peril Player is drawn</text>')
    lines.append(f'<rect class="first" x="{LEFT + 270}" y="290" width="14" height="14"/>')
    lines.append(f'<text class="note" x="{LEFT + 292}" y="302">always the first seat still in</text>')
    return "\n".join([*lines, "</svg>", ""])


if __name__ == "__main__":
    PICTURE.write_text(drawn(), encoding="utf-8")

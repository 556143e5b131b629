"""Draws stlucia.svg beside it: how much the first turn is worth, and when an attacked resident should leave."""

from pathlib import Path

from dicehall.bots.tables import open_table
from dicehall.rules.stlucia import LISTING, MOST_HEALTH

PICTURE = Path(__file__).with_suffix("").with_name("stlucia.svg")
TOP, BOTTOM, LEFT, STEP, BAR = 50, 210, 60, 38, 26
GRIDS, CELL = 290, 17
NEEDS = (12, 10, 8, 6)
WIDTH = LEFT + 15 * STEP + 20
FIRST_PLAYER = (
    *(0.9917, 0.8109, 0.7824, 0.8111, 0.8588),
    *(0.8762, 0.8611, 0.8787, 0.8879, 0.8815),
    *(0.8551, 0.8144, 0.7638, 0.7086, 0.6557),
)
"""How often the first player wins to 1, 2 … 15 points, as `dicehall solve stlucia` prints it."""
STYLE = f"""
  text {{ font: 14px system-ui, sans-serif; fill: #1f2328; text-anchor: middle; }}
  .axis {{ text-anchor: end; }}
  .title {{ text-anchor: start; font-weight: 600; }}
  .note {{ text-anchor: start; }}
  .small {{ font-size: 11px; }}
  line {{ stroke: #1f2328; stroke-opacity: 0.25; }}
  .stay {{ fill: #1f2328; fill-opacity: 0.12; }}
  .leave, .first {{ fill: {LISTING.colour_light}; }}
  @media (prefers-color-scheme: dark) {{
    text {{ fill: #e6edf3; }}
    line {{ stroke: #e6edf3; }}
    .stay {{ fill: #e6edf3; }}
    .leave, .first {{ fill: {LISTING.colour}; }}
  }}
"""


def leaves(need: int, health: int, rival: int) -> bool:
    """Whether it is better to go: the other one then has a point more, and the town."""
    town = open_table("stlucia")
    stay = town[need - 1, need - 1, 0, health - 1, rival - 1, 0, 0]
    leave = town[need - 1, need - 2, 1, health - 1, rival - 1, 0, 0]
    return bool(leave > stay)


def bars() -> list[str]:
    lines = ['<text class="title" x="10" y="22">How often the first of two players wins, by the points to reach</text>']
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = BOTTOM - (BOTTOM - TOP) * share
        lines.append(f'<line x1="{LEFT}" x2="{WIDTH - 10}" y1="{y:g}" y2="{y:g}"/>')
        lines.append(f'<text class="axis" x="{LEFT - 8}" y="{y + 5:g}">{share:.0%}</text>')
    for threshold in range(1, 16):
        chance, left = FIRST_PLAYER[threshold - 1], LEFT + (threshold - 1) * STEP + 6
        tall = (BOTTOM - TOP) * chance
        lines.append(f'<rect class="first" x="{left}" y="{BOTTOM - tall:.1f}" width="{BAR}" height="{tall:.1f}"/>')
        lines.append(f'<text class="small" x="{left + BAR / 2:g}" y="{BOTTOM - tall - 4:.1f}">{chance:.0%}</text>')
        lines.append(f'<text x="{left + BAR / 2:g}" y="{BOTTOM + 18}">{threshold}</text>')
    return lines


def grid(number: int, need: int) -> list[str]:
    """Your health from left to right, the attacker's from bottom to top."""
    left = LEFT - 20 + number * (MOST_HEALTH * CELL - 20)
    size = CELL - 5
    lines = [f'<text x="{left + 5 * size}" y="{GRIDS - 8}">both need {need}</text>']
    for health in range(1, MOST_HEALTH + 1):
        for rival in range(1, MOST_HEALTH + 1):
            name = "leave" if leaves(need, health, rival) else "stay"
            x, y = left + (health - 1) * size, GRIDS + (MOST_HEALTH - rival) * size
            lines.append(f'<rect class="{name}" x="{x}" y="{y}" width="{size - 1}" height="{size - 1}"/>')
    return lines


def drawn() -> str:
    about = "How much the first turn is worth at King of StLucia, and when an attacked resident should leave"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} 460" role="img" aria-label="{about}">',
        f"<style>{STYLE}</style>",
        *bars(),
        '<text class="title" x="10" y="258">You are in StLucia and were attacked: leave?</text>',
    ]
    for number, need in enumerate(NEEDS):
        lines += grid(number, need)
    below = GRIDS + MOST_HEALTH * (CELL - 5)
    lines.append(f'<text class="note" x="{LEFT - 20}" y="{below + 18}">→ your health, 1 to 10</text>')
    lines.append(f'<text class="note" x="{LEFT + 160}" y="{below + 18}">↑ the attacker’s health, 1 to 10</text>')
    lines.append(f'<rect class="leave" x="{LEFT - 20}" y="{below + 30}" width="14" height="14"/>')
    lines.append(f'<text class="note" x="{LEFT + 2}" y="{below + 42}">leave</text>')
    lines.append(f'<rect class="stay" x="{LEFT + 60}" y="{below + 30}" width="14" height="14"/>')
    lines.append(f'<text class="note" x="{LEFT + 82}" y="{below + 42}">stay</text>')
    return "\n".join([*lines, "</svg>", ""])


if __name__ == "__main__":
    PICTURE.write_text(drawn(), encoding="utf-8")

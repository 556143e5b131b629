"""Draws bluff.svg beside it: what the hard bot claims in the first round, and how often it calls a first claim."""

from pathlib import Path

from dicehall.bots.bluff import WAYS
from dicehall.bots.bluff.table import follower_claim, leader_claim, row_for
from dicehall.rules.bluff import LISTING

PICTURE = Path(__file__).with_name("bluff.svg")
TOP, BOTTOM, LEFT, STEP, BAR = 50, 250, 60, 38, 15
STYLE = f"""
  text {{ font: 14px system-ui, sans-serif; fill: #1f2328; text-anchor: middle; }}
  .axis {{ text-anchor: end; }}
  .title {{ text-anchor: start; font-weight: 600; }}
  .note {{ text-anchor: start; }}
  line {{ stroke: #1f2328; stroke-opacity: 0.25; }}
  .bluff {{ fill: #1f2328; fill-opacity: 0.3; }}
  .call {{ fill: {LISTING.colour_light}; }}
  @media (prefers-color-scheme: dark) {{
    text {{ fill: #e6edf3; }}
    line {{ stroke: #e6edf3; }}
    .bluff {{ fill: #e6edf3; }}
    .call {{ fill: {LISTING.colour}; }}
  }}
"""
ROW = row_for("first", (True, True), 0, 0, leads=True)


def bluffs() -> dict[int, float]:
    """Of the leader's first claims of a total, how many are bluffs."""
    true, false = dict.fromkeys(WAYS, 0.0), dict.fromkeys(WAYS, 0.0)
    for total, ways in WAYS.items():
        truth, shares = leader_claim(ROW, total)
        true[total] += ways * truth
        others = {claim: share for claim, share in zip(sorted(WAYS), shares, strict=True) if claim != total}
        for claim, share in others.items():
            false[claim] += ways * (1 - truth) * share / (sum(others.values()) or 1)
    return {
        claim: false[claim] / (true[claim] + false[claim]) if true[claim] + false[claim] > 0.5 else 0 for claim in WAYS
    }


def calls() -> dict[int, float]:
    """How often each first claim is called, by a player with any dice."""
    return {
        claim: sum(ways * follower_claim(ROW, claim, total)[0] for total, ways in WAYS.items()) / 216 for claim in WAYS
    }


def bar(name: str, left: float, share: float) -> str:
    tall = (BOTTOM - TOP) * share
    return f'<rect class="{name}" x="{left:g}" y="{BOTTOM - tall:.1f}" width="{BAR}" height="{tall:.1f}"/>'


def drawn() -> str:
    title = "First claims of the first round, two players with their cards"
    width = LEFT + len(WAYS) * STEP + 20
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} 320" role="img" aria-label="{title}">',
        f"<style>{STYLE}</style>",
        f'<text class="title" x="10" y="22">{title}</text>',
    ]
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = BOTTOM - (BOTTOM - TOP) * share
        lines.append(f'<line x1="{LEFT}" x2="{width - 10}" y1="{y:g}" y2="{y:g}"/>')
        lines.append(f'<text class="axis" x="{LEFT - 8}" y="{y + 5:g}">{share:.0%}</text>')
    bluffed, called = bluffs(), calls()
    for place, claim in enumerate(sorted(WAYS)):
        left = LEFT + place * STEP + 3
        lines += [bar("bluff", left, bluffed[claim]), bar("call", left + BAR + 2, called[claim])]
        lines.append(f'<text x="{left + BAR + 1}" y="{BOTTOM + 20}">{claim}</text>')
    lines.append(f'<rect class="bluff" x="{LEFT}" y="290" width="14" height="14"/>')
    lines.append(f'<text class="note" x="{LEFT + 22}" y="302">so many of the leader’s claims are bluffs</text>')
    lines.append(f'<rect class="call" x="{LEFT + 320}" y="290" width="14" height="14"/>')
    lines.append(f'<text class="note" x="{LEFT + 342}" y="302">so often the other one calls</text>')
    return "\n".join([*lines, "</svg>", ""])


if __name__ == "__main__":
    PICTURE.write_text(drawn(), encoding="utf-8")

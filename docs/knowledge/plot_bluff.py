"""Draws bluff.svg beside it: what the hard bot claims in the first round, and how often it calls a first claim."""

from pathlib import Path
from typing import Any

from dicehall.bots.bluff.crowd import WAYS_OF as WAYS
from dicehall.bots.bluff.crowd import chance_to_call
from dicehall.bots.bluff.table import follower_claim, leader_claim, row_for
from dicehall.rules.bluff import LISTING, Answering, Board

PICTURE = Path(__file__).with_name("bluff.svg")
TOP, BOTTOM, LEFT, STEP, BAR = 50, 250, 60, 38, 15
WIDTH, HIGH = LEFT + len(WAYS) * STEP + 20, 320
TITLE = "First claims of the first round: how many are bluffs, and how often they are called"
STYLE = f"""
  text {{ font: 14px system-ui, sans-serif; fill: #1f2328; text-anchor: middle; }}
  .axis {{ text-anchor: end; }}
  .title {{ text-anchor: start; font-weight: 600; }}
  .note {{ text-anchor: start; }}
  line {{ stroke: #1f2328; stroke-opacity: 0.25; }}
  .bluff {{ fill: #1f2328; fill-opacity: 0.3; }}
  .call {{ fill: {LISTING.colour_light}; }}
  .call3 {{ fill: {LISTING.colour_light}; }}
  .call4 {{ fill: {LISTING.colour_light}; fill-opacity: 0.65; }}
  .call5 {{ fill: {LISTING.colour_light}; fill-opacity: 0.35; }}
  @media (prefers-color-scheme: dark) {{
    text {{ fill: #e6edf3; }}
    line {{ stroke: #e6edf3; }}
    .bluff {{ fill: #e6edf3; }}
    .call, .call3, .call4, .call5 {{ fill: {LISTING.colour}; }}
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


def calls_among(seats: int) -> dict[int, float]:
    """How often the very first claim is called among so many players."""
    game: Any = LISTING.new(seats, LISTING.options())
    nobody, circle = (0,) * seats, (*range(1, seats), 0)
    found: dict[int, float] = {}
    for claim in WAYS:
        phase = Answering(circle, ((claim,), *((),) * (seats - 1)))
        board = Board(nobody, (True,) * seats, (), 1, nobody, tuple(range(seats)), 0, phase)
        called = [ways / 216 * chance_to_call(game, board, phase, own) for own, ways in WAYS.items()]
        found[claim] = sum(called)
    return found


def bar(name: str, left: float, share: float, wide: float = BAR) -> str:
    tall = (BOTTOM - TOP) * share
    return f'<rect class="{name}" x="{left:g}" y="{BOTTOM - tall:.1f}" width="{wide:g}" height="{tall:.1f}"/>'


def framed(title: str) -> list[str]:
    lines = [f'<text class="title" x="10" y="22">{title}</text>']
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = BOTTOM - (BOTTOM - TOP) * share
        lines.append(f'<line x1="{LEFT}" x2="{WIDTH - 10}" y1="{y:g}" y2="{y:g}"/>')
        lines.append(f'<text class="axis" x="{LEFT - 8}" y="{y + 5:g}">{share:.0%}</text>')
    for place, claim in enumerate(sorted(WAYS)):
        lines.append(f'<text x="{LEFT + place * STEP + 4 + BAR}" y="{BOTTOM + 20}">{claim}</text>')
    return lines


def key(name: str, left: float, words: str) -> list[str]:
    return [
        f'<rect class="{name}" x="{left:g}" y="290" width="14" height="14"/>',
        f'<text class="note" x="{left + 22:g}" y="302">{words}</text>',
    ]


def for_two() -> list[str]:
    lines = framed("First claims of the first round, two players with their cards")
    bluffed, called = bluffs(), calls()
    for place, claim in enumerate(sorted(WAYS)):
        left = LEFT + place * STEP + 3
        lines += [bar("bluff", left, bluffed[claim]), bar("call", left + BAR + 2, called[claim])]
    lines += key("bluff", LEFT, "so many of the leader’s claims are bluffs")
    return lines + key("call", LEFT + 320, "so often the other one calls")


def for_many() -> list[str]:
    lines = framed("How often the first claim of the game is called")
    for column, seats in enumerate((3, 4, 5)):
        called = calls_among(seats)
        for place, claim in enumerate(sorted(WAYS)):
            lines.append(bar(f"call{seats}", LEFT + place * STEP + 3 + column * 11, called[claim], 10))
        lines += key(f"call{seats}", LEFT + column * 150, f"{seats} players")
    return lines


def drawn() -> str:
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {2 * HIGH}" role="img" aria-label="{TITLE}">',
        f"<style>{STYLE}</style>",
        *for_two(),
        f'<g transform="translate(0 {HIGH})">',
        *for_many(),
        "</g>",
    ]
    return "\n".join([*lines, "</svg>", ""])


if __name__ == "__main__":
    PICTURE.write_text(drawn(), encoding="utf-8")

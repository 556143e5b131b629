"""The picture of `bench_formats.py`: how often the strongest wins, as bars."""

from collections.abc import Mapping, Sequence

TOP, BOTTOM, LEFT, STEP, BAR = 50, 250, 60, 190, 50
STYLE = """
  text { font: 14px system-ui, sans-serif; fill: #1f2328; text-anchor: middle; }
  .axis { text-anchor: end; }
  .title, .note { text-anchor: start; }
  .title { font-weight: 600; }
  line { stroke: #1f2328; stroke-opacity: 0.25; }
  rect { fill: #1a7f64; }
  .b0 { fill-opacity: 0.35; } .b1 { fill-opacity: 0.65; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; } line { stroke: #e6edf3; } rect { fill: #4cc9a4; }
  }
"""


def drawn(formats: Sequence[str], lucks: Sequence[str], shares: Mapping[tuple[str, str], float], count: int) -> str:
    width = LEFT + len(formats) * STEP + 20
    title = f"How often the strongest wins, {count:,} tournaments"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} 320" role="img" aria-label="{title}">',
        f"<style>{STYLE}</style>",
        f'<text class="title" x="10" y="22">{title}</text>',
    ]
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = BOTTOM - (BOTTOM - TOP) * share
        lines.append(f'<line x1="{LEFT}" x2="{width - 10}" y1="{y:g}" y2="{y:g}"/>')
        lines.append(f'<text class="axis" x="{LEFT - 8}" y="{y + 5:g}">{share:.0%}</text>')
    for place, name in enumerate(formats):
        left = LEFT + place * STEP + 14
        lines += [_bar(nth, left + nth * (BAR + 4), shares[name, luck]) for nth, luck in enumerate(lucks)]
        lines.append(f'<text x="{left + 1.5 * BAR + 4:g}" y="{BOTTOM + 20}">{name}</text>')
    for nth, luck in enumerate(lucks):
        lines.append(f'<rect class="b{nth}" x="{LEFT + nth * 180}" y="290" width="14" height="14"/>')
        lines.append(f'<text class="note" x="{LEFT + 22 + nth * 180}" y="302">{luck}</text>')
    return "\n".join([*lines, "</svg>", ""])


def _bar(nth: int, left: float, share: float) -> str:
    tall = (BOTTOM - TOP) * share
    return (
        f'<rect class="b{nth}" x="{left:g}" y="{BOTTOM - tall:.1f}" width="{BAR}" height="{tall:.1f}"/>'
        f'<text x="{left + BAR / 2:g}" y="{BOTTOM - tall - 6:.1f}">{share:.0%}</text>'
    )

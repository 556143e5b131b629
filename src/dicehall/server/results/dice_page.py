"""All dice that ever fell here, drawn so that one can look instead of read."""

from html import escape

from dicehall.server.results.scoreboard import DiceReport
from dicehall.server.results.statistics import Verdict
from dicehall.server.web.pages import page
from dicehall.server.web.tables import table

WIDTH, HEIGHT, FLOOR, MARGIN = 640, 190, 160, 4
"""Of a chart, where its bars stand, and the space between them."""
BRASS, BONE = "#d8a94a", "#ece6d8"

COUNTING = "<p>Old games are being counted anew: for a while all figures here are too low.</p>"
RARE, HARDLY_EVER = 0.05, 0.001

HOW = """
<h2>How to read this</h2>
<p>Every die of every finished game is here, also those of games that were broken off. A bar is how often a face fell;
the dotted line is where all bars of a fair die would end in the long run.</p>
<p><b>Evenness</b> is Pearson's chi-square test. Its p-value says how often fair dice would fall at least as unevenly
as these did. It lies anywhere between 0 and 1 for fair dice, near 0 for loaded ones, and nearly 1 where counts were
made up. With several sizes on this page one in twenty will be below 0.05 by chance alone.</p>
<p><b>Repeats</b> shows whether a die remembers the one before it, and so does the <b>longest row</b> of one face.</p>
<p>These tests can find loaded dice. They cannot prove fair ones: for that, every game commits to its dice before it
begins, and every record can be checked by anybody with <code>dicehall verify</code>.</p>
"""


def dice(report: DiceReport) -> str:
    fallen = sum(verdict.dice for verdict in report.dice)
    return page(
        "The dice of this hall",
        "<h1>The dice of this hall</h1>",
        f"<p>{fallen:,} dice have fallen in finished games.</p>" if fallen else "<p>No game has ended here yet.</p>",
        "" if report.complete else COUNTING,
        *map(_size, report.dice),
        HOW,
        '<p><a href="/leaderboard">Leaderboard</a> · <a href="/">To the hall</a></p>',
    )


def _size(verdict: Verdict) -> str:
    return (
        f"<h2>{verdict.sides} sides</h2><p>{verdict.dice:,} dice. {escape(_in_words(verdict))}</p>"
        f"{_chart(verdict)}{_figures(verdict)}"
    )


def _in_words(verdict: Verdict) -> str:
    if verdict.faces is None or verdict.repeats is None:
        return "That is too few to tell anything."
    if verdict.faces.p > 1 - HARDLY_EVER:
        return "Fair dice hardly ever fall as evenly as this: somebody should look into it."
    worst = min(verdict.faces.p, verdict.repeats.p)
    if worst < HARDLY_EVER:
        return "Fair dice hardly ever fall like this: somebody should look into it."
    if worst < RARE:
        return "A little unusual, as fair dice are now and then."
    return "Nothing unusual: fair dice fall like this."


def _chart(verdict: Verdict) -> str:
    """Bars stand on zero, so that what looks the same is nearly the same."""
    tallest = max(verdict.counts)
    step = WIDTH / verdict.sides
    bars = "".join(
        f'<rect x="{at * step + MARGIN:.1f}" y="{_y(count, tallest):.1f}" width="{step - 2 * MARGIN:.1f}" '
        f'height="{FLOOR - _y(count, tallest):.1f}" fill="{BRASS}"><title>{at + 1}: {count:,}</title></rect>'
        f'<text x="{(at + 0.5) * step:.1f}" y="{HEIGHT - 10}" fill="{BONE}" font-size="{_size_of_text(step)}" '
        f'text-anchor="middle">{at + 1}</text>'
        for at, count in enumerate(verdict.counts)
    )
    usual = _y(verdict.dice / verdict.sides, tallest)
    line = (
        f'<line x1="0" x2="{WIDTH}" y1="{usual:.1f}" y2="{usual:.1f}" stroke="{BONE}" stroke-dasharray="2 5" '
        'stroke-width="2"/>'
    )
    label = f"How often each face of {verdict.sides} fell: {', '.join(map(str, verdict.counts))}"
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}">{bars}{line}</svg>'


def _y(count: float, tallest: int) -> float:
    return FLOOR - (FLOOR - 10) * count / tallest


def _size_of_text(step: float) -> int:
    return 16 if step >= 24 else 10


def _figures(verdict: Verdict) -> str:
    if verdict.faces is None or verdict.repeats is None or verdict.longest_expected is None:
        return ""
    faces, repeats = verdict.faces, verdict.repeats
    rows = (
        ("Each face", f"{min(verdict.counts):,} to {max(verdict.counts):,}", f"{faces.expected:,.1f}", ""),
        ("Evenness", f"chi-square {faces.chi_square:.2f}", f"{faces.degrees}", _p(faces.p)),
        ("Repeats", f"{verdict.repeated:,}", f"{repeats.expected:,.1f}", _p(repeats.p)),
        ("Longest row", f"{verdict.longest}", f"{verdict.longest_expected:.1f}", ""),
    )
    heads = ("", "Here", "Fair dice, on average", "p-value")
    return table(f"Figures for {verdict.sides} sides", heads, rows, right=(1, 2, 3))


def _p(value: float) -> str:
    return f"{value:.3f}" if value >= HARDLY_EVER else "below 0.001"

"""King of StLucia: two players solved, and what the bots' tables lose against perfect play."""

from pathlib import Path

from dicehall.lab.report import Finding, Report, Tell
from dicehall.lab.stlucia.duel import best_play, cap_effect, error
from dicehall.rules.errors import RulesError
from dicehall.rules.stlucia import King


class TwoOnly(RulesError):
    def __init__(self) -> None:
        super().__init__("King of StLucia is solved for two players only")


def solve(game: King, tell: Tell, work: Path | None = None) -> Report:
    """Both options about the first player and a killed resident are covered: neither changes a game of two."""
    if game.seats != 2:
        raise TwoOnly
    threshold = game.options.threshold
    chances = best_play(threshold, tell, work)
    off = error(threshold)
    first = float(chances.empty[threshold, threshold, 0, 0])
    findings = [
        Finding("first player wins", first, off),
        Finding("second player wins", 1 - first, off),
        Finding("effect of the turn cap, at most", cap_effect(chances)),
    ]
    for needed in range(1, threshold):
        findings.append(Finding(f"first player wins to {needed}", float(chances.empty[needed, needed, 0, 0]), off))
    method = (
        "Backwards from the end, every position once; where StLucia is empty, repeated until nothing moves. "
        "The bound counts all roundings and what repeating leaves."
    )
    return Report(method, tuple(findings))

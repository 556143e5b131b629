"""King of StLucia: two players solved, and what the bots' tables lose against perfect play."""

from pathlib import Path

from dicehall.bots.stlucia.crowd import MOST_NEEDED
from dicehall.lab.report import Finding, Report, Tell
from dicehall.lab.stlucia.duel import best_play, cap_effect, error
from dicehall.lab.stlucia.exploit import exploited
from dicehall.lab.stlucia.fit import as_file, as_judged, learned
from dicehall.lab.stlucia.positions import Positions
from dicehall.lab.stlucia.response import best_response
from dicehall.lab.stlucia.table import as_files, as_read, tables
from dicehall.rules.errors import RulesError
from dicehall.rules.stlucia import King

METHOD = (
    "Backwards from the end, every position once; where StLucia is empty, repeated until nothing moves. "
    "The bound counts all roundings and what repeating leaves."
)


class TwoOnly(RulesError):
    def __init__(self) -> None:
        super().__init__("King of StLucia is solved for two players only")


def solve(game: King, tell: Tell, work: Path | None = None, write: Path | None = None) -> Report:
    """Options about the first player and a killed resident change nothing in a game of two.

    With `write`, the bots' tables are made and tried; work that is kept must be of the same tables.
    """
    if game.seats != 2:
        raise TwoOnly
    threshold = game.options.threshold
    chances = best_play(threshold, tell, work)
    off = error(threshold)
    first = float(chances.empty[threshold, threshold, 0, 0])
    findings = [
        Finding("first player wins", first, off),
        Finding("second player wins", 1 - first, off),
        Finding("what the turn cap changes", 0.0, cap_effect(chances)),
        *[
            Finding(f"first player wins to {needed}", float(chances.empty[needed, needed, 0, 0]), off)
            for needed in range(1, threshold)
        ],
    ]
    if write:
        findings += written(chances, tell, work, write)
    return Report(METHOD, tuple(findings))


def written(chances: Positions, tell: Tell, work: Path | None, write: Path) -> list[Finding]:
    """Make the bots' tables, those for more players too, and find what can be gained against them."""
    found, weights = tables(chances), learned(tell)
    for name, content in {**as_files(*found), "stlucia_crowd.bin": as_file(weights)}.items():
        (write / name).write_bytes(content)
    threshold = chances.threshold
    hard = best_response(as_read(*found), tell, work and work / "hard").share
    findings = [Finding("a hard bot wins against its best response", hard, error(threshold))]
    if threshold <= MOST_NEEDED:
        normal = best_response(as_judged(weights, threshold), tell, work and work / "normal").share
        findings.append(Finding("a normal bot wins against its best response", normal, error(threshold)))
    for players in (3, 4, 6):
        gain = exploited(weights, players, threshold, tell)
        what = f"a trained player wins against {players - 1} others (a lower bound; 95 % interval)"
        findings.append(Finding(what, gain.share, gain.margin))
    return findings

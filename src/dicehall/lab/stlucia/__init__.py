"""King of StLucia: two players solved, and what the bots' tables lose against perfect play."""

from pathlib import Path

from dicehall.lab.report import Finding, Report, Tell
from dicehall.lab.stlucia.duel import best_play, cap_effect, error
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

    With `write`, the bots' table is made, and what it loses is found.
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
        found = tables(chances)
        for name, content in as_files(*found).items():
            (write / name).write_bytes(content)
        share = best_response(as_read(*found), tell, work and work / "table").share
        findings.append(Finding("the table wins against its best response", share, off))
    return Report(METHOD, tuple(findings))

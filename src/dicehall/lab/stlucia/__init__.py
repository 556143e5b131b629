"""King of StLucia: two players solved, and what the bots' tables lose against perfect play."""

from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from pathlib import Path

from dicehall.bots.stlucia.crowd import MOST_NEEDED
from dicehall.lab.report import Finding, Report, Tell, write_tables
from dicehall.lab.stlucia.crowd import Weights
from dicehall.lab.stlucia.duel import best_play, cap_effect, error
from dicehall.lab.stlucia.exploit import exploited
from dicehall.lab.stlucia.fit import as_file, as_judged, learned
from dicehall.lab.stlucia.positions import Positions
from dicehall.lab.stlucia.response import worst_share
from dicehall.lab.stlucia.table import as_files, as_read, rounded_by, tables
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

    With `write`, the bots' tables are made and tried.
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
    write_tables(write, {**as_files(*found), "stlucia_crowd.bin": as_file(weights)})
    rounding = Finding("what rounding the table changes", 0.0, rounded_by(found, chances))
    return [rounding, *tried(as_read(*found), weights, tell, work)]


def digest(judge: Positions) -> str:
    """Work that was kept for other tables is of no use."""
    return sha256(b"".join(each.tobytes() for each in judge[:3])).hexdigest()[:16]


def tried(table: Positions, weights: Weights, tell: Tell, work: Path | None) -> list[Finding]:
    """What the bots win against players who know them, all at once on as many cores as there are."""
    threshold = table.threshold
    levels = {"hard": (table, 2)}
    if threshold <= MOST_NEEDED:
        levels["normal"] = as_judged(weights, threshold), 1
    off, findings = error(threshold), []
    with ProcessPoolExecutor() as pool:
        shares = {
            f"a {level} bot wins against its best response": pool.submit(
                worst_share, judge, work and work / digest(judge), ahead
            )
            for level, (judge, ahead) in levels.items()
        }
        gains = {
            f"a trained player wins against {players - 1} others, 95 %": pool.submit(
                exploited, weights, players, threshold
            )
            for players in (3, 4, 6)
        }
        for done, (what, share) in enumerate(shares.items()):
            tell("players who know the bots", done, len(shares) + len(gains))
            findings.append(Finding(what, share.result(), off))
        findings += [Finding(what, *gain.result()) for what, gain in gains.items()]
    return findings

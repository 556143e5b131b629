"""Three Dice: the best play of every position in a round, where all want not to lose it, or all to drink least."""

from pathlib import Path

from dicehall.lab.report import Finding, Report, Tell, write_tables
from dicehall.lab.three_dice.rounds import Solution, solution
from dicehall.lab.three_dice.tables import tables
from dicehall.lab.three_dice.turn import LOSE, SIPS, TIE
from dicehall.rules.errors import RulesError
from dicehall.rules.three_dice import Options, ThreeDice

MOST_EXACT = 4
"""Larger tables are reckoned in floats: six seats in fractions take half a minute for each of the four rounds."""
AIMS = {LOSE: "not to lose", SIPS: "fewest sips"}
SOLVED = ("special_locks", "shit_stairs_sip", "tie", "first_roll_456", "lowest_roll")
"""Options that change a round; only their usual values are solved."""


class UsualRoundsOnly(RulesError):
    def __init__(self, option: str) -> None:
        super().__init__(f"Three Dice is solved for the usual {option} only")


def solve(game: ThreeDice, tell: Tell, write: Path | None = None) -> Report:
    """With `write`, the tables that bots read are made first."""
    if write is not None:
        write_tables(write, tables(tell))
    usual = Options()
    for option in SOLVED:
        if getattr(game.options, option) != getattr(usual, option):
            raise UsualRoundsOnly(option)
    exact = game.seats <= MOST_EXACT
    is_gentle = game.options.gentlemen != "off"
    findings: list[Finding] = []
    for number, (aim, name) in enumerate(AIMS.items()):
        tell(name, 0, 2)
        bound, free = (found(game.seats, aim, gentle=gentle, exact=exact) for gentle in (True, False))
        tell(name, 2, 2)
        findings += tuple(described(bound if is_gentle else free, name))
        findings += tuple(price(bound, free, name, number))
    return Report(method(exact=exact, is_gentle=is_gentle), tuple(findings))


def found(seats: int, aim: int, *, gentle: bool, exact: bool) -> Solution:
    return solution(seats, aim, gentle=gentle, exact=exact)


def described(solved: Solution, name: str) -> list[Finding]:
    brings = solved.outlook
    lines = [(f"player {at} loses", value) for at, value in enumerate(brings.lose, start=1)]
    lines += [(f"player {at} drinks", value) for at, value in enumerate(brings.sips, start=1)]
    lines += [(f"starter rolls {times}", value) for times, value in enumerate(brings.rolls, start=1)]
    return [Finding(f"{name}: {what}", value, solved.error * float(value)) for what, value in lines]


def price(bound: Solution, free: Solution, name: str, aim: int) -> list[Finding]:
    """What the gentlemen's rule costs the last player: chances to lose, or sips."""
    with_rule, without = ((solved.outlook.lose, solved.outlook.sips)[aim][-1] for solved in (bound, free))
    error = bound.error * float(with_rule) + free.error * float(without)
    return [Finding(f"{name}: the gentlemen's rule costs the last player", with_rule - without, error)]


def method(*, exact: bool, is_gentle: bool) -> str:
    rule = "The last player keeps the gentlemen's rule." if is_gentle else "Nobody keeps the gentlemen's rule."
    numbers = (
        "Fractions; of choices that are worth the same, the one that throws fewer dice is made."
        if exact
        else f"Floats whose roundings are counted, for a play in which no choice gives away more than {TIE:.0e}."
    )
    awards = "Awarded sips count as if each of the others were as likely to get them."
    return f"Backward induction over a round, from the last player to the starter. {rule} {awards} {numbers}"

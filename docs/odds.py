"""Writes "The odds" in every page of docs/rules (`make odds`), with the code that solvers and bots reckon with."""

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import numpy as np

from dicehall.bots.bluff.crowd import WAYS_OF as BLUFF_WAYS
from dicehall.bots.mindroll import NUMBERS
from dicehall.bots.stlucia.dice import DICE, INDEX, SETS, Ladder, bests, sums
from dicehall.lab.mindroll.counter import chance_below, chance_of_reveal
from dicehall.lab.peril import Outlook, outlook
from dicehall.lab.three_dice.dice import CHOICES, FALSE_START, HANDS, KEPT, READ, WAYS, Numbers, thrown
from dicehall.rules.mindroll import least_call
from dicehall.rules.peril import Options, Peril, die_for, picks_each
from dicehall.rules.stlucia import ATTACK, points_for

RULES = Path(__file__).resolve().parent / "rules"
HEADING = "## The odds\n"


def percent(chance: float) -> str:
    """Whole, except where that would say never or always of what can happen or fail."""
    return "under 1 %" if 0 < chance < 0.005 else "over 99 %" if 0.995 < chance < 1 else f"{100 * chance:.0f} %"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    above, *lines = [f"| {' | '.join(line)} |" for line in (head, *rows)]
    return "\n".join((above, "|---" * len(head) + "|", *lines, ""))


def dice(faces: Iterable[int]) -> str:
    return f"`{'-'.join(map(str, faces))}`"


# Peril


def peril() -> str:
    rows = [
        (f"{players}", f"d{die_for(players)}", *(percent(1 - shield(players, lives)) for lives in (3, 2, 1)))
        for players in range(2, 11)
    ]
    lengths = [round(float(whole_game(players).rounds)) for players in (2, 3, 4, 6, 8, 10)]
    unfair = whole_game(6, Options(peril_after_elimination="first_seat")).wins
    two, three, four, six, eight, ten = lengths
    first, last = percent(float(unfair[0])), percent(float(unfair[-1]))
    return f"""
No number is better than another. The die is fair, no number has two owners, and every pick of the other players shields
the Peril Player. So with *n* players in the game, *k* numbers each and a die with *D* sides, [P-21]

> chance of a Plot Twist = (*n* − 1) × *k* / *D*, and otherwise the Peril Player loses a life.

The printed sheet recommends popular numbers and edge numbers, and warns against 1. Follow these tips if you
like them, but they make no difference: on a fair die 1 is as likely as 7, and each number has one owner. There
is no skill in the picks, only nerve and talk. The sheet also says that many lives make it easier. It is the
other way round: the fewer lives you have, the *more* the others shield you. This is how often the Peril Player
loses a life:

{table(("players", "die", "with 3 lives", "with 2 lives", "with 1 life"), rows)}
A game takes about {two} rounds with two players, {three} with three, {four} with four, {six} with six, {eight}
with eight and {ten} with ten. All seats win equally often, unless you play with
`peril_after_elimination=first_seat`: then the first of six seats wins {first} of the games and the last one
{last}. [What we know about Peril](../knowledge/peril.md) shows why, and how to check it.
"""


def shield(players: int, lives: int) -> float:
    return (players - 1) * picks_each(lives) / die_for(players)


def whole_game(players: int, options: Options | None = None) -> Outlook:
    game = Peril(players, options or Options())
    return outlook(game, game.start())


# Three Dice

HELD = ((2, 2, 4), (2, 4, 5), (2, 4, 6), (4, 5, 6), (1, 2, 4), (1, 4, 4), (1, 5, 6), (1, 1, 5))


def three_dice() -> str:
    def named(name: str, after_stairs: bool = False) -> Numbers:
        return np.array([float(hand.roll == name) for hand in READ[after_stairs]])

    triple, stairs = named("triple"), named("stairs")
    rolls = [
        ("three of a kind", triple),
        ("stairs", stairs),
        ("any special roll", FALSE_START.astype(float)),
        ("any, right after stairs", np.array([float(hand.safe) for hand in READ[True]])),
    ]
    once = [
        ("three of a kind", triple),
        ("stairs", stairs),
        ("super stairs, right after stairs", named("super_stairs", after_stairs=True)),
        ("a false start, for a starter", FALSE_START.astype(float)),
        ("shit stairs", named("shit_stairs")),
        ("at least one 1", np.array([float(1 in hand) for hand in HANDS])),
        ("neither a 1 nor a 6", np.array([float(not {1, 6} & {*hand}) for hand in HANDS])),
    ]
    return f"""
A special roll is rare in one throw:

{table(("with one throw of three dice", "chance"), [(name, one_in(mean(wanted))) for name, wanted in once])}
If you play for nothing else, more throws help a lot:

{table(("you want", "1 roll", "2 rolls", "3 rolls"), [(name, *reached(wanted)) for name, wanted in rolls])}
How often does one more throw improve your roll, to more points or a special one, if you keep the best dice for that?

{table(("you have", "points", "you keep", "improves"), map(improving, HELD))}
With a pair in hand, every further throw of the third die makes three of a kind one time in six. How many rolls a good
player uses, and what the gentlemen's rule costs: [what we know about Three Dice](../knowledge/three_dice.md).
"""


def mean(values: Numbers) -> float:
    return float((values * WAYS).sum()) / 216


def one_in(chance: float) -> str:
    """`1 in 36` where it is so, and rare."""
    return f"1 in {1 / chance:.0f}" if chance < 0.1 else percent(chance)


def after_throw(values: Numbers) -> dict[tuple[int, ...], float]:
    """By the dice that are kept, the mean over all throws of the rest."""
    return dict(zip(KEPT, thrown(values[None], step=1)[0].tolist(), strict=True))


def reached(wanted: Numbers) -> list[str]:
    """How often with one roll, with two and with three, for a player who wants nothing else."""
    values, told = wanted, []
    for _ in range(3):
        told.append(percent(mean(values)))
        again = after_throw(values)
        values = np.array(
            [max(wanted[hand], *(again[kept] for kept in CHOICES[hand][1:])) for hand in range(len(HANDS))]
        )
    return told


def improving(held: tuple[int, ...]) -> tuple[str, ...]:
    own = READ[False][HANDS.index(held)]
    assert not own.safe
    again = after_throw(np.array([float(hand.safe or hand.points > own.points) for hand in READ[False]]))
    best = max(CHOICES[HANDS.index(held)][1:], key=lambda kept: (again[kept], len(kept)))
    return dice(held), str(own.points), dice(best) if best else "nothing", percent(again[best])


# MindRoll


def mindroll() -> str:
    calls = range(least_call(2), 6 * 2 + 1)
    two = [(f"{call}", *(of_100(chance_of_reveal(call, number, 2)) for number in NUMBERS)) for call in calls]
    above = (0, 2, 4, 6)
    many = [
        (f"{players}", f"{least}", *(of_100(1 - chance_below(players, least + more)) for more in above))
        for players in range(2, 11)
        for least in [least_call(players)]
    ]
    return f"""
With two players, this is how many of 100 reveals you win, by the number on your own die, against a caller who might
hold any die. Colour and number lose one in three, so it is never more than 67:

{table(("call", *(dice([number]) for number in NUMBERS)), two)}
With more players, all dice together show about 3½ for each of them. This is how many of 100 calls are true, before you
look at your own die. If it is a 6, read the table as if the call were two or three lower; if it is a 1, two or three
higher:

{table(("players", "lowest call", "true", *(f"{more} higher" for more in above[1:])), many)}
These are the odds before anyone's call has told you something. How well MindRoll can be played:
[what we know about MindRoll](../knowledge/mindroll.md).
"""


def of_100(chance: float) -> str:
    """Without the sign, where many stand side by side on a telephone."""
    return f"{100 * chance:.0f}"


# King of StLucia

Wanted = Callable[[tuple[int, ...]], bool]


def stlucia() -> str:
    aims: list[tuple[str, Wanted]] = [
        ("one A", lambda faces: ATTACK in faces),
        ("two A", lambda faces: faces.count(ATTACK) >= 2),
        ("three A", lambda faces: faces.count(ATTACK) >= 3),
        ("three 3s", lambda faces: faces.count(3) >= 3),
        ("three 1s, 2s or 3s", lambda faces: points_for(faces) > 0),
    ]
    held = [((), 3), ((3,), 3), ((3, 3), 3), ((3, 3, 3), 4), ((3,) * 4, 5), ((3,) * 5, 6)]
    more = [
        (dice(have).replace("-", " ") if have else "nothing", f"{count} alike", *keeping(have, count))
        for have, count in held
    ]
    return f"""
This is how often you get at least what you want with six dice, if you want nothing else:

{table(("you want", "first throw", "1 reroll", "2 rerolls"), [(name, *climbing(wanted)) for name, wanted in aims])}
And this is how often the dice that you keep become more, if you reroll all the others:

{table(("you keep", "for", "1 reroll", "2 rerolls"), more)}
All faces are alike in this: what is true of A is true of H and P. Keep a pair: with both rerolls it becomes
three of a kind in {keeping((3, 3), 3)[1]} of the cases. When to stay, when to leave, and why the first player
is drawn: [what we know about King of StLucia](../knowledge/stlucia.md).
"""


def ladder_of(wanted: Wanted) -> Ladder:
    return sums([float(wanted(faces)) for faces in SETS[DICE]])


def climbing(wanted: Wanted) -> list[str]:
    """After the first throw, and after one and two rerolls."""
    ladder, told = ladder_of(wanted), []
    for rerolls in range(3):
        told.append(percent(ladder[0][0] / 6 ** (DICE * (rerolls + 1))))
        ladder = sums(bests(ladder))
    return told


def keeping(have: tuple[int, ...], count: int) -> list[str]:
    """After one reroll and after two, with these dice in hand."""
    ladder = ladder_of(lambda faces: faces.count(3) >= count)
    size, at = len(have), INDEX[len(have)][have]
    once = ladder[size][at] / 6 ** (DICE - size)
    twice = sums(bests(ladder))[size][at] / 6 ** (2 * DICE - size)
    return [percent(once), percent(twice)]


# Bluff


def bluff() -> str:
    rows = [
        (f"{total}", f"{ways} of 216", percent(ways / 216), percent(at_least(total)))
        for total, ways in sorted(BLUFF_WAYS.items(), reverse=True)
    ]
    return f"""
Three dice show 10 or 11 most often, and only one roll in {1 / at_least(14):.0f} reaches 14: an honest player
can seldom claim it. A claim is true only if the dice show exactly that total.

{table(("total", "throws", "exactly", "that or more"), rows)}
How often to bluff, and how often to call, depends on the scores and on what the others have claimed:
[what we know about Bluff](../knowledge/bluff.md).
"""


def at_least(total: int) -> float:
    return sum(ways for other, ways in BLUFF_WAYS.items() if other >= total) / 216


SECTIONS: dict[str, Callable[[], str]] = {
    "peril": peril, "mindroll": mindroll, "three_dice": three_dice, "stlucia": stlucia, "bluff": bluff,
}  # fmt: skip


def page(game: str) -> str:
    """The page with this section written anew; nothing else in it changes."""
    text = (RULES / f"{game}.md").read_text(encoding="utf-8")
    before, heading, after = text.partition(f"\n{HEADING}")
    assert heading, f"docs/rules/{game}.md has no heading {HEADING!r}"
    rest = re.search(r"^## ", after, re.MULTILINE)
    assert rest is not None
    return f"{before}{heading}{SECTIONS[game]()}\n{after[rest.start() :]}"


def main() -> None:
    for game in SECTIONS:
        (RULES / f"{game}.md").write_text(page(game), encoding="utf-8")


if __name__ == "__main__":
    main()

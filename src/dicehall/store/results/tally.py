"""The lines of a leaderboard, and what a game makes of them."""

from collections import defaultdict
from collections.abc import MutableMapping
from statistics import fmean
from typing import NamedTuple, TypeAlias

from dicehall.ports import Finished
from dicehall.store.results.hall_log_rows import Ended
from dicehall.store.results.ratings import Skill, rated
from dicehall.store.results.schema import EVERY_GAME

BOT = "bot:"


class Key(NamedTuple):
    game: str
    who: str


class Line(NamedTuple):
    won: int = 0
    lost: int = 0
    streak: int = 0
    points: int = 0
    mu: float = Skill().mu
    sigma: float = Skill().sigma

    @property
    def skill(self) -> Skill:
        return Skill(self.mu, self.sigma)

    def after(self, won: bool, points: int) -> "Line":
        return self._replace(
            won=self.won + won,
            lost=self.lost + (not won),
            streak=max(self.streak, 0) + 1 if won else min(self.streak, 0) - 1,
            points=self.points + points,
        )

    def without(self, other: "Line") -> "Line":
        """The line of all games when one of them begins anew; no streak is longer than what is left to count."""
        won, lost = self.won - other.won, self.lost - other.lost
        streak = max(-lost, min(self.streak, won))
        return self._replace(won=won, lost=lost, streak=streak, points=self.points - other.points)


Lines: TypeAlias = MutableMapping[Key, Line]


def lines_of(finished: Finished) -> list[str]:
    """Whose line each seat is on: a person has their own, and all bots of a level share one."""
    return [
        who if level is None else f"{BOT}{level}"
        for who, level in zip(finished.seats, finished.levels, strict=True)
    ]  # fmt: skip


def outcomes(finished: Finished) -> list[bool | None]:
    """Whether each seat has won; None where a game that was broken off counts as nothing for who stayed.

    Place 1, shared too, is a win and anything else a loss (P-19); whoever has left has lost (P-17, H-01).
    """
    if not finished.places:
        return [False if seat in finished.left else None for seat in range(len(finished.seats))]
    return [place == 1 and seat not in finished.left for seat, place in enumerate(finished.places)]


def count(lines: Lines, ended: Ended) -> None:
    """A game counts for itself and among all games."""
    for game in dict.fromkeys((EVERY_GAME, ended.game)):
        _count(lines, game, ended.finished)


def _count(lines: Lines, game: str, finished: Finished) -> None:
    keys = [Key(game, who) for who in lines_of(finished)]
    skills = _skills_after(lines, keys, finished)
    for key, won, points in zip(keys, outcomes(finished), finished.scores or [0] * len(keys), strict=True):
        if won is not None:
            lines[key] = lines.get(key, Line()).after(won, points)
    for key, skill in skills.items():
        lines[key] = lines[key]._replace(mu=skill.mu, sigma=skill.sigma)


def _skills_after(lines: Lines, keys: list[Key], finished: Finished) -> dict[Key, Skill]:
    """Nothing where nothing can be learnt: nobody finished, or bots of one level were among themselves."""
    if not finished.places or len(set(keys)) < 2:
        return {}
    before = [lines.get(key, Line()).skill for key in keys]
    alike = defaultdict(list)
    for key, skill in zip(keys, rated(before, _ranks(finished)), strict=True):
        alike[key].append(skill)
    return {key: Skill(*map(fmean, zip(*skills, strict=True))) for key, skills in alike.items()}


def _ranks(finished: Finished) -> list[int]:
    """The places, but who has left cannot be first (H-01)."""
    last = len(finished.seats) + 1
    return [
        last if place == 1 and seat in finished.left else place for seat, place in enumerate(finished.places)
    ]  # fmt: skip

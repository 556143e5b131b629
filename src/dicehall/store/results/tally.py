"""Tally rows, and how a game changes them."""

from collections import defaultdict
from collections.abc import MutableMapping, Sequence
from statistics import fmean
from typing import NamedTuple, TypeAlias

from dicehall.ports import Finished
from dicehall.ports.results import ALL_GAMES
from dicehall.store.results.hall_log_rows import GameRow
from dicehall.store.results.ratings import Encounter, Skill, rated, rated_by_pairs

BOT = "bot:"


class TallyKey(NamedTuple):
    game: str
    who: str


class TallyRow(NamedTuple):
    """As it is stored."""

    won: int = 0
    lost: int = 0
    streak: int = 0
    points: int = 0
    mu: float = Skill().mu
    sigma: float = Skill().sigma

    @property
    def skill(self) -> Skill:
        return Skill(self.mu, self.sigma)

    def after(self, won: bool, points: int) -> "TallyRow":
        return self._replace(
            won=self.won + won,
            lost=self.lost + (not won),
            streak=max(self.streak, 0) + 1 if won else min(self.streak, 0) - 1,
            points=self.points + points,
        )

    def without(self, other: "TallyRow") -> "TallyRow":
        """The row of all games after a reset of one; no streak is longer than the games that are left."""
        won, lost = self.won - other.won, self.lost - other.lost
        streak = max(-lost, min(self.streak, won))
        return self._replace(won=won, lost=lost, streak=streak, points=self.points - other.points)


TallyRows: TypeAlias = MutableMapping[TallyKey, TallyRow]


def counted_for(finished: Finished) -> list[str]:
    """Whose tally each seat counts for: a person has their own, and all bots of a level share one."""
    return [
        who if level is None else f"{BOT}{level}"
        for who, level in zip(finished.seats, finished.levels, strict=True)
    ]  # fmt: skip


def count(rows: TallyRows, row: GameRow, encounters: Sequence[Encounter] = ()) -> None:
    """A game counts on its own and among all games; `encounters` are those that change ratings."""
    for game in dict.fromkeys((ALL_GAMES, row.game)):
        _count(rows, game, row.finished, encounters)


def _count(rows: TallyRows, game: str, finished: Finished, encounters: Sequence[Encounter]) -> None:
    keys = [TallyKey(game, who) for who in counted_for(finished)]
    if finished.accounts is None:
        skills = _skills_after(rows, keys, finished)
    else:
        before = [rows.get(key, TallyRow()).skill for key in keys]
        after = rated_by_pairs(before, encounters)
        skills = {key: new for key, old, new in zip(keys, before, after, strict=True) if new != old}
    for key, won, points in zip(keys, finished.outcomes, finished.scores or [0] * len(keys), strict=True):
        if won is not None:
            rows[key] = rows.get(key, TallyRow()).after(won, points)
    for key, skill in skills.items():
        rows[key] = rows.get(key, TallyRow())._replace(mu=skill.mu, sigma=skill.sigma)


def _skills_after(rows: TallyRows, keys: list[TallyKey], finished: Finished) -> dict[TallyKey, Skill]:
    """As games from before H-10 are counted: among all who played.

    Empty if the game is unrated, or nothing can be learned: it was broken off, or only bots of one level played.
    """
    if not finished.rated or not finished.places or len(set(keys)) < 2:
        return {}
    before = [rows.get(key, TallyRow()).skill for key in keys]
    alike = defaultdict(list)
    for key, skill in zip(keys, rated(before, _ranks(finished)), strict=True):
        alike[key].append(skill)
    return {key: Skill(*map(fmean, zip(*skills, strict=True))) for key, skills in alike.items()}


def _ranks(finished: Finished) -> list[int]:
    """The places, except that players who left cannot be first (H-01)."""
    last = len(finished.seats) + 1
    return [
        last if place == 1 and seat in finished.left else place for seat, place in enumerate(finished.places)
    ]  # fmt: skip

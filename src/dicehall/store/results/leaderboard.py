"""Leaderboards: how tallies are ranked, of all time or since a moment."""

from typing import Any

from sqlalchemy import FromClause, Select, cast, func, literal, select

from dicehall.ports.results import ALL_GAMES
from dicehall.store.files.columns import NUMBER
from dicehall.store.files.schema import people, recent, tallies

RANKED = ("account", "administrator")


def ranking(game: str, *, bots: bool, since: float | None = None) -> Select[Any]:
    """By wins, then share of wins, then fewer losses, then name (P-19).

    Guests, banned and deleted people have results but no rank.
    """
    rows = tallies if since is None else _since(game, since)
    row = rows.c
    ranked = select(rows).where(row.game == game, row.bot == bots)
    name = row.who if bots else func.lower(people.c.name)
    if not bots:
        known = ranked.join(people, people.c.id == row.who)
        ranked = known.where(people.c.kind.in_(RANKED), people.c.banned.is_(None))
    share = row.won * 1.0 / (row.won + row.lost)
    return ranked.order_by(row.won.desc(), share.desc(), row.lost, name, row.who)


def _since(game: str, since: float) -> FromClause:
    """Tallies that count only games that ended since then."""
    whose = (recent.c.who, recent.c.bot)
    sums = (
        func.count().filter(recent.c.won).label("won"),
        func.count().filter(~recent.c.won).label("lost"),
        cast(func.sum(recent.c.points), NUMBER).label("points"),
    )
    ended = select(*whose, *sums).where(recent.c.ended >= since).group_by(*whose)
    if game != ALL_GAMES:
        ended = ended.where(recent.c.game == game)
    row = ended.subquery("line")
    now = (tallies.c.who == row.c.who) & (tallies.c.game == game)
    # Everyone counted here has a tally; the outer join makes SQLite look it up instead of scanning all of them.
    rows = select(row, literal(game).label("game"), tallies.c.streak, tallies.c.mu, tallies.c.sigma)
    return rows.join(tallies, now, isouter=True).subquery("recent")

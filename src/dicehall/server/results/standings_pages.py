"""What one person has played, won and lost, as a plain page."""

from html import escape
from urllib.parse import quote

from dicehall.narrate.words import title
from dicehall.server.results.scoreboard import History, PastGame, Player, Profile, Standing
from dicehall.server.web.pages import day, page
from dicehall.server.web.tables import table
from dicehall.table.core.events import BOT

RESULTS = {"won": "won", "lost": "lost", "broken_off": "broken off"}
NOBODY = "somebody"
"""What those are called who are forgotten."""
HEADS = ("Won", "Lost", "Win rate", "Streak")


def person(profile: Profile, history: History) -> str:
    name = escape(profile.person.name)
    lines = [("All games", profile.overall), *((title(game), line) for game, line in profile.games.items())]
    points = any(line.points is not None for _, line in lines)
    heads = ("", *HEADS, *(["Points"] if points else []), "Rating")
    rows = [[escape(game), *_cells(line, points)] for game, line in lines]
    guest = "<p>A guest: results count, and are ranked once there is an account.</p>"
    return page(
        f"{profile.person.name} at Dicehall",
        f'<div class="me"><img src="/avatars/{quote(profile.person.name, safe="")}.svg" alt=""><h1>{name}</h1></div>',
        guest if profile.person.kind == "guest" else "",
        table("Results", heads, rows, right=range(1, len(heads))),
        "<h2>Games</h2>",
        _history(history),
        _older(profile, history),
        '<p><a href="/leaderboard">Leaderboard</a> · <a href="/">To the hall</a></p>',
    )


def _cells(standing: Standing, points: bool) -> list[str]:
    rate = "-" if standing.win_rate is None else f"{standing.win_rate:.0%}"
    rating = "-" if standing.rating is None else f"{standing.rating:.0f}"
    extra = ["" if standing.points is None else str(standing.points)] if points else []
    return [str(standing.won), str(standing.lost), rate, _streak(standing.streak), *extra, rating]


def _streak(streak: int) -> str:
    return "-" if streak == 0 else f"won {streak}" if streak > 0 else f"lost {-streak}"


def _history(history: History) -> str:
    if not history.games:
        return "<p>No finished games to show.</p>"
    rows = [
        [
            _ended(past),
            escape(title(past.game)),
            RESULTS[past.result],
            _players(past),
            _record(past),
        ]
        for past in history.games
    ]
    return table("Games", ("Ended", "Game", "", "Players", ""), rows)


def _players(past: PastGame) -> str:
    """From the first place to the last."""
    ranked = sorted(past.players, key=lambda player: player.place or 0)
    return ", ".join(map(_placed, ranked))


def _placed(player: Player) -> str:
    return _linked(player) if player.place is None else f"{player.place}. {_linked(player)}"


def _linked(player: Player) -> str:
    """Bots have no page, and neither has who is forgotten."""
    name = escape(player.name)
    if player.who.startswith(BOT) or player.name == NOBODY:
        return name
    return f'<a href="/people/{quote(player.who, safe="")}">{name}</a>'


def _record(past: PastGame) -> str:
    return f'<a href="{escape(past.record)}" download>Record</a>'


def _older(profile: Profile, history: History) -> str:
    if history.before is None:
        return ""
    return f'<p><a href="/people/{quote(profile.person.id, safe="")}?before={history.before}">Older games</a></p>'


def _ended(past: PastGame) -> str:
    return "-" if past.ended is None else day(past.ended)

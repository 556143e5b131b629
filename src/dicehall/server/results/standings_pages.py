"""The leaderboard, and what one person has played, as plain pages."""

from html import escape
from urllib.parse import quote

from dicehall.rules.catalog import GAMES
from dicehall.server.people.account_page import day
from dicehall.server.results.scoreboard import (
    ALL_GAMES,
    History,
    Leaderboard,
    PastGame,
    Player,
    Profile,
    Ranked,
    Standing,
)
from dicehall.server.web.pages import page
from dicehall.server.web.tables import table
from dicehall.table.events import BOT

TITLES = {ALL_GAMES: "All games", **{listing.name: listing.title for listing in GAMES}}
RESULTS = {"won": "won", "lost": "lost", "broken_off": "broken off"}
NOBODY = "somebody"
"""What those are called who are forgotten."""
HEADS = ("Won", "Lost", "Win rate", "Streak")

COUNTING = "<p>Old games are being counted anew: for a while all figures here are too low.</p>"
HOW = (
    '<p class="quiet">Place 1, shared too, is a win, anything else a loss, and so is leaving early. Accounts are '
    "ranked by wins, then share of wins, then fewer losses. The rating estimates skill: newcomers have 1000.</p>"
)


# The leaderboard


def leaderboard(people: Leaderboard, bots: Leaderboard) -> str:
    title = f"Leaderboard: {TITLES[people.game]}"
    return page(
        title,
        f"<h1>{escape(title)}</h1>",
        _games(people.game),
        "" if people.complete else COUNTING,
        "<h2>People</h2>",
        _board("People", people) if people.lines else "<p>No account has played here yet. Be the first!</p>",
        "<h2>Bots</h2>",
        _board("Bots", bots) if bots.lines else "<p>No bot has played here yet.</p>",
        HOW,
        '<p><a href="/">All tables</a> · <a href="/dice">The dice</a></p>',
    )


def _games(shown: str) -> str:
    """The one that is shown is no link."""
    links = [
        f'<b aria-current="page">{escape(title)}</b>'
        if name == shown
        else f'<a href="{_board_of(name)}">{escape(title)}</a>'
        for name, title in TITLES.items()
    ]
    return f'<nav aria-label="Games"><p>{" · ".join(links)}</p></nav>'


def _board_of(game: str) -> str:
    return f"/leaderboard?game={quote(game)}" if game else "/leaderboard"


def _board(label: str, shown: Leaderboard) -> str:
    points = any(line.points is not None for line in shown.lines)
    heads = ("", "Name", *HEADS, *(["Points"] if points else []), "Rating")
    rows = [[str(line.rank), _name(line, linked=not shown.bots), *_cells(line, points)] for line in shown.lines]
    return table(label, heads, rows, right=range(2, len(heads)))


def _name(line: Ranked, *, linked: bool) -> str:
    name = escape(line.name)
    return f'<a href="/people/{quote(line.who, safe="")}">{name}</a>' if linked else name


def _cells(standing: Standing, points: bool) -> list[str]:
    rate = "-" if standing.win_rate is None else f"{standing.win_rate:.0%}"
    rating = "-" if standing.rating is None else f"{standing.rating:.0f}"
    extra = ["" if standing.points is None else str(standing.points)] if points else []
    return [str(standing.won), str(standing.lost), rate, _streak(standing.streak), *extra, rating]


def _streak(streak: int) -> str:
    return "-" if streak == 0 else f"won {streak}" if streak > 0 else f"lost {-streak}"


# A person


def person(profile: Profile, history: History) -> str:
    name = escape(profile.person.name)
    lines = [("All games", profile.overall), *((TITLES.get(game, game), line) for game, line in profile.games.items())]
    points = any(line.points is not None for _, line in lines)
    heads = ("", *HEADS, *(["Points"] if points else []), "Rating")
    rows = [[escape(title), *_cells(line, points)] for title, line in lines]
    guest = "<p>A guest: results count, and are ranked once there is an account.</p>"
    return page(
        f"{profile.person.name} at Dicehall",
        f'<div class="me"><img src="/avatars/{quote(profile.person.name, safe="")}.svg" alt=""><h1>{name}</h1></div>',
        guest if profile.person.kind == "guest" else "",
        table("Results", heads, rows, right=range(1, len(heads))),
        "<h2>Games</h2>",
        _history(history),
        _older(profile, history),
        '<p><a href="/leaderboard">Leaderboard</a> · <a href="/">All tables</a></p>',
    )


def _history(history: History) -> str:
    if not history.games:
        return "<p>No finished games to show.</p>"
    rows = [
        [
            _ended(past),
            escape(TITLES.get(past.game, past.game)),
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

"""A table in words: who sits there, who is awaited, what you can do, and how others come in."""

from dicehall.bots import LEVELS, level_at, levels_of
from dicehall.cli.client.table import ClientTable
from dicehall.cli.shared.addresses import is_this_machine
from dicehall.cli.shared.words import LOCALE, say, together
from dicehall.cli.terminal import badges
from dicehall.narrate.words import duration
from dicehall.rules.catalog import find
from dicehall.rules.values import Seat
from dicehall.table.core.events import Setting, Who, is_bot


def standing(table: ClientTable) -> str:
    """What a lobby waits for, in my words."""
    shown, seated = table.shown, table.seated
    if shown.fixture is not None:
        return _fixture_standing(table)
    if table.gathers:
        return say("waiting-for-people")
    if table.hosting and (table.over is None or seated is None):
        return why_not_start(table) or say("all-ready")
    if seated is None:
        return say("watching-now")
    if table.over is not None:
        return _rematch(table)
    if not seated.ready:
        return say("say-ready")
    host = say("the-hall") if shown.host is None else say("is-host", name=table.name(shown.host))
    return say("waiting-for-start", host=host)


def _fixture_standing(table: ClientTable) -> str:
    """At a table of a tournament, which starts when all are there."""
    shown = table.shown
    if shown.settled:
        return say("fixture-settled")
    if table.me in shown.no_shows:
        return say("fixture-too-late")
    missing = [table.name(each.who) for each in shown.seated if not each.ready and not is_bot(each.who)]
    if not missing or shown.starts_by is None:
        return say("fixture-starts")
    return say("fixture-waits", names=together(missing), time=clock(shown.starts_by - table.now))


def _rematch(table: ClientTable) -> str:
    people = [seated for seated in table.shown.seated if not is_bot(seated.who)]
    missing = [table.name(seated.who) for seated in people if not seated.ready]
    agreed = len(people) - len(missing)
    if not agreed:
        return say("another-game")
    wish = say("rematch-wanted", agreed=agreed, people=len(people))
    return say("rematch-waiting", wish=wish, names=together(missing)) if missing else wish


def why_not_start(table: ClientTable) -> str:
    """Empty where the host may start; bots that will take the free seats count as seated."""
    setting = table.shown.setting
    sitting = setting.seats if setting.fill else len(table.shown.seated)
    if (missing := find(setting.game).seats[0] - sitting) > 0:
        return say("more-needed", missing=missing)
    return not_ready(table)


def not_ready(table: ClientTable) -> str:
    """`Ben and Cy are not ready yet`."""
    names = [table.name(seated.who) for seated in table.shown.seated if not seated.ready and seated.who != table.me]
    return say("people-not-ready", names=together(names), count=len(names)) if names else ""


def waiting_for_people(table: ClientTable) -> list[str]:
    alone = [say("waits-alone")] if len(table.shown.seated) <= 1 else []
    usual = [] if table.usual_wait is None else [say("usual-wait", time=duration(table.usual_wait, LOCALE))]
    return alone + usual


def time_to_answer(setting: Setting) -> str:
    return say("time-to-answer", on_timeout=setting.on_timeout, clock=duration(setting.clock, LOCALE))


def rating(setting: Setting) -> str:
    return say("rating", table="odds" if setting.odds else "rated" if setting.is_rated else "unrated")


def in_words(table: ClientTable) -> list[str]:
    """What you want to know before a game: who sits here, who is ready, how others come in."""
    shown = table.shown
    setting, sitting = shown.setting, [seated.who for seated in shown.seated]
    seats = ", ".join(f"{table.name(who)} ({', '.join(marks(table, who))})" for who in sitting) or say("nobody-yet")
    game, locked = find(setting.game).title, "yes" if shown.locked else "no"
    if shown.fixture is not None:
        cup = shown.fixture.title
        return [
            say("at-fixture", title=cup, round=shown.fixture.round, game=game, code=table.code),
            say("seats-taken", taken=len(shown.seated), seats=setting.seats, people=seats),
        ]
    lines = [
        say("at-table", game=game, code=table.code, locked=locked, way=how_to_join(table)),
        say("seats-taken", taken=len(shown.seated), seats=setting.seats, people=seats),
        rating(setting),
    ]
    if shown.invited:
        invited = together([table.name(who) for who in shown.invited])
        lines.append(say("seats-kept", count=len(shown.invited), names=invited))
    if setting.fill:
        lines.append(say("bots-fill"))
    if shown.fills_at is not None:
        lines.append(say("bots-fill-in", time=clock(shown.fills_at - table.now)))
    if table.gathers and setting.people_only:
        lines += waiting_for_people(table)
    if shown.wins:
        lines.append(say("evening-score", score=", ".join(f"{table.name(who)} {count}" for who, count in shown.wins)))
    return [*lines, *badges.score_in_words(table)]


def how_to_join(table: ClientTable) -> str:
    """What others type."""
    only = f" ({say('this-machine-only')})" if is_this_machine(table.link) else ""
    return f"dicehall join {table.invitation}{only}"


def marks(table: ClientTable, who: Who, *, short: bool = False) -> list[str]:
    """What to say of a person or bot at the table; where room is short, what the menu says anyway is left out."""
    seated = next(seated for seated in table.shown.seated if seated.who == who)
    found = [say("mark-you")] if who == table.me else []
    found += [say("mark-host")] if who == table.shown.host else []
    if is_bot(who):
        found.append(bot_mark(table.shown.setting.game, seated.level))
    elif seated.ready:
        found.append(say("mark-ready-short" if short else "mark-ready"))
    elif who != table.shown.host and not (short and who == table.me):  # the host, who starts, need not be ready
        found.append(say("mark-not-ready"))
    if (team := table.team_of(who)) is not None and not short:
        found.append(badges.mark_in_words(team))
    if won := table.won.get(who):
        found.append(say("mark-won", count=won))
    return [*found, say("mark-reconnecting")] if who in table.absent else found


def bot_mark(game: str, level: str | None) -> str:
    """Which bot it is; where a game has no levels, simply a bot."""
    if level is None or not levels_of(game):
        return say("mark-bot", level="none", name="")
    level = level_at(game, level)
    return say("mark-bot", level=level, name=level if level in LEVELS else level.upper())


def waiting(table: ClientTable) -> str:
    """For whom, and how long."""
    if not table.connected:
        return say("hall-is-closed" if table.hall_closed else "line-reconnecting")
    awaited = [table.names[seat] + clock_of(table, seat) for seat in table.due]
    return say("waiting-for", names=together(awaited) or say("the-dice"))


def awaited_people(table: ClientTable) -> str:
    """`Waiting for Ann`; nothing while bots think."""
    shown = table.shown
    people = [seat for seat in table.due if not is_bot(shown.players[seat]) and seat not in shown.handed]
    return say("waiting-for-people-named", names=together([table.names[seat] for seat in people])) if people else ""


def clock_of(table: ClientTable, seat: Seat) -> str:
    """` (9:59)`; nothing where no clock runs. The allowance for a climax is not shown: it is no time to think."""
    due = table.due.get(seat)
    if due is None or due.until is None:
        return ""
    return f" ({clock(min(due.until - table.now, table.shown.setting.clock))})"


def clock(seconds: float) -> str:
    """`9:59`, never below zero."""
    minutes, rest = divmod(max(0, round(seconds)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"

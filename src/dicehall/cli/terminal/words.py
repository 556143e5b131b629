"""A live table in words: who sits there, who is awaited, where I stand, and how others come in."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from babel.lists import format_list

from dicehall.cli.client.table import RemoteTable
from dicehall.narrate.words import duration
from dicehall.rules.catalog import find
from dicehall.rules.values import Seat
from dicehall.table.core.events import Setting, Who, is_bot


def standing(table: RemoteTable) -> str:
    """Where I stand between games, and for whom we wait."""
    shown, occupant = table.shown, table.occupant
    if shown.fills_at is not None:
        return "Waiting for more people"
    if table.owns and (table.over is None or occupant is None):
        return why_not_start(table) or "Everybody is ready: you may start"
    if occupant is None:
        return "You are watching"
    if table.over is not None:
        return _rematch(table)
    if not occupant.ready:
        return "Say when you are ready"
    host = f"{table.name(shown.host)} (host)" if shown.host is not None else "the hall"
    return f"You are ready; waiting for {host} to start"


def _rematch(table: RemoteTable) -> str:
    people = [occupant for occupant in table.shown.seated if not is_bot(occupant.who)]
    missing = [table.name(occupant.who) for occupant in people if not occupant.ready]
    agreed = len(people) - len(missing)
    if not agreed:
        return "Another game?"
    wish = f"{agreed} of {len(people)} {'wants' if agreed == 1 else 'want'} a rematch"
    return f"{wish}; waiting for {together(missing)}" if missing else wish


def why_not_start(table: RemoteTable) -> str:
    """Nothing where the host may start; bots that take the free seats then count as if they sat there."""
    setting = table.shown.setting
    sitting = setting.seats if setting.fill else len(table.shown.seated)
    if (missing := find(setting.game).seats[0] - sitting) > 0:
        return f"{missing} more {'is' if missing == 1 else 'are'} needed to start"
    return not_ready(table)


def not_ready(table: RemoteTable) -> str:
    """`Ben and Cy are not ready yet`."""
    names = [
        table.name(occupant.who) for occupant in table.shown.seated if not occupant.ready and occupant.who != table.me
    ]
    return f"{together(names)} {'is' if len(names) == 1 else 'are'} not ready yet" if names else ""


def together(names: list[str]) -> str:
    """`Ann, Ben and Cy`."""
    return format_list(names, locale="en_GB")


def is_lonely(url: str) -> bool:
    """Whether only this machine finds the way there."""
    host = urlsplit(url).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def time_to_answer(setting: Setting) -> str:
    wait = setting.on_timeout == "wait"
    return "All the time in the world" if wait else f"{duration(setting.clock, 'en_GB')} to answer"


def in_words(table: RemoteTable) -> list[str]:
    """What is to be known before a game: who sits here, who is ready, how others come in."""
    shown = table.shown
    seats = [describe(table, occupant.who) for occupant in shown.seated]
    setting = shown.setting
    lines = [
        f"{find(setting.game).title} at table {table.code}{' (locked)' if shown.locked else ''}: {come_in(table)}",
        f"{len(seats)} of {setting.seats} seats: {', '.join(seats) or 'nobody yet'}",
    ]
    if shown.invited:
        kept = "A seat is" if len(shown.invited) == 1 else "Seats are"
        lines.append(f"{kept} kept for {together([table.name(who) for who in shown.invited])}.")
    if setting.fill:
        lines.append("Bots take the free seats when the game starts.")
    if shown.fills_at is not None:
        lines.append(f"Bots take the empty seats in {clock(shown.fills_at - table.now)}.")
    if shown.wins:
        lines.append("Won this evening: " + ", ".join(f"{table.name(who)} {count}" for who, count in shown.wins))
    return lines


def come_in(table: RemoteTable) -> str:
    """What others type, to be read aloud."""
    return f"dicehall join {table.link}" + (" (only this machine can come in)" if is_lonely(table.link) else "")


def describe(table: RemoteTable, who: Who) -> str:
    """`Ann (host, ready)`."""
    return f"{table.name(who)} ({', '.join(notes(table, who))})"


def notes(table: RemoteTable, who: Who) -> list[str]:
    occupant = next(occupant for occupant in table.shown.seated if occupant.who == who)
    marks = ["you"] if who == table.me else []
    marks += ["host"] if who == table.shown.host else []
    if is_bot(who):
        marks.append("bot")
    elif occupant.ready or who != table.shown.host:  # the host, who starts, need not be ready
        marks.append("ready" if occupant.ready else "not ready")
    if won := table.won.get(who):
        marks.append(f"{won} won")
    return [*marks, "reconnecting"] if who in table.absent else marks


def waiting(table: RemoteTable) -> str:
    """For whom, and how long yet."""
    if not table.connected:
        return "The hall has closed; waiting for it to open again …" if table.hall_closed else "Reconnecting …"
    awaited = [table.names[seat] + clock_of(table, seat) for seat in table.due]
    return f"Waiting for {together(awaited) or 'the dice'} …"


def awaited_people(table: RemoteTable) -> str:
    """`Waiting for Ann`; nothing while bots think."""
    shown = table.shown
    people = [seat for seat in table.due if not is_bot(shown.players[seat]) and seat not in shown.handed]
    return f"Waiting for {together([table.names[seat] for seat in people])}" if people else ""


def clock_of(table: RemoteTable, seat: Seat) -> str:
    """` (9:59)`; nothing where nobody looks at the clock."""
    due = table.due.get(seat)
    return "" if due is None or due.until is None else f" ({clock(due.until - table.now)})"


def clock(seconds: float) -> str:
    """`9:59`, never less than nothing."""
    minutes, rest = divmod(max(0, round(seconds)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"

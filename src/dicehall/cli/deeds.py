"""What a person may do at a live table besides playing: as pages of a menu, a key for each."""

from collections.abc import Callable, Iterable, Iterator

from dicehall.bots import LEVELS
from dicehall.cli.menu import Item, Page, Way
from dicehall.cli.remote import RemoteTable
from dicehall.narrate.story import LETTERS
from dicehall.rules.catalog import find
from dicehall.rules.values import Seat
from dicehall.table import commands
from dicehall.table.commands import Request
from dicehall.table.events import Who, is_bot

BACK = Item("z", "Back", Way.BACK)


def lobby(table: RemoteTable) -> Page:
    """Before a game, and after one."""
    return Page("At the table" if table.chair else "You are watching", (*_lobby(table), *_always(table)))


def more(table: RemoteTable) -> Page:
    """While a game runs."""
    return Page("The table", (*_stuck(table), *_always(table), BACK))


def _lobby(table: RemoteTable) -> Iterator[Item]:
    shown, chair = table.shown, table.chair
    if table.playing:
        return
    if chair is None:
        if len(shown.chairs) < shown.setting.seats:
            yield Item("t", "Take a seat", commands.Sit())
        if table.owns:
            yield Item("s", "Start the game", commands.Start())
    elif shown.fills_at is not None:
        yield Item("h", "Let bots fill up now", commands.Hurry())
    else:
        if table.over and not chair.ready:
            yield Item("m", "Rematch", commands.Rematch())
        elif chair.ready:
            yield Item("r", "Not ready", commands.Unready())
        elif not table.owns:
            yield Item("r", "Ready", commands.Ready())
        if table.owns:
            yield Item("s", "Start the game", commands.Start())
    if table.owns and len(shown.chairs) < shown.setting.seats:
        yield Item("b", "Add a bot", commands.AddBot())


def _always(table: RemoteTable) -> Iterator[Item]:
    if table.owns:
        yield Item("o", "Owner's tools", Page("Owner's tools", (*owners(table), BACK)))
    cost = "the seat and the game" if table.playing and table.seat is not None else "the seat"
    if table.chair is not None:
        up = sure(f"Get up, and give up {cost}?", "Yes, get up", commands.Stand())
        yield Item("w", "Get up and watch", up if table.playing else commands.Stand())
    if table.chair is not None or table.owns:
        yield Item("l", "Leave the table", sure(f"Leave, and give up {cost}?", "Yes, leave", commands.Leave()))
    yield Item("q", "Quit, keep the seat" if table.chair else "Quit", Way.QUIT)


def sure(question: str, yes: str, do: Request) -> Page:
    """What cannot be taken back is asked twice."""
    return Page(question, (BACK._replace(label="No"), Item("y", yes, do)))


def owners(table: RemoteTable) -> Iterator[Item]:
    """Everything that only the owner may do."""
    shown = table.shown
    bots = [chair.who for chair in shown.chairs if is_bot(chair.who)]
    people = [chair.who for chair in shown.chairs if not is_bot(chair.who) and chair.who != table.me]
    yield Item("u", "Unlock", commands.Unlock()) if shown.locked else Item("l", "Lock", commands.Lock())
    if table.playing:
        yield from _stuck(table)
        yield Item("r", "Reset the game", sure("End it without a result?", "Yes, reset the game", commands.Reset()))
        if table.open_ended:
            yield Item("e", "End the match", sure("Let it count as it stands?", "Yes, end it", commands.StopMatch()))
    else:
        if len(shown.chairs) < shown.setting.seats:
            levels = [
                Item(LETTERS[n].casefold(), level.title(), commands.AddBot(level)) for n, level in enumerate(LEVELS)
            ]
            yield Item("a", "Add a bot", Page("Which bot?", (*levels, BACK)))
        yield from whom(table, "b", "Remove a bot", bots, commands.RemoveBot)
    yield from whom(table, "k", "Kick", people, commands.Kick)
    yield from whom(table, "g", "Let back in", shown.kicked, commands.Readmit)
    yield from whom(table, "m", "Mute", [who for who in people if who not in shown.muted], commands.Mute)
    yield from whom(table, "v", "Unmute", shown.muted, commands.Unmute)
    yield from whom(table, "h", "Hand over", people, commands.Transfer)
    if shown.spectators_talk:
        yield Item("t", "Spectators: hush", commands.ForbidTalk())
    else:
        yield Item("t", "Spectators may talk", commands.AllowTalk())
    if shown.wins:
        yield Item("n", "Score from nought", commands.ResetScore())
    yield Item("c", "Close the table", sure("Send everybody away?", "Yes, close the table", commands.Close()))


def whom(
    table: RemoteTable, key: str, label: str, people: Iterable[Who], command: Callable[[Who], Request]
) -> Iterator[Item]:
    """Nobody to choose from, nothing to choose."""
    items = [Item(LETTERS[n].casefold(), table.name(who), command(who)) for n, who in enumerate(people)]
    if items:
        yield Item(key, label, Page(f"{label}: whom?", (*items, BACK)))


def _stuck(table: RemoteTable) -> Iterator[Item]:
    """Who is awaited and since when; the owner may let the game go on."""
    if not table.owns:
        return
    waits = [
        Item(LETTERS[seat].casefold(), f"{table.names[seat]}{since(table, until)}", commands.Help(seat))
        for seat, until in table.due.items()
    ]
    if waits:
        yield Item("s", "Stuck?", Page("Throw, or play the first option, for whom?", (*waits, BACK)))


def since(table: RemoteTable, until: float | None) -> str:
    if until is None:
        return ""
    return f", awaited for {clock(table.now - until + table.shown.setting.clock)}"


def clock(seconds: float) -> str:
    """`9:59`, never less than nothing."""
    minutes, rest = divmod(max(0, round(seconds)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


# The table in words


def in_words(table: RemoteTable) -> list[str]:
    """What is to be known before a game: who sits here, who is ready, how others come in."""
    shown = table.shown
    seats = [describe(table, chair.who) for chair in shown.chairs]
    setting = shown.setting
    lines = [
        f"{find(setting.game).title} at table {table.code}{' (locked)' if shown.locked else ''}: {table.link}",
        f"{len(seats)} of {setting.seats} seats: {', '.join(seats) or 'nobody yet'}",
    ]
    if shown.fills_at is not None:
        lines.append(f"Bots take the empty seats in {clock(shown.fills_at - table.now)}.")
    if shown.wins:
        lines.append("Won this evening: " + ", ".join(f"{table.name(who)} {count}" for who, count in shown.wins))
    return lines


def describe(table: RemoteTable, who: Who) -> str:
    """`Ann (owner, ready)`."""
    return f"{table.name(who)} ({', '.join(notes(table, who))})"


def notes(table: RemoteTable, who: Who) -> list[str]:
    chair = next(chair for chair in table.shown.chairs if chair.who == who)
    marks = ["you"] if who == table.me else []
    marks += ["owner"] if who == table.shown.owner else []
    if is_bot(who):
        marks.append("bot")
    elif chair.ready or who != table.shown.owner:  # the owner, who starts, need not be ready
        marks.append("ready" if chair.ready else "not ready")
    return [*marks, "reconnecting"] if who in table.absent else marks


def waiting(table: RemoteTable) -> str:
    """For whom, and how long yet."""
    if not table.connected:
        return "Reconnecting …"
    awaited = [table.names[seat] + clock_of(table, seat) for seat in table.due]
    return f"Waiting for {' and '.join(awaited) or 'the dice'} …"


def clock_of(table: RemoteTable, seat: Seat) -> str:
    """` (9:59)`; nothing where nobody looks at the clock."""
    until = table.due.get(seat)
    return "" if until is None or is_bot(table.shown.seats[seat]) else f" ({clock(until - table.now)})"

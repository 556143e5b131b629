"""What a person may do at a live table besides playing: as pages of a menu, a key for each."""

from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from dicehall.bots import LEVELS
from dicehall.cli.client.table import RemoteTable
from dicehall.cli.terminal.menu import Item, Page, Way
from dicehall.cli.terminal.words import clock, standing, why_not_start
from dicehall.narrate.story import LETTERS
from dicehall.narrate.words import duration
from dicehall.rules.catalog import GAMES, find
from dicehall.table.core import commands
from dicehall.table.core.commands import Request
from dicehall.table.core.events import Setting, Who, is_bot

BACK = Item("z", "Back", Way.BACK)
CLOCKS = (30, 60, 120, 300, 600)
"""Seconds to answer that the host may choose from; any other number goes with --clock."""


def lobby(table: RemoteTable) -> Page:
    """Before a game, and after one."""
    items = [*_lobby(table), *_always(table)]
    start = next((item for item in items if isinstance(item.choice, commands.Start)), None)
    if start is not None and why_not_start(table):  # what cannot work yet is not the lit item
        items.remove(start)
        items.insert(1, start)
    return Page(standing(table), tuple(items))


def more(table: RemoteTable) -> Page:
    """While a game runs."""
    return Page("The table", (*_stuck(table), *_always(table), BACK))


def _lobby(table: RemoteTable) -> Iterator[Item]:
    shown, occupant = table.shown, table.occupant
    if table.playing:
        return
    if occupant is None:
        if len(shown.seated) < shown.setting.seats:
            yield Item("t", "Take a seat", commands.Sit())
        if table.me in shown.invited:
            yield Item("d", "Decline the invitation", commands.Decline())
        if table.owns:
            yield Item("s", "Start the game", commands.Start())
    elif shown.fills_at is not None:
        yield Item("h", "Let bots fill up now", commands.Hurry())
    else:
        if table.over and not occupant.ready:
            yield Item("m", "Rematch", commands.Rematch())
        elif occupant.ready:
            yield Item("r", "I am not ready after all", commands.Unready())
        elif not table.owns:
            yield Item("r", "Ready", commands.Ready())
        if table.owns:
            yield Item("s", "Start the game", commands.Start())
    if table.owns and len(shown.seated) < shown.setting.seats:
        yield Item("b", "Add a bot", commands.AddBot())


def _always(table: RemoteTable) -> Iterator[Item]:
    if table.owns:
        yield Item("o", "Owner's tools", Page("Owner's tools", (*hosts(table), BACK)))
    cost = "the seat and the game" if table.playing and table.seat is not None else "the seat"
    if table.occupant is not None:
        up = sure(f"Get up, and give up {cost}?", "Yes, get up", commands.Stand())
        yield Item("w", "Get up and watch", up if table.playing else commands.Stand())
    if table.occupant is not None or table.owns:
        yield Item("l", "Leave the table", sure(f"Leave, and give up {cost}?", "Yes, leave", commands.Leave()))
    yield Item("q", "Quit, keep the seat" if table.occupant else "Quit", Way.QUIT)


def sure(question: str, yes: str, do: Request) -> Page:
    """What cannot be taken back is asked twice."""
    return Page(question, (BACK._replace(label="No"), Item("y", yes, do)))


def hosts(table: RemoteTable) -> Iterator[Item]:
    """Everything that only the host may do."""
    shown = table.shown
    bots = [occupant.who for occupant in shown.seated if is_bot(occupant.who)]
    people = [occupant.who for occupant in shown.seated if not is_bot(occupant.who) and occupant.who != table.me]
    yield Item("u", "Unlock", commands.Unlock()) if shown.locked else Item("l", "Lock", commands.Lock())
    if table.playing:
        yield from _stuck(table)
        yield Item("r", "Reset the game", sure("End it without a result?", "Yes, reset the game", commands.Reset()))
        if table.open_ended:
            yield Item("e", "End the match", sure("Let it count as it stands?", "Yes, end it", commands.StopMatch()))
    else:
        yield from _settings(table)
        if len(shown.seated) < shown.setting.seats:
            levels = [
                Item(LETTERS[n].casefold(), level.title(), commands.AddBot(level)) for n, level in enumerate(LEVELS)
            ]
            yield Item("a", "Add a bot", Page("Which bot?", (*levels, BACK)))
        yield from whom(table, "b", "Remove a bot", bots, commands.RemoveBot)
    yield from whom(table, "k", "Kick", people, lambda who: _kick(table, who))
    yield from whom(table, "i", "Invite no longer", shown.invited, commands.Uninvite)
    yield from whom(table, "g", "Let back in", shown.kicked, commands.Readmit)
    yield from whom(table, "m", "Mute", [who for who in people if who not in shown.muted], commands.Mute)
    yield from whom(table, "v", "Unmute", shown.muted, commands.Unmute)
    yield from whom(table, "h", "Hand over", people, lambda who: _hand_over(table, who))
    if shown.spectators_talk:
        yield Item("t", "Spectators: hush", commands.ForbidTalk())
    else:
        yield Item("t", "Spectators may talk", commands.AllowTalk())
    if shown.wins:
        yield Item("n", "Score from nought", commands.ResetScore())
    yield Item("c", "Close the table", sure("Send everybody away?", "Yes, close the table", commands.Close()))


def whom(
    table: RemoteTable, key: str, label: str, people: Iterable[Who], command: Callable[[Who], Request | Page]
) -> Iterator[Item]:
    """By the letters that stand beside the names; nobody to choose from, nothing to choose."""
    on_board = on_the_board(table)
    others = iter(LETTERS[len(on_board) :])
    items = [
        Item((LETTERS[on_board.index(who)] if who in on_board else next(others)).casefold(), table.name(who),
             command(who))
        for who in people
    ]  # fmt: skip
    if items:
        yield Item(key, label, Page(f"{label}: whom?", (*items, BACK)))


def on_the_board(table: RemoteTable) -> tuple[Who, ...]:
    """Whose names have letters beside them, in their order: those who play or have played, else those who sit."""
    return table.shown.players if table.view is not None else tuple(occupant.who for occupant in table.shown.seated)


def _kick(table: RemoteTable, who: Who) -> Page:
    name = table.name(who)
    cost = "the game and the seat" if table.playing and who in table.shown.players else "the seat"
    return sure(f"{name} loses {cost}. Kick {name}?", f"Yes, kick {name}", commands.Kick(who))


def _hand_over(table: RemoteTable, who: Who) -> Page:
    name = table.name(who)
    question = f"Only {name} can give it back. Hand the table over to {name}?"
    return sure(question, "Yes, hand it over", commands.Transfer(who))


def _settings(table: RemoteTable) -> Iterator[Item]:
    """Another clock, or another game with its usual options."""
    setting = table.shown.setting
    clocks = [
        Item(LETTERS[n].casefold(), duration(clock, "en_GB"), commands.Configure(replace(setting, clock=clock)))
        for n, clock in enumerate(CLOCKS)
    ]
    games = [
        Item(LETTERS[n].casefold(), game.title, commands.Configure(_set_for(setting, game.name)))
        for n, game in enumerate(GAMES)
        if game.name != setting.game
    ]
    yield Item("d", "Change the clock", Page("How long may one think?", (*clocks, BACK)))
    yield Item("p", "Change the game", Page("What is played here?", (*games, BACK)))


def _set_for(setting: Setting, game: str) -> Setting:
    fewest, most = find(game).seats
    return replace(setting, game=game, options={}, seats=min(max(setting.seats, fewest), most))


def _stuck(table: RemoteTable) -> Iterator[Item]:
    """Who is awaited and since when; the host may let the game go on."""
    if not table.owns:
        return
    waits = [
        Item(LETTERS[seat].casefold(), f"{table.names[seat]}, awaited for {clock(table.now - due.since)}",
             commands.Help(seat))
        for seat, due in table.due.items()
    ]  # fmt: skip
    if waits:
        yield Item("s", "Stuck?", Page("Throw, or play the first option, for whom?", (*waits, BACK)))

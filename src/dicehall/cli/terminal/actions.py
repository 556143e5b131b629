"""What you may do at a table in a hall besides playing: pages of a menu, one key for each action."""

from collections.abc import Iterator

from msgspec.structs import replace

from dicehall.bots import levels_of
from dicehall.cli.client.reactions import mark
from dicehall.cli.client.table import ClientTable
from dicehall.cli.shared.words import LOCALE, say
from dicehall.cli.terminal.menu import Item, Page, React, Way
from dicehall.cli.terminal.pages import back, letter, sure, whom
from dicehall.cli.terminal.predicting import predicting
from dicehall.cli.terminal.status import clock, standing, why_not_start
from dicehall.cli.terminal.table_teams import team_items
from dicehall.narrate.words import duration
from dicehall.rules.catalog import GAMES, find
from dicehall.server.live.messages import Reaction
from dicehall.table.core import commands
from dicehall.table.core.events import Setting, Who, is_bot

CLOCKS = (30, 60, 120, 300, 600)
"""Seconds to answer that the host may choose from; --clock takes any other number."""
REACTION_KEYS: dict[str, Reaction] = {"l": "laugh", "w": "wow", "c": "cry", "m": "hmm", "a": "angry", "h": "heart"}


def lobby(table: ClientTable) -> Page:
    """Before a game, and after one."""
    if table.shown.fixture is not None:
        return Page(standing(table), tuple(_at_fixture(table)))
    items = [*_lobby(table), *_always(table)]
    start = next((item for item in items if isinstance(item.choice, commands.Start)), None)
    if start is not None and why_not_start(table):  # an action that cannot work yet is not the lit item
        items.remove(start)
        items.insert(1, start)
    return Page(standing(table), tuple(items))


def more(table: ClientTable) -> Page:
    """While a game runs."""
    if table.shown.fixture is not None:
        return Page(say("page-table"), (*predicting(table), *_at_fixture(table), back()))
    return Page(say("page-table"), (*predicting(table), *_stuck(table), *_always(table), back()))


def reactions() -> Page:
    """Six quick reactions, at any time."""
    items = [
        Item(key, say("react-with", reaction=say(f"reaction-{reaction}"), mark=mark(reaction)), React(reaction))
        for key, reaction in REACTION_KEYS.items()
    ]
    return Page(say("react"), (*items, back()))


def _lobby(table: ClientTable) -> Iterator[Item]:
    shown, seated = table.shown, table.seated
    if table.playing:
        return
    if seated is None:
        if len(shown.seated) < shown.setting.seats:
            yield Item("t", say("take-seat"), commands.Sit())
        if table.me in shown.invited:
            yield Item("d", say("decline"), commands.Decline())
        if table.hosting:
            yield Item("s", say("start"), commands.Start())
    elif table.gathers:
        if not (shown.setting.people_only and len(shown.seated) < find(shown.setting.game).seats[0]):
            yield Item("h", say("begin-now" if shown.setting.people_only else "fill-now"), commands.Hurry())
    else:
        if table.over and not seated.ready:
            yield Item("m", say("rematch"), commands.Rematch())
        elif seated.ready:
            yield Item("r", say("unready"), commands.Unready())
        elif not table.hosting:
            yield Item("r", say("ready"), commands.Ready())
        if table.hosting:
            yield Item("s", say("start"), commands.Start())
    if table.hosting and len(shown.seated) < shown.setting.seats:
        yield Item("b", say("add-bot"), commands.AddBot())


def _always(table: ClientTable) -> Iterator[Item]:
    if table.playing and table.shown.host in table.shown.agreed and table.seated and table.me not in table.shown.agreed:
        yield Item("y", say("agree-reset"), commands.AgreeReset())
    if table.hosting:
        yield Item("o", say("host-tools"), Page(say("host-tools"), (*for_host(table), back())))
    yield from team_items(table)
    cost = "game" if table.playing and table.seat is not None else "seat"
    if table.seated is not None:
        up = sure(say("stand-sure", cost=cost), say("stand-yes"), commands.Stand())
        yield Item("w", say("stand"), up if table.playing else commands.Stand())
    if table.seated is not None or table.hosting:
        yield Item("l", say("leave"), sure(say("leave-sure", cost=cost), say("leave-yes"), commands.Leave()))
    yield Item("q", say("quit-keep-seat" if table.seated else "quit"), Way.QUIT)


def _at_fixture(table: ClientTable) -> Iterator[Item]:
    """The tournament decides all but whether I play on."""
    if table.playing and table.seat is not None:
        yield Item("l", say("leave-game"), sure(say("leave-game-sure"), say("leave-yes"), commands.Leave()))
    yield Item("q", say("quit-keep-seat" if table.seated and not table.shown.settled else "quit"), Way.QUIT)


def for_host(table: ClientTable) -> Iterator[Item]:
    """Everything that only the host may do."""
    shown = table.shown
    bots = [seated.who for seated in shown.seated if is_bot(seated.who)]
    people = [seated.who for seated in shown.seated if not is_bot(seated.who) and seated.who != table.me]
    yield from whom(table, "w", "let-in", table.knocking, commands.LetIn)
    yield Item("u", say("unlock"), commands.Unlock()) if shown.locked else Item("l", say("lock"), commands.Lock())
    if table.playing:
        yield from _stuck(table)
        yield Item(
            "r",
            say("reset"),
            sure(say("reset-sure-rated" if is_at_stake(table) else "reset-sure"), say("reset-yes"), commands.Reset()),
        )
        if is_at_stake(table) and table.me not in shown.agreed:
            yield Item("y", say("ask-reset"), sure(say("ask-reset-sure"), say("ask-reset-yes"), commands.AgreeReset()))
        if table.open_ended:
            yield Item("e", say("end-match"), sure(say("end-match-sure"), say("end-match-yes"), commands.StopMatch()))
    else:
        yield from _settings(table)
        if len(shown.seated) < shown.setting.seats:
            levels = [
                Item(letter(n), say("bot-level", level=level, name=level.upper()), commands.AddBot(level))
                for n, level in enumerate(levels_of(shown.setting.game))
            ]
            page = Page(say("which-bot"), (*levels, back()))
            yield Item("a", say("add-bot"), page if levels else commands.AddBot())
        yield from whom(table, "b", "remove-bot", bots, commands.RemoveBot)
    kickable = [*people, *(bots if table.playing else ()), *table.spectators]
    yield from whom(table, "k", "kick", kickable, lambda who: _kick(table, who))
    yield from whom(table, "i", "uninvite", shown.invited, commands.Uninvite)
    yield from whom(table, "g", "readmit", shown.kicked, commands.Readmit)
    yield from whom(table, "m", "mute", [who for who in people if who not in shown.muted], commands.Mute)
    yield from whom(table, "v", "unmute", shown.muted, commands.Unmute)
    yield from whom(table, "h", "hand-over", people, lambda who: _hand_over(table, who))
    if shown.spectators_talk:
        yield Item("t", say("forbid-talk"), commands.ForbidTalk())
    else:
        yield Item("t", say("allow-talk"), commands.AllowTalk())
    if shown.reactions:
        yield Item("x", say("forbid-reactions"), commands.ForbidReactions())
    else:
        yield Item("x", say("allow-reactions"), commands.AllowReactions())
    if shown.key and not shown.setting.public:
        if shown.knocks:
            yield Item("o", say("forbid-knocks"), commands.ForbidKnocks())
        else:
            yield Item("o", say("allow-knocks"), commands.AllowKnocks())
    if shown.predictions:
        yield Item("j", say("forbid-predictions"), commands.ForbidPredictions())
    else:
        yield Item("j", say("allow-predictions"), commands.AllowPredictions())
    if shown.wins:
        yield Item("n", say("reset-score"), commands.ResetScore())
    yield Item(
        "c",
        say("close"),
        sure(say("close-sure-rated" if is_at_stake(table) else "close-sure"), say("close-yes"), commands.Close()),
    )


def is_at_stake(table: ClientTable) -> bool:
    """Whether the host's tools have a price: a rated game runs, and the reader hosts it or plays in it."""
    return table.playing and table.shown.rated and (table.shown.host == table.me or table.me in table.shown.players)


def _kick(table: ClientTable, who: Who) -> Page:
    name = table.name(who)
    cost = "game" if table.playing and who in table.shown.players else "seat"
    key = "kick-sure"
    if cost == "game" and is_at_stake(table):
        key = "kick-sure-bot-rated" if is_bot(who) else "kick-sure-rated"
    return sure(say(key, name=name, cost=cost), say("kick-yes", name=name), commands.Kick(who))


def _hand_over(table: ClientTable, who: Who) -> Page:
    return sure(say("hand-over-sure", name=table.name(who)), say("hand-over-yes"), commands.Transfer(who))


def _settings(table: ClientTable) -> Iterator[Item]:
    """Another clock, another game with its usual options, rated or not, with or without odds."""
    setting = table.shown.setting
    clocks = [
        Item(letter(n), duration(clock, LOCALE), commands.Configure(replace(setting, clock=clock)))
        for n, clock in enumerate(CLOCKS)
    ]
    games = [
        Item(letter(n), game.title, commands.Configure(_set_for(setting, game.name)))
        for n, game in enumerate(GAMES)
        if game.name != setting.game
    ]
    yield Item("d", say("change-clock"), Page(say("which-clock"), (*clocks, back())))
    yield Item("p", say("change-game"), Page(say("which-game"), (*games, back())))
    ratings = [
        Item("a", say("rate-rated"), commands.Configure(replace(setting, rated=True, odds=False))),
        Item("b", say("rate-unrated"), commands.Configure(replace(setting, rated=False, odds=False))),
        Item("c", say("rate-odds"), commands.Configure(replace(setting, rated=None, odds=True))),
    ]
    yield Item("f", say("change-rating"), Page(say("which-rating"), (*ratings, back())))


def _set_for(setting: Setting, game: str) -> Setting:
    """A clock that the host has chosen stays; the usual one of the old game becomes that of the new one."""
    fewest, most = find(game).seats
    clock = find(game).clock if setting.clock == find(setting.game).clock else setting.clock
    return replace(setting, game=game, options={}, seats=min(max(setting.seats, fewest), most), clock=clock)


def _stuck(table: ClientTable) -> Iterator[Item]:
    """Who is awaited and since when; the host may move for them."""
    if not table.hosting:
        return
    waits = [
        Item(letter(seat), say("awaited-for", name=table.names[seat], time=clock(table.now - due.since)),
             commands.Help(seat))
        for seat, due in table.due.items()
    ]  # fmt: skip
    if waits:
        yield Item("s", say("stuck"), Page(say("stuck-whom"), (*waits, back())))

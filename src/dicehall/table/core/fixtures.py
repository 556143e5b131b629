"""Tables of a tournament: who sits there is given, the tournament starts their one game, and what is played stands."""

from dicehall.bots import accepted
from dicehall.table.core import commands, events, seats
from dicehall.table.core.commands import AnyCommand
from dicehall.table.core.draft import Draft, RefusedError, only_if
from dicehall.table.core.events import Who, is_bot
from dicehall.table.core.state import Table
from dicehall.table.core.teams import wear

GIVEN = (
    commands.Sit | commands.AddBot | commands.RemoveBot | commands.Start | commands.Invite | commands.Uninvite
    | commands.Transfer | commands.Configure | commands.Rematch | commands.Hurry | commands.Decline | commands.Unready
    | commands.ChooseTeam
)  # fmt: skip
"""What the tournament decides."""
NOT_HERE = "This table belongs to a tournament, which decides who plays here, what and when."
OVER = "The game of this table has been played: the tournament goes on elsewhere."
HELD = (
    "Other tables play with the same dice: what was played here is told, and this table closed, when they have ended."
)
WAITING = "The game has not begun. Leave the tournament if you do not want to play."


def line_up(draft: Draft, command: commands.Open) -> None:
    """Everyone has their seat and their team from the beginning, as the tournament gives them."""
    players = command.line_up
    if draft.table.fixture is None:
        only_if(not players, "fixture", "Only a table of a tournament has a line-up.")
        return
    names, setting = {who for who, _ in players}, draft.table.setting
    only_if(len(names) == len(players) == setting.seats, "line_up", f"{setting.seats} different players sit here.")
    levels = accepted(setting.game)
    for who, level in players:
        fits = level is None or level in levels
        only_if(fits and is_bot(who) == (level is not None), "line_up", f"{who!r} cannot sit here.")
        draft.add(events.Sat(who) if level is None else events.BotSat(who, level))
    for who, team in command.teams:
        wear(draft, who, team)


def admit(table: Table, who: Who | None, command: AnyCommand) -> None:
    """Refuse what nobody decides here but the tournament."""
    waits = table.playing is None and not table.settled
    match command:
        case commands.Close() if who is not None and table.settled and table.is_held:
            raise RefusedError("held", HELD)
        case commands.Ready() | commands.Begin() if table.settled:
            raise RefusedError("over", OVER)
        case commands.Stand() | commands.Leave() | commands.Kick() if waits:
            raise RefusedError("waiting", WAITING)
        case _ if isinstance(command, GIVEN):
            raise RefusedError("fixture", NOT_HERE)
        case _:
            pass


def begin(draft: Draft, no_shows: tuple[Who, ...]) -> None:
    """With those who have come. Bots play for the others; where only one is left, that one wins without a game."""
    only_if(draft.table.fixture is not None, "no_fixture", "Only a tournament starts its games like this.")
    draft.lobby()
    if draft.table.is_held and draft.secret_of(draft.table.commit) is None:
        draft.close()  # the secret of the round is lost, and with any other the dice would not be those of the others
        return
    people = [occupant.who for occupant in draft.table.seated]
    for who in people:
        if who in no_shows:
            draft.add(events.NoShow(who))
    came = [who for who in people if who not in no_shows]
    if len(came) > 1:
        seats.start(draft)
    else:
        draft.add(events.Walkover(came[0]) if came else events.NobodyCame())


def disclose(draft: Draft) -> None:
    only_if(draft.table.is_held, "already", "Nothing is held back at this table.")
    only_if(draft.table.settled, "game_running", "The game of this table has not ended.")
    draft.disclose()

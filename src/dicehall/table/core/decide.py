"""What follows from a command: log entries, or a refusal that says why and what is allowed. Pure and total."""

from functools import cache

from dicehall.rules.errors import GameOver, NotAnOption, NotYourTurn, RulesError, UnknownGame
from dicehall.rules.wording import sentence
from dicehall.table.core import commands, events, fixtures, playing, power, seats, teams
from dicehall.table.core.access import HOSTS, REFUSALS, RIGHTS, Role, may
from dicehall.table.core.commands import AnyCommand
from dicehall.table.core.draft import Decided, Draft, Inputs, Refused, RefusedError, only_if
from dicehall.table.core.events import Who, is_bot
from dicehall.table.core.log import StayedInside
from dicehall.table.core.state import Seated, Table

NO_HOST = "This table has no host: it belongs to the hall."
ACCESS_DENIED = "🔒 GAME LOCKED. Access denied: the host has locked this table."

WHEN_LOCKED = frozenset(
    (
        "move",
        "throw",
        "return",
        "stand",
        "leave",
        "decline",
        "ready",
        "unready",
        "rematch",
        "hurry",
        "agree_reset",
        "team",
    )
)
"""What everyone can still do at a locked table: players play on, also the next game, and anyone leaves (P-22)."""
BY_THE_HALL = frozenset((
    commands.TimeUp, commands.BotTurn, commands.SetBack, commands.Arrive, commands.Begin, commands.Disclose,
))  # fmt: skip
REASONS: dict[type[RulesError], str] = {
    NotYourTurn: "not_your_turn",
    NotAnOption: "not_an_option",
    GameOver: "no_game",
    UnknownGame: "unknown_game",
    RulesError: "bad_request",
}
"""The first that fits."""


def decide(table: Table, who: Who | None, command: AnyCommand, now: float, inputs: Inputs) -> Decided | Refused:
    """`who` is None for the hall itself: its clock, its bots and its quick matches."""
    draft = Draft(table, now, inputs)
    try:
        admit(table, who, command, administrator=inputs.administrator)
        carry_out(draft, who, command)
    except RefusedError as error:
        return error.refused
    except RulesError as error:
        return refusal(error)
    return Decided(draft.now, tuple(draft.entries), draft.table, tuple(draft.events), draft.seed)


def refusal(error: RulesError) -> Refused:
    """An error of the rules as a refusal, in the words of the error."""
    return Refused(next(reason for kind, reason in REASONS.items() if isinstance(error, kind)), sentence(error))


def admit(table: Table, who: Who | None, command: AnyCommand, *, administrator: bool = False) -> None:
    """Refuse people who may not ask for this at all."""
    if table.closed:
        raise RefusedError("closed", "This table is closed.")
    if not table.version and not isinstance(command, commands.Open):
        raise RefusedError("unknown", "No table has been opened here.")
    if who is None:
        return
    if type(command) in BY_THE_HALL:
        raise RefusedError("forbidden", "Only the hall itself may do that.")
    action = str(command.__struct_config__.tag)
    allowed, hosts = permission(action, who == table.host, table.seated_as(who) is not None, administrator)
    if not allowed:
        raise RefusedError(*refusal_for(action, table))
    if table.locked and not hosts and action not in WHEN_LOCKED:
        raise RefusedError("locked", ACCESS_DENIED)


@cache
def permission(action: str, host: bool, seated: bool, administrator: bool) -> tuple[bool, bool]:
    """Whether a person may try this at a table, and whether they host it; cached because every move asks."""
    roles = Role.ADMINISTRATOR if administrator else Role.GUEST
    roles |= Role.HOST if host else Role(0)
    roles |= Role.PLAYER if seated else Role(0)
    return may(action, roles), bool(roles & HOSTS)


def refusal_for(action: str, table: Table) -> tuple[str, str]:
    reason, message = REFUSALS[RIGHTS[action]]
    return (reason, NO_HOST) if RIGHTS[action] == HOSTS and table.host is None else (reason, message)


def carry_out(draft: Draft, who: Who | None, command: AnyCommand) -> None:
    """Every command, exhaustively; those of the host are in `host`."""
    if draft.table.fixture is not None:
        fixtures.admit(draft.table, who, command)
    match command:
        case commands.MakeMoves(moves):
            playing.make_moves(draft, person(who), moves)
        case commands.Throw():
            playing.throw(draft, person(who))
        case commands.Return():
            playing.come_back(draft, person(who))
        case commands.BotTurn(seat, move):
            playing.act_as_bot(draft, seat, move)
        case commands.TimeUp():
            time_up(draft)
        case commands.SetBack(lost):
            draft.set_back(lost)
        case commands.Arrive(invitation, who_came):
            seats.arrive(draft, invitation, who_came)
        case commands.Begin(no_shows):
            fixtures.begin(draft, no_shows)
        case commands.Disclose():
            fixtures.disclose(draft)
        case commands.Open():
            seats.open_table(draft, who, command)
            fixtures.line_up(draft, command)
        case commands.Sit(seed):
            seats.sit(draft, person(who), seed)
        case commands.Decline():
            seats.decline(draft, person(who))
        case commands.Leave():
            seats.leave(draft, person(who))
        case commands.Stand():
            seats.stand(draft, seated(draft.table, who))
        case commands.Ready(seed):
            seats.ready(draft, seated(draft.table, who), seed)
        case commands.Unready():
            seats.unready(draft, seated(draft.table, who))
        case commands.Rematch(seed):
            seats.rematch(draft, seated(draft.table, who), seed)
        case commands.AgreeReset():
            power.agree_to_reset(draft, person(who))
        case commands.ChooseTeam(team):
            teams.choose(draft, seated(draft.table, who), team)
        case commands.Hurry():
            seats.hurry(draft, seated(draft.table, who))
        case hosts:
            host(draft, who, hosts)


def host(draft: Draft, host: Who | None, command: commands.ByHost) -> None:
    match command:
        case commands.AddBot(level):
            seats.add_bot(draft, level)
        case commands.RemoveBot(bot):
            seats.remove_bot(draft, bot)
        case commands.Start(seed):
            seats.start_by(draft, host, seed)
        case commands.Invite(who):
            seats.invite(draft, who)
        case commands.Uninvite(who):
            seats.uninvite(draft, who)
        case commands.Kick(who):
            seats.kick(draft, host, who)
        case commands.Transfer(who):
            seats.transfer(draft, who)
        case commands.Configure(setting):
            seats.configure(draft, setting)
        case commands.Help(seat):
            playing.help_seat(draft, host, seat)
        case commands.DressUp(whom, team):
            teams.dress_up(draft, whom, team)
        case commands.StopMatch():
            playing.stop(draft)
        case commands.Reset():
            power.forfeit_if_alone(draft, host)
            draft.reset()
        case commands.ResetScore():
            draft.add(events.ScoreReset())
        case commands.Close():
            power.forfeit_if_alone(draft, host)
            draft.close()
        case moderation:
            moderate(draft, host, moderation)


def moderate(draft: Draft, host: Who | None, command: commands.Moderation) -> None:
    """What would change nothing is refused, so that nothing is told twice."""
    table = draft.table
    match command:
        case commands.Lock():
            only_if(not table.locked, "already", "The table is already locked.")
            draft.add(events.Locked())
            if inside := tuple(who for who in draft.inputs.present() if is_spectator(table, who)):
                draft.add(StayedInside(inside))
        case commands.Unlock():
            only_if(table.locked, "already", "The table is not locked.")
            draft.add(events.Unlocked())
        case commands.Readmit(who):
            only_if(who in table.kicked, "already", "They were not asked to leave.")
            draft.add(events.Readmitted(who))
        case commands.LetIn(who):
            only_if(who not in table.let_in, "already", "They were let in already.")
            only_if(not is_bot(who), "unknown", "Bots do not knock.")
            only_if(who not in table.kicked, "kicked", "They were asked to leave; let them back in first.")
            draft.add(events.LetIn(who))
        case commands.Mute(who):
            only_if(who not in table.muted, "already", "They are already muted.")
            only_if(who != host and not is_bot(who), "yourself", "Only other people can be muted.")
            only_if(len(table.muted) < seats.MOST_NAMED, "too_many", f"{seats.MOST_NAMED} people are already muted.")
            draft.add(events.Muted(who))
        case commands.Unmute(who):
            only_if(who in table.muted, "already", "They are not muted.")
            draft.add(events.Unmuted(who))
        case switch:
            turn(draft, switch)


def turn(draft: Draft, switch: commands.Switch) -> None:
    table = draft.table
    match switch:
        case commands.AllowTalk():
            only_if(not table.spectators_talk, "already", "Spectators can already talk to players.")
            draft.add(events.TalkAllowed())
        case commands.ForbidTalk():
            only_if(table.spectators_talk, "already", "Spectators cannot talk to players now.")
            draft.add(events.TalkForbidden())
        case commands.AllowReactions():
            only_if(not table.reactions, "already", "Reactions are already on.")
            draft.add(events.ReactionsAllowed())
        case commands.ForbidReactions():
            only_if(table.reactions, "already", "Reactions are already off.")
            draft.add(events.ReactionsForbidden())
        case commands.AllowKnocks():
            only_if(not table.knocks, "already", "People can already knock.")
            draft.add(events.KnocksAllowed())
        case commands.ForbidKnocks():
            only_if(table.knocks, "already", "Nobody can knock already.")
            draft.add(events.KnocksForbidden())
        case commands.AllowPredictions():
            only_if(not table.predictions, "already", "Spectators can already predict who wins.")
            draft.add(events.PredictionsAllowed())
        case commands.ForbidPredictions():
            only_if(table.predictions, "already", "Predictions are already off.")
            draft.add(events.PredictionsForbidden())


def is_spectator(table: Table, who: Who) -> bool:
    return who != table.host and table.seated_as(who) is None


def time_up(draft: Draft) -> None:
    """Everything overdue happens; refused if nothing is."""
    table = draft.table
    nobody_came = table.fills_at is not None and table.fills_at <= draft.now and not table.seated
    if table.idle_at <= draft.now or nobody_came:
        draft.close()
    elif table.fills_at is not None and table.fills_at <= draft.now:
        seats.begin_quick(draft)
    else:
        playing.time_out_all(draft)


def person(who: Who | None) -> Who:
    if who is None:
        raise RefusedError("forbidden", "Only people may do that.")
    return who


def seated(table: Table, who: Who | None) -> Seated:
    occupant = table.seated_as(person(who))
    if occupant is None:
        raise RefusedError("not_seated", "You do not sit at this table; take a seat first.")
    return occupant

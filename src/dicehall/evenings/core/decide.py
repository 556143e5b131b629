"""What follows from a command: log entries, or a refusal that says why and what is allowed. Pure and total."""

from typing import get_args

from dicehall.evenings.core import commands, entering, events, rounds
from dicehall.evenings.core.commands import AnyCommand, ByHall, ByHost
from dicehall.evenings.core.draft import Decided, Draft, Inputs
from dicehall.evenings.core.state import Gathering, Tournament
from dicehall.rules.errors import RulesError
from dicehall.table.core.decide import refusal
from dicehall.table.core.draft import Refused, RefusedError, only_if
from dicehall.table.core.events import Who

BY_THE_HALL = get_args(ByHall)
BY_HOSTS = get_args(ByHost)


def decide(
    tournament: Tournament, who: Who | None, command: AnyCommand, now: float, inputs: Inputs
) -> Decided | Refused:  # fmt: skip
    """`who` is None for the hall itself: its clock, its calendar and its tables."""
    draft = Draft(tournament, now, inputs)
    try:
        admit(tournament, who, command, administrator=inputs.administrator)
        carry_out(draft, who, command)
    except RefusedError as error:
        return error.refused
    except RulesError as error:
        return refusal(error)
    return Decided(draft.now, tuple(draft.entries), draft.tournament, draft.seed)


def admit(tournament: Tournament, who: Who | None, command: AnyCommand, *, administrator: bool) -> None:
    """Refuse people who may not ask for this at all."""
    creates = isinstance(command, commands.Create)
    only_if(bool(tournament.version) or creates, "unknown", "There is no such tournament.")
    only_if(not tournament.version or not creates, "exists", "This tournament is there already.")
    if not isinstance(command, commands.SetBack):
        only_if(not tournament.is_over, "over", "This tournament is over.")
    if who is None:
        return
    only_if(not isinstance(command, BY_THE_HALL), "forbidden", "Only the hall itself may do that.")
    if isinstance(command, commands.NameSecond):
        only_if(who == tournament.host or administrator, "not_host", "Only the host may do that.")
    elif isinstance(command, BY_HOSTS):
        runs = tournament.is_run_by(who) or administrator
        only_if(runs, "not_host", "Only the host of the tournament or their second may do that.")


def carry_out(draft: Draft, who: Who | None, command: AnyCommand) -> None:
    """Every command, exhaustively."""
    match command:
        case commands.Create():
            entering.create(draft, who, command)
        case commands.Enter():
            entering.enter(draft, _person(who), command)
        case commands.Leave():
            entering.leave(draft, _person(who))
        case commands.Return():
            entering.come_back(draft, _person(who))
        case commands.TimeUp():
            rounds.time_up(draft)
        case commands.ReportOpened(code):
            rounds.opened(draft, code)
        case commands.ReportArrived(code, entrant):
            rounds.arrived(draft, code, entrant)
        case commands.ReportResult(code, places, left):
            rounds.result(draft, code, places, left)
        case commands.ReportVoid(code):
            rounds.void(draft, code)
        case commands.SetBack(lost):
            draft.set_back(lost)
        case by_host:
            host(draft, who, by_host)


def host(draft: Draft, host: Who | None, command: ByHost) -> None:
    match command:
        case commands.Configure(setting):
            entering.configure(draft, setting)
        case commands.AddBot(level):
            entering.add_bot(draft, level)
        case commands.Remove(who):
            entering.remove(draft, host, who)
        case commands.Readmit(who):
            entering.readmit(draft, who)
        case commands.NameSecond(who):
            entering.name_second(draft, who)
        case commands.Begin():
            rounds.begin(draft)
        case commands.Pause():
            started = not isinstance(draft.tournament.phase, Gathering)
            only_if(started, "not_started", "It has not started: there is nothing to pause.")
            only_if(draft.tournament.paused is None, "already", "It is paused already.")
            draft.add(events.Paused())
        case commands.Resume():
            only_if(draft.tournament.paused is not None, "already", "It is not paused.")
            draft.add(events.Resumed())
        case commands.UndoPairing():
            rounds.undo(draft)
        case commands.CallOff():
            draft.call_off("host")


def _person(who: Who | None) -> Who:
    if who is None:
        raise RefusedError("forbidden", "Only people may do that.")
    return who

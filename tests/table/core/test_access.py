"""Who may ask for what at a table: every cell of the table of rights, for everything a person can be at once."""

from itertools import product
from typing import get_args

import pytest

from dicehall.table.core import commands
from dicehall.table.core.access import HOSTS, KINDS, REFUSALS, RIGHTS, Role, may
from dicehall.table.core.commands import AnyCommand, Command, Lock, Open, Sit, Start
from dicehall.table.core.decide import ACCESS_DENIED, NO_HOST, WHEN_LOCKED
from dicehall.table.core.draft import Refused
from tests.table.core.test_decide import EXAMPLES
from tests.table.kit import ANN, BOB, HALL, Evening, lobby, quick, running, setting

COMMANDS: dict[str, AnyCommand] = {
    str(kind.__struct_config__.tag): EXAMPLES[kind] for kind in get_args(commands.Request)
} | {"open": Open(setting())}

CELLS = """
             host  player  spectator  administrator
sit          yes    yes     yes        yes
stand        -      yes     -          -
leave        yes    yes     -          -
ready        -      yes     -          -
unready      -      yes     -          -
rematch      -      yes     -          -
hurry        -      yes     -          -
agree_reset  yes    yes     -          -
throw        -      yes     -          -
move         -      yes     -          -
return       -      yes     -          -
decline      yes    yes     yes        yes
team         -      yes     -          -
add_bot      yes    -       -          yes
remove_bot   yes    -       -          yes
start        yes    -       -          yes
invite       yes    -       -          yes
uninvite     yes    -       -          yes
kick         yes    -       -          yes
readmit      yes    -       -          yes
let_in       yes    -       -          yes
lock         yes    -       -          yes
unlock       yes    -       -          yes
transfer     yes    -       -          yes
configure    yes    -       -          yes
mute         yes    -       -          yes
unmute       yes    -       -          yes
allow_talk   yes    -       -          yes
forbid_talk  yes    -       -          yes
allow_reactions   yes  -    -          yes
forbid_reactions  yes  -    -          yes
allow_knocks yes    -       -          yes
forbid_knocks  yes  -       -          yes
allow_predictions   yes  -  -          yes
forbid_predictions  yes  -  -          yes
help         yes    -       -          yes
stop         yes    -       -          yes
reset        yes    -       -          yes
reset_score  yes    -       -          yes
close        yes    -       -          yes
team_of      yes    -       -          yes
open         yes    yes     yes        yes
"""
"""Written down a second time, as a person would say it; with several roles you may do what any of them may."""

_, HEADS, *ROWS = CELLS.rstrip().split("\n")
EXPECTED = {
    row.split()[0]: {head for head, cell in zip(HEADS.split(), row.split()[1:], strict=True) if cell == "yes"}
    for row in ROWS
}
ROLES = {
    "host": Role.HOST,
    "player": Role.PLAYER,
    "spectator": Role.GUEST | Role.SPECTATOR,
    "administrator": Role.ADMINISTRATOR,
}


def test_every_command_has_its_row() -> None:
    assert set(EXPECTED) == set(COMMANDS)
    assert set(COMMANDS) <= set(RIGHTS)


def test_every_refusal_has_its_words() -> None:
    everybody = ~Role(0)
    assert {right for right in RIGHTS.values() if right != everybody} <= set(REFUSALS)
    assert len({reason for reason, _ in REFUSALS.values()}) == len(REFUSALS) - 1, "both who has no occupant"


def test_everybody_is_something_to_the_hall() -> None:
    assert set(KINDS) == {None, "guest", "account", "administrator"}
    assert len(set(KINDS.values())) == 4


def test_the_table_of_rights_says_what_a_person_would() -> None:
    assert {deed: {name for name, role in ROLES.items() if may(deed, role)} for deed in COMMANDS} == EXPECTED


def answered(evening: Evening, who: str, command: AnyCommand, administrator: bool) -> tuple[str, str] | None:
    """Why not, for who they are; None where that does not stand in their way."""
    evening.inputs = evening.inputs._replace(administrator=administrator)
    answer = evening.ask(who, command)
    if isinstance(answer, Refused) and (answer.reason, answer.message) in REFUSALS.values():
        return answer.reason, answer.message
    return None


@pytest.mark.parametrize("started", [False, True], ids=["lobby", "game"])
@pytest.mark.parametrize(("host", "seated", "administrator"), [*product((False, True), repeat=3)])
def test_decide_admits_exactly_whom_the_table_of_rights_does(
    started: bool, host: bool, seated: bool, administrator: bool
) -> None:
    roles = {name for name, has in (("host", host), ("player", seated), ("administrator", administrator)) if has}
    told, due = {}, {}
    for deed, command in COMMANDS.items():
        evening = full_table("me" if host else ANN, (*(("me",) if seated else ()), BOB, "cid"), started)
        told[deed] = answered(evening, "me", command, administrator)
        allowed = bool(EXPECTED[deed] & (roles or {"spectator"})) or "spectator" in EXPECTED[deed]
        due[deed] = None if allowed else REFUSALS[RIGHTS[deed]]
    assert told == due


def full_table(host: str, players: tuple[str, ...], started: bool) -> Evening:
    evening = Evening().do(host, Open(setting(seats=6), sit=False))
    for player in players:
        evening.do(player, Sit(), commands.Ready())
    return evening.do(HALL, Start()) if started else evening


@pytest.mark.parametrize("administrator", [False, True])
def test_nobody_but_an_administrator_hosts_a_table_of_the_hall(administrator: bool) -> None:
    refused = set()
    for deed, command in COMMANDS.items():
        evening = quick().do(ANN, Sit())
        evening.inputs = evening.inputs._replace(administrator=administrator)
        answer = evening.ask(ANN, command)
        if isinstance(answer, Refused) and answer.message == NO_HOST:
            refused.add(deed)
    assert refused == {deed for deed in COMMANDS if RIGHTS[deed] == HOSTS and not administrator}


@pytest.mark.parametrize(("host", "administrator"), [*product((False, True), repeat=2)])
def test_a_locked_table_is_for_its_hosts_and_for_those_who_play_on_or_go_p_22(host: bool, administrator: bool) -> None:
    locked = set()
    for deed, command in COMMANDS.items():
        evening = lobby(ANN, BOB).do(ANN, Lock())
        evening.inputs = evening.inputs._replace(administrator=administrator)
        answer = evening.ask(ANN if host else BOB, command)
        if isinstance(answer, Refused) and answer.message == ACCESS_DENIED:
            locked.add(deed)
    stands_outside = not host and not administrator
    assert locked == {deed for deed in COMMANDS if stands_outside and RIGHTS[deed] != HOSTS and deed not in WHEN_LOCKED}


@pytest.mark.parametrize("kind", [commands.TimeUp, commands.BotTurn])
def test_what_is_the_halls_is_nobodys_right(kind: type[Command]) -> None:
    assert kind.__struct_config__.tag not in COMMANDS
    evening = running(ANN, BOB).after(10_000)
    evening.inputs = evening.inputs._replace(administrator=True)
    assert evening.refused(ANN, EXAMPLES[kind]) == "forbidden"


@pytest.mark.parametrize(("who", "administrator"), [(ANN, False), ("chief", True)])
def test_what_is_said_about_the_host_is_true_for_administrators_too(who: str, administrator: bool) -> None:
    evening = lobby(ANN, BOB)
    evening.inputs = evening.inputs._replace(administrator=administrator)
    assert evening.message(who, commands.Invite(ANN)) == "The host needs no invitation."
    assert evening.message(who, commands.Transfer(ANN)) == "They are already the host."
    assert evening.message(who, commands.Kick(who)) == "You cannot kick yourself; leave instead."


def test_an_administrator_hosts_any_table_without_owning_it() -> None:
    evening = lobby(ANN, BOB)
    evening.inputs = evening.inputs._replace(administrator=True)
    evening.do("chief", commands.Kick(BOB), commands.Lock(), commands.AddBot())
    assert (evening.table.host, evening.table.kicked, evening.table.locked) == (ANN, (BOB,), True)
    evening.inputs = evening.inputs._replace(administrator=False)
    assert evening.refused("chief", commands.Unlock()) == "not_host"

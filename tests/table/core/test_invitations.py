"""Invitations: seated that are kept for people who were named, and what becomes of them."""

from typing import Any

import pytest

from dicehall.table.core import events
from dicehall.table.core.commands import (
    AddBot,
    AnyCommand,
    Arrive,
    Configure,
    Decline,
    Invite,
    Kick,
    Leave,
    Lock,
    Open,
    Readmit,
    Ready,
    Rematch,
    RemoveBot,
    Sit,
    Stand,
    Start,
    TimeUp,
    Uninvite,
)
from dicehall.table.core.public_view import show
from tests.table.kit import ANN, BOB, CID, DEE, EVE, HALL, SHORT, Evening, lobby, quick, running, setting


def inviting(*guests: str, seats: int = 3, fill: bool = False, **given: Any) -> Evening:
    """Ann has opened a table for these people."""
    return Evening().do(ANN, Open(setting(seats=seats, fill=fill, **given), invite=guests))


# A occupant is kept


def test_anyone_who_opens_a_table_may_name_the_people_g_22() -> None:
    evening = inviting(BOB, CID)
    assert evening.table.invited == show(evening.table).invited == (BOB, CID)
    assert evening.heard(events.Invited) == [events.Invited(BOB), events.Invited(CID)]
    assert evening.seated == [ANN]


def test_a_kept_seat_is_for_nobody_else() -> None:
    evening = inviting(BOB, CID)
    assert evening.message(EVE, Sit()) == "The free seats are kept for invited people."
    assert evening.refused(ANN, AddBot()) == "full"
    assert evening.refused(ANN, Invite(DEE)) == "full"
    evening.do(CID, Sit())
    assert (evening.seated, evening.table.invited) == ([ANN, CID], (BOB,))
    assert evening.refused(EVE, Sit()) == "full"
    evening.do(BOB, Sit())
    assert evening.message(EVE, Sit()) == "All 3 seats are taken."


def test_seats_beyond_the_kept_ones_are_free() -> None:
    evening = inviting(BOB, seats=3).do(EVE, Sit())
    assert evening.refused(DEE, Sit()) == "full"
    assert evening.do(BOB, Sit()).seated == [ANN, EVE, BOB]


def test_an_invitation_that_was_used_is_used_up() -> None:
    evening = inviting(BOB, seats=2).do(BOB, Sit(), Stand())
    assert evening.table.invited == ()
    evening.do(EVE, Sit())
    assert evening.refused(BOB, Sit()) == "full"


def test_a_table_opens_with_all_its_guests_or_not_at_all() -> None:
    evening = Evening()
    assert evening.refused(ANN, Open(setting(seats=2), invite=(BOB, CID))) == "full"
    assert evening.refused(ANN, Open(setting(seats=3), bots=("normal",), invite=(BOB, CID))) == "full"
    assert evening.refused(ANN, Open(setting(), invite=(BOB, BOB))) == "already"
    assert evening.refused(ANN, Open(setting(), invite=(ANN,))) == "yourself"
    assert evening.refused(ANN, Open(setting(), invite=("bot:Fox",))) == "unknown"
    assert evening.table.version == 0


def test_a_host_who_only_hosts_may_give_all_seats_away() -> None:
    evening = Evening().do(ANN, Open(setting(seats=2), sit=False, invite=(BOB, CID)))
    assert evening.refused(ANN, Sit()) == "full"
    assert evening.do(BOB, Sit()).do(CID, Sit()).seated == [BOB, CID]


@pytest.mark.parametrize(
    ("whom", "reason"),
    [(ANN, "yourself"), (BOB, "seated"), (CID, "already"), (DEE, "kicked"), ("bot:Fox", "unknown")],
)
def test_nobody_is_invited_who_cannot_come_or_is_there(whom: str, reason: str) -> None:
    evening = lobby(ANN, BOB, seats=6).do(ANN, Invite(CID), Kick(DEE))
    assert evening.refused(ANN, Invite(whom)) == reason


def test_someone_who_was_let_back_in_may_be_invited() -> None:
    evening = lobby(ANN).do(ANN, Kick(BOB), Readmit(BOB), Invite(BOB))
    assert evening.do(BOB, Sit()).seated == [ANN, BOB]


# It is given up


def test_invited_people_may_decline() -> None:
    evening = inviting(BOB, seats=2).do(BOB, Decline())
    assert evening.heard(events.Declined) == [events.Declined(BOB)]
    assert evening.table.invited == ()
    evening.do(EVE, Sit())
    assert evening.message(BOB, Decline()) == "You are not invited to this table."


def test_the_host_may_think_better_of_it() -> None:
    evening = inviting(BOB, seats=2).do(ANN, Uninvite(BOB))
    assert evening.heard(events.Uninvited) == [events.Uninvited(BOB)]
    assert evening.message(ANN, Uninvite(BOB)) == "They are not invited."
    evening.do(EVE, Sit())
    assert evening.refused(BOB, Sit()) == "full"


def test_anyone_who_is_kicked_is_invited_no_longer() -> None:
    evening = inviting(BOB, seats=2).do(ANN, Kick(BOB))
    assert evening.table.invited == ()
    assert evening.refused(BOB, Sit()) == "kicked"
    assert evening.refused(BOB, Decline()) == "not_invited"


def test_a_table_does_not_shrink_below_those_who_were_invited() -> None:
    evening = inviting(BOB, CID, seats=4)
    assert evening.message(ANN, Configure(setting(seats=2))) == "3 seats are taken or kept for invited people."
    evening.do(ANN, Configure(setting(seats=3)))
    assert evening.table.invited == (BOB, CID)


def test_an_invitation_goes_with_the_table_to_its_next_host() -> None:
    evening = inviting(BOB, seats=3).do(CID, Sit()).do(ANN, Leave())
    assert (evening.table.host, evening.table.invited) == (CID, (BOB,))
    evening.do(CID, Uninvite(BOB))


@pytest.mark.parametrize("command", [Invite(DEE), Uninvite(BOB)])
def test_only_the_host_invites_and_takes_it_back(command: AnyCommand) -> None:
    evening = inviting(BOB).do(CID, Sit())
    for who in (BOB, CID, EVE):
        assert evening.refused(who, command) == "not_host"


def test_at_a_locked_table_one_may_decline_but_not_sit_p_22() -> None:
    evening = inviting(BOB, CID).do(ANN, Lock())
    assert evening.refused(BOB, Sit()) == "locked"
    evening.do(BOB, Decline())
    assert evening.table.invited == (CID,)


# The game begins


def test_a_game_begins_without_those_who_have_not_come_and_keeps_their_seats_for_the_next() -> None:
    evening = inviting(BOB, CID, **SHORT).do(BOB, Sit(), Ready()).do(ANN, Start())
    assert evening.play.seats == (ANN, BOB)
    assert evening.table.invited == (CID,)
    assert evening.refused(CID, Sit()) == "game_running"
    assert evening.refused(ANN, Invite(DEE)) == "game_running"
    evening.to_the_end().do(CID, Sit())
    assert evening.seated == [ANN, BOB, CID]


def test_an_invitation_may_be_declined_or_taken_back_while_others_play() -> None:
    evening = inviting(BOB, CID, DEE, seats=5).do(BOB, Sit(), Ready()).do(ANN, Start())
    evening.do(CID, Decline()).do(ANN, Uninvite(DEE))
    assert evening.table.invited == ()
    assert evening.table.playing is not None


def test_bots_take_the_seats_that_are_free_when_the_game_starts_g_22() -> None:
    evening = lobby(ANN, seats=4, fill=True).do(BOB, Sit(), Ready()).do(ANN, Start())
    assert evening.play.seats == (ANN, BOB, "bot:Fox", "bot:Otter")
    assert evening.play.levels == (None, None, "normal", "normal")


def test_bots_take_the_seats_of_those_who_were_invited_and_have_not_come_h_03() -> None:
    evening = inviting(BOB, CID, fill=True).do(BOB, Sit(), Ready()).do(ANN, Start())
    assert evening.heard(events.Uninvited) == [events.Uninvited(CID)]
    assert evening.play.seats == (ANN, BOB, "bot:Fox")
    assert evening.table.invited == ()


def test_one_person_alone_may_start_where_bots_fill_up_g_22() -> None:
    assert inviting(seats=3, fill=True).do(ANN, Start()).play.seats == (ANN, "bot:Fox", "bot:Otter")
    assert Evening().do(ANN, Open(setting(seats=2, fill=True), sit=False)).do(ANN, Start()).play.seats == (
        "bot:Fox",
        "bot:Otter",
    )


def test_nobody_is_uninvited_and_no_bot_sits_down_by_a_start_that_is_refused() -> None:
    evening = inviting(BOB, CID, fill=True).do(BOB, Sit())
    assert evening.refused(ANN, Start()) == "not_ready"
    assert (evening.seated, evening.table.invited) == ([ANN, BOB], (CID,))


def test_options_that_do_not_fit_the_table_when_it_is_full_are_refused_at_the_start_g_09() -> None:
    evening = lobby(ANN, BOB, game="bluff", seats=4, fill=True, options={"games_won": [1, 2]}).do(BOB, Ready())
    assert evening.refused(ANN, Start()) == "bad_request"
    assert evening.seated == [ANN, BOB]


def test_a_rematch_where_bots_fill_up_needs_nobody_else_g_22() -> None:
    evening = lobby(ANN, BOB, seats=3, fill=True, **SHORT).do(BOB, Ready()).do(ANN, Start()).to_the_end()
    evening.do(BOB, Leave()).do(ANN, RemoveBot("bot:Fox"), Rematch())
    assert evening.play.seats == (ANN, "bot:Fox", "bot:Otter")


def test_where_nobody_fills_up_a_game_still_needs_its_players() -> None:
    assert lobby(ANN).refused(ANN, Start()) == "too_few"


def test_someone_invited_to_a_quick_table_makes_room_for_bots_when_it_fills_up_m_20() -> None:
    """Only the hall itself or an administrator can do that."""
    evening = quick(3).do(HALL, Invite(BOB)).do(ANN, Sit())
    evening.after(15).do(HALL, TimeUp())
    assert evening.play.seats == (ANN, "bot:Fox", "bot:Otter")
    assert evening.table.invited == ()


def test_a_running_game_has_no_room_for_invitations() -> None:
    assert running(ANN, BOB).refused(ANN, Invite(CID)) == "game_running"


# A name that nobody has yet


def test_a_seat_is_kept_for_a_name_that_only_the_host_may_know_h_12() -> None:
    evening = inviting(BOB, "name:Zoe", seats=4)
    (bob, invitation), told = evening.table.invited, repr((show(evening.table), evening.told))
    assert (bob, evening.table.expected) == (BOB, ((invitation, "Zoe"),))
    assert "Zoe" not in told
    assert invitation in told
    assert evening.refused(ANN, Invite("name:zOE")) == "already"
    assert evening.do(CID, Sit()).refused(EVE, Sit()) == "full"


def test_someone_who_has_an_account_of_that_name_is_invited_instead_h_12() -> None:
    evening = inviting("name:Zoe", "name:Yan", seats=4)
    zoe, yan = evening.table.invited
    assert evening.refused(ANN, Arrive(zoe, DEE)) == "forbidden", "the hall alone knows who has which name"
    evening.do(HALL, Arrive(zoe, DEE))
    assert evening.table.invited == (yan, DEE)
    assert evening.table.expected == ((yan, "Yan"),)
    assert evening.told[-1:] == [events.Invited(DEE)]
    assert evening.refused(HALL, Arrive(zoe, EVE)) == "unknown"
    evening.do(DEE, Sit())


@pytest.mark.parametrize("is_here", ["host", "seated", "invited", "kicked"])
def test_anyone_who_needs_no_invitation_takes_none_of_the_seats_h_12(is_here: str) -> None:
    evening = inviting("name:Zoe", DEE, seats=5).do(BOB, Sit()).do(ANN, Kick(EVE))
    (zoe, dee), whom = evening.table.invited, {"host": ANN, "seated": BOB, "invited": DEE, "kicked": EVE}[is_here]
    evening.do(HALL, Arrive(zoe, whom))
    assert (evening.table.invited, evening.table.expected) == ((dee,), ())


def test_the_name_is_forgotten_with_its_invitation_h_12() -> None:
    evening = inviting("name:Zoe", "name:Yan", seats=4, fill=True)
    evening.do(ANN, Uninvite(evening.table.invited[0]))
    assert [name for _, name in evening.table.expected] == ["Yan"]
    evening.do(ANN, Start())
    assert (evening.table.invited, evening.table.expected) == ((), ())

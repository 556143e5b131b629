"""Who may do what at a table, and what follows: seats, readiness, the host, locks, games, quick tables."""

from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicehall.bots import NAMES
from dicehall.rules import bluff, mindroll, peril
from dicehall.rules.catalog import GAMES
from dicehall.rules.chance import Dice, Shuffle
from dicehall.rules.kernel import Ask, Chance, Over
from dicehall.rules.peril import Picking, Rolling
from dicehall.rules.values import Left
from dicehall.table.core import commands, events
from dicehall.table.core.access import HOSTS, REFUSALS, SEATED
from dicehall.table.core.commands import (
    AddBot,
    AllowKnocks,
    AllowPredictions,
    AllowReactions,
    AllowTalk,
    AnyCommand,
    BotTurn,
    Close,
    Command,
    Configure,
    ForbidKnocks,
    ForbidPredictions,
    ForbidReactions,
    ForbidTalk,
    Help,
    Hurry,
    Invite,
    Kick,
    Leave,
    LetIn,
    Lock,
    Mute,
    Open,
    Readmit,
    Ready,
    Rematch,
    RemoveBot,
    Reset,
    ResetScore,
    Return,
    Sit,
    Stand,
    Start,
    StopMatch,
    Throw,
    TimeUp,
    Transfer,
    Uninvite,
    Unlock,
    Unmute,
    Unready,
)
from dicehall.table.core.decide import ACCESS_DENIED, NO_HOST
from dicehall.table.core.draft import Decided
from dicehall.table.core.log import QUICK_WAIT, Played
from dicehall.table.core.public_view import show
from dicehall.table.core.state import load, save
from tests.table.kit import ANN, BOB, CID, DEE, EVE, HALL, SHORT, Evening, lobby, move, pick, quick, running, setting

EXAMPLES: dict[type[Command], AnyCommand] = {
    kind: kind()
    for kind in get_args(commands.ByAnyone)
    if kind is not commands.MakeMoves
} | {
    commands.MakeMoves: pick(1),
    AddBot: AddBot(),
    RemoveBot: RemoveBot("bot:Fox"),
    Start: Start(),
    Invite: Invite(DEE),
    Uninvite: Uninvite(DEE),
    Kick: Kick(BOB),
    Transfer: Transfer(BOB),
    Configure: Configure(setting()),
    Help: Help(0),
    StopMatch: StopMatch(),
    Reset: Reset(),
    ResetScore: ResetScore(),
    commands.DressUp: commands.DressUp("bot:Fox"),
    Close: Close(),
    Lock: Lock(),
    Unlock: Unlock(),
    Readmit: Readmit(BOB),
    LetIn: LetIn(EVE),
    Mute: Mute(BOB),
    Unmute: Unmute(BOB),
    AllowTalk: AllowTalk(),
    ForbidTalk: ForbidTalk(),
    AllowKnocks: AllowKnocks(),
    ForbidKnocks: ForbidKnocks(),
    AllowPredictions: AllowPredictions(),
    ForbidPredictions: ForbidPredictions(),
    AllowReactions: AllowReactions(),
    ForbidReactions: ForbidReactions(),
    Open: Open(setting()),
    TimeUp: TimeUp(),
    BotTurn: BotTurn(0, None),
    commands.SetBack: commands.SetBack(3),
    commands.Arrive: commands.Arrive("name:1", EVE),
    commands.Begin: commands.Begin((BOB,)),
    commands.Disclose: commands.Disclose(),
}  # fmt: skip
"""One of every command."""

HOSTS_COMMANDS = [EXAMPLES[kind] for kind in get_args(commands.ByHost)]
each_of_the_hosts = pytest.mark.parametrize("command", HOSTS_COMMANDS, ids=lambda command: type(command).__name__)
every_command = pytest.mark.parametrize("command", EXAMPLES.values(), ids=lambda command: type(command).__name__)


def test_the_examples_are_all_there_is() -> None:
    assert set(EXAMPLES) == set(get_args(AnyCommand))


# Opening


def test_the_person_who_opens_a_table_hosts_it_and_sits_there() -> None:
    table = lobby(ANN).table
    assert (table.host, [occupant.who for occupant in table.seated], table.version) == (ANN, [ANN], 2)


def test_a_host_need_not_play() -> None:
    evening = lobby(host=ANN)
    assert evening.table.host == ANN
    assert evening.seated == []


def test_bots_of_chosen_levels_are_there_from_the_beginning() -> None:
    evening = lobby(ANN, bots=("normal", "uniform"))
    assert [(occupant.who, occupant.level) for occupant in evening.table.seated] == [
        (ANN, None),
        ("bot:Fox", "normal"),
        ("bot:Otter", "uniform"),
    ]


def test_a_table_opens_with_all_its_bots_or_not_at_all() -> None:
    evening = Evening()
    assert evening.refused(ANN, Open(setting(seats=2), bots=("normal", "normal"))) == "full"
    assert evening.message(ANN, Open(setting(), bots=("genius",))) == (
        "There is no bot 'genius'; the bots are easy, normal, hard, uniform."
    )
    assert evening.table.version == 0


def test_a_table_is_opened_once() -> None:
    assert lobby(ANN).refused(ANN, Open(setting())) == "exists"


@pytest.mark.parametrize("command", [command for kind, command in EXAMPLES.items() if kind is not Open])
def test_nothing_but_opening_happens_where_no_table_is(command: AnyCommand) -> None:
    for who in (ANN, HALL):
        assert Evening().refused(who, command) == "unknown"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"game": "ludo"}, "There is no game 'ludo'; the games are peril, mindroll, three_dice, stlucia, bluff."),
        ({"game": "bluff", "seats": 8}, "Bluff takes 2 to 7 seats, not 8."),
        ({"options": {"starting_lives": 4}}, "starting_lives cannot be 4; allowed: 1..3."),
        ({"options": {"starting_lives": 10**30}}, f"starting_lives cannot be {10**30}; allowed: 1..3."),
        (
            {"options": {"die": 6}},
            "Peril has no option 'die'; its options are starting_lives, die_scaling, peril_after_elimination.",
        ),
    ],
)
def test_a_bad_setting_is_refused_with_what_is_allowed(given: dict[str, Any], message: str) -> None:
    assert Evening().message(ANN, Open(setting(**given))) == message
    assert lobby(ANN).message(ANN, Configure(setting(**given))) == message


def test_an_unknown_game_has_a_reason_of_its_own() -> None:
    given = setting("ludo")
    assert Evening().refused(ANN, Open(given)) == lobby(ANN).refused(ANN, Configure(given)) == "unknown_game"


def test_a_host_who_does_not_play_has_the_table_already() -> None:
    evening = Evening().do(ANN, Open(setting(), sit=False)).do(BOB, Sit())
    assert evening.refused(ANN, Transfer(ANN)) == "already"


def test_options_that_fit_no_number_of_players_are_refused() -> None:
    """G-09: games won are given for every seat."""
    given = setting("bluff", 3, options={"games_won": [1, 2, 3, 4]})
    assert Evening().refused(ANN, Open(given)) == "bad_request"


def test_options_that_fit_some_number_of_players_wait_for_them() -> None:
    """G-09: whether games won are given for every seat is known at the start."""
    evening = lobby(ANN, game="bluff", seats=3, options={"games_won": [0, 2]})
    evening.do(ANN, AddBot(), AddBot())
    assert evening.refused(ANN, Start()) == "bad_request"
    evening.do(ANN, RemoveBot("bot:Fox"), Start())


# Seats


def test_sitting_down_twice_is_refused() -> None:
    assert lobby(ANN, BOB).refused(BOB, Sit()) == "seated"


def test_a_full_table_takes_nobody_and_no_bot() -> None:
    evening = lobby(ANN, BOB, seats=2)
    assert evening.message(CID, Sit()) == "All 2 seats are taken."
    assert evening.refused(ANN, AddBot()) == "full"


def test_nobody_joins_once_the_game_has_begun() -> None:
    evening = running(ANN, BOB)
    assert evening.refused(CID, Sit()) == "game_running"
    assert evening.refused(ANN, AddBot()) == "game_running"


def test_anyone_who_stands_up_watches_and_may_sit_again() -> None:
    evening = lobby(ANN, BOB).do(ANN, Stand())
    assert (evening.table.host, evening.seated) == (ANN, [BOB])
    evening.do(ANN, Sit())
    assert evening.seated == [BOB, ANN]
    assert evening.refused(CID, Stand()) == "not_seated"


def test_standing_up_in_a_running_game_is_leaving_it_for_good_p_16() -> None:
    evening = running(ANN, BOB, CID).do(CID, Stand())
    assert evening.heard(Left) == [Left(2)]
    assert evening.play.state.fallen == (2,)
    assert evening.refused(CID, Throw()) == "not_seated"
    assert evening.refused(CID, Sit()) == "game_running"


def test_bots_have_names_of_their_own_and_always_the_first_that_is_free() -> None:
    evening = lobby(host=ANN, game="three_dice", seats=12, bots=("normal",) * 12)
    assert evening.seated == [f"bot:{name}" for name in NAMES]
    evening.do(ANN, RemoveBot("bot:Wren"), AddBot("uniform"))
    assert evening.seated[-1] == "bot:Wren"
    assert len(set(evening.seated)) == 12


def test_only_a_bot_that_sits_here_is_removed_and_only_in_the_lobby() -> None:
    evening = lobby(ANN, BOB, bots=("normal",)).do(BOB, Ready())
    for nobody in (BOB, "bot:Otter", "bot:", ""):
        assert evening.refused(ANN, RemoveBot(nobody)) == "unknown"
    evening.do(ANN, Start())
    assert evening.refused(ANN, RemoveBot("bot:Fox")) == "game_running"


def test_a_game_may_have_more_levels_and_a_bot_without_its_level_plays_as_usual() -> None:
    evening = lobby(ANN, bots=("eait", "hard"), game="stlucia")
    assert evening.do(ANN, Configure(setting("bluff")), Start()).play.levels == (None, "normal", "hard")
    assert lobby(ANN).message(ANN, AddBot("eait")).endswith("the bots are easy, normal, hard, uniform.")


@pytest.mark.parametrize("level", ["", "Normal", "genius", "\x00" * 50])
def test_a_bot_of_no_known_level_is_refused_with_those_there_are(level: str) -> None:
    assert lobby(ANN).message(ANN, AddBot(level)).endswith("the bots are easy, normal, hard, uniform.")


def test_the_bots_are_the_seats_that_no_person_takes_g_22() -> None:
    evening = running(ANN, BOB, bots=("uniform",), game="bluff")
    assert evening.play.seats == (ANN, "bot:Fox", BOB)
    assert evening.play.levels == (None, "uniform", None)


# Readiness and the start


def test_ready_and_unready() -> None:
    evening = lobby(ANN, BOB).do(BOB, Ready())
    assert evening.ready == [BOB]
    assert evening.refused(BOB, Ready()) == "already"
    evening.do(BOB, Unready())
    assert evening.ready == []
    assert evening.refused(BOB, Unready()) == "already"
    assert evening.refused(CID, Ready()) == "not_seated"
    assert evening.refused(CID, Unready()) == "not_seated"


def test_nobody_gets_ready_while_a_game_runs() -> None:
    evening = running(ANN, BOB)
    assert evening.refused(ANN, Ready()) == "game_running"
    assert evening.refused(BOB, Unready()) == "game_running"


def test_bots_are_always_ready_p_18() -> None:
    evening = lobby(ANN, bots=("normal",))
    assert evening.ready == ["bot:Fox"]
    evening.do(ANN, Start()).do(ANN, Reset())
    assert evening.ready == ["bot:Fox"]
    evening.do(ANN, Configure(setting("bluff")))
    assert evening.ready == ["bot:Fox"]


def test_everybody_but_the_one_who_starts_has_to_be_ready_p_18() -> None:
    evening = lobby(ANN, BOB, CID)
    assert evening.message(ANN, Start()) == "2 players are not ready yet."
    evening.do(BOB, Ready())
    assert evening.message(ANN, Start()) == "1 player is not ready yet."
    evening.do(CID, Ready()).do(ANN, Start())
    assert evening.table.playing is not None
    assert ANN not in evening.ready


def test_a_host_who_does_not_play_may_start_p_18() -> None:
    evening = lobby(BOB, CID, host=ANN).do(BOB, Ready())
    assert evening.refused(ANN, Start()) == "not_ready"
    evening.do(CID, Ready()).do(ANN, Start())
    assert evening.play.seats == (BOB, CID)
    assert evening.refused(ANN, Throw()) == "not_seated"


def test_only_the_host_starts() -> None:
    evening = lobby(ANN, BOB).do(BOB, Ready())
    assert evening.message(BOB, Start()) == REFUSALS[HOSTS][1]
    assert evening.message(CID, Start()) == REFUSALS[HOSTS][1]


def test_a_game_needs_its_players() -> None:
    assert lobby(ANN).message(ANN, Start()) == "Peril takes 2 to 10 players and this table has 1; add a bot?"


def test_a_running_game_is_not_started_again() -> None:
    assert running(ANN, BOB).refused(ANN, Start()) == "game_running"


def test_the_first_dice_that_are_in_nobodys_hand_fall_at_the_start() -> None:
    evening = running(ANN, BOB)
    assert isinstance(evening.play.state.phase, Picking)
    assert [type(event).__name__ for event in evening.told[-3:]] == ["GameStarted", "Began", "InPeril"]


# Kick


def test_someone_kicked_from_the_lobby_cannot_sit_again_until_readmitted() -> None:
    evening = lobby(ANN, BOB).do(ANN, Kick(BOB))
    assert evening.seated == [ANN]
    assert evening.refused(BOB, Sit()) == "kicked"
    assert evening.refused(ANN, Kick(BOB)) == "already"
    evening.do(ANN, Readmit(BOB)).do(BOB, Sit())
    assert evening.seated == [ANN, BOB]
    assert evening.refused(ANN, Readmit(BOB)) == "already"


def test_a_spectator_who_is_kicked_cannot_sit_either() -> None:
    assert lobby(ANN).do(ANN, Kick(EVE)).refused(EVE, Sit()) == "kicked"


def test_a_kick_from_a_running_game_withdraws_the_player_p_16() -> None:
    evening = running(ANN, BOB, CID).do(ANN, Kick(BOB))
    assert evening.heard(Left) == [Left(1)]
    assert evening.play.state.lives[1] == 0
    assert evening.seated == [ANN, CID]
    assert evening.refused(BOB, pick(1)) == "not_seated"


def test_the_last_one_left_after_a_kick_has_won_p_16() -> None:
    evening = running(ANN, BOB).do(ANN, Kick(BOB))
    assert evening.table.playing is None
    assert dict(evening.table.wins) == {ANN: 1, BOB: 0}


def test_a_bot_that_is_kicked_may_be_added_again() -> None:
    evening = running(ANN, bots=("normal", "normal")).do(ANN, Kick("bot:Fox"))
    assert evening.heard(Left) == [Left(1)]
    assert evening.table.kicked == ()
    evening.do(ANN, Reset(), AddBot())
    assert evening.seated == [ANN, "bot:Otter", "bot:Fox"]
    assert evening.refused(ANN, Kick("bot:Wren")) == "unknown"


def test_hosts_do_not_kick_themselves() -> None:
    assert lobby(ANN, BOB).refused(ANN, Kick(ANN)) == "yourself"


# Lock


def test_a_locked_table_says_so_in_these_words_p_22() -> None:
    evening = lobby(ANN, BOB).do(ANN, Lock())
    assert evening.message(CID, Sit()) == "🔒 GAME LOCKED. Access denied: the host has locked this table."


@pytest.mark.parametrize("command", [Sit(), Ready(), Unready(), Rematch(), Hurry()])
def test_a_locked_lobby_is_only_for_those_at_the_table_p_22(command: AnyCommand) -> None:
    evening = lobby(ANN, BOB).do(ANN, Lock())
    assert evening.message(CID, command) == (ACCESS_DENIED if isinstance(command, Sit) else REFUSALS[SEATED][1])


def test_players_of_a_locked_table_get_ready_and_play_again_p_22() -> None:
    evening = lobby(ANN, BOB, options={"starting_lives": 1}).do(ANN, Lock())
    evening.do(BOB, Ready(), Unready(), Ready()).do(ANN, Start()).to_the_end()
    evening.do(BOB, Rematch()).do(ANN, Rematch())
    assert evening.play.number == 2


def test_spectators_of_a_table_that_is_locked_may_come_back_until_it_is_unlocked_p_22() -> None:
    evening = lobby(ANN, BOB)
    evening.inputs = evening.inputs._replace(present=lambda: (ANN, BOB, CID, DEE))
    evening.do(ANN, Lock())
    assert evening.table.inside == (CID, DEE)
    evening.do(ANN, Kick(DEE)).do(BOB, Stand())
    assert evening.table.inside == (CID, BOB), "who was sent away is not inside, who got up is"
    assert not any(CID in str(event) for event in evening.told), "nobody is told who watches"
    assert evening.do(ANN, Unlock()).table.inside == ()


def test_a_host_who_hands_over_a_locked_table_may_go_on_watching_p_22() -> None:
    evening = lobby(ANN, BOB).do(ANN, Stand(), Lock(), Transfer(BOB))
    assert evening.table.inside == (ANN,)


def test_the_host_uses_a_locked_table_as_ever_p_22() -> None:
    evening = lobby(ANN, BOB).do(BOB, Ready()).do(ANN, Lock(), Stand(), Sit(), Ready(), Unready(), AddBot(), Start())
    assert evening.play.seats == (BOB, ANN, "bot:Fox")


def test_the_seats_of_a_running_game_keep_their_moves_and_throws_p_22() -> None:
    evening = running(ANN, BOB, options={"starting_lives": 1}).do(ANN, Lock())
    evening.to_the_end()
    assert {event.seat for event in evening.heard(peril.Picked)} == {0, 1}
    assert evening.heard(peril.Threw)


def test_one_may_go_from_a_locked_table_p_22() -> None:
    evening = running(ANN, BOB, CID, DEE).do(ANN, Lock()).do(BOB, Stand()).do(CID, Leave())
    assert evening.seated == [ANN, DEE]


def test_one_who_was_away_may_come_back_to_a_locked_table_p_22() -> None:
    evening = running(ANN, BOB, game="mindroll", options={"rounds": 50}).do(ANN, Lock())
    while not evening.play.handed:
        evening.after(610).do(HALL, TimeUp())
    (seat,) = evening.play.handed
    evening.do(evening.play.seats[seat], Return())
    assert evening.play.handed == ()


def test_an_unlocked_table_is_for_all_again_p_22() -> None:
    evening = lobby(ANN).do(ANN, Lock())
    assert evening.refused(ANN, Lock()) == "already"
    evening.do(ANN, Unlock()).do(BOB, Sit(), Ready())
    assert evening.refused(ANN, Unlock()) == "already"


# Leave, transfer


def test_leaving_gives_up_the_game_the_seat_and_the_role_of_host_p_18() -> None:
    """The next person hosts the table, not a bot that sits before them."""
    evening = running(ANN, BOB, CID, bots=("normal",)).do(ANN, Leave())
    assert evening.heard(Left) == [Left(0)]
    assert evening.seated == ["bot:Fox", BOB, CID]
    assert evening.table.host == BOB
    evening.do(BOB, Reset())


def test_the_last_person_to_leave_closes_the_table() -> None:
    evening = lobby(ANN, BOB, bots=("normal",)).do(ANN, Leave())
    assert not evening.table.closed
    assert evening.do(BOB, Leave()).table.closed


def test_a_host_who_leaves_hands_the_table_to_the_first_who_sits() -> None:
    evening = lobby(BOB, host=ANN).do(ANN, Leave())
    assert evening.table.host == BOB
    assert lobby(host=ANN).do(ANN, Leave()).table.closed


def test_spectators_have_nothing_to_leave() -> None:
    assert lobby(ANN).refused(BOB, Leave()) == "not_seated"


def test_the_last_person_to_stand_up_at_a_table_of_the_hall_closes_it() -> None:
    evening = quick().do(ANN, Sit()).do(BOB, Sit()).do(ANN, Stand())
    assert not evening.table.closed
    assert evening.do(BOB, Stand()).table.closed


def test_a_host_who_stands_up_alone_still_hosts() -> None:
    evening = lobby(ANN).do(ANN, Stand())
    assert (evening.table.host, evening.table.closed) == (ANN, False)


def test_a_leaver_comes_last_whatever_the_score_p_17() -> None:
    evening = running(ANN, BOB, CID, **SHORT).do(BOB, Leave()).to_the_end()
    (ended,) = evening.heard(events.GameEnded)
    assert ended.places[1] == 3
    assert dict(evening.table.wins)[BOB] == 0


def test_the_table_is_handed_to_another_person_who_sits() -> None:
    evening = lobby(ANN, BOB, bots=("normal",))
    for nobody in (CID, "bot:Fox"):
        assert evening.refused(ANN, Transfer(nobody)) == "unknown"
    assert evening.refused(ANN, Transfer(ANN)) == "already"
    evening.do(ANN, Transfer(BOB))
    assert evening.table.host == BOB
    assert evening.message(ANN, Lock()) == REFUSALS[HOSTS][1]
    evening.do(BOB, Lock(), Kick(ANN))


# Reset, score, rematch


def test_a_reset_returns_the_same_seats_to_the_lobby_without_a_result_p_22() -> None:
    evening = running(ANN, BOB, **SHORT).to_the_end()
    wins, ended = evening.table.wins, evening.heard(events.GameEnded)
    evening.do(ANN, Ready(), Unready()).do(BOB, Ready()).do(ANN, Start()).step().do(ANN, Reset())
    assert evening.table.play is None
    assert evening.seated == [ANN, BOB]
    assert evening.ready == []
    assert evening.table.wins == wins
    assert evening.heard(events.GameEnded) == ended
    assert evening.refused(ANN, Reset()) == "no_game"


def test_the_evening_score_starts_over_when_the_host_says_so() -> None:
    evening = running(ANN, BOB, **SHORT).to_the_end()
    assert evening.table.wins
    assert evening.do(ANN, ResetScore()).table.wins == ()


def test_a_rematch_starts_when_everybody_seated_wants_it() -> None:
    evening = running(ANN, BOB, bots=("normal",), **SHORT).to_the_end().do(BOB, Rematch())
    assert evening.table.games == 1
    assert evening.refused(BOB, Rematch()) == "already"
    evening.do(ANN, Rematch())
    assert evening.table.playing is not None
    assert (evening.play.number, evening.table.games) == (2, 2)


def test_there_is_no_rematch_before_a_game_nor_in_one_nor_alone() -> None:
    evening = lobby(ANN, BOB, **SHORT)
    assert evening.refused(ANN, Rematch()) == "no_game"
    evening.do(BOB, Ready()).do(ANN, Start())
    assert evening.refused(ANN, Rematch()) == "game_running"
    evening.to_the_end().do(BOB, Leave()).do(ANN, Rematch())
    assert evening.table.playing is None
    assert evening.refused(CID, Rematch()) == "not_seated"


def test_after_a_game_people_say_again_that_they_are_ready() -> None:
    evening = running(ANN, BOB, bots=("normal",), **SHORT).to_the_end()
    assert evening.ready == ["bot:Fox"]


def test_a_win_is_counted_for_each_finished_game_g_27() -> None:
    evening = lobby(ANN, BOB, CID, **SHORT)
    expected = dict.fromkeys((ANN, BOB, CID), 0)
    for _ in range(6):
        evening.do(BOB, Ready()).do(CID, Ready()).do(ANN, Start()).to_the_end()
        pending = evening.play.pending
        assert isinstance(pending, Over)
        for who, place in zip(evening.play.seats, pending.places, strict=True):
            expected[who] += place == 1
        assert dict(evening.table.wins) == expected
    assert sum(expected.values()) == 6


def test_a_shared_win_counts_for_all_who_share_it_g_27() -> None:
    """M-28: an open match that is stopped before anybody has a point is shared."""
    evening = running(ANN, BOB, game="mindroll", options={"match": "open"}).do(ANN, StopMatch())
    assert evening.heard(events.GameEnded)[0].places == (1, 1)
    assert dict(evening.table.wins) == {ANN: 1, BOB: 1}


def test_a_winner_who_was_drawn_has_won_g_27() -> None:
    """G-19: what the elimination rounds leave tied, the lot decides."""
    evening = running(ANN, BOB, game="bluff", options={"rounds": 1, "elimination_rounds": 1, "bluff": "over_only"})
    while not evening.heard(bluff.StillTied):
        if evening.table.playing is None:
            evening.do(ANN, Rematch()).do(BOB, Rematch())
        evening.do(evening.awaited, move(evening.luck.random.choice(evening.options(evening.awaited))))
    ended = evening.heard(events.GameEnded)
    assert sorted(ended[-1].places) == [1, 2]
    assert sum(wins for _, wins in evening.table.wins) == len(ended)


# Configure, stop, help, moderation


def test_the_host_changes_what_is_played_and_people_say_again_that_they_are_ready() -> None:
    evening = lobby(ANN, BOB).do(BOB, Ready()).do(ANN, Configure(setting("bluff", 3, clock=15)))
    assert evening.table.setting == setting("bluff", 3, clock=15)
    assert evening.ready == []
    assert evening.do(BOB, Ready()).do(ANN, Start()).play.listing.name == "bluff"


def test_what_is_played_changes_only_in_the_lobby_and_never_below_those_who_sit() -> None:
    evening = lobby(ANN, BOB, CID)
    assert evening.message(ANN, Configure(setting(seats=2))) == "3 seats are taken or kept for invited people."
    assert evening.refused(ANN, Configure(setting(quick=True))) == "quick"
    assert running(ANN, BOB).refused(ANN, Configure(setting())) == "game_running"


def test_only_a_match_of_open_length_is_stopped() -> None:
    assert running(ANN, BOB).refused(ANN, StopMatch()) == "not_open_ended"
    assert running(ANN, BOB, **SHORT).refused(ANN, StopMatch()) == "not_open_ended"
    assert lobby(ANN, BOB).refused(ANN, StopMatch()) == "no_game"
    evening = running(ANN, BOB, game="three_dice", options={"match": "open"}).do(ANN, StopMatch())
    assert evening.table.playing is None
    assert len(evening.heard(events.GameEnded)) == 1


def test_the_host_helps_by_the_first_option_and_by_the_throw() -> None:
    evening = running(ANN, BOB)
    seat = evening.play.seats.index(evening.awaited)
    evening.after(30).do(ANN, Help(seat))
    assert evening.play.state.phase.board[0] == seat
    evening.until_dice_are_held()
    (due,) = evening.play.due
    answer = evening.after(30).ask(ANN, Help(due.seat))
    assert isinstance(answer, Decided)
    assert next(entry for entry in answer.entries if isinstance(entry, Played)).by == "host"
    assert evening.heard(events.Helped) == [events.Helped(seat), events.Helped(due.seat)]


def test_a_host_does_not_play_for_those_who_have_only_begun_to_think() -> None:
    evening = running(ANN, BOB)
    (due,) = evening.play.due
    assert evening.refused(ANN, Help(due.seat)) == "too_early"
    assert evening.after(20).message(ANN, Help(due.seat)) == (
        "They may want to think: wait 10 s before you play for them."
    )
    assert running(ANN, BOB, clock=15).after(5).do(ANN, Help(due.seat)).heard(events.Helped)


def test_no_more_than_a_hundred_are_kept_out_or_muted() -> None:
    evening = lobby(ANN)
    for number in range(100):
        evening.do(ANN, Kick(f"p{number}"), Mute(f"p{number}"))
    assert evening.refused(ANN, Kick("p100")) == evening.refused(ANN, Mute("p100")) == "too_many"


def test_there_is_no_help_for_those_who_are_not_awaited() -> None:
    evening = running(ANN, BOB)
    other = 1 - evening.play.due[0].seat
    for seat in (other, 2, 10**30):
        assert evening.refused(ANN, Help(seat)) == "not_awaited"
    assert lobby(ANN).refused(ANN, Help(0)) == "no_game"


def test_whatever_is_so_already_is_not_told_twice() -> None:
    evening = lobby(ANN, BOB).do(ANN, Mute(BOB), AllowTalk())
    assert (evening.table.muted, evening.table.spectators_talk) == ((BOB,), True)
    assert evening.refused(ANN, Mute(BOB)) == "already"
    assert evening.refused(ANN, Mute(ANN)) == "yourself"
    assert evening.refused(ANN, AllowTalk()) == "already"
    evening.do(ANN, Unmute(BOB), ForbidTalk())
    assert (evening.table.muted, evening.table.spectators_talk) == ((), False)
    assert evening.refused(ANN, Unmute(BOB)) == "already"
    assert evening.refused(ANN, ForbidTalk()) == "already"


def test_the_host_turns_knocking_off_and_on() -> None:
    evening = lobby(ANN, BOB, public=False)
    assert show(evening.table).knocks
    assert evening.refused(ANN, AllowKnocks()) == "already"
    assert evening.refused(BOB, ForbidKnocks()) == "not_host"
    evening.do(ANN, ForbidKnocks())
    assert not show(evening.table).knocks
    assert not load(save(evening.table)).knocks, "it is still so after a restart"
    assert evening.refused(ANN, ForbidKnocks()) == "already"
    assert show(evening.do(ANN, AllowKnocks()).table).knocks


def test_the_host_turns_predictions_off_and_on_also_during_a_game() -> None:
    evening = lobby(ANN, BOB)
    assert show(evening.table).predictions
    assert evening.refused(ANN, AllowPredictions()) == "already"
    assert evening.refused(BOB, ForbidPredictions()) == "not_host"
    evening.do(BOB, Ready()).do(ANN, Start())
    evening.do(ANN, ForbidPredictions())
    assert not show(evening.table).predictions
    assert not load(save(evening.table)).predictions, "it is still so after a restart"
    assert evening.refused(ANN, ForbidPredictions()) == "already"
    assert show(evening.do(ANN, AllowPredictions()).table).predictions


def test_the_host_turns_reactions_off_and_on() -> None:
    evening = lobby(ANN, BOB)
    assert show(evening.table).reactions
    assert evening.refused(ANN, AllowReactions()) == "already"
    assert evening.refused(BOB, ForbidReactions()) == "not_host"
    evening.do(ANN, ForbidReactions())
    assert not show(evening.table).reactions
    assert not load(save(evening.table)).reactions, "it is still so after a restart"
    assert evening.refused(ANN, ForbidReactions()) == "already"
    assert show(evening.do(ANN, AllowReactions()).table).reactions


# Who may


@each_of_the_hosts
def test_what_is_the_hosts_is_refused_to_players_and_strangers(command: AnyCommand) -> None:
    for evening in (lobby(ANN, BOB), running(ANN, BOB)):
        for who in (BOB, EVE, "bot:Fox", ""):
            assert evening.message(who, command) == REFUSALS[HOSTS][1]


@each_of_the_hosts
def test_nobody_hosts_a_table_of_the_hall(command: AnyCommand) -> None:
    evening = quick().do(ANN, Sit())
    for who in (ANN, EVE):
        assert evening.message(who, command) == NO_HOST


@pytest.mark.parametrize("command", [TimeUp(), BotTurn(0, None)])
def test_what_is_the_halls_is_refused_to_people(command: AnyCommand) -> None:
    evening = running(ANN, BOB).after(10_000)
    for who in (ANN, BOB, EVE):
        assert evening.message(who, command) == "Only the hall itself may do that."


@pytest.mark.parametrize("kind", get_args(commands.ByAnyone))
def test_the_hall_itself_does_not_sit_or_play(kind: type[Command]) -> None:
    assert running(ANN, BOB).refused(HALL, EXAMPLES[kind]) == "forbidden"


@every_command
def test_a_closed_table_refuses_everything(command: AnyCommand) -> None:
    evening = running(ANN, BOB).do(ANN, Close()).after(10_000)
    for who in (ANN, BOB, EVE, HALL):
        assert evening.message(who, command) == "This table is closed."


@pytest.mark.parametrize("command", [Throw(), pick(1), Return()])
def test_where_no_game_runs_nothing_is_played(command: AnyCommand) -> None:
    assert lobby(ANN, BOB).refused(ANN, command) == "no_game"
    assert running(ANN, BOB, **SHORT).to_the_end().refused(ANN, command) == "no_game"
    assert running(ANN, BOB).refused(EVE, command) == "not_seated"


# Quick tables (M-20)


def test_people_do_not_open_quick_tables_themselves() -> None:
    """M-20: anyone who could, would own a table that starts by itself."""
    assert Evening().refused(ANN, Open(setting(quick=True))) == "quick"


def test_at_a_quick_table_that_waits_nobody_has_to_be_ready_m_20() -> None:
    """Anyone who says so all the same mixes a seed into the dice, now that the table has committed to them."""
    evening = quick(2).do(ANN, Sit())
    assert evening.ready == []
    evening.do(ANN, Ready()).do(BOB, Sit())
    assert evening.play.seats == (ANN, BOB)


def test_anyone_who_sits_down_at_a_quick_table_between_games_wants_the_next_m_20() -> None:
    evening = quick(3, **SHORT).do(ANN, Sit()).do(BOB, Sit(), Hurry()).to_the_end().do(BOB, Stand(), Sit())
    assert evening.ready == ["bot:Fox", BOB]


def test_a_quick_table_starts_when_it_is_full_m_20() -> None:
    evening = quick(2).do(ANN, Sit())
    assert evening.table.playing is None
    evening.do(BOB, Sit())
    assert evening.play.seats == (ANN, BOB)
    assert evening.table.fills_at is None


def test_anyone_who_will_not_wait_plays_against_bots_m_20() -> None:
    evening = quick().do(ANN, Sit()).do(BOB, Sit())
    assert evening.refused(EVE, Hurry()) == "not_seated"
    evening.do(BOB, Hurry())
    assert evening.play.seats == (ANN, BOB, "bot:Fox")
    assert evening.refused(BOB, Hurry()) == "not_waiting"
    assert lobby(ANN).refused(ANN, Hurry()) == "not_waiting"


def test_bots_fill_a_quick_table_up_after_a_while_m_20() -> None:
    evening = quick().do(ANN, Sit())
    assert evening.table.due_at == evening.now + QUICK_WAIT
    assert evening.after(QUICK_WAIT - 0.1).refused(HALL, TimeUp()) == "not_due"
    evening.after(0.1).do(HALL, TimeUp())
    assert evening.play.seats == (ANN, "bot:Fox", "bot:Otter")
    assert evening.play.levels == (None, "normal", "normal")


def test_a_quick_table_goes_on_with_a_rematch_m_20() -> None:
    evening = quick(2, **SHORT).do(ANN, Sit(), Hurry()).to_the_end()
    evening.do(ANN, Rematch())
    assert evening.play.number == 2


def test_who_leaves_a_quick_table_after_a_game_does_not_hold_up_those_who_want_another_m_20() -> None:
    evening = quick(3, **SHORT).do(ANN, Sit()).do(BOB, Sit(), Hurry()).to_the_end().do(ANN, Rematch())
    assert evening.table.playing is None
    evening.do(BOB, Leave())
    assert len(evening.play.seats) == 3
    assert evening.play.number == 2


def test_a_quick_table_that_was_reset_can_be_played_at_again_m_20() -> None:
    evening = quick(3, **SHORT).do(ANN, Sit(), Hurry()).do(HALL, Reset())
    assert evening.table.playing is None
    evening.do(ANN, Rematch())
    assert evening.play.number == 2


def test_at_a_quick_table_ready_and_rematch_are_the_same_wish_m_20() -> None:
    evening = quick(3, **SHORT).do(ANN, Sit()).do(BOB, Sit(), Hurry()).to_the_end().do(ANN, Rematch()).do(BOB, Ready())
    assert evening.play.number == 2


@pytest.mark.parametrize("going", ["stands", "is kicked"])
def test_a_rematch_does_not_wait_for_someone_who_has_gone(going: str) -> None:
    evening = running(ANN, BOB, CID, **SHORT).to_the_end().do(ANN, Rematch()).do(BOB, Rematch())
    assert evening.table.playing is None
    evening.do(*((CID, Stand()) if going == "stands" else (ANN, Kick(CID))))
    assert evening.play.seats == (ANN, BOB)


GOING: dict[str, tuple[str, AnyCommand]] = {
    "stands": (CID, Stand()), "leaves": (CID, Leave()), "is kicked": (ANN, Kick(CID)),
}  # fmt: skip


@pytest.mark.parametrize("going", GOING)
def test_anyone_who_goes_is_gone_also_where_the_rest_cannot_begin(going: str) -> None:
    evening = running(ANN, BOB, CID, game="bluff", options={"games_won": [0, 0, 0]}).do(ANN, Reset(), Ready())
    evening.do(BOB, Ready()).do(*GOING[going])
    assert (evening.seated, evening.ready, evening.table.playing) == ([ANN, BOB], [ANN, BOB], None)
    assert "games_won" in evening.message(ANN, Start()), "who presses Start is told why"


def test_a_rematch_that_cannot_begin_is_still_wished_for_and_begins_when_it_can() -> None:
    evening = running(ANN, BOB, CID, game="bluff", options={"games_won": [0, 0, 0]}, fair=True).do(ANN, Reset())
    evening.do(CID, Leave()).do(ANN, Rematch()).do(BOB, Rematch())
    assert (evening.ready, evening.table.playing) == ([ANN, BOB], None)
    evening.do(CID, Sit(), Rematch())
    assert evening.play.seats == (ANN, BOB, CID)


@given(st.integers(2, 4), st.sets(st.sampled_from((ANN, BOB, CID, DEE))), st.sampled_from((ANN, BOB, CID, DEE)))
def test_anyone_who_sits_between_games_can_leave_whatever_the_options_ask_for(
    players: int, ready: set[str], goes: str
) -> None:
    """The options fit those who played first; meanwhile the table is full."""
    people = (ANN, BOB, CID, DEE)
    evening = running(*people[:players], game="bluff", options={"games_won": [0] * players}).do(ANN, Reset())
    for who in people[players:]:
        evening.do(who, Sit())
    for who in ready:
        evening.do(who, Ready())
    evening.do(goes, Leave())
    assert goes not in evening.seated
    assert (evening.table.playing is not None) == (ready >= {*people} - {goes} and players == len(people) - 1)


def test_a_public_table_does_not_become_private_for_its_code_is_known() -> None:
    assert lobby(ANN).refused(ANN, Configure(setting(public=False))) == "public"


def test_a_quick_table_to_which_nobody_came_is_closed_m_20() -> None:
    assert quick().after(15).do(HALL, TimeUp()).table.closed


def test_a_table_that_is_quick_no_longer_does_not_fill_itself_m_20() -> None:
    evening = quick().do(ANN, Sit()).do(HALL, Configure(setting()))
    assert evening.after(15).refused(HALL, TimeUp()) == "not_due"
    assert evening.refused(ANN, Hurry()) == "not_waiting"


def test_a_quick_table_for_people_only_waits_until_it_is_full_m_20() -> None:
    evening = quick(2, people_only=True).do(ANN, Sit())
    assert evening.table.fills_at is None
    assert evening.after(15).refused(HALL, TimeUp()) == "not_due"
    evening.do(BOB, Sit())
    assert evening.play.seats == (ANN, BOB)


def test_people_who_will_not_wait_for_more_people_begin_without_bots_m_20() -> None:
    evening = quick(4, people_only=True).do(ANN, Sit())
    assert evening.refused(ANN, Hurry()) == "too_few"
    assert "wait for one more" in evening.message(ANN, Hurry())
    evening.do(BOB, Sit(), Hurry())
    assert evening.play.seats == (ANN, BOB)
    assert evening.refused(ANN, Hurry()) == "not_waiting"


def test_a_rematch_for_people_only_takes_no_bots_m_20() -> None:
    evening = quick(3, people_only=True, **SHORT).do(ANN, Sit()).do(BOB, Sit(), Hurry()).to_the_end()
    evening.do(ANN, Rematch()).do(BOB, Rematch())
    assert (evening.play.number, evening.play.seats) == (2, (ANN, BOB))


def test_one_person_who_is_left_at_a_table_for_people_waits_for_another_m_20() -> None:
    evening = quick(2, people_only=True, **SHORT).do(ANN, Sit()).do(BOB, Sit()).to_the_end()
    evening.do(ANN, Rematch()).do(BOB, Leave())
    assert evening.table.playing is None
    evening.do(CID, Sit())
    assert evening.play.seats == (ANN, CID)


# Moves: all or nothing


def peril_of_two_lives() -> Evening:
    """Everybody picks two numbers."""
    return running(ANN, BOB, CID, options={"starting_lives": 2})


def test_several_picks_are_sent_at_once() -> None:
    evening = peril_of_two_lives()
    who = evening.awaited
    evening.do(who, pick(2, 5))
    assert [host for host in evening.play.state.phase.board if host is not None] == [evening.play.seats.index(who)] * 2
    assert evening.awaited != who


@pytest.mark.parametrize(
    ("moves", "reason"),
    [
        (pick(2, 2), "not_an_option"),
        (pick(2, 99), "not_an_option"),
        (pick(2, 10**30), "not_an_option"),
        (pick(2, 3, 4), "not_your_turn"),
        (move({"type": "pick", "number": 2}, {}), "bad_move"),
        (move({"type": "pick", "number": 2}, {"type": "pick", "number": "3"}), "bad_move"),
        (move({"type": "pick", "number": 2}, {"type": "pick", "number": 3, "by": "\x00"}), "bad_move"),
        (move({"type": "withdraw", "seat": 1}), "bad_move"),
    ],
)
def test_one_move_that_is_refused_refuses_them_all(moves: commands.MakeMoves, reason: str) -> None:
    evening = peril_of_two_lives()
    assert evening.refused(evening.awaited, moves) == reason
    assert set(evening.play.state.phase.board) == {None}


def test_nobody_moves_or_throws_out_of_turn() -> None:
    evening = peril_of_two_lives()
    waiting = next(who for who in (ANN, BOB, CID) if who != evening.awaited)
    assert evening.refused(waiting, pick(1)) == "not_your_turn"
    assert evening.refused(evening.awaited, Throw()) == "nothing_to_throw"
    evening.until_dice_are_held()
    other = next(who for who in (ANN, BOB, CID) if who != evening.awaited)
    assert evening.refused(other, Throw()) == "nothing_to_throw"
    assert isinstance(evening.play.state.phase, Rolling)


NONSENSE: tuple[dict[str, Any], ...] = (
    {},
    {"type": "keep"},
    {"type": "reveal"},
    {"type": "accept"},
    {"type": "\ud7ff"},
)


@pytest.mark.parametrize("junk", NONSENSE)
@pytest.mark.parametrize("game", ["three_dice", "stlucia"])
def test_nobody_peeks_at_dice_by_a_command_that_is_refused(game: str, junk: dict[str, Any]) -> None:
    """Dice that fall after a move fall when all else is accepted; `Evening.ask` sees whether luck was touched."""
    evening = running(ANN, BOB, game=game).step()
    again = {"type": "reroll", "dice": [0, 1]}
    message = evening.message(evening.awaited, move(again, junk))
    assert message == "Dice are thrown or shown after move 1; send the other moves after that."


@pytest.mark.parametrize("junk", NONSENSE)
@pytest.mark.parametrize(
    ("game", "options", "peek"),
    [
        ("bluff", {}, {"type": "call_bluff"}),
        ("bluff", {"rounds": 1, "immunity": False}, {"type": "call_bluff"}),
        ("mindroll", {}, {"type": "reveal"}),
        ("mindroll", {"match": "target", "target": 3}, {"type": "reveal"}),
    ],
)
def test_nobody_peeks_at_secrets_by_a_command_that_is_refused(
    game: str, options: dict[str, Any], peek: dict[str, Any], junk: dict[str, Any]
) -> None:
    """A bluff, an immunity card or the end of a match may follow, or not: the refusal is the same."""
    tried = 0
    for seed in range(25):
        evening = running(ANN, BOB, seed=seed, game=game, options=options)
        for _ in range(20):
            if peek in evening.options(evening.awaited):
                tried += 1
                assert evening.message(evening.awaited, move(peek, junk)) == (
                    "Dice are thrown or shown after move 1; send the other moves after that."
                )
            evening.step()
            if evening.table.playing is None:
                break
    assert tried >= 25, "it could be tried in every game"


def test_a_last_pick_is_not_followed_by_another_before_the_die_has_fallen() -> None:
    evening = running(ANN, BOB).step()
    assert evening.refused(evening.awaited, pick(3, 4)) == "too_many_moves"


def test_the_bystander_of_mindroll_may_reveal_though_not_awaited() -> None:
    """M-01, M-26."""
    evening = running(
        ANN, BOB, CID, game="mindroll", options={"reveal_by": "anyone_but_caller", "turn_order": "seat"}
    ).step()
    pending = evening.play.pending
    assert isinstance(pending, Ask)
    (bystander,) = set(pending.options) - set(pending.due)
    assert evening.refused(ANN, Help(bystander)) == "not_awaited"
    evening.do(evening.play.seats[bystander], move({"type": "reveal"}))
    assert evening.play.state.board.played == 1


# Bots


def test_a_bot_moves_or_throws_only_where_a_bot_holds_the_seat() -> None:
    """A bot that has thought too long does not move for a player who is back."""
    evening = running(ANN, bots=("normal",))
    awaited = set()
    for _ in range(12):
        seat = evening.play.due[0].seat
        awaited.add(evening.awaited)
        if evening.awaited == ANN:
            assert evening.refused(HALL, BotTurn(seat, None)) == "no_bot"
            evening.step()
        else:
            evening.do(HALL, BotTurn(seat, None))
    assert awaited == {ANN, "bot:Fox"}
    for nobody in (-1, 2, 10**30):
        assert evening.refused(HALL, BotTurn(nobody, None)) == "no_bot"


def test_a_bot_plays_by_the_rules_like_anybody() -> None:
    evening = running(ANN, bots=("normal",), game="mindroll", options={"turn_order": "seat"})
    if evening.awaited == ANN:
        evening.step()
    assert evening.refused(HALL, BotTurn(1, mindroll.Call(1))) == "not_an_option"
    assert lobby(ANN, bots=("normal",)).refused(HALL, BotTurn(1, None)) == "no_game"


def test_what_is_owed_to_nobodys_hand_is_never_awaited() -> None:
    waiting = {listing.name: running(ANN, BOB, game=listing.name).play.pending for listing in GAMES}
    for pending in waiting.values():
        assert isinstance(pending, Ask) or (isinstance(pending, Chance) and pending.thrower is not None), pending
    throws = {name: pending.source for name, pending in waiting.items() if isinstance(pending, Chance)}
    assert throws.keys() == {"three_dice", "stlucia"}
    assert all(isinstance(source, Dice | Shuffle) for source in throws.values())

"""The middle of the table shows the dice that matter now, and says what they mean."""

from dicehall.cli.client.seen import Seen
from dicehall.cli.terminal.boards import board_of
from dicehall.rules.catalog import find
from dicehall.rules.rerolls import Keep, Reroll
from dicehall.rules.stlucia import Threw, ThrewAgain, TurnBegan
from tests.kit.play import A, B, Played, begin, drawn, leaves, rolled, shuffled

NAMES = ("Ann", "Ben", "Cem")


def seen(after: Played) -> Seen:
    return Seen(after.game.view(after.state, None), after.game.options, NAMES, after.events)


def centre(game: str, after: Played) -> str:
    return "\n".join(line.plain for line in board_of(game).centre(seen(after)))


def test_the_latest_event_of_several_kinds() -> None:
    after = begin(find("stlucia").new(3)).then(drawn(A), rolled(1, 2, 3, 4, 5, 6))
    assert seen(after).last(Threw, ThrewAgain) == Threw(A, (1, 2, 3, 4, 5, 6))
    again = after.then((A, Reroll((0,))), rolled(3))
    assert seen(again).last(Threw, ThrewAgain) == ThrewAgain(A, (1,), (3, 2, 3, 4, 5, 6))
    assert seen(again).last(TurnBegan) == TurnBegan(A, health=10, points=0, tokens=0, inside=False)
    assert seen(begin(after.game)).last(Threw, ThrewAgain) is None


def test_three_dice_shows_the_dice_of_a_turn_and_clears_them_for_the_next_hand() -> None:
    start = begin(find("three_dice").new(3)).then(drawn(A))
    assert "●" not in centre("three_dice", start)
    choosing = start.then(rolled(1, 1, 5))
    assert board_of("three_dice").spoken(seen(choosing))[1:] == [
        "Round 1 of 10. In the pot: 1 sip.", "Roll 1 of 3.", "Dice by position: 1: 1, 2: 1, 3: 5",
    ]  # fmt: skip
    assert "Dice by position: 1: 1, 2: 1, 3: 5" in board_of("three_dice").spoken(seen(choosing.then((A, Reroll((0,))))))
    handed_on = choosing.then((A, Keep()))
    assert board_of("three_dice").spoken(seen(handed_on))[1:] == ["Round 1 of 10. In the pot: 1 sip.", "Rolls: 1."]
    assert "●" not in centre("three_dice", handed_on)


def test_three_dice_marks_who_is_safe_or_cannot_lose_any_more() -> None:
    start = begin(find("three_dice").new(3)).then(drawn(A), rolled(1, 1, 5), (A, Keep()))
    status = board_of("three_dice").status
    assert status(seen(start), A) == " 0 sips 205"
    assert status(seen(start.then(rolled(2, 2, 5))), A) == " 0 sips 205✓"
    assert status(seen(start.then(rolled(4, 4, 4))), B) == " 0 sips safe"
    assert status(seen(start.then(leaves(B))), B) == "left"


def test_stlucia_shows_its_letters_and_the_rerolls_that_are_left() -> None:
    start = begin(find("stlucia").new(3)).then(drawn(A))
    choosing = start.then(rolled(1, 2, 3, 4, 5, 6))
    assert board_of("stlucia").spoken(seen(choosing))[-2:] == [
        "In StLucia: nobody. Re-rolls left: 2.", "Dice by position: 1: 1, 2: 2, 3: 3, 4: H, 5: A, 6: P",
    ]  # fmt: skip
    claimed = choosing.then((A, Keep()))
    assert board_of("stlucia").spoken(seen(claimed))[-1] == "In StLucia: Ann."
    assert "│  A  │" in centre("stlucia", choosing)
    assert "│  A  │" not in centre("stlucia", claimed)


def test_a_game_without_a_board_of_its_own_shows_its_values_in_words() -> None:
    after = begin(find("bluff").new(2)).then(shuffled(A, B), drawn(A), rolled(1, 2, 3, 4, 5, 6))
    view = after.game.view(after.state, A)
    lines = [line.plain for line in board_of("a game of tomorrow").centre(Seen(view, after.game.options, NAMES))]
    assert "scores: 0 0" in lines
    assert "phase: claiming, circle 0 1, claims none none" in lines
    assert "yours: dice 1 2 3, total 6" in lines

"""Peril speaks with the announcements on its sheet, letter for letter."""

import pytest

from dicehall.narrate import Narrator
from dicehall.rules.peril import Began, DirectHit, Eliminated, InPeril, NoShield, PlotTwist, Victory
from dicehall.rules.values import Event
from dicehall.table.core.events import BotSat, Readied, Sat, Unreadied

SKULL = "\U0001f480"
CROSSED_SWORDS = "\u2694\ufe0f"
RUNNER = "\U0001f3c3"
HIGH_VOLTAGE = "\u26a1"
SPARKLES = "\u2728"


def told(event: Event, names: tuple[str, ...] = ("Ann", "Ben")) -> str:
    return Narrator("peril", names).tell(event).text


# All five announcements, as the sheet prints them

SHEET = """
- **"💀 [Player] has entered the deadly game! Welcome to your potential doom! 💀"**
- **"⚔️ [Player] steels themselves for the deadly challenge ahead! ⚔️"**
- **"🏃 [Player] loses their nerve and backs away from the challenge! 🏃"**
- **"⚡ THE KILLING GAME BEGINS! ⚡"**
- **"✨ ULTIMATE VICTORY! [Player] is the Ultimate Survivor! ✨"**
"""
PRINTED = [line.removeprefix('- **"').removesuffix('"**') for line in SHEET.strip().splitlines()]
SPOKEN: tuple[Event, ...] = (Sat("p2"), Readied("p2"), Unreadied("p2"), Began(), Victory(1))
EMOJI = (SKULL, CROSSED_SWORDS, RUNNER, HIGH_VOLTAGE, SPARKLES)


@pytest.mark.parametrize("name", ["Ben", "Zoë", "{ $who }", "[Player]"])
@pytest.mark.parametrize(("event", "printed"), list(zip(SPOKEN, PRINTED, strict=True)))
def test_an_announcement_is_the_sheets_byte_for_byte_p_24(event: Event, printed: str, name: str) -> None:
    text = Narrator("peril", ("Ann", name), people={"p2": name}).tell(event).text
    assert text.encode() == printed.replace("[Player]", name).encode()


@pytest.mark.parametrize(("printed", "emoji"), list(zip(PRINTED, EMOJI, strict=True)))
def test_the_sheet_is_copied_here_with_the_code_points_that_were_meant_p_24(printed: str, emoji: str) -> None:
    inside = printed.removeprefix(f"{emoji} ").removesuffix(f" {emoji}")
    assert printed == f"{emoji} {inside} {emoji}"
    assert inside.isascii()


def test_a_bot_enters_the_deadly_game_as_anybody_does_p_24() -> None:
    assert told(BotSat("bot:Fox", "normal")) == PRINTED[0].replace("[Player]", "Fox")


# The two announcements of the sheet that the game itself speaks


def test_the_beginning_is_announced_letter_for_letter_p_24() -> None:
    assert told(Began()) == f"{HIGH_VOLTAGE} THE KILLING GAME BEGINS! {HIGH_VOLTAGE}"


def test_the_victory_is_announced_letter_for_letter_p_24() -> None:
    assert told(Victory(1)) == f"{SPARKLES} ULTIMATE VICTORY! Ben is the Ultimate Survivor! {SPARKLES}"


@pytest.mark.parametrize(("event", "code_point"), [(Began(), 0x26A1), (Victory(0), 0x2728)], ids=["began", "victory"])
def test_an_announcement_has_its_emoji_at_both_ends_and_plain_letters_between_p_24(
    event: Event, code_point: int
) -> None:
    text = told(event)
    assert [ord(text[0]), ord(text[-1])] == [code_point, code_point]
    assert (text[1], text[-2]) == (" ", " ")
    assert text[1:-1].isascii(), "no variation selectors, no marks around the name, no other dashes or spaces"


@pytest.mark.parametrize("name", ["Zoë", "李", "O'Neil", "{ $seat }", "A & B", "  "])
def test_a_name_is_spoken_as_it_is_written_p_24(name: str) -> None:
    assert told(Victory(0), (name,)) == f"✨ ULTIMATE VICTORY! {name} is the Ultimate Survivor! ✨"


# The three outcomes, by the names and marks that the sheet gives them


@pytest.mark.parametrize(
    ("event", "opening"),
    [
        (PlotTwist(1, saved=0), "\U0001f504 PLOT TWIST! "),
        (DirectHit(0, lives=2), "\U0001fa78 DIRECT HIT! "),
        (NoShield(0, lives=2), "\U0001fa78 NO SHIELD! "),
    ],
    ids=["plot twist", "direct hit", "no shield"],
)
def test_an_outcome_opens_as_the_sheet_calls_it(event: Event, opening: str) -> None:
    assert told(event).startswith(opening)


@pytest.mark.parametrize("event", [DirectHit(0, lives=2), NoShield(0, lives=0)])
def test_a_lost_life_is_shown_with_the_hearts_of_the_sheet(event: Event) -> None:
    assert told(event).endswith("loses a life \u2764\ufe0f → \U0001f494")


# Numbers


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (InPeril(0, lives=3, die=12, picks=1), "with 3 lives. Everyone picks one number on the d12."),
        (InPeril(0, lives=1, die=6, picks=3), "with one life. Everyone picks 3 numbers on the d6."),
        (Eliminated(0, remaining=1), "last life: out! One player is left."),
        (Eliminated(0, remaining=4), "last life: out! 4 players are left."),
    ],
)
def test_one_and_many_are_told_apart(event: Event, words: str) -> None:
    assert told(event).endswith(words)

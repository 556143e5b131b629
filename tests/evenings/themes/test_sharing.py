"""Themes as links and evenings as a calendar: what a host types comes back whole, and breaks nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicehall.evenings.core.setting import KnockOut
from dicehall.evenings.themes.calendar import LINE, Entry, calendar
from dicehall.evenings.themes.links import LONGEST, BadLinkError, packed, unpacked
from dicehall.evenings.themes.schedule import Weekly
from dicehall.evenings.themes.theme import LOOKS, Theme

FRIDAY = Weekly(at="20:30", zone="Europe/Madrid", weekday=4)
words = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=60)


@given(words, st.text(st.characters(exclude_categories=["Cs"]), max_size=300), st.sampled_from(LOOKS))
def test_a_shared_theme_is_the_same_theme(title: str, welcome: str, look: str) -> None:
    theme = Theme(
        title=title, welcome=welcome, game="peril", options={"starting_lives": 2}, seats=4, look=look,  # type: ignore[arg-type]
        tournament=KnockOut(), when=FRIDAY,
    )  # fmt: skip
    assert unpacked(packed(theme)) == theme
    assert packed(theme).replace("-", "").replace("_", "").isalnum()


@pytest.mark.parametrize("text", ["", "abc", "é", "e30", "A" * (LONGEST + 1), "bnVsbA"])
def test_a_link_that_holds_no_theme_says_so(text: str) -> None:
    with pytest.raises(BadLinkError, match="holds no theme"):
        unpacked(text)


def test_a_theme_too_long_for_a_link_says_how_long_it_may_be() -> None:
    with pytest.raises(BadLinkError, match=str(LONGEST)):
        packed(Theme(title="Long", game="peril", seats=4, options={"words": "x" * LONGEST}))


def unfolded(text: str) -> list[str]:
    return text.replace("\r\n ", "").split("\r\n")


def test_a_calendar_names_each_start_as_a_moment() -> None:
    entry = Entry(
        "friday", 1_790_000_000, "Peril, by candle; late", "Come in\nand sit", "https://hall.example/night/friday"
    )
    lines = unfolded(calendar("Dicehall", [entry], 1_780_000_000))
    assert lines[0] == "BEGIN:VCALENDAR"
    assert lines[-2:] == ["END:VCALENDAR", ""]
    assert "UID:friday-1790000000@dicehall" in lines
    assert "DTSTART:20260921T141320Z" in lines
    assert "SUMMARY:Peril\\, by candle\\; late" in lines
    assert "DESCRIPTION:Come in\\nand sit" in lines


@given(words, words)
def test_nothing_that_a_host_types_adds_a_line_to_a_calendar(title: str, text: str) -> None:
    made = calendar("Dicehall", [Entry("k", 0, title, text, "https://hall.example")], 0)
    assert len(unfolded(made)) == len(
        unfolded(calendar("Dicehall", [Entry("k", 0, "a", "b", "https://hall.example")], 0))
    )
    assert all(len(line.encode()) <= LINE for line in made.split("\r\n"))

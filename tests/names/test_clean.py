"""Names and lines as people type them: what is cleaned, what is refused, and which names look alike."""

import json
import sys
import unicodedata
from importlib.resources import files
from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from dicehall.bots import NAMES
from dicehall.names.clean import LONGEST_NAME, RESERVED, SHORTEST_NAME, clean, clean_name
from dicehall.names.look_alikes import name_key, name_look
from dicehall.rules.errors import BadOptions

ASSIGNED = [
    letter for letter in map(chr, range(sys.maxunicode + 1)) if unicodedata.category(letter) not in ("Cn", "Cs", "Co")
]
TYPED = st.text(st.one_of(st.sampled_from("AbcIl1O0 rnm.-"), st.characters(codec="utf-8")), max_size=30)
"""What anybody may send, with a good share of what is easily confused."""


def alike(one: str, other: str) -> bool:
    """Whether the hall takes one for the other."""
    return not {name_key(one), name_look(one)}.isdisjoint({name_key(other), name_look(other)})


# Lines.


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  hello   there ", "hello there"),
        ("two\nlines\tand\r\nmore", "two lines and more"),
        ("\x1b[31mred\x07", "[31mred"),
        ("abc\u202edef\u2066ghi\u2069", "abcdefghi"),
        ("\u200bzero\u200c \u2060width\ufeff", "zero width"),
        ("soft\u00adhyphen", "softhyphen"),
        ("blank\u3164\u115f\u1160\uffa0\u2800letters", "blankletters"),
        ("\U000e0041\U000e0042tags", "tags"),
        ("👨‍👩‍👧 and ❤️", "👨‍👩‍👧 and ❤️"),
        ("e" + "\u0301" * 40, "e" + "\u0301" * 4),
        ("שלום ابن नमस्ते สวัสดี", "שלום ابن नमस्ते สวัสดี"),
    ],
)
def test_a_line_is_cleaned_of_all_that_cannot_be_seen(typed: str, shown: str) -> None:
    assert clean(typed) == shown


@given(st.text(st.characters()))
def test_a_cleaned_line_is_one_line_of_printable_characters_and_stays_as_it_is(text: str) -> None:
    shown = clean(text)
    assert shown.replace("\u200d", "").isprintable()
    assert not shown.startswith(" ")
    assert not shown.endswith(" ")
    assert clean(shown) == shown


# Names.


@pytest.mark.parametrize(
    "name",
    [
        "Al", "Ann", "Ann 2", "O'Neil", "Zoë", "Bjørn", "Ali", "x" * LONGEST_NAME, "Мария", "Νίκος", "김철수",
        "Tanaka太郎", "さくらサクラ", "محمد", "דוד", "राम", "ก้อง", "👨‍👩‍👧 at home", "♥♥", "42", "Dr. No",
        "Jean-Luc", "¡Olé!",
    ],
)  # fmt: skip
def test_people_may_be_called_as_they_are(name: str) -> None:
    assert clean_name(name) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  Ann  ", "Ann"),
        ("A\u200bn\u00adn\u202e", "Ann"),
        ("Ann\u3164", "Ann"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("Z" + "\u0335" * 9 + "oe", "Z\u0335\u0335oe"),
        ("A\u200dnn", "Ann"),
    ],
)
def test_a_name_is_shown_without_what_cannot_be_seen(typed: str, shown: str) -> None:
    assert clean_name(typed) == shown


@pytest.mark.parametrize(
    ("name", "seen"),
    [("", 0), ("A", 1), ("   ", 0), ("A ", 1), ("\u3164\u3164\u3164", 0), ("\u2800A\u2800", 1), ("\u200b" * 9, 0),
     ("x" * 21, 21), ("A\u0301\u0302", 1), ("👍\u200d", 1)],
)  # fmt: skip
def test_a_name_that_is_too_short_or_too_long_is_refused(name: str, seen: int) -> None:
    with pytest.raises(BadOptions, match=f"a name has 2 to 20 visible characters, .* has {seen}$"):
        clean_name(name)


def test_what_is_refused_is_quoted_so_that_it_harms_nobody() -> None:
    with pytest.raises(BadOptions) as refused:
        clean_name("\x1b[2J\u202e" + "x" * 10_000)
    assert str(refused.value).isprintable()
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize("name", ["..", "-_-", "''", "!?"])
def test_a_name_of_punctuation_alone_is_refused(name: str) -> None:
    with pytest.raises(BadOptions, match="a letter, a digit or a picture"):
        clean_name(name)


@pytest.mark.parametrize(
    ("name", "scripts"),
    [
        ("Аnn", "Cyrillic and Latin"),
        ("Annα", "Greek and Latin"),
        ("Νикa", "Cyrillic and Greek and Latin"),
        ("Bob\u0e48", "Latin and Thai"),
        ("Али김", "Cyrillic and Hangul"),
    ],
)
def test_a_name_of_several_scripts_is_refused(name: str, scripts: str) -> None:
    with pytest.raises(BadOptions, match=f"one script, '.*' mixes {scripts} letters"):
        clean_name(name)


@pytest.mark.parametrize(
    "name",
    ["admin", "ADMIN", "Admin 2", "adm1n", "Ａｄｍｉｎ", "ádmin", "a.d.m.i.n", "M0derator", "rnoderator", "System",
     "Dice Hall", "dIcehaII", "Owner", "Nobody", "somebody", "Nature", "Table", "deleted", "Fox", "F0X", "Otter 7",
     "Ηost", "Вot"],
)  # fmt: skip
def test_words_that_the_hall_needs_are_refused_however_they_are_written(name: str) -> None:
    with pytest.raises(BadOptions):
        clean_name(name)


def test_every_reserved_word_and_every_bots_name_is_refused_for_what_it_is() -> None:
    for word in (*RESERVED.split(), *NAMES):
        with pytest.raises(BadOptions, match="a word that the hall needs for itself: take another name"):
            clean_name(word.title())


@pytest.mark.parametrize(
    "name", ["The Hall", "the house", "Hall Admin", "hall-staff", "Root", "0perator", "House", "Support", "The 0wner"]
)
def test_what_sounds_like_the_hall_itself_is_refused(name: str) -> None:
    with pytest.raises(BadOptions, match="a word that the hall needs for itself"):
        clean_name(name)


@pytest.mark.parametrize(
    "name", ["Ann ✓", "Ann✔", "✔️ Ann", "☑Ann", "Ann ✅", "👑 Ann", "Ann 👑!", "Ann ⭐", "Ann ✓ 2", "(✓) Ann", "राम ✓"]
)
def test_a_name_with_a_badge_beside_it_is_refused(name: str) -> None:
    with pytest.raises(BadOptions, match="reads as a badge of the hall: leave it out"):
        clean_name(name)


@pytest.mark.parametrize("name", ["👑👑", "⭐ 7", "Ann 🎲", "Ann ✓ of Ben", "♥ Ann"])
def test_pictures_that_are_no_badge_of_a_name_are_accepted(name: str) -> None:
    assert clean_name(name) == name


@given(TYPED)
def test_what_is_accepted_as_a_name_can_be_seen_and_stays_as_it_is(text: str) -> None:
    try:
        name = clean_name(text)
    except BadOptions:
        assume(False)
    assert clean_name(name) == name
    assert clean(name) == name == unicodedata.normalize("NFC", name)
    seen = [letter for letter in name if unicodedata.category(letter) not in ("Mn", "Me", "Cf")]
    assert SHORTEST_NAME <= len(seen) <= LONGEST_NAME
    assert len(name) <= 4 * LONGEST_NAME
    assert name_key(name)


# Names that look alike.


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ANN"), ("Ann", "Änn"), ("Ann", "A n n"), ("Ann", "A-n.n"), ("Ann", "Αnn"), ("Ann", "Ａｎｎ"),
        ("Ann", "𝓐𝓷𝓷"), ("Bill", "B1ll"), ("Bill", "BiII"), ("Bob", "B0b"), ("Modern", "Modem"), ("Dawn", "Davvn"),
        ("paypal", "раура\u04cf"), ("HOPA", "НОРА"), ("hopa", "Нора"), ("Tom", "Том"), ("NIK", "ΝΙΚ"), ("vik", "νικ"),
        ("Νίκος", "νικοσ"), ("ΓΟΡ", "ГОР"), ("エ", "工"), ("カ力", "力カ"), ("Bjørn", "Bjorn"), ("Łukasz", "Lukasz"),
        ("Strasse", "Straße"), ("Ann\ufe0f", "Ann"), ("Ann\u20dd", "Ann"), ("Ann`", "Ann"), ("👍🏽 up", "👍 up"),
    ],
)  # fmt: skip
def test_names_that_look_alike_are_taken_for_each_other(one: str, other: str) -> None:
    assert alike(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "Anna"), ("Ann", "Ben"), ("Ann", "Ann 2"), ("Ann 2", "Ann 3"), ("राम", "रमा"), ("สิน", "สุน"),
        ("か", "が"), ("بيت", "بنت"), ("Иван", "Ивон"), ("김", "감"), ("🎲🎲", "🎯🎯"), ("♥♥", "♠♠"),
        ("Nina", "Vina"), ("Gus", "Gys"),
    ],
)  # fmt: skip
def test_names_that_can_be_told_apart_are_two(one: str, other: str) -> None:
    assert not alike(one, other)


def test_what_unicode_calls_confusable_looks_alike_here() -> None:
    """All pairs of letters and digits in the table of Unicode, each on its own and with others around it."""
    table = json.loads(files("confusable_homoglyphs").joinpath("confusables.json").read_text(encoding="utf-8"))
    old_fashioned = {frozenset("fſ"), frozenset("iͺ")}  # the long s is an s, and the iota below stands by itself
    missed = [
        (one, other["c"])
        for one, others in table.items()
        for other in others
        if len(one) == len(other["c"]) == 1 and frozenset((one, other["c"])) not in old_fashioned
        if unicodedata.category(one)[0] in "LN" and unicodedata.category(other["c"])[0] in "LN"
        if name_look(f"x{one}x") != name_look(f"x{other['c']}x")
    ]
    assert missed == []


def test_a_likeness_looks_like_itself_for_every_character_there_is() -> None:
    for likeness, letter in product((name_key, name_look), ASSIGNED):
        assert likeness(likeness(letter)) == likeness(letter), (likeness.__name__, letter)


@given(TYPED)
def test_a_likeness_looks_like_itself(name: str) -> None:
    for likeness in (name_key, name_look):
        assert likeness(likeness(name)) == likeness(name)


@given(TYPED)
def test_a_name_looks_like_itself_in_capitals_and_in_every_normal_form(name: str) -> None:
    assert name_key(name.casefold()) == name_key(name)
    for form in ("NFC", "NFD", "NFKC", "NFKD"):
        assert alike(unicodedata.normalize(form, name), name)


@given(TYPED, st.sampled_from("\u200b\u00ad\u202e\ufe0f\u0301\u0489 .-_'\u20dd"), st.data())
def test_what_is_hardly_seen_makes_no_new_name(name: str, speck: str, data: st.DataObject) -> None:
    assume(any(unicodedata.category(letter)[0] in "LN" for letter in name_key(name)))
    at = data.draw(st.integers(0, len(name)))
    assert alike(name[:at] + speck + name[at:], name)

"""Cleaning names and lines of chat: visible characters only, on one line, and not too many."""

import re
import unicodedata
from functools import cache

from dicehall.bots import NAMES
from dicehall.names.look_alikes import LONGEST, name_key, name_look
from dicehall.rules.errors import BadOptions
from dicehall.rules.wording import visible

SHORTEST_NAME, LONGEST_NAME = 2, LONGEST
JOINER = "\u200d"
"""Joins the parts of some emoji; every other invisible character is removed."""
BLANKS = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0e\uffa0\ufffc"
    "\U00013441\U00013442\U00016fe4\U0001d159\U000e0100-\U000e01ef]"
)
"""Characters that count as printable but show nothing."""
MARKS_IN_TEXT, MARKS_IN_NAMES = 4, 2
"""On one letter, at most: more would reach into the lines above and below."""

RESERVED = """
    admin administrator administration moderator moderation mod owner host staff support official server system
    hall dicehall dealer croupier referee bot bots robot computer somebody someone nobody noone anybody anyone everybody
    everyone spectator spectators stranger you yourself nature table dice none null undefined unknown deleted forgotten
    banned anonymous admins administrators moderators mods owners hosts operator operators root superuser sysadmin sysop
    webmaster security team house thehouse thehall theadmin theadministrator themoderator theowner thehost theoperator
    thestaff theteam halladmin halladministrator hallmoderator hallowner hallhost hallmaster hallstaff hallsupport
    hallteam dicehalladmin dicehallowner dicehallstaff dicehallsupport dicehallteam
"""
"""Spaces and punctuation make no difference: `thehall` is “The Hall” too."""
BADGES = "✓✔🗸☑🗹✅👑⭐🌟★"
"""Next to a name they look like badges given by the hall."""
EAST_ASIAN = {"CJK", "IDEOGRAPHIC", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"}
"""Scripts that are mixed with each other, and with Latin letters."""
NO_SCRIPT = {"COMBINING", "MODIFIER", "VARIATION", "ENCLOSING", ""}


def clean(text: str) -> str:
    """One line of visible characters: nothing that moves the cursor, hides, stacks up or reverses the text."""
    shown = "".join(
        character if character.isprintable() or character == JOINER else " " if character.isspace() else ""
        for character in BLANKS.sub("", text)
    )
    return " ".join(_without_extra_marks(shown.strip(JOINER), MARKS_IN_TEXT).split())


def _without_extra_marks(text: str, most: int) -> str:
    """Without accents beyond the most that a letter may have."""
    kept: list[str] = []
    marks = 0
    for character in text:
        marks = marks + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        if marks <= most:
            kept.append(character)
    return "".join(kept)


def clean_name(name: str) -> str:
    """The name as it will be shown; raises `BadOptions` if it is not allowed."""
    return _cleaned(name, "name", SHORTEST_NAME)


def clean_label(label: str) -> str:
    """The same for the label of a team, which may be a single letter."""
    return _cleaned(label, "label", 1)


def _cleaned(name: str, what: str, shortest: int) -> str:
    shown = clean(_without_extra_marks(_without_joiners(unicodedata.normalize("NFC", name)), MARKS_IN_NAMES))
    length = sum(_is_seen(character) for character in shown)
    if not shortest <= length <= LONGEST_NAME:
        raise BadOptions(
            f"a {what} has {shortest} to {LONGEST_NAME} visible characters, {visible(name, 40)!r} has {length}"
        )
    if not any(unicodedata.category(character)[0] in "LNS" for character in shown):
        raise BadOptions(f"a {what} needs a letter, a digit or a symbol, {visible(shown, 40)!r} has none")
    if is_mixed(scripts := scripts_of(shown)):
        mixture = " and ".join(sorted(map(str.title, scripts)))
        raise BadOptions(f"a {what} is written in one script, {shown!r} mixes {mixture} letters: keep to one")
    if is_reserved(shown):
        raise BadOptions(f"{shown!r} is, or looks like, a reserved word: choose another {what}")
    if badges := badges_of(shown):
        raise BadOptions(
            f"{badges[0]} next to a {what} looks like a badge given by the hall: leave it out of {shown!r}"
        )
    return shown


def badges_of(name: str) -> list[str]:
    """Those at its beginning or end; a name of symbols alone has none."""
    letters = [index for index, character in enumerate(name) if character.isalpha()]
    outer = name[: letters[0]] + name[letters[-1] :] if letters else ""
    return [character for character in outer if character in BADGES]


def _without_joiners(name: str) -> str:
    """They join emoji; between letters they only help to imitate a name."""
    return re.sub(f"(?<=[\\w\\s]){JOINER}|{JOINER}(?=[\\w\\s])", "", name.replace(JOINER * 2, JOINER))


def _is_seen(character: str) -> bool:
    return unicodedata.category(character) not in ("Mn", "Me", "Cf")


def scripts_of(name: str) -> set[str]:
    """The scripts of its letters, as Unicode names them."""
    letters = unicodedata.normalize("NFKC", name)
    named = (unicodedata.name(letter, "") for letter in letters if unicodedata.category(letter)[0] in "LM")
    return {re.split("[ -]", words)[0] for words in named} - NO_SCRIPT


def is_mixed(scripts: set[str]) -> bool:
    """East Asian names may contain Latin letters; all others use one script."""
    if scripts & EAST_ASIAN:
        return not scripts <= EAST_ASIAN | {"LATIN"}
    return len(scripts) > 1


def is_reserved(name: str) -> bool:
    """Whether it looks like a word for the hall, its bots or nobody, even with a number at the end."""
    bare = re.sub(r"[\W\d_]+$", "", name)
    return any(look in _reserved() for form in (name, bare) for look in (name_key(form), name_look(form)))


@cache
def _reserved() -> frozenset[str]:
    return frozenset(name_key(word) for word in (*RESERVED.split(), *NAMES))

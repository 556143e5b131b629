"""Names and lines as people may type them: visible characters only, on one line, and not too many."""

import re
import unicodedata
from functools import cache

from dicehall.bots import NAMES
from dicehall.names.look_alikes import LONGEST, name_key, name_look
from dicehall.rules.errors import BadOptions
from dicehall.rules.wording import visible

SHORTEST_NAME, LONGEST_NAME = 2, LONGEST
JOINER = "\u200d"
"""Holds the parts of some emoji together; every other invisible character goes."""
BLANKS = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0e\uffa0\ufffc"
    "\U00013441\U00013442\U00016fe4\U0001d159\U000e0100-\U000e01ef]"
)
"""What counts as printable, and shows nothing."""
MARKS_IN_TEXT, MARKS_IN_NAMES = 4, 2
"""At most, on one letter: what has more towers over the lines above and below."""

RESERVED = """
    admin administrator administration moderator moderation mod host host staff support official server system
    hall dicehall dealer croupier referee bot bots robot computer somebody someone nobody noone anybody anyone everybody
    everyone spectator spectators stranger you yourself nature table dice none null undefined unknown deleted forgotten
    banned anonymous admins administrators moderators mods hosts operator operators root superuser sysadmin sysop
    webmaster security team house thehouse thehall theadmin theadministrator themoderator theowner thehost theoperator
    thestaff theteam halladmin halladministrator hallmoderator hallowner hallhost hallmaster hallstaff hallsupport
    hallteam dicehalladmin dicehallowner dicehallstaff dicehallsupport dicehallteam
"""
"""Spaces and points do not tell names apart: `thehall` is “The Hall” too."""
BADGES = "✓✔🗸☑🗹✅👑⭐🌟★"
"""Beside a name they look as if the hall had put them there."""
EAST_ASIAN = {"CJK", "IDEOGRAPHIC", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"}
"""Are written together, and with Latin letters too."""
OF_NO_SCRIPT = {"COMBINING", "MODIFIER", "VARIATION", "ENCLOSING", ""}


def clean(text: str) -> str:
    """One line of visible characters: nothing that moves the cursor, hides, towers or turns the writing round."""
    shown = "".join(
        character if character.isprintable() or character == JOINER else " " if character.isspace() else ""
        for character in BLANKS.sub("", text)
    )
    return " ".join(_lowered(shown.strip(JOINER), MARKS_IN_TEXT).split())


def _lowered(text: str, most: int) -> str:
    """Without the marks that a letter has too many of."""
    kept: list[str] = []
    marks = 0
    for character in text:
        marks = marks + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        if marks <= most:
            kept.append(character)
    return "".join(kept)


def clean_name(name: str) -> str:
    """As it will be shown; raises `BadOptions` with what is wrong with it."""
    shown = clean(_lowered(_without_joiners(unicodedata.normalize("NFC", name)), MARKS_IN_NAMES))
    length = sum(_is_seen(character) for character in shown)
    if not SHORTEST_NAME <= length <= LONGEST_NAME:
        raise BadOptions(
            f"a name has {SHORTEST_NAME} to {LONGEST_NAME} visible characters, {visible(name, 40)!r} has {length}"
        )
    if not any(unicodedata.category(character)[0] in "LNS" for character in shown):
        raise BadOptions(f"a name has a letter, a digit or a picture in it, {visible(shown, 40)!r} has none")
    if is_mixed(scripts := scripts_of(shown)):
        mixture = " and ".join(sorted(map(str.title, scripts)))
        raise BadOptions(f"a name is written in one script, {shown!r} mixes {mixture} letters: keep to one")
    if is_reserved(shown):
        raise BadOptions(f"{shown!r} is, or looks like, a word that the hall needs for itself: take another name")
    if badges := badges_of(shown):
        raise BadOptions(f"{badges[0]} before or behind a name reads as a badge of the hall: leave it out of {shown!r}")
    return shown


def badges_of(name: str) -> list[str]:
    """Those that stand at its beginning or its end; a name of pictures alone has none."""
    letters = [place for place, character in enumerate(name) if character.isalpha()]
    outer = name[: letters[0]] + name[letters[-1] :] if letters else ""
    return [character for character in outer if character in BADGES]


def _without_joiners(name: str) -> str:
    """They hold pictures together; between letters they are of use to nobody but who imitates a name."""
    return re.sub(f"(?<=[\\w\\s]){JOINER}|{JOINER}(?=[\\w\\s])", "", name.replace(JOINER * 2, JOINER))


def _is_seen(character: str) -> bool:
    return unicodedata.category(character) not in ("Mn", "Me", "Cf")


def scripts_of(name: str) -> set[str]:
    """The scripts of its letters, as Unicode names them."""
    letters = unicodedata.normalize("NFKC", name)
    named = (unicodedata.name(letter, "") for letter in letters if unicodedata.category(letter)[0] in "LM")
    return {re.split("[ -]", words)[0] for words in named} - OF_NO_SCRIPT


def is_mixed(scripts: set[str]) -> bool:
    """East Asian names may have Latin letters in them; others are of one script."""
    if scripts & EAST_ASIAN:
        return not scripts <= EAST_ASIAN | {"LATIN"}
    return len(scripts) > 1


def is_reserved(name: str) -> bool:
    """Whether it looks like a word that stands for the hall, for its bots or for nobody, also with a number behind."""
    bare = re.sub(r"[\W\d_]+$", "", name)
    return any(likeness in _reserved() for form in (name, bare) for likeness in (name_key(form), name_look(form)))


@cache
def _reserved() -> frozenset[str]:
    return frozenset(name_key(word) for word in (*RESERVED.split(), *NAMES))

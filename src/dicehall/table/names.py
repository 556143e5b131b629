"""Names and lines as people may type them: visible characters only, on one line, and not too many."""

from dicehall.rules.errors import BadOptions

LONGEST_NAME = 20
JOINER = "\u200d"
"""Holds the parts of some emoji together; every other invisible character goes."""


def clean(text: str) -> str:
    """One line of visible characters: nothing that moves the cursor, hides, or turns the writing round."""
    shown = "".join(
        character if character.isprintable() or character == JOINER else " " if character.isspace() else ""
        for character in text
    )
    return " ".join(shown.strip(JOINER).split())


def clean_name(name: str) -> str:
    shown = clean(name)
    if not 1 <= len(shown) <= LONGEST_NAME:
        raise BadOptions(f"a name has 1 to {LONGEST_NAME} visible characters, {name[:40]!r} has {len(shown)}")
    return shown

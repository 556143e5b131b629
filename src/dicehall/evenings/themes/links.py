"""A theme in a link: whoever opens it has the same evening to host."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final

import msgspec

from dicehall.evenings.themes.theme import Theme

LONGEST: Final = 4000
"""Characters: every browser takes a link of this length."""
BAD: Final = (
    "This link holds no theme that this hall understands. Ask for it again, or open the theme in the other hall."
)


class BadLinkError(ValueError):
    """Its text is for people."""


def packed(theme: Theme) -> str:
    """For a link: letters, digits, `-` and `_`."""
    text = urlsafe_b64encode(msgspec.json.encode(theme)).decode().rstrip("=")
    if len(text) > LONGEST:
        raise BadLinkError(f"This theme is too long for a link: {len(text)} characters, and {LONGEST} fit.")
    return text


def unpacked(text: str) -> Theme:
    """The theme that somebody shared, checked like one that is typed in."""
    if len(text) > LONGEST:
        raise BadLinkError(BAD)
    try:
        return msgspec.json.decode(urlsafe_b64decode(text + "=" * (-len(text) % 4)), type=Theme)
    except (ValueError, msgspec.MsgspecError):
        raise BadLinkError(BAD) from None

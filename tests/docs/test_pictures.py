"""The pictures in the README show the screen as it is now: `make pictures` takes them again."""

import html
import re
from pathlib import Path

import pytest

from docs.pictures.take import PICTURES, take

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"


def words(picture: str) -> list[str]:
    """What a picture says, without how it is drawn."""
    return html.unescape(" ".join(re.findall(r"<text [^>]*>([^<]*)</text>", picture))).split()


@pytest.mark.parametrize("game", PICTURES)
def test_a_picture_shows_the_screen_of_today(game: str) -> None:
    assert words(take(game, *PICTURES[game])) == words((FOLDER / f"{game}.svg").read_text(encoding="utf-8"))

"""Avatars: the same name always gets the same picture, different ones hardly ever do, and all can be seen."""

from itertools import product
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicehall.server.web.avatars import DARK, HUES, LIGHT, avatar, colour

NAMES = ["Ann", "Ben", "Cleo", "Dora", "Emil", "Fox", "Gus", "Hal", "Ida", "Jo"]


def brightness(shade: str) -> float:
    """Relative luminance, as the accessibility guidelines count it."""
    parts = [int(shade[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((brightness(one), brightness(other)))
    return (light + 0.05) / (dark + 0.05)


def test_a_name_has_one_picture_however_it_is_capitalised() -> None:
    assert avatar("Ann") == avatar("Ann") == avatar("ANN") == avatar("ann")
    assert avatar("Zoe\u0308") == avatar("Zo\u00eb"), "however the keyboard writes it"


def test_the_picture_of_a_name_never_changes() -> None:
    """People know each other by them."""
    assert avatar("Ann") == (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">'
        '<rect width="96" height="96" rx="22" fill="#5b2b1a"/><g transform="rotate(-15 48 48)">'
        '<rect x="20" y="20" width="56" height="56" rx="13" fill="#f6eacb"/><g fill="#5b2b1a">'
        '<circle cx="48" cy="32" r="6"/><circle cx="32" cy="48" r="6"/><circle cx="64" cy="48" r="6"/>'
        '<circle cx="48" cy="48" r="6"/></g></g></svg>'
    )


def test_a_thousand_people_have_nearly_a_thousand_pictures() -> None:
    names = [f"{name} {number}" for name, number in product(NAMES, range(100))]
    assert len({avatar(name) for name in names}) > 980


@pytest.mark.parametrize("hue", range(HUES))
def test_the_die_stands_out_from_the_felt_whatever_their_hues(hue: int) -> None:
    felt = colour(hue / HUES, DARK, 0.55)
    for other in range(HUES):
        assert contrast(felt, colour(other / HUES, LIGHT, 0.7)) >= 4.5


@given(st.text(max_size=60))
def test_every_name_gives_a_picture_that_holds_nothing_of_it(name: str) -> None:
    root = ElementTree.fromstring(avatar(name))
    tags = {element.tag.partition("}")[2] for element in root.iter()}
    assert tags == {"svg", "rect", "g", "circle"}
    assert not any("style" in element.attrib or element.text for element in root.iter()), "no style, no text"

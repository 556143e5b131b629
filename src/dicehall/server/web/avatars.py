"""A picture for everybody, drawn from the name alone: a die that has fallen as nobody else's."""

from collections.abc import Iterator
from colorsys import hls_to_rgb
from functools import lru_cache
from hashlib import sha256
from typing import Final
from unicodedata import normalize

from litestar import Response, get
from litestar.params import FromPath

from dicehall.names.clean import LONGEST_NAME
from dicehall.server.web.problems import Problem

SIZE: Final = 96
HUES: Final = 24
DARK, LIGHT = 0.23, 0.88
"""How light the two colours are: far enough apart to be told from one another in every hue."""
FACE: Final = ((0, 2), (1,), (3, 5), (4,), (6, 8), (7,))
"""The nine places of pips, counted by rows; left and right go together."""
LONGEST: Final = 3 * LONGEST_NAME
"""Characters, those that sit on others among them."""
A_DAY: Final = 24 * 60 * 60


@lru_cache(maxsize=2000)
def avatar(name: str) -> str:
    """An SVG, the same for every spelling of a name that counts as the same."""
    dice = sha256(normalize("NFKC", name).casefold().encode()).digest()
    hue = dice[0] % HUES / HUES
    felt = colour(hue, DARK, 0.55)
    bone = colour((hue + (0.5, 0.08, 0.33, 0.92)[dice[1] % 4]) % 1, LIGHT, 0.7)
    tilt = dice[2] % 13 * 5 - 30
    pips = "".join(circle(place) for place in places(dice[3]))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}" width="{SIZE}" height="{SIZE}">'
        f'<rect width="{SIZE}" height="{SIZE}" rx="22" fill="{felt}"/>'
        f'<g transform="rotate({tilt} 48 48)"><rect x="20" y="20" width="56" height="56" rx="13" fill="{bone}"/>'
        f'<g fill="{felt}">{pips}</g></g></svg>'
    )


def places(bits: int) -> Iterator[int]:
    """Which pips there are: any of 63 faces, most of which no real die has."""
    chosen = bits % (2 ** len(FACE) - 1) + 1
    for at, together in enumerate(FACE):
        if chosen >> at & 1:
            yield from together


def circle(place: int) -> str:
    row, column = divmod(place, 3)
    return f'<circle cx="{32 + 16 * column}" cy="{32 + 16 * row}" r="6"/>'


def colour(hue: float, lightness: float, saturation: float) -> str:
    return "#" + "".join(f"{round(255 * part):02x}" for part in hls_to_rgb(hue, lightness, saturation))


@get("/avatars/{name:path}", media_type="image/svg+xml", tags=["people"])
async def picture(name: FromPath[str]) -> Response[str]:
    """The avatar of whoever is called so, at `/avatars/NAME.svg`; there is one for every name."""
    wanted, dot, kind = name.removeprefix("/").rpartition(".")
    if not dot or kind != "svg" or not 1 <= len(wanted) <= LONGEST:
        raise Problem(404, "not_found", f"Avatars are at /avatars/NAME.svg, for names up to {LONGEST_NAME} characters.")
    return Response(avatar(wanted), headers={"Cache-Control": f"public, max-age={A_DAY}"})


HANDLERS = (picture,)

"""Cuts the two fonts down to what the page shows: fewer weights and letters, for half of a first load was fonts."""

import shutil
from io import BytesIO
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

FONTS = ("fraunces", "inter")
WEIGHTS = (400, 700)
LETTERS = (
    *range(0x20, 0x7F), *range(0xA0, 0x100), 0x2013, 0x2014, *range(0x2018, 0x201B), *range(0x201C, 0x201F),
    0x2022, 0x2026, 0x2212,
)  # fmt: skip
"""As fonts.css says which letters to look for here."""
FEATURES = ["ccmp", "kern", "lnum", "locl", "mark", "mkmk", "tnum"]


def cut(packages: Path, folder: Path) -> None:
    """From the packages as npm has installed them."""
    folder.mkdir(exist_ok=True)
    for name in FONTS:
        whole = packages / "@fontsource-variable" / name / "files" / f"{name}-latin-wght-normal.woff2"
        lighter = BytesIO()
        instantiateVariableFont(TTFont(whole), {"wght": WEIGHTS}).save(lighter)
        font = TTFont(lighter)
        subsetter = Subsetter(Options(layout_features=FEATURES))
        subsetter.populate(unicodes=LETTERS)
        subsetter.subset(font)
        font.flavor = "woff2"
        font.save(folder / f"{name}.woff2")
        shutil.copy(packages / "@fontsource-variable" / name / "LICENSE", folder / f"{name}-licence.txt")

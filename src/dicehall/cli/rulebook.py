"""Where the rule pages are: in `docs/rules` of a checkout, inside the package of a wheel."""

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from dicehall.rules.listing import Listing

CHECKOUT = Path(__file__).parents[3] / "docs" / "rules"


def rules_page(listing: Listing) -> str:
    folder: Traversable = files("dicehall.cli") / "rulebook"
    if not folder.is_dir():
        folder = CHECKOUT
    page = folder / f"{listing.name}.md"
    return page.read_text(encoding="utf-8") if page.is_file() else f"# {listing.title}\n\n{listing.sentence}\n"

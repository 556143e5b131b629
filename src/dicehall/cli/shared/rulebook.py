"""Where the rule pages and rulings are: in `docs` of a checkout, inside the package of a wheel."""

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from dicehall.rules.listing import Listing

CHECKOUT = Path(__file__).parents[4] / "docs"


def rules_page(listing: Listing) -> str:
    return _read("rules", listing) or f"# {listing.title}\n\n{listing.sentence}\n"


def chapter(listing: Listing) -> tuple[str, str]:
    """All that is written about playing a game: its rules, and its rulings where there are any."""
    return rules_page(listing), _read("rulings", listing)


def _read(folder: str, listing: Listing) -> str:
    """Empty where nothing is written."""
    page = _book() / folder / f"{listing.name}.md"
    return page.read_text(encoding="utf-8") if page.is_file() else ""


def _book() -> Traversable:
    packed = files("dicehall.cli") / "rulebook"
    return packed if packed.is_dir() else CHECKOUT

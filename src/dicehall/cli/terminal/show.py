"""Lists and pages printed to the terminal."""

import os
from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markdown import Markdown
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from dicehall.narrate import Narrator
from dicehall.rules.listing import Listing, Preset, plain


def show_games(games: Sequence[Listing]) -> None:
    table = Table(box=SIMPLE_HEAD)
    table.add_column("game", style="bold", no_wrap=True)
    table.add_column("players", no_wrap=True)
    table.add_column("minutes", justify="right")
    table.add_column("what it is")
    for game in games:
        table.add_row(game.name, f"{game.seats[0]}-{game.seats[1]}", str(game.minutes), game.sentence)
    Console().print(table)


def show_game(game: Listing) -> None:
    console = Console(highlight=False)
    narrator = Narrator(game.name, ())
    console.print(f"[bold]{game.title}[/bold] ({game.name}), {game.seats[0]} to {game.seats[1]} players")
    console.print(f"{game.sentence}\n")
    console.print("Options, the default first; change one with --set option=value:")
    for choice in game.choices():
        words = choice.values and ".." not in choice.allowed
        allowed = choice.allowed if words else f"{plain(choice.default)} ({choice.allowed})"
        console.print(f"  [bold]{choice.name}[/bold] = {escape(allowed)}")
        console.print(Padding(narrator.text(f"option-{choice.name}"), (0, 6)))
    console.print()
    console.print("Presets: " + ", ".join(map(preset_title, game.presets)))
    console.print(f"Play it: dicehall play {game.name}    Its rules: dicehall rules {game.name}")


def preset_title(preset: Preset) -> str:
    clock = f" (a clock of {preset.clock} seconds, where the table has clocks)" if preset.clock else ""
    return preset.title + clock


def show_markdown(text: str) -> None:
    """Rendered for a person, as it is written for a pipe."""
    console = Console()
    if console.is_terminal:
        os.environ.setdefault("LESS", "-RFX")  # colours, no pager for a page that fits, and the page stays in sight
        with console.pager(styles=not console.no_color):
            console.print(Markdown(text))
    else:
        print(text, end="")

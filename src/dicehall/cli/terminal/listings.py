"""The games, one game, and its rules, printed."""

from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from dicehall.bots import levels_of
from dicehall.cli.shared.lists import show_paged
from dicehall.cli.shared.words import say
from dicehall.narrate import Narrator
from dicehall.rules.listing import Listing, Preset, plain


def show_games(games: Sequence[Listing]) -> None:
    table = Table(box=SIMPLE_HEAD)
    table.add_column(say("column-game"), style="bold", no_wrap=True)
    table.add_column(say("column-players"), no_wrap=True)
    table.add_column(say("column-minutes"), justify="right")
    table.add_column(say("column-about"))
    for game in games:
        table.add_row(game.name, f"{game.seats[0]}-{game.seats[1]}", str(game.minutes), game.sentence)
    Console().print(table)


def show_game(game: Listing) -> None:
    console = Console(highlight=False)
    narrator = Narrator(game.name, ())
    fewest, most = game.seats
    console.print(f"[bold]{game.title}[/bold] ({game.name}), {say('players-range', fewest=fewest, most=most)}")
    console.print(f"{game.sentence}\n")
    console.print(say("game-options"))
    for choice in game.choices():
        words = choice.values and ".." not in choice.allowed
        allowed = choice.allowed if words else f"{plain(choice.default)} ({choice.allowed})"
        console.print(f"  [bold]{choice.name}[/bold] = {escape(allowed)}")
        console.print(Padding(narrator.text(f"option-{choice.name}"), (0, 6)))
    console.print()
    console.print(say("game-presets", presets=", ".join(map(preset_title, game.presets))))
    if levels := levels_of(game.name):
        console.print(say("game-bots", levels=", ".join(levels)))
    console.print(say("game-play", name=game.name))


def preset_title(preset: Preset) -> str:
    return say("preset-clock", title=preset.title, seconds=preset.clock) if preset.clock else preset.title


def show_markdown(text: str) -> None:
    """Rendered for a person, unchanged for a pipe."""
    console = Console()
    if console.is_terminal:
        from rich.markdown import Markdown

        show_paged(console, Markdown(text))
    else:
        print(text, end="")

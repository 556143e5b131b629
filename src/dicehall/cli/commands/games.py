"""`dicehall games` and `dicehall rules`."""

from typing import Annotated

import typer

from dicehall.cli.commands.app import GameName, app, examples
from dicehall.cli.shared.games import find_game
from dicehall.rules.catalog import GAMES


@app.command(epilog=examples("dicehall games", "dicehall games bluff"))
def games(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Show more about this game")] = None,
) -> None:
    """List the games, or one game's options and presets."""
    from dicehall.cli.terminal.listings import show_game, show_games

    if game is None:
        show_games(GAMES)
    else:
        show_game(find_game(game))


@app.command(epilog=examples("dicehall rules three_dice"))
def rules(game: GameName) -> None:
    """Print the rules of a game."""
    from dicehall.cli.shared.rulebook import rules_page
    from dicehall.cli.terminal.listings import show_markdown

    show_markdown(rules_page(find_game(game)))

"""`dicehall predictors`: the board of the best predictors of a hall."""

from dicehall.cli.commands.app import Hall, Json, app, examples
from dicehall.cli.shared.addresses import HALL
from dicehall.cli.shared.lists import show_list


@app.command(epilog=examples("dicehall predictors", "dicehall predictors --json", "dicehall account predictions"))
def predictors(hall: Hall = HALL, json: Json = False) -> None:
    """List the best predictors of a hall, by how good the chances were that they gave."""
    import msgspec

    from dicehall.cli.terminal.predictions import ask_board, nobody_yet, rows

    board = ask_board(hall)
    if json:
        print(msgspec.json.encode(board).decode())
    else:
        show_list(("rank", "name", "score", "predictions"), rows(board), nobody_yet(board))

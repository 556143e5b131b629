"""`dicehall tournament change`: what will be played, as long as it has not started."""

from typing import Annotated, Any, Final

import msgspec
import typer

from dicehall.cli.client.hosting import act
from dicehall.cli.client.tournament import ClientTournament
from dicehall.cli.commands.app import Hall, Options, PresetName, examples, given_options
from dicehall.cli.commands.tournament import (
    FORMATS,
    As,
    Code,
    FormatName,
    as_checked,
    say,
    team_scoring,
    the_format,
    tournament,
)
from dicehall.cli.shared.addresses import HALL
from dicehall.cli.shared.errors import Refused
from dicehall.cli.shared.games import find_game
from dicehall.cli.shared.moments import moment_of
from dicehall.evenings.core import commands
from dicehall.evenings.core.setting import AnyFormat, Setting

WHEN_FULL: Final = "full"
NO_TEAMS: Final = "no"
Number = Annotated[int | None, typer.Option(metavar="N", help="As in `create`.")]


@tournament.command(
    epilog=examples(
        "dicehall tournament change CUPRAMI --rounds 7 --start 20:45",
        "dicehall tournament change CUPRAMI --format knock-out --advance 2",
        "dicehall tournament change CUPRAMI --start full --no-bots",
    )
)
def change(
    code: Code,
    title: Annotated[str | None, typer.Option(metavar="TITLE", help="What it is called.")] = None,
    game: Annotated[str | None, typer.Option(metavar="GAME", help="What is played, with its usual options.")] = None,
    format: Annotated[
        FormatName | None, typer.Option(metavar="FORMAT", help="swiss, knock-out, arena or series.")
    ] = None,
    rounds: Number = None,
    last: Number = None,
    advance: Number = None,
    minutes: Number = None,
    games: Number = None,
    preset: PresetName = None,
    settings: Options = None,
    seats: Number = None,
    least: Number = None,
    most: Number = None,
    start_at: Annotated[
        str | None, typer.Option("--start", metavar="TIME", help="As in `create`; `full`: when it is full.")
    ] = None,
    clock: Annotated[int | None, typer.Option(min=15, max=600, metavar="SECONDS", help="The time to answer.")] = None,
    between: Annotated[
        int | None, typer.Option(min=0, max=3600, metavar="SECONDS", help="From a round to the next pairing.")
    ] = None,
    open: Annotated[bool | None, typer.Option("--open/--by-link", help="Whether everyone may enter.")] = None,
    bots: Annotated[bool | None, typer.Option("--bots/--no-bots", help="Whether bots may enter.")] = None,
    duplicate: Annotated[
        bool | None, typer.Option("--duplicate/--no-duplicate", help="Whether tables have the same dice.")
    ] = None,
    teams: Annotated[
        str | None, typer.Option(metavar="sum|N|no", help="How teams are scored: all members, the best N, or not.")
    ] = None,
    predictions: Annotated[
        bool | None, typer.Option("--predictions/--no-predictions", help="Whether spectators predict who wins.")
    ] = None,
    who: As = None,
    hall: Hall = HALL,
) -> None:  # fmt: skip
    """Change what will be played, or how, before it starts. What you leave out stays as it is."""
    fields = {
        "title": title, "seats": seats, "least": least, "most": most, "clock": clock, "between": between, "open": open,
        "bots": bots, "duplicate": duplicate, "predictions": predictions,
    }  # fmt: skip
    chosen: dict[str, Any] = {name: value for name, value in fields.items() if value is not None}
    if start_at is not None:
        chosen["starts"] = None if start_at == WHEN_FULL else moment_of(start_at)
    if teams is not None:
        chosen["teams"] = None if teams == NO_TEAMS else team_scoring(teams)
    parameters = {"rounds": rounds, "last": last, "advance": advance, "minutes": minutes, "games": games}
    if not (chosen or game or format or preset or settings or any(each is not None for each in parameters.values())):
        raise Refused(say("change-nothing"))

    def command(cup: ClientTournament) -> commands.Configure:
        setting = with_game(cup.shown.setting, game, preset, settings) | chosen
        setting["format"] = changed_format(cup.shown.setting, format, int(setting["seats"]), parameters)
        return commands.Configure(as_checked(setting))

    act(hall, code, who, command)
    print(say("did-change"))


def with_game(setting: Setting, game: str | None, preset: str | None, settings: list[str] | None) -> dict[str, Any]:
    """Options of another game, or of a preset, take the place of those that were chosen; single ones are added."""
    listing = find_game(setting.game if game is None else game)
    kept = {} if preset is not None or listing.name != setting.game else setting.options
    options = {**kept, **given_options(listing, preset, settings)}
    as_it_is: dict[str, Any] = msgspec.to_builtins(setting)
    return as_it_is | {"game": listing.name, "options": options}


def changed_format(
    setting: Setting, name: FormatName | None, seats: int, parameters: dict[str, int | None]
) -> AnyFormat:  # fmt: skip
    """Parameters that are not given stay, where the format does."""
    now = next(each for each, kind in FORMATS.items() if isinstance(setting.format, kind))
    kept: dict[str, Any] = {}
    if name in (None, now):
        kept = {field: getattr(setting.format, field) for field in setting.format.__struct_fields__}
    return the_format(
        name or now, seats, **kept | {key: value for key, value in parameters.items() if value is not None}
    )

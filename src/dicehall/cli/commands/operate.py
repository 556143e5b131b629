"""`dicehall serve`, `backup`, `restore`, `move-in` and `doctor`: what the operator of a hall runs."""

from pathlib import Path
from typing import Annotated, Literal, TypeAlias

import typer

from dicehall.cli.commands.app import DATA, Data, OnDatabase, app, examples, the_extra
from dicehall.cli.shared.errors import refused
from dicehall.cli.shared.words import say

LogFormat: TypeAlias = Literal["text", "json"]
LogLevel: TypeAlias = Literal["debug", "info", "warning", "error"]
Key: TypeAlias = Annotated[
    Path | None, typer.Option("--key", metavar="FILE", help="The hall's key, if it is not in its data folder.")
]


@app.command(
    epilog=examples(
        "dicehall serve",
        "dicehall serve --host 0.0.0.0     # for everyone on your network",
        "dicehall serve --data ~/hall --public-url https://dice.example.org --port 8001",
        "dicehall serve --workers auto     # all cores of this machine",
        "dicehall serve --database postgresql://hall@db/hall --bus nats://bus --node one    # one of several machines",
    )
)
def serve(
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="Where to listen; 0.0.0.0 is everywhere.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, metavar="N", help="0 takes any free one.")] = 8000,
    data: Annotated[Path, typer.Option(metavar="DIR", help="The data folder; created if missing.")] = DATA,
    public_url: Annotated[
        str | None, typer.Option(metavar="URL", help="How people reach the hall, if not at its own address.")
    ] = None,
    reset_on_start: Annotated[
        bool, typer.Option("--reset-on-start", metavar="", help="End running games without a result.")
    ] = False,
    fast: Annotated[bool, typer.Option("--fast", metavar="", help="Bots move at once.")] = False,
    no_predictions: Annotated[
        bool, typer.Option("--no-predictions", metavar="", help="Spectators cannot predict who wins.")
    ] = False,
    limit: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=NUMBER", help="Change a limit; may be repeated. See docs/limits.md"),
    ] = None,
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="A proxy in front of the hall, whose X-Forwarded-For is trusted."),
    ] = None,
    key: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The hall's key, if not hall.key in the data folder.")
    ] = None,
    metrics: Annotated[
        str | None, typer.Option(metavar="HOST:PORT", help="Serve metrics for Prometheus there; otherwise nowhere.")
    ] = None,
    workers: Annotated[
        str, typer.Option(metavar="N|auto", help="Processes: above 1, others hold the sockets. auto: one per core.")
    ] = "1",
    database: Annotated[
        str | None, typer.Option(metavar="URL", help="A PostgreSQL that several machines share; needs --bus.")
    ] = None,
    bus: Annotated[str | None, typer.Option(metavar="URL", help="The NATS between those machines.")] = None,
    node: Annotated[str | None, typer.Option(metavar="NAME", help="This machine's own name among them.")] = None,
    log_format: Annotated[LogFormat, typer.Option(metavar="text|json", help="Format of the log.")] = "text",
    log_level: Annotated[
        LogLevel | None, typer.Option(metavar="debug|info|warning|error", help="How much to log.")
    ] = None,
) -> None:
    """Open a hall: friends play in it over the network, with bots and spectators."""
    from dicehall.cli.operate.serve import checked_workers
    from dicehall.cli.operate.serve import serve as open_hall
    from dicehall.server.bounds.addresses import Proxies
    from dicehall.server.bounds.limits import Limits, allow_files
    from dicehall.server.bounds.visitors import Visitors
    from dicehall.server.watch import logs
    from dicehall.table.live.bots import PAUSE

    logs.set_up(log_format, log_level)
    visitors = Visitors(Limits.read(limit or ()).fitting(allow_files()), Proxies.read(trusted_proxy or ()))
    pace = 0.0 if fast else PAUSE
    if database is not None:
        if reset_on_start:
            raise refused("database-or-not", option="--reset-on-start")
        with the_extra():
            from dicehall.cli.operate.node import checked_place, serve_node
        place = checked_place(database, bus, node)
        serve_node(
            host, port, data, public_url, visitors, place, pace=pace, key=key, metrics=metrics,
            workers=checked_workers(workers), predictions=not no_predictions,
        )  # fmt: skip
        return
    if bus is not None or node is not None:
        raise refused("bus-alone")
    open_hall(
        host, port, data, public_url, visitors, reset=reset_on_start, pace=pace, key=key, metrics=metrics,
        workers=checked_workers(workers), predictions=not no_predictions,
    )  # fmt: skip


@app.command(
    epilog=examples(
        "dicehall backup friday.zip",
        "dicehall backup /srv/backups --data ~/hall    # a folder",
        "dicehall backup friday.zip --database postgresql://hall@db/hall --key hall.key    # several machines",
    )
)
def backup(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A new file, or a folder: then the file is named after the time")
    ],
    data: Data = DATA,
    key: Key = None,
    with_key: Annotated[
        bool, typer.Option("--with-key", metavar="", help="Include the key with which the hall signs.")
    ] = False,
    database: OnDatabase = None,
) -> None:
    """Copy a hall into one file, even while it runs."""
    from dicehall.cli.operate.progress import BYTES, bars, readable
    from dicehall.store.files.backup import back_up

    is_signed = True
    with bars(*BYTES) as progress:
        if database is None:
            made, manifest = back_up(data, file, progress, key, with_key=with_key)
        else:
            with the_extra():
                from dicehall.cli.operate.database_keeping import back_up_database
                from dicehall.cli.operate.node import checked_database
            made, manifest, is_signed = back_up_database(
                checked_database(database), file, progress, data, key, with_key=with_key
            )
    size = made.stat().st_size
    print(say("backup-made", file=str(made), time=str(manifest.made), size=readable(size)))
    print(say("backup-secret"))
    print(say("backup-with-key" if with_key else "backup-without-key"))
    if not is_signed:
        print(say("backup-unsigned"))


@app.command(
    epilog=examples(
        "dicehall restore friday.zip --data ~/hall",
        "dicehall restore friday.zip --replace",
        "dicehall restore friday.zip --database postgresql://hall@db/empty --key hall.key    # for several machines",
    )
)
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that `dicehall backup` wrote")],
    data: Data = DATA,
    replace: Annotated[
        bool, typer.Option("--replace", metavar="", help="Move the present data folder aside first.")
    ] = False,
    trust: Annotated[
        bool, typer.Option("--trust", metavar="", help="Take a backup that this hall has not signed.")
    ] = False,
    key: Key = None,
    database: OnDatabase = None,
) -> None:
    """Restore a backup; the hall must not be running. With --database, into an empty one."""
    if database is not None:
        if replace:
            raise refused("restore-replace-database")
        restore_into(database, file, data, key, trust=trust)
        return
    from dicehall.cli.operate.progress import BYTES, bars
    from dicehall.store.files.backup_reading import open_backup
    from dicehall.store.files.folder import KEY
    from dicehall.store.restore import restore as put_back

    with open_backup(file) as (_, manifest):
        pass
    with bars(*BYTES) as progress:
        aside = put_back(file, data, replace=replace, trust=trust, key=key, progress=progress)
    print(say("restore-done", data=str(data), time=str(manifest.made)))
    print(say("restore-games"))
    if any(part.name == KEY for part in manifest.parts):
        print(say("restore-key"))
    elif key is None and not (data / KEY).is_file():
        print(say("restore-new-key"))
    if aside is not None:
        print(say("restore-aside", folder=str(aside)))


def restore_into(database: str, file: Path, data: Path, key: Path | None, *, trust: bool) -> None:
    from dicehall.cli.operate.progress import BYTES, bars
    from dicehall.store.files.backup_reading import open_backup

    with the_extra():
        from dicehall.cli.operate.node import checked_database
        from dicehall.store.restore_database import restore_database

    url = checked_database(database)
    with open_backup(file) as (_, manifest):
        pass
    with bars(*BYTES) as progress:
        found = restore_database(file, url, data, trust=trust, key=key, progress=progress)
    print(say("restore-done-database", time=str(manifest.made)))
    print(say("restore-games"))
    print(say("restore-made-key" if found.is_new else "restore-needs-key", key=str(found.path)))


@app.command(epilog=examples("dicehall move-in ~/hall postgresql://dicehall@db.example.org/hall"))
def move_in(
    data: Annotated[Path, typer.Argument(metavar="DATA", help="The data folder of a hall")],
    database: Annotated[str, typer.Argument(metavar="URL", help="An empty database of PostgreSQL")],
) -> None:
    """Move a hall into PostgreSQL, for several machines; the hall must not be running."""
    with the_extra():
        from dicehall.store.postgres.move_in import move_in as move

    print(say("moved-in", data=str(data), rows=move(data, database)))


@app.command(
    epilog=examples(
        "dicehall doctor",
        "dicehall doctor --data ~/hall --url https://dice.example.org",
        "dicehall doctor --database postgresql://hall@db/hall --bus nats://bus    # a hall on several machines",
    )
)
def doctor(
    data: Data = DATA,
    url: Annotated[str | None, typer.Option(metavar="URL", help="Public address to check as well.")] = None,
    database: Annotated[
        str | None, typer.Option(metavar="URL", help="Check a hall on several machines: as given to `dicehall serve`.")
    ] = None,
    bus: Annotated[
        str | None, typer.Option(metavar="URL", help="With --database: try the NATS between the machines as well.")
    ] = None,
    key: Annotated[
        Path | None, typer.Option(metavar="FILE", help="With --database: the hall's key, if not in the data folder.")
    ] = None,
    seen: Annotated[
        bool, typer.Option("--seen", metavar="", help="You know what the journal has lost: do not tell again.")
    ] = False,
) -> None:
    """Check a hall and its machine, running or not, and say what to do. Nothing is changed, except by --seen."""
    from dicehall.cli.operate.doctor import doctor as examine

    if database is None:
        if key is not None:
            raise refused("doctor-key")
        if bus is not None:
            raise refused("doctor-bus")
        code = examine(data, url, seen=seen)
    else:
        with the_extra():
            from dicehall.cli.operate.database_doctor import doctor_database
            from dicehall.cli.operate.node import checked_bus, checked_database
        tried = None if bus is None else checked_bus(bus)
        code = doctor_database(checked_database(database), data, key, url, bus=tried, seen=seen)
    if code:
        raise typer.Exit(code)

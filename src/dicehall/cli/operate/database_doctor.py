"""`dicehall doctor --database`: checks a hall on several machines from anywhere, while its nodes run."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from dicehall.cli.operate import database_check as checks
from dicehall.cli.operate.bus_check import check_bus
from dicehall.cli.operate.checks import Finding, Mark, bad
from dicehall.cli.operate.doctor import check_address, check_program, tell
from dicehall.cli.operate.progress import bars
from dicehall.cli.shared.words import say
from dicehall.ports import JournalError
from dicehall.store.files.folder import KEY
from dicehall.store.postgres.examination import Examination, see_setbacks


def doctor_database(
    database: str, data: Path, key: Path | None, url: str | None, *, bus: str | None = None, seen: bool = False
) -> int:
    """The exit code, as that of `doctor`."""
    return tell(examine(database, data, key, url, bus), partial(see_setbacks, database) if seen else None)


def examine(database: str, data: Path, key: Path | None, url: str | None, bus: str | None) -> Iterator[Finding]:
    yield from check_program()
    yield from examine_database(database, data, key)
    yield check_bus(bus)
    yield from check_address(url)


def examine_database(database: str, data: Path, key: Path | None) -> Iterator[Finding]:
    try:
        opened = Examination(database)
    except JournalError as error:
        yield bad("database", "database-unreachable", why=str(error))
        return
    with opened as hall:
        try:
            yield from checks.check_server(hall.server())
            schemas = list(checks.check_schemas(hall))
            yield from schemas
            if all(finding.mark is Mark.GOOD for finding in schemas):
                yield from examine_hall(hall, data, key)
        except JournalError as error:
            yield bad("database", "database-lost", why=str(error))


def examine_hall(hall: Examination, data: Path, key: Path | None) -> Iterator[Finding]:
    yield from checks.check_nodes(hall)
    with bars() as progress:
        found = list(checks.check_all_tables(hall, partial(progress, say("progress-tables"))))
        found.append(checks.check_public_log(hall, partial(progress, say("progress-log"))))
    yield from found
    yield from checks.check_hall_key(hall, key or data / KEY, is_given=key is not None)
    yield checks.check_counted(hall)
    yield from checks.check_setbacks(hall)

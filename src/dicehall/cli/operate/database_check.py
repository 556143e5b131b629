"""What `dicehall doctor --database` checks: the server, its schemas, nodes, tables, logs and people."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from dicehall.cli.operate.checks import (
    Finding,
    Progress,
    bad,
    check_tables,
    compare_migration,
    compare_results,
    doubtful,
    good,
)
from dicehall.cli.operate.key_check import check_key_file
from dicehall.cli.shared.words import say, together
from dicehall.ports.codes import tables_of
from dicehall.rules.log_check import BadLine, LogCheck
from dicehall.store.files.hall_key import is_signed
from dicehall.store.files.upgrade import revisions
from dicehall.store.postgres.connection import JOURNAL
from dicehall.store.postgres.examination import Examination, Server
from dicehall.store.postgres.people_schema import PEOPLE
from dicehall.store.postgres.schema import EDITION, OLDEST
from dicehall.table.live.setbacks import said

PATIENCE = 10.0
"""Seconds: longer than any takeover, or the results of an evening, should take."""
LOOK_AGAIN: Final = 0.2
SAFE: Final = {"on", "remote_apply"}
"""Values of `synchronous_commit` with which a commit is on the disks that it should be on."""


def living(hall: Examination) -> list[str]:
    return [node.name for node in hall.nodes() if node.is_alive]


def soon(hall: Examination, is_so: Callable[[], bool]) -> bool:
    """What nodes are about to do is no fault, nor what the last of them leaves undone when it closes meanwhile."""
    end = time.monotonic() + PATIENCE
    while not is_so() and living(hall):
        if time.monotonic() > end:
            return False
        time.sleep(LOOK_AGAIN)
    return True


# The server


def check_server(server: Server) -> Iterator[Finding]:
    version = str(server.version)
    if server.version < OLDEST:
        yield bad("database", "database-old", version=version, oldest=str(OLDEST))
    else:
        yield good("database", "database-fine", database=server.database, version=version)
    if server.is_standby:
        yield bad("database", "database-standby")
    yield from check_durability(server.settings)


def check_durability(settings: dict[str, str]) -> Iterator[Finding]:
    unsafe = [name for name in ("fsync", "full_page_writes") if settings[name] != "on"]
    for name in unsafe:
        yield doubtful("durability", "durability-disk", name=name)
    if (found := settings["synchronous_commit"]) not in SAFE:
        yield doubtful("durability", "durability-commit", found=found)
    elif not unsafe:
        yield good("durability", "durability-fine")
    if names := settings["synchronous_standby_names"]:
        yield good("durability", "standbys-wait", names=names)
    else:
        yield good("durability", "standbys-none")


def check_schemas(hall: Examination) -> Iterator[Finding]:
    """Nothing bad if the rest can be read."""
    if hall.is_empty():
        yield bad("database", "database-empty")
    elif not hall.has_table(JOURNAL, "edition"):
        yield bad("journal", "database-of-others", schema=JOURNAL)
    elif (edition := hall.edition()) != EDITION:
        yield bad("journal", "journal-newer", theirs=str(edition), ours=str(EDITION))
    elif not hall.has_table(PEOPLE, "alembic_version"):
        yield bad("people", "database-of-others", schema=PEOPLE)
    elif (migration := hall.migration()) != revisions()[-1]:
        yield compare_migration(migration, say("database-people"))
    elif missing := hall.missing():
        yield bad("database", "database-lacks", tables=together(missing))
    else:
        yield good("journal", "database-journal", format=str(EDITION))
        yield good("people", "database-people-fine", migration=migration)


# Nodes


def check_nodes(hall: Examination) -> Iterator[Finding]:
    before = hall.hall_time
    have_owners = soon(hall, lambda: not hall.ownerless())
    moves = soon(hall, lambda: hall.hall_time > before)
    if not (alive := living(hall)):
        yield good("nodes", "no-node-runs")
        return
    yield good("nodes", "nodes-run", nodes=together(alive))
    if have_owners:
        yield good("partitions", "partitions-fine")
    else:
        yield bad("partitions", "partitions-ownerless", count=hall.ownerless())
    if moves:
        yield good("hall-time", "hall-time-moves")
    else:
        yield bad("hall-time", "hall-time-stands", seconds=f"{PATIENCE:.0f}")


# Tables


def check_all_tables(hall: Examination, progress: Progress) -> Iterator[Finding]:
    yield from check_tables(hall, progress)
    for head in tables_of(hall.heads()):
        if not hall.has_sound_snapshot(head.table):
            yield doubtful("tables", "snapshot-damaged", code=head.table.upper())
    for table in hall.headless():
        yield bad("tables", "table-headless", code=table.upper())
    for table in hall.misplaced():
        yield bad("tables", "table-misplaced", code=table.upper())


# The public log


def check_public_log(hall: Examination, progress: Progress) -> Finding:
    """Each line is signed by the key of its time; which key that must be now, `check_hall_key` says."""
    log, last = LogCheck(is_signed), hall.last_logged()
    of = 0 if last is None else last.number
    try:
        for line in hall.public_log():
            log.take(line)
            progress(min(line.number, of), of)
    except BadLine as error:
        return bad("public-log", "public-log-broken", why=str(error))
    if log.count < of:
        return bad("public-log", "public-log-broken", why=say("public-log-short", count=log.count, last=of))
    return good("public-log", "public-log-fine", lines=log.count, head=log.head)


def check_hall_key(hall: Examination, key: Path, *, is_given: bool) -> Iterator[Finding]:
    last = hall.last_logged()
    signed_by = "" if last is None else last.key
    if key.exists() or is_given:
        yield from check_key_file(key, signed_by, other="key-of-another")
    elif signed_by:
        yield good("key", "key-untried", key=signed_by)


# Results and setbacks


def check_counted(hall: Examination) -> Finding:
    noted = hall.last_hall_log_row()
    if not soon(hall, lambda: hall.counted() >= noted):
        return doubtful("results", "results-stuck", counted=hall.counted(), noted=noted)
    counted = hall.counted()  # first: nodes may end games meanwhile
    return compare_results(counted, hall.last_hall_log_row())


def check_setbacks(hall: Examination) -> Iterator[Finding]:
    unseen = hall.unseen()
    for setback in unseen:
        yield bad("marks", "setback-unseen-here", said=said(setback))
    if not unseen:
        yield good("marks", "setbacks-none")

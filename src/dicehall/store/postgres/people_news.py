"""News of people from the database itself: whoever changes or deletes one, every machine hears who it was."""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

import asyncpg
from sqlalchemy import Connection as Transaction
from sqlalchemy import text

from dicehall.store.files.schema import sign_ins
from dicehall.store.postgres.connection import LOST, connect, reason

log = logging.getLogger("dicehall.store")

CHANNEL: Final = "people"
NAME: Final = "dicehall news"
"""Of the connection that listens, for whoever looks at the list of connections."""
LOOK_EVERY: Final = 1.0
"""Seconds after which the connection must have shown that it is alive."""
AGAIN: Final = 0.2
"""Seconds until the next try to connect."""

ARE_THERE: Final = text("SELECT to_regproc('tell_of_person') IS NOT NULL")
# Told when the change is committed, and never if it is not.
TRIGGERS: Final = (
    f"""
CREATE FUNCTION tell_of_person() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM pg_notify('{CHANNEL}', to_jsonb(OLD) ->> TG_ARGV[0]);
    RETURN NULL;
END $$
""",
    """
CREATE TRIGGER changed AFTER UPDATE OF name, kind, banned ON people FOR EACH ROW
WHEN ((OLD.name, OLD.kind, OLD.banned) IS DISTINCT FROM (NEW.name, NEW.kind, NEW.banned))
EXECUTE FUNCTION tell_of_person('id')
""",
    "CREATE TRIGGER deleted AFTER DELETE ON people FOR EACH ROW EXECUTE FUNCTION tell_of_person('id')",
    f"CREATE TRIGGER ended AFTER DELETE ON {sign_ins.name} FOR EACH ROW EXECUTE FUNCTION tell_of_person('person')",
)


def prepare_news(connection: Transaction) -> None:
    """Only where it is missing: it keeps writers waiting for a moment."""
    if not connection.execute(ARE_THERE).scalar_one():
        for each in TRIGGERS:
            connection.exec_driver_sql(each)


async def listen(url: str, heard: Callable[[str], None], missed: Callable[[], None]) -> None:
    """Until it is cancelled. `missed` is called when the connection is new: anything may have happened before."""
    while True:
        try:
            await _listen_once(url, heard, missed)
        except (*LOST, asyncpg.PostgresError) as error:
            log.warning("news of people are not heard for a moment: %s", reason(error))
        await asyncio.sleep(AGAIN)


async def _listen_once(url: str, heard: Callable[[str], None], missed: Callable[[], None]) -> None:
    connection = await connect(url, application_name=NAME)
    try:
        await connection.add_listener(CHANNEL, lambda _connection, _process, _channel, who: heard(str(who)))
        missed()
        while True:
            await asyncio.sleep(LOOK_EVERY)
            await connection.execute("SELECT 1")
    finally:
        connection.terminate()

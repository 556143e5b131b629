"""Both engines, until you press Ctrl-C: `python -m tests.engines`."""

import signal

from tests.engines.nats import Nats
from tests.engines.postgresql import PostgreSQL

if __name__ == "__main__":
    with PostgreSQL() as postgresql, Nats() as nats:
        print(postgresql.url(), nats.url, sep="\n", flush=True)
        signal.sigwait({signal.SIGINT, signal.SIGTERM})

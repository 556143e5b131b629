"""What an operator sees of two real nodes: on the page of `make cluster`, and with `dicehall nodes`."""

import asyncio
import re
from http import HTTPStatus
from pathlib import Path

import httpx

from tests.engines.nats import Nats
from tests.engines.nodes_page import NodesPage
from tests.engines.postgresql import PostgreSQL
from tests.kit.forked import run
from tests.server.kit import PATIENCE, in_a_loop
from tests.server.nodes.cluster import MOMENT, cluster, until_shared


@in_a_loop
async def test_the_page_shows_both_nodes_their_partitions_and_what_lags(
    postgresql: PostgreSQL, nats: Nats, tmp_path: Path
) -> None:
    database = postgresql.new_database()
    with NodesPage(database) as page:
        async with httpx.AsyncClient(base_url=page.url) as http:
            before = await http.get("/")
            assert before.status_code == HTTPStatus.SERVICE_UNAVAILABLE
            assert "no hall has ever been opened" in before.text
            assert (await http.get("/elsewhere")).status_code == HTTPStatus.NOT_FOUND
            with cluster(tmp_path, database, nats.url, "one", "other") as [_one, other]:
                await until_shared(database, "one", "other")
                shown = (await http.get("/")).text
                assert cells(shown) == {"one": 128, "other": 128}
                assert states(shown) == {"one": "alive", "other": "alive"}
                assert re.findall(r"renewed</dt><dd>[\d.]+ s ago", shown)
                assert "has no standbys" in shown
                other.kill()
                async with asyncio.timeout(PATIENCE):
                    while cells(shown) != {"one": 256} or states(shown) != {"one": "alive", "other": "gone"}:
                        await asyncio.sleep(MOMENT)
                        shown = (await http.get("/")).text
                told = await asyncio.to_thread(run, "nodes", "--database", database)
                assert re.search(r"one .* alive .* 256 .* s ago", told.stdout)
                assert re.search(r"other .* gone .* 0 ", told.stdout)
                assert "The database has no standbys." in told.stdout


def cells(page: str) -> dict[str, int]:
    """Of each owner."""
    owners = re.findall(r'title="partition \d+: (\w+)"', page)
    return {owner: owners.count(owner) for owner in owners}


def states(page: str) -> dict[str, str]:
    return {name: state for state, name in re.findall(r'<li class="(\w+)" id="(\w+)">', page)}

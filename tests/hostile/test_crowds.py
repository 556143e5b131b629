"""Crowds at a small size: each person keeps to their own limits, and together they do not close the hall."""

import httpx

from dicehall.server.bounds.addresses import Proxies
from dicehall.server.bounds.limits import Limits
from dicehall.server.bounds.visitors import Visitors
from tests.hostile.crowds import CONNECTIONS, REQUESTS, THREE, come_together, everyone_is_in, take_all_tables
from tests.kit.scale import scaled
from tests.server.bounds.clock import Clock
from tests.server.inside import inside
from tests.server.kit import come_in, guests, in_a_loop, refused

PASSWORD = "correct horse battery staple"
PROXIES = Proxies.read(["127.0.0.1"])


@in_a_loop
async def test_guests_of_three_addresses_do_not_close_the_hall() -> None:
    each, size = 3, scaled(12)
    limits = Limits(tables=60, tables_per_address=each, openings_per_address=1_000_000)
    async with inside(limits=limits, proxies=PROXIES) as hall:
        outcomes = await take_all_tables(hall.url, size, 10)
        assert outcomes == {"opened": each * len(THREE), "too_many": 10 * size - each * len(THREE)}
        honest = await come_in(hall.url, "Honest", address="198.51.100.7")
        code = await honest.open("peril")
        late = await come_in(hall.url, "Late", address=THREE[0])
        await late.join(code)  # whatever their neighbours did, they follow a link
        for person in (honest, late):
            await person.close()


@in_a_loop
async def test_when_guests_have_taken_all_they_can_people_with_accounts_still_open_tables() -> None:
    async with (
        inside(limits=Limits(tables=20)) as hall,
        guests(hall.url, "Ann", "Ben") as (ann, ben),
        httpx.AsyncClient(base_url=hall.url, verify=False) as http,
    ):
        codes = [await person.open("peril") for person in (ann, ben) for _ in range(9)]
        assert (await refused(ben.ask("open", game="peril"))).reason == "too_many"
        assert (await refused(ben.ask("quick", game="peril"))).reason == "too_many"
        await ben.join(codes[0])
        answer = await http.post("/api/accounts", json={"name": "Cleo", "password": PASSWORD})
        cleo = await come_in(hall.url, cookie=f"dicehall={answer.cookies['dicehall']}")
        await cleo.open("peril")
        await cleo.close()


@in_a_loop
async def test_a_class_behind_one_address_comes_in_all_at_once() -> None:
    async with inside(limits=Limits()) as hall:
        assert await come_together(hall.url, 10) == everyone_is_in(10)
    async with inside(limits=Limits(requests_per_address=1)) as hall:
        assert (await come_together(hall.url, 10))[429], "who is refused is noticed"


def test_a_hundred_browsers_behind_one_address_come_in_and_two_hundred_windows_stay() -> None:
    """All at once, which is more than in ten seconds; `crowds.py` tries it with real ones."""
    visitors, home = Visitors(now=Clock()), "192.0.2.1"
    for _ in range(100):
        for _ in range(CONNECTIONS):
            visitors.connect(home)
        for _ in range(REQUESTS + 2):
            visitors.admit_request(home)
        visitors.admit_guest(home)
    for _ in range(200):
        visitors.admit_socket(home)
        visitors.entered(home)

"""The limits as visitors of a running hall meet them: refused in words, by socket and by HTTP."""

from collections.abc import Iterator

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from dicehall.server.bounds.limits import Limits
from tests.kit import forked
from tests.server.inside import inside
from tests.server.kit import ROOMY, Client, RunningHall, come_in, guests, in_a_loop, known_to_all, refused

LIMITS = {
    "guests_per_address": 12,
    "accounts_per_address": 1,
    "tables_per_person": 2,
    "watchers_per_table": 1,
    "sockets_per_person": 2,
    "invitations_per_person": 1,
    "depth": 8,
    "unknown_codes_per_address": 20,
}


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    limits = tuple(f"{name}={number}" for name, number in LIMITS.items())
    with RunningHall(tmp_path_factory.mktemp("narrow"), "--fast", limits=limits) as hall:
        yield hall.url


@in_a_loop
async def test_tables_of_one_person(url: str) -> None:
    async with guests(url, "Ann") as (ann,):
        await ann.open("peril")
        await ann.open("peril")
        for refusal in (await refused(ann.ask("open", game="peril")), await refused(ann.ask("quick"))):
            assert refusal.reason == "too_many"
            assert str(refusal) == "At most 2 tables per person; close one, or leave it."


@in_a_loop
async def test_spectators_of_one_table(url: str) -> None:
    async with guests(url, "Ben", "Eve") as (ben, eve):
        codes = [await ben.open("peril"), await ben.open("peril")]
        nobody = await come_in(url)
        await nobody.ask("watch", table=codes[0])
        refusal = await refused(eve.ask("watch", table=codes[0]))
        assert str(refusal) == "At most 1 spectators at one table; someone has to leave first."
        again = await ben.again()
        await again.ask("watch", table=codes[0])
        await nobody.ask("unwatch", table=codes[0])
        await eve.ask("watch", table=codes[0])
        await eve.ask("watch", table=codes[0])
        for client in (nobody, again):
            await client.close()


@in_a_loop
async def test_sockets_of_one_person_are_refused_at_the_handshake(url: str) -> None:
    async with guests(url, "Cleo") as (cleo,):
        second = await cleo.again()
        await known_to_all(lambda: is_answered_with(url, cleo, 429))
        with pytest.raises(InvalidStatus) as error:
            await connect(f"ws{url.removeprefix('http')}/ws", additional_headers={"Cookie": cleo.cookie or ""})
        assert error.value.response.status_code == 429
        told = error.value.response.body.decode()
        assert told.startswith("At most 2 open sockets per person")
        async with httpx.AsyncClient(base_url=url, headers={"Cookie": cleo.cookie or ""}, verify=False) as page:
            answer = await page.get("/ws")  # as a page asks that was not told
            assert (answer.status_code, answer.json()["reason"]) == (429, "too_many")
            assert answer.json()["detail"] == told
            await second.close()
            await cleo.catch_up()
            await known_to_all(lambda: is_answered_with(url, cleo, 426))
            answer = await page.get("/ws")
            assert (answer.status_code, answer.json()["reason"]) == (426, "no_socket")


async def is_answered_with(url: str, person: Client, status: int) -> bool:
    """Whether both who ask for another socket of this person are, on connections of their own: nodes take turns."""
    answers = []
    for _ in range(2):
        async with httpx.AsyncClient(base_url=url, headers={"Cookie": person.cookie or ""}, verify=False) as page:
            answers.append((await page.get("/ws")).status_code)
    return answers == [status, status]


@in_a_loop
async def test_invitations_and_depth(url: str) -> None:
    async with guests(url, "Dora", "Emil") as (dora, emil):
        code = await dora.open("peril")
        await dora.do(code, "invite", who=emil.me)
        await dora.do(code, "uninvite", who=emil.me)
        assert (await refused(dora.do(code, "invite", who=emil.me))).reason == "too_fast"
        deep: list[object] = []
        for _ in range(8):
            deep = [deep]
        refusal = await refused(dora.ask("open", game="peril", options={"starting_lives": deep}))
        assert refusal.reason == "bad_message"
        assert "nested too deeply" in str(refusal)


@in_a_loop
async def test_codes_are_not_guessed_by_socket_or_http_and_people_at_a_table_play_on(url: str) -> None:
    """The last but one, for then nothing can be found any more."""
    async with guests(url, "Fred") as (fred,), httpx.AsyncClient(base_url=url) as http:
        code = await fred.open("peril")
        nobody = await come_in(url)
        reasons = [(await refused(nobody.ask("watch", table=f"xx{number}"))).reason for number in range(25)]
        assert reasons[:15] == ["no_table"] * 15
        assert reasons[-1] == "too_fast"
        assert (await refused(nobody.ask("watch", table=code))).reason == "too_fast"
        for guess in ("yyyy", code):
            assert (await http.get(f"/api/tables/{guess}")).status_code == 429
        await fred.do(code, "lock")
        await nobody.close()


@in_a_loop
async def test_guests_and_accounts_of_one_address_are_told_when_to_come_again(url: str) -> None:
    """The last, for then nobody can come in any more."""
    async with httpx.AsyncClient(base_url=url) as http:
        body = {"name": "Rita", "password": "long enough to be one"}
        assert (await http.post("/api/accounts", json=body)).status_code == 201
        http.cookies.clear()
        answers = [await http.post("/api/accounts", json={**body, "name": "Rosa"})]
        for _ in range(LIMITS["guests_per_address"] + 1):
            answer = await http.post("/api/guests", json={"name": "Guest"})
            http.cookies.clear()
        answers.append(answer)
        for answer in answers:
            assert answer.status_code == 429
            assert int(answer.headers["Retry-After"]) > 1
            assert answer.json()["reason"] == "too_fast"
            assert "from your address; wait" in answer.json()["detail"]


@pytest.mark.parametrize(
    ("argument", "words"),
    [
        (
            "--limit=sockets_per_adress=5",
            ("sockets_per_adress=5", "such as sockets_per_address=500", "names: messages_per_second"),
        ),
        ("--limit=sockets=none", ("sockets", "whole number")),
        ("--trusted-proxy=proxy.example", ("proxy.example", "10.0.0.0/8")),
    ],
)
def test_a_host_who_mistypes_is_told_what_there_is(
    argument: str, words: tuple[str, ...], tmp_path_factory: pytest.TempPathFactory
) -> None:
    done = forked.run("serve", "--data", str(tmp_path_factory.mktemp("none")), "--port", "0", argument)
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
    said = "".join((done.stdout + done.stderr).split())
    assert all(word.replace(" ", "") in said for word in words)


@in_a_loop
async def test_a_player_who_comes_back_is_let_in_whatever_is_guessed_from_the_same_address() -> None:
    limits = Limits.read((*ROOMY, "unknown_codes_per_address=2"))
    async with inside(limits=limits) as hall, guests(hall.url, "Ann", "Ben", "Eve") as (ann, ben, eve):
        code = await ann.open("peril")
        await ben.join(code)
        for _ in range(2):
            assert (await refused(eve.ask("watch", table="zzzz"))).reason == "no_table"
        for person in (ann, ben):
            again = await person.again()
            await again.ask("watch", table=code)
            await again.close()
        assert (await refused(eve.ask("watch", table=code))).reason == "too_fast"


@in_a_loop
async def test_to_stop_watching_what_is_not_watched_is_no_guess() -> None:
    limits = Limits.read((*ROOMY, "unknown_codes_per_address=2"))
    async with inside(limits=limits) as hall, guests(hall.url, "Ann", "Eve") as (ann, eve):
        code = await ann.open("peril")
        for table in ("zzzz", "zzzz", "zzzz", code):
            await eve.ask("unwatch", table=table)
        await eve.ask("watch", table=code)

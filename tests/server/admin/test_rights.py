"""The table of rights, cell by cell: every command, message and address, tried by everybody over real connections."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple, get_args

import httpx
import pytest
from websockets.asyncio.client import connect

from dicehall.ports import Kind, Scope, hall_log
from dicehall.ports.hall_log import TableManaged
from dicehall.server.app.http import http_app
from dicehall.server.bounds.limits import Limits
from dicehall.server.bounds.rights import MESSAGES as MESSAGE_RIGHTS
from dicehall.server.bounds.rights import REFUSALS, ROUTES
from dicehall.server.live.client_messages import ClientMessage
from dicehall.server.web.guard import routes_of
from dicehall.table.core.access import HOSTS, RIGHTS, Role
from dicehall.table.core.commands import Request
from tests.server.inside import Inside, inside
from tests.server.kit import ROOMY, Client, Refused, come_in, in_a_loop

ROLES = {
    "host": Role.HOST | Role.PLAYER | Role.ACCOUNT,
    "player": Role.PLAYER | Role.ACCOUNT,
    "spectator": Role.SPECTATOR | Role.ACCOUNT,
    "account": Role.ACCOUNT,
    "guest": Role.GUEST,
    "nobody": Role.NOBODY,
    "administrator": Role.ADMINISTRATOR,
}
NAMES = {"host": "Olga", "player": "Paul", "spectator": "Sven", "account": "Alma", "administrator": "Andy"}
MANY_TABLES = Limits.read((*ROOMY, "watches_per_socket=1000000"))
BARRED = frozenset(reason for reason, _ in REFUSALS.values())

COMMANDS = sorted(str(kind.__struct_config__.tag) for part in get_args(Request) for kind in get_args(part) or (part,))
MESSAGES = sorted(str(kind.__struct_config__.tag) for kind in get_args(ClientMessage))
ADDRESSES = sorted(ROUTES)
READING = [row for row in ADDRESSES if row.startswith("GET ")]
CHANGING = [row for row in ADDRESSES if row not in READING]
AT_A_TABLE = frozenset(("act", "say", "react", "odds", "predict", "watch", "unwatch"))

FIELDS: dict[str, dict[str, Any]] = {
    "move": {"moves": [{"type": "pick", "number": 1}]},
    "remove_bot": {"who": "bot:Fox"},
    "invite": {"who": "Gus"},
    "uninvite": {"who": "p-gus"},
    "kick": {"who": "p-paul"},
    "readmit": {"who": "p-paul"},
    "let_in": {"who": "p-paul"},
    "transfer": {"who": "p-paul"},
    "team_of": {"who": "bot:Fox"},
    "mute": {"who": "p-paul"},
    "unmute": {"who": "p-paul"},
    "help": {"seat": 0},
    "predict": {"seat": 0, "chips": 1, "chance": 50},
    "configure": {"setting": {"game": "peril", "seats": 4}},
    "open": {"game": "peril"},
    "act": {"do": {"type": "sit"}},
    "say": {"text": "Hello"},
    "react": {"reaction": "wow"},
    "create_tournament": {"setting": {"title": "Friday", "game": "peril", "seats": 4}},
    "act_in": {"tournament": "cupnone", "do": {"type": "enter"}},
    "follow": {"tournament": "cupnone"},
    "unfollow": {"tournament": "cupnone"},
}
BODIES: dict[str, dict[str, Any]] = {
    "POST /api/guests": {"name": "Newt"},
    "POST /api/accounts": {"name": "Newton", "password": "correct horse"},
    "POST /api/sessions": {"name": "Alma", "password": "wrong horse"},
    "POST /api/claim": {"secret": "unknown", "name": "Claire", "password": "correct horse"},
    "PATCH /api/me": {"name": "Newly"},
    "POST /api/nights": {"title": "Friday", "game": "peril", "seats": 4},
    "PUT /api/nights/{key:str}": {"title": "Friday", "game": "peril", "seats": 4},
    "PUT /api/me/password": {"old": "wrong horse", "new": "correct horse"},
    "POST /api/me/tokens": {"label": "bot", "scope": "play"},
    "PATCH /api/admin/people/{person:str}": {"name": "Renamed"},
    "POST /api/admin/bans": {"who": "Zed", "reason": "noise"},
    "POST /api/admin/reset": {"what": "leaderboard", "confirm": "leaderboard"},
}


class Company(NamedTuple):
    hall: Inside
    people: dict[str, Client]

    async def table(self) -> str:
        """A new one: the host and the player sit, the spectator watches."""
        code = await self.people["host"].open("peril", bots=["normal"])
        await self.people["player"].join(code, ready=False)
        await self.people["spectator"].ask("watch", table=code)
        return code

    async def program(self, role: str, scope: Scope) -> Client:
        """One that comes in with a token of someone."""
        token = await self.hall.parts.accounts.issue_token(self.people[role].me, "program", scope)
        headers = {"Authorization": f"Bearer dh_{token}"}
        socket = await connect(f"ws{self.hall.url.removeprefix('http')}/ws", additional_headers=headers)
        return Client(self.hall.url, socket, None)


@asynccontextmanager
async def company(hall: Inside, number: str = "") -> AsyncIterator[Company]:
    """One of each; of another number, they are others."""
    people: dict[str, Client] = {}
    for role, name in NAMES.items():
        person, token = await hall.parts.people.welcome(f"{name}{number}")
        await hall.parts.accounts.register(person.id, f"{name}{number}", None)
        kind: Kind = "administrator" if role == "administrator" else "account"
        await hall.parts.accounts.appoint(person.id, kind)
        people[role] = await come_in(hall.url, cookie=f"dicehall={token}")
    people["guest"] = await come_in(hall.url, f"Gus{number}")
    people["nobody"] = await come_in(hall.url)
    yield Company(hall, people)
    for client in people.values():
        await client.close()


@asynccontextmanager
async def hall_and_company() -> AsyncIterator[Company]:
    async with inside(limits=MANY_TABLES) as hall, company(hall) as all:
        yield all


def test_every_command_message_and_address_has_its_row() -> None:
    assert sorted(RIGHTS) == sorted([*COMMANDS, "open"])
    assert sorted(MESSAGE_RIGHTS) == MESSAGES


@in_a_loop
async def test_the_addresses_of_the_table_are_those_of_the_hall() -> None:
    async with inside() as hall:
        assert sorted(routes_of(http_app(hall.parts)).values()) == ADDRESSES


@in_a_loop
async def test_a_command_is_for_those_whom_the_table_names() -> None:
    wrong: dict[tuple[str, str], str | None] = {}
    async with hall_and_company() as all:
        for command in COMMANDS:
            for role, client in all.people.items():
                code = await all.table()
                reason = await reason_of(client, "act", table=code, do={"type": command, **FIELDS.get(command, {})})
                if (reason not in BARRED) is not bool(RIGHTS[command] & ROLES[role]):
                    wrong[command, role] = reason
    assert not wrong


@in_a_loop
async def test_a_message_is_for_those_whom_the_table_names() -> None:
    wrong: dict[tuple[str, str], str | None] = {}
    async with hall_and_company() as all:
        for message in MESSAGES:
            for role, client in all.people.items():
                code = await all.table()
                reason = await reason_of(
                    client, message, **({"table": code} if message in AT_A_TABLE else {}), **FIELDS.get(message, {})
                )
                if (reason not in BARRED) is not bool(MESSAGE_RIGHTS[message] & ROLES[role]):
                    wrong[message, role] = reason
    assert not wrong


@in_a_loop
async def test_an_address_is_for_those_whom_the_table_names() -> None:
    wrong: dict[tuple[str, str], str] = {}
    async with inside() as hall:
        async with company(hall) as all:
            for row in READING:
                wrong |= await wrongly_answered(all, row)
        for number, row in enumerate(CHANGING):  # some of these cost people their names, others their sessions
            async with company(hall, str(number)) as all:
                wrong |= await wrongly_answered(all, row)
    assert not wrong


async def wrongly_answered(all: Company, row: str) -> dict[tuple[str, str], str]:
    """Who was let in or refused there against the table, and with what answer."""
    wrong: dict[tuple[str, str], str] = {}
    await all.hall.parts.people.welcome("Zed")
    code = await all.table()
    method, _, path = row.partition(" ")
    for part, value in {"code": code, "number": 1, "person": "p-zed", "key": "x", "secret": "x"}.items():
        path = path.replace(f"{{{part}:str}}", str(value)).replace(f"{{{part}:int}}", str(value))
    path = path.replace("{file:str}", "main-Ab12.js").replace("{name:str}", "Ann.svg")
    for role, client in all.people.items():
        headers = {} if client.cookie is None else {"Cookie": client.cookie}
        async with httpx.AsyncClient(base_url=all.hall.url, headers=headers, verify=False) as http:
            answer = await http.request(method, path, json=BODIES.get(row) if method != "GET" else None)
        said = f"{answer.status_code} {answer.text[:200]}"
        problem = answer.json() if "application/json" in answer.headers.get("content-type", "") else {}
        barred = answer.status_code in (401, 403) and problem.get("reason") in BARRED
        if barred is bool(ROUTES[row] & ROLES[role]):
            wrong[row, role] = said
        if answer.status_code >= 500 and problem.get("reason") != "too_many":  # a rush is no failure
            wrong[row, role] = said
    return wrong


async def reason_of(client: Client, type: str, **fields: Any) -> str | None:
    try:
        await client.ask(type, **fields)
    except Refused as refusal:
        return str(refusal.reason)
    return None


@in_a_loop
async def test_what_an_administrator_does_at_the_table_of_another_is_written_down() -> None:
    async with hall_and_company() as all:
        code = await all.table()
        await all.people["host"].do(code, "lock")
        await all.people["administrator"].do(code, "unlock")
        (act,) = map(hall_log.read, await all.hall.journal.records(""))
        assert isinstance(act, TableManaged)
        assert (act.table, act.deed, act.by) == (code, "unlock", all.people["administrator"].me)


@in_a_loop
async def test_a_token_that_may_only_look_looks_and_does_nothing_else() -> None:
    async with hall_and_company() as all:
        code = await all.table()
        eyes = await all.program("player", "read")
        await eyes.ask("watch", table=code)
        assert eyes.tables[code]["seated"]
        await eyes.ask("ping")
        for deed in ("ready", "stand"):
            assert await reason_of(eyes, "act", table=code, do={"type": deed}) == "read_only"
        assert await reason_of(eyes, "say", table=code, text="Hello") == "read_only"
        assert await reason_of(eyes, "react", table=code, reaction="wow") == "read_only"
        await eyes.close()


@in_a_loop
async def test_no_token_of_an_administrator_hosts_the_tables_of_others() -> None:
    hosting = sorted(row for row in COMMANDS if RIGHTS[row] == HOSTS)
    async with hall_and_company() as all:
        program = await all.program("administrator", "play")
        reasons = {
            command: await reason_of(
                program, "act", table=await all.table(), do={"type": command, **FIELDS.get(command, {})}
            )
            for command in hosting
        }
        await program.close()
    assert reasons == dict.fromkeys(hosting, REFUSALS[HOSTS][0])


@pytest.mark.parametrize("scope", ["play", "read"])
@in_a_loop
async def test_no_token_of_an_administrator_looks_behind_a_lock(scope: Scope) -> None:
    async with hall_and_company() as all:
        code = await all.table()
        await all.people["host"].do(code, "lock")
        await all.people["administrator"].ask("watch", table=code)
        program = await all.program("administrator", scope)
        assert await reason_of(program, "watch", table=code) == "locked"
        await program.close()


@in_a_loop
async def test_with_a_token_an_administrator_plays_like_everybody() -> None:
    async with hall_and_company() as all:
        code = await all.table()
        program = await all.program("administrator", "play")
        await program.join(code)
        await program.close()

"""What a hall writes down: lines for people, objects for programs, and nothing that must stay secret."""

import asyncio
import io
import json
import logging
import secrets
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from dicehall.ports.hall_log import Banned
from dicehall.server.watch import logs
from dicehall.server.watch.logs import HIDDEN, MOST, WITHIN, Format, Level, Sparing, scrub
from tests.server.beside import rows
from tests.server.kit import SHORT, RunningHall, begin, finish_together, guests, in_a_loop, refused

PASSWORD, WORD = "correct horse battery", "correct"
CHAT = "a line for this table alone"
TOKEN = "fJ3_kQ-9xTz0aBcDeFgHiJkLmNoPqRsTuVwXyZ01234"
SEED = bytes(range(100, 132))

hall = logging.getLogger("dicehall.table")


@pytest.fixture(autouse=True)
def _left_as_found() -> Iterator[None]:
    """Logging belongs to the whole process, and so to other tests as well."""
    root, own = logging.getLogger(), logging.getLogger("dicehall")
    handlers, levels = root.handlers[:], (root.level, own.level)
    root.handlers[:] = []
    yield
    root.handlers[:] = handlers
    root.setLevel(levels[0])
    own.setLevel(levels[1])


def written(format: Format = "json", level: Level | None = None) -> io.StringIO:
    stream = io.StringIO()
    logs.set_up(format, level, stream)
    return stream


def objects(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


# The formats


def test_in_json_every_line_is_an_object_with_time_level_logger_and_event() -> None:
    stream = written()
    logs.opened("https://dice.example.org", 3)
    (line,) = objects(stream)
    assert datetime.fromisoformat(line.pop("time")).utcoffset() is not None
    assert line == {
        "level": "info", "logger": "dicehall.hall", "event": "start", "message": "the hall is open",
        "url": "https://dice.example.org", "tables": 3,
    }  # fmt: skip


def test_a_text_is_one_line_with_its_fields_behind_it() -> None:
    stream = written("text", "info")
    logs.logged_in("p7xk2", "password")
    (line,) = stream.getvalue().splitlines()
    assert line.endswith("INFO dicehall.hall: a person has signed in person=p7xk2 by=password")


def test_a_message_without_a_word_of_its_own_gets_one_that_stays_the_same() -> None:
    stream = written()
    for table in ("kiro", "bade"):
        hall.error("table %s is damaged and left alone: %s", table, "it is cut short")
    assert {line["event"] for line in objects(stream)} == {"table_is_damaged_and_left_alone"}
    assert [line["message"].split()[1] for line in objects(stream)] == ["kiro", "bade"]


def test_a_traceback_is_a_field_in_json_and_follows_the_line_in_text() -> None:
    for format in ("json", "text"):
        stream = written(format)
        try:
            raise ValueError("nothing fits")
        except ValueError:
            hall.exception("what happened at table %s could not be told", "kiro")
        if format == "json":
            (line,) = objects(stream)
            assert line["traceback"].startswith("Traceback (most recent call last)")
            assert line["traceback"].endswith("ValueError: nothing fits")
        else:
            assert stream.getvalue().splitlines()[-1] == "ValueError: nothing fits"


@pytest.mark.parametrize("format", ["json", "text"])
def test_line_breaks_and_half_characters_of_others_make_no_lines_of_their_own(format: Format) -> None:
    stream = written(format)
    hall.error("a name: %s", 'Ann\n{"level":"info","event":"forged"}\r\n', extra={"why": "a\nb\ud800c", "n": 1 << 70})
    assert len(stream.getvalue().splitlines()) == 1
    assert "\\ud800" in stream.getvalue()


def test_arguments_that_do_not_fit_their_message_do_not_lose_it() -> None:
    stream = written()
    hall.error("one %s and %s", "two")
    assert [line["message"] for line in objects(stream)] == ["one %s and %s"]


def test_a_line_that_cannot_be_written_is_lost_without_a_word(capsys: pytest.CaptureFixture[str]) -> None:
    stream = written()
    stream.close()
    hall.error("the token is %s", TOKEN)
    assert TOKEN not in "".join(capsys.readouterr())


# The levels


@pytest.mark.parametrize(
    ("format", "level", "heard"),
    [
        ("json", None, ["info", "warning"]),
        ("text", None, ["warning"]),
        ("text", "info", ["info", "warning"]),
        ("json", "error", []),
        ("json", "debug", ["debug", "info", "warning"]),
    ],
)
def test_the_level_is_the_halls_own(format: Format, level: Level | None, heard: list[str]) -> None:
    stream = written(format, level)
    for name in ("debug", "info", "warning"):
        hall.log(getattr(logging, name.upper()), name)
    assert [word for word in ("debug", "info", "warning") if word in stream.getvalue()] == heard


def test_libraries_are_heard_only_when_they_warn_whatever_the_level() -> None:
    """The database would tell every statement with all that is in it, and the socket library every cookie."""
    stream = written("json", "debug")
    for library in ("sqlalchemy.engine.Engine", "websockets.server", "uvicorn.error", "alembic"):
        logging.getLogger(library).info("INSERT ... %s", TOKEN)
        logging.getLogger(library).warning("careful")
    assert [line["message"] for line in objects(stream)] == ["careful"] * 4


# Secrets

SECRETS: dict[str, str | bytes] = {
    "a program's token": "dh_8sKq",
    "a session's token": TOKEN,
    "any token": secrets.token_urlsafe(32),
    "a seed as hexadecimal digits": SEED.hex(),
    "a seed as bytes": SEED,
}
CARRIERS = ["%s", "the token %s is not known", "cookie %s;", "('%s',)", '{"x":"%s"}', "?x=%s&y", "</claim/%s>"]


@pytest.mark.parametrize("carrier", CARRIERS)
@pytest.mark.parametrize("what", SECRETS)
@pytest.mark.parametrize("format", ["json", "text"])
def test_a_secret_is_known_by_its_looks_wherever_it_stands(format: Format, what: str, carrier: str) -> None:
    secret = SECRETS[what]
    stream = written(format)
    hall.error(carrier, secret)
    hall.error(carrier % (secret,), extra={"why": carrier % (secret,)})
    try:
        raise ValueError(carrier % (secret,))
    except ValueError:
        hall.exception("oh")
    text = stream.getvalue()
    assert text.count(HIDDEN) >= 4
    spelt = repr(secret)[2:-1] if isinstance(secret, bytes) else secret.removeprefix("dh_")
    assert spelt not in text
    assert json.dumps(spelt)[1:-1] not in text


@pytest.mark.parametrize(
    "text",
    [
        f"password={WORD}",
        f'{{"name":"Ann","password":"{PASSWORD}"}}',
        f"{{'password': '{PASSWORD}', 'name': 'Ann'}}",
        f'{{"old":"{PASSWORD}","new":"{PASSWORD}"}}',
        f'b\'{{"password": "{PASSWORD}"}}\'',
        f"Cookie: dicehall={PASSWORD}; other=1",
        f"cookie: a=b; dicehall={PASSWORD}",
        f"Authorization: Bearer {WORD}",
        f"authorization={WORD}",
        f"Set-Cookie: dicehall={PASSWORD}; HttpOnly",
        f"secret: {WORD}",
        f"GameReset(seed='{PASSWORD}', digest='')",
        f"/claim/{WORD}",
    ],
)
def test_a_secret_is_known_by_its_name(text: str) -> None:
    assert "correct" not in scrub(text)
    assert HIDDEN in scrub(text)


@pytest.mark.parametrize("name", ["password", "token", "cookie", "Authorization", "seed", "secret", "headers", "body"])
def test_a_field_with_the_name_of_a_secret_is_hidden_whatever_is_in_it(name: str) -> None:
    stream = written()
    hall.error("oh", extra={name: PASSWORD})
    (line,) = objects(stream)
    assert line[name] == HIDDEN


@pytest.mark.parametrize(
    "text",
    [
        "table kiro is damaged: versions 7 to 7 are not what was written; close it, or put a backup in its place",
        "the hall cannot write to its disk (database or disk is full): nothing was played",
        "/var/lib/dicehall/journal.db-wal is damaged: 12 commits in it cannot be read",
        "a socket was refused address=2001:db8:85a3:8d3:1319:8a2e:370:7348 status=403",
        "the bot in seat 3 of table kirobade has failed; the first option is played",
        "it was told at https://dice.example.org/t/KIRO",
        "dicehall: a new token is as good as an old one",
    ],
)
def test_what_is_no_secret_is_left_as_it_is(text: str) -> None:
    assert scrub(text) == text


@given(st.text(), st.text(), st.binary(min_size=16, max_size=64))
def test_wherever_a_token_stands_it_is_hidden(before: str, after: str, random: bytes) -> None:
    token = "dh_" + random.hex()
    assert random.hex() not in scrub(f"{before} {token} {after}")
    assert random.hex() not in scrub(f"{before} {random.hex()}a1 {after}")


# Not too much of it


def test_what_happens_too_often_is_written_a_few_times_and_then_counted() -> None:
    now = [1000.0]
    sparing = Sparing(lambda: now[0])
    record = logging.makeLogRecord

    def heard(event: str, times: int) -> int:
        return sum(bool(sparing.filter(record({"msg": event}))) for _ in range(times))

    assert heard("a socket was refused", 1000) == MOST
    assert heard("a sign-in has failed", 5) == 5
    now[0] += WITHIN
    again = record({"msg": "a socket was refused"})
    assert sparing.filter(again)
    assert logs.fields_of(again) == {"left_out": 1000 - MOST}
    assert heard("a socket was refused", 1000) == MOST - 1


def test_a_slow_disk_is_counted_and_complained_of() -> None:
    stream, counted = written(), list[float]()
    appended = logs.watching(counted.append)
    for seconds in (0.002, 3.21):
        appended(seconds)
    assert counted == [0.002, 3.21]
    assert [(line["event"], line["seconds"]) for line in objects(stream)] == [("slow_append", 3.21)]


def test_events_are_told_by_ids_and_addresses_and_without_names() -> None:
    stream = written()
    logs.log_in_failed("192.0.2.7", "password")
    logs.socket_refused("192.0.2.7", 403, "pages of another site may not")
    logs.acted(Banned(at=1.0, by="p1", who="p2"))
    logs.closed()
    assert [line["event"] for line in objects(stream)] == ["log_in_failed", "socket_refused", "admin", "stop"]
    told = objects(stream)[2]
    assert (told["act"], told["by"], told["who"]) == ("banned", "p1", "p2")


# A real hall


@in_a_loop
async def spend_an_evening(url: str, link: str, known: set[str]) -> None:
    """All that may be secret is said to the hall at least once, and gathered."""
    known |= {PASSWORD, PASSWORD[::-1], link.rpartition("/")[2], CHAT}
    async with httpx.AsyncClient(base_url=url, verify=False, headers={"Origin": url}) as http:
        claim = {"secret": link.rpartition("/")[2], "name": "Annabella", "password": PASSWORD}
        ann = (await http.post("/api/claim", json=claim)).raise_for_status()
        known.add(cookie_of(ann))
        changed = await http.put("/api/me/password", json={"old": PASSWORD, "new": PASSWORD[::-1]})
        changed.raise_for_status()
        issued = await http.post("/api/me/tokens", json={"label": "a bot", "scope": "play"})
        token = str(issued.raise_for_status().json()["token"])
        known.add(token)
        ben = await http.post("/api/guests", json={"name": "Benedetto"}, headers={"Cookie": ""})
        await http.post("/api/admin/bans", json={"who": "Benedetto", "reason": "he knows why"})
        known.add(cookie_of(ben))
    async with httpx.AsyncClient(base_url=url, verify=False, headers={"Origin": url}) as http:
        for password in (PASSWORD, PASSWORD[::-1]):
            answer = await http.post("/api/sessions", json={"name": "Annabella", "password": password})
        known.add(cookie_of(answer.raise_for_status()))
        await http.post("/api/sessions", content=b'{"password": "' + PASSWORD.encode() + b'", "name": ')
        await http.get("/api/me", headers={"Authorization": f"Bearer {token}"})
    with pytest.raises(InvalidStatus):
        await connect(f"ws{url.removeprefix('http')}/ws", additional_headers={"Authorization": f"Bearer {token}x"})
    async with guests(url, "Cleopatra", "Dandelion") as (cleo, dan):
        known |= {str(client.cookie).partition("=")[2] for client in (cleo, dan)}
        await refused(cleo.ask("watch", table=token))
        code = await begin(cleo, dan, options=SHORT)
        await cleo.ask("say", table=code, text=CHAT)
        await finish_together(code, cleo, dan)
        await begin(cleo, dan)


def cookie_of(answer: httpx.Response) -> str:
    return answer.cookies["dicehall"]


@pytest.mark.parametrize("format", ["json", "text"])
def test_a_real_hall_writes_down_what_happens_and_no_secret_of_anybody(format: Format, tmp_path: Path) -> None:
    with RunningHall(tmp_path / "data", "--fast", "--log-format", format, "--log-level", "debug") as hall:
        link = f"{hall.url}/claim/{hall.link()}"
        known: set[str] = set()
        spend_an_evening(hall.url, link, known)
        log = hall.stop().replace(link, "")  # for anyone who opens the hall, on the screen and not in the log
    seeds: list[bytes] = [seed for (seed,) in asyncio.run(rows(hall, "SELECT seed FROM seeds"))]
    names = [name for (name,) in asyncio.run(rows(hall, "SELECT name FROM people.people"))]
    assert len(seeds) >= 1
    assert len(names) >= 4
    for secret in (*known, *names, *(seed.hex() for seed in seeds), *(repr(seed)[2:-1] for seed in seeds)):
        assert secret not in log, secret
    if format == "json":
        events = [json.loads(line)["event"] for line in log.splitlines() if line.startswith("{")]
        assert events[0] == "start"
        assert events[-1] == "stop"
        assert {"log_in", "log_in_failed", "socket_refused", "admin"} <= set(events)
        assert "traceback" not in log

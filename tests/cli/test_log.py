"""`dicehall log` and `dicehall key` against a real hall: a game is proved to a stranger, two histories are caught."""

import json
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest

from dicehall.rules.public_log import LogLine, Statement, hash_of
from dicehall.store.files.folder import KEY
from dicehall.store.files.hall_key import HallKey
from dicehall.store.journal.disk import DiskJournal
from tests.cli.command import Machine
from tests.kit.signing import KEY as OTHER
from tests.server.kit import SHORT, RunningHall, begin, finish_together, guests, in_a_loop
from tests.store.halls import entry, write


class Evening(NamedTuple):
    """A hall where one game was played, and what a stranger gets of it."""

    hall: RunningHall
    code: str
    people: tuple[str, ...]
    cookie: str
    """Of one of them."""
    record: Path
    machine: Machine

    def log(self, after: int = 0) -> dict[str, Any]:
        answer: dict[str, Any] = httpx.get(f"{self.hall.url}/api/log", params={"after": after}).json()
        return answer

    def verify(self, *more: str) -> dict[str, str]:
        """`dicehall log verify`: each check and how it ended."""
        return outcomes(self.machine("log", "verify", self.hall.url, "--json", *more).said)


def outcomes(said: str) -> dict[str, str]:
    return {check["what"]: check["outcome"] for check in json.loads(said)["checks"]}


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    folder = tmp_path_factory.mktemp("evening")
    with RunningHall(folder / "hall", "--fast") as hall:
        code, people, cookie = play(hall)
        record = folder / "game.jsonl"
        record.write_bytes(httpx.get(f"{hall.url}/api/tables/{code}/games/1").content)
        yield Evening(hall, code, people, cookie, record, Machine(folder, hall.url))


def play(hall: RunningHall) -> tuple[str, tuple[str, ...], str]:
    played: list[tuple[str, tuple[str, ...], str]] = []

    @in_a_loop
    async def game() -> None:
        async with guests(hall.url, "Ann", "Bob") as (ann, bob):
            code = await begin(ann, bob, options=SHORT)
            await finish_together(code, ann, bob)
            played.append((code, (ann.me, bob.me, ann.name, bob.name), ann.cookie or ""))

    game()
    return played[0]


def proof(evening: Evening) -> dict[str, Any]:
    dice: dict[str, Any] = json.loads(evening.record.read_text(encoding="utf-8").split("\n")[0])["dice"]
    return dice


# A game, proved to a stranger


def test_the_record_of_a_game_proves_its_dice_its_seats_and_its_place_in_the_log(evening: Evening) -> None:
    key = HallKey.read(evening.hall.data / KEY).public
    checks = outcomes(evening.machine("verify", str(evening.record), "--key", key, "--json").said)
    assert {"signed_commitment", "signed_start", "signed_end", "log_order", "known_key", "dice"} <= {
        what for what, outcome in checks.items() if outcome == "ok"
    }
    assert "failed" not in checks.values()
    checks = evening.verify("--record", str(evening.record), "--key", key)
    assert checks == {"chain": "ok", "known_key": "ok", "seen_head": "not_possible", "record": "ok", "head": "ok"}


def test_the_log_names_nobody(evening: Evening) -> None:
    """Only hashes, keys, signatures and kinds."""
    told = httpx.get(f"{evening.hall.url}/api/log").text.lower()
    dice = proof(evening)
    secrets = (evening.code, *evening.people, *dice["client_seeds"], dice["commit"], dice["digest"], dice["salt"])
    assert [secret for secret in secrets if secret and secret.lower() in told.replace("commitment", "")] == []
    for line in json.loads(told)["lines"]:
        assert set(line) == {"number", "previous", "kind", "hash", "key", "signature"}


def test_deleting_a_person_changes_no_line(evening: Evening) -> None:
    """Neither the log nor the record knew them."""
    before = evening.log()["lines"]
    gone = httpx.request("DELETE", f"{evening.hall.url}/api/me", headers={"Cookie": evening.cookie}, json={})
    gone.raise_for_status()
    assert evening.log()["lines"][: len(before)] == before
    again = httpx.get(f"{evening.hall.url}/api/tables/{evening.code}/games/1").content
    assert again == evening.record.read_bytes()


def test_the_log_is_read_from_anywhere_and_by_hash(evening: Evening) -> None:
    whole = evening.log()
    assert evening.log(after=2)["lines"] == whole["lines"][2:]
    assert evening.log(after=10**6)["lines"] == []
    line = whole["lines"][1]
    found = httpx.get(f"{evening.hall.url}/api/log", params={"hash": line["hash"]}).json()
    assert found["lines"] == [line]
    assert httpx.get(f"{evening.hall.url}/api/log", params={"hash": "nonsense"}).status_code == 400
    assert httpx.get(f"{evening.hall.url}/api/log", params={"after": -1}).status_code == 400


def test_who_has_noted_a_head_sees_whether_the_log_continues_it(evening: Evening) -> None:
    head = evening.log()["head"]["hash"]
    assert evening.verify("--head", head)["seen_head"] == "ok"
    ended = evening.machine("log", "verify", evening.hall.url, "--head", "5e" * 32)
    assert ended.code == 1
    assert "the hall has shown two histories" in ended.said


def test_what_is_no_record_or_no_hall_is_refused(evening: Evening, tmp_path: Path) -> None:
    (tmp_path / "nonsense").write_text("nonsense\n")
    complaint = evening.machine.refused("log", "verify", evening.hall.url, "--record", str(tmp_path / "nonsense"))
    assert "is not a record" in complaint
    assert "--head takes the 64 digits" in evening.machine.refused("log", "verify", evening.hall.url, "--head", "5e")
    evening.machine.refused("log", "verify", "http://127.0.0.1:9")


# The operator's key


def test_the_key_is_made_without_a_word_and_is_private(evening: Evening) -> None:
    assert stat.S_IMODE((evening.hall.data / KEY).stat().st_mode) == 0o600
    shown = evening.machine("key", "show", "--data", str(evening.hall.data))
    assert shown.said == evening.log()["head"]["key"] + "\n"


def test_a_running_hall_keeps_its_key(evening: Evening) -> None:
    assert "in use by another hall" in evening.machine.refused("key", "rotate", "--data", str(evening.hall.data))


def logged(data: Path) -> list[LogLine]:
    with closing(DiskJournal(data)) as journal:
        journal.sign_with(HallKey.open(data / KEY))
        number = len(journal.reader.public_log(0, 100))
        write(journal, entry(f"t{number}", 0, statements=(Statement("end", "aa" * 32),)))
        return journal.reader.public_log(0, 100)


def test_a_hall_that_rolls_its_log_back_is_caught_by_the_head_that_someone_noted(tmp_path: Path) -> None:
    """Without a restore that says so: the folder was put back by hand, and the same key signs another history."""
    machine = Machine(tmp_path, "")
    logged(tmp_path / "hall")
    before = (tmp_path / "hall" / "journal.db").read_bytes()
    noted = hash_of(logged(tmp_path / "hall")[-1])
    (tmp_path / "hall" / "journal.db").write_bytes(before)
    with RunningHall(tmp_path / "hall", "--fast") as hall:
        said = outcomes(machine("log", "verify", hall.url, "--head", noted, "--json").said)
    assert said == {"chain": "ok", "known_key": "not_possible", "seen_head": "failed", "head": "ok"}


def test_a_rotated_key_and_a_key_from_elsewhere_are_in_the_log(tmp_path: Path) -> None:
    machine, data = Machine(tmp_path, ""), tmp_path / "hall"
    logged(data)
    old = HallKey.read(data / KEY).public
    ended = machine("key", "rotate", "--data", str(data))
    assert ended.code == 0, ended
    new = HallKey.read(data / KEY).public
    assert ended.said.splitlines()[-1] == new
    OTHER.write(tmp_path / "other.key")
    with RunningHall(data, "--fast") as hall:
        assert outcomes(machine("log", "verify", hall.url, "--key", old, "--json").said)["known_key"] == "ok"
        hall.stop()
    with RunningHall(data, "--fast", "--key", str(tmp_path / "other.key")) as hall:
        said = outcomes(machine("log", "verify", hall.url, "--key", new, "--json").said)
    assert (said["breaks"], said["known_key"]) == ("not_possible", "failed")


def test_a_backup_says_whether_the_key_is_in_it(tmp_path: Path) -> None:
    machine, data = Machine(tmp_path, ""), tmp_path / "hall"
    logged(data)
    assert "key is not in it" in machine("backup", str(tmp_path / "a.zip"), "--data", str(data)).said
    said = machine("backup", str(tmp_path / "b.zip"), "--data", str(data), "--with-key").said
    assert "can sign as your hall" in said
    for name, wanted in (("a", "makes a new one"), ("b", "is the one from the backup")):
        restored = machine("restore", str(tmp_path / f"{name}.zip"), "--data", str(tmp_path / name), "--trust")
        assert wanted in restored.said

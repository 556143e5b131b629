"""Signatures: what a record in the public log proves, and what a forger can still do to one that is not in it."""

import hashlib
import hmac
import json
import re
from itertools import count
from pathlib import Path
from random import Random

import pytest

from dicehall.rules.catalog import GAMES
from dicehall.rules.checks import Check
from dicehall.rules.kernel import Over
from dicehall.rules.listing import Listing
from dicehall.rules.logged import with_log
from dicehall.rules.record import Record
from dicehall.rules.tower import Tower
from dicehall.rules.verify import Noted, holds, verify
from dicehall.store.files.hall_key import HallKey, is_signed
from tests.kit.signing import KEY, log_of, signed
from tests.rules.test_verify import (
    SECRET,
    SEEDS,
    SHORT,
    changed_header,
    each_game,
    entries_of,
    fair,
    proof_of,
    record_of,
)

PAGE = (Path(__file__).parents[2] / "docs" / "public-log.md").read_text(encoding="utf-8")
FAIR_DICE = (Path(__file__).parents[2] / "docs" / "fair-dice.md").read_text(encoding="utf-8")
LEVELS = (None, "normal", None)
PERIL = GAMES[0]


def checked(text: str, noted: Noted | None = None) -> dict[str, str]:
    return {check.what: check.outcome for check in verify(text, noted, is_signed)}


def failures(text: str, noted: Noted | None = None) -> set[str]:
    return {what for what, outcome in checked(text, noted).items() if outcome == "failed"}


def winners(text: str) -> tuple[int, ...]:
    *_, last = Record.read(text).replay()
    assert isinstance(last.pending, Over)
    return last.pending.winners


# What a signed record proves


def test_a_signed_record_holds_and_says_which_lines_prove_it() -> None:
    text = signed(fair(PERIL), LEVELS)
    checks = verify(text, Noted(key=KEY.public), is_signed)
    assert holds(checks)
    proven = ("signed_commitment", "signed_start", "signed_end", "log_order", "known_key")
    assert {check.what: check.outcome for check in checks if check.what in proven} == dict.fromkeys(proven, "ok")
    assert "line 3 of its public log" in sentence(checks, "signed_start")


def sentence(checks: list[Check], what: str) -> str:
    return next(check.sentence for check in checks if check.what == what)


def test_who_has_no_key_to_compare_is_told_that_anyone_may_have_signed() -> None:
    checks = verify(signed(fair(PERIL), LEVELS), None, is_signed)
    assert checked(signed(fair(PERIL), LEVELS))["known_key"] == "not_possible"
    assert KEY.public in sentence(checks, "known_key")


def test_without_cryptography_signatures_count_as_unchecked() -> None:
    assert {check.what: check.outcome for check in verify(signed(fair(PERIL), LEVELS))}["signed"] == "not_possible"


# The attack: a true commitment, made-up seeds of players, another winner, and a digest that fits


def forged(text: str, listing: Listing = PERIL) -> str:
    """Another winner, from the same secret and the same commitment."""
    for number in count():
        seeds = tuple(f"made-up-{number}-{seat}" for seat in range(len(SEEDS)))
        game = listing.new(len(SEEDS), SHORT[listing.name])
        made_up = list(entries_of(game, Tower(SECRET, seeds), Random(0)))
        forgery = record_of(listing, made_up, SHORT[listing.name], seeds=seeds)
        if winners(forgery) != winners(text):
            return forgery
    raise AssertionError


def with_proof_of(text: str, forgery: str) -> str:
    """The forgery, with the signatures of the true record."""
    true = proof_of(text)
    return changed_header(
        forgery, lambda header: header["dice"].update({name: true[name] for name in ("salt", "levels", "log")})
    )


@each_game
def test_a_made_up_winner_with_the_true_commitment_is_refused_by_the_signatures(listing: Listing) -> None:
    text = signed(fair(listing), LEVELS)
    forgery = with_proof_of(text, forged(text, listing))
    assert failures(forgery, Noted(commit=proof_of(text)["commit"])) == {"signed_start", "signed_end"}


@each_game
def test_without_signatures_the_made_up_winner_is_named_as_unchecked(listing: Listing) -> None:
    text = fair(listing)
    checks = verify(forged(text, listing), Noted(commit=proof_of(text)["commit"]), is_signed)
    assert holds(checks)
    assert "no signature" in sentence(checks, "signed")
    assert "another winner" in sentence(checks, "signed")


def test_who_knows_the_key_refuses_a_record_whose_signatures_were_taken_away() -> None:
    text = signed(fair(PERIL), LEVELS)
    assert failures(forged(text), Noted(key=KEY.public)) == {"signed"}


def test_a_forger_with_a_key_of_their_own_is_caught_by_whoever_knows_the_halls() -> None:
    forgery = signed(forged(fair(PERIL)), LEVELS, HallKey.new())
    assert not failures(forgery)
    assert checked(forgery)["known_key"] == "not_possible"
    assert failures(forgery, Noted(key=KEY.public)) == {"known_key"}


def test_seats_cannot_be_changed_from_bots_to_people() -> None:
    text = signed(fair(PERIL), LEVELS)
    people = changed_header(text, lambda header: header["dice"].update(levels=[None, None, None]))
    assert failures(people) == {"signed_start"}


@pytest.mark.parametrize("part", ["commitment", "start", "end"])
@pytest.mark.parametrize("field", ["number", "previous", "key", "signature"])
def test_whatever_is_changed_in_the_proof_shows(part: str, field: str) -> None:
    text = signed(fair(PERIL), LEVELS)

    def change(header: dict[str, dict[str, dict[str, dict[str, int | str]]]]) -> None:
        place = header["dice"]["log"][part]
        old = place[field]
        place[field] = old + 1 if isinstance(old, int) else ("1" if old[0] == "0" else "0") + old[1:]

    assert f"signed_{part}" in failures(changed_header(text, change))


def test_a_signature_has_only_one_spelling() -> None:
    text = signed(fair(PERIL), LEVELS)
    shouted = proof_of(text)["log"]["end"]["signature"].upper()
    changed = changed_header(text, lambda header: header["dice"]["log"]["end"].update(signature=shouted))
    assert failures(changed) == {"signed_end"}


def test_a_commitment_that_was_logged_after_its_start_proves_nothing() -> None:
    text = fair(PERIL)
    begin, commitment, start, end = log_of(text, LEVELS)
    again = {line.hash: line for line in (begin, start, end)}
    late = with_log(text, LEVELS, (again | {commitment.hash: log_of(text, LEVELS)[1]}).get)
    late = changed_header(late, lambda header: header["dice"]["log"]["commitment"].update(number=9))
    assert "log_order" in failures(late)


def test_a_record_of_which_one_line_is_missing_in_the_log_is_handed_out_without_proof() -> None:
    text = fair(PERIL)
    lines = {line.hash: line for line in log_of(text, LEVELS)[:-1]}
    assert with_log(text, LEVELS, lines.get) == text


# The page that tells other programs how


def test_the_page_tells_the_bytes_as_they_are() -> None:
    """By its own words alone: hashes and HMAC of the standard library, and nothing of ours."""
    record = re.findall(r"^```json\n(.*?)^```$", FAIR_DICE, re.DOTALL | re.MULTILINE)[0]
    proof = json.loads(re.findall(r"^```json\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)[0])
    header = json.loads(record.split("\n")[0])
    dice = header["dice"]
    salt = hmac.digest(bytes.fromhex(dice["seed"]), b"dicehall salt", "sha256")[:16].hex()
    assert proof["salt"] == salt
    header["dice"] = {name: dice[name] for name in ("commit", "client_seeds")}
    known = sha256(json.dumps(header, separators=(",", ":")))
    assert known in PAGE
    hashes = {
        "commitment": sha256("\n".join(("dicehall commitment 1", salt, dice["commit"]))),
        "start": sha256("\n".join(("dicehall start 1", salt, dice["commit"], known, "person", "person"))),
        "end": sha256("\n".join(("dicehall end 1", salt, dice["commit"], dice["digest"]))),
    }
    assert hashes["start"] in PAGE
    key = proof["log"]["end"]["key"]
    begin = sha256("\n".join(("dicehall begin 1", "", key)))
    assert begin in PAGE
    head = sha256("\n".join(("dicehall log 1", "1", "0" * 64, "begin", begin, key)))
    for kind, place in proof["log"].items():
        assert place["previous"] == head
        text = "\n".join(("dicehall log 1", str(place["number"]), head, kind, hashes[kind], key))
        assert is_signed(key, place["signature"], text.encode())
        head = sha256(text)
    assert head in PAGE
    assert json.loads(signed(record, (None, None)).split("\n")[0])["dice"] == dice | proof


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()

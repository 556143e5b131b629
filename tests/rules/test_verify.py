"""Verification: a record that was played holds, and whatever is done to it afterwards shows."""

import hashlib
import json
from collections.abc import Callable, Iterator
from functools import cache, partial
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicehall.rules.catalog import GAMES
from dicehall.rules.checks import Check
from dicehall.rules.kernel import Ask, Chance, Over, play
from dicehall.rules.listing import Listing
from dicehall.rules.record import Entry, Record
from dicehall.rules.tower import Proof, Tower, commitment
from dicehall.rules.values import NATURE, TABLE, Stop, Withdraw
from dicehall.rules.verify import Noted, holds, verify
from tests.kit.walk import any_entry

each_game = pytest.mark.parametrize("listing", GAMES, ids=lambda listing: listing.name)

SECRET = bytes(range(100, 132))
SEEDS = ("heads", "", 'a"b\\c')
SHORT: dict[str, dict[str, Any]] = {
    "peril": {"starting_lives": 1},
    "mindroll": {"rounds": 2},
    "three_dice": {"rounds": 1, "turn_order": "shuffle"},
    "stlucia": {"threshold": 2},
    "bluff": {"rounds": 1, "laps": 1},
}
"""So that every single line can be tried."""
NOT_IN_THE_FILE = {"signed", "told_commitment", "told_digest", "own_seed", "beyond"}


# Records, made by hand: a game at random whose dice come out of a tower, and its digest out of plain hashes.


def entries_of(game: Any, tower: Tower, rng: Random, leaving: float = 0.0) -> Iterator[Entry]:
    state, draws = game.start(), 0
    while not isinstance(pending := game.pending(state), Over):
        if rng.random() < leaving:
            entry = Entry(TABLE, Withdraw(rng.randrange(game.seats)))
        elif isinstance(pending, Chance):
            entry = Entry(NATURE, tower.draw(pending.source, draws))
            draws += 1
        else:
            entry = any_entry(pending, rng)
        state, _ = play(game, state, entry.actor, entry.move)
        yield entry


def record_of(
    listing: Listing, entries: list[Entry], options: dict[str, Any], secret: bytes = SECRET, seeds: Any = SEEDS
) -> str:
    game = listing.new(len(SEEDS), options)
    known = Proof(commitment(secret), tuple(seeds))
    first, *lines = Record(listing, game, tuple(entries), known).write().splitlines()
    proof = Proof(known.commit, known.client_seeds, secret.hex(), digest_by_hand(first, lines, secret))
    return Record(listing, game, tuple(entries), proof).write()


def digest_by_hand(first: str, lines: list[str], secret: bytes) -> str:
    digest = hashlib.sha256(first.encode()).digest()
    for line in lines:
        digest = hashlib.sha256(digest + line.encode()).digest()
    return hashlib.sha256(digest + secret).hexdigest()


@cache
def entries_in(name: str, number: int = 0, leaving: float = 0.0) -> tuple[Entry, ...]:
    listing = next(listing for listing in GAMES if listing.name == name)
    game = listing.new(len(SEEDS), SHORT[name])
    return tuple(entries_of(game, Tower(SECRET, SEEDS), Random(number), leaving))


def fair(listing: Listing, number: int = 0, leaving: float = 0.0) -> str:
    return record_of(listing, list(entries_in(listing.name, number, leaving)), SHORT[listing.name])


def with_new_digest(text: str) -> str:
    """What a forger does who knows how digests are made."""
    first, *lines = text.splitlines()
    header = json.loads(first)
    secret = bytes.fromhex(header["dice"].pop("seed"))
    del header["dice"]["digest"]
    header["dice"] |= {"seed": secret.hex(), "digest": digest_by_hand(compact(header), lines, secret)}
    return "".join(f"{line}\n" for line in (compact(header), *lines))


def compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def outcomes(text: str, noted: Noted | None = None) -> dict[str, str]:
    return {check.what: check.outcome for check in verify(text, noted)}


def found(text: str, what: str, noted: Noted | None = None) -> Check:
    return next(check for check in verify(text, noted) if check.what == what)


def proof_of(text: str) -> dict[str, Any]:
    proof: dict[str, Any] = json.loads(text.splitlines()[0])["dice"]
    return proof


def changed_header(text: str, change: Callable[[dict[str, Any]], None]) -> str:
    """In the same spelling, so that only the change can show."""
    first, rest = text.split("\n", 1)
    header = json.loads(first)
    change(header)
    return f"{compact(header)}\n{rest}"


# What was played holds


@each_game
@pytest.mark.parametrize("number", range(4))
def test_a_game_as_it_was_played_holds(listing: Listing, number: int) -> None:
    text = fair(listing, number)
    assert {what: outcome for what, outcome in outcomes(text).items() if outcome != "ok"} == dict.fromkeys(
        NOT_IN_THE_FILE, "not_possible"
    )
    assert holds(verify(text))


@each_game
def test_a_game_that_players_have_left_holds(listing: Listing) -> None:
    told = 0
    for number in range(12):
        text = fair(listing, number, leaving=0.1)
        told += '"withdraw"' in text
        assert holds(verify(text)), verify(text)
    assert told


@pytest.mark.parametrize("name", ["mindroll", "three_dice"])
def test_a_match_that_was_stopped_holds(name: str) -> None:
    listing = next(listing for listing in GAMES if listing.name == name)
    options = {"match": "open"}
    walked = entries_of(listing.new(3, options), Tower(SECRET, SEEDS), Random(1))
    text = record_of(listing, [*(next(walked) for _ in range(20)), Entry(TABLE, Stop())], options)
    assert holds(verify(text))
    assert found(text, "end").sentence.startswith("The game was played to its end")


@each_game
def test_a_game_that_was_broken_off_holds_wherever_it_was(listing: Listing) -> None:
    entries = entries_in(listing.name)
    for count in range(len(entries)):
        text = record_of(listing, list(entries[:count]), SHORT[listing.name])
        assert holds(verify(text))
        assert found(text, "end").sentence == "The game was broken off before its end; nobody has won it."


def test_what_is_checked_is_said_in_plain_words() -> None:
    text = fair(GAMES[0])
    proof = proof_of(text)
    lines = len(text.splitlines()) - 1
    draws = text.count('"nature"')
    assert [check.sentence for check in verify(text)] == [
        "Peril, edition 1, with 3 seats.",
        "The first line is written as a hall writes it.",
        f"There is a commitment to the dice: {proof['commit']}.",
        "The secret seed is the one that was committed to.",
        "By this list, seeds of players were mixed into the dice, by seats A and C.",
        f"Thrown again from these seeds, all {draws} throws and draws fall as written.",
        f"Played again, all {lines} entries are within the rules.",
        f"The digest is that of these very lines: {proof['digest']}.",
        found(text, "end").sentence,
        "Whether any hall ever said this: the record carries no signature. Anyone who knows a commitment can make up "
        "seeds of players, and with them other dice and another winner.",
        "Whether the table told this commitment before the game: give the one that you noted then.",
        "Whether the players made these very moves: give the digest that the table told everybody at the end.",
        "Whether your own seed was mixed in: give what your client sent and your seat.",
        "Whether the host's machine knew the dice, and told somebody: no record shows that.",
    ]


# Whatever is changed shows


def flipped(line: str, place: int) -> str:
    return line[:place] + chr(ord(line[place]) ^ 1) + line[place + 1 :]


def changes_of(line: str, rng: Random) -> Iterator[str]:
    """What can be done to one line without moving it."""
    for place in rng.sample(range(len(line)), 6):
        yield flipped(line, place)
    for place, letter in enumerate(line):
        if letter.isdigit():
            yield f"{line[:place]}{(int(letter) + 1) % 10}{line[place + 1 :]}"
            yield f"{line[:place]}{line[place + 1 :]}"
            yield f"{line[:place]}{letter}{line[place:]}"
    yield from (f" {line}", f"{line} ", f"{line}\r", f"\ufeff{line}", line.replace(":", ": ", 1), line[:-1], "{}", "")


def changes(text: str) -> Iterator[str]:
    """Each line in turn."""
    rng = Random(9)
    lines = text.splitlines()
    for number, line in enumerate(lines):
        before, after = lines[:number], lines[number + 1 :]
        for other in changes_of(line, rng):
            yield joined(*before, other, *after)
        yield joined(*before, *after)
        yield joined(*before, line, line, *after)
        yield joined(*before, line, "", *after)
        yield joined(*before, rng.choice(lines), line, *after)
        if after and after[0] != line:
            yield joined(*before, after[0], line, *after[1:])
        if number < len(lines) - 1:
            yield joined(*lines[: number + 1])
    yield text + "\n"
    yield text.removesuffix("\n")
    yield text.replace("\n", "\r\n")
    yield text + lines[-1]


def joined(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


@each_game
def test_every_changed_line_shows(listing: Listing) -> None:
    text = fair(listing)
    tried = 0
    for changed in changes(text):
        if changed != text:
            tried += 1
            assert not holds(verify(changed)), changed
    assert tried > 20 * len(text.splitlines())


@each_game
def test_every_changed_byte_of_the_header_shows(listing: Listing) -> None:
    text = fair(listing)
    for place in range(text.index("\n") + 1):
        assert not holds(verify(flipped(text, place))), place
        assert not holds(verify(text[:place] + text[place + 1 :])), place


@each_game
def test_every_changed_field_of_the_header_shows(listing: Listing) -> None:
    text = fair(listing)
    header = json.loads(text.splitlines()[0])
    tried: list[str] = []
    for path in paths(header):
        for value in (*others_than(at(header, path)), None):
            changed = changed_header(text, partial(put, path=path, value=value))
            assert not holds(verify(changed)), (path, value)
        without = changed_header(text, partial(drop, path=path))
        assert not holds(verify(without)), path
        tried.append(".".join(map(str, path)))
    assert {"game", "edition", "seats", "options", "dice", "dice.commit", "dice.client_seeds.2", "dice.seed"} < {*tried}
    assert {"dice.digest"} < {*tried}


def paths(value: Any, start: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield (*start, key)
        yield from paths(inner, (*start, key))


def at(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        value = value[key]
    return value


def put(header: Any, path: tuple[Any, ...], value: Any) -> None:
    at(header, path[:-1])[path[-1]] = value


def drop(header: Any, path: tuple[Any, ...]) -> None:
    del at(header, path[:-1])[path[-1]]


def others_than(value: Any) -> Iterator[Any]:
    match value:
        case bool():
            yield not value
        case int():
            yield from (value + 1, value - 1, -value - 1, float(value), str(value), 10**30)
        case str():
            yield from (value + "0", value[:-1] + "!", value + " ")
            if value:
                yield from ("", value[1:], value[::-1])
            if value.upper() != value:
                yield value.upper()
        case list():
            yield from ([*value, ""], [*value, 0], value[:-1] if value else [1], {})
        case dict():
            yield from ({**value, "more": 1}, {}, [], "")
        case _:
            raise TypeError(f"a header holds no {value!r}")


@pytest.mark.parametrize(
    ("field", "value", "what"),
    [
        ("commit", "", "commitment"),
        ("commit", "5e" * 32, "secret"),
        ("seed", "", "secret"),
        ("seed", "5e" * 32, "secret"),
        ("seed", SECRET.hex().upper(), "secret"),
        ("client_seeds", ["heads", ""], "client_seeds"),
        ("client_seeds", ["heads", "", "x" * 65], "client_seeds"),
        ("client_seeds", ["heads", "", "a b"], "client_seeds"),
        ("client_seeds", ["heads", "", "a\n"], "client_seeds"),
        ("client_seeds", ["tails", "", SEEDS[2]], "dice"),
        ("digest", "", "digest"),
        ("digest", "5e" * 32, "digest"),
    ],
)
def test_what_is_wrong_with_the_dice_is_named(field: str, value: Any, what: str) -> None:
    changed = changed_header(fair(GAMES[0]), partial(put, path=("dice", field), value=value))
    assert outcomes(changed)[what] == "failed"
    assert found(changed, what).line is not None


@pytest.mark.parametrize(
    ("field", "what"),
    [("commit", "commitment"), ("client_seeds", "client_seeds"), ("seed", "secret"), ("digest", "digest")],
)
def test_what_is_missing_of_the_dice_is_named(field: str, what: str) -> None:
    changed = changed_header(fair(GAMES[0]), partial(drop, path=("dice", field)))
    assert outcomes(changed)[what] == "failed"


def test_without_the_secret_neither_dice_nor_digest_can_be_checked() -> None:
    changed = changed_header(fair(GAMES[0]), lambda header: header["dice"].pop("seed"))
    assert {outcomes(changed)[what] for what in ("dice", "digest")} == {"not_possible"}
    assert outcomes(changed)["secret"] == "failed"


def test_a_record_that_nobody_was_bound_to_is_told_from_one_that_was_forged() -> None:
    """Its moves are still played again."""
    plain = changed_header(fair(GAMES[0]), lambda header: header.pop("dice"))
    assert outcomes(plain) == {"header": "ok", "form": "ok", "commitment": "failed", "moves": "ok", "end": "ok"}
    assert found(plain, "commitment").sentence == (
        "The record does not say where its dice came from: nobody was bound to them."
    )


# The line is named


@each_game
def test_a_die_that_fell_otherwise_is_named_with_its_line(listing: Listing) -> None:
    """Also when a forger has made a new digest."""
    entries = entries_in(listing.name)
    game = listing.new(len(SEEDS), SHORT[listing.name])
    state, tried = game.start(), 0
    for number, entry in enumerate(entries):
        pending = game.pending(state)
        if isinstance(pending, Chance):
            other = next(move for move, _ in pending.source.outcomes() if move != entry.move)
            forged = record_of(
                listing, [*entries[:number], Entry(NATURE, other), *entries[number + 1 :]], SHORT[listing.name]
            )
            check = found(forged, "dice")
            assert (check.outcome, check.line) == ("failed", number + 2)
            assert outcomes(forged)["digest"] == "ok"
            tried += 1
        state, _ = play(game, state, entry.actor, entry.move)
    assert tried


@each_game
def test_a_move_against_the_rules_is_named_with_its_line(listing: Listing) -> None:
    entries = entries_in(listing.name)
    for number, entry in enumerate(entries):
        if isinstance(entry.actor, int):
            forged = [*entries[:number], Entry((entry.actor + 1) % len(SEEDS), entry.move), *entries[number:]]
            check = found(record_of(listing, forged, SHORT[listing.name]), "moves")
            if check.outcome == "failed":  # in some games others may answer as well
                assert check.line is not None
                assert check.line >= number + 2
                return
    raise AssertionError("no move was refused")


@each_game
def test_whatever_comes_after_the_end_is_named_with_its_line(listing: Listing) -> None:
    entries = entries_in(listing.name)
    text = record_of(listing, [*entries, entries[0], entries[0]], SHORT[listing.name])
    for what in ("moves", "end"):
        check = found(text, what)
        assert (check.outcome, check.line) == ("failed", len(entries) + 2)


def test_a_line_that_cannot_be_read_is_named_and_what_stands_before_it_is_checked() -> None:
    lines = fair(GAMES[0]).splitlines()
    check = found(joined(*lines[:5], "{nonsense", *lines[6:]), "moves")
    assert (check.outcome, check.line) == ("failed", 6)
    assert "before line 6 fall as written" in found(joined(*lines[:5], "{nonsense", *lines[6:]), "dice").sentence


# A forger who makes a new digest


def with_another_move(listing: Listing) -> str:
    """A player made another move than is written, the game was cut off there, and all else is in order."""
    entries = entries_in(listing.name)
    game = listing.new(len(SEEDS), SHORT[listing.name])
    state = game.start()
    for number, entry in enumerate(entries):
        pending = game.pending(state)
        if isinstance(pending, Ask) and isinstance(entry.actor, int):
            for other in pending.options[entry.actor]:
                if other != entry.move:
                    return record_of(listing, [*entries[:number], Entry(entry.actor, other)], SHORT[listing.name])
        state, _ = play(game, state, entry.actor, entry.move)
    raise AssertionError("nobody had a choice")


@each_game
def test_a_move_forged_with_a_new_digest_shows_only_against_the_digest_that_everybody_was_told(
    listing: Listing,
) -> None:
    forged, digest = with_another_move(listing), proof_of(fair(listing))["digest"]
    assert holds(verify(forged))
    assert outcomes(forged)["told_digest"] == "not_possible"
    assert outcomes(forged, Noted(digest=digest))["told_digest"] == "failed"
    assert outcomes(fair(listing), Noted(digest=digest))["told_digest"] == "ok"


@each_game
def test_a_game_forged_from_another_secret_shows_only_against_the_commitment_that_everybody_was_told(
    listing: Listing,
) -> None:
    other = bytes(32)
    game = listing.new(len(SEEDS), SHORT[listing.name])
    entries = list(entries_of(game, Tower(other, SEEDS), Random(0)))
    forged = record_of(listing, entries, SHORT[listing.name], secret=other)
    noted = Noted(commit=proof_of(fair(listing))["commit"])
    assert holds(verify(forged))
    assert outcomes(forged, noted)["told_commitment"] == "failed"
    assert outcomes(fair(listing), noted)["told_commitment"] == "ok"


@each_game
def test_a_game_forged_from_another_seed_of_mine_shows_only_against_the_seed_that_i_sent(listing: Listing) -> None:
    seeds = ("tails", *SEEDS[1:])
    game = listing.new(len(SEEDS), SHORT[listing.name])
    entries = list(entries_of(game, Tower(SECRET, seeds), Random(0)))
    forged = record_of(listing, entries, SHORT[listing.name], seeds=seeds)
    assert holds(verify(forged))
    assert outcomes(forged, Noted(seed="heads", seat=0))["own_seed"] == "failed"
    assert outcomes(fair(listing), Noted(seed="heads", seat=0))["own_seed"] == "ok"


@pytest.mark.parametrize(
    ("seed", "seat", "outcome"),
    [
        ("heads", 0, "ok"),
        ("", 1, "ok"),
        ("heads", 1, "failed"),
        ("", 0, "failed"),
        ("heads", 3, "failed"),
        ("heads", -3, "failed"),
        ("heads", None, "not_possible"),
        (None, 0, "not_possible"),
    ],
)
def test_my_own_seed_is_looked_for_at_my_own_seat(seed: str | None, seat: int | None, outcome: str) -> None:
    assert outcomes(fair(GAMES[0]), Noted(seed=seed, seat=seat))["own_seed"] == outcome


@each_game
def test_with_a_new_digest_all_but_players_moves_and_their_absence_still_shows(listing: Listing) -> None:
    """The dice, the secret and the rules need no digest."""
    text = fair(listing)
    for field in ("commit", "seed"):
        forged = changed_header(text, partial(put, path=("dice", field), value="5e" * 32))
        assert not holds(verify(with_new_digest(forged)))
    forged = changed_header(text, partial(put, path=("dice", "client_seeds"), value=["tails", "", SEEDS[2]]))
    assert outcomes(with_new_digest(forged))["digest"] == "ok"
    assert outcomes(with_new_digest(forged))["dice"] == "failed"
    assert holds(verify(with_new_digest(text)))


# Anything at all


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "\x00",
        "{}",
        "[]\n",
        "null",
        "\ud800",
        '{"game":"peril","edition":1,"seats":2,"options":{}}',
        '{"game":"ludo","edition":1,"seats":2,"options":{}}\n',
        '{"game":"peril","edition":77,"seats":2,"options":{}}\n',
        '{"game":"peril","edition":1,"seats":1000000,"options":{}}\n',
        '{"game":"peril","edition":1,"seats":2,"options":{"starting_lives":1e999}}\n',
        '{"game":"peril","edition":1,"seats":2,"options":{},"dice":{"commit":"\\ud800","client_seeds":["\\ud800",""]}}\n',
        "[" * 10_000,
        '{"game":"peril","edition":1,"seats":2,"options":' + "[" * 10_000,
    ],
    ids=lambda text: repr(text[:40]),
)
def test_whatever_is_no_record_is_said_to_be_none(text: str) -> None:
    checks = verify(text)
    assert not holds(checks)
    for check in checks:
        assert check.sentence.isprintable()
        assert check.sentence.endswith(".")


@given(st.text() | st.binary().map(lambda data: data.decode(errors="surrogateescape")))
def test_no_text_is_too_strange(text: str) -> None:
    assert not holds(verify(text))
    assert not holds(verify(fair(GAMES[0]).splitlines()[0] + "\n" + text))


@given(st.data())
def test_no_letter_can_be_written_over_unseen(data: st.DataObject) -> None:
    listing = data.draw(st.sampled_from(GAMES))
    text = fair(listing)
    place = data.draw(st.integers(0, len(text) - 1))
    letter = data.draw(st.characters())
    changed = text[:place] + letter + text[place + 1 :]
    assert holds(verify(changed)) == (changed == text)

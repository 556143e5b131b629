"""Records: written, read and replayed, and every kind of damage named with its line."""

import json
from contextlib import suppress
from random import Random

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dicehall.rules.catalog import GAMES
from dicehall.rules.chance import Drawn, Rolled
from dicehall.rules.errors import DamagedRecord
from dicehall.rules.kernel import Over
from dicehall.rules.listing import Listing
from dicehall.rules.peril import LISTING, Options, Pick
from dicehall.rules.record import Entry, Record, read_move
from dicehall.rules.tower import Proof
from dicehall.rules.values import NATURE, TABLE, Withdraw
from tests.kit.play import A, B, C
from tests.kit.scale import scaled
from tests.kit.walk import table, walk

HEADER = '{"game":"peril","edition":1,"seats":3,"options":{}}'
DRAWN = '{"actor":"nature","move":{"type":"drawn","seat":0}}'
PICK = '{"actor":0,"move":{"type":"pick","number":1}}'


def lines(*text: str) -> str:
    return "\n".join(text) + "\n"


def damage(text: str) -> DamagedRecord:
    """What reading and replaying this text runs into."""
    with pytest.raises(DamagedRecord) as damaged:
        list(Record.read(text).replay())
    return damaged.value


def walked(listing: Listing, seed: int) -> Record:
    """A random game with players who leave, as a record."""
    game = table(listing, seed)
    entries = [stand.entry for stand in walk(game, Random(seed), leaving=0.02) if stand.entry]
    return Record.of(listing, game.seats, game.options, entries)


# The format


def test_a_record_is_json_lines_as_the_design_says() -> None:
    entries = [Entry(NATURE, Drawn(A)), Entry(A, Pick(1)), Entry(TABLE, Withdraw(C)), Entry(B, Pick(5))]
    record = Record.of(LISTING, 3, Options(), [*entries, Entry(NATURE, Rolled((5,)))])
    assert record.write() == lines(
        '{"game":"peril","edition":1,"seats":3,"options":'
        '{"starting_lives":3,"die_scaling":"alive","peril_after_elimination":"random"}}',
        '{"actor":"nature","move":{"type":"drawn","seat":0}}',
        '{"actor":0,"move":{"type":"pick","number":1}}',
        '{"actor":"table","move":{"type":"withdraw","seat":2}}',
        '{"actor":1,"move":{"type":"pick","number":5}}',
        '{"actor":"nature","move":{"type":"rolled","faces":[5]}}',
    )
    assert Record.read(record.write()) == record


def test_options_may_be_left_out() -> None:
    assert Record.read('{"game":"peril","edition":1,"seats":3}').game.options == Options()


def test_a_header_may_say_more_for_the_tables_own_use() -> None:
    header = '{"game":"peril","edition":1,"seats":3,"options":{},"hall":{"name":"The Six"}}'
    assert Record.read(header) == Record.read(HEADER)


def test_a_header_may_say_where_its_dice_came_from() -> None:
    header = '{"game":"peril","edition":1,"seats":3,"options":{},"dice":{"commit":"ab","client_seeds":["x","",""]}}'
    record = Record.read(header)
    assert record.dice == Proof("ab", ("x", "", ""))
    assert Record.read(record.write()) == record
    assert Record.read(HEADER).dice is msgspec.UNSET
    assert '"dice"' not in Record.read(HEADER).write()


@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
def test_the_last_line_may_end_in_any_way(end: str) -> None:
    assert len(Record.read(f"{HEADER}\n{DRAWN}{end}").entries) == 1


def test_lines_may_end_as_windows_ends_them() -> None:
    assert Record.read(lines(HEADER, DRAWN, PICK).replace("\n", "\r\n")) == Record.read(lines(HEADER, DRAWN, PICK))


def test_a_replay_tells_every_moment() -> None:
    first, second = Record.read(lines(HEADER, DRAWN, PICK)).replay()
    assert first.entry == Entry(NATURE, Drawn(A))
    assert [type(event).__name__ for event in first.events] == ["Began", "InPeril"]
    assert second.state.phase.queue == (B, C)
    assert second.pending == LISTING.new(3).pending(second.state)


def test_a_record_without_entries_is_a_game_that_has_not_begun() -> None:
    assert list(Record.read(HEADER).replay()) == []


@pytest.mark.parametrize("listing", GAMES, ids=lambda listing: listing.name)
@settings(max_examples=scaled(25))
@given(seed=st.integers(0, 10_000))
def test_a_record_survives_writing_reading_and_replaying(listing: Listing, seed: int) -> None:
    record = walked(listing, seed)
    again = Record.read(record.write())
    assert again == record
    assert again.write() == record.write()
    *_, last = again.replay()
    assert isinstance(last.pending, Over)


# Damage, named with its line


@pytest.mark.parametrize(
    ("header", "reason"),
    [
        ("", "the line is blank; a record begins with"),
        ("   ", "the line is blank; a record begins with"),
        ("Peril", "JSON is malformed: invalid character (byte 0); a record begins with"),
        ('{"game":"peril","edi', "Input data was truncated; a record begins with"),
        ("[1]", "Expected `object`, got `array`; a record begins with"),
        ('{"game":"peril","edition":1}', "missing required field `seats`"),
        ('{"game":7,"edition":1,"seats":3}', "Expected `str`, got `int` - at `$.game`"),
        ('{"game":"peril","edition":1,"seats":"3"}', "Expected `int`, got `str` - at `$.seats`"),
        ('{"game":"peril","edition":1,"seats":true}', "Expected `int`, got `bool` - at `$.seats`"),
        ('{"game":"perl","edition":1,"seats":3}', "there is no game 'perl'; the games are peril"),
        ('{"game":"peril","edition":9,"seats":3}', "edition 9 of peril is unknown here"),
        ('{"game":"peril","edition":1,"seats":1}', "Peril takes 2 to 10 seats, not 1"),
        ('{"game":"peril","edition":1,"seats":3,"options":[]}', "Expected `object`, got `array` - at `$.options`"),
        ('{"game":"peril","edition":1,"seats":3,"options":{"lives":3}}', "no option 'lives'; its options are starting"),
        ('{"game":"peril","edition":1,"seats":3,"options":{"starting_lives":4}}', "cannot be 4; allowed: 1..3"),
        ('{"game":"peril","edition":1,"seats":3,"options":{"starting_lives":true}}', "cannot be true; allowed: 1..3"),
        ('{"game":"peril","edition":1,"seats":3,"options":{"starting_lives":"3"}}', 'cannot be "3"; allowed: 1..3'),
    ],
)
def test_a_damaged_header_is_line_1(header: str, reason: str) -> None:
    damaged = damage(lines(header, DRAWN))
    assert damaged.line == 1
    assert reason in damaged.reason


def test_an_empty_file_is_damaged_in_line_1() -> None:
    assert damage("").line == 1


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ("", 'the line is blank; an entry is {"actor","move"}'),
        (PICK[:-4], 'Input data was truncated; an entry is {"actor","move"}'),
        (PICK + PICK, "JSON is malformed: trailing characters"),
        ("[0]", "Expected `object`, got `array`"),
        ('{"actor":0}', "missing required field `move`"),
        ('{"move":{"type":"pick","number":1}}', "missing required field `actor`"),
        ('{"actor":0,"move":{"type":"pick","number":1},"at":"noon"}', "unknown field `at`"),
        ('{"actor":0,"move":{"type":"pick","number":1,"loud":true}}', "unknown field `loud`"),
        ('{"actor":0,"move":{"type":"pick"}}', "missing required field `number`"),
        ('{"actor":0,"move":{"type":"pick","number":true}}', "Expected `int`, got `bool` - at `$.number`"),
        ('{"actor":0,"move":{"type":"pick","number":"1"}}', "Expected `int`, got `str` - at `$.number`"),
        ('{"actor":0,"move":{"number":1}}', "missing required field `type`"),
        ('{"actor":0,"move":{"type":"peck","number":1}}', "'peck' is no move here; allowed: pick"),
        ('{"actor":0,"move":{"type":"rolled","faces":[1]}}', "'rolled' is no move here; allowed: pick"),
        ('{"actor":"nature","move":{"type":"pick","number":1}}', "no move here; allowed: rolled, drawn, shuffled"),
        ('{"actor":"table","move":{"type":"kick","seat":1}}', "no move here; allowed: withdraw, stop"),
        ('{"actor":"Ann","move":{"type":"pick","number":1}}', 'the actor is a seat, "nature" or "table", not \'Ann\''),
        ('{"actor":1,"move":{"type":"pick","number":1}}', "not the turn of seat 1: the game waits for seat 0"),
        ('{"actor":3,"move":{"type":"pick","number":1}}', "there is no seat 3: seats are 0 to 2"),
        ('{"actor":-1,"move":{"type":"pick","number":1}}', "there is no seat -1: seats are 0 to 2"),
        ('{"actor":0,"move":{"type":"pick","number":13}}', "pick 13 is not an option; allowed: pick 1..12"),
        ('{"actor":"nature","move":{"type":"rolled","faces":[1]}}', "not the turn of nature"),
        ('{"actor":"table","move":{"type":"withdraw","seat":3}}', "there is no seat 3: seats are 0 to 2"),
        ('{"actor":"table","move":{"type":"stop"}}', "stop is not an option; allowed: withdraw of a seat"),
    ],
)
def test_a_damaged_entry_is_named_with_its_line(entry: str, reason: str) -> None:
    damaged = damage(lines(HEADER, DRAWN, entry, PICK))
    assert damaged.line == 3
    assert reason in damaged.reason


def test_entries_after_the_end_are_damage() -> None:
    leave = '{"actor":"table","move":{"type":"withdraw","seat":%d}}'
    damaged = damage(lines(HEADER, DRAWN, leave % 1, leave % 2, PICK))
    assert (damaged.line, damaged.reason) == (5, "the game is over: nothing more can be played")


def test_a_blank_line_at_the_end_is_damage() -> None:
    assert damage(lines(HEADER, DRAWN, "")).line == 3


def test_a_replay_comes_as_far_as_the_record_is_sound() -> None:
    replay = Record.read(lines(HEADER, DRAWN, PICK, PICK)).replay()
    assert [next(replay).entry.actor, next(replay).entry.actor] == [NATURE, A]
    with pytest.raises(DamagedRecord, match=r"^line 4: "):
        next(replay)


@pytest.mark.parametrize("opened", ["[", '{"a":'])
def test_nesting_without_end_is_damage_and_nothing_worse(opened: str) -> None:
    deep = opened * 100_000
    assert damage(HEADER.replace("{}", deep)).line == 1
    assert damage(lines(HEADER, f'{{"actor":0,"move":{deep}')).line == 2


def test_half_a_character_is_damage_and_nothing_worse() -> None:
    assert damage(lines(HEADER.replace("peril", "\ud800"))).line == 1
    assert damage(lines(HEADER, DRAWN.replace("drawn", "\udfff"))).line == 2


# Nothing but DamagedRecord ever comes of reading or replaying


def reads_or_is_damaged(text: str) -> None:
    with suppress(DamagedRecord):
        list(Record.read(text).replay())


GOOD = [walked(listing, seed).write() for listing in GAMES for seed in (0, 40)]

any_text = st.text(alphabet=st.characters(exclude_categories=()))
any_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | any_text,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


@given(any_text)
@example("\x00")
@example("\ufeff" + HEADER)
def test_any_text_reads_or_is_damaged(text: str) -> None:
    reads_or_is_damaged(text)
    reads_or_is_damaged(lines(HEADER, text))
    reads_or_is_damaged(lines(HEADER, DRAWN, text))


@given(seats=any_json, edition=any_json, options=any_json)
def test_any_header_reads_or_is_damaged(seats: object, edition: object, options: object) -> None:
    for header in (
        {"game": "peril", "edition": 1, "seats": seats, "options": {}},
        {"game": "peril", "edition": edition, "seats": 3, "options": {}},
        {"game": "peril", "edition": 1, "seats": 3, "options": options},
        {"game": "peril", "edition": 1, "seats": 3, "options": {"starting_lives": options}},
    ):
        reads_or_is_damaged(json.dumps(header))


@given(actor=any_json | st.sampled_from([0, 1, 9, "nature", "table"]), number=any_json)
def test_any_entry_reads_or_is_damaged(actor: object, number: object) -> None:
    for move in (
        {"type": "pick", "number": number},
        {"type": "drawn", "seat": number},
        {"type": "rolled", "faces": number},
        {"type": "shuffled", "order": number},
        {"type": "withdraw", "seat": number},
        {"type": number},
        number,
    ):
        reads_or_is_damaged(lines(HEADER, DRAWN, json.dumps({"actor": actor, "move": move})))


@settings(max_examples=scaled(100))
@given(st.data())
def test_a_record_with_one_character_changed_reads_or_is_damaged(data: st.DataObject) -> None:
    good = data.draw(st.sampled_from(GOOD))
    place = data.draw(st.integers(0, len(good) - 1))
    # A small alphabet of the characters that records are made of finds more than all of Unicode does.
    other = data.draw(st.sampled_from('0123456789-.eE"{}[],: \n\\tnaturebl') | st.characters(exclude_categories=()))
    for kept in (place, place + 1):  # inserted, replaced
        reads_or_is_damaged(good[:place] + other + good[kept:])
    reads_or_is_damaged(good[:place] + good[place + 1 :])


@given(st.sampled_from(GOOD), st.floats(0, 1))
def test_a_record_cut_short_anywhere_reads_or_is_damaged(good: str, share: float) -> None:
    reads_or_is_damaged(good[: int(len(good) * share)])


@given(st.data())
def test_a_record_with_lines_out_of_order_reads_or_is_damaged(data: st.DataObject) -> None:
    good = data.draw(st.sampled_from(GOOD)).splitlines()
    first, second = (data.draw(st.integers(0, len(good) - 1)) for _ in range(2))
    good[first], good[second] = good[second], good[first]
    reads_or_is_damaged(lines(*good))


# Moves alone


def test_players_nature_and_the_table_each_have_their_own_moves() -> None:
    assert read_move(LISTING, 0, b'{"type":"pick","number":3}') == Pick(3)
    assert read_move(LISTING, "nature", b'{"type":"drawn","seat":3}') == Drawn(3)
    assert read_move(LISTING, "table", b'{"type":"withdraw","seat":3}') == Withdraw(3)
    with pytest.raises(msgspec.ValidationError, match="'withdraw' is no move here; allowed: pick"):
        read_move(LISTING, 0, b'{"type":"withdraw","seat":3}')

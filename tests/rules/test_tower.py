"""The dice tower, held against the same construction written out by hand with nothing but hashes."""

import hashlib
import hmac
import json
import math
from collections import Counter
from itertools import pairwise, permutations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from dicehall.rules.chance import Dice, Drawn, NatureMove, OneOf, Rolled, Shuffle, Shuffled, Source
from dicehall.rules.tower import (
    SEED_BYTES,
    Tower,
    commitment,
    digest_at_end,
    digest_of_header,
    digest_with,
)

SEED = bytes(range(32))
SEEDS = ("heads", "", 'quote"and\\slash')
SOURCES: list[Source] = [
    *(Dice((sides,)) for sides in (2, 3, 4, 5, 6, 7, 8, 10, 12, 20, 30, 100)),
    Dice((6, 5)),
    Dice((6, 6, 6)),
    Dice((6,) * 21),
    OneOf((0, 1)),
    OneOf((1, 4, 6, 9, 11)),
    Shuffle((0, 1)),
    Shuffle((0, 1, 2, 3)),
    Shuffle(tuple(range(12))),
]
each_source = pytest.mark.parametrize("source", SOURCES, ids=str)

secrets = st.binary(min_size=SEED_BYTES, max_size=SEED_BYTES)
client_seeds = st.lists(st.text(st.characters(min_codepoint=33, max_codepoint=126), max_size=64), max_size=6)
numbers = st.integers(0, 2**63)


# By hand: no line of the program is used below but the values that a draw gives.


def bits_by_hand(seed: bytes, seeds: tuple[str, ...], number: int, blocks: int = 8) -> str:
    """The stream of one draw as a row of zeros and ones."""
    listed = json.dumps(list(seeds), separators=(",", ":")).encode("ascii")
    key = hmac.new(seed, listed, hashlib.sha256).digest()
    row = b"".join(
        hmac.new(key, number.to_bytes(8, "big") + block.to_bytes(8, "big"), hashlib.sha256).digest()
        for block in range(blocks)
    )
    return "".join(f"{byte:08b}" for byte in row)


class ByHand:
    """Numbers below a limit, taken from the front of the row; what is too great is thrown away."""

    def __init__(self, row: str) -> None:
        self.row = row

    def below(self, limit: int) -> int:
        width = len(f"{limit - 1:b}")
        while True:
            number, self.row = int(self.row[:width], 2), self.row[width:]
            if number < limit:
                return number


def draw_by_hand(source: Source, row: str) -> NatureMove:
    hand = ByHand(row)
    match source:
        case Dice(sides):
            number = hand.below(math.prod(sides))
            faces: list[int] = []
            for most in reversed(sides):
                number, face = divmod(number, most)
                faces.insert(0, face + 1)
            return Rolled(tuple(faces))
        case OneOf(seats):
            return Drawn(seats[hand.below(len(seats))])
        case Shuffle(seats):
            order = list(seats)
            for last in range(len(order) - 1, 0, -1):
                other = hand.below(last + 1)
                order[last], order[other] = order[other], order[last]
            return Shuffled(tuple(order))


@each_source
@pytest.mark.parametrize("number", [0, 1, 2, 255, 256, 2**40])
def test_a_draw_is_what_the_hashes_give_by_hand(source: Source, number: int) -> None:
    assert Tower(SEED, SEEDS).draw(source, number) == draw_by_hand(source, bits_by_hand(SEED, SEEDS, number))


@given(secrets, client_seeds, numbers)
def test_every_tower_is_what_the_hashes_give_by_hand(seed: bytes, seeds: list[str], number: int) -> None:
    row = bits_by_hand(seed, tuple(seeds), number)
    for source in SOURCES:
        assert Tower(seed, seeds).draw(source, number) == draw_by_hand(source, row)


@given(secrets, numbers, st.lists(st.integers(0, 300), max_size=12))
def test_bits_come_in_one_row_however_they_are_taken(seed: bytes, number: int, widths: list[int]) -> None:
    """Also beyond the first block of 256."""
    row = bits_by_hand(seed, (), number, blocks=sum(widths) // 256 + 1)
    stream = Tower(seed, ()).stream(number)
    for width in widths:
        taken, row = row[:width], row[width:]
        assert stream.getrandbits(width) == int(taken or "0", 2)


# Known answers, so that the construction cannot change without anybody noticing: old records must verify for ever.


@pytest.mark.parametrize(
    ("source", "number", "move"),
    [
        (Dice((6,)), 0, Rolled((4,))),
        (Dice((6,)), 1, Rolled((2,))),
        (Dice((6, 6, 6)), 2, Rolled((1, 1, 5))),
        (OneOf((0, 1, 2)), 3, Drawn(1)),
        (Shuffle((0, 1, 2, 3)), 4, Shuffled((2, 0, 3, 1))),
        (Dice((6,) * 6), 5, Rolled((6, 5, 2, 3, 1, 2))),
    ],
)
def test_the_answers_are_known(source: Source, number: int, move: NatureMove) -> None:
    assert Tower(SEED, ("heads", "tails", "")).draw(source, number) == move


def test_a_commitment_is_the_plain_hash_of_the_secret() -> None:
    """`printf '000102…1f' | xxd -r -p | sha256sum` says the same."""
    assert commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()


def test_a_digest_is_a_chain_of_plain_hashes() -> None:
    chain = hashlib.sha256(b"header").digest()
    chain = hashlib.sha256(chain + b"one").digest()
    chain = hashlib.sha256(chain + b"two").digest()
    by_hand = hashlib.sha256(chain + SEED).hexdigest()
    assert digest_at_end(digest_with(digest_with(digest_of_header(b"header"), b"one"), b"two"), SEED) == by_hand


@given(st.lists(st.binary(max_size=5), min_size=1, max_size=4), st.lists(st.binary(max_size=5), min_size=1, max_size=4))
def test_no_two_records_have_the_same_digest(one: list[bytes], other: list[bytes]) -> None:
    """Also where the same bytes are only cut into other lines."""
    assume(one != other)
    assert chained(one) != chained(other)


def chained(lines: list[bytes]) -> str:
    digest = digest_of_header(lines[0])
    for line in lines[1:]:
        digest = digest_with(digest, line)
    return digest_at_end(digest, SEED)


# Each draw depends on everything

MANY = Dice((6,) * 24)
"""So many dice that two throws are alike once in 10^18."""


@given(secrets, secrets)
def test_another_secret_gives_other_dice(one: bytes, other: bytes) -> None:
    assume(one != other)
    assert Tower(one, SEEDS).draw(MANY, 0) != Tower(other, SEEDS).draw(MANY, 0)


@given(client_seeds, st.data())
def test_any_other_seed_of_any_player_gives_other_dice(seeds: list[str], data: st.DataObject) -> None:
    assume(seeds)
    seat = data.draw(st.integers(0, len(seeds) - 1))
    other = [*seeds[:seat], seeds[seat] + "x", *seeds[seat + 1 :]]
    assert Tower(SEED, seeds).draw(MANY, 0) != Tower(SEED, other).draw(MANY, 0)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("ab", "c"), ("a", "bc")),
        (("a", "b"), ("b", "a")),
        (("a", ""), ("a",)),
        (("", "a"), ("a", "")),
        (('a","b',), ("a", "b")),
        ((), ("",)),
    ],
)
def test_seeds_are_told_apart_by_who_sent_them(one: tuple[str, ...], other: tuple[str, ...]) -> None:
    assert Tower(SEED, one).draw(MANY, 0) != Tower(SEED, other).draw(MANY, 0)


@given(numbers, numbers)
def test_no_two_draws_of_a_game_are_alike(one: int, other: int) -> None:
    assume(one != other)
    assert Tower(SEED, SEEDS).draw(MANY, one) != Tower(SEED, SEEDS).draw(MANY, other)


def test_the_same_is_drawn_again_and_again() -> None:
    for source in SOURCES:
        assert len({Tower(SEED, SEEDS).draw(source, 7) for _ in range(3)}) == 1


# No face comes more often than another

DRAWS = 20_000


def chi_square(counts: Counter[object], kinds: int) -> float:
    expected = counts.total() / kinds
    return sum((count - expected) ** 2 / expected for count in counts.values()) + expected * (kinds - len(counts))


def most(freedom: int) -> float:
    """What an even die exceeds once in 100,000 times (Wilson and Hilferty); the seed is fixed, so it never does."""
    spread = 2 / (9 * freedom)
    return freedom * float((1 - spread + 4.265 * math.sqrt(spread)) ** 3)


@pytest.mark.parametrize("sides", [*range(2, 13), 20, 30])
def test_every_face_of_every_die_is_equally_likely(sides: int) -> None:
    tower = Tower(SEED, SEEDS)
    counts: Counter[object] = Counter(tower.draw(Dice((sides,)), number) for number in range(DRAWS))
    assert len(counts) == sides
    assert chi_square(counts, sides) < most(sides - 1)


def test_dice_thrown_together_know_nothing_of_each_other() -> None:
    tower = Tower(SEED, SEEDS)
    for source, kinds in ((Dice((6, 6, 6)), 216), (Dice((6, 5, 6, 5)), 900)):
        counts: Counter[object] = Counter(tower.draw(source, number) for number in range(DRAWS))
        assert chi_square(counts, kinds) < most(kinds - 1)


def test_a_throw_knows_nothing_of_the_one_before() -> None:
    tower = Tower(SEED, SEEDS)
    throws = [tower.draw(Dice((6,)), number) for number in range(DRAWS)]
    assert chi_square(Counter(pairwise(throws)), 36) < most(35)


def test_every_order_and_every_seat_is_equally_likely() -> None:
    tower = Tower(SEED, SEEDS)
    orders: Counter[object] = Counter(tower.draw(Shuffle((0, 1, 2, 3)), number) for number in range(DRAWS))
    seats: Counter[object] = Counter(tower.draw(OneOf((2, 3, 5, 7, 11)), number) for number in range(DRAWS))
    assert set(orders) == {Shuffled(order) for order in permutations(range(4))}
    assert chi_square(orders, 24) < most(23)
    assert chi_square(seats, 5) < most(4)


def test_the_measure_would_notice_a_die_that_is_not_even() -> None:
    """As the remainder of a number below 16 is not: four faces come three times, and two twice."""
    counts: Counter[object] = Counter(number % 16 % 6 for number in range(DRAWS))
    assert chi_square(counts, 6) > most(5)

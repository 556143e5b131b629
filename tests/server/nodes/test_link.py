"""The line between two nodes: whole, or begun anew; and nothing for those who only listen or make letters up."""

import asyncio
import hashlib
import math
from itertools import permutations, product
from typing import get_args

import msgspec
import pytest

from dicehall.server.gates.words import Said
from dicehall.server.nodes.link import PIECE, Link, greeting, letters
from dicehall.server.nodes.sealing import LEAST, Exchange, Forged, Greetings, Numbered, derived, padded, unpadded
from dicehall.server.nodes.words import LANGUAGE, NodeWord


class Ends:
    """Both of them; what is on the bus waits until the test delivers it."""

    def __init__(self, secrets: tuple[bytes, bytes] = (b"same", b"same")) -> None:
        self.heard: dict[str, list[NodeWord]] = {"one": [], "other": []}
        self.bus: list[tuple[str, bytes]] = []
        self.have_read = {"one": math.inf, "other": math.inf}
        """Until when each has heard its own clients."""
        self.links = {
            me: Link(
                me, other, secret,
                send=lambda letter, to=other: self.bus.append((to, letter)),  # type: ignore[misc]
                hear=lambda link, word: self.heard[link.me].append(word),
                turned=lambda _link, _up: None,
                have_read=lambda since, me=me: since < self.have_read[me],  # type: ignore[misc]
            )
            for me, other, secret in (("one", "other", secrets[0]), ("other", "one", secrets[1]))
        }  # fmt: skip

    async def deliver(self, *, lost: int | None = None) -> list[tuple[str, bytes]]:
        """All that is on the bus, and what comes of it; except one letter, by its place."""
        sent: list[tuple[str, bytes]] = []
        await asyncio.sleep(0)
        while self.bus:
            to, letter = self.bus.pop(0)
            sent.append((to, letter))
            if len(sent) - 1 != lost:
                _, number, sealed = letters.decode(letter)
                self.links[to].take(number, sealed)
            await asyncio.sleep(0)
        return sent

    async def come_up(self) -> None:
        for link in self.links.values():
            link.beat(0.0)
        await self.deliver()

    @property
    def are_up(self) -> bool:
        return all(link.is_up for link in self.links.values())


def test_words_arrive_in_their_order_however_long_they_are() -> None:
    async def say() -> None:
        ends = Ends()
        await ends.come_up()
        assert ends.are_up
        said = [Said(1, b"short"), Said(2, b"x" * (3 * PIECE)), Said(3, b"short again")]
        for word in said:
            ends.links["one"].say(word)
        await ends.deliver()
        assert ends.heard["other"] == said

    asyncio.run(say())


def test_after_a_lost_letter_the_line_begins_anew_and_nothing_old_arrives() -> None:
    async def lose() -> None:
        ends = Ends()
        await ends.come_up()
        ends.links["one"].say(Said(1, b"lost"))
        await ends.deliver(lost=0)
        assert ends.are_up, "nobody knows yet"
        ends.links["one"].say(Said(2, b"after it"))
        await ends.deliver()
        assert ends.are_up
        assert not ends.heard["other"]
        ends.links["one"].say(Said(3, b"on the new line"))
        await ends.deliver()
        assert ends.heard["other"] == [Said(3, b"on the new line")]

    asyncio.run(lose())


def test_letters_that_are_played_again_are_heard_once() -> None:
    async def replay() -> None:
        ends = Ends()
        await ends.come_up()
        ends.links["one"].say(Said(1, b"once"))
        old = await ends.deliver()
        ends.bus += old
        await ends.deliver()
        ends.links["other"].reset("the test says so")
        await ends.deliver()
        assert ends.are_up
        ends.bus += old
        await ends.deliver()
        assert ends.heard["other"] == [Said(1, b"once")]

    asyncio.run(replay())


def test_who_has_not_the_key_of_the_hall_is_not_heard() -> None:
    async def pretend() -> None:
        ends = Ends((b"same", b"another"))
        await ends.come_up()
        assert not any(link.is_up for link in ends.links.values())

    asyncio.run(pretend())


def halves(sent: list[tuple[str, bytes]]) -> set[bytes]:
    """What those who have the key of the hall can read in greetings."""
    greetings, found = Greetings(b"same"), set[bytes]()
    for to, letter in sent:
        sender, number, sealed = letters.decode(letter)
        if number == 0:
            *both, _ = greeting.decode(greetings.open(sealed, f"{sender} {to}".encode()))
            found |= {half for half in both if half}
    return found


def opened(letter: bytes, keys: list[bytes]) -> bool:
    """Whether one of these keys opens it."""
    _, number, sealed = letters.decode(letter)
    for key in keys:
        try:
            Numbered(key).open(number, sealed)
            return True
        except Forged:
            pass
    return False


async def recorded() -> tuple[set[bytes], bytes]:
    """The halves of both ends, and a letter."""
    ends = Ends()
    for link in ends.links.values():
        link.beat(0.0)
    greetings = await ends.deliver()
    ends.links["one"].say(Said(1, b"a secret"))
    [(_, letter)] = await ends.deliver()
    assert ends.heard["other"] == [Said(1, b"a secret")]
    return halves(greetings), letter


def keys(halves: set[bytes], *shared: bytes) -> list[bytes]:
    """That letters might be sealed with."""
    ends = (b"one", b"other")
    return [derived(b"same" + each, "letters", *ends, *both) for each, both in product(shared, permutations(halves))]


def test_who_comes_by_the_key_of_the_hall_cannot_open_what_was_recorded() -> None:
    halves, letter = asyncio.run(recorded())
    assert len(halves) == 2
    own = Exchange()
    assert not opened(letter, keys(halves, b"", bytes(32), *halves, *(own.shared(half) for half in halves)))


def test_letters_are_opened_by_what_their_two_ends_share_and_never_send(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the test before this one might try the wrong keys."""
    known: list[bytes] = []
    usual = Exchange.shared

    def shared(exchange: Exchange, theirs: bytes) -> bytes:
        known.append(usual(exchange, theirs))
        return known[-1]

    monkeypatch.setattr(Exchange, "shared", shared)
    halves, letter = asyncio.run(recorded())
    assert len(known) == 2
    assert len(set(known)) == 1
    assert opened(letter, keys(halves, known[0]))


@pytest.mark.parametrize("half", [b"", b"short", bytes(32)])
def test_what_is_no_half_of_a_key_is_refused(half: bytes) -> None:
    """The last one would give the same key to everybody."""
    with pytest.raises(Forged):
        Exchange().shared(half)


def test_nodes_that_speak_other_languages_do_not_talk_and_both_say_so(caplog: pytest.LogCaptureFixture) -> None:
    async def misunderstand() -> None:
        ends = Ends()
        await ends.come_up()
        other = ends.links["other"]
        other.language = LANGUAGE + 1
        other.reset("it was upgraded")
        for _ in range(3):
            for link in ends.links.values():
                link.beat(1.0)
            assert len(await ends.deliver()) <= 3, "greetings, and no loop of them"
        assert not any(link.is_up for link in ends.links.values())
        assert [link.foreign for link in ends.links.values()] == [LANGUAGE + 1, LANGUAGE]
        assert caplog.text.count("upgrade the older one") == 2, "once each"
        ends.links["one"].language = LANGUAGE + 1
        await ends.come_up()
        assert ends.are_up
        assert [link.foreign for link in ends.links.values()] == [None, None]

    asyncio.run(misunderstand())


def test_whoever_changes_the_words_of_nodes_raises_their_language() -> None:
    """Nodes of two versions run beside each other for as long as an upgrade takes."""
    words = [(word.__struct_config__.tag, *word.__struct_fields__) for word in get_args(NodeWord)]
    print_of_words = hashlib.sha256(repr(sorted(words)).encode()).hexdigest()[:16]
    assert (LANGUAGE, print_of_words) == (1, "60e0c518703f7af1"), (
        "raise LANGUAGE if version 1 was released, and note this print"
    )


def test_a_silent_node_counts_as_gone() -> None:
    async def fall_silent() -> None:
        ends = Ends()
        await ends.come_up()
        one = ends.links["one"]
        while one.is_up:
            one.beat(1.0)
        assert one.silence > 0

    asyncio.run(fall_silent())


def test_an_echo_that_counts_waits_until_clients_are_heard() -> None:
    async def echo() -> None:
        ends = Ends()
        await ends.come_up()
        one, other = ends.links.values()
        before, ends.have_read["other"] = one.read_until, -math.inf
        for _ in range(20):
            one.beat(1.0)
            await ends.deliver()
            other.echo()
            await ends.deliver()
        assert one.is_up, "it is alive"
        assert one.read_until == before, "but has not heard all of its clients"
        probed = asyncio.get_running_loop().time()
        one.beat(0.0)
        ends.have_read["other"] = math.inf
        other.echo()
        await ends.deliver()
        assert one.read_until >= probed

    asyncio.run(echo())


@pytest.mark.parametrize("size", [0, 1, LEAST - 4, LEAST - 3, 5 * LEAST])
def test_letters_have_few_lengths(size: int) -> None:
    letter = padded(b"x" * size)
    assert unpadded(letter) == b"x" * size
    assert len(letter) in {LEAST << doublings for doublings in range(10)}


def test_what_is_no_letter_is_ignored() -> None:
    with pytest.raises(msgspec.MsgspecError):
        letters.decode(b"hello")
    link = Ends().links["one"]
    link.take(0, b"too short")
    link.take(7, b"nobody has sealed this")
    assert not link.is_up

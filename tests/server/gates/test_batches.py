"""Words in batches: whatever is said to one socket keeps its order, and a frame for many is sent once."""

import asyncio
from collections import defaultdict

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as some

from dicehall.server.gates import words
from dicehall.server.gates.batches import Gap, HallOutbox, Inbox, Outbox, encoder

decoder = msgspec.msgpack.Decoder(words.Batch[words.ToGate])
FRAMES = [b"one", b"two", b"three"]


class Addressed:
    def __init__(self, number: int) -> None:
        self.number = number
        self.last_word = -1


def heard(batches: list[bytes]) -> list[words.ToGate]:
    inbox: Inbox[words.ToGate] = Inbox(decoder)
    return [word for batch in batches for word in inbox.take(batch)]


async def said(turns: list[list[tuple[int, int]]]) -> list[bytes]:
    """All that leaves if, in each turn of the loop, these sockets are told these frames; frame 3 is a close."""
    sent: list[bytes] = []
    outbox = HallOutbox(sent.append)
    sockets = [Addressed(number) for number in range(4)]
    for turn in turns:
        for socket, frame in turn:
            if frame == len(FRAMES):
                outbox.say_to(sockets[socket], words.Close(socket, 1000, ""))
            else:
                outbox.tell(sockets[socket], FRAMES[frame])
        await asyncio.sleep(0)
    return sent


@given(some.lists(some.lists(some.tuples(some.integers(0, 3), some.integers(0, 3))), max_size=4))
def test_each_socket_is_told_everything_once_and_in_order(turns: list[list[tuple[int, int]]]) -> None:
    wanted, told = defaultdict[int, list[bytes]](list), defaultdict[int, list[bytes]](list)
    for turn in turns:
        for socket, frame in turn:
            wanted[socket].append(b"closed" if frame == len(FRAMES) else FRAMES[frame])
    sent = asyncio.run(said(turns))
    assert len(sent) == sum(bool(turn) for turn in turns), "one batch for each turn"
    for word in heard(sent):
        match word:
            case words.Tell(sockets, frames):
                for socket in sockets:
                    told[socket].append(frames)
            case words.Close(socket):
                told[socket].append(b"closed")
            case _:
                raise AssertionError(word)
    assert told == wanted


def test_a_frame_for_many_is_sent_once_even_among_others() -> None:
    sent = asyncio.run(said([[(0, 0), (1, 1), (2, 0), (3, 0)]]))
    assert heard(sent) == [words.Tell([0, 2, 3], b"one"), words.Tell([1], b"two")]


def test_a_lost_batch_is_noticed() -> None:
    sent = asyncio.run(said([[(0, 0)], [(0, 1)], [(0, 2)]]))
    with pytest.raises(Gap, match="batch 3 came after batch 1"):
        heard([sent[0], sent[2]])


def test_a_word_is_the_same_at_the_other_end() -> None:
    asks = words.Asks(7, "/ws", "a=b", {"cookie": "x", "host": "hall"}, "2001:db8::1")
    spoken: list[words.FromGate] = [words.Ready(), words.Said(7, "zwölf".encode()), asks, words.Gone(7), words.Echo(3)]
    inbox: Inbox[words.FromGate] = Inbox(msgspec.msgpack.Decoder(words.Batch[words.FromGate]))
    assert inbox.take(encoder.encode((1, spoken))) == spoken


def test_nothing_is_sent_where_nothing_was_said() -> None:
    sent: list[bytes] = []
    outbox: Outbox[words.FromGate] = Outbox(sent.append)
    outbox.flush()
    assert sent == []

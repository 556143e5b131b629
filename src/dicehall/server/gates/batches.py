"""Words in numbered batches: one for each turn of the loop, whatever carries them."""

import asyncio
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

import msgspec

from dicehall.server.gates.words import Batch, Tell, Word

W = TypeVar("W")

encoder = msgspec.msgpack.Encoder()


class Gap(Exception):
    """A batch is missing."""


class Inbox(Generic[W]):
    """Takes batches in their order."""

    def __init__(self, decoder: "msgspec.msgpack.Decoder[Batch[W]]") -> None:
        self._decoder = decoder
        self._last = 0

    def take(self, data: bytes) -> list[W]:
        batch = self._decoder.decode(data)
        if batch.number != self._last + 1:
            raise Gap(f"batch {batch.number} came after batch {self._last}")
        self._last = batch.number
        return batch.words


class Outbox(Generic[W]):
    """Whatever is said in one turn of the loop leaves together."""

    def __init__(self, send: Callable[[bytes], None]) -> None:
        self._send = send
        self._last = 0
        self._words: list[W] = []

    def say(self, word: W) -> None:
        if not self._words:
            asyncio.get_running_loop().call_soon(self.flush)
        self._words.append(word)

    def flush(self) -> None:
        if self._words:
            words, self._words = self._words, []
            self._last += 1
            self._send(encoder.encode((self._last, words)))


class Addressee(Protocol):
    """A socket, as the hall knows it by its gate."""

    number: int
    last_word: int
    """The place of the last word that was said to it."""


class HallOutbox(Outbox[Word]):
    """A frame for many sockets of one gate is sent once. Whatever is said to one socket keeps its order."""

    def __init__(self, send: Callable[[bytes], None]) -> None:
        super().__init__(send)
        self._before = 0
        """Words in all earlier batches: places go on from there."""
        self._places: dict[int, int] = {}
        """Where each frame stands, by its identity: the words of this batch keep it alive."""

    def say_to(self, socket: Addressee, word: Word) -> None:
        socket.last_word = self._before + len(self._words)
        self.say(word)

    def tell(self, socket: Addressee, frames: bytes) -> None:
        place = self._places.get(id(frames))
        if place is None or place <= socket.last_word:
            self._places[id(frames)] = self._before + len(self._words)
            self.say_to(socket, Tell([socket.number], frames))
            return
        word = self._words[place - self._before]
        assert isinstance(word, Tell)
        word.sockets.append(socket.number)
        socket.last_word = place

    def flush(self) -> None:
        self._before += len(self._words)
        self._places.clear()
        super().flush()

"""The line between two nodes over a bus that may lose anything: it is whole, or it is down and begins anew.

Both ends draw a key, and the line is up when each knows that the other knows its public half. Letters are counted;
after one is missing, or after five silent seconds, an end draws another key, and what was on its way is forgotten.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Final, TypeAlias

import msgspec

from dicehall.server.gates.batches import Gap, HallOutbox, Inbox
from dicehall.server.gates.words import Batch, Echo, Probe
from dicehall.server.nodes.sealing import Exchange, Forged, Greetings, Numbered, derived
from dicehall.server.nodes.words import LANGUAGE, NodeWord

log = logging.getLogger("dicehall.nodes")

BEAT: Final = 0.5
"""Seconds between two probes, or two greetings."""
SILENT: Final = 5.0
"""Seconds without an echo, after which the other node counts as unreachable."""
PIECE: Final = 200_000
"""Bytes: buses refuse letters of more than a million, so a long batch is sent in pieces."""
ALIVE: Final = 0
"""The number of no probe: its echo says that there is somebody, and nothing more."""

Letter: TypeAlias = tuple[str, int, bytes]
"""Its sender, its number, and what is sealed; 0 is a greeting."""

Greeting: TypeAlias = tuple[bytes, bytes, int]
"""The public half of the sender's key, that of the receiver's as far as it knows it, and the sender's language."""

letters = msgspec.msgpack.Decoder(Letter)
decoder = msgspec.msgpack.Decoder(Batch[NodeWord])
encoder = msgspec.msgpack.Encoder()
greeting = msgspec.msgpack.Decoder(Greeting)


class Link:
    """`send` is how letters reach the other node; `hear` is given its words, `turned` whether the line is up.

    `have_read` says whether this node has heard all that its own clients had said by a time of the loop.
    """

    def __init__(
        self,
        me: str,
        other: str,
        secret: bytes,
        *,
        send: Callable[[bytes], None],
        hear: Callable[["Link", NodeWord], None],
        turned: Callable[["Link", bool], None],
        have_read: Callable[[float], bool],
    ) -> None:
        self.me, self.other = me, other
        self._secret = secret
        self._send = send
        self._hear = hear
        self._turned = turned
        self._have_read = have_read
        self._greetings = Greetings(secret)
        self._exchange, self._theirs = Exchange(), b""
        self.is_up = False
        self.language = LANGUAGE
        self.foreign: int | None = None
        """The language of the other node, if it is another one: then neither would understand a word."""
        self.silence = 0.0
        """Seconds for which this node has worked and heard no echo."""
        self._last_probe = 0
        self._probes: dict[int, float] = {}
        """When those that are not answered yet were sent, by the loop's time."""
        self.read_until = 0.0
        """What the other node's clients had said by then has been heard here."""
        self._session = 0
        self._begin(b"")

    def _begin(self, shared: bytes) -> None:
        """Both directions from their first letter on; what was said before is not sent any more."""
        self._session += 1
        self.outbox = HallOutbox(partial(self._post, self._session))
        self.say = self.outbox.say
        self._inbox: Inbox[NodeWord] = Inbox(decoder)
        self._sent = self._taken = 0
        self._probes = {}
        self._owed: deque[tuple[float, int]] = deque()
        """Probes of the other node, and when they came: some of this node's clients may still be unheard."""
        self._pieces = b""
        self._sealing = Numbered(self._key(shared, self.me, self.other))
        self._opening = Numbered(self._key(shared, self.other, self.me))

    def _key(self, shared: bytes, sender: str, receiver: str) -> bytes:
        """Of letters in this direction; without `shared` there are none."""
        halves = sorted(((self.me, self._exchange.public), (self.other, self._theirs)))
        way = (sender.encode(), receiver.encode(), *(half for _, half in halves))
        return derived(self._secret + shared, "letters", *way)

    # What the clock does

    def beat(self, passed: float) -> None:
        if not self.is_up:
            self._greet()
            return
        self.silence += passed
        if self.silence > SILENT:
            self.reset("it has been silent for too long")
            return
        self._last_probe += 1
        self._probes[self._last_probe] = asyncio.get_running_loop().time()
        self.say(Probe(self._last_probe))

    def echo(self) -> None:
        """Answer all probes from before which everything has been heard here."""
        while self._owed and self._have_read(self._owed[0][0]):
            self.say(Echo(self._owed.popleft()[1]))

    def reset(self, why: str) -> None:
        """Whatever is on its way is forgotten, in both directions."""
        log.warning("the line to node %s begins anew: %s", self.other, why)
        self._start_over(b"")
        self._greet()

    def close(self) -> None:
        """The other node is gone."""
        self._start_over(b"")

    def _start_over(self, theirs: bytes) -> None:
        was_up, self.is_up = self.is_up, False
        self._exchange, self._theirs = Exchange(), theirs
        if was_up:
            self._turned(self, False)

    # Greetings

    def _greet(self) -> None:
        way = f"{self.me} {self.other}".encode()
        words = encoder.encode((self._exchange.public, self._theirs, self.language))
        self._send(encoder.encode((self.me, 0, self._greetings.seal(words, way))))

    def _greeted(self, sealed: bytes) -> None:
        theirs, mine, language = greeting.decode(self._greetings.open(sealed, f"{self.other} {self.me}".encode()))
        if language != self.language:
            self._misunderstood(language)
            return
        self.foreign = None
        if self.is_up and (theirs, mine) == (self._theirs, self._exchange.public):
            return
        if self.is_up:  # the other end has begun anew: nobody may seal twice with the same key
            self._start_over(theirs)
        self._theirs = theirs
        if mine == self._exchange.public:
            self._come_up()
        self._greet()

    def _misunderstood(self, language: int) -> None:
        """Unanswered: each end greets until both speak alike, and so learns of it too."""
        if language != self.foreign:
            log.error("node %s speaks language %d, and this one %d: upgrade the older one", self.other, language,
                      self.language)  # fmt: skip
        self.foreign = language
        self._start_over(b"")

    def _come_up(self) -> None:
        self._begin(self._exchange.shared(self._theirs))
        self.is_up, self.silence = True, 0.0
        self._turned(self, True)

    # Letters

    def _post(self, session: int, batch: bytes) -> None:
        """In pieces; the first byte says whether another follows."""
        if not self.is_up or session != self._session:
            return
        for start in range(0, len(batch), PIECE):
            more = start + PIECE < len(batch)
            self._sent += 1
            sealed = self._sealing.seal(self._sent, bytes([more]) + batch[start : start + PIECE])
            self._send(encoder.encode((self.me, self._sent, sealed)))

    def take(self, number: int, sealed: bytes) -> None:
        """A letter from the other node, or from someone who pretends to be it: those are ignored."""
        try:
            if number == 0:
                self._greeted(sealed)
            elif self.is_up and number > self._taken:
                self._take(number, self._opening.open(number, sealed))
        except (Forged, msgspec.MsgspecError):
            log.debug("a letter that node %s has not sealed for this session is ignored", self.other)
        except Gap as gap:
            self.reset(str(gap))

    def _take(self, number: int, piece: bytes) -> None:
        if number != self._taken + 1:
            raise Gap(f"letter {number} came after letter {self._taken}")
        self._taken = number
        self._pieces += piece[1:]
        if piece[0]:
            return
        batch, self._pieces = self._pieces, b""
        for word in self._inbox.take(batch):
            if not self.is_up:
                return  # one of the words has ended the line
            self._heard(word)

    def _heard(self, word: NodeWord) -> None:
        match word:
            case Probe(number):
                self._owed.append((asyncio.get_running_loop().time(), number))
                self.echo()
                if self._owed:
                    self.say(Echo(ALIVE))
            case Echo(number):
                self.silence = 0.0
                self.read_until = self._probes.pop(number, self.read_until)
            case _:
                self._hear(self, word)

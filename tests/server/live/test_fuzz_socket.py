"""Whatever comes in by the socket: every message is answered, nothing fails, no game is stuck, no secret gets out."""

import asyncio
from collections import Counter

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st

from dicehall.rules.catalog import GAMES
from dicehall.server.live.client_messages import ClientMessage
from tests.kit.scale import scaled
from tests.server.bare import raw
from tests.server.kit import (
    Client,
    Refused,
    RunningHall,
    all_caught_up,
    awaited,
    begin,
    come_in,
    due,
    guests,
    over,
    step,
)
from tests.server.made_up import ME, OTHER, TABLE, texts

fuzz = settings(
    max_examples=scaled(20),
    deadline=None,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
SOON = 90.0
HANDSHAKE = (
    "GET /ws HTTP/1.1\r\nHost: hall\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


LIMITS = ("invitations_per_person=100000", "invitations_per_pair=100000")


class Fuzzed:
    """A client that sends what it is told to and keeps count of the answers that it is owed."""

    def __init__(self, client: Client, code: str, other: str) -> None:
        self.client = client
        self.since = len(client.heard)
        self.sent: Counter[int | None] = Counter()
        self.names = {TABLE: code, ME: client.me if client.cookie else "nobody", OTHER: other}

    async def say(self, text: str) -> None:
        for name, value in self.names.items():
            text = text.replace(name, value)
        self.sent[number(text)] += 1
        await self.client.socket.send(text)

    def answers(self) -> Counter[int | None]:
        heard = self.client.heard[self.since :]
        return Counter(message["id"] for message in heard if message["type"] in ("done", "refused"))

    async def is_answered(self) -> None:
        """Everything, once, by its number; nothing closes the socket."""
        await self.client.until(lambda: self.answers().total() >= self.sent.total())
        assert self.answers() == self.sent


class Numbered(msgspec.Struct):
    id: int | None = None


def number(text: str) -> int | None:
    """As the protocol says: a message that has a number is answered by it."""
    try:
        return msgspec.json.decode(text, type=Numbered).id
    except (msgspec.MsgspecError, RecursionError, UnicodeEncodeError):
        return None


def seats_told(client: Client, code: str) -> set[int]:
    """Whose secrets and options this person has been shown."""
    about = ("table", "update")
    told = [
        message.get("mine", []) for message in client.heard if message["type"] in about and message["table"] == code
    ]
    return {mine["seat"] for each in told for mine in each}


async def play_on(code: str, *people: Client) -> None:
    """The person who is awaited can do something, three times, unless the game ends before."""
    for _ in range(3):
        await all_caught_up(*people)
        latest = max(person.tables[code]["version"] for person in people)
        for person in people:
            await has_seen(person, code, latest)
        mover = next((person for person in people if awaited(person, code)), None)
        assert mover is not None, f"nobody is awaited: {people[0].tables[code]['waiting']}"
        if over(mover, code):
            return
        await step(mover, code)


async def has_seen(person: Client, code: str, version: int) -> None:
    """At another node they may hear of it later."""
    await person.until(lambda: person.tables[code]["version"] >= version)


games = st.sampled_from([game.name for game in GAMES])


@fuzz
@given(games, st.lists(st.tuples(st.integers(0, 1), texts), min_size=20, max_size=40))
def test_strangers_cannot_disturb_a_game_or_learn_a_secret(
    fuzzed_hall: RunningHall, game: str, said: list[tuple[int, str]]
) -> None:
    async def attack() -> None:
        async with guests(fuzzed_hall.url, "Ann", "Ben", "Eve") as (ann, ben, eve):
            nobody = await come_in(fuzzed_hall.url)
            code = await begin(ann, ben, game=game, clock=86400)
            for stranger in (eve, nobody):
                await stranger.ask("watch", table=code)
            strangers = [Fuzzed(eve, code, ann.me), Fuzzed(nobody, code, ben.me)]
            for who, text in said:
                await strangers[who].say(text)
            for each in strangers:
                await each.is_answered()
            await play_on(code, ann, ben)
            for client in (eve, nobody):
                await client.catch_up()
                assert not seats_told(client, code)
                assert not [text for text in client.raw if code.encode() in text and b'"secret":' in text]
            await nobody.close()

    asyncio.run(attack())


@fuzz
@given(games, st.lists(st.tuples(st.integers(0, 1), texts), min_size=20, max_size=40))
def test_players_may_ruin_their_own_game_but_never_the_hall(
    fuzzed_hall: RunningHall, game: str, said: list[tuple[int, str]]
) -> None:
    async def attack() -> None:
        async with guests(fuzzed_hall.url, "Ann", "Ben") as (ann, ben):
            code = await begin(ann, ben, game=game, clock=86400)
            players = [Fuzzed(ann, code, ben.me), Fuzzed(ben, code, ann.me)]
            for who, text in said:
                await players[who].say(text)
            for each in players:
                await each.is_answered()
            if await goes_on(code, ann, ben):
                await play_on(code, ann, ben)
            assert seats_told(ann, code) <= {0, 1}
            assert not seats_told(ann, code) & seats_told(ben, code) or restarted(ann, code)
            await play_on(await begin(ann, ben, game=game, clock=86400), ann, ben)

    asyncio.run(attack())


async def goes_on(code: str, *people: Client) -> bool:
    """Whether a game runs there that waits for these people and nobody else."""
    for person in people:
        try:
            await person.ask("watch", table=code)
        except Refused:
            return False
    table = people[0].tables[code]
    if table["waiting"] is None or over(people[0], code):
        return False
    assert due(table), "a running game waits for someone"
    return (
        {person.me for person in people} == set(table["players"]) == {occupant["who"] for occupant in table["seated"]}
    )


def restarted(client: Client, code: str) -> bool:
    return len(client.events(code, "game_started")) > 1


# Frames

payloads = st.binary(max_size=130) | st.just(b"{}") | st.just(b"\x03\xe8")


def frame(first: int, payload: bytes, length: int | None, mask: bool) -> bytes:
    """With any bits set and a length that may be a lie; the mask is nothing but zeros."""
    size = len(payload) if length is None else length
    coded = (
        bytes([size]) if size < 126 else b"\x7e" + size.to_bytes(2) if size < 1 << 16 else b"\x7f" + size.to_bytes(8)
    )
    head = bytes([coded[0] | (0x80 if mask else 0)]) + coded[1:]
    return bytes([first]) + head + (bytes(4) if mask else b"") + payload


first_bytes = st.sampled_from([0x81, 0x81, 0x01, 0x00, 0x80, 0x82, 0x88, 0x89, 0x8A]) | st.integers(0, 255)
lengths = st.none() | st.none() | st.integers(0, 1 << 40)
frames = st.builds(frame, first_bytes, payloads, lengths, st.sampled_from([True, True, True, False]))


def closings(answer: bytes) -> list[int]:
    """The codes of the closes among the frames that a server has sent."""
    codes = []
    while len(answer) >= 2:
        size, at = answer[1], 2
        if size >= 126:
            at = 4 if size == 126 else 10
            size = int.from_bytes(answer[2:at])
        if answer[0] == 0x88:
            codes.append(int.from_bytes(answer[at : at + 2]))
        answer = answer[at + size :]
    return codes


@settings(fuzz, max_examples=scaled(60))
@given(st.lists(frames | st.binary(max_size=30), max_size=8))
def test_no_frames_whatever_make_the_hall_fail(fuzzed_hall: RunningHall, sent: list[bytes]) -> None:
    async def attack() -> bytes:
        async with raw(fuzzed_hall.port, HANDSHAKE) as client:
            await client.reader.readuntil(b"\r\n\r\n")
            client.writer.write(b"".join(sent))
            client.writer.write_eof()
            async with asyncio.timeout(SOON):
                return await client.reader.read()

    try:
        answer = asyncio.run(attack())
    except ConnectionError:
        return
    assert b"Traceback" not in answer
    assert 1011 not in closings(answer), "that would be a mistake of the hall"


def test_after_all_that_people_can_still_play(fuzzed_hall: RunningHall) -> None:
    async def play() -> None:
        async with guests(fuzzed_hall.url, "Ann", "Ben") as (ann, ben):
            await play_on(await begin(ann, ben), ann, ben)

    asyncio.run(play())


def is_read(text: str) -> bool:
    try:
        msgspec.json.decode(text, type=ClientMessage)
    except (msgspec.MsgspecError, UnicodeEncodeError):
        return False
    return True


@pytest.mark.parametrize(
    "name", ["open", "quick", "watch", "unwatch", "act", "say", "react", "ping", "enter_hall", "exit_hall"]
)
def test_every_message_is_made_up_so_that_it_can_be_read(name: str) -> None:
    """Or nothing behind the reader would be tried at all."""
    find(texts, lambda text: f'"type":"{name}"' in text and is_read(text), settings=settings(fuzz, max_examples=5000))


def test_some_of_what_is_made_up_cannot_be_read() -> None:
    find(texts, lambda text: not is_read(text))

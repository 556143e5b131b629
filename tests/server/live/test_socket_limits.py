"""What one socket, and all sockets of one address, may send, by real connections to a real uvicorn."""

import msgspec
import pytest
from websockets.frames import Frame, Opcode

from dicehall.server.bounds.addresses import Proxies
from dicehall.server.bounds.limits import Limits
from dicehall.server.bounds.visitors import TooMany, Visitors
from dicehall.server.live.frames import text_frame
from dicehall.server.live.handshake import Listener, Rejected, Request
from tests.server.bare import (
    Guest,
    Raw,
    closing,
    echo,
    hall,
    in_a_loop,
    keep_alive,
    raw,
    raw_socket,
    upgrade,
)

SLOW_AND_FEW = Limits(messages_per_second=1, messages_at_once=5)


def still() -> float:
    """Time does not pass, so that nothing depends on how fast the test runs."""
    return 0.0


def say_numbered(client: Raw, ids: range) -> None:
    client.writer.write(b"".join(Frame(Opcode.TEXT, b'{"id":%d}' % id).serialize(mask=True) for id in ids))


@in_a_loop
async def test_anyone_who_talks_too_fast_is_told_so_by_the_number_of_the_message() -> None:
    async with hall(visitors=Visitors(SLOW_AND_FEW, now=still)) as place, raw_socket(place.port) as client:
        say_numbered(client, range(8))
        answers = [msgspec.json.decode((await client.hear())[1]) for _ in range(3)]
        assert [(answer["type"], answer["reason"], answer["id"]) for answer in answers] == [
            ("refused", "too_fast", id) for id in (5, 6, 7)
        ]
        assert "1 messages a second" in answers[0]["message"]
        assert [await place.guests[0].heard.get() for _ in range(5)] == [b'{"id":%d}' % id for id in range(5)]
        assert place.guests[0].heard.empty()


@in_a_loop
async def test_anyone_who_slows_down_is_heard_again() -> None:
    now = 0.0
    visitors = Visitors(SLOW_AND_FEW, now=lambda: now)
    async with hall(visitors=visitors) as place, raw_socket(place.port) as client:
        for _ in range(10):  # rounds in which there is one too many: a refusal now and then closes nobody
            say_numbered(client, range(6))
            assert msgspec.json.decode((await client.hear())[1])["id"] == 5
            now += 5.0
        assert place.guests[0].heard.qsize() == 50
        assert not place.guests[0].gone.is_set()


@pytest.mark.parametrize(
    "frame",
    [Frame(Opcode.TEXT, b""), Frame(Opcode.TEXT, b"{}"), Frame(Opcode.PING, b""), Frame(Opcode.PONG, b"x")],
    ids=["empty messages", "messages", "pings", "pongs"],
)
@in_a_loop
async def test_a_client_that_does_not_stop_is_closed_with_1008(frame: Frame) -> None:
    visitors = Visitors(SLOW_AND_FEW, now=still)
    async with hall(visitors=visitors) as place, raw_socket(place.port) as client:
        client.writer.write(frame.serialize(mask=True) * 1000)
        opcode, payload = await client.hear()
        while opcode is not Opcode.CLOSE:
            opcode, payload = await client.hear()
        assert int.from_bytes(payload[:2]) == 1008
        assert b"1 messages a second" in payload
        assert place.guests[0].heard.qsize() <= 5
        client.writer.close()
        await place.guests[0].gone.wait()
        assert visitors.turned_away == {"messages_per_second": 1}


@in_a_loop
async def test_a_message_in_a_thousand_pieces_closes_with_1008() -> None:
    async with hall(visitors=Visitors(SLOW_AND_FEW, now=still)) as place, raw_socket(place.port) as client:
        client.say(Opcode.TEXT, b"", fin=False)
        for _ in range(1000):
            client.say(Opcode.CONT, b"", fin=False)
        assert (await client.hear_close())[0] == 1008
        assert place.guests[0].heard.empty()


@in_a_loop
async def test_a_flood_is_paid_for_by_the_address_that_it_came_from() -> None:
    limits = SLOW_AND_FEW._replace(requests_per_address=10)
    async with hall(visitors=Visitors(limits, now=still)) as place:
        async with raw_socket(place.port) as client:
            client.writer.write(Frame(Opcode.PONG, b"").serialize(mask=True) * 100)
            assert (await client.hear_close())[0] == 1008
        async with raw(place.port, upgrade()) as again:
            assert (await again.reader.read()).startswith(b"HTTP/1.1 429 ")
        async with raw_socket(place.port, source="127.0.0.2"):
            assert len(place.guests) == 2


@in_a_loop
async def test_many_sockets_of_one_address_together_may_say_no_more_than_the_address_may() -> None:
    limits = Limits(messages_per_address=1)  # ten in one go
    async with (
        hall(visitors=Visitors(limits, now=still)) as place,
        raw_socket(place.port) as one,
        raw_socket(place.port) as two,
        raw_socket(place.port, source="127.0.0.2") as neighbour,
    ):
        say_numbered(one, range(10))
        assert [await place.guests[0].heard.get() for _ in range(10)]
        say_numbered(two, range(300, 500))
        answers = [msgspec.json.decode((await two.hear())[1]) for _ in range(200)]
        assert [answer["id"] for answer in answers] == [*range(300, 500)]
        say_numbered(neighbour, range(10))
        assert [await place.guests[2].heard.get() for _ in range(10)]


@in_a_loop
async def test_a_message_may_be_as_long_as_the_limit_says() -> None:
    async with hall(echo, visitors=Visitors(Limits(message_size=100))) as place, place.connect() as client:
        await client.send("x" * 100)
        assert await client.recv() == "x" * 100
        await client.send("x" * 101)
        assert (await closing(client))[0] == 1009


@in_a_loop
async def test_sockets_of_one_address_are_limited_and_another_address_has_its_own() -> None:
    async with hall(visitors=Visitors(Limits(sockets_per_address=2))) as place:
        async with raw_socket(place.port), raw_socket(place.port):
            async with raw(place.port, upgrade()) as third:
                head, _, body = (await third.reader.read()).decode().partition("\r\n\r\n")
                assert head.startswith("HTTP/1.1 429 Too Many Requests")
                assert "retry-after: 5" in head.lower()
                assert body == "Too Many Requests: At most 2 open sockets from your address.\n"
            async with raw_socket(place.port, source="127.0.0.2"):
                pass
        for guest in place.guests:
            await guest.gone.wait()
        async with raw_socket(place.port):  # there is room again
            pass


@in_a_loop
async def test_a_full_hall_says_so_by_503() -> None:
    async with (
        hall(visitors=Visitors(Limits(sockets=1))) as place,
        raw_socket(place.port),
        raw(place.port, upgrade(), source="127.0.0.2") as second,
    ):
        answer = await second.reader.read()
        assert answer.startswith(b"HTTP/1.1 503 ")
        assert b"This hall is full right now." in answer


@in_a_loop
async def test_admission_may_refuse_by_a_limit() -> None:
    def admission(_request: Request) -> Listener | Rejected:
        raise TooMany("too_many", "At most 20 open sockets per person.", 5)

    async with hall(admission=admission) as place, raw(place.port, upgrade()) as client:
        head, _, body = (await client.reader.read()).decode().partition("\r\n\r\n")
        assert head.startswith("HTTP/1.1 429 ")
        assert "Retry-After: 5" in head
        assert body == "At most 20 open sockets per person."


@in_a_loop
async def test_behind_a_trusted_proxy_people_are_counted_by_their_own_addresses() -> None:
    visitors = Visitors(Limits(sockets_per_address=1), Proxies.read(["127.0.0.1"]))
    seen: list[str] = []

    def admission(request: Request) -> Listener:
        seen.append(request.client)
        return Guest()

    async with (
        hall(admission=admission, visitors=visitors) as place,
        raw_socket(place.port, X_Forwarded_For="203.0.113.9, 192.0.2.1"),
        raw_socket(place.port, X_Forwarded_For="192.0.2.2"),
        raw_socket(place.port, source="127.0.0.2", X_Forwarded_For="192.0.2.3"),
        raw(place.port, upgrade(X_Forwarded_For="192.0.2.1")) as fourth,
    ):
        assert (await fourth.reader.read()).startswith(b"HTTP/1.1 429 ")
    assert seen == ["192.0.2.1", "192.0.2.2", "127.0.0.2"]


@in_a_loop
async def test_a_message_that_does_not_end_closes_with_1008() -> None:
    async with hall() as place, raw_socket(place.port) as client:
        client.say(Opcode.TEXT, b"half", fin=False)
        await has_been_read(client)
        keep_alive(place.guests[0])
        assert await client.hear() == (Opcode.PING, b"")
        client.say(Opcode.PONG)
        await has_been_read(client)
        keep_alive(place.guests[0])
        assert (await client.hear_close())[0] == 1008
        client.writer.close()
        await place.guests[0].gone.wait()


async def has_been_read(client: Raw) -> None:
    """Whatever was said before."""
    client.say(Opcode.PING, b"read?")
    assert await client.hear() == (Opcode.PONG, b"read?")


@in_a_loop
async def test_a_silent_client_stays() -> None:
    async with hall() as place, place.connect() as client:
        for _ in range(5):
            keep_alive(place.guests[0])
            for _ in range(2):  # it has answered before it hears of the first, and that is read before the second
                await (await client.ping())
        place.guests[0].socket.send(text_frame(b"still there?"))
        assert await client.recv() == "still there?"

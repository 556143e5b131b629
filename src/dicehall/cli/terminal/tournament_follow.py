"""A tournament followed from outside: its standings and what happens, line by line."""

import asyncio

import msgspec

from dicehall.cli.client.hosting import follow, named
from dicehall.cli.client.line import Lost
from dicehall.cli.client.tournament import ClientTournament
from dicehall.cli.client.wire import Wire
from dicehall.cli.shared.errors import Refused
from dicehall.cli.shared.words import say as say_shared
from dicehall.cli.shared.words import words
from dicehall.cli.terminal.tournament_plain import PlainStandings
from dicehall.cli.terminal.tournament_visit import CupVisit
from dicehall.cli.terminal.typed import Typed
from dicehall.server.live.messages import TournamentMessage, TournamentUpdate

say = words("terminal-tournament")


def follow_it(hall: str, code: str, *, json: bool) -> None:
    url, code = named(code, hall)
    asyncio.run(_follow(url, code, json=json))


async def _follow(url: str, code: str, *, json: bool) -> None:
    """Until it is over; raises `Refused` if the line ends for good."""
    wire = Wire(url, None)
    await wire.open()
    try:
        if json:
            await _in_json(wire, code)
        else:
            await _in_words(wire, await follow(wire, code))
    finally:
        await wire.close()


async def _in_json(wire: Wire, code: str) -> None:
    await wire.follow(code)
    cup = ClientTournament(None, wire.hall, code)
    while cup.closed is None:
        while wire.inbox:
            message = wire.inbox.popleft()
            cup.hear(message)
            if isinstance(message, TournamentMessage | TournamentUpdate):
                print(msgspec.json.encode(cup.told).decode(), flush=True)
        if cup.is_over:
            return
        await wire.wait(idle=True)
    raise Refused(cup.closed)


async def _in_words(wire: Wire, cup: ClientTournament) -> None:
    face = PlainStandings(CupVisit(wire, cup, plain=True, watch=True), Typed())
    face.introduce(say("how-to-follow"))
    while cup.closed is None:
        while wire.inbox:
            message = wire.inbox.popleft()
            cup.hear(message)
            if isinstance(message, Lost):
                print(say_shared("line-lost"), flush=True)
        face.tell()
        if cup.is_over:
            face.end()
            return
        await wire.wait(idle=True)
    raise Refused(cup.closed)

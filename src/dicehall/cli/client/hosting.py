"""What hosts do from the command line: one line to the hall, some commands, and away."""

import asyncio
from collections.abc import Callable
from typing import TypeAlias

from dicehall.cli.client.caller import ACCOUNTS, EVERYBODY, caller
from dicehall.cli.client.entering import where
from dicehall.cli.client.http import cookie
from dicehall.cli.client.tournament import ClientTournament
from dicehall.cli.client.wire import Wire
from dicehall.cli.shared.errors import Refused
from dicehall.cli.shared.words import words
from dicehall.evenings.core.commands import AddBot, ByHost
from dicehall.evenings.core.setting import Setting
from dicehall.server.live.client_messages import CreateTournament

say = words("terminal-tournament")
Doing: TypeAlias = ByHost | Callable[[ClientTournament], ByHost]
"""A command, or what it follows from."""


def named(code: str, hall: str) -> tuple[str, str]:
    """The hall and the code of a tournament, by its link or by its code alone."""
    place = where(code, hall)
    if place.tournament is None:
        raise Refused(say("code-bad", code=repr(code)))
    return place.url, place.tournament


async def follow(wire: Wire, code: str) -> ClientTournament:
    """Once it is known how the tournament stands."""
    await wire.follow(code)
    cup = ClientTournament(None if wire.you is None else wire.you.id, wire.hall, code)
    while wire.inbox:
        cup.hear(wire.inbox.popleft())
    return cup


def create_tournament(url: str, name: str | None, setting: Setting, bots: int, level: str) -> ClientTournament:
    async def run() -> ClientTournament:
        wire = Wire(url, cookie(person.identity))
        await wire.open()
        try:
            code = (await wire.ask(lambda id: CreateTournament(id, setting))).table
            cup = await follow(wire, str(code))
            for _ in range(bots):
                await wire.act_in(AddBot(level))
            return cup
        finally:
            await wire.close()

    person = caller(url, name, ACCOUNTS)
    return asyncio.run(run())


def act(hall: str, code: str, name: str | None, *commands: Doing) -> None:
    """One after the other, up to the first that is refused."""

    async def run() -> None:
        wire = Wire(url, cookie(person.identity))
        await wire.open()
        try:
            cup = await follow(wire, code)
            for command in commands:
                await wire.act_in(command(cup) if callable(command) else command)
        finally:
            await wire.close()

    url, code = named(code, hall)
    person = caller(url, name, EVERYBODY)
    asyncio.run(run())

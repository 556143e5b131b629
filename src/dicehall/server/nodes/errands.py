"""What every node of a hall is asked at once, such as which tables it runs; an answer comes, or the line breaks."""

import asyncio
import logging
from collections.abc import Collection
from itertools import count

from dicehall.ports import JournalError
from dicehall.server.live.elsewhere import Errand
from dicehall.server.nodes import words
from dicehall.server.nodes.link import Link

log = logging.getLogger("dicehall.nodes")


class Errands:
    def __init__(self) -> None:
        self._served: dict[str, Errand] = {}
        self._numbers = count(1)
        self._asked: dict[int, tuple[str, asyncio.Future[bytes | None]]] = {}
        """With the node that was asked."""

    def serve(self, name: str, errand: Errand) -> None:
        self._served[name] = errand

    async def ask_all(self, links: Collection[Link], name: str, about: bytes) -> list[bytes | None]:
        return list(await asyncio.gather(*(self.ask(link, name, about) for link in links)))

    async def ask(self, link: Link, name: str, about: bytes) -> bytes | None:
        if not link.is_up:
            return None
        number = next(self._numbers)
        answer: asyncio.Future[bytes | None] = asyncio.get_running_loop().create_future()
        self._asked[number] = (link.other, answer)
        link.say(words.Asks(number, name, about))
        try:
            return await answer
        finally:
            self._asked.pop(number, None)

    async def answer(self, link: Link, asked: words.Asks) -> None:
        try:
            body = await self._served[asked.name](asked.about)
        except JournalError as error:
            log.warning("node %s has asked for %s, which cannot be done now: %s", link.other, asked.name, error)
            body = None
        except Exception as error:
            log.exception("node %s has asked for %s, which could not be done", link.other, asked.name, exc_info=error)
            body = None
        link.say(words.Replies(asked.number, body))

    def answered(self, node: str, reply: words.Replies) -> None:
        whom, answer = self._asked.get(reply.number, ("", None))
        if whom == node and answer is not None and not answer.done():
            answer.set_result(reply.body)

    def lost(self, node: str) -> None:
        """Nothing comes from there any more."""
        for whom, answer in tuple(self._asked.values()):
            if whom == node and not answer.done():
                answer.set_result(None)

"""A window whose hall is a few lines of Python: it shows one table after the other, and answers what is pressed."""

import re
from itertools import count

import msgspec
from playwright.sync_api import WebSocketRoute

from dicehall.server.live import client_messages, messages
from dicehall.server.live.client_messages import ClientMessage
from dicehall.server.web.tables import qr
from dicehall.table.core.events import Who
from tests.e2e.frames import ME, Played, text
from tests.e2e.person import Person

GO = """([before, path]) => {
  if (before !== "") dicehall.unwatch(before);
  history.pushState(null, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
}"""
QR = qr("https://dice.example/t/TABLE")
IS_SHOWN = """([code, version]) =>
  dicehall.state.tables[code]?.version === version && document.querySelector("main, .television") !== null"""


class Shown:
    """The page itself comes from a hall, and everything that it hears on its line from `Played` tables."""

    def __init__(self, person: Person, you: Who | None = ME) -> None:
        self.person = person
        self.page = person.page
        self.you = you
        self.played: Played | None = None
        self._line: WebSocketRoute | None = None
        self._at = 0
        """Which of the things that were told the page knows already."""
        self._number = count()
        self.page.route_web_socket(re.compile("/ws$"), self._dial)
        self.page.route("**/api/tables/*/games/*", lambda route: route.fulfill(body=self._now.record))
        self.page.route("**/api/tables/*/qr*", lambda route: route.fulfill(body=QR, content_type="image/svg+xml"))

    def show(self, played: Played, *, query: str = "", at: int = -1) -> None:
        """In place of the table before: as it is now, or as it was after this one of the things that were told."""
        before, self.played = self.played, played
        self._at = at % len(played.told)
        played.code = code_of(next(self._number))
        path = f"/t/{played.code}{query}"
        if before is None:
            self.page.goto(path)
        else:
            self.page.evaluate(GO, [before.code, path])
        self.settle()

    def settle(self) -> None:
        """Until the page knows what it was told."""
        self.page.wait_for_function(IS_SHOWN, arg=[self._now.code, self._now.told[self._at].version])

    def play_on(self) -> None:
        """The others play until I am asked, and the page hears of each move."""
        self._now.others_play()
        self.tell()

    def tell(self) -> None:
        """All that was played since the page heard of it last."""
        news = self._now.told[self._at + 1 :]
        self._at += len(news)
        for told in news:
            self._send(self._now.update(self.you, told))

    @property
    def _now(self) -> Played:
        assert self.played is not None, "nothing is shown yet"
        return self.played

    def _dial(self, line: WebSocketRoute) -> None:
        self._line = line
        line.on_message(self._hear)
        self._send(self._now.welcome(self.you, self.person.url))

    def _send(self, message: str) -> None:
        assert self._line is not None, "the page has not come yet"
        self._line.send(message)

    def _hear(self, said: str | bytes) -> None:
        asked: ClientMessage = msgspec.json.decode(said, type=ClientMessage)
        match asked:
            case client_messages.Watch(table=code, since=since) if code == self._now.code:
                self._send(self._now.whole(self.you, self._at, since))
            case client_messages.Act(do=command):
                refused = self._now.ask(self.you, command)
                if refused is not None:
                    self._send(text(messages.Refusal(asked.id, refused.reason, refused.message)))
                    return
                if self._now.table.play is not None:
                    self._now.others_play()
                self.tell()
            case _:
                pass
        self._send(text(messages.Done(asked.id)))


def code_of(number: int) -> str:
    """Another table is another code."""
    return f"tab{chr(ord('a') + number // 26)}{chr(ord('a') + number % 26)}"

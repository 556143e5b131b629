"""What goes wrong: raised anywhere, printed as one line by `run`."""

from dicehall.cli.shared.words import say
from dicehall.rules.errors import RulesError


class Refused(RulesError):
    """No, because: the message says what was wrong and what to do."""


class HallRefused(Refused):
    """What the hall will not do, and in one word why."""

    def __init__(self, why: str, reason: str) -> None:
        super().__init__(why)
        self.reason = reason


def refused(key: str, /, **values: str | int) -> Refused:
    """A refusal in the words of the terminal."""
    return Refused(say(key, **values))

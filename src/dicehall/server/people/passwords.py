"""Which passwords are taken: long ones, and any characters."""

from typing import Final

from dicehall.ports.people import LONGEST_PASSWORD as LONGEST
from dicehall.ports.people import SHORTEST_PASSWORD as SHORTEST
from dicehall.server.web.problems import Problem

__all__ = ["LONGEST", "SHORTEST", "checked_password"]

COMMON: Final = frozenset(
    (
        "password", "passwort", "password1", "password123", "12345678", "123456789", "1234567890",
        "11111111", "00000000", "qwertyui", "qwertyuiop", "qwerty123", "asdfghjk", "iloveyou", "abcd1234", "1q2w3e4r",
        "letmein1", "dicehall",
    )
)  # fmt: skip
"""What is tried first by those who guess."""


def checked_password(password: str, name: str) -> str:
    """The same; raises what is wrong with it."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise Problem(400, "bad_password", f"A password has {SHORTEST} to {LONGEST} characters, not {len(password)}.")
    if password.casefold() in COMMON | {name.casefold()} or len(set(password)) < 3:
        raise Problem(400, "bad_password", "That password would be guessed first. Take a few words that only you know.")
    return password

"""Which passwords are accepted: long ones, with any characters, that are not among the commonest."""

from typing import Final

from dicehall.ports.people import LONGEST_PASSWORD as LONGEST
from dicehall.ports.people import SHORTEST_PASSWORD as SHORTEST
from dicehall.server.people.common_passwords import common
from dicehall.server.services.problems import Problem

__all__ = ["LONGEST", "SHORTEST", "checked_password"]

COMMON: Final = frozenset(
    (
        "password", "passwort", "password1", "password123", "12345678", "123456789", "1234567890",
        "11111111", "00000000", "qwertyui", "qwertyuiop", "qwerty123", "asdfghjk", "iloveyou", "abcd1234", "1q2w3e4r",
        "letmein1", "dicehall",
    )
)  # fmt: skip
"""What people who guess try first here; the filter has everything else."""


def checked_password(password: str, name: str) -> str:
    """The same password; raises what is wrong with it."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise Problem(400, "bad_password", f"A password has {SHORTEST} to {LONGEST} characters, not {len(password)}.")
    if password.casefold() in COMMON | {name.casefold()} or len(set(password)) < 3 or password in common():
        raise Problem(400, "bad_password", "That password is too easy to guess. Take a few words that only you know.")
    return password

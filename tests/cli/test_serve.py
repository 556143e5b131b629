"""How a hall is opened from the command line."""

from pathlib import Path

import pytest

from dicehall.cli.operate.serve import checked_url
from tests.cli.command import Machine


@pytest.mark.parametrize(
    ("typed", "public"),
    [
        ("https://dice.example.org", "https://dice.example.org"),
        ("https://dice.example.org/", "https://dice.example.org"),
        ("http://[::1]:8000", "http://[::1]:8000"),
    ],
)
def test_the_public_address_is_a_scheme_and_a_name(typed: str, public: str) -> None:
    assert checked_url(typed) == public


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("https://example.org/dice", "the page lives at the root; give the hall a name of its own"),
        ("https://example.org?hall=1", "the page lives at the root; give the hall a name of its own"),
        ("https://example.org/#hall", "the page lives at the root; give the hall a name of its own"),
        ("dice.example.org", "is a whole address such as https://dice.example.org"),
        ("https:///dice", "is a whole address such as https://dice.example.org"),
        ("https://dice example.org", "is a whole address such as https://dice.example.org"),
    ],
)
def test_any_other_is_refused_in_one_line_before_anything_is_written(typed: str, says: str, tmp_path: Path) -> None:
    data = tmp_path / "data"
    ended = Machine(tmp_path, "")("serve", "--port", "0", "--data", str(data), "--public-url", typed)
    assert (ended.code, ended.said, ended.complained.count("\n")) == (2, "", 1)
    assert says in ended.complained
    assert not data.exists()

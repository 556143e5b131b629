"""Where someone comes from: proxies are believed only where the host trusts them, and nobody can make one up."""

from ipaddress import ip_address, ip_network

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicehall.rules.errors import BadOptions
from dicehall.server.bounds.addresses import MOST_HOPS, UNIX, Proxies, household, read_address, real_address

NOBODY = Proxies()
OURS = Proxies.read(["127.0.0.1", "10.0.0.0/8", "fd00::/8"])


@pytest.mark.parametrize(
    ("said", "address"),
    [
        ("192.0.2.7", "192.0.2.7"),
        (" 192.0.2.7\t", "192.0.2.7"),
        ("192.0.2.7:80", "192.0.2.7"),
        ("2001:db8::1", "2001:db8::1"),
        ("2001:DB8:0:0::1", "2001:db8::1"),
        ("[2001:db8::1]", "2001:db8::1"),
        ("[2001:db8::1]:65535", "2001:db8::1"),
        ("fe80::1%eth0", "fe80::1"),
        ("[fe80::1%25eth0]:80", "fe80::1"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("[::ffff:c000:207]:80", "192.0.2.7"),
        ("", None),
        ("unknown", None),
        ("_hidden", None),
        ("192.0.2", None),
        ("192.0.2.07", None),
        ("192.0.2.7:", None),
        ("192.0.2.7:http", None),
        ("192.0.2.7:123456", None),
        ("192.0.2.7/24", None),
        ("[2001:db8::1", None),
        ("[2001:db8::1]80", None),
        ("[]", None),
        ("2001:db8::1::2", None),
        ("١٩٢.0.2.7", None),
        ("192.0.2.7:٨", None),
        ("1" * 1000, None),
        ("hall.example.org", None),
    ],
)
def test_an_address_is_read_however_proxies_write_it_and_anything_else_is_none(said: str, address: str | None) -> None:
    assert read_address(said) == (None if address is None else ip_address(address))


@pytest.mark.parametrize(
    ("peer", "forwarded", "trusted", "real"),
    [
        ("192.0.2.7", "", NOBODY, "192.0.2.7"),
        ("192.0.2.7", "203.0.113.1", NOBODY, "192.0.2.7"),
        ("192.0.2.7", "203.0.113.1", OURS, "192.0.2.7"),
        ("::ffff:192.0.2.7", "", NOBODY, "192.0.2.7"),
        ("fe80::1%eth0", "", NOBODY, "fe80::1"),
        ("127.0.0.1", "", OURS, "127.0.0.1"),
        ("127.0.0.1", "203.0.113.1", OURS, "203.0.113.1"),
        ("::ffff:127.0.0.1", "203.0.113.1", OURS, "203.0.113.1"),
        ("127.0.0.1", "203.0.113.1:5000", OURS, "203.0.113.1"),
        ("127.0.0.1", "[2001:db8::1]:5000", OURS, "2001:db8::1"),
        ("127.0.0.1", "192.0.2.66, 203.0.113.1", OURS, "203.0.113.1"),
        ("127.0.0.1", "127.0.0.1, 203.0.113.1", OURS, "203.0.113.1"),
        ("127.0.0.1", "192.0.2.66, 203.0.113.1, 10.1.2.3", OURS, "203.0.113.1"),
        ("127.0.0.1", "192.0.2.66, 203.0.113.1, fd12::3,10.1.2.3", OURS, "203.0.113.1"),
        ("127.0.0.1", "10.9.9.9, 10.1.2.3", OURS, "10.9.9.9"),
        ("127.0.0.1", "203.0.113.1, nonsense", OURS, "127.0.0.1"),
        ("127.0.0.1", "203.0.113.1, nonsense, 10.1.2.3", OURS, "10.1.2.3"),
        ("127.0.0.1", "203.0.113.1,", OURS, "127.0.0.1"),
        ("127.0.0.1", "nonsense, 203.0.113.1", OURS, "203.0.113.1"),
        ("", "", NOBODY, UNIX),
        ("", "203.0.113.1", NOBODY, UNIX),
        ("", "203.0.113.1", OURS, UNIX),
        ("", "203.0.113.1", Proxies.read(["unix"]), "203.0.113.1"),
        ("", "", Proxies.read(["unix"]), UNIX),
    ],
)
def test_the_nearest_address_that_is_no_trusted_proxys_counts(
    peer: str, forwarded: str, trusted: Proxies, real: str
) -> None:
    assert real_address(peer, forwarded, trusted) == real


addresses = st.ip_addresses().map(str)
made_up = st.text(st.characters(codec="latin-1"), max_size=40) | addresses


@given(st.lists(made_up, max_size=50), addresses)
def test_whatever_a_client_claims_the_proxy_knows_who_spoke_to_it(claims: list[str], client: str) -> None:
    known = real_address(client, "", NOBODY)
    trusted = Proxies.read(["127.0.0.1"])
    if known != "127.0.0.1":
        assert real_address("127.0.0.1", ",".join([*claims, client]), trusted) == known


@given(st.lists(made_up, max_size=5), addresses)
def test_a_peer_that_is_not_trusted_counts_as_itself(claims: list[str], peer: str) -> None:
    assert real_address(peer, ",".join(claims), NOBODY) == real_address(peer, "", NOBODY)


@given(st.text(st.characters(codec="latin-1"), max_size=200))
def test_no_header_whatever_is_taken_for_anything_but_an_address(header: str) -> None:
    ip_address(real_address("127.0.0.1", header, OURS))


def test_a_flood_of_proxies_is_not_followed_to_its_end() -> None:
    hops = ["203.0.113.1", *["10.0.0.1"] * 5000]
    assert real_address("127.0.0.1", ",".join(hops), OURS) == "10.0.0.1"
    assert real_address("127.0.0.1", ",".join(hops[:MOST_HOPS]), OURS) == "203.0.113.1"


@pytest.mark.parametrize(
    ("address", "home"),
    [
        ("192.0.2.7", "192.0.2.7"),
        (UNIX, UNIX),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::", "2001:db8:1:3::/64"),
        ("::1", "::/64"),
    ],
)
def test_limits_count_ipv6_by_the_network_of_a_home(address: str, home: str) -> None:
    assert household(address) == home


@given(addresses)
def test_every_real_address_has_a_household(address: str) -> None:
    assert household(real_address(address, "", NOBODY))


# What a host writes


def test_proxies_are_networks_addresses_or_the_word_unix() -> None:
    proxies = Proxies.read(["127.0.0.1", " 10.0.0.0/8", "::1", "fd00::/8", "unix", "::ffff:192.0.2.0/120"])
    words = ("127.0.0.1/32", "10.0.0.0/8", "::1/128", "fd00::/8", "192.0.2.0/24")
    assert proxies == (tuple(map(ip_network, words)), True)
    assert proxies.trusts(ip_address("192.0.2.7"))
    assert not proxies.trusts(ip_address("192.0.3.7"))


@pytest.mark.parametrize("word", ["", "proxy", "10.0.0.0/33", "10.0.0.1/8", "127.0.0.1:80", "*", "10.0.0.0/8,::1"])
def test_anything_else_is_refused_with_what_is_allowed(word: str) -> None:
    with pytest.raises(BadOptions, match=r"--trusted-proxy takes .* such as 127\.0\.0\.1, 10\.0\.0\.0/8, ::1 or unix"):
        Proxies.read(["127.0.0.1", word])

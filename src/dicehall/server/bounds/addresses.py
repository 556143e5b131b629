"""Where a visitor comes from: the address of the peer, or what a proxy that the operator trusts says."""

import asyncio
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final, NamedTuple, TypeAlias

from dicehall.rules.errors import BadOptions
from dicehall.rules.wording import visible

Address: TypeAlias = IPv4Address | IPv6Address
Network: TypeAlias = IPv4Network | IPv6Network

UNIX: Final = "unix"
"""The word for a proxy that comes by a Unix socket, which has no address."""
MOST_HOPS: Final = 32
LONGEST: Final = 60
"""Characters of an address with brackets, a zone and a port; anything longer is none."""
HOUSEHOLD: Final = 64
"""Bits of an IPv6 address that a provider assigns to one home, which chooses the rest itself."""

SITE: Final = 48
"""Bits of an IPv6 address that a provider assigns to a larger customer, who has 65,536 such homes."""


class Proxies(NamedTuple):
    """The proxies that are believed about where a visitor comes from."""

    networks: tuple[Network, ...] = ()
    unix: bool = False

    @classmethod
    def read(cls, words: Iterable[str]) -> "Proxies":
        """As an operator writes them: `127.0.0.1`, `10.0.0.0/8`, `fd00::/8` or `unix`."""
        given = [word.strip() for word in words]
        return cls(tuple(map(_network, (word for word in given if word != UNIX))), UNIX in given)

    def words(self) -> tuple[str, ...]:
        """As `read` takes them."""
        return (*map(str, self.networks), *((UNIX,) if self.unix else ()))

    def trusts(self, address: Address | None) -> bool:
        """None is a Unix socket."""
        return self.unix if address is None else any(address in network for network in self.networks)


def _network(word: str) -> Network:
    try:
        network = ip_network(word)
    except ValueError as error:
        bits = " (the bits behind the slash must be 0 in the address)" if "host bits" in str(error) else ""
        raise BadOptions(
            f"--trusted-proxy takes an address or a network, such as 127.0.0.1, 10.0.0.0/8, ::1 or unix, "
            f"not {visible(word, LONGEST)!r}{bits}"
        ) from None
    mapped = network.network_address.ipv4_mapped if isinstance(network, IPv6Network) else None
    if mapped is not None and network.prefixlen >= 96:
        return IPv4Network((mapped, network.prefixlen - 96))
    return network


def real_address(peer: str, forwarded: str, trusted: Proxies) -> str:
    """The address nearest to us that is no trusted proxy's.

    `forwarded` is X-Forwarded-For. Each proxy adds its own peer at the right end, so it is read from the right, for as
    long as the proxies are trusted; anything further left may be made up. Where it ends or makes no sense, the last
    trustworthy address is all that is known. The peer is empty for a Unix socket.
    """
    nearest = read_address(peer)
    for said in reversed(forwarded.rsplit(",", MOST_HOPS)[-MOST_HOPS:]):
        hop = read_address(said) if trusted.trusts(nearest) else None
        if hop is None:
            break
        nearest = hop
    return UNIX if nearest is None else str(nearest)


def read_address(said: str) -> Address | None:
    """`192.0.2.7`, `192.0.2.7:80`, `2001:db8::1`, `[2001:db8::1]:80`, `::ffff:192.0.2.7`; None for anything else."""
    text = said.strip()
    if len(text) > LONGEST:
        return None
    if text.startswith("["):
        text, bracket, port = text[1:].partition("]")
        if not bracket or not _is_port(port):
            return None
    elif text.count(":") == 1:
        text, _, port = text.partition(":")
        if not _is_port(f":{port}"):
            return None
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        return address.ipv4_mapped
    return address


def _is_port(text: str) -> bool:
    digits = text.removeprefix(":")
    return not text or (text != digits and len(digits) <= 5 and digits.isascii() and digits.isdecimal())


def household(address: str) -> str:
    """What limits count by: an IPv4 address as it is, of an IPv6 address the network that is one home's."""
    if ":" not in address:
        return address
    return str(IPv6Network((address, HOUSEHOLD), strict=False))


def origins(address: str) -> tuple[str, ...]:
    """The household of an address, and the IPv6 site that it may belong to."""
    if ":" not in address:
        return (address,)
    return household(address), str(IPv6Network((address, SITE), strict=False))


def peer_of(transport: asyncio.BaseTransport) -> str:
    """The address at the other end; a Unix socket has none."""
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if isinstance(peer, tuple) else ""

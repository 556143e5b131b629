"""Theme nights in words: a programme to read, and the words at a theme's own table."""

from collections.abc import Iterator, Sequence
from itertools import chain

from dicehall.cli.client.nights import when
from dicehall.cli.client.table import ClientTable
from dicehall.cli.shared.words import words
from dicehall.names.clean import clean
from dicehall.narrate.words import title
from dicehall.server.web.programme import Night, NotTonight, Programmed, Tonight

say = words("terminal-nights")


def at_table(table: ClientTable) -> list[str]:
    """Title and welcome of the theme that this table belongs to."""
    night = table.shown.night
    if night is None:
        return []
    return [clean(night.title), *([clean(night.welcome)] if night.welcome else [])]


def on_now(programme: Programmed, url: str) -> Iterator[str]:
    """What has begun and how to go there, and what has been called off."""
    zones = {night.key: zone_of(night) for night in programme.nights}
    called_off = (line for each in programme.called_off for line in _off(each, programme.now))
    tonight = (line for each in programme.tonight for line in _on(each, programme.now, zones.get(each.key), url))
    return chain(called_off, tonight)


def _off(each: NotTonight, now: float) -> Iterator[str]:
    why = clean(each.why) or say("off-down", when=when(each.start, now, None))
    yield f"{say('off', title=clean(each.title))} {why}"


def _on(each: Tonight, now: float, zone: str | None, url: str) -> Iterator[str]:
    begins = say("enter" if each.start > now else "on", when=when(each.start, now, zone))
    yield say("evening", title=clean(each.title), game=title(each.game), begins=begins)
    if each.welcome:
        yield f"  {clean(each.welcome)}"
    yield f"  dicehall join {url}{each.link}" if each.open else f"  {say('by-link')}"


def rows(programme: Programmed) -> Sequence[Sequence[str]]:
    """What comes, and what anyone can open."""
    return [
        (
            night.key,
            night.theme.title,
            title(night.theme.game),
            say("tournament" if night.theme.tournament else "table"),
            say("any-time") if night.next is None else when(night.next, programme.now, zone_of(night)),
            night.host or say("the-hall"),
        )
        for night in programme.nights
    ]


def zone_of(night: Night) -> str | None:
    return None if night.theme.when is None else night.theme.when.zone

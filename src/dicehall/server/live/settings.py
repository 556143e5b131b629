"""The setting of a new table: what its host has chosen, a preset, and what the game leaves open."""

from typing import Any

import msgspec

from dicehall.rules.catalog import find
from dicehall.rules.values import Options
from dicehall.server.live.client_messages import OpenTable
from dicehall.table.core.events import Setting


def setting_of(message: OpenTable) -> Setting:
    listing = find(message.game)
    preset = None if message.preset is None else listing.preset(message.preset)
    options: dict[str, Any] = {} if preset is None else _chosen(preset.options)
    return Setting(
        game=listing.name,
        options=options | message.options,
        seats=message.seats or listing.usual_seats or listing.seats[1],
        clock=message.clock or (preset.clock if preset else None) or listing.clock,
        on_timeout=message.on_timeout,
        public=message.public,
        fill=message.fill,
        rated=message.rated,
        odds=message.odds,
    )


def _chosen(options: Options) -> dict[str, Any]:
    """What a preset changes; the rest is left to the game."""
    usual = type(options)()
    return {
        name: value
        for name, value in msgspec.to_builtins(options).items()
        if getattr(options, name) != getattr(usual, name)
    }

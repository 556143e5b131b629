"""What the hall keeps for you besides your name: your team."""

import msgspec

from dicehall.cli.client.caller import Caller
from dicehall.cli.shared.errors import HallRefused
from dicehall.cli.shared.words import words
from dicehall.cli.terminal.badges import label, look
from dicehall.ports.teams import Team

say = words("terminal-teams")
ADDRESS = "/api/me/team"


def team_in_words(person: Caller) -> str:
    try:
        team = msgspec.convert(person.ask("GET", ADDRESS), Team)
    except HallRefused as error:
        return _none(person, error)
    return say("profile-team", name=person.name, label=label(team), look=look(team))


def keep_team(person: Caller, team: Team) -> str:
    kept = msgspec.convert(person.ask("PUT", ADDRESS, msgspec.to_builtins(team)), Team)
    return say("profile-kept", name=person.name, label=label(kept), look=look(kept))


def drop_team(person: Caller) -> str:
    try:
        person.ask("DELETE", ADDRESS)
    except HallRefused as error:
        return _none(person, error)
    return say("profile-dropped", name=person.name)


def _none(person: Caller, error: HallRefused) -> str:
    if error.reason != "no_team":
        raise error
    return say("profile-none", name=person.name)

"""The page on which people come in, look after their account, and take a new hall over."""

import shlex
from collections.abc import Sequence
from datetime import UTC, datetime
from html import escape
from typing import NamedTuple
from urllib.parse import quote

from dicehall.rules.catalog import find
from dicehall.server.live.messages import Invitation
from dicehall.server.web import assets
from dicehall.server.web.forms import (
    choice,
    confirmation,
    field,
    form,
    hidden,
    name_field,
    new_password,
    old_password,
    whose,
)
from dicehall.server.web.pages import page
from dicehall.server.web.tables import table
from dicehall.table.ports import Door, Person

NO_SCRIPT = '<noscript><p class="wrong">This page needs JavaScript, and this browser does not run it.</p></noscript>'
TOLD = '<p id="told" role="status"></p>'
"""What the script has done before the page was loaded again."""
KINDS = {
    "guest": "A guest. Make an account to keep what you win, and to come back from anywhere.",
    "account": "An account of this hall.",
    "administrator": "An administrator of this hall.",
}
OWNER = "You are an administrator of this hall."
LOGGED_IN = "You are logged in."
NEW_ACCOUNT = "You have an account now."
SCOPES = {"everything": "all", "play": "play", "read": "look only"}


class Own(NamedTuple):
    """Somebody, and all that the page shows them of themselves."""

    person: Person
    doors: Sequence[Door]
    current: str
    """The key of the session in which they look."""
    passkeys: Sequence[tuple[str, str, float]]
    """Key, label, and when it was made."""
    has_password: bool
    invitations: Sequence[Invitation]


def account(own: Own | None, hall: str, no_passkeys: str) -> str:
    """Of the hall at this address; where passkeys do not work, `no_passkeys` is the sentence that says so."""
    hint = f'<p class="quiet">{no_passkeys}</p>' if no_passkeys else ""
    if own is None:
        return _page("Come in", "<h1>Come in</h1>", *strangers(hint))
    parts = guests(own, hall, hint) if own.person.kind == "guest" else accounts(own, hall, hint)
    return _page("Your account", head(own.person), *parts)


def claim(secret: str, person: Person | None) -> str:
    """The one-time link that a fresh hall prints: whoever opens it first owns the hall."""
    fields = [hidden("secret", secret)]
    told = "Whoever runs this hall has been given this link. Take a name and a password: the hall is yours."
    if person is None or person.kind == "guest":
        fields += [name_field("claim", "" if person is None else person.name), new_password("claim")]
    else:
        told = f"You are logged in as {escape(person.name)}, and will be the administrator of this hall."
    taken = form("claim", "", *fields, button="Take the hall over", to="POST /api/claim", then="/account", done=OWNER)
    return _page("This hall becomes yours", "<h1>This hall becomes yours</h1>", f"<p>{told}</p>", taken)


def _page(title: str, *parts: str) -> str:
    script = f'<script type="module" src="{assets.address("account.js")}"></script>'
    return page(title, TOLD, *parts, NO_SCRIPT, '<p><a href="/">All tables</a></p>', script)


# Who is here


def head(person: Person) -> str:
    picture = f'<img src="/avatars/{quote(person.name, safe="")}.svg" alt="">'
    results = f'<a href="/people/{quote(person.id, safe="")}">Your games and results</a>'
    return (
        f'<div class="me">{picture}<div><h1>{escape(person.name)}</h1><p>{KINDS[person.kind]}</p></div></div>'
        f"<p>{results}</p>{'' if person.kind == 'guest' else log_out()}"
    )


def log_out() -> str:
    """Not for guests, who could never come back: they can have themselves forgotten instead."""
    out = "You are logged out."
    return form("log-out", "", button="Log out", to="DELETE /api/sessions", done=out, look="plain")


def strangers(hint: str) -> list[str]:
    name, password = name_field("log-in"), old_password("log-in")
    return [
        '<div class="beside">',
        form(
            "guest",
            "Play at once",
            name_field("guest", guest=True),
            button="Come in as a guest",
            to="POST /api/guests",
            done="You have come in as a guest.",
        ),
        form("log-in", "Log in", name, password, button="Log in", to="POST /api/sessions", done=LOGGED_IN),
        form("passkey-log-in", "Log in with a passkey", hint, button="Use a passkey", passkey="get", done=LOGGED_IN),
        *registration("", hint),
        "</div>",
    ]


def registration(name: str, hint: str) -> list[str]:
    title, fields = "Make an account", (name_field("register", name), new_password("register"))
    by_passkey = hint, name_field("passkey", name)
    return [
        form("register", title, *fields, button=title, to="POST /api/accounts", done=NEW_ACCOUNT),
        form(
            "passkey",
            "Make one with a passkey",
            *by_passkey,
            button="Make a passkey",
            passkey="create",
            done=NEW_ACCOUNT,
        ),
    ]


def guests(own: Own, hall: str, hint: str) -> list[str]:
    return [
        *invitations(own, hall),
        *play(own.person, hall),
        "<h2>Make an account</h2><p>Your seats and your games come with you.</p>",
        '<div class="beside">',
        *registration(own.person.name, hint),
        "</div>",
        *naming(own.person),
        *data(own),
    ]


def accounts(own: Own, hall: str, hint: str) -> list[str]:
    here = [*invitations(own, hall), *play(own.person, hall)]
    return [*here, *ways_in(own, hint), *sessions(own), *tokens(own), *naming(own.person), *data(own)]


# Parts of one's own page


def invitations(own: Own, hall: str) -> list[str]:
    if not own.invitations:
        return []
    lines = [f"<li>{invitation(each, own.person, hall)}</li>" for each in own.invitations]
    return ["<h2>Invitations</h2>", f"<ul>{''.join(lines)}</ul>"]


def invitation(kept: Invitation, person: Person, hall: str) -> str:
    code = kept.table.upper()
    where = f'{escape(find(kept.game).title)}, table <a href="/t/{code}">{code}</a>'
    told = f"{escape(kept.by or 'Somebody')} keeps a chair for you: {where}."
    if person.kind == "guest":
        return f"{told} To sit down there, make an account and come in with it from a terminal."
    return f"{told}<pre>dicehall join {escape(hall)}/t/{code}</pre>"


def play(person: Person, hall: str) -> list[str]:
    """A browser's cookie is not the terminal's: only an account is the same person in both."""
    name, address = escape(shlex.quote(person.name)), escape(hall)
    told = "<h2>Play</h2><p>For now one plays in a terminal, on a machine that has Dicehall."
    if person.kind == "guest":
        return [
            f"{told}</p><pre>dicehall join {address} --name {name}</pre>",
            "<p>There you are another guest than here, with a number behind the name. To be the same person in both, "
            "make an account, and come in there with it.</p>",
        ]
    return [
        f"{told} Come in there with the same account:</p>",
        f"<pre>dicehall account log-in {name} --hall {address}\ndicehall join {address}</pre>",
    ]


def ways_in(own: Own, hint: str) -> list[str]:
    old = [old_password("password", "old", "Old password")] if own.has_password else []
    title = "Change the password" if own.has_password else "Set a password"
    new = new_password("password", "new", "New password")
    rows = [
        [
            escape(label),
            day(created),
            removal(f"/api/me/passkeys/{key}", f"Remove passkey {label}", "Remove", "The passkey is removed."),
        ]
        for key, label, created in own.passkeys
    ]
    return [
        "<h2>Ways in</h2>",
        table("Passkeys", ["Passkey", "Since", ""], rows, right=[2]) if rows else "<p>You have no passkey yet.</p>",
        '<div class="beside">',
        form(
            "passkey",
            "Add a passkey of this device",
            hint,
            button="Make a passkey",
            passkey="create",
            done="You have a new passkey.",
        ),
        form(
            "password",
            title,
            whose(own.person.name),
            *old,
            new,
            button=title,
            to="PUT /api/me/password",
            done="You have a new password.",
        ),
        "</div>",
    ]


def sessions(own: Own) -> list[str]:
    rows = [
        [
            escape(door.label),
            day(door.used),
            "this one" if door.key == own.current else ending(door, "Log out", "The other browser is logged out."),
        ]
        for door in own.doors
        if not door.token
    ]
    others = form(
        "others",
        "",
        button="Log out everywhere else",
        to="DELETE /api/me/doors",
        done="You are logged out everywhere else.",
        look="plain",
    )
    return [
        "<h2>Where you are logged in</h2>",
        table("Browsers", ["Browser", "Last seen", ""], rows, right=[2]),
        others if len(rows) > 1 else "",
    ]


def tokens(own: Own) -> list[str]:
    rows = [
        [escape(door.label), SCOPES[door.scope], day(door.created), ending(door, "Revoke", "The token is revoked.")]
        for door in own.doors
        if door.token
    ]
    fields = (
        field("token", "label", "What is it for?", maxlength=40, autocomplete="off"),
        choice("token", "scope", "It may", {"play": "play as you", "read": "look only"}),
        '<output></output><button type="button" hidden data-again>I have copied it</button>',
    )
    return [
        "<h2>Tokens for bots and scripts</h2>",
        table("Tokens", ["Token", "May", "Since", ""], rows, right=[3]) if rows else "<p>You have no token.</p>",
        form("token", "Make a token", *fields, button="Make a token", to="POST /api/me/tokens"),
    ]


def naming(person: Person) -> list[str]:
    fields = name_field("rename", person.name)
    done = "You have a new name."
    return ["<h2>Your name</h2>", form("rename", "", fields, button="Take this name", to="PATCH /api/me", done=done)]


def data(own: Own) -> list[str]:
    fields = [whose(own.person.name), old_password("delete")] if own.has_password else []
    sure = confirmation("delete", "I want to be forgotten, and know that nobody can undo it.")
    return [
        "<h2>Your data</h2>",
        '<p><a href="/api/me/export" download>Download all that this hall knows about you</a></p>',
        form(
            "delete",
            "Delete yourself",
            GONE,
            *fields,
            sure,
            button="Delete for good",
            to="DELETE /api/me",
            done="You are forgotten.",
            look="danger",
        ),
    ]


GONE = (
    "<p>You leave all tables, and your name, your keys and what you have said here are gone for good. "
    "Finished games stay, played by somebody.</p>"
)


def ending(door: Door, word: str, done: str) -> str:
    return removal(f"/api/me/doors/{door.key}", f"{word} {door.label}", word, done)


def removal(path: str, whole: str, word: str, done: str) -> str:
    """A button in a row; read aloud, it says what it removes."""
    return (
        f'<form class="bare" data-method="DELETE" data-path="{escape(path)}" data-done="{escape(done)}">'
        f'<button class="plain" aria-label="{escape(whole)}">{word}</button><p class="wrong" role="alert"></p></form>'
    )


def day(seconds: float) -> str:
    then = datetime.fromtimestamp(seconds, UTC)
    return f"{then.day} {then:%b %Y}"

"""The page on which people come in, look after their account, and take a new hall over."""

from collections.abc import Sequence
from datetime import UTC, datetime
from html import escape
from typing import NamedTuple
from urllib.parse import quote

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
from dicehall.table.ports import Door, Person

NO_SCRIPT = '<noscript><p class="wrong">This page needs JavaScript, and this browser does not run it.</p></noscript>'
TOLD = '<p id="told" role="status"></p>'
"""What the script has done before the page was loaded again."""
KINDS = {
    "guest": "A guest. Make an account to keep what you win, and to come back from anywhere.",
    "account": "An account of this hall.",
    "administrator": "An administrator of this hall.",
}
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


def account(own: Own | None) -> str:
    if own is None:
        return _page("Come in", "<h1>Come in</h1>", *strangers())
    parts = guests(own) if own.person.kind == "guest" else accounts(own)
    return _page("Your account", head(own.person), *parts)


def claim(secret: str, person: Person | None) -> str:
    """The one-time link that a fresh hall prints: whoever opens it first owns the hall."""
    fields = [hidden("secret", secret)]
    told = "Whoever runs this hall has been given this link. Take a name and a password: the hall is yours."
    if person is None or person.kind == "guest":
        fields += [name_field("claim", "" if person is None else person.name), new_password("claim")]
    else:
        told = f"You are logged in as {escape(person.name)}, and will be the administrator of this hall."
    taken = form("claim", "", *fields, button="Take the hall over", to="POST /api/claim", then="/account")
    return _page("This hall becomes yours", "<h1>This hall becomes yours</h1>", f"<p>{told}</p>", taken)


def _page(title: str, *parts: str) -> str:
    script = f'<script type="module" src="{assets.address("account.js")}"></script>'
    return page(title, TOLD, *parts, NO_SCRIPT, '<p><a href="/">All tables</a></p>', script)


# Who is here


def head(person: Person) -> str:
    picture = f'<img src="/avatars/{quote(person.name, safe="")}.svg" alt="">'
    out = form("log-out", "", button="Log out", to="DELETE /api/sessions", bare=True)
    return f'<div class="me">{picture}<div><h1>{escape(person.name)}</h1><p>{KINDS[person.kind]}</p></div></div>{out}'


def strangers() -> list[str]:
    name, password = name_field("log-in"), old_password("log-in")
    return [
        '<div class="beside">',
        form(
            "guest", "Play at once", name_field("guest", guest=True), button="Come in as a guest", to="POST /api/guests"
        ),
        form("log-in", "Log in", name, password, button="Log in", to="POST /api/sessions"),
        form("passkey-log-in", "Log in with a passkey", button="Use a passkey", passkey="get"),
        *registration(""),
        "</div>",
    ]


def registration(name: str) -> list[str]:
    fields = name_field("register", name), new_password("register")
    by_passkey = name_field("passkey", name)
    return [
        form("register", "Make an account", *fields, button="Make an account", to="POST /api/accounts"),
        form("passkey", "Make one with a passkey", by_passkey, button="Make a passkey", passkey="create"),
    ]


def guests(own: Own) -> list[str]:
    return [
        "<h2>Make an account</h2><p>Your seats and your games come with you.</p>",
        '<div class="beside">',
        *registration(own.person.name),
        "</div>",
        *naming(own.person),
        *data(own),
    ]


def accounts(own: Own) -> list[str]:
    return [*ways_in(own), *sessions(own), *tokens(own), *naming(own.person), *data(own)]


# Parts of one's own page


def ways_in(own: Own) -> list[str]:
    old = [old_password("password", "old", "Old password")] if own.has_password else []
    title = "Change the password" if own.has_password else "Set a password"
    new = new_password("password", "new", "New password")
    rows = [
        [escape(label), day(created), removal(f"/api/me/passkeys/{key}", f"Remove passkey {label}", "Remove")]
        for key, label, created in own.passkeys
    ]
    return [
        "<h2>Ways in</h2>",
        table("Passkeys", ["Passkey", "Since", ""], rows) if rows else "<p>You have no passkey yet.</p>",
        '<div class="beside">',
        form("passkey", "Add a passkey of this device", button="Make a passkey", passkey="create"),
        form("password", title, whose(own.person.name), *old, new, button=title, to="PUT /api/me/password"),
        "</div>",
    ]


def sessions(own: Own) -> list[str]:
    rows = [
        [escape(door.label), day(door.used), "this one" if door.key == own.current else ending(door, "Log out")]
        for door in own.doors
        if not door.token
    ]
    others = form("others", "", button="Log out everywhere else", to="DELETE /api/me/doors", bare=True)
    return [
        "<h2>Where you are logged in</h2>",
        table("Browsers", ["Browser", "Last seen", ""], rows),
        others if len(rows) > 1 else "",
    ]


def tokens(own: Own) -> list[str]:
    rows = [
        [escape(door.label), SCOPES[door.scope], day(door.created), ending(door, "Revoke")]
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
        table("Tokens", ["Token", "May", "Since", ""], rows) if rows else "<p>You have no token.</p>",
        form("token", "Make a token", *fields, button="Make a token", to="POST /api/me/tokens"),
    ]


def naming(person: Person) -> list[str]:
    fields = name_field("rename", person.name)
    return ["<h2>Your name</h2>", form("rename", "", fields, button="Take this name", to="PATCH /api/me")]


def data(own: Own) -> list[str]:
    fields = [whose(own.person.name), old_password("delete")] if own.has_password else []
    sure = confirmation("delete", "I want to be forgotten, and know that nobody can undo it.")
    return [
        "<h2>Your data</h2>",
        '<p><a href="/api/me/export" download>Download all that this hall knows about you</a></p>',
        form("delete", "Delete yourself", GONE, *fields, sure, button="Delete for good", to="DELETE /api/me"),
    ]


GONE = (
    "<p>You leave all tables, and your name, your keys and what you have said here are gone for good. "
    "Finished games stay, played by somebody.</p>"
)


def table(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    top = "".join(f"<th>{head}</th>" for head in heads)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f'<table aria-label="{title}"><tr>{top}</tr>{body}</table>'


def ending(door: Door, word: str) -> str:
    return removal(f"/api/me/doors/{door.key}", f"{word} {door.label}", word)


def removal(path: str, whole: str, word: str) -> str:
    """A button in a row; read aloud, it says what it removes."""
    return (
        f'<form class="bare" data-method="DELETE" data-path="{escape(path)}">'
        f'<button class="plain" aria-label="{escape(whole)}">{word}</button><p class="wrong" role="alert"></p></form>'
    )


def day(seconds: float) -> str:
    then = datetime.fromtimestamp(seconds, UTC)
    return f"{then.day} {then:%b %Y}"

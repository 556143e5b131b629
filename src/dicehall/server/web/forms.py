"""Forms of plain pages: every field has its label, and what is wrong is said inside the form."""

from html import escape

from dicehall.server.people.passwords import LONGEST, SHORTEST
from dicehall.table.names import LONGEST_NAME


def form(
    id: str,
    title: str,
    *fields: str,
    button: str,
    to: str = "",
    passkey: str = "",
    then: str = "",
    done: str = "",
    look: str = "",
) -> str:
    """Sent by the script of the page: to an address such as `POST /api/guests`, or to the passkeys of the device.

    `done` is what the page says afterwards; `look` is `plain` for a button alone, `danger` for what nobody can undo.
    """
    method, _, path = to.partition(" ")
    data = {"method": method, "path": path, "passkey": passkey, "next": then, "done": done}
    attributes = "".join(f' data-{name}="{escape(value)}"' for name, value in data.items() if value)
    heading = f'<h3 id="{id}-title">{escape(title)}</h3>' if title else ""
    named = f' aria-labelledby="{id}-title"' if title else ""
    form_look = ' class="bare"' if look == "plain" else ""
    button_look = f' class="{look}"' if look else ""
    return (
        f'<form id="{id}"{form_look}{named}{attributes}>{heading}{"".join(fields)}'
        f'<p class="wrong" role="alert"></p><button{button_look}>{escape(button)}</button></form>'
    )


def field(id: str, name: str, label: str, **attributes: str | int) -> str:
    """`autocomplete` helps password managers; the rest is the browser's own check."""
    rest = "".join(f' {key}="{escape(str(value))}"' for key, value in attributes.items())
    return (
        f'<label for="{id}-{name}">{escape(label)}</label>'
        f'<input id="{id}-{name}" name="{name}"{rest} required autocapitalize="none" spellcheck="false">'
    )


def name_field(id: str, value: str = "", *, guest: bool = False) -> str:
    """Password managers keep those of accounts."""
    autocomplete = "nickname" if guest else "username"
    return field(id, "name", "Name", value=value, maxlength=LONGEST_NAME, autocomplete=autocomplete)


def old_password(id: str, name: str = "password", label: str = "Password") -> str:
    return field(id, name, label, type="password", autocomplete="current-password", maxlength=LONGEST)


def new_password(id: str, name: str = "password", label: str = "Password") -> str:
    label = f"{label} (at least {SHORTEST} characters)"
    limits = {"minlength": SHORTEST, "maxlength": LONGEST}
    return field(id, name, label, type="password", autocomplete="new-password", **limits)


def whose(name: str) -> str:
    """For password managers: whose password the form asks for. It has no name, so it is not sent."""
    return f'<input type="hidden" autocomplete="username" value="{escape(name)}">'


def hidden(name: str, value: str) -> str:
    return f'<input type="hidden" name="{name}" value="{escape(value)}">'


def choice(id: str, name: str, label: str, options: dict[str, str]) -> str:
    inside = "".join(f'<option value="{escape(value)}">{escape(text)}</option>' for value, text in options.items())
    return f'<label for="{id}-{name}">{escape(label)}</label><select id="{id}-{name}" name="{name}">{inside}</select>'


def confirmation(id: str, label: str) -> str:
    """It has no name: it is not sent, but without it nothing is."""
    return f'<label><input id="{id}-sure" type="checkbox" required> {escape(label)}</label>'

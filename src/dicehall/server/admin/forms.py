"""Forms of plain pages: every field has its label, and what is wrong is said inside the form."""

from html import escape

from dicehall.names.clean import LONGEST_NAME
from dicehall.server.people.passwords import LONGEST, SHORTEST


def form(id: str, *fields: str, button: str, to: str, then: str) -> str:
    """Sent by the script of the page to an address such as `POST /api/guests`; `then` is where one goes afterwards."""
    method, _, path = to.partition(" ")
    data = {"method": method, "path": path, "next": then}
    attributes = "".join(f' data-{name}="{escape(value)}"' for name, value in data.items())
    return (
        f'<form id="{id}"{attributes}>{"".join(fields)}'
        f'<p class="wrong" role="alert"></p><button>{escape(button)}</button></form>'
    )


def field(id: str, name: str, label: str, **attributes: str | int) -> str:
    """`autocomplete` helps password managers; the rest is the browser's own check."""
    rest = "".join(f' {key}="{escape(str(value))}"' for key, value in attributes.items())
    return (
        f'<label for="{id}-{name}">{escape(label)}</label>'
        f'<input id="{id}-{name}" name="{name}"{rest} required autocapitalize="none" spellcheck="false">'
    )


def name_field(id: str, value: str = "") -> str:
    return field(id, "name", "Name", value=value, maxlength=LONGEST_NAME, autocomplete="username")


def new_password(id: str) -> str:
    label = f"Password (at least {SHORTEST} characters)"
    limits = {"minlength": SHORTEST, "maxlength": LONGEST}
    return field(id, "password", label, type="password", autocomplete="new-password", **limits)


def hidden(name: str, value: str) -> str:
    return f'<input type="hidden" name="{name}" value="{escape(value)}">'

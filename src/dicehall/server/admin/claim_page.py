"""The plain page on which somebody takes a new hall over: it works also where the page itself is not built."""

from html import escape

from dicehall.ports import Person
from dicehall.server.admin.forms import form, hidden, name_field, new_password
from dicehall.server.web import assets
from dicehall.server.web.pages import page

NO_SCRIPT = '<noscript><p class="wrong">This page needs JavaScript, and this browser does not run it.</p></noscript>'
TITLE = "This hall becomes yours"


def claim(secret: str, person: Person | None) -> str:
    """The one-time link that a fresh hall prints: whoever opens it first owns the hall."""
    fields = [hidden("secret", secret)]
    told = "Whoever runs this hall has been given this link. Take a name and a password: the hall is yours."
    if person is None or person.kind == "guest":
        fields += [name_field("claim", "" if person is None else person.name), new_password("claim")]
    else:
        told = f"You are logged in as {escape(person.name)}, and will be the administrator of this hall."
    taken = form("claim", *fields, button="Take the hall over", to="POST /api/claim", then="/account")
    script = f'<script type="module" src="{assets.address("claim.js")}"></script>'
    link = '<p><a href="/">To the hall</a></p>'
    return page(TITLE, f"<h1>{TITLE}</h1><p>{told}</p>", taken, NO_SCRIPT, link, script)

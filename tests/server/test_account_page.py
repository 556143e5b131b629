"""The plain pages of people: who sees what, labels on all that can be filled in, and names that stay names."""

from html.parser import HTMLParser

import httpx
import pytest

from tests.server.browser import account, fresh_name, me, visitor
from tests.server.inside import inside
from tests.server.kit import in_a_loop


class Page(HTMLParser):
    """What a reader's machine sees of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.inputs: dict[str, dict[str, str | None]] = {}
        self.labels: set[str | None] = set()
        self.forms: dict[str, str] = {}
        self.alerts = 0
        self.buttons: list[str | None] = []
        self._in_label = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag in ("input", "select") and found.get("type") != "hidden":
            assert found["id"] not in self.inputs, "an id is there once"
            self.inputs[found["id"] or ""] = found
            if self._in_label:
                self.labels.add(found["id"])
        elif tag == "label":
            self._in_label = True
            self.labels.add(found.get("for"))
        elif tag == "form" and found.get("data-method"):
            self.forms[f"{found['data-method']} {found['data-path']}"] = found.get("id") or ""
        elif tag == "button":
            self.buttons.append(found.get("aria-label"))
        self.alerts += found.get("role") == "alert"

    def handle_endtag(self, tag: str) -> None:
        self._in_label = self._in_label and tag != "label"


async def look(http: httpx.AsyncClient, path: str = "/account") -> Page:
    answer = await http.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    page = Page(answer.text)
    assert page.inputs.keys() <= page.labels, "every field has a label"
    assert page.alerts >= len(page.forms), "every form has a place for what is wrong"
    return page


@in_a_loop
async def test_a_stranger_comes_in_logs_in_or_makes_an_account(url: str) -> None:
    async with visitor(url) as http:
        page = await look(http)
        assert page.forms.keys() == {"POST /api/guests", "POST /api/sessions", "POST /api/accounts"}
        assert page.inputs["log-in-password"]["autocomplete"] == "current-password"
        assert page.inputs["register-password"]["autocomplete"] == "new-password"
        text = (await http.get("/account")).text
        assert 'data-passkey="get"' in text
        assert 'data-passkey="create"' in text


@in_a_loop
async def test_a_guest_may_become_an_account_take_a_name_or_be_forgotten(url: str) -> None:
    name = fresh_name()
    async with visitor(url, name) as http:
        page = await look(http)
        assert page.forms.keys() == {"DELETE /api/sessions", "POST /api/accounts", "PATCH /api/me", "DELETE /api/me"}
        assert page.inputs["rename-name"]["value"] == name
        assert page.inputs["delete-sure"]["type"] == "checkbox"
        assert "required" in page.inputs["delete-sure"]
        assert "delete-password" not in page.inputs


@in_a_loop
async def test_an_account_looks_after_all_its_ways_in(url: str) -> None:
    async with account(url) as http, visitor(url) as other:
        body = {"name": (await me(http))["name"], "password": "correct horse battery"}
        (await other.post("/api/sessions", json=body)).raise_for_status()
        token = (await http.post("/api/me/tokens", json={"label": "My <b>bot</b>", "scope": "read"})).json()
        entrances = (await http.get("/api/me/doors")).json()
        session = next(each["door"]["key"] for each in entrances if not each["current"] and not each["door"]["token"])
        page = await look(http)
        assert page.forms.keys() == {
            "DELETE /api/sessions", "PUT /api/me/password", "DELETE /api/me/doors", "POST /api/me/tokens",
            "PATCH /api/me", "DELETE /api/me", f"DELETE /api/me/doors/{token['door']['key']}",
            f"DELETE /api/me/doors/{session}",
        }  # fmt: skip
        assert "Revoke My <b>bot</b>" in page.buttons, "a button that is read aloud says what it revokes"
        assert "delete-password" in page.inputs
        text = (await http.get("/account")).text
        assert "<b>bot</b>" not in text
        assert token["token"] not in text
        assert 'href="/api/me/export" download' in text


@in_a_loop
async def test_a_name_is_shown_as_it_is(url: str) -> None:
    name = f"<i>&\"'{fresh_name()[-3:]}"
    async with visitor(url, name) as http:
        text = (await http.get("/account")).text
        assert name not in text
        assert "&lt;i&gt;&amp;&quot;&#x27;" in text
        assert (await look(http)).inputs["rename-name"]["value"] == name
        assert 'src="/avatars/%3Ci%3E%26%22%27' in text


@in_a_loop
async def test_a_fresh_hall_is_claimed_on_a_page_of_its_own() -> None:
    async with inside() as hall, visitor(hall.url) as http, account(hall.url, "Ann") as ann:
        secret = await hall.house.accounts.new_claim()
        page = await look(http, f"/claim/{secret}")
        assert page.forms == {"POST /api/claim": "claim"}
        assert page.inputs.keys() == {"claim-name", "claim-password"}
        text = (await http.get(f"/claim/{secret}")).text
        assert f'name="secret" value="{secret}"' in text
        assert not (await look(ann, f"/claim/{secret}")).inputs, "who has an account needs no other"
        assert "logged in as Ann" in (await ann.get(f"/claim/{secret}")).text
        assert not hall.house.accounts.is_owned(), "to look at the page is not to take the hall"


@pytest.mark.parametrize("secret", ["%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E", "%27", "x" * 500])
@in_a_loop
async def test_a_claim_that_is_none_is_never_markup(secret: str, url: str) -> None:
    async with visitor(url) as http:
        answer = await http.get(f"/claim/{secret}")
        assert "<script>alert" not in answer.text

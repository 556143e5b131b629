"""The plain pages of people: who sees what, labels on all that can be filled in, and names that stay names."""

from html.parser import HTMLParser

import httpx
import pytest

from tests.server.browser import account, fresh_name, me, visitor
from tests.server.inside import inside
from tests.server.kit import guests, in_a_loop


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
        assert page.forms.keys() == {"POST /api/accounts", "PATCH /api/me", "DELETE /api/me"}, (
            "a guest who goes is gone"
        )
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
async def test_everybody_is_told_how_to_play_and_where_their_results_are(url: str) -> None:
    one, two = fresh_name(), fresh_name()
    async with visitor(url, one) as guest, account(url, two) as person:
        text = (await guest.get("/account")).text
        assert f"dicehall join {url} --name &#x27;{one}&#x27;</pre>" in text
        assert "another guest than here" in text
        results = f"/people/{(await me(guest))['id']}"
        assert f'href="{results}"' in text
        assert one in (await guest.get(results)).text
        text = (await person.get("/account")).text
        assert f"dicehall account log-in &#x27;{two}&#x27; --hall {url}\ndicehall join {url}</pre>" in text


@in_a_loop
async def test_invitations_are_shown_with_the_way_to_their_tables(url: str) -> None:
    host, one, two = fresh_name(), fresh_name(), fresh_name()
    async with guests(url, host) as (ann,), visitor(url, one) as guest, account(url, two) as person:
        assert "Invitations" not in (await person.get("/account")).text
        code = (await ann.open("bluff", seats=3, invite=[one, two])).upper()
        text = (await person.get("/account")).text
        assert f'{host} keeps a chair for you: Bluff, table <a href="/t/{code}">{code}</a>' in text
        assert f"<pre>dicehall join {url}/t/{code}</pre>" in text
        text = (await guest.get("/account")).text
        assert f'href="/t/{code}"' in text
        assert f"dicehall join {url}/t/{code}" not in text, "in a terminal this guest is somebody else"


@in_a_loop
async def test_where_passkeys_do_not_work_the_page_says_where_they_do(url: str) -> None:
    async with visitor(url) as http:
        localhost = url.replace("127.0.0.1", "localhost")
        link = f'<a href="{localhost}/account">{localhost}</a>'
        assert (await http.get("/account")).text.count(link) == 2
        there = await http.get("/account", headers={"host": localhost.removeprefix("http://")})
        assert link not in there.text
    async with inside(public_url="http://192.0.2.7:8000") as hall, visitor(hall.url) as http:
        assert "only at addresses with https and a name" in (await http.get("/account")).text


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
        await hall.house.accounts.new_claim()
        late = await http.get(f"/claim/{secret}")
        assert late.status_code == 403
        assert "not good, or not any more" in late.text
        assert "<form" not in late.text, "whoever comes too late fills nothing in"


@pytest.mark.parametrize("secret", ["%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E", "%27", "x" * 500])
@in_a_loop
async def test_a_claim_that_is_none_is_never_markup(secret: str, url: str) -> None:
    async with visitor(url) as http:
        answer = await http.get(f"/claim/{secret}")
        assert "<script>alert" not in answer.text

"""The plain page on which a hall is claimed: who sees what, and labels on all that can be filled in."""

from html.parser import HTMLParser

import httpx
import pytest

from tests.server.browser import account, visitor
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
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag == "input" and found.get("type") != "hidden":
            assert found["id"] not in self.inputs, "an id is there once"
            self.inputs[found["id"] or ""] = found
        elif tag == "label":
            self.labels.add(found.get("for"))
        elif tag == "form" and found.get("data-method"):
            self.forms[f"{found['data-method']} {found['data-path']}"] = found.get("id") or ""
        self.alerts += found.get("role") == "alert"


async def look(http: httpx.AsyncClient, path: str) -> Page:
    answer = await http.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    page = Page(answer.text)
    assert page.inputs.keys() <= page.labels, "every field has a label"
    assert page.alerts >= len(page.forms), "every form has a place for what is wrong"
    return page


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

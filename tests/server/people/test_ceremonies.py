"""Where passkeys work, and the questions that devices are asked to sign."""

import pytest

from dicehall.ports import memos
from dicehall.ports.memos import MemoryMemos
from dicehall.server.people.ceremonies import HOLDS_FOR, MOST_AT_HOME, Ceremonies, Site, site_of
from dicehall.server.services.problems import Problem
from tests.server.browser import problem, visitor
from tests.server.inside import inside
from tests.server.kit import in_a_loop

HOME = "203.0.113.7"
REGISTRATION, LOG_IN = "/api/passkeys/registration", "/api/passkeys/log-in"


# Where passkeys are good


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("https://dice.example.org", Site("dice.example.org", "https://dice.example.org")),
        ("https://dice.example.org:8443/hall", Site("dice.example.org", "https://dice.example.org:8443")),
        ("http://localhost:8000", Site("localhost", "http://localhost:8000")),
        ("http://127.0.0.1:8000", Site("localhost", "http://localhost:8000")),
        ("http://[::1]:8000", Site("localhost", "http://localhost:8000")),
        ("http://localhost", Site("localhost", "http://localhost")),
    ],
)
def test_they_are_bound_to_the_host_of_the_hall(url: str, site: Site) -> None:
    assert site_of(url) == site


@pytest.mark.parametrize("url", ["http://192.168.1.5:8000", "http://dice.example.org", "https://192.0.2.1"])
@in_a_loop
async def test_where_browsers_do_not_allow_them_the_hall_says_so(url: str) -> None:
    async with inside(public_url=url) as hall, visitor(hall.url) as http:
        for answer in (await http.post(LOG_IN), await http.post(REGISTRATION, json={"name": "Ann"})):
            assert problem(answer) == (409, "no_passkeys")
            assert "only at addresses with https and a name, or at http://localhost" in answer.json()["detail"]
            assert url in answer.json()["detail"]


@in_a_loop
async def test_who_has_opened_another_address_of_the_hall_is_told_the_right_one(url: str) -> None:
    async with visitor(url, origin=url) as http:
        answer = await http.post(LOG_IN)
        assert problem(answer) == (409, "no_passkeys")
        assert url.replace("127.0.0.1", "localhost") in answer.json()["detail"]


@in_a_loop
async def test_the_cookie_of_a_question_is_short_lived_and_out_of_reach() -> None:
    async with inside(public_url="https://dice.example.org") as hall, visitor(hall.url) as http:
        given = (await http.post(LOG_IN)).headers["set-cookie"].lower()
        wanted = {"httponly", "secure", "samesite=strict", "path=/api/passkeys", "max-age=300"}
        assert wanted <= set(given.split("; "))


# Questions that wait for their answers


@in_a_loop
async def test_a_question_holds_for_five_minutes() -> None:
    now = 1000.0
    ceremonies = Ceremonies(MemoryMemos(lambda: now))
    early, late = [(await ceremonies.begin("log-in", HOME))[0] for _ in range(2)]
    now += HOLDS_FOR - 1
    assert (await ceremonies.end(early, "log-in")).purpose == "log-in"
    now += 1
    with pytest.raises(Problem, match="took too long"):
        await ceremonies.end(late, "log-in")
    assert HOLDS_FOR == 300.0


@in_a_loop
async def test_a_question_is_answered_once_and_only_for_its_purpose() -> None:
    ceremonies = Ceremonies(MemoryMemos())
    one, two = [(await ceremonies.begin("log-in", HOME))[0] for _ in range(2)]
    await ceremonies.end(one, "log-in")
    for key, purpose in ((one, "log-in"), (two, "registration"), (two, "log-in"), (None, "log-in")):
        with pytest.raises(Problem, match="answered already"):
            await ceremonies.end(key, purpose)  # type: ignore[arg-type]


@in_a_loop
async def test_questions_are_bounded_and_all_different(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memos, "MOST_KEPT", 200)
    now = 1000.0
    kept = MemoryMemos(lambda: now)
    ceremonies = Ceremonies(kept)
    asked = [await ceremonies.begin("log-in", f"home {number}") for number in range(300)]
    assert kept.count("ceremony") == 200
    assert len(set(asked)) == len(asked)
    with pytest.raises(Problem):
        await ceremonies.end(asked[0][0], "log-in")
    await ceremonies.end(asked[-1][0], "log-in")
    now += HOLDS_FOR + 1
    await ceremonies.begin("log-in", HOME)
    assert kept.count("ceremony") == 2, "what nobody has answered in time is forgotten"


@in_a_loop
async def test_who_asks_too_much_drops_the_questions_of_nobody_else() -> None:
    kept = MemoryMemos(lambda: 1000.0)
    ceremonies = Ceremonies(kept)
    other, _ = await ceremonies.begin("log-in", "192.0.2.1")
    asked = [(await ceremonies.begin("log-in", HOME))[0] for _ in range(1000)]
    assert kept.count("ceremony") == 2 + MOST_AT_HOME + 1, "the questions, and which of them each home has asked"
    await ceremonies.end(other, "log-in")
    for late in asked[-MOST_AT_HOME:]:
        await ceremonies.end(late, "log-in")
    with pytest.raises(Problem, match="took too long"):
        await ceremonies.end(asked[-MOST_AT_HOME - 1], "log-in")
    assert kept.count("ceremony") == 0

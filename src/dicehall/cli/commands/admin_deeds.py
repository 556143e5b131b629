"""What `dicehall admin` asks of a hall, and how its answers read."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import msgspec

from dicehall.cli.client import identities as guests
from dicehall.cli.client.caller import ACCOUNTS, ADMINISTRATORS, Caller, caller, known
from dicehall.cli.client.identities import Kept
from dicehall.cli.commands.account_deeds import enter
from dicehall.cli.commands.join import address
from dicehall.cli.commands.main import HALL, Refused
from dicehall.cli.shared.asking import confirm, new_password
from dicehall.cli.shared.lists import moment
from dicehall.names.clean import clean_name
from dicehall.narrate.words import title
from dicehall.ports import JournalError
from dicehall.rules.listing import Listing
from dicehall.server.admin.overview import Crowd, Entry, Named, OpenTable, Tables

PAGE = 200
"""As much as a hall tells at once."""
Rows = Sequence[Sequence[str]]


# Whose hall it is


def claim(link: str, name: str | None, who: str | None, *, from_input: bool) -> tuple[Kept, str]:
    """The host, and the hall's address."""
    base, _, secret = link.strip().rstrip("/").partition("/claim/")
    if not secret:
        raise Refused(
            f"{link!r} is no link to claim a hall by; the hall prints one when it starts: {HALL}/claim/SECRET"
        )
    url = address(base)
    before = None if name is not None and who is None else claimant(url, who)
    body: dict[str, Any] = {"secret": secret}
    if before is None or before.kind == "guest":
        body["name"] = clean_name(name or ("" if before is None else before.name))
        body["password"] = new_password(from_input=from_input)
    return enter(url, "/api/claim", body, before), url


def claimant(url: str, who: str | None) -> Kept:
    """Who of this machine is meant where no new account is."""
    people = guests.read().get(url, [])
    if who is not None:
        return known(url, people, who)
    account = next((person for person in people if person.kind in ACCOUNTS), None)
    if account is None:
        raise Refused("say what you want to be called as well: dicehall admin claim LINK NAME")
    return account


def link(data: Path, url: str) -> str:
    """Straight into the hall's book of people, which it shares while it runs."""
    from dicehall.server.admin.claim import new_link
    from dicehall.store.files.database import FILE, Database
    from dicehall.store.people.accounts import DiskAccounts
    from dicehall.store.people.disk import DiskPeople

    if not (data / FILE).exists():
        raise Refused(f"no hall keeps its people in {data}; say with --data where it does")
    try:
        with closing(Database(data)) as database, closing(DiskAccounts(database, DiskPeople(database))) as accounts:
            return asyncio.run(new_link(accounts, url))
    except JournalError as error:
        raise Refused(str(error)) from None


# People


def people(url: str, who: str | None, like: str) -> tuple[Rows, bool]:
    """A row for each, and whether there are more."""
    query = urlencode({"like": like, "most": PAGE})
    crowd = msgspec.convert(administer(url, who, "GET", f"/api/admin/people?{query}"), Crowd)
    rows = [
        (each.name, each.id, each.kind, moment(each.seen), str(each.windows or ""), each.banned or "")
        for each in crowd.people
    ]
    return rows, crowd.more


def ban(url: str, who: str | None, whom: str, reason: str) -> str:
    told = administer(url, who, "POST", "/api/admin/bans", {"who": whom, "reason": reason})
    return str(told["person"]["name"])


def unban(url: str, who: str | None, whom: str) -> None:
    administrator = caller(url, who, ADMINISTRATORS)
    administrator.administer("DELETE", f"/api/admin/bans/{in_path(administrator, whom)}")


def change(url: str, who: str | None, whom: str, **new: str) -> str:
    """What they are called after it."""
    administrator = caller(url, who, ADMINISTRATORS)
    told = administrator.administer("PATCH", f"/api/admin/people/{in_path(administrator, whom)}", new)
    return str(told["name"])


def in_path(administrator: Caller, whom: str) -> str:
    """A name as a part of an address; one with a slash in it cannot be, and is looked up."""
    if "/" not in whom:
        return quote(whom, safe="")
    query = urlencode({"like": whom, "most": PAGE})
    crowd = msgspec.convert(administrator.administer("GET", f"/api/admin/people?{query}"), Crowd)
    found = [person.id for person in crowd.people if person.name == whom]
    if not found:
        raise Refused(f"nobody at {administrator.url} is called {whom!r}")
    return found[0]


# Tables


def tables(url: str, who: str | None) -> Rows:
    administrator = caller(url, who, ADMINISTRATORS)
    rows: list[Sequence[str]] = []
    after: str | None = ""
    damaged: dict[str, str] = {}
    while after is not None:
        query = urlencode({"after": after, "most": PAGE})
        page = msgspec.convert(administrator.administer("GET", f"/api/admin/tables?{query}"), Tables)
        rows += map(table_row, page.tables)
        after, damaged = page.next, page.damaged
    return [*rows, *((code.upper(), "", "damaged", "", "", "", "", why) for code, why in damaged.items())]


def table_row(table: OpenTable) -> Sequence[str]:
    row = table.row
    marks = [word for word, is_so in (("private", not table.public), ("locked", row.locked)) if is_so]
    return (
        row.table.upper(), title(row.game), row.state, f"{row.people + row.bots} of {row.seats}",
        ", ".join(map(called, table.people)), "" if table.host is None else called(table.host),
        str(table.watching or ""), ", ".join(marks),
    )  # fmt: skip


def close(url: str, who: str | None, code: str) -> None:
    administer(url, who, "DELETE", f"/api/admin/tables/{quote(code, safe='')}")


# Beginning anew


def reset_leaderboard(url: str, who: str | None, game: Listing | None, *, yes: bool) -> None:
    what = "of all games" if game is None else f"of {game.title}"
    confirm(f"The leaderboard {what} at {url} begins anew.", "leaderboard", yes=yes)
    body = {"what": "leaderboard", "confirm": "leaderboard"} | ({} if game is None else {"game": game.name})
    administer(url, who, "POST", "/api/admin/reset", body)


def reset_everything(url: str, who: str | None, *, yes: bool) -> int:
    """How many tables were closed."""
    confirm(f"All tables at {url} are closed, and the leaderboard begins anew.", "everything", yes=yes)
    told = administer(url, who, "POST", "/api/admin/reset", {"what": "everything", "confirm": "everything"})
    return int(told["closed"])


# Who did what


def audit(url: str, who: str | None, most: int) -> list[Entry]:
    administrator = caller(url, who, ADMINISTRATORS)
    entries: list[Entry] = []
    while len(entries) < most:
        query = {"most": min(PAGE, most - len(entries))} | ({"before": entries[-1].number} if entries else {})
        page = administrator.administer("GET", f"/api/admin/audit?{urlencode(query)}")
        if not page:
            break
        entries += msgspec.convert(page, list[Entry])
    return entries


def json_lines(entries: Sequence[Entry]) -> Iterator[str]:
    return (msgspec.json.encode(entry).decode() for entry in entries)


def audit_rows(entries: Sequence[Entry]) -> Rows:
    return [(str(entry.number), moment(entry.when), told(entry)) for entry in entries]


def told(entry: Entry) -> str:
    """As a sentence."""
    by = "The hall's own machine" if entry.by is None else called(entry.by)
    whom = "" if entry.who is None else called(entry.who)
    match entry.act:
        case "claimed":
            return f"{by} claimed the hall"
        case "appointed" if entry.kind == "administrator":
            return f"{by} made {whom} an administrator"
        case "appointed":
            return f"{by} dismissed {whom}"
        case "banned" | "unbanned" | "renamed":
            return f"{by} {entry.act} {whom}"
        case "forgotten":
            return f"{whom} left for good and was forgotten"
        case "leaderboard_reset":
            return f"{by} reset the leaderboard of {'all games' if entry.game is None else title(entry.game)}"
        case "everything_reset":
            return f"{by} reset everything"
        case "table_closed":
            return f"{by} closed table {(entry.table or '').upper()}"
        case other:
            return f"{by}: {other} {whom}"


def called(person: Named) -> str:
    return f"somebody who is gone ({person.id})" if person.name is None else person.name


def administer(url: str, who: str | None, method: str, path: str, body: object = None) -> Any:
    return caller(url, who, ADMINISTRATORS).administer(method, path, body)

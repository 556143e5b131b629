"""`dicehall admin`: what administrators of a hall see and do."""

import asyncio
from collections.abc import Sequence
from contextlib import closing
from typing import Annotated, Any
from urllib.parse import quote, urlencode

import msgspec
import typer

from dicehall.cli.client.caller import ACCOUNTS, ADMINISTRATORS, Caller, caller, known, sign_in
from dicehall.cli.client.identities import SavedIdentity, saved_at
from dicehall.cli.commands.app import DATA, Data, FromInput, Hall, Json, OnDatabase, Yes, examples, the_extra
from dicehall.cli.shared.addresses import HALL, address
from dicehall.cli.shared.asking import confirm, new_password
from dicehall.cli.shared.errors import refused
from dicehall.cli.shared.games import find_game
from dicehall.cli.shared.lists import moment, show_list
from dicehall.cli.shared.words import say
from dicehall.names.clean import clean_name
from dicehall.narrate.words import title
from dicehall.server.admin.overview import AuditEntry, Crowd, Named, OpenTable, Tables

admin = typer.Typer(
    rich_markup_mode="rich",
    no_args_is_help=True,
    epilog=examples(
        "dicehall admin claim http://127.0.0.1:8000/claim/SECRET Ann     # the link that a new hall prints",
        "dicehall admin people",
        "dicehall admin ban Mallory --reason 'Shouting at people'",
        "dicehall admin audit",
    ),
)
reset = typer.Typer(
    rich_markup_mode="rich",
    no_args_is_help=True,
    help="Reset the leaderboard or everything; this cannot be undone.",
    epilog=examples("dicehall admin reset leaderboard --game bluff", "dicehall admin reset everything"),
)
admin.add_typer(reset, name="reset")

As = Annotated[
    str | None, typer.Option("--as", metavar="NAME", help="Saved identity to use (default: an administrator).")
]
Who = Annotated[str, typer.Argument(metavar="WHO", help="A name or an id")]
PAGE = 200
"""As much as a hall tells at once."""


# Whose hall it is


@admin.command(
    epilog=examples(
        "dicehall admin claim http://127.0.0.1:8000/claim/SECRET Ann         # a new account",
        "dicehall admin claim http://127.0.0.1:8000/claim/SECRET --as Ann    # an identity of this machine",
    )
)
def claim(
    link: Annotated[str, typer.Argument(metavar="LINK", help="As the hall printed it")],
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="The name of your new account")] = None,
    who: Annotated[
        str | None, typer.Option("--as", metavar="NAME", help="Make this saved identity the administrator.")
    ] = None,
    password_stdin: FromInput = False,
) -> None:
    """Claim a hall with the one-time link that it prints. You become its administrator."""
    base, _, secret = link.strip().rstrip("/").partition("/claim/")
    if not secret:
        raise refused("claim-bad", link=repr(link), hall=HALL)
    url = address(base)
    before = None if name is not None and who is None else claimant(url, who)
    body: dict[str, Any] = {"secret": secret}
    if before is None or before.kind == "guest":
        body["name"] = clean_name(name or ("" if before is None else before.name))
        body["password"] = new_password(from_input=password_stdin)
    person = sign_in(url, "/api/claim", body, before)
    elsewhere = "" if url == HALL else say("claim-elsewhere", url=url)
    print(say("claim-done", name=person.name, url=url, elsewhere=elsewhere))


def claimant(url: str, who: str | None) -> SavedIdentity:
    """The identity that is meant where no new account is."""
    if who is not None:
        return known(url, who)
    account = next((person for person in saved_at(url) if person.kind in ACCOUNTS), None)
    if account is None:
        raise refused("claim-nameless")
    return account


@admin.command(
    epilog=examples(
        "dicehall admin link",
        "dicehall admin link --data ~/hall --hall https://dice.example.org",
        "dicehall admin link --database postgresql://hall@db/hall --hall https://dice.example.org",
    )
)
def link(data: Data = DATA, hall: Hall = HALL, database: OnDatabase = None) -> None:
    """Make a new claim link, on the hall's own machine; earlier links stop working."""
    if database is not None:
        with the_extra():
            from dicehall.cli.operate.database_keeping import link_of_database
            from dicehall.cli.operate.node import checked_database
        print(link_of_database(checked_database(database), hall))
        return
    from dicehall.server.admin.claim import new_link
    from dicehall.store.files.database import Database
    from dicehall.store.files.folder import PEOPLE
    from dicehall.store.people.accounts import DiskAccounts
    from dicehall.store.people.disk import DiskPeople

    if not (data / PEOPLE).exists():
        raise refused("claim-no-hall", data=str(data))
    # the hall shares this file while it runs
    with closing(Database(data)) as file, closing(DiskAccounts(file, DiskPeople(file))) as accounts:
        print(asyncio.run(new_link(accounts, hall)))


# People


@admin.command(epilog=examples("dicehall admin people", "dicehall admin people mal"))
def people(
    like: Annotated[str, typer.Argument(metavar="[LIKE]", help="Part of a name")] = "",
    who: As = None,
    hall: Hall = HALL,
) -> None:
    """List people: their kind, when they were last seen, how many windows they have open."""
    crowd = look_up(caller(hall, who, ADMINISTRATORS), like)
    rows = [
        (each.name, each.id, each.kind, moment(each.seen), str(each.windows or ""), each.banned or "")
        for each in crowd.people
    ]
    show_list(("name", "id", "kind", "seen", "windows", "banned"), rows, say("people-none"))
    if crowd.more:
        print(say("people-more", count=len(rows)))


def look_up(administrator: Caller, like: str) -> Crowd:
    query = urlencode({"like": like, "most": PAGE})
    return msgspec.convert(administrator.administer("GET", f"/api/admin/people?{query}"), Crowd)


@admin.command(epilog=examples("dicehall admin ban Mallory --reason 'Shouting at people'"))
def ban(
    whom: Who,
    reason: Annotated[str, typer.Option(metavar="TEXT", help="The person is told this.")],
    who: As = None,
    hall: Hall = HALL,
) -> None:
    """Ban a person. They are told why and lose their seats."""
    told = caller(hall, who, ADMINISTRATORS).administer("POST", "/api/admin/bans", {"who": whom, "reason": reason})
    print(say("people-banned", name=str(told["person"]["name"])))


@admin.command(epilog=examples("dicehall admin unban Mallory"))
def unban(whom: Who, who: As = None, hall: Hall = HALL) -> None:
    """Lift a ban."""
    administrator = caller(hall, who, ADMINISTRATORS)
    administrator.administer("DELETE", f"/api/admin/bans/{in_path(administrator, whom)}")
    print(say("people-unbanned", name=whom))


@admin.command(epilog=examples("dicehall admin rename Mallory 'Mal'"))
def rename(
    whom: Who,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The new name")],
    who: As = None,
    hall: Hall = HALL,
) -> None:
    """Give a person another name."""
    print(say("people-renamed", old=whom, name=change(hall, who, whom, name=name)))


@admin.command(epilog=examples("dicehall admin appoint Ben"))
def appoint(whom: Who, who: As = None, hall: Hall = HALL) -> None:
    """Make an account an administrator, with the same rights as you."""
    print(say("people-appointed", name=change(hall, who, whom, kind="administrator")))


@admin.command(epilog=examples("dicehall admin dismiss Ben"))
def dismiss(whom: Who, who: As = None, hall: Hall = HALL) -> None:
    """Make an administrator a plain account again. You cannot dismiss yourself, so one always remains."""
    print(say("people-dismissed", name=change(hall, who, whom, kind="account")))


def change(url: str, who: str | None, whom: str, **new: str) -> str:
    """What the person is called after it."""
    administrator = caller(url, who, ADMINISTRATORS)
    told = administrator.administer("PATCH", f"/api/admin/people/{in_path(administrator, whom)}", new)
    return str(told["name"])


def in_path(administrator: Caller, whom: str) -> str:
    """A name as part of an address; one with a slash in it does not fit there, and is looked up."""
    if "/" not in whom:
        return quote(whom, safe="")
    found = [person.id for person in look_up(administrator, whom).people if person.name == whom]
    if not found:
        raise refused("people-unknown", url=administrator.url, name=repr(whom))
    return found[0]


# Tables


@admin.command(epilog=examples("dicehall admin tables"))
def tables(who: As = None, hall: Hall = HALL) -> None:
    """List all tables, including private and damaged ones."""
    administrator = caller(hall, who, ADMINISTRATORS)
    rows: list[Sequence[str]] = []
    after: str | None = ""
    damaged: dict[str, str] = {}
    while after is not None:
        query = urlencode({"after": after, "most": PAGE})
        page = msgspec.convert(administrator.administer("GET", f"/api/admin/tables?{query}"), Tables)
        rows += map(table_row, page.tables)
        after, damaged = page.next, page.damaged
    rows += ((code.upper(), "", say("table-damaged"), "", "", "", "", why) for code, why in damaged.items())
    show_list(("code", "game", "state", "seated", "people", "host", "watching", ""), rows, say("tables-none"))


def table_row(table: OpenTable) -> Sequence[str]:
    row = table.row
    marks = [word for word, is_so in ((say("private"), not table.public), (say("locked"), row.locked)) if is_so]
    return (
        row.table.upper(), title(row.game), row.state, say("seats-of", taken=row.people + row.bots, seats=row.seats),
        ", ".join(map(name_of, table.people)), "" if table.host is None else name_of(table.host),
        str(table.watching or ""), ", ".join(marks),
    )  # fmt: skip


@admin.command(epilog=examples("dicehall admin close KIRO"))
def close(
    code: Annotated[str, typer.Argument(metavar="CODE", help="The table's code")], who: As = None, hall: Hall = HALL
) -> None:
    """Close a table; a running game ends without a result."""
    caller(hall, who, ADMINISTRATORS).administer("DELETE", f"/api/admin/tables/{quote(code, safe='')}")
    print(say("table-was-closed", code=code.upper()))


# Resets


@reset.command(epilog=examples("dicehall admin reset leaderboard", "dicehall admin reset leaderboard --game bluff"))
def leaderboard(
    game: Annotated[str | None, typer.Option(metavar="GAME", help="Only of this game.")] = None,
    who: As = None,
    hall: Hall = HALL,
    yes: Yes = False,
) -> None:
    """Empty the leaderboard. Finished games can still be viewed."""
    listing = None if game is None else find_game(game)
    named = "none" if listing is None else listing.title
    confirm(say("reset-leaderboard-what", game=named, url=hall), "leaderboard", yes=yes)
    body = {"what": "leaderboard", "confirm": "leaderboard"} | ({} if listing is None else {"game": listing.name})
    caller(hall, who, ADMINISTRATORS).administer("POST", "/api/admin/reset", body)
    print(say("reset-leaderboard-done", game=named))


@reset.command(epilog=examples("dicehall admin reset everything"))
def everything(who: As = None, hall: Hall = HALL, yes: Yes = False) -> None:
    """Close all tables and empty the leaderboard. Accounts stay."""
    confirm(say("reset-everything-what", url=hall), "everything", yes=yes)
    body = {"what": "everything", "confirm": "everything"}
    told = caller(hall, who, ADMINISTRATORS).administer("POST", "/api/admin/reset", body)
    print(say("reset-everything-done", closed=int(told["closed"])))


# The audit log


@admin.command(epilog=examples("dicehall admin audit", "dicehall admin audit --most 1000 --json"))
def audit(
    most: Annotated[int, typer.Option(min=1, metavar="N", help="How many entries to show.")] = 50,
    json: Json = False,
    who: As = None,
    hall: Hall = HALL,
) -> None:
    """What administrators did, latest first. With --json, one line for each entry."""
    entries = audit_log(caller(hall, who, ADMINISTRATORS), most)
    if json:
        for entry in entries:
            print(msgspec.json.encode(entry).decode())
        return
    rows = [(str(entry.number), moment(entry.when), told(entry)) for entry in entries]
    show_list(("number", "when", "what"), rows, say("audit-none"))


def audit_log(administrator: Caller, most: int) -> list[AuditEntry]:
    entries: list[AuditEntry] = []
    while len(entries) < most:
        query = {"most": min(PAGE, most - len(entries))} | ({"before": entries[-1].number} if entries else {})
        page = administrator.administer("GET", f"/api/admin/audit?{urlencode(query)}")
        if not page:
            break
        entries += msgspec.convert(page, list[AuditEntry])
    return entries


def told(entry: AuditEntry) -> str:
    """As a sentence; an action that was added later is named as the hall names it."""
    return say(
        "audit",
        action=entry.act,
        by=say("audit-hall") if entry.by is None else name_of(entry.by),
        who="" if entry.who is None else name_of(entry.who),
        kind=entry.kind or "",
        game="none" if entry.game is None else title(entry.game),
        table=(entry.table or "").upper(),
    )


def name_of(person: Named) -> str:
    return say("person-deleted", id=person.id) if person.name is None else person.name

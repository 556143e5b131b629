"""A hall in a folder with something of everything in it, to be moved and backed up."""

from contextlib import closing
from pathlib import Path

from dicehall.store.files.hall_key import HallKey
from dicehall.store.journal.disk import DiskJournal
from dicehall.store.people.accounts import DiskAccounts
from dicehall.store.people.disk import DiskPeople
from dicehall.store.people.marks import DiskMarks
from tests.store.evenings import Hall, busy_evening
from tests.store.halls import entry, fill, run, write

KEY = HallKey.new()
SECRET = "correct horse battery staple"


def busy_hall(folder: Path) -> Path:
    """Signed with `KEY`, which is not in the folder; Ada has an account."""
    with closing(Hall(folder)) as hall:
        journal = hall.journal
        assert isinstance(journal, DiskJournal)
        journal.sign_with(KEY)
        busy_evening(hall)
        hall.counts()
        fill(journal, ["ash", "Tisch ä", "🎲"], 3)
        write(journal, entry("ash", 3, snapshot=b"as it is", seed=b"secret", due=12.5))
        people = DiskPeople(hall.database)
        ada, _ = run(people.welcome("Ada"))
        with closing(DiskAccounts(hall.database, people)) as accounts:
            run(accounts.register(ada.id, "Ada", SECRET))
        run(people.say("ash", "all", ada.id, "hello 🎲"))
        DiskMarks(hall.database)
    return folder

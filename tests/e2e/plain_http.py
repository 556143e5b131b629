"""Someone plays over plain HTTP at an address that is not this machine's loopback, as in most homes.

A program of its own, so that it can run inside a network namespace: `python -m tests.e2e.plain_http ADDRESS FOLDER`.
"""

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.e2e import chromium
from tests.e2e.person import Person, open_table, play_to_the_end
from tests.server.kit import SHORT, RunningHall


def main(address: str, folder: Path) -> None:
    program = chromium.find()
    assert program is not None, chromium.CURE
    with (
        RunningHall(folder, "--fast", "--host", address) as hall,
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=program, args=chromium.arguments()) as browser,
    ):
        assert address in hall.url, hall.url
        host = Person(browser, hall.url, "Ann")
        code = open_table(host, "mindroll", bots=["normal"], seats=2, options=SHORT)
        host.go(f"/t/{code.upper()}")
        host.press("Start")
        play_to_the_end(host)
        host.page.locator("p.seal > button").click()
        print("secure context:", host.page.evaluate("() => isSecureContext"))
        print("crypto.subtle:", host.page.evaluate("() => typeof crypto.subtle"))
        print("seal:", host.page.locator("p.seal > button").inner_text())
        for sentence in host.page.get_by_role("dialog").get_by_role("listitem").all_inner_texts():
            print(sentence)
        host.forgive("untrustworthy")  # what the browser says of a header that needs TLS
        assert host.complaints == []


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))

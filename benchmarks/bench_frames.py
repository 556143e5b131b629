"""How smoothly a game runs on a slow phone: `python benchmarks/bench_frames.py [--throttle 4] [--seats 10]`.

A whole game of Peril in a real browser of 390 x 844, with the CPU slowed down. Counts tasks that hold up the main
thread for more than 50 ms after the first second, and the time between frames. Frames depend on the renderer, which is
named.

The first count is that of the browser's long-task observer, by the clock on the wall: a task is long, too, when the
machine gave the core to somebody else meanwhile. So beside it stands how long the thread ran in each task, out of a
trace, and for how long it stood in the queue for a core in all. Without other work on the machine, they should agree.

Chromium slows a CPU down by letting the thread spin, by the clock on the wall: on a busy machine it spins for too long.
`--throttle 1 --long 12.5` measures the same work there without spinning.
"""

import argparse
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from frames_tasks import CATEGORIES, KINDS, OTHER, Task, Traced, traced
from playwright.sync_api import Browser, Page, sync_playwright
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.e2e import chromium
from tests.e2e.person import PRESSED, Person, open_table
from tests.server.kit import RunningHall

LONG = 50
"""Milliseconds, as the observer has it."""
FIRST = 1
"""Seconds that do not count."""
SETTLED = 3_000
"""Milliseconds: the result, and the check of the dice."""
LISTED = 8
MARK = "game"
OBSERVE = """(mark) => {
  performance.mark(mark);
  const seen = (window.seen = { tasks: [], frames: [], since: performance.now() });
  const note = ({ startTime, duration }) => seen.tasks.push([startTime, duration]);
  new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type: "longtask" });
  let last = performance.now();
  requestAnimationFrame(function frame(now) {
    seen.frames.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  });
}"""
PLAY = """(wanted) => setInterval(() => {
  const button = wanted.map((each) => document.querySelector(each)).find(Boolean);
  if (document.querySelector("section.result")) console.log("over");
  else if (button) {
    const { x, y, width, height } = button.getBoundingClientRect();
    console.log("press", x + width / 2, y + height / 2);
  }
}, 500)"""
"""Says where to press, so that the driver looks for nothing in the page that it measures."""
RENDERER = """() => {
  const gl = document.createElement("canvas").getContext("webgl");
  const info = gl?.getExtension("WEBGL_debug_renderer_info");
  return info ? gl.getParameter(info.UNMASKED_RENDERER_WEBGL) : "no WebGL: drawn by the CPU";
}"""
FULL = f"localStorage.setItem('dicehall', '{json.dumps({'telling': 'full'})}')"


class Played(NamedTuple):
    seen: dict[str, Any]
    traced: Traced
    renderer: str
    queued: str


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--throttle", type=float, default=4, help="how many times slower the CPU is (default 4)")
    parser.add_argument("--seats", type=int, default=10, help="players, one of them in the browser (default 10)")
    parser.add_argument("--lives", type=int, default=1, help="lives of each (default 1)")
    parser.add_argument("--long", type=float, default=LONG, help="milliseconds from which work is long (default 50)")
    wanted = parser.parse_args()
    load_before = load()
    with (
        tempfile.TemporaryDirectory() as folder,
        RunningHall(Path(folder) / "data") as hall,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=chromium.arguments())
        person = Person(
            browser, hall.url, "Ann", viewport={"width": 390, "height": 844}, reduced_motion="no-preference"
        )
        game = played(browser, person, wanted)
        browser.close()
    tasks = [task for task in game.traced.tasks if task.start > FIRST]
    console = Console(width=100)
    console.print(measured(game, tasks, wanted))
    console.print(longest(tasks))
    console.print(f"  Renderer: {game.renderer}")
    console.print(f"  Load of this machine: {load_before} to {load()}. {game.queued}")


def measured(game: Played, tasks: list[Task], wanted: argparse.Namespace) -> Table:
    frames = sorted(game.seen["frames"])
    held = [
        length for start, length in game.seen["tasks"] if start > game.seen["since"] + FIRST * 1000 and length > LONG
    ]
    worked = [task.ran for task in tasks if task.ran > wanted.long]
    table = Table(box=SIMPLE_HEAD, title=f"Peril with {wanted.seats} players, CPU {wanted.throttle:g} times slower")
    for column in ("after the first second", "measured", "limit"):
        table.add_column(column, justify="left" if len(table.columns) == 0 else "right")
    table.add_row(f"tasks over {LONG} ms, by the long-task observer", str(len(held)), "0")
    table.add_row("the longest of them, ms", f"{max(held, default=0):.0f}", str(LONG))
    table.add_row(f"tasks in which the thread ran for over {wanted.long:g} ms", str(len(worked)), "0")
    table.add_row("the most that it ran in one, ms", f"{max(task.ran for task in tasks):.1f}", f"{wanted.long:g}")
    table.add_row(f"frames, median of {len(frames):,}, ms", f"{frames[len(frames) // 2]:.1f}", "16.7")
    table.add_row("frames, 99 of 100, ms", f"{frames[len(frames) * 99 // 100]:.1f}", "")
    return table


def longest(tasks: list[Task]) -> Table:
    table = Table(box=SIMPLE_HEAD, title="The tasks in which the thread ran longest, ms")
    for column in ("at, s", "took", "ran", *KINDS, OTHER):
        table.add_column(column, justify="right")
    for task in sorted(tasks, key=lambda task: -task.ran)[:LISTED]:
        parts = (task.parts.get(kind, 0) for kind in (*KINDS, OTHER))
        table.add_row(f"{task.start:.1f}", f"{task.took:.0f}", f"{task.ran:.0f}", *(f"{part:.0f}" for part in parts))
    return table


def load() -> str:
    """Over the last minute: where it is above the number of cores, tasks take longer than the page makes them."""
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"


def queued(process: int) -> str:
    """What Linux knows about the main thread of this process."""
    try:
        ran, waited, _ = Path(f"/proc/{process}/task/{process}/schedstat").read_text().split()
    except OSError:
        return ""
    return f"The main thread ran for {int(ran) / 1e9:.1f} s and stood in the queue for {int(waited) / 1e9:.1f} s."


def played(browser: Browser, person: Person, wanted: argparse.Namespace) -> Played:
    """A whole game, everything told."""
    person.context.add_init_script(FULL)
    bots = ["normal"] * (wanted.seats - 1)
    code = open_table(person, "peril", bots=bots, seats=wanted.seats, options={"starting_lives": wanted.lives})
    person.go(f"/t/{code.upper()}")
    person.context.new_cdp_session(person.page).send("Emulation.setCPUThrottlingRate", {"rate": wanted.throttle})
    browser.start_tracing(page=person.page, categories=CATEGORIES)
    person.page.evaluate(OBSERVE, MARK)
    person.press("Start")
    person.page.evaluate(PLAY, PRESSED)
    while (said := heard(person.page)) != ["over"]:
        person.page.mouse.click(*map(float, said[1:]))
    person.page.wait_for_timeout(SETTLED)
    found = traced(browser.stop_tracing(), MARK)
    return Played(person.page.evaluate("window.seen"), found, person.page.evaluate(RENDERER), queued(found.process))


def heard(page: Page) -> list[str]:
    """Where to press, or that the game is over."""
    message = page.wait_for_event("console", lambda message: message.text.startswith(("press ", "over")), timeout=0)
    return str(message.text).split()


if __name__ == "__main__":
    main()

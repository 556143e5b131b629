"""How smoothly a game runs on a slow phone: `python benchmarks/bench_frames.py [--throttle 4] [--seats 10]`.

A whole game of Peril in a real browser of 390 x 844, with the CPU slowed down. Counts tasks that hold up the main
thread for more than 50 ms after the first second, and the time between frames. Frames depend on the renderer, which is
named. Both depend on what else the machine does, so its load is printed.
"""

import argparse
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.e2e import chromium
from tests.e2e.person import PRESSED, Person, open_table
from tests.server.kit import RunningHall

LONG = 50
"""Milliseconds."""
OBSERVE = """() => {
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--throttle", type=float, default=4, help="how many times slower the CPU is (default 4)")
    parser.add_argument("--seats", type=int, default=10, help="players, one of them in the browser (default 10)")
    parser.add_argument("--lives", type=int, default=1, help="lives of each (default 1)")
    wanted = parser.parse_args()
    load_before = load()
    with (
        tempfile.TemporaryDirectory() as folder,
        RunningHall(Path(folder) / "data") as hall,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=chromium.arguments())
        seen, renderer = played(Person(browser, hall.url, "Ann", viewport={"width": 390, "height": 844},
                                       reduced_motion="no-preference"), wanted)  # fmt: skip
        browser.close()
    frames = sorted(seen["frames"])
    tasks = [length for start, length in seen["tasks"] if start > seen["since"] + 1000 and length > LONG]
    table = Table(box=SIMPLE_HEAD, title=f"Peril with {wanted.seats} players, CPU {wanted.throttle:g} times slower")
    for column in ("", "measured", "limit"):
        table.add_column(column, justify="left" if column == "" else "right")
    table.add_row(f"tasks over {LONG} ms after the first second", str(len(tasks)), "0")
    table.add_row("the longest of them, ms", f"{max(tasks, default=0):.0f}", str(LONG))
    table.add_row("frames, median, ms", f"{frames[len(frames) // 2]:.1f}", "16.7")
    table.add_row("frames, 99 of 100, ms", f"{frames[len(frames) * 99 // 100]:.1f}", "")
    table.caption = f"{len(frames):,} frames by {renderer}; load of this machine {load_before} to {load()}"
    Console().print(table)


def load() -> str:
    """Over the last minute: where it is above the number of cores, tasks take longer than the page makes them."""
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"


def played(person: Person, wanted: argparse.Namespace) -> tuple[dict[str, Any], str]:
    """A whole game, everything told."""
    person.context.add_init_script(FULL)
    bots = ["normal"] * (wanted.seats - 1)
    code = open_table(person, "peril", bots=bots, seats=wanted.seats, options={"starting_lives": wanted.lives})
    person.go(f"/t/{code.upper()}")
    person.context.new_cdp_session(person.page).send("Emulation.setCPUThrottlingRate", {"rate": wanted.throttle})
    person.page.evaluate(OBSERVE)
    person.press("Start")
    person.page.evaluate(PLAY, PRESSED)
    while (said := heard(person.page)) != ["over"]:
        person.page.mouse.click(*map(float, said[1:]))
    return person.page.evaluate("window.seen"), person.page.evaluate(RENDERER)


def heard(page: Page) -> list[str]:
    """Where to press, or that the game is over."""
    message = page.wait_for_event("console", lambda message: message.text.startswith(("press ", "over")), timeout=0)
    return str(message.text).split()


if __name__ == "__main__":
    main()

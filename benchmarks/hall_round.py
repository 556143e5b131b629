"""One round of play in the hall of the checkout whose `benchmarks` folder this runs in; see `beside.py`."""

import json
import os
import sys
import tempfile
from pathlib import Path

import bench_hall
import hall_servers
import uvloop

hall_servers.allow_sockets()
os.sched_setaffinity(0, {hall_servers.PLAYERS_CORE})
scale = {"full": bench_hall.FULL, "quick": bench_hall.QUICK}[sys.argv[1]]
with tempfile.TemporaryDirectory() as name:
    play = uvloop.run(bench_hall.play_hall(Path(name), scale))
figures = {
    "moves per CPU-second of the server": play.full.per_cpu_second,
    "moves per second": play.full.rate,
    "p50 at half load, ms": play.half.percentile(0.5),
    "p99 at half load, ms": play.half.percentile(0.99),
    "bytes per move and client": play.late,
}
print(json.dumps(figures))

"""One round of play in the hall of the checkout whose Python runs this; see `beside.py`."""

import json
import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, sys.argv[2])  # where the players are: the other checkout may have none, or others

import bench_hall
import hall_servers
from hall_contenders import OURS, play_round
from hall_generator import compiled

hall_servers.allow_sockets()
os.sched_setaffinity(0, {hall_servers.PLAYERS_CORE})
scale = {"full": bench_hall.FULL, "quick": bench_hall.QUICK}[sys.argv[1]]
with tempfile.TemporaryDirectory() as name:
    play = play_round(OURS, compiled(Path(name)), scale.tables, scale.seconds)
figures = {
    "moves per CPU-second of the server": play.full.per_cpu_second,
    "moves per second": play.full.rate,
    "p50 at half load, ms": 1000 * play.half.p50,
    "p99 at half load, ms": 1000 * play.half.p99,
    "bytes per move and client": play.full.bytes_per_client,
    "KB per idle table of six": play.table / 1000,
}
print(json.dumps(figures))

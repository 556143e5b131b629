"""The servers of others, in the folder `peers`: what npm fetches for them, once, and the node that runs them."""

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from hall_servers import Server

PEERS = Path(__file__).with_name("peers")
MODULES = PEERS / "node_modules"
STAMP = MODULES / ".stamp"
"""The lock that was installed; written last."""

sys.path.append(str(PEERS.parents[1] / "web"))
import build  # noqa: E402 how the page finds its node


@cache
def installed() -> bool:
    """Whether the packages of the lock are here. They are fetched where they are missing, if that can be done."""
    lock = (PEERS / "package-lock.json").read_text()
    if STAMP.is_file() and STAMP.read_text() == lock:
        return True
    print("Fetching the servers that the hall is measured beside (once, about 40 MB) ...", flush=True)
    program, path = build.node()
    done = subprocess.run(
        [*program, "ci", "--loglevel=error"], cwd=PEERS, check=False, env={**os.environ, "PATH": path}
    )
    if done.returncode == 0:
        STAMP.write_text(lock)
    return done.returncode == 0


def peer(script: str) -> Server:
    _, path = build.node()
    node = shutil.which("node", path=path)
    assert node is not None, "npm comes with node"
    return Server(node, str(PEERS / script))

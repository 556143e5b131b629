"""A bot for any game: python examples/bot.py http://127.0.0.1:8000/t/KIRO Robo (instead of a name: --token dh_…)"""

import json
import os
import random
import re
import sys
from contextlib import suppress
from secrets import token_hex
from typing import Any
from urllib.request import Request, urlopen

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect


def lay(old: Any, new: Any) -> Any:
    """Changes are laid over what is there, field by field; a list, or an object with a type, replaces."""
    if not isinstance(old, dict) or not isinstance(new, dict) or "type" in new:
        return old + new["more"] if isinstance(old, list) and isinstance(new, dict) else new
    return old | {field: lay(old.get(field), value) for field, value in new.items()}


def choose(mine: list[Any]) -> dict[str, Any]:
    """A random line of our options; "16..36" in it stands for these numbers, "any of 6" for some of six dice."""
    move = dict(random.choice(mine[0]["moves"]))
    for field, value in move.items():
        if run := re.fullmatch(r"(\d+)\.\.(\d+)", str(value)):
            move[field] = random.randint(int(run[1]), int(run[2]))
        if dice := re.fullmatch(r"any of (\d+)", str(value)):
            move[field] = sorted(random.sample(range(int(dice[1])), random.randint(1, int(dice[1]))))
    return {"type": "move", "moves": [move]}


link, name, token = [*sys.argv, "--token", os.environ.get("DICEHALL_TOKEN", "")][1:4]
(hall, _, code), key = link.rpartition("/t/"), {"Authorization": f"Bearer {token}"}
if name != "--token":  # a new guest, whom the hall knows by a cookie from now on
    guest = Request(f"{hall}/api/guests", json.dumps({"name": name}).encode(), {"Content-Type": "application/json"})
    key = {"Cookie": urlopen(guest).headers["Set-Cookie"].split(";")[0]}
with connect(f"ws{hall.removeprefix('http')}/ws", additional_headers=key) as socket, suppress(ConnectionClosed):
    me, act = json.loads(socket.recv())["you"]["id"], {"type": "act", "table": code}
    shown: dict[str, Any] = {}
    socket.send(json.dumps({"id": 0, "type": "watch", "table": code}))  # answers repeat our id: 0 must not be refused
    for message in map(json.loads, socket):
        if message["type"] == "gone" or (message["type"] == "refused" and message["id"] == 0):
            sys.exit(message.get("message", "The table is closed to us."))
        if message["type"] in ("table", "update"):
            for id, deed in () if shown else ((0, "sit"), (1, "ready")):  # now that we know to what the dice are bound
                socket.send(json.dumps(act | {"id": id, "do": {"type": deed, "seed": token_hex(8)}}))
            shown = message["shown"] if message["type"] == "table" else lay(shown, message["changes"])
            seat, waiting = shown["players"].index(me) if me in shown["players"] else None, shown["waiting"]
            if seat is not None and waiting["type"] == "over":
                socket.send(json.dumps(act | {"id": 1, "do": {"type": "leave"}}))
                print(f"Place {waiting['places'][seat]} of {len(waiting['places'])}.")
                sys.exit()
            if seat is not None and [due for due in waiting["due"] if due[0] == seat]:  # we throw, or choose
                do = {"type": "throw"} if waiting["type"] == "chance" else choose(message["mine"])
                socket.send(json.dumps(act | {"id": 1, "version": message["version"], "do": do}))
sys.exit(f"The hall has hung up: {socket.close_reason or 'the connection broke'}.")

"""A bot for any game: python examples/bot.py http://127.0.0.1:8000/t/KIRO Robo"""

import json
import random
import re
import sys
from typing import Any
from urllib.request import Request, urlopen

from websockets.sync.client import connect


def lay(old: Any, new: Any) -> Any:
    """Changes are laid over what is there, field by field; a list, or an object with a type, replaces."""
    if not isinstance(old, dict) or not isinstance(new, dict) or "type" in new:
        return new
    return old | {field: lay(old.get(field), value) for field, value in new.items()}


def choose(mine: list[Any]) -> dict[str, Any]:
    """A random line of our options; "16..36" in it stands for these numbers, "any of 6" for some of six dice."""
    move = dict(random.choice(mine[0]["options"]))
    for field, value in move.items():
        if run := re.fullmatch(r"(\d+)\.\.(\d+)", str(value)):
            move[field] = random.randint(int(run[1]), int(run[2]))
        if dice := re.fullmatch(r"any of (\d+)", str(value)):
            move[field] = sorted(random.sample(range(int(dice[1])), random.randint(1, int(dice[1]))))
    return {"type": "move", "moves": [move]}


hall, _, code = sys.argv[1].rpartition("/t/")
guest = Request(f"{hall}/api/guests", json.dumps({"name": sys.argv[2]}).encode(), {"Content-Type": "application/json"})
with urlopen(guest) as answer:  # from now on the hall knows us by a cookie
    cookie, me = answer.headers["Set-Cookie"].split(";")[0], json.load(answer)["id"]

with connect(f"ws{hall.removeprefix('http')}/ws", additional_headers={"Cookie": cookie}) as socket:

    def send(id: int, type: str, **fields: Any) -> None:
        socket.send(json.dumps({"id": id, "type": type, "table": code, **fields}))

    send(0, "watch")  # answers repeat our number: 0 is for what we cannot do without
    send(0, "act", do={"type": "sit"})
    send(1, "act", do={"type": "ready"})
    shown: dict[str, Any] = {}
    for message in map(json.loads, socket):
        if message["type"] == "gone" or (message["type"] == "refused" and message["id"] == 0):
            sys.exit(message.get("message", "The table is closed to us."))
        if message["type"] in ("table", "update"):
            mine = message.get("mine", [])  # what only we know, and may do now
            shown = message["shown"] if message["type"] == "table" else lay(shown, message["changes"])
            if me in shown["seats"]:  # a game has begun
                seat, waiting = shown["seats"].index(me), shown["waiting"]
                if waiting["type"] == "over":
                    print(f"Place {waiting['places'][seat]} of {len(waiting['places'])}.")
                    send(1, "act", do={"type": "leave"})
                    break
                if [due for due in waiting["due"] if due[0] == seat]:  # we hold the dice, or have to choose
                    do = {"type": "throw"} if waiting["type"] == "chance" else choose(mine)
                    send(1, "act", version=message["version"], do=do)

"""The tree is the architecture: which layer may import which, held against every module of the package."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SRC = Path(__file__).resolve().parents[1] / "src"
MODULES = sorted((SRC / "dicehall").rglob("*.py"))

LAYERS = {"rules", "bots", "narrate", "lab", "names", "odds", "ports", "table", "evenings", "store", "server", "cli"}
MAY_IMPORT: dict[str, set[str]] = {
    "rules": set(),
    "bots": {"rules"},
    "narrate": {"rules", "table.core.events"},
    "lab": {"rules", "bots"},
    "names": {"rules", "bots"},
    "odds": {"rules", "bots", "ports"},
    "ports": {"rules"},
    "table": {"rules", "bots", "narrate", "names", "ports"},
    "evenings": {"rules", "bots", "narrate", "names", "ports", "table"},
    "table.core.events": {"rules", "ports.teams"},  # a leaf, so that narrate and table can share it
    "store": {"rules", "names", "ports"},
    "server": {"rules", "narrate", "bots", "names", "ports", "table", "evenings"},
    "cli": LAYERS,
    "__main__": {"cli"},
}
ROOMS: dict[str, tuple[set[str], ...]] = {
    "server": (
        {"bounds"},
        {"watch"},
        {"live"},
        {"services", "gates"},
        {"nodes", "web"},
        {"people", "results"},
        {"admin"},
        {"app"},
    ),
    "store": ({"files"}, {"journal", "people", "results"}, {"postgres"}),
    "table": ({"core"}, {"live"}),
    "evenings": ({"pairing", "predictions"}, {"core"}, {"themes"}, {"live"}),
    "cli": ({"shared"}, {"client", "operate"}, {"terminal"}, {"commands"}),
}
"""The rooms of a layer, from the lowest up: a room imports only from rooms below it. What stands in one set is side by
side, and imports nothing from its neighbours."""
NUMERIC = {"numpy", "scipy", "jax", "cupy"}
GUIDE = SRC.parent / "CONTRIBUTING.md"


def module_name(path: Path) -> str:
    parts = path.relative_to(SRC).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(source: str, module: str, *, is_package: bool = False) -> Iterator[tuple[int, str]]:
    """Everything that a module imports, wherever it does so, by line and absolute dotted name."""
    package = module.split(".") if is_package else module.split(".")[:-1]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else []
            base = [*above, *([node.module] if node.module else [])]
            yield from ((node.lineno, ".".join([*base, alias.name])) for alias in node.names)


def within(name: str, places: set[str]) -> bool:
    return any(name == place or name.startswith(f"{place}.") for place in places)


def objection(module: str, imported: str) -> str | None:
    """Why this module may not import that name, or None if it may."""
    inner = module.removeprefix("dicehall").removeprefix(".")
    layer = inner.split(".")[0]
    root, _, rest = imported.partition(".")
    if root == "dicehall":
        own = "table.core.events" if within(inner, {"table.core.events"}) else layer
        lawful = MAY_IMPORT.get(own, set()) | {own}
        if within(rest, {layer}) and (breach := room_objection(inner, rest)):
            return breach
        if within(rest, lawful) or (rest == "__version__" and layer != "rules"):
            return None
        return f"{module} may not import {imported}, only {sorted(lawful)}"
    if root in NUMERIC and layer != "lab":
        return f"{module} may not import {imported}: numbers are crunched in lab only"
    if layer == "rules" and root != "msgspec" and root not in sys.stdlib_module_names:
        return f"{module} may not import {imported}: rules stand on msgspec alone"
    return None


def room_objection(module: str, imported: str) -> str | None:
    """Why a module may not import from another room of its own layer, or None if it may.

    Modules that stand in the layer itself, beside its rooms, put the rooms together: no room imports them.
    """
    layer, room = [*module.split("."), ""][:2]
    other = [*imported.split("."), ""][1]
    storeys = ROOMS.get(layer, ())
    storey = {each: number for number, rooms in enumerate(storeys) for each in rooms}
    if not storeys or room == other or room not in storey:
        return None
    if storey.get(other, len(storeys)) < storey[room]:
        return None
    return f"{module} may not import {imported}: {layer}.{other} does not stand below {layer}.{room}"


def objections(source: str, module: str, *, is_package: bool = False) -> list[str]:
    found = imports(source, module, is_package=is_package)
    return [f"{line}: {reason}" for line, imported in found if (reason := objection(module, imported))]


def test_a_module_imports_only_what_its_layer_may() -> None:
    found = [
        f"{path.relative_to(SRC)}:{breach}"
        for path in MODULES
        for breach in objections(
            path.read_text(encoding="utf-8"), module_name(path), is_package=path.name == "__init__.py"
        )
    ]
    assert found == []


def test_every_room_of_a_layer_has_its_storey() -> None:
    there = {
        layer: {path.name for path in (SRC / "dicehall" / layer).iterdir() if (path / "__init__.py").exists()}
        for layer in ROOMS
    }
    assert there == {layer: set().union(*storeys) for layer, storeys in ROOMS.items()}


def test_the_guide_tells_the_law() -> None:
    rows = re.findall(r"^\| `(\w+)` \| [^|]+ \| ([^|]+) \|$", GUIDE.read_text(encoding="utf-8"), re.MULTILINE)
    told = {layer: set(re.findall(r"`([\w.]+)`", allowed)) for layer, allowed in rows}
    assert told == {layer: MAY_IMPORT[layer] if layer != "cli" else set() for layer in LAYERS}  # cli: "everything"


def test_every_module_lives_in_a_layer() -> None:
    homes = {path.relative_to(SRC / "dicehall").parts[0] for path in MODULES}
    assert homes - LAYERS <= {"__init__.py", "__main__.py"}


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("dicehall.rules.peril", "import dicehall.bots.uniform"),
        ("dicehall.rules.peril", "from dicehall import bots"),
        ("dicehall.rules.peril", "from dicehall import __version__"),
        ("dicehall.rules.peril", "from ..bots import uniform"),
        ("dicehall.rules.peril", "from .. import narrate"),
        ("dicehall.rules.editions.peril_1", "from ...ports import journal"),
        ("dicehall.rules.peril", "import rich"),
        ("dicehall.rules.peril", "if TYPE_CHECKING:\n    from dicehall.table import Table"),
        ("dicehall.rules.peril", "def late():\n    import dicehall.cli"),
        ("dicehall.bots.greedy", "import numpy as np"),
        ("dicehall.cli.main", "from scipy.optimize import linprog"),
        ("dicehall.narrate.english", "from dicehall.table.core import state"),
        ("dicehall.narrate.english", "from dicehall.table.core.events_of_old import Sat"),
        ("dicehall.table.core.events", "from dicehall.narrate import english"),
        ("dicehall.table.core.events", "from .decide import decide"),
        ("dicehall.store.sqlite", "from dicehall.table.core import decide"),
        ("dicehall.table.core.decide", "from dicehall.table.live.clock import Clock"),
        ("dicehall.table.core.decide", "from ..live import clock"),
        ("dicehall.server.app.run", "from dicehall.store import sqlite"),
        ("dicehall.server.app.run", "from dicehall.lab import peril"),
        ("dicehall.server.app.run", "from dicehall.odds import odds"),
        ("dicehall.odds.peril", "import numpy as np"),
        ("dicehall.odds.peril", "from dicehall.lab import peril"),
        ("dicehall.server.bounds.limits", "from dicehall.server.watch import logs"),
        ("dicehall.server.people.me", "from dicehall.server.results import scoreboard"),
        ("dicehall.server.services.sessions", "from dicehall.server.app.parts import Parts"),
        ("dicehall", "from dicehall.rules import catalog"),
    ],
)
def test_a_breach_is_noticed(module: str, source: str) -> None:
    assert len(objections(source, module)) == 1


def test_relative_imports_count_from_the_package_that_holds_the_module() -> None:
    source = "from ..kernel import Ask"
    assert list(imports(source, "dicehall.rules.editions.peril_1")) == [(1, "dicehall.rules.kernel.Ask")]
    assert list(imports(source, "dicehall.rules.editions", is_package=True)) == [(1, "dicehall.rules.kernel.Ask")]


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("dicehall.rules.peril", "import random\nimport msgspec\nfrom .kernel import Ask\nfrom . import chance"),
        ("dicehall.bots.greedy", "from dicehall.rules.peril import Peril"),
        (
            "dicehall.narrate.english",
            "from dicehall.table.core.events import Sat\nfrom dicehall.table.core import events",
        ),
        ("dicehall.lab.peril", "import numpy as np\nfrom dicehall.bots import uniform"),
        ("dicehall.odds.peril", "from dicehall.ports.odds import Odds\nfrom dicehall.bots import uniform"),
        ("dicehall.table.core.decide", "from .events import Sat\nfrom dicehall.narrate import english"),
        ("dicehall.table.live.clock", "from dicehall.table.core.state import Table"),
        ("dicehall.server.admin.bans", "from dicehall.server.people import accounts\nfrom . import actions"),
        ("dicehall.store.sqlite", "import sqlite3\nfrom dicehall.ports import Journal"),
        ("dicehall.cli.main", "import typer\nfrom dicehall import __version__, server, store"),
    ],
)
def test_what_the_law_allows_passes(module: str, source: str) -> None:
    assert objections(source, module) == []

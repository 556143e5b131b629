"""Draws docs/architecture.svg from the imports of src/dicehall (`make architecture`); `--graph` prints them as text.

`python docs/architecture.py --graph OTHER/src/dicehall` prints the graph of another checkout.
"""

import ast
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple, TypeAlias

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "dicehall"
PICTURE = ROOT / "docs" / "architecture.svg"
SHARED = "table.core.events"
"""The one module that a layer below may import: plain values that narration and tables share."""

Graph: TypeAlias = Mapping[str, frozenset[str]]


# The graph


class Module(NamedTuple):
    name: str
    """Without `dicehall.`, such as `table.core.decide`."""
    package: str
    """The folder it stands in, at most two deep: `table.core`."""
    lines: int
    imports: frozenset[str]
    """Other modules of ours."""


def modules(source: Path = SOURCE) -> list[Module]:
    paths = {dotted(path.relative_to(source)): path for path in sorted(source.rglob("*.py"))}
    del paths[""]  # dicehall itself holds nothing but its version
    return [read(name, path, paths.keys()) for name, path in paths.items()]


def dotted(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def read(name: str, path: Path, known: Iterable[str]) -> Module:
    text = path.read_text(encoding="utf-8")
    folder = name if path.name == "__init__.py" else name.rpartition(".")[0] or name
    imported = frozenset(imports(ast.parse(text), frozenset(known))) - {name}
    return Module(name, ".".join(folder.split(".")[:2]), text.count("\n"), imported)


def imports(tree: ast.Module, known: frozenset[str]) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            inner = name.removeprefix("dicehall").removeprefix(".")
            found = inner if inner in known else inner.rpartition(".")[0]
            if name.startswith("dicehall.") and found in known:
                yield found


def packages(found: list[Module], *, depth: int = 2) -> dict[str, frozenset[str]]:
    """Which package imports which; what only shares the table's events does not count."""
    home = {module.name: ".".join(module.package.split(".")[:depth]) for module in found}
    edges: dict[str, set[str]] = {home[module.name]: set() for module in found}
    for module in found:
        edges[home[module.name]] |= {home[other] for other in module.imports if other != SHARED}
    return {name: frozenset(others - {name}) for name, others in sorted(edges.items())}


def reach(graph: Graph, start: str) -> set[str]:
    """Everything that a package imports, directly or not."""
    found: set[str] = set()
    waiting = list(graph[start])
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += graph[name]
    return found


def cycles(graph: Graph) -> list[tuple[str, ...]]:
    """The packages that import one another, each knot once."""
    reached = {name: reach(graph, name) for name in graph}
    knots = {
        tuple(sorted(other for other in reached[name] if name in reached[other]))
        for name in graph
        if name in reached[name]
    }
    return sorted(knots)


def reduced(graph: Graph) -> dict[str, frozenset[str]]:
    """Without the imports that follow from others: if a imports b and b imports c, then a and c need no arrow."""
    return {
        name: frozenset(
            other for other in others if not any(other in reach(graph, between) for between in others - {other})
        )
        for name, others in graph.items()
    }


def ranks(graph: Graph) -> dict[str, int]:
    """How many layers are below each package."""
    rank = dict.fromkeys(graph, 0)
    for _ in graph:
        rank = {name: max((rank[other] + 1 for other in others), default=0) for name, others in graph.items()}
    return rank


# As text


def told(source: Path = SOURCE) -> str:
    found = modules(source)
    graph = packages(found)
    count, lines = Counter[str](), Counter[str]()
    for module in found:
        count[module.package] += 1
        lines[module.package] += module.lines
    used_by = Counter(other for others in graph.values() for other in others)
    rows = [
        f"{name:18}{count[name]:8}{lines[name]:8}{used_by[name]:8}{len(others):8}   {', '.join(sorted(others))}"
        for name, others in graph.items()
    ]
    knots = [f"  {', '.join(knot)}" for knot in cycles(graph)]
    alone = {module.name: module.imports for module in found}
    return "\n".join(
        [
            f"{'package':18}{'modules':>8}{'lines':>8}{'fan-in':>8}{'fan-out':>8}   imports",
            *rows,
            f"{'all':18}{count.total():8}{lines.total():8}",
            "",
            f"cycles between packages: {len(knots) or 'none'}",
            *knots,
            f"cycles between modules: {len(cycles(alone)) or 'none'}",
            *(f"  {', '.join(knot)}" for knot in cycles(alone)),
        ]
    )


# As a picture

WIDTH, GAP, MARGIN = 1120, 10, 20
ROOM, ROOM_HEIGHT = 70, 26
BAND = 40
"""Between two rows of packages, where the arrows are."""

STYLE = """
  text { font: 13px system-ui, sans-serif; fill: #1f2328; text-anchor: middle; }
  .name { font-weight: 600; }
  .room { font-size: 12px; }
  rect.package { fill: #f6f8fa; stroke: #8c959f; }
  rect.room { fill: #ffffff; stroke: #afb8c1; }
  path { fill: none; stroke: #57606a; stroke-width: 1.2; marker-end: url(#tip); }
  path.inner { stroke: #0969da; stroke-width: 1; }
  path.shared { stroke-dasharray: 4 3; }
  marker path { fill: #57606a; stroke: none; marker-end: none; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    rect.package { fill: #161b22; stroke: #6e7681; }
    rect.room { fill: #0d1117; stroke: #484f58; }
    path { stroke: #9198a1; }
    path.inner { stroke: #58a6ff; }
    marker path { fill: #9198a1; }
  }
"""


class Box(NamedTuple):
    name: str
    rooms: tuple[str, ...]
    """Folders inside it, lower ones first."""
    left: float
    top: float
    wide: float
    high: float

    @property
    def middle(self) -> float:
        return self.left + self.wide / 2


def picture(source: Path = SOURCE) -> str:
    found = modules(source)
    outer = {name: others for name, others in packages(found, depth=1).items() if name != "__main__"}
    inner = packages(found)
    boxes = laid_out(outer, inner)
    height = max(box.top + box.high for box in boxes.values()) + MARGIN
    parts = [
        *(arrow(boxes[name], boxes[other]) for name, others in reduced(outer).items() for other in sorted(others)),
        *(shared(boxes) if any(SHARED in module.imports and module.package == "narrate" for module in found) else ()),
        *(drawn(box, inner) for box in boxes.values()),
    ]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" role="img" '
            'aria-label="The packages of Dicehall and what they import">',
            f"<style>{STYLE}</style>",
            '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
            '<path d="M0 0 8 4 0 8z"/></marker></defs>',
            *parts,
            "</svg>\n",
        ]
    )


def laid_out(outer: Graph, inner: Graph) -> dict[str, Box]:
    """Layer by layer, the top one first; in a layer, each package below those that import it."""
    rank, arrows = ranks(outer), reduced(outer)
    boxes: dict[str, Box] = {}
    top = float(MARGIN)
    for layer in sorted(set(rank.values()), reverse=True):
        row = sorted(
            (name for name in outer if rank[name] == layer), key=lambda name: (above(name, arrows, boxes), name)
        )
        left = (WIDTH + 2 * GAP - sum(wide(name, inner) + 2 * GAP for name in row)) / 2
        for name in row:
            boxes[name] = Box(name, rooms_of(name, inner), left, top, wide(name, inner), high(name, inner))
            left += wide(name, inner) + 2 * GAP
        top = max(box.top + box.high for box in boxes.values()) + BAND
    return boxes


def above(name: str, arrows: Graph, boxes: Mapping[str, Box]) -> float:
    users = [box.middle for user, box in boxes.items() if name in arrows[user]]
    return sum(users) / len(users) if users else WIDTH / 2


def wide(name: str, inner: Graph) -> float:
    return max(110, len(rooms_of(name, inner)) * (ROOM + GAP) + GAP)


def high(name: str, inner: Graph) -> float:
    rooms = rooms_of(name, inner)
    arcs = [8 + 7 * abs(start - end) for start, end in inner_arrows(rooms, inner)]
    return 68 + max(arcs, default=0) if rooms else 42


def rooms_of(name: str, inner: Graph) -> tuple[str, ...]:
    """The folders of a package in the order in which they build on one another."""
    rooms = [room for room in inner if room.startswith(f"{name}.")]
    within = {room: frozenset(inner[room]) & frozenset(rooms) for room in rooms}
    rank = ranks(within)
    return tuple(sorted(rooms, key=lambda room: (rank[room], room)))


def inner_arrows(rooms: tuple[str, ...], inner: Graph) -> list[tuple[int, int]]:
    within = reduced({room: inner[room] & frozenset(rooms) for room in rooms})
    return [(rooms.index(room), rooms.index(other)) for room in rooms for other in sorted(within[room])]


def drawn(box: Box, inner: Graph) -> str:
    parts = [
        f'<rect class="package" x="{box.left:.0f}" y="{box.top:.0f}" width="{box.wide:.0f}" '
        f'height="{box.high:.0f}" rx="8"/>',
        f'<text class="name" x="{box.middle:.0f}" y="{box.top + (22 if box.rooms else 26):.0f}">{box.name}</text>',
    ]
    at = [box.left + GAP + number * (ROOM + GAP) for number in range(len(box.rooms))]
    top = box.top + 34
    for room, left in zip(box.rooms, at, strict=True):
        label = room.partition(".")[2]
        parts.append(
            f'<rect class="room" x="{left:.0f}" y="{top:.0f}" width="{ROOM}" height="{ROOM_HEIGHT}" rx="5"/>'
            f'<text class="room" x="{left + ROOM / 2:.0f}" y="{top + 17:.0f}">{label}</text>'
        )
    low = top + ROOM_HEIGHT
    for start, end in inner_arrows(box.rooms, inner):
        depth = 1.33 * (8 + 7 * abs(start - end))
        here, there = at[start] + ROOM / 2 - 8, at[end] + ROOM / 2 + 8
        parts.append(
            f'<path class="inner" d="M{here:.0f} {low:.0f}C{here:.0f} {low + depth:.0f} '
            f'{there:.0f} {low + depth:.0f} {there:.0f} {low:.0f}"/>'
        )
    return "\n".join(parts)


def arrow(above: Box, below: Box, kind: str = "outer") -> str:
    start, end = above.top + above.high, below.top
    bend = (end - start) / 2
    there = below.middle + (above.middle - below.middle) * 0.12 * min(1, below.wide / 400)
    return (
        f'<path class="{kind}" d="M{above.middle:.0f} {start:.0f}C{above.middle:.0f} {start + bend:.0f} '
        f'{there:.0f} {end - bend:.0f} {there:.0f} {end:.0f}"/>'
    )


def shared(boxes: Mapping[str, Box]) -> Iterator[str]:
    """Narration reads the table's events, which are plain values: the one arrow that points up."""
    below, above = boxes["narrate"], boxes["table"]
    start, end = below.top, above.top + above.high
    here, there = below.middle - 24, above.middle - 60
    bend = (end - start) / 2
    yield (
        f'<path class="shared" d="M{here:.0f} {start:.0f}C{here:.0f} {start + bend:.0f} '
        f'{there:.0f} {end - bend:.0f} {there:.0f} {end:.0f}"/>'
    )


def main(arguments: list[str]) -> None:
    match arguments:
        case []:
            PICTURE.write_text(picture(), encoding="utf-8")
        case ["--graph"]:
            print(told())
        case ["--graph", source]:
            print(told(Path(source)))
        case _:
            raise SystemExit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])

"""A curve of memory as a small picture in text, and the line that fits it best."""

from collections.abc import Sequence
from itertools import pairwise

BLOCKS = " ▁▂▃▄▅▆▇█"


def slope(points: Sequence[tuple[float, float]]) -> float:
    """By how much the second number grows with the first, by least squares; 0 where there is nothing to fit."""
    if len(points) < 2:
        return 0.0
    middle_x = sum(x for x, _ in points) / len(points)
    middle_y = sum(y for _, y in points) / len(points)
    spread = sum((x - middle_x) ** 2 for x, _ in points)
    return sum((x - middle_x) * (y - middle_y) for x, y in points) / spread if spread else 0.0


def chart(values: Sequence[float], *, width: int = 68, height: int = 8) -> str:
    """One column for each value, or for the mean of a few where there are too many; the axis begins near the least."""
    columns = gathered(values, width)
    least, most = min(columns), max(columns)
    floor, top = (least - 0.1 * (most - least or 1), most + 0.1 * (most - least or 1))
    steps = [round((value - floor) / (top - floor) * height * 8) for value in columns]
    lines = []
    for row in range(height - 1, -1, -1):
        label = f"{floor + (top - floor) * (row + 1) / height:8.1f}"
        lines.append(f"{label} │{''.join(BLOCKS[min(max(step - row * 8, 0), 8)] for step in steps)}")
    return "\n".join((*lines, f"{floor:8.1f} └{'─' * len(columns)}"))


def gathered(values: Sequence[float], most: int) -> list[float]:
    """At most so many, each the mean of those it stands for."""
    count = min(len(values), most)
    bounds = [round(number * len(values) / count) for number in range(count + 1)]
    return [sum(values[start:end]) / (end - start) for start, end in pairwise(bounds)]

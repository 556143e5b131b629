"""What the README says is true: its code runs, its links lead somewhere, its commands exist."""

import re
from pathlib import Path

import pytest

from dicehall.rules.catalog import GAMES

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_its_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    for block in re.findall(r"```python\n(.*?)```", README, re.DOTALL):
        exec(compile(block, "README.md", "exec"), {})
    assert re.fullmatch(r"\(\d, \d, \d\)\n", capsys.readouterr().out)


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", *(f"docs/rules/{game.name}.md" for game in GAMES)])
def test_its_links_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for link in re.findall(r"""\]\(([^)#]+)\)|src="([^"]+)\"""", text):
        target = "".join(link)
        assert target.startswith("http") or (ROOT / page).parent.joinpath(target).exists(), target


def test_it_introduces_every_game_as_the_catalog_does() -> None:
    for game in GAMES:
        assert (
            f"| [{game.title}](docs/rules/{game.name}.md) | {game.seats[0]}–{game.seats[1]} | {game.sentence} |"
            in README
        )


def test_its_make_commands_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in set(re.findall(r"make ([a-z]+)", README)) - {"and"}:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target

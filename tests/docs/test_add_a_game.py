"""The guide to a sixth game keeps its word: its code is taken from the page and put through everything a game owes."""

import importlib.util
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

import dicehall.bots
import dicehall.rules
from dicehall.bots import Bot
from dicehall.bots.match import play_out
from dicehall.bots.uniform import uniform
from dicehall.narrate.story import tell
from dicehall.rules.kernel import Over
from dicehall.rules.listing import Listing
from dicehall.rules.record import Record
from tests.docs.test_rulings import faults as faults_of_rulings
from tests.docs.test_rulings import names_of_tests, rulings
from tests.kit import trials
from tests.kit.bots import it_always_chooses_an_option, it_wins_more_than
from tests.kit.sentences import faults, narrate_a_random_game
from tests.test_import_law import objections

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")

RULES = "src/dicehall/rules/pig.py"
BOT = "src/dicehall/bots/pig.py"
MESSAGES = "src/dicehall/narrate/messages/en/pig.ftl"
TESTS = "tests/rules/test_pig.py"


def blocks(guide: str) -> dict[str, str]:
    """The files that a reader would have typed in; blocks of one file follow one another."""
    files: dict[str, str] = {}
    for path, text in re.findall(r"^```\w+ (\S+)\n(.*?)^```$", guide, re.MULTILINE | re.DOTALL):
        files[path] = f"{files[path]}\n\n{text}" if path in files else text
    return files


FILES = blocks(GUIDE)


@pytest.fixture(scope="module")
def typed_in(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with everything from the guide, its modules importable under their real names."""
    folder = tmp_path_factory.mktemp("sixth")
    for path, text in FILES.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        for package, path in ((dicehall.rules, RULES), (dicehall.bots, BOT)):
            # In front, so that the page is tested even where someone has typed it into the tree.
            patch.setattr(package, "__path__", [str((folder / path).parent), *package.__path__])
            patch.setattr(package, "pig", None, raising=False)
            patch.delitem(sys.modules, f"{package.__name__}.pig", raising=False)
        patch.setattr("dicehall.narrate.read_messages", lambda game, _: {"pig": FILES[MESSAGES]}[game])
        yield folder
    for name in ("dicehall.rules.pig", "dicehall.bots.pig"):
        sys.modules.pop(name, None)


@pytest.fixture(scope="module")
def pig(typed_in: Path) -> Listing:
    module = importlib.import_module("dicehall.rules.pig")
    assert module.__file__ == str(typed_in / RULES)
    listing: Listing = module.LISTING
    return listing


# The rules


def test_the_guide_makes_the_game_it_promises(pig: Listing) -> None:
    assert (pig.seats, [choice[:3] for choice in pig.choices()]) == ((2, 4), [("target", 20, "10..100")])


@pytest.mark.parametrize("seeds", [range(first, first + 30) for first in range(0, 120, 30)], ids=str)
def test_the_sixth_game_passes_the_whole_kit(pig: Listing, seeds: range) -> None:
    trials.all_of_them(pig, seeds)


@pytest.mark.parametrize("path", [RULES, BOT])
def test_it_keeps_the_import_law(path: str) -> None:
    module = path.removeprefix("src/").removesuffix(".py").replace("/", ".")
    assert objections(FILES[path], module) == []


# The sentences


def test_its_messages_are_complete(pig: Listing) -> None:
    assert list(faults(pig, FILES[MESSAGES])) == []


@pytest.mark.parametrize("seed", range(10))
def test_whole_games_of_it_are_told(pig: Listing, seed: int) -> None:
    assert list(narrate_a_random_game(pig, seed, FILES[MESSAGES]))[-1].endswith(" wins!")


# The bot


@pytest.fixture(scope="module")
def normal(typed_in: Path) -> Bot:
    module = importlib.import_module("dicehall.bots.pig")
    assert module.__file__ == str(typed_in / BOT)
    bot: Bot = module.normal
    return bot


def test_its_bot_always_chooses_an_option(pig: Listing, normal: Bot) -> None:
    it_always_chooses_an_option(pig, normal, seeds=range(60))


def test_its_bot_wins_what_the_guide_says(pig: Listing, normal: Bot) -> None:
    claims = re.findall(r'\("pig", (\d)\): (0\.\d+),', GUIDE)
    assert [seats for seats, _ in claims] == ["2", "4"]
    for seats, due in claims:
        assert float(due) > 1 / int(seats), "no more than its fair share"
        it_wins_more_than(float(due), pig, normal, uniform, seats=int(seats), games=300)


# The record


def test_a_record_of_it_is_written_read_and_replayed(pig: Listing) -> None:
    record, over = play_out(pig, [uniform] * 3, pig.options(), Random(5))
    again = Record.read(record.write(), (pig,))
    assert again == record
    *_, last = again.replay()
    assert last.pending == over


def test_the_golden_transcript_of_the_guide_tells_its_story(pig: Listing) -> None:
    record = Record.read(FILES["tests/golden/pig/greed.jsonl"], (pig,))
    assert "\n".join(tell(record)) + "\n" == FILES["tests/golden/pig/greed.txt"]
    *_, last = record.replay()
    assert isinstance(last.pending, Over)


# The pages and the tests


def test_its_rulings_are_in_order_and_cited() -> None:
    names = names_of_tests(FILES[TESTS])
    assert faults_of_rulings(rulings(FILES["docs/rulings/pig.md"]), names) == []


def test_its_rule_page_names_options_and_presets(pig: Listing) -> None:
    page = FILES["docs/rules/pig.md"]
    assert all(f"`{choice.name}`" in page for choice in pig.choices())
    assert all(preset.title in page for preset in pig.presets)


def loaded(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"sixth_{path.parent.name}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_tests_of_the_guide_pass(typed_in: Path) -> None:
    module = loaded(typed_in / TESTS)
    names = names_of_tests(FILES[TESTS])
    assert names
    for name in names:
        getattr(module, name)()


# The guide


def test_every_file_that_the_guide_speaks_of_is_there_or_made_by_it() -> None:
    spoken = set(re.findall(r"`((?:src|tests|docs)/[\w/.]+)`", GUIDE))
    made = {*FILES, *(str(Path(path).parent) for path in FILES)}
    assert {path for path in spoken if path not in made and not (ROOT / path).exists()} == set()


def test_every_link_of_the_guide_leads_somewhere() -> None:
    links = re.findall(r"\]\((?!https:)([^)#]+)", GUIDE)
    assert links
    assert [link for link in links if not (ROOT / "docs" / link).exists()] == []

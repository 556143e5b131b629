"""Every language says everything that English says: a folder beside `en` is looked at as soon as it is there."""

from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import pytest

from tests.kit.languages import ENGLISH, LANGUAGES, MESSAGES, faults_of, languages

OTHER = "xx"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_all_messages_with_all_their_values(language: str) -> None:
    assert list(faults_of(language)) == []


def test_english_is_there_and_so_are_all_files_of_it() -> None:
    assert ENGLISH in LANGUAGES
    assert {"page.ftl", "table.ftl", "terminal.ftl", "peril.ftl"} <= {
        path.name for path in (MESSAGES / ENGLISH).iterdir()
    }


# These checks can fail


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The messages with a second language beside English, word for word the same."""
    copytree(MESSAGES / ENGLISH, tmp_path / ENGLISH)
    copytree(MESSAGES / ENGLISH, tmp_path / OTHER)
    return tmp_path


def replaced(name: str, before: str, after: str) -> Callable[[Path], None]:
    def change(language: Path) -> None:
        text = (language / name).read_text(encoding="utf-8")
        assert text.count(before) == 1
        (language / name).write_text(text.replace(before, after), encoding="utf-8")

    return change


def test_a_second_language_is_found_and_a_faithful_one_is_fine(folder: Path) -> None:
    assert languages(folder) == [ENGLISH, OTHER]
    assert list(faults_of(OTHER, folder)) == []


@pytest.mark.parametrize(
    ("change", "faults"),
    [
        (lambda language: (language / "peril.ftl").unlink(), ["peril.ftl is missing"]),
        (lambda language: (language / "ludo.ftl").write_text("a = b\n"), ["ludo.ftl is not there in en"]),
        (replaced("peril.ftl", "\nmove-pick = ", "\n# "), ["peril.ftl: move-pick is missing"]),
        (
            replaced("peril.ftl", "\nmove-pick = ", "\nmove-prick = "),
            ["peril.ftl: move-pick is missing", "peril.ftl: move-prick is not there in en"],
        ),
        (
            replaced("peril.ftl", "\nmove-pick = Pick { $number }", "\nmove-pick = Pick { $numero }"),
            ["peril.ftl: move-pick knows no $numero", "peril.ftl: move-pick does not say $number"],
        ),
        (
            replaced("page-nights.ftl", "\nnight-to-table-of = ", "\nnight-to-table-of = { $title ->\n   *[one] "),
            [
                "page-nights.ftl: night-to-table-of is missing",
                "page-nights.ftl: not Fluent: night-to-table-of = { $title ->\n"
                "   *[one] Go to the table of { $title }\n",
            ],
        ),
        (
            replaced("terminal.ftl", "\ncolumn-name = ", "\ncolumn-name = Nom\ncolumn-name = "),
            ["terminal.ftl: column-name is there twice"],
        ),
    ],
)
def test_a_slip_in_a_translation_is_noticed(folder: Path, change: Callable[[Path], None], faults: list[str]) -> None:
    change(folder / OTHER)
    assert sorted(faults_of(OTHER, folder)) == sorted(faults)


def test_a_value_that_only_chooses_a_text_may_be_left_out_but_none_that_is_read(folder: Path) -> None:
    (folder / ENGLISH / "table.ftl").write_text(
        "taken = { $count ->\n    [one] { $who } takes it\n   *[other] { $who } takes them\n}\n    .title = { $who }!\n"
    )
    (folder / OTHER / "table.ftl").write_text("taken = { $who } nimmt\n    .title = { $who }!\n")
    assert list(faults_of(OTHER, folder)) == []
    (folder / OTHER / "table.ftl").write_text("taken = { $who ->\n   *[other] nimmt\n}\n")
    assert list(faults_of(OTHER, folder)) == ["table.ftl: taken.title is missing"]
    (folder / OTHER / "table.ftl").write_text("taken = nimmt\n    .title = { $wer }\n")
    assert list(faults_of(OTHER, folder)) == [
        "table.ftl: taken does not say $who",
        "table.ftl: taken.title knows no $wer",
        "table.ftl: taken.title does not say $who",
    ]

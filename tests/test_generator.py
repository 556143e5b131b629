"""The players of the benchmark: they play a real game with a real hall, and say what is missing where they cannot."""

import os
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"
sys.path.append(str(BENCHMARKS))

import hall_contenders  # noqa: E402
import hall_generator  # noqa: E402

playing = pytest.mark.skipif(
    not hall_generator.compilers() or (os.cpu_count() or 1) < 2, reason="needs a C compiler and two cores"
)


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return hall_generator.compiled(tmp_path_factory.mktemp("generator"))


@playing
@pytest.mark.parametrize("name", ["Dicehall", pytest.param("bare loop", marks=pytest.mark.soak)])
def test_six_players_at_each_table_see_every_move(name: str, program: Path) -> None:
    contender = next(each for each in hall_contenders.CONTENDERS if each.name == name)
    full, half, _, memory = hall_contenders.play_round(contender, program, tables=3, seconds=2, size=300)
    for stretch in (full, half):
        assert stretch.seen >= stretch.moves > 0
        assert 0 < stretch.p50 <= stretch.p99
        assert stretch.bytes_per_client > 100
    assert full.reveals > 0 or name == "bare loop"
    assert memory > 0


@playing
def test_a_server_that_is_no_hall_ends_the_players_with_a_word(
    program: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(RuntimeError, match="ended with code 1"):
        hall_generator.Generator(program, "bare", [1], tables=1)
    assert "generator: port 1: Connection refused" in capfd.readouterr().err


def test_without_a_compiler_the_benchmark_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall_generator, "compilers", list)
    with pytest.raises(SystemExit, match=r"no C compiler here.*\n.*ziglang"):
        hall_generator.compiled(tmp_path)

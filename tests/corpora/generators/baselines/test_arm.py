"""What every baseline promises, over all of them."""

import json
import subprocess
import sys

import pytest

from tokparity.corpora.generators.baselines import BASELINES, hypothesis_text
from tokparity.corpora.generators.baselines.arm import numbered
from tokparity.corpora.generators.material import Material

ONE = Material(
    (0,), (), ("ab", "c d"), (), ("<s>",), (0,), ("a",), ("w",), ("line\nnext", "and a last")
)
STREAMS = f"""
import json
from tokparity.corpora.generators.baselines import BASELINES, hypothesis_text
from tokparity.corpora.generators.material import Material
hypothesis_text.RUN = 60
one = {ONE!r}
print(json.dumps({{name: arm.texts(3, one, 1, 30) for name, arm in BASELINES.items()}}))
"""


@pytest.fixture(autouse=True)
def short_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hypothesis_text, "RUN", 60)
    hypothesis_text.drawn.cache_clear()


def test_blocks_are_numbers_in_a_row() -> None:
    texts = numbered(lambda seed, material, number: f"{seed}:{number}")
    assert texts(1, None, 0, 2) + texts(1, None, 1, 2) == ["1:0", "1:1", "1:2", "1:3"]  # type: ignore[arg-type] # not looked at


def test_names_are_of_the_registry() -> None:
    assert {name: arm.name for name, arm in BASELINES.items()} == {name: name for name in BASELINES}
    assert len(BASELINES) == 5


@pytest.mark.parametrize("name", BASELINES)
def test_a_block_is_so_many_texts_and_always_the_same(name: str, material: Material) -> None:
    arm = BASELINES[name]
    first = arm.texts(7, material, 2, 40)
    assert len(first) == 40
    assert all(text == text.encode("utf-8").decode("utf-8") for text in first)
    assert arm.texts(7, material, 2, 40) == first
    assert arm.texts(8, material, 2, 40) != first
    assert arm.texts(7, material, 3, 40) != first


@pytest.mark.parametrize("name", BASELINES)
def test_a_stream_is_the_same_in_blocks_of_any_size(name: str, material: Material) -> None:
    arm = BASELINES[name]
    halves = arm.texts(1, material, 0, 30) + arm.texts(1, material, 1, 30)
    assert arm.texts(1, material, 0, 60) == halves
    assert len(set(halves)) > 40


def test_another_process_makes_the_same() -> None:
    # Here much more is imported than there: none of it may have a say.
    command = [sys.executable, "-c", STREAMS]
    there = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    assert there == {name: arm.texts(3, ONE, 1, 30) for name, arm in BASELINES.items()}

import random

import pytest

from tokparity.harness.compare.cells import fidelity_cell
from tokparity.harness.guidance.rule_coverage import Exercised
from tokparity.harness.run.check import ShardExtent
from tokparity.harness.run.distillation import (
    BadDistilled,
    check_distilled,
    distil,
    distil_cell,
    write_texts,
)
from tokparity.harness.run.given_texts import read_texts
from tokparity.harness.shards.case_source import source_of
from tokparity.harness.shards.runner import shard_runner
from tokparity.reference_impl.contract import EncodeOptions


class Letters:
    """A text reaches its letters; upper case ones only where special tokens are parsed."""

    def features(self, text, options):
        parsed = options.parse_special
        return frozenset(ord(char) for char in text if parsed or char.islower())


def test_every_feature_stays():
    texts = ["ab", "bc", "cd", "abc", "d", "", "x"]
    few = distil(texts, Letters())
    assert set("".join(few.texts)) == set("abcdx")
    assert (few.given, few.features) == (7, 5)
    assert len(few.texts) == 3


def test_of_two_that_add_as_much_the_smaller_is_kept():
    assert distil(["ba", "ab", "abab"], Letters()).texts == ("ab",)


def test_the_order_of_the_texts_does_not_matter():
    texts = ["".join(random.Random(at).choices("abcdefghijklm", k=4)) for at in range(200)]
    few = distil(texts, Letters())
    for seed in range(5):
        random.Random(seed).shuffle(texts)
        assert distil([*texts, *texts], Letters()) == few


def test_features_are_those_under_every_option():
    assert distil(["aB", "a"], Letters(), [EncodeOptions(True, False)]).texts == ("a",)
    both = [EncodeOptions(True, False), EncodeOptions(True, True)]
    assert distil(["aB", "a"], Letters(), both).texts == ("aB",)


def test_nothing_reached_is_nothing_kept():
    assert distil([], Letters()).texts == distil(["", "1"], Letters(), []).texts == ()


def test_a_cell_is_distilled_with_its_coverage(slot, cell):
    own = ["\u2603 snow", "plain"]
    few = distil_cell(slot, cell(), 0, ShardExtent(2, 256, None), own)
    assert 0 < len(few.texts) < few.given / 2
    reader = Exercised(slot.tokenizer(cell().left.artefact))
    assert distil(few.texts, reader, [EncodeOptions(), EncodeOptions(True, False)]) == (
        type(few)(few.texts, len(few.texts), few.features)
    )
    asked = shard_runner(slot, cell(), source_of(slot, cell(), 0)).source.texts(0, 192)
    assert set(few.texts) & set(asked)
    assert distil_cell(slot, cell(), 0, ShardExtent(2, 256, None), own) == few


def test_what_a_cell_cannot_express_is_not_asked_of_its_texts(slot, ranks):
    """Without `parse_special` a rank file's special tokens are text."""
    made = ranks()
    few = distil_cell(slot, fidelity_cell(made, "ranks"), 0, ShardExtent(1, 128, None), ["<a>"])
    assert few.texts


def test_written_texts_are_read_back(tmp_path):
    texts = ["", "a\nb", "\u2028", "\udcff", '"', "\U0001f600"]
    write_texts(tmp_path / "few.jsonl", texts)
    assert read_texts(tmp_path / "few.jsonl") == texts


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        pytest.param("few.txt", "name it .jsonl", id="lines"),
        pytest.param("nowhere/few.jsonl", "folder", id="no-folder"),
        pytest.param("folder.jsonl", "no file", id="a-folder"),
    ],
)
def test_a_file_that_cannot_be_read_back_is_refused(tmp_path, name, reason):
    (tmp_path / "folder.jsonl").mkdir()
    with pytest.raises(BadDistilled, match=reason):
        check_distilled(tmp_path / name)

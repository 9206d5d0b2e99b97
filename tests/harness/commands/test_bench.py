import pytest

from corpora.generators.fragments import FRAGMENTS
from harness.cells import SideSpec
from harness.commands import bench as command


def test_a_rate_is_of_distinct_texts_that_agree(slot, artefact, monkeypatch):
    asked = []
    encode = command._encode
    monkeypatch.setattr(
        command,
        "_encode",
        lambda left, right, texts: (asked.append(texts), encode(left, right, texts)),
    )
    rate = command.measure(slot, str(artefact.path), "fragments", ((FRAGMENTS, 1),), 700, 0)
    assert len(set(asked[-1])) == rate.texts == 700
    assert rate.cpu > 0
    assert rate.per_cpu_second == pytest.approx(700 / (rate.cpu + rate.generation))


def test_sides_that_differ_measure_nothing(slot, artefact):
    left = slot.side(SideSpec("variant:merge-order-reversed", artefact))
    right = slot.side(SideSpec("huggingface_tokenizers", artefact))
    with pytest.raises(command.BenchDiffers, match="helloworld"):
        command._encode(left, right, ["hello", "helloworld"])

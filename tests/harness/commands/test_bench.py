import pytest

from tokparity.corpora.generators.fragments import FRAGMENTS
from tokparity.harness.commands import bench as command
from tokparity.harness.compare.cells import SideSpec
from tokparity.reference_impl.contract import EncodeOptions
from tokparity.reference_impl.models.lookup.lengths import AllLengths
from tokparity.reports.records.engine import FaultyReference, Library


def test_a_rate_is_of_distinct_texts_that_agree(slot, artefact, monkeypatch):
    asked = []
    encode = command._encode
    monkeypatch.setattr(
        command,
        "_encode",
        lambda *given: (asked.append(given[2]), encode(*given)),
    )
    rate = command.measure(slot, str(artefact.path), "fragments", ((FRAGMENTS, 1),), 700, 0)
    assert len(set(asked[-1])) == rate.texts == 700
    assert rate.characters == sum(map(len, asked[-1]))
    assert rate.cpu > 0 < rate.library
    assert rate.engine == pytest.approx((rate.cpu + rate.generation) / rate.library - 1)


def test_sides_that_differ_measure_nothing(slot, artefact):
    left = slot.side(SideSpec(FaultyReference("merge-order-reversed"), artefact))
    right = slot.side(SideSpec(Library("huggingface_tokenizers"), artefact))
    with pytest.raises(command.BenchDiffers, match="helloworld"):
        command._encode(left, right, ["hello", "helloworld"], EncodeOptions())


def test_look_ups_side_by_side(slot, artefact):
    table = command.compare_lookups(slot, str(artefact.path), 40, 0)
    names, *figures = (list(column.cells) for column in table.columns)
    assert names == ["trie", "prefix dictionary", "every length", "trie in arrays"]
    assert all(float(cell.replace(",", "")) >= 0 for column in figures for cell in column)


def test_a_look_up_that_finds_something_else_is_not_measured(slot, artefact, monkeypatch):
    monkeypatch.setattr(AllLengths, "matches", lambda *_: [])
    with pytest.raises(command.BenchDiffers, match="every length"):
        command.compare_lookups(slot, str(artefact.path), 40, 0)


def test_a_trie_in_arrays_that_finds_something_else_is_not_measured(slot, artefact, monkeypatch):
    monkeypatch.setattr(command, "found_together", lambda *_: [])
    with pytest.raises(command.BenchDiffers, match="trie in arrays"):
        command.compare_lookups(slot, str(artefact.path), 40, 0)


def test_ways_to_decode_one_by_one(tokparity, artefact):
    code, told, _ = tokparity("bench", str(artefact.path), "--stream", "--tokens", "64")
    assert code == 0
    ways = ("byte_buffer", "window_diff", "decode_stream", "prefix_offsets", "whole_history")
    assert all(way in told for way in ways)
    code, _, said = tokparity("bench", str(artefact.path), "--stream", "--lookup")
    assert code == 2
    assert "give one of them" in said

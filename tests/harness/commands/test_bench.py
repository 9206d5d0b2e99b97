import json

import pytest

from tokparity.harness.commands import bench as command
from tokparity.reference_impl.models.lookup.lengths import AllLengths


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
    monkeypatch.setattr(command, "found_together", lambda *_: ())
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


def test_the_engine_as_a_table_and_as_json(tokparity, artefact):
    code, told, _ = tokparity("bench", str(artefact.path), "--texts", "64")
    assert code == 0
    assert "targets per CPU s" in told
    code, out, _ = tokparity("bench", str(artefact.path), "--texts", "64", "--json")
    assert code == 0
    rates = [json.loads(line) for line in out.splitlines()]
    assert [rate["kind"] for rate in rates] == ["fragments", "random characters", "steered"]
    assert [rate["texts"] for rate in rates] == [64, 64, 8]
    assert rates[2]["targets"] > 8
    assert all(rate["engine"] > 0 and rate["oracle"] == "huggingface_tokenizers" for rate in rates)

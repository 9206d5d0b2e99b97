"""Sweeps and the user's own texts reach both sides, and are counted."""

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tokparity.harness.compare.cells import CellSpec, SideSpec, fidelity_cell
from tokparity.harness.run.given_texts import (
    FIRST_SHARD,
    BadTexts,
    read_texts,
    run_extra,
    sweep_cases,
)
from tokparity.harness.shards.case_source import source_of
from tokparity.harness.shards.runner import shard_runner
from tokparity.reference_impl.contract import DecodeCase, EncodeCase
from tokparity.reports.records.engine import FaultyReference, Library


def faulty(artefact, fault_model):
    right = SideSpec(Library("huggingface_tokenizers"), artefact)
    return CellSpec("m", "fidelity", SideSpec(FaultyReference(fault_model), artefact), right)


def test_a_sweep_finds_a_fault(slot, save, every_stage):
    cell = faulty(save(every_stage), "single-word-ignored")
    result = run_extra(
        slot, cell, sweep_cases(slot, cell, "sample", 0, lambda *_: None), FIRST_SHARD
    )
    assert result.shard == -1
    [found] = result.found
    assert found.signature.stage == "added_tokens"
    assert len(found.sighting.case.text) == len("word") + 1
    assert result.counts["encode"].diverged >= 2  # with and without the template
    assert result.counts["decode"].compared > 0


def test_own_texts_find_a_fault(slot, save, every_stage):
    cell = faulty(save(every_stage), "single-word-ignored")
    texts = [[EncodeCase("nothing to see"), EncodeCase("two swords")]]
    result = run_extra(slot, cell, texts, FIRST_SHARD - 1)
    counts = result.counts["encode"]
    assert (counts.compared, counts.agreed, counts.diverged) == (4, 2, 2)
    [found] = result.found
    assert len(found.sighting.case.text) == len("word") + 1


def test_what_a_side_cannot_express_is_counted_and_never_run(slot, ranks):
    cell = fidelity_cell(ranks(), "m")
    cases = [[EncodeCase("a"), EncodeCase("b"), DecodeCase((1,))]]
    counts = run_extra(slot, cell, cases, FIRST_SHARD).counts
    encode, decode = counts["encode"], counts["decode"]
    assert (encode.compared, encode.agreed, encode.unsupported) == (2, 2, 2)
    assert (decode.compared, decode.agreed, decode.unsupported) == (1, 1, 3)


def test_a_format_that_parses_no_special_tokens_is_swept_without(slot, ranks, monkeypatch):
    """As tekken: neither of the two ways that are wanted can be expressed there."""
    runner = type(
        shard_runner(
            slot, fidelity_cell(ranks(), "m"), source_of(slot, fidelity_cell(ranks(), "m"), 0)
        )
    )
    options = runner.options

    def only_plain(self, op):
        can, cannot = options(self, op)
        plain = [one for one in can if op == "decode" or not one.parse_special]
        return plain, [*cannot, *(one for one in can if one not in plain)]

    monkeypatch.setattr(runner, "options", only_plain)
    cell = fidelity_cell(ranks(), "m")
    encode = run_extra(slot, cell, [[EncodeCase("a<a>")]], FIRST_SHARD).counts["encode"]
    assert (encode.compared, encode.unsupported) == (1, 2)


def test_a_text_that_is_no_unicode_is_refused_by_both_sides(slot, artefact):
    counts = run_extra(slot, fidelity_cell(artefact, "m"), [[EncodeCase("a\ud800")]], -2).counts
    assert (counts["encode"].compared, counts["encode"].refused) == (2, 2)


def test_lines(tmp_path):
    path = tmp_path / "own.txt"
    path.write_bytes(b"one\r\n\n two \nlone \r here\x0bstays")
    assert read_texts(path) == ["one", " two ", "lone \r here\x0bstays"]


def test_json_lines(tmp_path):
    path = tmp_path / "own.jsonl"
    path.write_bytes(b'"one\\ntwo"\r\n\n{"text": "three", "id": 1}\n')
    assert read_texts(path) == ["one\ntwo", "three"]


def test_parquet(tmp_path):
    path = tmp_path / "own.parquet"
    pq.write_table(pa.table({"id": [1, 2], "text": ["one", "two\n"]}), path)
    assert read_texts(path) == ["one", "two\n"]
    assert read_texts(path, "text") == ["one", "two\n"]
    with pytest.raises(BadTexts, match="line 1: column 'id' holds a int"):
        read_texts(path, "id")
    with pytest.raises(BadTexts, match="other"):
        read_texts(path, "other")


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("own.txt", b"fine\n\xff\n", "line 2: is not UTF-8"),
        ("own.txt", b"\n\n", "holds no text"),
        ("own.jsonl", b'"fine"\n{"txt": 1}\n', "line 2: holds no text"),
        ("own.jsonl", b'"fine"\n{"text": 1}\n', "line 2: holds no text"),
        ("own.jsonl", b"[", "line 1: is not JSON"),
        ("own.jsonl", b"[" * 100_000, "line 1: is not JSON"),
        ("own.parquet", b"no parquet", "Parquet"),
    ],
)
def test_what_is_no_text_is_named(tmp_path, name, content, told):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(BadTexts, match=told) as error:
        read_texts(path)
    assert str(error.value).startswith(str(path))
    assert "\n" not in str(error.value)


def test_a_file_that_is_not_there(tmp_path):
    for name in ("own.txt", "own.parquet"):
        with pytest.raises(BadTexts, match="is no file"):
            read_texts(tmp_path / name)

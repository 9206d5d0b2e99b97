"""`tokparity replies`: a row a vocabulary, a file of them, and an exit code."""

import json

import pytest

from tokparity.harness.commands.replies import lines
from tokparity.harness.properties.reply_run import ReplyRow
from tokparity.reference_impl.streaming.naive import EachAlone
from tokparity.reference_impl.streaming.ways import WAYS


def test_a_row_and_a_file(tokparity, artefact, tmp_path):
    out = tmp_path / "rows.jsonl"
    given = ("replies", artefact.path, "--replies", 8, "--jobs", 1, "--out", out)
    code, told, _ = tokparity(*given)
    assert code == 0
    head, row, last = told.splitlines()
    assert head.split()[:5] == ["vocabulary", "format", "replies", "tokens", "bytes"]
    assert row.split()[2] == "8"
    assert last == "1 vocabularies: 8 replies, 8 of them by DecodeStream too, 0 wrong"
    [kept] = map(json.loads, out.read_text().splitlines())
    assert (kept["replies"], kept["by_bytes"], kept["diverged"]) == (8, 0, 0)


def test_a_broken_law_is_exit_code_1(tokparity, artefact, monkeypatch):
    monkeypatch.setitem(WAYS, "byte_buffer", EachAlone)
    code, told, _ = tokparity("replies", artefact.path, "--replies", 20, "--jobs", 1)
    assert code == 1
    assert "byte_buffer gives" in told


def test_what_cannot_be_run_is_exit_code_2(tokparity, artefact, tmp_path):
    bad = tmp_path / "bad" / "tokenizer.json"
    bad.parent.mkdir()
    bad.write_text('{"version": "1.0", "model": {"type": "None such"}}')
    given = ("replies", bad, artefact.path, "--replies", 4, "--jobs", 1)
    code, told, _ = tokparity(*given)
    assert code == 2
    assert "could not run" in told
    assert "4 replies" in told, "the others are asked all the same"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("none.json",), "none.json"),
        (("x.json", "--out", "no/such/rows.jsonl"), "is no folder"),
        (("--replies", "0"), "0"),
    ],
)
def test_bad_input_is_told(tokparity, given, said):
    code, _, told = tokparity("replies", *given)
    assert code == 2
    assert said in told


def test_a_profile_says_how_many_and_of_what(tokparity, artefact, tmp_path):
    folder = tmp_path / ".tokparity" / "profiles"
    folder.mkdir(parents=True)
    plain = "cases = 16\nseed = 7\npairs = false\ngoldens = false\n"
    (folder / "some.toml").write_text(f'vocab = "pix2tex"\nreplies = 6\n{plain}')
    (folder / "none.toml").write_text(f'vocab = "pix2tex"\n{plain}')
    code, told, said = tokparity("replies", "--profile", "some", "--jobs", 1)
    assert (code, "left out pix2tex" in said) == (0, True)
    given = ("replies", artefact.path, "--profile", "some", "--jobs", 1)
    seven = tokparity(*given)[1].splitlines()[1].split()
    assert seven[2] == "6"
    assert tokparity(*given, "--seed", 8)[1].splitlines()[1].split()[3] != seven[3]
    code, told, _ = tokparity("replies", "--profile", "none")
    assert (code, told) == (0, "profile none asks no replies\n")


def test_what_is_not_fetched_is_left_out_by_name(tokparity):
    code, told, said = tokparity("replies", "pix2tex", "--replies", 4, "--jobs", 1)
    assert (code, "left out pix2tex: not fetched" in said) == (0, True)
    assert told.splitlines()[-1].startswith("0 vocabularies: 0 replies")


def test_the_table_tells_who_ran_out_of_time():
    rows = [
        ReplyRow("a", "gguf", 250, 9000, 0, None, None, None, (), 3.0),
        ReplyRow("b", "tokenizer.json", 500, 9000, 0, 2, 500, 1, ("ids 1: x",), 3.0),
        ReplyRow("c", "gguf", failed="no file"),
    ]
    told = lines(rows, 500)
    assert told[1].split() == ["a", "gguf", "250", "9,000", "0", "-", "-", "-", "3.0"]
    assert told[3:] == [
        "b: ids 1: x",
        "could not run c: no file",
        "out of time: a: 250 of 500",
        "3 vocabularies: 750 replies, 500 of them by DecodeStream too, 3 wrong",
    ]

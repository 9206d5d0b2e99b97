"""Every naive way is found, by the laws and by `run`; what is no defect is not; and the exit code
says where that fails."""

import importlib
from pathlib import Path

import pytest
from tokenizers import Tokenizer, decoders, models, pre_tokenizers

from tokparity.reference_impl.streaming.byte_buffer import ByteBuffer
from tokparity.reference_impl.streaming.decode_stream import DecodeStream
from tokparity.reference_impl.streaming.naive import NAIVE, EachAlone
from tokparity.reference_impl.streaming.ways import WAYS
from tokparity.reference_impl.streaming.window_diff import WindowDiff

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def table():
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT))
        yield importlib.import_module("evaluation.tables.naive_streams")


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """Bytes, words with a space before them, and punctuation; the first space of a text goes."""
    words = ["▁a", "▁b", "▁", ".", "▁.", "c"]
    vocab = {word: at for at, word in enumerate(words)}
    model = Tokenizer(models.BPE(vocab=vocab, merges=[("▁", ".")], unk_token="c"))
    model.pre_tokenizer = pre_tokenizers.Metaspace("▁")
    model.decoder = decoders.Metaspace("▁")
    model.add_special_tokens(["<s>", "</s>"])
    path = tmp_path_factory.mktemp("naive") / "tokenizer.json"
    path.write_text(model.to_str(), "utf-8")
    return path


@pytest.fixture(scope="module")
def byte_level(tmp_path_factory):
    vocab = {char: at for at, char in enumerate(sorted(pre_tokenizers.ByteLevel.alphabet()))}
    model = Tokenizer(models.BPE(vocab=vocab, merges=[]))
    model.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    model.decoder = decoders.ByteLevel()
    model.add_special_tokens(["<s>"])
    path = tmp_path_factory.mktemp("naive") / "bytes.json"
    path.write_text(model.to_str(), "utf-8")
    return path


def lines(table, capsys, *arguments):
    code = table.main(list(map(str, arguments)))
    return code, capsys.readouterr().out.splitlines()


def test_each_is_found_and_what_is_no_defect_is_not(table, capsys, small, byte_level):
    ever = set()
    for path, replies in ((small, 640), (byte_level, 128)):
        code, told = lines(table, capsys, "--replies", replies, path)
        rows = {line.split()[0]: line.split()[1] for line in told[1:10]}
        assert list(rows) == [*NAIVE, "byte_buffer", "window_diff", "decode_stream"]
        assert (rows["byte_buffer"], rows["window_diff"], rows["decode_stream"]) == (
            "-/./.",
            "./-/.",
            "././-",
        )
        for way in NAIVE:
            by_bytes, by_last, by_run = rows[way].split("/")
            assert by_bytes.isdigit() == by_run.isdigit() >= by_last.isdigit()
        found = {way for way in NAIVE if rows[way] != "-/-/-"}
        assert code == int(found != set(NAIVE))
        ever |= found
    assert ever == set(NAIVE)
    (shown,) = [line for line in told if line.startswith("whole_history on ")]
    assert " gives '\ufffd', not " in shown
    assert len(shown.partition(": ids ")[2].partition(": gives")[0].split()) <= 6, "made small"


def test_what_is_found_nowhere_is_told_by_the_exit_code(table, capsys, byte_level, monkeypatch):
    monkeypatch.setitem(NAIVE, "each_alone", WindowDiff)
    code, told = lines(table, capsys, "--replies", "64", byte_level)
    assert code == 1
    assert told[1].split() == ["each_alone", "-/-/-"]


@pytest.mark.parametrize("sound", ["byte_buffer", "window_diff", "decode_stream"])
def test_a_defect_of_what_is_sound_is_told_by_the_exit_code(
    table, capsys, byte_level, monkeypatch, sound
):
    monkeypatch.setitem(WAYS, sound, EachAlone)
    code, told = lines(table, capsys, "--replies", "64", byte_level)
    assert code == 1
    (row,) = [line for line in told if line.startswith(f"{sound} ")]
    assert any(letter.isdigit() for letter in row)


def test_the_rows_of_what_is_no_defect_are_the_honest_ways():
    assert (WAYS["byte_buffer"], WAYS["decode_stream"]) == (ByteBuffer, DecodeStream)

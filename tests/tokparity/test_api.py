"""What a user of the library meets; the expectations are the native library's."""

import gc
import json
import subprocess
import sys
from pathlib import Path

import mistral_common
import pytest
import sentencepiece
import tokenizers
from mistral_common.tokens.tokenizers.base import TokenizerVersion
from mistral_common.tokens.tokenizers.sentencepiece import SentencePieceTokenizer

import tokparity


@pytest.fixture
def file(document, tmp_path):
    path = tmp_path / "tokenizer.json"
    path.write_text(json.dumps(document), "utf-8")
    return path


@pytest.fixture
def damaged(document, tmp_path):
    """The same with one merge less: that of "the"."""
    merges = [pair for pair in document["model"]["merges"] if "".join(pair) != "the"]
    assert len(merges) == len(document["model"]["merges"]) - 1
    path = tmp_path / "damaged.json"
    path.write_text(json.dumps(document | {"model": document["model"] | {"merges": merges}}))
    return path


def test_ids_are_the_librarys_and_come_back_as_the_text(file):
    ours, theirs = tokparity.load(file), tokenizers.Tokenizer.from_file(str(file))
    for text in ("the quick<|end|> fox", "naïve café", "", " \n "):
        encoding = theirs.encode(text)
        assert list(ours.encode(text).ids) == encoding.ids
        assert list(ours.encode(text).offsets) == encoding.offsets
        for skip in (False, True):
            decoded = theirs.decode(encoding.ids, skip_special_tokens=skip)
            assert ours.decode(encoding.ids, skip_special=skip) == decoded
    assert ours.encode("<|end|>", parse_special=False).ids != ours.encode("<|end|>").ids


def test_a_trace_has_the_five_stages_and_the_merges(file):
    trace = tokparity.load(file).trace("the fox")
    assert [stage.stage for stage in trace.stages] == [
        "added_tokens", "normalizer", "pre_tokenizer", "model", "post_processor",
    ]  # fmt: skip
    assert trace.stages[3].merges
    assert trace.encoding == tokparity.load(file).encode("the fox")


def test_a_file_that_is_none_is_one_error(tmp_path):
    bad = tmp_path / "tokenizer.json"
    bad.write_text("{}")
    with pytest.raises(tokparity.TokparityError, match=r"tokenizer\.json"):
        tokparity.load(bad)
    with pytest.raises(tokparity.TokparityError):
        tokparity.check(bad)
    with pytest.raises(tokparity.TokparityError):
        tokparity.load("no-such-vocabulary")


def test_a_sound_file_agrees(file):
    result = tokparity.check(file, cases=64, sweep="none", texts=["the fox"])
    assert (result.verdict, result.ok, result.exit_code) == ("agree", True, 0)
    assert result.findings.empty
    assert 32 < result.cells["compared"].sum() <= 64 + 2, "and a text of one's own in two ways"
    assert "All agree" in result._repr_html_()


def test_a_missing_merge_differs_and_is_named(file, damaged):
    result = tokparity.check(file, damaged, cases=64, sweep="none", texts=["the <b>the</b>"])
    assert (result.verdict, result.ok, result.exit_code) == ("differ", False, 1)
    assert {"model", "BPE"} <= {*result.findings["stage"], *result.findings["component"]}
    page = result._repr_html_()
    assert "<td>model</td>" in page
    assert "<b>" not in page
    assert "new divergence" in str(result)


def test_a_run_directory_of_ones_own_stays_and_any_other_goes(file, damaged, tmp_path):
    kept = tokparity.check(file, damaged, cases=64, sweep="none", out=tmp_path / "run")
    assert kept.write_report().is_file()
    passing = tokparity.check(file, damaged, cases=64, sweep="none")
    directory = passing.directory
    assert (directory / "findings.jsonl").read_bytes() == (
        kept.directory / "findings.jsonl"
    ).read_bytes()
    del passing
    gc.collect()
    assert not directory.exists()
    assert (tmp_path / "run" / "findings.jsonl").is_file()
    with pytest.raises(tokparity.TokparityError, match="no run"):
        tokparity.check(file, out=file.parent)


def test_nothing_else_is_public():
    assert tokparity.__all__ == sorted(tokparity.__all__)
    for name in tokparity.__all__:
        assert getattr(tokparity, name).__doc__
    with pytest.raises(AttributeError, match="no attribute 'slot'"):
        tokparity.slot  # noqa: B018


def test_the_root_module_alone_imports_nothing_heavy():
    program = (
        "import sys, tokparity; tokparity.__version__\n"
        "print([name for name in ('pandas', 'numpy', 'click', 'tokparity.harness')"
        " if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert run.stdout.strip() == b"[]"


MODEL = Path(mistral_common.__file__).parent / "data" / "tokenizer.model.v1"


def test_a_second_opinion_is_another_librarys_answer():
    """Of one file sentencepiece's answers and mistral-common's; the reference is not asked."""
    native = sentencepiece.SentencePieceProcessor(str(MODEL))
    other = SentencePieceTokenizer(str(MODEL), TokenizerVersion.v1)
    texts = ["hello world", "naïve  café"]
    assert [native.encode(text) for text in texts] == [
        other.encode(text, False, False) for text in texts
    ]
    result = tokparity.check(MODEL, oracle="mistral_common", cases=1, sweep="none", texts=texts)
    assert result.verdict == "agree"
    assert set(result.cells["left"]) == {"google_sentencepiece"}
    assert set(result.cells["right"]) == {"mistral_common"}
    assert result.cells["compared"].sum() > len(texts)
    assert result.run.info.options["oracle"] == "mistral_common"


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ({"oracle": "mistral_common"}, "mistral_common reads sentencepiece and tekken.json"),
        ({"oracle": "sentencepieces"}, "no library is called 'sentencepieces': there are ggml_"),
        ({"oracle": "mistral_common", "against": "qwen3"}, "with the native library alone"),
    ],
    ids=["other format", "unknown", "another file too"],
)
def test_what_is_no_second_opinion_is_refused(file, more, reason):
    with pytest.raises(tokparity.TokparityError, match=reason):
        tokparity.check(file, **more)


def test_the_native_library_is_no_second_opinion(file):
    """As `tokparity check --oracle` has it: the reference against the library, as without."""
    result = tokparity.check(file, oracle="huggingface_tokenizers", cases=1, sweep="none")
    assert set(result.cells["left"]) == {"reference"}

import pytest

from tokparity.reference_impl.contract import Encoding, Refusal
from tokparity.reports.records.engine import REFERENCE, Golden
from tokparity.reports.triage.roles import oracle_of, parts

LLAMA, HF, TIKTOKEN = "ggml_llama_cpp", "huggingface_tokenizers", "openai_tiktoken"
CRASH = Refusal("crash", "signal 11")


@pytest.mark.parametrize(
    ("left", "right", "question", "wrong"),
    [
        pytest.param(LLAMA, HF, "parity", LLAMA, id="gguf-is-made-of-tokenizer-json"),
        pytest.param(HF, LLAMA, "parity", LLAMA, id="on-either-side"),
        pytest.param(HF, TIKTOKEN, "parity", HF, id="ranks-are-published-first"),
        pytest.param("google_sentencepiece", HF, "parity", HF, id="a-model-too"),
        pytest.param(
            HF, "huggingface_transformers", "parity", "huggingface_transformers", id="cls"
        ),
        pytest.param("reference", HF, "fidelity", "reference", id="the-library-is-right"),
        pytest.param("variant:no-nfc", HF, "fidelity", "variant:no-nfc", id="faulty"),
        pytest.param("mutant:17", HF, "fidelity", "mutant:17", id="black-box"),
        pytest.param("reference", f"golden:{HF}", "fidelity", "reference", id="recorded"),
    ],
)
def test_which_side_is_wrong(left, right, question, wrong, finding):
    got, expected = parts(*_of(finding(left, right, question)))
    assert got.engine == wrong
    assert (got.role, expected.role) == ("got", "expected")
    assert {got.engine, expected.engine} == {left, right}


def _of(finding):
    return finding, finding.sightings[0]


def test_of_two_files_of_one_library_the_right_one_is_expected(finding):
    got, expected = parts(*_of(finding(HF, HF)))
    assert (got.artefact, expected.artefact) == ("one", "two")
    assert (got.is_left, expected.is_left) == (True, False)


def test_a_library_that_crashes_is_wrong_whoever_asks(finding):
    got, expected = parts(*_of(finding("reference", HF, "fidelity", right=CRASH)))
    assert (got.engine, got.oracle, expected.oracle) == (HF, HF, None)
    assert got.recorded == CRASH
    got, _ = parts(*_of(finding("mutant:1", HF, "fidelity", left=CRASH)))
    assert got.engine == "mutant:1"
    got, _ = parts(*_of(finding("reference", HF, "fidelity", right=Refusal("error", "x"))))
    assert got.engine == "reference"


def test_the_library_behind_a_name():
    assert oracle_of(Golden(HF)) == HF
    assert oracle_of(REFERENCE) is None
    got, _ = parts(*_of_recorded())
    assert got.label == "exec:./mine"


def _of_recorded():
    from tokparity.reference_impl.contract import EncodeCase
    from tokparity.reports.records.finding import Finding, Sighting, Signature

    case = EncodeCase("a")
    seen = Sighting(
        "one", "ab", None, 1, case, case, Encoding((1,)), Encoding((2,)), "ids", 0, None, None
    )
    signature = Signature("fidelity", "encode", "exec:./mine", HF, "unknown", "unknown")
    return Finding(signature, "", "divergence", "unknown", (seen,)), seen

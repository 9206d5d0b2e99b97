from dataclasses import replace

from tokparity.corpora.regression import regressions
from tokparity.harness.findings.judgement import judge
from tokparity.harness.run.execution import oracle_versions
from tokparity.reference_impl.contract import EncodeCase, Encoding
from tokparity.reports.records.explanation import Explanation
from tokparity.reports.records.finding import Finding, Sighting, Signature
from tokparity.reports.records.ledger_files import accept
from tokparity.reports.records.run_info import KnownChange

SIGNATURE = Signature(
    "parity", "encode", "huggingface_tokenizers", "openai_tiktoken", "added_tokens", "AddedTokens"
)
SIGHTING = Sighting(
    "small", "00", "ranks", 1, EncodeCase("x"), EncodeCase("x"),
    Encoding((1,)), Encoding((2,)), "ids", 0, None, None,
)  # fmt: skip
EXPLANATION = Explanation("", "added_tokens", "pre", "*")
FINDING = Finding(SIGNATURE, "shape", "divergence", "two-trace", (SIGHTING,))
AGREE = {one.name: "agrees" for one in regressions()}


def test_without_an_entry_a_finding_is_new(tmp_path):
    judged = judge([FINDING], {}, oracle_versions(), tmp_path)
    assert [one.status for one in judged.findings] == ["new"]


def test_an_entry_of_the_users_own_covers_it_until_its_witness_agrees(tmp_path):
    entry = accept(tmp_path, FINDING, "as it should be", "own/witness", EXPLANATION)
    explained = replace(FINDING, signature=replace(SIGNATURE, cause=entry.id))
    for said, status, stale in (
        ("diverges", "accepted", ()),
        ("cannot-run", "accepted", ()),
        ("agrees", "stale", (entry.id,)),
    ):
        judged = judge([explained], {"own/witness": said}, oracle_versions(), tmp_path)
        assert [one.status for one in judged.findings] == [status]
        assert judged.stale == stale
        assert judged.changes[entry.id] == (KnownChange("pre", "[*]", "[*]", ("encode", "decode")),)
    unheard = judge([], {}, oracle_versions(), tmp_path)
    assert unheard.cannot_run - judge([], {}, oracle_versions(), tmp_path / "none").cannot_run == 1


def test_an_entry_that_names_no_file_of_the_catalogue_is_stale(tmp_path):
    def stale(on, beside="*"):
        folder = tmp_path / f"{on}-{beside}".replace("*", "any").replace(":", "-")
        explanation = replace(EXPLANATION, on=on, beside=beside)
        entry = accept(folder, FINDING, "as it should be", "own/witness", explanation)
        judged = judge([], {"own/witness": "diverges"}, oracle_versions(), folder)
        return judged.stale == (entry.id,)

    assert not stale("tokenizer.json:qwen3", "tiktoken:qwen3-ranks")
    assert stale("tokenizer.json:qwen3-of-old", "tiktoken:qwen3-ranks")
    assert stale("tokenizer.json:*", "tiktoken:gone")
    assert not stale("tokenizer.json:qwen*")
    assert not stale(f"tokenizer.json:sha256-{'ab' * 32}")


def test_an_entry_with_an_explanation_that_does_nothing_is_stale(tmp_path):
    entry = accept(tmp_path, FINDING, "as it should be", "own/witness", EXPLANATION)
    outcomes = {"own/witness": "diverges"}
    judged = judge([], outcomes, oracle_versions(), tmp_path, idle={entry.id})
    assert judged.stale == (entry.id,)


def test_an_entry_covers_nothing_else(tmp_path):
    accept(tmp_path, FINDING, "as it should be", "own/witness", EXPLANATION)
    other = replace(FINDING, signature=replace(SIGNATURE, cause="another"))
    fidelity = replace(FINDING, signature=replace(SIGNATURE, question="fidelity"))
    judged = judge([other, fidelity], {"own/witness": "diverges"}, oracle_versions(), tmp_path)
    assert [one.status for one in judged.findings] == ["new", "new"]

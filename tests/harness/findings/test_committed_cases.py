"""Replaying regression cases: what still holds, what does not, what cannot be told."""

import json
import time
from dataclasses import replace

import pytest

from tokparity.corpora.embedded import Embedded, Named
from tokparity.corpora.regression import Expectation, Regression, RegressionSide, write_regression
from tokparity.harness.findings.committed_cases import MODEL, artefact_of, committed, replay
from tokparity.harness.findings.merge import merge_findings
from tokparity.harness.findings.tally import Tally
from tokparity.reference_impl.contract import (
    DecodeCase,
    EncodeCase,
    EncodeOptions,
    Encoding,
    Refusal,
    Settings,
    StreamCase,
    Streamed,
)
from tokparity.reference_impl.errors import TokparityError
from tokparity.reports.records.counts import Counts
from tokparity.reports.records.explanation import Explanation
from tokparity.reports.records.ledger import Entry, Ledger

ORACLE = "huggingface_tokenizers"
VERSIONS = {ORACLE: "0.23.3", "openai_tiktoken": "0.14.0"}
BARE = EncodeOptions(add_special=False)
TINY = {
    "version": "1.0", "truncation": None, "padding": None, "added_tokens": [], "normalizer": None,
    "pre_tokenizer": None, "post_processor": None, "decoder": {"type": "Fuse"},
    "model": {"type": "BPE", "vocab": {"a": 0, "b": 1, "ab": 2}, "merges": [["a", "b"]]},
}  # fmt: skip
RIGHT = Encoding((2, 0), ((0, 2), (2, 3)))


def embedded(data=TINY):
    return Embedded("tokenizer.json", json.dumps(data, separators=(",", ":")).encode())


def regression(**changes):
    case = Regression(
        name="model/tiny",
        question="fidelity",
        pair=("reference", ORACLE),
        stage="model",
        method="reported",
        flags=(),
        case=EncodeCase("aba", BARE),
        side=RegressionSide(embedded(), {ORACLE: Expectation("0.23.3", RIGHT)}),
        against=None,
        note="a test",
        upstream=None,
    )
    return replace(case, **changes)


def expecting(observation, version="0.23.3"):
    return RegressionSide(embedded(), {ORACLE: Expectation(version, observation)})


def one(slot, case, versions=VERSIONS):
    replayed = replay(slot, [case], versions)
    return replayed, replayed.witnesses[case.name]


def test_an_expectation_of_a_misspelt_library_cannot_run(slot):
    slip = RegressionSide(embedded(), {"hugingface_tokenizers": Expectation("0.23.3", RIGHT)})
    replayed, said = one(slot, regression(side=slip))
    [failed] = replayed.failed
    assert said == "cannot-run"
    assert "'hugingface_tokenizers' is no oracle" in failed.reason


def test_all_that_agree_share_rows(slot):
    replayed = replay(slot, [regression(), regression(name="model/other")], VERSIONS)
    assert replayed.witnesses == {"model/tiny": "agrees", "model/other": "agrees"}
    assert [(row.artefact, row.left, row.counts) for row in replayed.cells] == [
        (MODEL, "recorded", Counts(2, 2)),
        (MODEL, "reference", Counts(2, 2)),
    ]
    assert merge_findings(Tally.of(replayed.results)) == []
    assert replayed.failed == ()


def test_a_stale_expectation_is_a_finding(slot):
    wrong = regression(side=expecting(Encoding((0, 1, 0), ((0, 1), (1, 2), (2, 3)))))
    replayed, witness = one(slot, wrong)
    [finding] = merge_findings(Tally.of(replayed.results))
    assert (finding.signature.left, finding.signature.component) == ("recorded", "expectation")
    assert finding.sightings[0].right == RIGHT
    assert ("model/tiny", 1) in [(row.artefact, row.counts.diverged) for row in replayed.cells]
    assert witness == "agrees", "the reference still does what the library does"


def test_another_version_is_not_held_to_the_recorded_word(slot):
    old = regression(side=expecting(Encoding((0,), ((0, 1),)), "0.9"))
    replayed, witness = one(slot, old)
    assert merge_findings(Tally.of(replayed.results)) == []
    assert [row.left for row in replayed.cells] == ["reference"]
    assert witness == "agrees"


def test_a_reference_that_is_wrong_now_is_a_named_finding(slot, monkeypatch):
    from tokparity.harness.fault_models.catalogue import FAULT_MODELS

    wrong_model = {**TINY["model"], "vocab": {"a": 0, "b": 1, "ab": 2, "ba": 3}}
    wrong_model["merges"] = [["b", "a"], ["a", "b"]]
    side = RegressionSide(
        embedded(TINY | {"model": wrong_model}), {ORACLE: Expectation("0", RIGHT)}
    )
    load = type(slot).tokenizer
    monkeypatch.setattr(
        type(slot), "tokenizer",
        lambda self, artefact: FAULT_MODELS["merge-order-reversed"].apply(load(self, artefact)),
    )  # fmt: skip
    replayed, witness = one(slot, regression(side=side))
    assert witness == "diverges"
    [finding] = merge_findings(Tally.of(replayed.results))
    assert (finding.signature.question, finding.signature.stage) == ("fidelity", "model")
    assert [row.artefact for row in replayed.cells] == ["model/tiny"]


def parity(**changes):
    other = json.loads(json.dumps(TINY))
    other["model"]["merges"] = []
    against = RegressionSide(embedded(other), {ORACLE: Expectation("0.23.3", Encoding((0, 1, 0)))})
    return regression(question="parity", pair=(ORACLE, ORACLE), against=against, **changes)


def test_a_parity_case_is_a_witness_and_no_finding(slot):
    replayed, witness = one(slot, parity())
    assert witness == "diverges"
    assert merge_findings(Tally.of(replayed.results)) == []
    assert one(slot, parity(case=EncodeCase("b", BARE)))[1] == "agrees"


def test_an_explanation_that_does_nothing_in_its_file_is_told(slot):
    composes = RegressionSide(embedded(TINY | {"normalizer": {"type": "NFC"}}), {})

    def idle(side, on, change="without-normalizer", was="NFC"):
        explanation = Explanation("e", "normalizer", change, on, was=was)
        entry = Entry("e", ORACLE, "accepted", "so", ("model/tiny",), "so", (explanation,))
        return replay(slot, [replace(parity(), side=side)], VERSIONS, Ledger((entry,))).idle

    def name_of(side):
        return f"tokenizer.json:sha256-{side.artefact.sha256}"

    assert idle(composes, name_of(composes)) == frozenset()
    assert idle(composes, name_of(composes), was="NFKC") == {"e"}
    assert idle(composes, "tokenizer.json:*", was="NFKC") == frozenset()
    assert idle(composes, name_of(composes), change="these-cases") == frozenset()


def test_what_no_side_can_express_is_no_agreement(slot, ranks):
    ranked = ranks()
    side = RegressionSide(
        Embedded("tiktoken", ranked.path.read_bytes(), ranked.facts),
        {"openai_tiktoken": Expectation("0.1", Encoding((1,)))},
    )
    case = EncodeCase("a", EncodeOptions(add_special=True))
    replayed, witness = one(slot, regression(side=side, case=case))
    assert witness == "cannot-run"
    assert [row.counts for row in replayed.cells] == [Counts(unsupported=1)]


def test_two_refusals_agree(slot):
    case = DecodeCase((1 << 40,))
    replayed, witness = one(slot, regression(case=case, side=expecting(Refusal("error", "x"))))
    assert witness == "agrees"
    assert {row.counts.refused for row in replayed.cells if row.left == "reference"} == {1}


def test_a_vocabulary_that_is_not_here_cannot_run_and_fails_nothing(slot, monkeypatch, tmp_path):
    monkeypatch.setenv("TOKPARITY_CACHE", str(tmp_path))
    from tokparity.corpora.vocabs.catalogue import find

    qwen = find("qwen3")[0]
    for name, sha256 in (("qwen3", qwen.sha256), ("qwen3", "0" * 64), ("nothing", "0" * 64)):
        side = RegressionSide(
            Named(name, "tokenizer.json", sha256), {ORACLE: Expectation("0", RIGHT)}
        )
        replayed, witness = one(slot, regression(side=side))
        assert witness == "cannot-run"
        assert (replayed.failed, replayed.cells) == ((), ())


def test_a_vocabulary_that_was_fetched_by_a_spec_is_here(lock_hub, tmp_path):
    sha256 = lock_hub("hub:a/b")

    def side(name, sha256):
        named = Named(name, "tokenizer.json", sha256)
        return RegressionSide(named, {ORACLE: Expectation("0", RIGHT)}, Settings(limits=False))

    artefact = artefact_of(side("hub:a/b", sha256), tmp_path)
    assert (artefact.sha256, artefact.settings) == (sha256, Settings(limits=False))
    for name, other in (("hub:a/b", "0" * 64), ("hub:a/c", sha256), ("hub:a", sha256)):
        with pytest.raises(TokparityError):
            artefact_of(side(name, other), tmp_path)


def test_a_tokenizer_that_does_not_load_fails_and_names_the_case(slot):
    broken = embedded(TINY | {"model": {"type": "BPE", "vocab": {"a": -1}, "merges": []}})
    replayed, witness = one(
        slot, regression(side=RegressionSide(broken, {ORACLE: Expectation("0", RIGHT)}))
    )
    assert witness == "cannot-run"
    [failed] = replayed.failed
    assert failed.cell == "model/tiny"
    assert failed.reason.startswith("its tokenizer: model.vocab")
    assert "/tmp" not in failed.reason


def test_a_bug_of_ours_fails_the_case_and_not_the_replay(slot, monkeypatch):
    from tokparity.harness.findings import committed_cases as gate

    def broken(*_):
        raise ZeroDivisionError("oh")

    monkeypatch.setattr(gate, "_recorded", broken)
    replayed, _ = one(slot, regression())
    assert [one.reason[:21] for one in replayed.failed] == ["ZeroDivisionError: oh"]


def test_the_users_own_cases_are_read_beside_the_committed(tmp_path):
    shipped = committed(tmp_path / "none")
    assert len(shipped) > 40
    write_regression(regression(name="own/mine"), tmp_path)
    assert committed(tmp_path) == (*shipped, regression(name="own/mine"))


def test_a_bad_case_file_is_never_passed_over(tmp_path):
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "bad.json").write_text("{}")
    with pytest.raises(TokparityError, match=r"bad\.json"):
        committed(tmp_path)


def test_a_stream_is_replayed_and_held_to_its_word(slot):
    right = Streamed(("ab", "a", None))
    stream = regression(
        name="decoder/tiny", stage="decoder", case=StreamCase((2, 0, -1), (1,)),
        side=expecting(right),
    )  # fmt: skip
    replayed, witness = one(slot, stream)
    assert (witness, merge_findings(Tally.of(replayed.results))) == ("agrees", [])
    stale, witness = one(slot, replace(stream, side=expecting(Streamed(("ab", "", None)))))
    [finding] = merge_findings(Tally.of(stale.results))
    assert (witness, finding.signature.op, finding.sightings[0].index) == ("agrees", "stream", 1)
    assert finding.sightings[0].right == right


def test_cases_that_there_is_no_time_for_are_counted_and_say_nothing(slot):
    cases = [regression(), regression(name="model/other")]
    none = replay(slot, cases, VERSIONS, until=time.monotonic() - 1)
    assert none.not_reached == 2
    assert dict(none.witnesses) == dict.fromkeys(("model/tiny", "model/other"), "cannot-run")
    assert (none.results, none.failed) == ((), ())
    every = replay(slot, cases, VERSIONS, until=time.monotonic() + 600)
    assert (every.not_reached, every.witnesses) == (0, replay(slot, cases, VERSIONS).witnesses)

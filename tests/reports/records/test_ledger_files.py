from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.contract import DecodeCase, Text
from tokparity.reports.records.errors import BadLedger, LedgerRefused
from tokparity.reports.records.explanation import AddedRows, CaseAnswers, Explanation
from tokparity.reports.records.ledger import Ledger, classify, load_ledger, read_folder
from tokparity.reports.records.ledger_files import accept, file_name, fix

VERSIONS = {"openai_tiktoken": "0.14.0"}


EXPLANATION = Explanation(
    "", "decoder", "pre", "gguf:sha256-0[1]", "tiktoken:x", ("decode",), was="a", by="b"
)


@pytest.fixture
def parity(sample_findings):
    found = next(f for f in sample_findings if f.signature.op == "decode")
    return replace(found, status="new", ledger_entry=None)


def explained(finding, entry):
    """The finding, as the next run makes it."""
    return replace(finding, signature=replace(finding.signature, cause=entry.id))


def test_an_accepted_finding_is_accepted_from_then_on(tmp_path, parity):
    folder = tmp_path / ".tokparity" / "known"
    entry = accept(folder, parity, "bytes hold more than text", "byte_level/lossy", EXPLANATION)
    assert entry.path == folder / "openai_tiktoken.toml"
    judged = classify(explained(parity, entry), load_ledger(folder), VERSIONS)
    assert (judged.status, judged.ledger_entry) == ("accepted", entry.id)
    assert entry.witnesses == ("byte_level/lossy",)
    assert classify(parity, load_ledger(folder), VERSIONS).status == "new"


def test_the_explanation_is_read_back_as_it_was(tmp_path, parity):
    case = CaseAnswers(DecodeCase((1,)), Text("a"), Text("b"))
    rows = AddedRows((AddedToken(1, "é", special=True),))
    for number, explanation in enumerate(
        (
            EXPLANATION,
            replace(EXPLANATION, change="added-rows", was="", by="", rows=rows),
            replace(EXPLANATION, change="these-cases", was="", by="", answers=(case,)),
        )
    ):
        name = f"Entry_{number}"
        entry = accept(tmp_path, parity, "r", "a/b", explanation, entry_id=name)
        on = "gguf:sha256-0[[]1]"
        assert entry.explanations == (replace(explanation, entry=name, on=on),)
    names = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.glob("*/*"))
    assert names == ["cases/entry-2.json", "rows/entry-1.json"]


def test_of_two_pairs_with_one_first_file_each_has_its_entry(tmp_path, parity):
    pairs = [replace(parity.sightings[0], artefact="m.json", against=a) for a in ("q4", "q8[1]")]
    both = replace(parity, sightings=tuple(pairs))
    ids = {accept(tmp_path, both, "r", "a/b", EXPLANATION, pair).id for pair in pairs}
    assert len(ids) == len(read_folder(tmp_path)) == 2


def test_a_fidelity_finding_cannot_be_accepted(tmp_path, sample_findings):
    found = next(f for f in sample_findings if f.signature.question == "fidelity")
    with pytest.raises(LedgerRefused, match="a fidelity divergence cannot be accepted: repair"):
        accept(tmp_path, found, "r", "a/b", EXPLANATION)
    assert not list(tmp_path.iterdir())


def test_twice_is_refused(tmp_path, parity):
    accept(tmp_path, parity, "r", "a/b", EXPLANATION)
    with pytest.raises(LedgerRefused, match="is there already"):
        accept(tmp_path, parity, "r", "a/b", EXPLANATION)
    assert len(read_folder(tmp_path)) == 1


@pytest.mark.parametrize(
    ("reason", "witness", "error", "message"),
    [
        (" ", "a/b", BadLedger, r"openai_tiktoken.toml: entry \S+: reason: is needed"),
        ("r", "../b", BadLedger, r"witnesses\[0\]: '../b' is not family/slug"),
        ("\ud800", "a/b", LedgerRefused, "cannot hold a lone surrogate"),
    ],
)
def test_a_bad_entry_leaves_the_file_as_it_was(tmp_path, parity, reason, witness, error, message):
    other = replace(parity, signature=replace(parity.signature, component="Other"))
    accept(tmp_path, other, "r", "a/b", EXPLANATION)
    before = (tmp_path / "openai_tiktoken.toml").read_bytes()
    with pytest.raises(error, match=message):
        accept(tmp_path, parity, reason, witness, replace(EXPLANATION, rows=AddedRows()))
    assert (tmp_path / "openai_tiktoken.toml").read_bytes() == before
    assert len(list(tmp_path.iterdir())) == 1


def test_two_subjects_with_one_file_name_do_not_mix(tmp_path, parity):
    def about(right):
        return replace(parity, signature=replace(parity.signature, right=right))

    accept(tmp_path, about("exec:./a b"), "r", "a/b", EXPLANATION)
    with pytest.raises(LedgerRefused, match=r"is the ledger of 'exec:./a b', not of 'exec:./a-b'"):
        accept(tmp_path, about("exec:./a-b"), "r", "a/b", EXPLANATION)


def test_no_subject_leaves_the_folder():
    assert file_name("../../etc/passwd") == "etc-passwd"
    assert file_name("..") == "subject"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(reason=st.text(st.characters(codec="utf-8")), was=st.text(st.characters(codec="utf-8")))
def test_any_text_survives_the_file(tmp_path_factory, parity, reason, was):
    folder = tmp_path_factory.mktemp("known")
    explanation = replace(EXPLANATION, was=was)
    entry = accept(folder, parity, "because " + reason, "a/b", explanation)
    assert entry.evidence == "because " + reason
    assert entry.explanations[0].was == was


COMMENTED = """# Reviewed by us.
schema_version = 1
oracle = "openai_tiktoken"

# gone soon
[[entry]]
id = "one"
status = "open"
link = "https://…"
stage = "model"
witnesses = ["a/1"]
explains = [{ change = "pre", on = "gguf:*" }]

[[entry]]
id = "two"  # stays
status = "accepted"
reason = '''so it
is'''
stage = "model"
witnesses = ["a/2"]
[[entry.explains]]
change = "pre"
on = "gguf:*"
"""


@pytest.fixture
def ledger(tmp_path):
    (tmp_path / "openai_tiktoken.toml").write_text(COMMENTED)
    return Ledger(tuple(read_folder(tmp_path)))


def test_fix_removes_stale_entries_and_keeps_the_rest_as_it_was(tmp_path, ledger):
    gone = fix(tmp_path, ledger, {"a/1": "agrees", "a/2": "diverges"}, VERSIONS)
    assert [entry.id for entry in gone] == ["one"]
    assert [entry.id for entry in read_folder(tmp_path)] == ["two"]
    left = (tmp_path / "openai_tiktoken.toml").read_text()
    assert "# Reviewed by us." in left
    assert 'id = "two"  # stays' in left
    assert "'''so it\nis'''" in left


def test_fix_can_empty_a_file(tmp_path, ledger):
    fix(tmp_path, ledger, {"a/1": "agrees", "a/2": "agrees"}, VERSIONS)
    assert read_folder(tmp_path) == []


def test_fix_refuses_after_a_partial_run(tmp_path, ledger):
    with pytest.raises(LedgerRefused, match=r"partial: 1 of 2 witnesses were not replayed \(a/2"):
        fix(tmp_path, ledger, {"a/1": "agrees"}, VERSIONS)
    assert (tmp_path / "openai_tiktoken.toml").read_text() == COMMENTED


def test_a_witness_that_cannot_run_keeps_its_entry(tmp_path, ledger):
    outcomes = {"a/1": "cannot-run", "a/2": "cannot-run"}
    assert fix(tmp_path, ledger, outcomes, VERSIONS) == ()
    assert (tmp_path / "openai_tiktoken.toml").read_text() == COMMENTED


def test_fix_leaves_other_folders_alone(tmp_path, ledger):
    own = tmp_path / "own"
    own.mkdir()
    assert fix(own, ledger, {"a/1": "agrees", "a/2": "agrees"}, VERSIONS) == ()
    assert (tmp_path / "openai_tiktoken.toml").read_text() == COMMENTED


def test_entries_in_another_spelling_are_refused_not_rewritten(tmp_path, parity):
    path = tmp_path / "openai_tiktoken.toml"
    path.write_text('schema_version = 1\noracle = "openai_tiktoken"\nentry = []\n')
    with pytest.raises(LedgerRefused, match=r"write its entries as \[\[entry\]\]"):
        accept(tmp_path, parity, "r", "a/b", EXPLANATION)
    assert [p.name for p in tmp_path.iterdir()] == [path.name]

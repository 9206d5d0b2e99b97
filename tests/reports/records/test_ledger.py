import tomllib
from dataclasses import replace
from fnmatch import fnmatch
from importlib.resources import files

import pytest

from tokparity.oracles.protocol import ORACLES
from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reports.records.errors import BadLedger
from tokparity.reports.records.explanation import AddedRows, Explanation
from tokparity.reports.records.finding import Finding, Signature
from tokparity.reports.records.ledger import (
    NOBODY,
    Entry,
    Ledger,
    classify,
    load_ledger,
    read_file,
)

HF, TT = "huggingface_tokenizers", "openai_tiktoken"


def _is_of_one(side, *files):
    """Whether the files that deviate are among those that a change is of."""
    return any(fnmatch(side.partition(":")[0], glob.partition(":")[0]) for glob in files)


VERSIONS = {HF: "0.23.3", TT: "0.14.0"}
HEAD = f'schema_version = 1\noracle = "{TT}"\n'
GOOD = """
[[entry]]
id = "lossy"
status = "accepted"
reason = "text cannot hold half a character"
stage = "decoder"
witnesses = ["byte_level/lossy"]
[[entry.explains]]
change = "keep"
on = "tiktoken:*"
ops = ["decode"]
"""


def entry(**changes):
    base = Entry("e", TT, "accepted", "because", ("family/case",))
    return replace(base, **changes)


@pytest.fixture
def decode(sample_findings):
    """A parity finding in gpt-2 that entry "e" explains, not yet judged."""
    found = next(f for f in sample_findings if f.signature.op == "decode")
    signature = replace(found.signature, cause="e")
    return replace(found, signature=signature, status="new", ledger_entry=None)


def status(finding, *entries, versions=VERSIONS, stale=()):
    judged = classify(finding, Ledger(entries), versions, stale)
    return judged.status, judged.ledger_entry


def test_a_matching_entry_gives_its_status(decode):
    assert status(decode) == ("new", None)
    assert status(decode, entry()) == ("accepted", "e")
    assert status(decode, entry(status="open", evidence="https://…")) == ("open", "e")


def test_judging_changes_nothing_else(decode):
    judged = classify(decode, Ledger((entry(),)), VERSIONS)
    assert replace(judged, status="new", ledger_entry=None) == decode


@pytest.mark.parametrize(("side", "told"), [("tiktoken:*", True), ("", False)])
def test_the_side_that_deviates_is_told(decode, side, told):
    judged = classify(decode, Ledger((entry(deviates="x", side=side),)), VERSIONS)
    sides = decode.signature.left, decode.signature.right
    assert judged.deviant == (("left", "right")[sides.index(TT)] if told else None)
    assert classify(judged, Ledger(()), VERSIONS).deviant is None


def test_an_old_status_is_forgotten(decode):
    assert status(replace(decode, status="accepted", ledger_entry="gone")) == ("new", None)


def test_an_entry_covers_what_it_explains_and_nothing_else(decode):
    assert status(decode, entry(id="f")) == ("new", None)
    unexplained = replace(decode, signature=replace(decode.signature, cause=""))
    assert status(unexplained, entry()) == ("new", None), "the same stage and component"


def test_a_fidelity_divergence_is_never_covered_but_by_nondeterminism(sample_findings):
    found = next(f for f in sample_findings if f.signature.question == "fidelity")
    oracle = found.signature.right
    for state, evidence in (("accepted", "r"), ("open", "l"), ("fixed-in", "99")):
        covering = entry(oracle=oracle, status=state, evidence=evidence)
        assert status(found, covering) == ("new", None)
        assert status(found, replace(covering, nondeterminism=True)) == (state, "e")


@pytest.fixture
def chance(sample_findings):
    """A fidelity finding, and an entry for what is nondeterministic."""
    found = next(f for f in sample_findings if f.signature.question == "fidelity")
    match = {"op": found.signature.op}
    return found, entry(oracle=found.signature.right, nondeterminism=True, match=match)


@pytest.mark.parametrize("name", ["question", "op", "left", "right", "stage", "component"])
def test_of_what_is_nondeterministic_every_match_field_must_be_equal(chance, name):
    found, by_chance = chance
    right = getattr(found.signature, name)
    assert status(found, replace(by_chance, match={name: right}))[0] == "accepted"
    assert status(found, replace(by_chance, match={name: right + "x"})) == ("new", None)
    assert status(found, replace(by_chance, oracle="another")) == ("new", None)


def test_what_has_no_stage_is_covered_only_where_the_entry_says_so(chance):
    found, by_chance = chance
    unnamed = replace(found, signature=replace(found.signature, stage="unknown"))
    assert status(unnamed, by_chance) == ("new", None)
    assert status(unnamed, replace(by_chance, match={"stage": "unknown"}))[0] == "accepted"


def test_the_least_excusing_of_several_entries_counts(chance):
    found, accepted = chance
    entries = (
        accepted,
        replace(accepted, id="f", status="fixed-in", evidence="99"),
        replace(accepted, id="o", status="open"),
    )
    assert status(found, *entries) == ("open", "e, f, o")
    assert status(found, *entries[:2]) == ("fixed-in", "e, f")
    assert status(found, *entries, stale={"e"}) == ("stale", "e, f, o")


def test_a_pair_of_sides_needs_only_the_entries_that_may_speak_of_it():
    def about(**changes):
        entries = (entry(**changes),)
        return [
            bool(Ledger(entries).about(*pair).entries)
            for pair in (("parity", HF, TT), ("parity", HF, HF), ("fidelity", "reference", TT))
        ]

    assert about() == [True, False, False]
    assert about(oracle=HF) == [True, True, False]
    assert about(nondeterminism=True) == [False, False, True]
    assert about(match={"left": "reference"}, nondeterminism=True) == [False, False, True]
    assert about(match={"left": HF}, nondeterminism=True) == [False, False, False]


def test_a_finding_without_sightings_is_covered_by_nothing():
    signature = Signature("parity", "encode", HF, TT, "model", "BPE")
    assert status(Finding(signature, "", "divergence", "unknown", ()), entry()) == ("new", None)


@pytest.mark.parametrize(
    ("fixed", "running", "expected"),
    [
        ("0.15", "0.14.0", "fixed-in"),
        ("0.14.0", "0.14.0", "new"),
        ("0.9", "0.14.0", "new"),
        ("b11600", "b11549", "fixed-in"),
        ("0.15", None, "new"),
    ],
)
def test_fixed_in_covers_only_versions_before_the_fix(decode, fixed, running, expected):
    versions = {TT: running} if running else {}
    found = status(decode, entry(status="fixed-in", evidence=fixed), versions=versions)
    assert found[0] == expected


TWO = entry(witnesses=("a/1", "a/2"))


@pytest.mark.parametrize(
    ("outcomes", "stale"),
    [
        ({"a/1": "agrees", "a/2": "agrees"}, True),
        ({"a/1": "agrees", "a/2": "cannot-run"}, True),
        ({"a/1": "agrees"}, True),
        ({"a/1": "agrees", "a/2": "diverges"}, False),
        ({"a/1": "cannot-run", "a/2": "cannot-run"}, False),
        ({}, False),
    ],
)
def test_stale_is_when_all_that_can_run_agree(outcomes, stale):
    assert Ledger((TWO,)).stale(outcomes, VERSIONS) == ((TWO,) if stale else ())


def test_agreeing_where_the_fix_is_in_is_not_stale():
    fixed = entry(status="fixed-in", evidence="0.14.0", witnesses=("a/1",))
    assert Ledger((fixed,)).stale({"a/1": "agrees"}, VERSIONS) == ()
    assert Ledger((fixed,)).stale({"a/1": "agrees"}, {TT: "0.13"}) == (fixed,)


def test_witnesses_that_cannot_run_are_counted_once():
    ledger = Ledger((TWO, entry(id="f", witnesses=("a/2", "a/3"))))
    assert ledger.witnesses == ("a/1", "a/2", "a/3")
    assert ledger.cannot_run({"a/1": "agrees", "a/2": "cannot-run"}) == 2


def test_reads_an_entry(tmp_path):
    path = tmp_path / "x.toml"
    path.write_text(HEAD + GOOD)
    (read,) = read_file(path)
    assert read == Entry(
        "lossy",
        TT,
        "accepted",
        "text cannot hold half a character",
        ("byte_level/lossy",),
        "text cannot hold half a character",
        (Explanation("lossy", "decoder", "keep", "tiktoken:*", ops=("decode",)),),
    )
    assert read.path == path
    more = 'deviates = "tiktoken"\nside = "tiktoken:*"\nstatus ='
    path.write_text(HEAD + GOOD.replace("status =", more))
    (said,) = read_file(path)
    assert (said.deviates, said.side) == ("tiktoken", "tiktoken:*")
    assert replace(said, deviates="", side="") == read


def test_reads_an_entry_of_what_is_nondeterministic(tmp_path):
    path = tmp_path / "x.toml"
    path.write_text(
        HEAD + '[[entry]]\nid = "o"\nstatus = "open"\nlink = "https://…"\nwitnesses = ["a/b"]\n'
        'match = { op = "decode" }\nupstream = "nondeterminism"\n'
    )
    (read,) = read_file(path)
    assert (read.explanations, read.nondeterminism, read.match) == ((), True, {"op": "decode"})


def test_reads_pinned_rows_and_cases(tmp_path):
    path = tmp_path / "x.toml"
    answers = '"left": {"ids": [1], "offsets": null}, "right": {"ids": [2], "offsets": null}'
    case = '{"op": "encode", "text": "a", "options": {"add_special": false, "parse_special": true}}'
    for kind, content in (
        ("rows", '{"minus": [{"id": 1, "content": "<s>", "special": true}]}'),
        ("cases", f'{{"cases": [{{"case": {case}, {answers}}}]}}'),
    ):
        (tmp_path / kind).mkdir()
        (tmp_path / kind / "some.json").write_text(content)
    more = (
        'rows = "rows/some.json"\n[[entry.explains]]\nchange = "these-cases"\non = "*"\n'
        'cases = "cases/some.json"\n'
    )
    path.write_text(HEAD + GOOD + more)
    rows, cases = read_file(path)[0].explanations
    assert rows.rows == AddedRows((AddedToken(1, "<s>", special=True),))
    assert [(one.case.text, one.left.ids, one.right.ids) for one in cases.answers] == [
        ("a", (1,), (2,))
    ]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("schema_version = 1", "schema_version = 2", "x.toml: schema_version: 2 is not 1"),
        ("schema_version = 1", "", "x.toml: schema_version: is missing"),
        (HEAD, HEAD + "entries = 1\n", "x.toml: entries: is not a known field"),
        (GOOD, "entry = 3", "x.toml: entry: 3 is not an array"),
        (GOOD, "= 3", "x.toml: file: not TOML"),
        ('"accepted"', '"done"', "entry lossy: status: 'done' is not one of accepted, open"),
        ('"accepted"', '"open"', "entry lossy: link: is needed for status 'open'"),
        ('"accepted"', '"fixed-in"\nversion = "x"', "entry lossy: version: 'x' has no number"),
        ('"accepted"', '"open"\ndeviates = "nobody"', "deviates: is 'nobody', but 'open' is"),
        (
            '"accepted"',
            '"accepted"\ndeviates = "nobody"\nside = "gguf:*"',
            "side: is of the one that",
        ),
        ('"accepted"', '"accepted"\nside = "gguf:*"', "side: is of the one that deviates"),
        (
            '"accepted"',
            '"accepted"\ndeviates = "x"\nside = "gguf"',
            "side: 'gguf' is not format:name",
        ),
        ("text cannot hold half a character", " ", "entry lossy: reason: is needed for"),
        ('id = "lossy"', "", "entry [0]: id: is missing"),
        ('id = "lossy"', 'id = ""', "entry [0]: id: is empty"),
        ('id = "lossy"', "id = 5", "entry [0]: id: 5 is not a string"),
        ("reason =", 'whatever = ""\nreason =', "whatever: is not a known field"),
        ('stage = "decoder"', 'stage = "x"', "stage: 'x' is not one of chat_template, added_tok"),
        ('stage = "decoder"', "", "stage: is missing"),
        ('stage = "decoder"', 'vocabulary = "x"', "vocabulary: is not a known field"),
        (GOOD[GOOD.index("[[entry.ex") :], "", "explains: is missing: an entry covers the cases"),
        ('change = "keep"', "", "explains[0].change: is missing"),
        ('change = "keep"', 'change = "these-cases"', "cases: go with the change 'these-cases'"),
        ("ops =", 'cases = "cases/a.json"\nops =', "cases: go with the change 'these-cases'"),
        ("ops =", 'rows = "../a.json"\nops =', "rows: '../a.json' is not rows/NAME.json"),
        ("ops =", 'rows = "rows/../a.json"\nops =', "is not rows/NAME.json"),
        ("ops =", 'rows = "rows/a.json"\nops =', "rows: rows/a.json: No such file"),
        ("reason =", 'match = { op = "decode" }\nreason =', "match: covers nothing without upstr"),
        ("reason =", 'upstream = "nondeterminism"\nreason =', "explains: nothing explains what"),
        ('["byte_level/lossy"]', "[]", "witnesses: at least one regression case is needed"),
        ("byte_level/lossy", "../lossy", "witnesses[0]: '../lossy' is not family/slug"),
        ("byte_level/lossy", "lossy", "witnesses[0]: 'lossy' is not family/slug"),
        ("byte_level/lossy", "a/../b", "witnesses[0]: 'a/../b' is not family/slug"),
        ("reason =", 'upstream = "flaky"\nreason =', "upstream: 'flaky' is not one of nondet"),
    ],
)
def test_anything_wrong_is_one_line_with_file_entry_and_field(tmp_path, old, new, message):
    content = HEAD + GOOD
    assert old in content
    path = tmp_path / "x.toml"
    path.write_text(content.replace(old, new))
    with pytest.raises(BadLedger) as caught:
        read_file(path)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_no_text(tmp_path):
    path = tmp_path / "x.toml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(BadLedger, match="not TOML"):
        read_file(path)
    with pytest.raises(BadLedger, match="No such file"):
        read_file(tmp_path / "nowhere.toml")


def test_the_users_own_entries_come_after_the_shipped(tmp_path):
    (tmp_path / "mine.toml").write_text(HEAD + GOOD)
    shipped = load_ledger().entries
    *first, last = load_ledger(tmp_path).entries
    assert (tuple(first), last.id) == (shipped, "lossy")
    assert load_ledger(tmp_path / "nowhere").entries == shipped


def test_an_id_stands_in_one_file_only(tmp_path):
    (tmp_path / "a.toml").write_text(HEAD + GOOD)
    (tmp_path / "b.toml").write_text(HEAD + GOOD)
    with pytest.raises(BadLedger, match=r"b.toml: entry lossy: id: also in .*a.toml"):
        load_ledger(tmp_path)


def test_each_native_oracle_ships_a_ledger_that_names_it():
    folder = files("tokparity.reports") / "known"
    shipped = {
        path.name: tomllib.loads(path.read_text("utf-8"))
        for path in folder.iterdir()
        if path.name.endswith(".toml")
    }
    assert {name.removesuffix(".toml"): data["oracle"] for name, data in shipped.items()} == {
        name: name for name, spec in ORACLES.items() if not spec.second_opinion
    }
    entries = load_ledger().entries
    assert load_ledger().entries[0] is entries[0], "read once a process"
    assert all(entry.deviates for entry in entries), "each says who is the cause"
    for entry in entries:
        assert (entry.deviates == NOBODY) != bool(entry.side), entry.id
        pairs = [(each.on, each.beside) for each in entry.explanations]
        assert not entry.side or all(_is_of_one(entry.side, *pair) for pair in pairs), entry.id

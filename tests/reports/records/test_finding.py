import json
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tokparity.reference_impl.codec import read, write
from tokparity.reference_impl.contract import (
    STAGES,
    Bytes,
    DecodeCase,
    DecodeOptions,
    EncodeCase,
    EncodeOptions,
    Encoding,
    Refusal,
    Text,
)
from tokparity.reference_impl.traces import Merge, Piece, StageTrace, Trace
from tokparity.reports.records.finding import (
    Finding,
    RefusalRecord,
    ShownToo,
    Sighting,
    Signature,
)


def joins(text: str) -> bool:
    """Whether a high surrogate stands right before a low one: in JSON those are one character."""
    return any("\ud800" <= a < "\udc00" <= b < "\ue000" for a, b in pairwise(text))


ANY_CHARACTER = st.characters(codec=None, exclude_categories=())
SPECIAL = st.sampled_from(
    ["\0", "\ud800", "\udfff", "\u2028", "\u202e", "\ufeff", "<", "\U0010ffff"]
)
texts = st.text(ANY_CHARACTER | SPECIAL, max_size=6).filter(lambda text: not joins(text))
naturals = st.integers(0, 2**31 - 1)
ids = st.lists(st.integers(-(2**31), 2**31 - 1), max_size=4).map(tuple)
spans = st.tuples(naturals, naturals)
encodings = st.builds(Encoding, ids, st.none() | st.lists(spans, max_size=4).map(tuple))
kinds = st.sampled_from(["error", "crash", "timeout", "memory", "regex-limit", "unsupported"])
refusals = st.builds(Refusal, kinds, texts)
observations = (
    encodings | st.builds(Text, texts) | st.builds(Bytes, st.binary(max_size=5)) | refusals
)
cases = st.builds(
    EncodeCase, texts, st.builds(EncodeOptions, st.booleans(), st.booleans())
) | st.builds(DecodeCase, ids, st.builds(DecodeOptions, st.booleans()))
candidates = st.lists(st.tuples(texts, texts, naturals), max_size=2).map(tuple)
merges = st.builds(Merge, texts, texts, naturals, candidates)
pieces = st.builds(Piece, texts, naturals, naturals, st.none() | naturals)
stages = st.builds(
    StageTrace,
    st.sampled_from(STAGES),
    texts,
    st.lists(pieces, max_size=2).map(tuple),
    st.lists(st.tuples(texts, st.lists(merges, max_size=2).map(tuple)), max_size=2).map(tuple),
)
traces = st.none() | st.builds(Trace, st.lists(stages, max_size=2).map(tuple), encodings)
sightings = st.builds(
    Sighting,
    artefact=texts,
    sha256=texts,
    against=st.none() | texts,
    count=naturals,
    case=cases,
    found_as=cases,
    left=observations,
    right=observations,
    field=st.sampled_from(["ids", "offsets", "text", "refusal"]),
    index=naturals,
    left_trace=traces,
    right_trace=traces,
    pieces=st.lists(st.tuples(naturals, texts), max_size=2).map(tuple),
)
questions = st.sampled_from(["fidelity", "parity"])
ops = st.sampled_from(["encode", "decode"])
signatures = st.builds(
    Signature,
    questions,
    ops,
    texts,
    texts,
    st.sampled_from([*STAGES, "unknown"]),
    texts,
    st.sampled_from(["", "tokens"]),
)
findings = st.builds(
    Finding,
    signatures,
    texts,
    st.sampled_from(["divergence", "refusal"]),
    st.sampled_from(["reported", "two-trace", "counterfactual", "unknown"]),
    st.lists(sightings, max_size=2).map(tuple),
    st.sampled_from(["new", "accepted", "open", "fixed-in", "stale"]),
    st.none() | texts,
    st.lists(signatures, max_size=2).map(tuple),
)
refusal_records = st.builds(
    RefusalRecord, texts, texts, texts, texts, ops, cases, refusals, st.none() | st.booleans()
)


@given(findings)
def test_a_finding_survives_ascii_json_and_has_its_shape(finding):
    line = json.dumps(write(finding))
    assert line.isascii()
    data = json.loads(line)
    assert read(Finding, data) == finding


@given(st.none() | observations, st.none() | st.tuples(cases, observations, observations))
def test_what_a_case_shows_too_survives_json(answer, any_text):
    shown = ShownToo(("adds a space",), answer, any_text)
    assert read(ShownToo, json.loads(json.dumps(write(shown)))) == shown


@given(refusal_records)
def test_a_refusal_survives_ascii_json_and_has_its_shape(record):
    data = json.loads(json.dumps(write(record)))
    assert read(RefusalRecord, data) == record


@given(st.text(st.characters(min_codepoint=0xD7FF, max_codepoint=0xE000), min_size=2, max_size=4))
def test_surrogates_that_stand_as_a_pair_are_the_only_text_json_joins(text):
    assert (json.loads(json.dumps(text)) == text) is not joins(text)


@given(findings, texts)
def test_what_is_for_people_never_groups(finding, shape):
    changed = replace(finding, shape=shape, sightings=(), status="new", method="unknown")
    assert (changed.key, changed.id) == (finding.key, finding.id)


@given(signatures, signatures)
def test_ids_of_different_keys_differ(one, other):
    assume(one.key != other.key)
    a, b = (Finding(s, "", "divergence", "unknown", ()) for s in (one, other))
    assert a.id != b.id


@pytest.mark.parametrize("field", ["question", "op", "left", "right", "stage", "component"])
def test_every_signature_field_is_in_the_key(field):
    signature = Signature("fidelity", "encode", "a", "b", "model", "BPE")
    assert replace(signature, **{field: "other"}).key != signature.key


def test_a_symptom_makes_another_key_and_stands_for_the_component():
    plain = Signature("fidelity", "encode", "a", "b", "model", "BPE")
    told = replace(plain, symptom="unknown more")
    assert plain.key == "v1/fidelity/encode/a~b/model/BPE"
    assert told.key == "v2/fidelity/encode/a~b/model/unknown more"
    assert replace(told, component="Sequence").key == told.key
    assert replace(told, symptom="tokens").key != told.key


def test_a_finding_of_before_there_were_symptoms_is_read():
    signature = Signature("parity", "decode", "a", "b", "decoder", "Fuse")
    written = write(Finding(signature, "", "divergence", "reported", ()))
    assert "symptom" not in written["signature"]
    assert read(Finding, written).signature == signature

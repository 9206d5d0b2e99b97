import copy

import pytest
from hypothesis import HealthCheck, given, settings

from tokparity.corpora import strategies
from tokparity.harness.fault_models.catalogue import FAULT_MODELS

NAME = "normalizing twice"


def several(*types):
    return {"type": "Sequence", "normalizers": [{"type": one} for one in types]}


@pytest.mark.parametrize("kind", ["NFC", "NFD", "NFKC", "NFKD", "Lowercase"])
@settings(
    max_examples=25,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(text=strategies.texts())
def test_a_normal_form_is_its_own(read, held, lossless_document, kind, text):
    tokenizer = read(copy.deepcopy(lossless_document) | {"normalizer": {"type": kind}})
    one = held(NAME, tokenizer, [text])
    assert (one.reading.kind, one.broken) == ("invariant", 0)


@pytest.mark.parametrize(
    ("normalizer", "reading"),
    [
        (None, "none"),
        (several(), "none"),
        (several("NFC"), "invariant"),
        (several("NFC", "Lowercase"), "observation"),
        ({"type": "Prepend", "prepend": "x"}, "observation"),
    ],
    ids=["none", "empty", "single", "two", "prepend"],
)
def test_readings(read, held, lossless_document, normalizer, reading):
    tokenizer = read(copy.deepcopy(lossless_document) | {"normalizer": normalizer})
    one = held(NAME, tokenizer, ["a"])
    assert one.reading.kind == reading
    assert one.broken == (1 if normalizer and normalizer["type"] == "Prepend" else 0) * 3


def test_a_fault_breaks_the_law(read, held, lossless_document, monkeypatch):
    from tokparity.reference_impl.normalizers.nfc import NFC

    tokenizer = read(copy.deepcopy(lossless_document) | {"normalizer": {"type": "NFC"}})
    honest = NFC.normalize

    def twice_as_long(self, text):
        return honest(self, text).replace_each(lambda char: char * 2 if char == "e" else char)

    monkeypatch.setattr(NFC, "normalize", twice_as_long)
    one = held(NAME, tokenizer, ["e", "a"])
    assert one.breaks_invariant
    assert one.example.text == "e"
    assert one.example.fault == "'ee', then 'eeee'"
    assert FAULT_MODELS["no-nfc"].apply(tokenizer) is not tokenizer

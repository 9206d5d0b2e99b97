"""A family makes fault models of parameters, and says which of them is wrong."""

from inspect import signature

import pytest

from tokparity.harness.fault_models.catalogue import FAMILIES, FAULT_MODELS
from tokparity.harness.fault_models.fault_model import (
    _CHARACTERS,
    _COUNTS,
    _PLACES,
    _TEXTS,
    BadParameters,
)
from tokparity.reference_impl.contract import EncodeOptions
from tokparity.reference_impl.tokenizer.refusals import REFUSING, refusal_of


@pytest.mark.parametrize(
    ("family", "parameters", "reason"),
    [
        ("characters-spared", {"first": 1114112, "last": 1114113}, "first, last: .*chr"),
        ("characters-spared", {"first": 1 << 80, "last": 1 << 80}, "first, last: "),
        ("characters-spared", {"first": -1, "last": 5}, "first: is -1, not 0 or more"),
        ("characters-spared", {"first": 9, "last": 5}, "first: is greater than last"),
        ("pieces-lost", {"first": 9, "last": 5}, "first: is greater than last"),
        ("words-cut", {"length": 0}, "length: is 0, not 1 or more"),
        ("words-by-ends", {"length": 1}, "length: 1 has no two ends"),
        ("ranks-wrapped", {"modulus": 0}, "modulus: is 0, not 1 or more"),
        ("ranks-rounded", {"bits": 1 << 40}, "bits: .* more than 64"),
        ("merges-swapped", {"rank": -1}, "rank: is -1"),
        ("added-tokens-also-as", {"char": "a", "other": "ab"}, "other: is 'ab', not one character"),
        ("text-ended", {"char": ""}, "char: is '', not one character"),
        ("text-rewritten", {"found": "", "put": "a"}, "found: is empty"),
        ("decoded-rewritten", {"found": "a", "put": "\ud800"}, "put: holds half"),
        ("unknown-costs", {"penalty": float("nan")}, "penalty: is nan, no number"),
    ],
)
def test_a_family_refuses_values_that_make_no_fault_model(family, parameters, reason):
    with pytest.raises(BadParameters, match=f"{family}: parameter {reason}"):
        FAMILIES[family].of(parameters)


def test_what_each_parameter_must_be_is_known():
    names = {name for family in FAMILIES.values() for name in signature(family.change).parameters}
    assert names <= {*_COUNTS, *_PLACES, *_CHARACTERS, *_TEXTS, "by", "penalty", "put"}


def test_a_family_says_which_parameter_is_wrong():
    with pytest.raises(BadParameters, match="parameter rank: is missing"):
        FAMILIES["merges-swapped"].of({})


@pytest.mark.parametrize("name", FAULT_MODELS)
def test_what_is_wrong_is_wrong_in_batches_as_it_is_alone(slot, save, every_stage, name):
    """Also where the reference would take texts apart, or have a table of ids."""
    honest = slot.tokenizer(save(every_stage))
    faulty = FAULT_MODELS[name].apply(honest)
    options = EncodeOptions(add_special=False)
    texts = ["a <a>", "<a> a", "hello <|end|>", "a  b <s>", "12 e\u0301 x", "word words"] * 40
    asked = list(dict.fromkeys(texts))
    alone = dict(zip(asked, (encoded(faulty, text, options) for text in asked), strict=True))
    batch = faulty.encode_batch(texts, options).observations()
    for text, found in zip(texts, batch, strict=True):
        assert found == alone[text], text


def encoded(tokenizer, text, options):
    try:
        return tokenizer.encode(text, options)
    except REFUSING as error:
        return refusal_of(error)

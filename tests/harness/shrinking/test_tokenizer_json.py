"""Pipelines shrunk by made-up predicates: what the fault needs stays, all else goes."""

import copy

import pytest

from tokparity.corpora.generators.pipelines.options import OPTIONS
from tokparity.corpora.generators.pipelines.pipeline import canonical, pipeline
from tokparity.corpora.generators.pipelines.stages import chain, places, with_value, without
from tokparity.harness.shrinking.tokenizer_json import CALLS, shrink_document


def first(wanted):
    """A generated document that a predicate says yes to."""
    documents = (pipeline(3, number, 1).document for number in range(3000))
    return next(document for document in documents if wanted(document))


def strips(document):
    kinds = chain(document, "normalizer")
    return "Strip" in kinds and "NFC" in kinds and kinds.index("Strip") > kinds.index("NFC")


def test_two_components_in_their_order():
    small = shrink_document(first(strips), strips)
    assert chain(small, "normalizer") == ["NFC", "Strip"]
    assert small["normalizer"]["normalizers"] == [
        {"type": "NFC"},
        {"type": "Strip", "strip_left": False, "strip_right": False},
    ]
    absent = ("truncation", "padding", "pre_tokenizer", "post_processor", "decoder")
    assert [small[section] for section in absent] == [None] * 5
    assert small["added_tokens"] == []
    assert small["model"]["vocab"] in ({}, [])


def merges_seen(document):
    model = document["model"]
    return model["type"] == "BPE" and ["a", "n"] in model["merges"] and "z" in model["vocab"]


def test_a_merge_keeps_its_pieces_and_new_ids():
    document = first(merges_seen)
    small = shrink_document(document, merges_seen)
    assert small["model"]["merges"] == [["a", "n"]]
    assert sorted(small["model"]["vocab"]) == ["a", "n", "z"]
    assert sorted(small["model"]["vocab"].values()) == [0, 1, 2]


def lstrip_of_a_special(document):
    return any(token["lstrip"] and token["special"] for token in document["added_tokens"])


def test_an_added_token_keeps_the_flags_it_needs():
    small = shrink_document(first(lstrip_of_a_special), lstrip_of_a_special)
    (token,) = small["added_tokens"]
    on = [flag for flag in token if token[flag] is True]
    assert sorted(on) == ["lstrip", "special"]
    assert token["id"] == 0


def unknown_of_a_unigram(document):
    model = document["model"]
    if model["type"] != "Unigram" or model["unk_id"] is None or len(model["vocab"]) < 2:
        return False
    return model["unk_id"] < len(model["vocab"]) and model["vocab"][model["unk_id"]][0] == "<unk>"


def test_the_unknown_token_of_a_unigram_stays_itself():
    small = shrink_document(first(unknown_of_a_unigram), unknown_of_a_unigram)
    assert len(small["model"]["vocab"]) == 2
    assert small["model"]["vocab"][small["model"]["unk_id"]][0] == "<unk>"


@pytest.mark.parametrize("wanted", [strips, merges_seen, lstrip_of_a_special])
def test_no_single_step_more_still_fails(wanted):
    small = shrink_document(first(wanted), wanted)
    for place in places(small):
        if place.component[0] != "model":
            assert not wanted(without(small, place.path))
        for option, values in OPTIONS.get(place.component, {}).items():
            if place.options.get(option, values[0]) != values[0]:
                assert not wanted(with_value(small, (*place.path, option), values[0]))


def test_the_given_document_is_not_changed_and_calls_are_bounded():
    document = first(strips)
    before, calls = copy.deepcopy(document), []

    def counted(tried):
        calls.append(canonical(tried))
        return strips(tried)

    shrink_document(document, counted)
    assert document == before
    assert len(calls) == len(set(calls)) < CALLS
    few = len(calls) // 2
    calls.clear()
    assert strips(shrink_document(document, counted, few))
    assert len(calls) <= few

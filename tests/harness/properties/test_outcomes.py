from tokparity.corpora.generators.material import Material
from tokparity.harness.properties.outcomes import (
    COUNT,
    LONGEST,
    PROPERTIES,
    REPLIES,
    outcomes,
    property_replies,
    property_texts,
)


def test_every_property_says_what_became_of_it(lossless):
    found = outcomes(lossless, ["ab"], replies=[((), (70,)), ((70,), (71, 72)), ((), ())])
    assert [one.name for one in found] == [one.name for one in PROPERTIES]
    readings = {one.name: one.reading.kind for one in found}
    assert readings == {
        "round trip": "invariant",
        "offsets in order": "invariant",
        "offsets cover": "invariant",
        "safe encoding": "invariant",
        "no special token of plain text": "none",
        "normalizing twice": "none",
        "batch as one by one": "invariant",
        "ids encoded again": "observation",
        "replies by bytes": "invariant",
        "replies by last tokens": "invariant",
        "replies by DecodeStream": "observation",
        "thoughts apart from answers": "invariant",
        "replies that end at a stop string": "invariant",
        "one bos before a conversation": "none",
        "no control token out of a message": "none",
        "conversations only grow": "none",
        "replies keep their ids": "none",
        "the loss mask is the model's words": "none",
    }
    assert not any(one.breaks_invariant for one in found)
    assert all(one.tried_texts == 3 for one in found if one.reading.kind != "none")
    assert len({one.name for one in PROPERTIES}) == len(PROPERTIES)


def test_a_few_hundred_short_texts_by_seed(lossless):
    material = Material.of(lossless)
    texts = property_texts(material, 1, "x")
    assert COUNT / 2 < len(texts) <= COUNT
    assert max(map(len, texts)) <= LONGEST
    assert property_texts(material, 1, "x") == texts != property_texts(material, 2, "x")


def test_replies_by_seed(lossless):
    material = Material.of(lossless)
    found = property_replies(lossless, material, 1, "x")
    assert len(found) == REPLIES
    assert property_replies(lossless, material, 1, "x") == found
    assert property_replies(lossless, material, 2, "x") != found

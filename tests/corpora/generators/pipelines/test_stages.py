"""Components of a document, found and changed, the document itself left as it is."""

import copy

from tokparity.corpora.generators.pipelines.stages import at, chain, places, with_value, without

INNER = {"type": "Sequence", "normalizers": [{"type": "NFC"}]}
DOCUMENT = {
    "added_tokens": [{"content": "<a>"}, {"content": "<b>"}],
    "normalizer": {"type": "Sequence", "normalizers": [INNER, {"type": "Lowercase"}]},
    "pre_tokenizer": None,
    "model": {"type": "BPE"},
    "post_processor": None,
    "decoder": {"type": "Fuse"},
    "truncation": {"stride": 0},
    "padding": None,
}


def test_places_in_the_order_a_text_meets_them():
    found = [place.component[1] for place in places(DOCUMENT)]
    tokens = ["added_token", "added_token"]
    normalizers = ["Sequence", "Sequence", "NFC", "Lowercase"]
    assert found == [*tokens, *normalizers, "BPE", "Fuse", "truncation"]
    assert all(at(DOCUMENT, place.path) is place.options for place in places(DOCUMENT))


def test_sequences_are_opened():
    assert chain(DOCUMENT, "normalizer") == ["NFC", "Lowercase"]
    assert chain(DOCUMENT, "pre_tokenizer") == []


def test_changes_are_made_in_a_copy():
    before = copy.deepcopy(DOCUMENT)
    inner = ("normalizer", "normalizers", 0, "normalizers", 0)
    assert at(with_value(DOCUMENT, (*inner, "type"), "NFD"), inner) == {"type": "NFD"}
    assert chain(without(DOCUMENT, inner), "normalizer") == ["Lowercase"]
    assert without(DOCUMENT, ("decoder",))["decoder"] is None
    assert without(DOCUMENT, ("added_tokens", 0))["added_tokens"] == [{"content": "<b>"}]
    assert before == DOCUMENT

"""What the ids of a black box tell of the added tokens that it found, where one is the unknown
token."""

from dataclasses import replace

import pytest

from tokparity.harness.fault_models.catalogue import FAULT_MODELS
from tokparity.harness.naming.added_token_search import (
    found_otherwise,
    is_all_tokens,
    looks_like,
    of_its_own,
    tokens_found,
)
from tokparity.reference_impl.contract import EncodeCase, EncodeOptions


@pytest.mark.parametrize(
    ("name", "text", "parse", "found"),
    [
        ("added-token-not-at-end", "<unk>", True, "fewer"),
        ("no-going-back", "<<unk>", True, "fewer"),
        ("special-never-parsed", "u<unk>", True, "fewer"),
        ("special-always-parsed", "<unk>", False, "more"),
        ("added-tokens-any-case", "n<Unk>", True, "more"),
        ("no-normalizer", "ﬀ", True, None),
        ("no-normalizer", "ﬀ<unk>", True, None),
    ],
)
def test_an_unknown_token_that_is_an_added_one_is_looked_for(
    slot, save, unknown_added, name, text, parse, found
):
    honest = slot.tokenizer(save(unknown_added))
    case = EncodeCase(text, EncodeOptions(False, parse))
    ids = FAULT_MODELS[name].apply(honest).encode(text, case.options).ids
    assert ids != honest.encode(text, case.options).ids
    assert found_otherwise(honest, case, ids) == found


@pytest.mark.parametrize("normalizes", [True, False])
def test_a_text_that_is_cut_at_a_special_token_which_is_then_text(slot, save, document, normalizes):
    changed = {"normalizer": {"type": "Prepend", "prepend": "x"}, "pre_tokenizer": None}
    honest = slot.tokenizer(save({**document, **changed}))
    token = next(token.content for token in honest.added_tokens if token.special)
    options = EncodeOptions(add_special=False, parse_special=False)
    of_token = honest if normalizes else replace(honest, normalizer=None)
    parts = (("h", honest), (token, of_token), ("e", honest))
    ids = tuple(i for text, each in parts for i in each.encode(text, options).ids)
    whole = EncodeCase(f"h{token}e", options)
    assert ids != honest.encode(whole.text, options).ids
    assert found_otherwise(honest, whole, ids) == "more"


def test_what_is_found_as_it_should_be_is_not_found_otherwise(slot, save, unknown_added):
    honest = slot.tokenizer(save(unknown_added))
    for text, parse in (("<unk>", True), ("<unk>", False), ("u<n", True)):
        case = EncodeCase(text, EncodeOptions(False, parse))
        assert found_otherwise(honest, case, honest.encode(text, case.options).ids) is None


def test_a_token_that_is_looked_for_in_normalized_text_is_one_of_it(slot, save, unknown_added):
    token = {**unknown_added["added_tokens"][0], "normalized": True}
    honest = slot.tokenizer(save({**unknown_added, "added_tokens": [token]}))
    case = EncodeCase("＜unk＞", EncodeOptions(False))
    assert honest.encode(case.text, case.options).ids == (0,)
    assert [one.content for one in tokens_found(honest, case)] == ["<unk>"]
    assert found_otherwise(honest, case, (0, 1, 2, 3, 0)) == "fewer"


def test_another_case_is_one_within_ascii():
    assert looks_like("<Unk>").search("İ<uNK>")[0] == "<uNK>"
    assert not looks_like("k").search("\u212a")


def test_a_text_of_added_tokens_alone(slot, save, every_stage):
    honest = slot.tokenizer(save(every_stage))
    options = EncodeOptions(add_special=False)
    texts = {"<s><a>": True, "<s>": True, "<s> ": False, "ab": False, "": False}
    found = {text: is_all_tokens(honest, EncodeCase(text, options)) for text in texts}
    assert found == texts
    hidden = EncodeCase("<s>", EncodeOptions(add_special=False, parse_special=False))
    assert not is_all_tokens(honest, hidden)


@pytest.mark.parametrize(
    ("text", "ids", "is_so"),
    [
        pytest.param("<unk>", (2,), True, id="of-another-piece"),
        pytest.param("<mine>", (99,), True, id="of-nobody"),
        pytest.param("<mine>", (0,), False, id="the-unknown-token"),
        pytest.param("<mine>", (2, 3), False, id="a-text-of-several"),
        pytest.param("h", (99,), False, id="no-such-text"),
        pytest.param("<unk>", (0,), False, id="as-the-file-has-it"),
    ],
)
def test_ids_of_its_own_for_what_looks_like_an_added_token(
    slot, save, unknown_added, text, ids, is_so
):
    honest = slot.tokenizer(save(unknown_added))
    assert of_its_own(honest, text, ids, unknown=0) is is_so

import json

import pytest

from tokparity.reference_impl.errors import BadArtefact, Unsupported

UNIGRAM = {"type": "Unigram", "unk_id": 0, "vocab": [["u", 0], ["a", -1.5]], "byte_fallback": False}
WORDPIECE = {
    "type": "WordPiece",
    "unk_token": "u",
    "continuing_subword_prefix": "##",
    "max_input_chars_per_word": 5,
    "vocab": {"u": 0, "a": 1, "##b": 2},
}
WORDLEVEL = {"type": "WordLevel", "vocab": {"u": 0, "a": 1}, "unk_token": "u"}
ADDED = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False}


def without(model, *fields):
    return {key: value for key, value in model.items() if key not in fields}


@pytest.mark.parametrize(
    "model",
    [
        UNIGRAM,
        without(UNIGRAM, "type"),
        without(UNIGRAM, "unk_id"),
        UNIGRAM | {"unk_id": None},
        without(UNIGRAM, "byte_fallback"),
        WORDPIECE,
        without(WORDPIECE, "type"),
        WORDLEVEL,
        without(WORDLEVEL, "type"),
    ],
    ids=str,
)
def test_models_are_read_as_the_library_reads_them(agree, trained, model):
    agree(trained | {"model": model}, ["", "a", "ab", "u", "aaab", "x", "abbbbb"])


@pytest.mark.parametrize(
    ("model", "field"),
    [
        (without(UNIGRAM, "vocab"), "vocab"),
        (UNIGRAM | {"vocab": {"a": 1}}, "vocab"),
        (UNIGRAM | {"vocab": [["u", 0], ["a", 1, 2]]}, "vocab[1]"),
        (UNIGRAM | {"vocab": [["u", 0], ["a"]]}, "vocab[1]"),
        (UNIGRAM | {"vocab": [["u", 0], "a"]}, "vocab[1]"),
        (UNIGRAM | {"vocab": [["u", 0], [1, 1]]}, "vocab[1][0]"),
        (UNIGRAM | {"vocab": [["u", 0], ["a", "1"]]}, "vocab[1][1]"),
        (UNIGRAM | {"vocab": [["u", 0], ["a", True]]}, "vocab[1][1]"),
        (UNIGRAM | {"vocab": [["u", 0], ["a", 10**400]]}, "vocab[1][1]"),
        (UNIGRAM | {"unk_id": 2}, "unk_id"),
        (UNIGRAM | {"unk_id": -1}, "unk_id"),
        (UNIGRAM | {"unk_id": "u"}, "unk_id"),
        (UNIGRAM | {"vocab": []}, "unk_id"),
        (UNIGRAM | {"byte_fallback": None}, "byte_fallback"),
        *(
            (without(WORDPIECE, field), field)
            for field in ("unk_token", "continuing_subword_prefix", "max_input_chars_per_word")
        ),
        (WORDPIECE | {"max_input_chars_per_word": -1}, "max_input_chars_per_word"),
        (WORDPIECE | {"max_input_chars_per_word": 5.0}, "max_input_chars_per_word"),
        (WORDPIECE | {"max_input_chars_per_word": 1 << 64}, "max_input_chars_per_word"),
        (WORDPIECE | {"unk_token": None}, "unk_token"),
        (WORDPIECE | {"vocab": {"a": -1}}, "vocab['a']"),
        (WORDPIECE | {"vocab": [["a", 1]]}, "vocab"),
        (without(WORDLEVEL, "unk_token"), "unk_token"),
        (without(WORDLEVEL, "vocab"), "vocab"),
        (WORDLEVEL | {"unk_token": 3}, "unk_token"),
    ],
    ids=lambda value: value if isinstance(value, str) else json.dumps(value)[:60],
)
def test_what_the_library_refuses_is_refused_by_name(
    library_loads, reference, trained, model, field
):
    document = trained | {"model": model}
    assert not library_loads(document)
    with pytest.raises(BadArtefact) as caught:
        reference(document)
    assert type(caught.value) is BadArtefact
    assert caught.value.field == f"model.{field}"


@pytest.mark.parametrize(
    ("model", "field"),
    [
        ({"type": "Markov"}, "type"),
        ({"vocab": {"a": 0}}, "type"),
    ],
)
def test_what_is_not_known_is_named(reference, trained, model, field):
    with pytest.raises(Unsupported) as caught:
        reference(trained | {"model": model})
    assert caught.value.field == f"model.{field}"


def test_a_number_out_of_range_anywhere_is_refused(reference, trained):
    text = json.dumps(trained | {"model": UNIGRAM}).replace("-1.5", "1e999")
    with pytest.raises(BadArtefact, match="1e999 is out of range"):
        reference(text)


def test_a_piece_that_is_there_twice_counts_for_the_ids_of_added_tokens(agree, trained):
    """tokenizers 0.23 models/unigram/model.rs `get_vocab_size` is the length of the list."""
    model = UNIGRAM | {"vocab": [["u", 0], ["a", -3], ["a", -1], ["b", -1]]}
    added = [ADDED | {"id": 7, "content": "zz", "special": True}]
    document = trained | {"model": model, "added_tokens": added}
    assert agree(document, ["abzz", "aazzx"]) == 0

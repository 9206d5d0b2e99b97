"""What the library makes special tokens of with specials off, and that `safe_encode` does not."""

import json
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sentencepiece import sentencepiece_model_pb2 as schema
from tokenizers import Tokenizer as LibraryTokenizer

from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.contract import Artefact, EncodeOptions, Text
from tokparity.reference_impl.formats import load
from tokparity.reference_impl.tokenizer.safe_encoding import (
    UnsafeText,
    safe_encode,
    special_ids,
    unknown_id,
)

PLAIN = EncodeOptions(add_special=False, parse_special=False)
CHARACTERS = "</s>abc[SEP]| "


def added(token_id, content, **flags):
    off = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized", "special"), False)
    return {"id": token_id, "content": content, **off, **flags}


def document(model, tokens=(), **stages):
    none = dict.fromkeys(("normalizer", "pre_tokenizer", "post_processor", "decoder"))
    head = {"version": "1.0", "truncation": None, "padding": None}
    return {**head, "added_tokens": list(tokens), **none, **stages, "model": model}


def bpe():
    """Merges "</s>", which is special, of its characters; "<unk>" is special too."""
    merges = [["<", "/"], ["</", "s"], ["</s", ">"]]
    vocab = ["<unk>", *dict.fromkeys("</s>ab"), *("".join(pair) for pair in merges)]
    model = {"type": "BPE", "vocab": {piece: at for at, piece in enumerate(vocab)}}
    model |= {"merges": merges, "unk_token": "<unk>", "fuse_unk": False}
    tokens = [added(0, "<unk>", special=True), added(len(vocab) - 1, "</s>", special=True)]
    return document(model, tokens, decoder={"type": "Fuse"})


def unigram():
    """ "</s>" is a piece of the best score."""
    vocab = [["<unk>", 0.0], ["</s>", 0.0], *([char, -9.0] for char in sorted(set("</s>abc")))]
    model = {"type": "Unigram", "unk_id": 0, "vocab": vocab, "byte_fallback": False}
    tokens = [added(0, "<unk>", special=True), added(1, "</s>", special=True)]
    return document(model, tokens, decoder={"type": "Fuse"})


def words():
    """A word "[SEP]", and one that is a single character."""
    vocab = {"[UNK]": 0, "[SEP]": 1, "|": 2, "a": 3, "[": 4}
    model = {"type": "WordLevel", "vocab": vocab, "unk_token": "[UNK]"}
    tokens = [added(at, name, special=True) for name, at in list(vocab.items())[:3]]
    return document(model, tokens, pre_tokenizer={"type": "WhitespaceSplit"})


MADE = {"bpe": bpe, "unigram": unigram, "words": words}


@pytest.mark.parametrize(
    ("kind", "text", "made_of"),
    [
        pytest.param("bpe", "a</s>b", ["a", "<", "/", "s", ">", "b"], id="merged"),
        pytest.param("unigram", "</s></s>", ["<", "/", "s", ">"] * 2, id="scored"),
        pytest.param("words", "a [SEP] a", ["a", "[", "[UNK]", "a"], id="word"),
    ],
)
def test_the_library_gives_a_special_token_and_this_does_not(reference, kind, text, made_of):
    made = MADE[kind]()
    ours, library = reference(made), LibraryTokenizer.from_str(json.dumps(made))
    library.encode_special_tokens = True
    theirs = library.encode(text, add_special_tokens=False).ids
    assert special_ids(ours) & set(theirs)
    assert ours.encode(text, PLAIN).ids == tuple(theirs)
    assert [library.id_to_token(one) for one in safe_encode(ours, text).ids] == made_of


def test_ranges_are_those_of_the_parts(reference):
    assert safe_encode(reference(bpe()), "a</s>b").offsets == tuple(pairwise(range(7)))


def test_a_word_that_is_never_split(tmp_path):
    path = tmp_path / "vocab.txt"
    lines = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "[", "a"]
    path.write_text("\n".join(lines), "utf-8")
    ours = load(Artefact("small", "vocab.txt", path, ""))
    # transformers 5.23, BertTokenizerLegacy: never_split does not ask for split_special_tokens.
    assert ours.encode("a [SEP]", PLAIN).ids == (6, 3)
    assert [lines[one] for one in safe_encode(ours, "a [SEP]").ids] == ["a", "[", "[UNK]"]


def test_a_plain_name_of_a_special_token_is_a_text(reference):
    ours = reference(bpe())
    doubled = replace(ours, added_tokens=(*ours.added_tokens, AddedToken(ours.id_of("</s>"), "ab")))
    assert special_ids(ours) & set(doubled.encode("ab", PLAIN).ids)
    assert safe_encode(doubled, "ab").ids == ours.encode("ab", PLAIN).ids


def test_a_single_character_that_is_special_has_no_safe_encoding(reference):
    with pytest.raises(UnsafeText, match=r"'\|' is special token 2 and no other"):
        safe_encode(reference(words()), "a |")


def test_added_tokens_that_are_not_special_are_found(reference):
    made = bpe()
    made["added_tokens"].append(added(20, "ab"))
    ours = reference(made)
    assert safe_encode(ours, "ab</s>").ids[0] == ours.id_of("ab")


def test_neither_padded_nor_truncated_nor_with_a_template(reference):
    made = bpe()
    made["padding"] = {
        "strategy": {"Fixed": 9},
        "direction": "Right",
        "pad_to_multiple_of": None,
        "pad_id": 9,
        "pad_type_id": 0,
        "pad_token": "</s>",
    }
    made["truncation"] = {
        "direction": "Right",
        "max_length": 1,
        "strategy": "LongestFirst",
        "stride": 0,
    }
    made["post_processor"] = {
        "type": "BertProcessing",
        "sep": ["</s>", 9],
        "cls": ["</s>", 9],
    }
    assert len(safe_encode(reference(made), "ab").ids) == 2


def test_control_pieces_of_a_sentencepiece_model(tmp_path):
    model = schema.ModelProto()
    for piece, score, kind in (("<unk>", 0, 2), ("<s>", 0, 3), ("</s>", 0, 3), ("a", -1, 1)):
        model.pieces.add(piece=piece, score=score, type=kind)
    model.trainer_spec.model_type = 1
    path = tmp_path / "small.model"
    path.write_bytes(model.SerializeToString())
    ours = load(Artefact("small", "sentencepiece", path, ""))
    assert (special_ids(ours), unknown_id(ours.model)) == ({1, 2}, 0)
    assert set(safe_encode(ours, "<s>a").ids) == {0, 3}


@pytest.mark.parametrize("kind", MADE)
@settings(
    max_examples=150,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.lists(st.sampled_from(["</s>", "[SEP]", "<unk>", *CHARACTERS]), max_size=8).map("".join))
def test_never_special_and_otherwise_as_encode(reference, kind, text):
    ours = reference(MADE[kind]())
    special = special_ids(ours)
    plain = ours.encode(text, PLAIN)
    try:
        safe = safe_encode(ours, text)
    except UnsafeText:
        assert "|" in text
        return
    assert special.isdisjoint(safe.ids)
    if special.isdisjoint(plain.ids):
        assert safe == plain
    if kind != "words" and not set(text) - set("</s>ab"):
        assert ours.decode(safe.ids) == Text(text)

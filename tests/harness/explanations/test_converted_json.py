"""Stages of a tokenizer.json as other formats have them."""

import pytest
from small_artefacts import bpe, metaspace, token

from tokparity.harness.explanations.changes import CHANGES
from tokparity.reference_impl.contract import EncodeOptions
from tokparity.reference_impl.formats import load
from tokparity.reports.records.explanation import Explanation

PLAIN = EncodeOptions(add_special=False, parse_special=False)
MODEL = bpe(("<unk>", "\u2581", "a", "b", "\u2581a"), ["\u2581 a"], unk_token="<unk>")
SQUEEZES = {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": "\u2581"}
STRIPS = {"type": "Strip", "strip_left": False, "strip_right": True}


def changed(tokenizer, name, **values):
    return CHANGES[name](tokenizer, Explanation("e", "model", name, "*", **values))


def pieces(tokenizer, text):
    return [tokenizer.piece_of(at) for at in tokenizer.encode(text, PLAIN).ids]


def sequence(*parts):
    return {"type": "Sequence", "normalizers": list(parts)}


def test_a_part_of_a_sequence_goes_by_its_exact_name(maker):
    zs = {"type": "Replace", "pattern": {"Regex": r"\p{Zs}"}, "content": " "}
    tokenizer = load(maker.json(MODEL, normalizer=sequence(zs, {"type": "NFC"})))
    for was in ("NFKC", "Replace", r"Replace /\p{Zs}/ by '_'"):
        assert changed(tokenizer, "without-normalizer-part", was=was) is tokenizer
    bare = changed(tokenizer, "without-normalizer-part", was="NFC")
    assert bare.normalize("e\u0301\u3000") == "e\u0301 "
    bare = changed(tokenizer, "without-normalizer-part", was=r"Replace /\p{Zs}/ by ' '")
    assert bare.normalize("e\u0301\u3000") == "\u00e9\u3000"


@pytest.mark.parametrize(
    ("text", "kept", "squeezed"),
    [
        ("a", ["\u2581a"], ["\u2581a"]),
        (" a", ["\u2581", "\u2581a"], ["\u2581a"]),
        ("\u2581a", ["\u2581", "\u2581a"], ["\u2581", "\u2581a"]),
        ("  a", ["\u2581", "\u2581", "\u2581a"], ["\u2581a"]),
    ],
)
def test_a_prefix_before_every_text(maker, text, kept, squeezed):
    plain = load(maker.json(MODEL, pre_tokenizer=metaspace()))
    assert pieces(changed(plain, "metaspace-before-all"), text) == kept
    one = load(maker.json(MODEL, pre_tokenizer=metaspace(), normalizer=sequence(SQUEEZES)))
    assert pieces(changed(one, "metaspace-before-all"), text) == squeezed


def test_a_text_that_metaspace_cuts_is_left_whole(maker):
    model = {
        "type": "BPE",
        "vocab": {"a": 0, "\u2581": 1, "a\u2581": 2},
        "merges": [["a", "\u2581"]],
    }
    tokenizer = load(maker.json(model, pre_tokenizer=metaspace("never")))
    assert pieces(tokenizer, "a a") == ["a", "\u2581", "a"]
    whole = changed(tokenizer, "metaspace-cuts-nothing")
    assert pieces(whole, "a a") == ["a\u2581", "a"]
    assert changed(whole, "metaspace-cuts-nothing") is whole


def test_spaces_alone_are_stripped(maker):
    tokenizer = load(maker.json(MODEL, normalizer=sequence(STRIPS, SQUEEZES)))
    assert tokenizer.normalize("a\n ") == "a"
    assert changed(tokenizer, "strips-spaces-alone").normalize("a\n ") == "a\n"


def test_the_longest_rule_of_a_charsmap(maker):
    from derived_sources import scored_model

    from tokparity.reference_impl.models.sentencepiece.unigram import SentencepieceUnigram

    native = load(scored_model(maker))
    assert isinstance(native.model, SentencepieceUnigram)
    assert native.normalize("A\u0301").endswith("a\u0301")


def test_neighbours_that_are_unknown_are_one(maker):
    tokenizer = load(maker.json(MODEL))
    assert pieces(tokenizer, "xy") == ["<unk>", "<unk>"]
    fused = changed(tokenizer, "bpe-fuses-unknown")
    assert pieces(fused, "xy") == ["<unk>"]
    assert changed(fused, "bpe-fuses-unknown") is fused


def test_the_unknown_token_is_added_once(maker):
    tokenizer = load(maker.json(MODEL))
    more = changed(tokenizer, "unknown-added")
    assert [(row.id, row.content, row.special) for row in more.added_tokens] == [(0, "<unk>", True)]
    assert changed(more, "unknown-added") is more


def test_special_tokens_that_fill_a_gap_are_known_by_their_number(maker):
    names = ("<|unused_5|>", "<|unused_7|>", "<|end|>")
    added = [token(5 + at, name, special=True) for at, name in enumerate(names)]
    tokenizer = load(maker.json(MODEL, added_tokens=added))
    bare = changed(tokenizer, "without-fillers")
    assert [row.content for row in bare.added_tokens] == ["<|unused_7|>", "<|end|>"]
    assert changed(bare, "without-fillers") is bare


def test_two_changes_of_one_part_are_as_the_second(maker):
    """What strips spaces alone is not there, whichever change comes first."""
    tokenizer = load(maker.json(MODEL, normalizer=sequence(STRIPS, SQUEEZES)))
    spaces = changed(tokenizer, "strips-spaces-alone")
    for each in (tokenizer, spaces):
        assert changed(each, "without-normalizer-part", was="Strip right").normalize("a ") == "a "
    assert changed(spaces, "strips-spaces-alone") is spaces


def test_pieces_of_bytes_are_read_by_the_decoder(maker):
    model = MODEL | {"vocab": MODEL["vocab"] | {"<0x00>": 9, "<0xC3>": 10, "<0xA9>": 11}}
    decoder = {"type": "Metaspace", "replacement": "\u2581", "prepend_scheme": "always"}
    tokenizer = load(maker.json(model, decoder=decoder))
    assert tokenizer.decode((10, 11)).value == "<0xC3><0xA9>"
    read = changed(tokenizer, "decoder-reads-byte-pieces")
    assert read.decode((10, 11)).value == "\u00e9"
    assert changed(read, "decoder-reads-byte-pieces") is read
    without = load(maker.json(MODEL, decoder=decoder))
    assert changed(without, "decoder-reads-byte-pieces") is without

"""Ways of llama.cpp to encode pieces, beside a file of another format that has them otherwise.

The pairs of real libraries are in test_derived_pairs.py.
"""

import pytest
from small_artefacts import BYTE_PIECES

from tokparity.harness.explanations.changes import CHANGES
from tokparity.reference_impl.contract import DecodeOptions, EncodeOptions
from tokparity.reference_impl.formats import load
from tokparity.reports.records.explanation import Explanation

PLAIN = EncodeOptions(add_special=False)


def change(tokenizer, name, **values):
    return CHANGES[name](tokenizer, Explanation("e", "model", name, "*", **values))


def test_a_bad_byte_is_a_character(maker):
    tokenizer = load(maker.llama(("a", -1.0), ("\ufffd", -2.0)))
    changed = change(tokenizer, "llama-replaces-bad-bytes")
    expected = tokenizer.encode("a\ufffd", PLAIN).ids
    assert changed.encode("a\udcff", PLAIN).ids == expected
    assert tokenizer.encode("a\udcff", PLAIN).ids != expected


def test_what_is_added_without_being_said(maker):
    tokenizer = load(maker.llama(("a", -1.0)))
    assert tokenizer.post_processor.before is not None
    assert change(tokenizer, "llama-without-added", was="bos").post_processor.before is None
    assert change(tokenizer, "llama-without-added", was="eos") is tokenizer
    bert = load(maker.llama_bert(("▁a", 0.0)))
    assert bert.post_processor.before is not None
    assert change(bert, "llama-without-added", was="bos") is bert


@pytest.mark.parametrize("behind", [True, False])
def test_bytes_behind_all_others_stand_for_the_unknown_token(maker, behind):
    bytes_ = [(one, 0.0, "byte") for one in BYTE_PIECES]
    listed = [("<unk>", 0.0, "unknown"), ("a", -1.0), *bytes_]
    listed += [] if behind else [("b", -2.0)]
    tokenizer = load(maker.gguf("llama", listed))
    changed = change(tokenizer, "llama-unknown-for-bytes", by="<unk>")
    hidden = change(tokenizer, "llama-bytes-unshown")
    assert (changed is not tokenizer) is behind
    assert (hidden is not tokenizer) is behind
    assert change(tokenizer, "llama-unknown-for-bytes", by="<none>") is tokenizer
    if behind:
        assert changed.encode("axy", PLAIN).ids[-2:] == (1, 0)
        assert hidden.decode((1, 2 + 0x78)).value.strip() == b"a"


def test_the_prefix_of_a_text_of_spaces(maker):
    flags = {"add_space_prefix": True, "remove_extra_whitespaces": False}

    def add(writer):
        writer.add_unk_token_id(0)
        writer.add_add_space_prefix(flags["add_space_prefix"])
        writer.add_remove_extra_whitespaces(flags["remove_extra_whitespaces"])

    pieces = [("<unk>", 0.0, "unknown"), ("▁", -1.0), ("a", -2.0)]
    tokenizer = load(maker.gguf("t5", pieces, add))
    changed = change(tokenizer, "llama-prefix-of-spaces")
    assert (tokenizer.normalize(" "), changed.normalize(" ")) == ("▁", "▁▁")
    assert tokenizer.normalize(" a") == changed.normalize(" a") == "▁▁a"
    assert changed.normalize("") == ""
    flags["remove_extra_whitespaces"] = True
    squeezing = load(maker.gguf("t5", pieces, add))
    assert change(squeezing, "llama-prefix-of-spaces") is squeezing


@pytest.mark.parametrize("name", ["<|start|>", "</s>"])
def test_tokens_that_are_another_kind_by_their_names(maker, name):
    """The one is always found and shown, though the file has it as a control token; the other is a
    control token, though the file has it as a word of a user."""
    special = name == "<|start|>"
    kind = "control" if special else "user_defined"
    listed = [(one, 0.0) for one in sorted({*name, "x"})]
    tokenizer = load(maker.gguf("gpt2", [*listed, (name, 0.0, kind)], of_bytes))
    changed = change(
        tokenizer, "llama-kind-by-name", was=name, by="special" if special else "user-defined"
    )
    at, hides = len(listed), DecodeOptions(skip_special=True)
    plain = EncodeOptions(add_special=False, parse_special=False)
    found = [tokenizer.encode(name, plain).ids == (at,), changed.encode(name, plain).ids == (at,)]
    shown = [bool(one.decode((at,), hides).value) for one in (tokenizer, changed)]
    assert found == shown == [special, not special]
    again = change(changed, "llama-kind-by-name", was=name, by="special" if special else "shown")
    assert again is changed
    assert change(tokenizer, "llama-kind-by-name", was="x", by="special") is tokenizer


def test_a_byte_without_a_piece_goes_before_the_merges(maker):
    listed = [("a", 0.0), ("aa", 0.0)]

    def add(writer):
        writer.add_token_merges(["a a"])
        writer.add_tokenizer_pre("gpt-2")

    tokenizer = load(maker.gguf("gpt2", listed, add))
    changed = change(tokenizer, "llama-known-bytes")
    both = tokenizer, changed
    assert [one.encode("a\u00e9a", PLAIN).ids for one in both] == [(0, 0), (1,)]
    assert [one.encode("aa", PLAIN).ids for one in both] == [(1,), (1,)]
    assert [one.encode("\u00e9", PLAIN).ids for one in both] == [(), ()]
    assert change(changed, "llama-known-bytes") is changed
    whole = load(maker.llama_bpe(["a a"]))
    assert change(whole, "llama-known-bytes") is whole


def of_bytes(writer):
    writer.add_token_merges(["x x"])
    writer.add_tokenizer_pre("gpt-2")

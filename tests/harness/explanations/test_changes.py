"""Each change applies to what its entry says was there, and to nothing else."""

from dataclasses import replace

import pytest
from small_artefacts import LIMIT, PADDED, bpe, byte_level, decode, encode, template, token

from tokparity.harness.explanations.changes import CHANGES, OF_SPECIALS, does
from tokparity.reference_impl.contract import EncodeOptions, FullCase
from tokparity.reference_impl.formats import load
from tokparity.reports.records.explanation import Explanation

LETTERS = bpe(("?", "a", "b", "ab"), ["a b"], unk_token="?")


def changed(tokenizer, change, **values):
    """Whether a change touches a tokenizer."""
    explanation = Explanation("e", "model", change, "*", **values)
    return CHANGES[change](tokenizer, explanation) is not tokenizer


def test_padding_and_truncation_of_this_length(maker, copy, explain):
    right = copy(maker.json(LETTERS), "plain.json")
    left = maker.json(LETTERS, padding=PADDED, truncation=LIMIT)
    cases = [encode("a"), encode("baba")]
    pads, cuts = ("without-padding", True, {"was": "3"}), ("without-truncation", True, {"was": "2"})
    found = explain(left, right, cases, pads, cuts)
    assert found == [("without-padding",), ("without-truncation",)]
    tokenizer = load(left)
    assert not changed(tokenizer, "without-padding", was="4")
    assert not changed(tokenizer, "without-truncation", was="3")
    assert not changed(load(right), "without-padding", was="3")


def test_a_bos_that_one_file_leaves_out(maker, copy, explain):
    added = [token(at, name, special=True) for at, name in enumerate(("<s>", "</s>"))]
    model = bpe(("<s>", "</s>", "a"))
    both = template(("<s>", "A"), pair=("<s>", "A", "<s>:1", "B:1"))
    right = copy(maker.json(model, added_tokens=added, post_processor=both), "r")
    left = maker.json(model, added_tokens=added)
    values = {"was": "NoneType", "by": "<s>"}
    cases = [encode("a", special=True), FullCase("a"), FullCase("a", "aa")]
    assert explain(left, right, cases, ("with-bos", True, values)) == [("with-bos",)] * 3
    assert not changed(load(left), "with-bos", was="ByteLevel", by="<s>")
    assert not changed(load(left), "with-bos", was="NoneType", by="<bos>")
    assert {"with-bos"} == OF_SPECIALS
    explanation = Explanation("", "post_processor", "with-bos", "*", was="NoneType", by="<s>")
    plain, bos = load(left), CHANGES["with-bos"](load(left), explanation)
    for add_special in (False, True):  # without special tokens nobody asks the changed side
        options = EncodeOptions(add_special)
        assert (plain.encode("a", options) == bos.encode("a", options)) is not add_special


def test_the_pre_tokenizer_of_another_name(maker, copy, explain):
    left = copy(maker.llama_bpe(["1 2"], pre="llama-bpe"), "left.gguf")
    right = maker.llama_bpe(["1 2"], pre="qwen2")
    qwen = {"was": "llama-bpe", "by": "qwen2"}
    assert explain(left, right, [encode("12")], ("pre", True, qwen)) == [("pre",)]
    assert explain(left, right, [encode("12")], ("pre", True, qwen | {"by": "gpt-2"})) == [()]
    assert not changed(load(left), "pre", was="qwen2", by="gpt-2")


def test_a_fault_model(maker, copy, explain):
    model = bpe(("?", "a", "b", "ab"), unk_token="?", ignore_merges=True)
    left = copy(maker.json(model), "left.json")
    right = maker.json({**model, "ignore_merges": False})
    name = {"by": "ignore-merges-ignored"}
    assert explain(left, right, [encode("ab")], ("fault-model", True, name)) == [("fault-model",)]
    assert not changed(load(right), "fault-model", **name)


def test_a_run_of_bytes_with_a_bad_one(maker, explain):
    left = maker.sentencepiece("bpe", [("a", 0.0)], byte_fallback=True)
    pieces = ("<unk>", "<s>", "</s>", "a", *(f"<0x{byte:02X}>" for byte in range(256)))
    added = [token(at, name, special=True) for at, name in enumerate(pieces[:3])]
    model = bpe(pieces, unk_token="<unk>", byte_fallback=True)
    steps = [{"type": "ByteFallback"}, {"type": "Fuse"}]
    decoder = {"type": "Sequence", "decoders": steps}
    right = maker.json(model, added_tokens=added, decoder=decoder)
    tokenizer = load(right)
    split = decode("<0xE4>", "<s>", "<0xBD>", "<0xA0>", skip=True)(tokenizer)
    bad = decode("a", "<0x41>", "<0xFF>", "a", "<0x42>", skip=True)(tokenizer)
    change = ("sentencepiece-byte-runs", True, {})
    assert explain(left, right, [bad, split], change) == [("sentencepiece-byte-runs",)] * 2
    unknown = decode("<0x41>", "<unk>", "<0xFF>", skip=True)(tokenizer)
    both = explain(left, right, [unknown], change, ("sentencepiece-skips-unknown", True, {}))
    assert both == [("sentencepiece-byte-runs", "sentencepiece-skips-unknown")]
    assert not changed(tokenizer, "sentencepiece-byte-runs")


def test_bytes_on_both_sides_of_a_special_token(maker, explain):
    """Between them stands a control piece, which llama.cpp leaves out before it joins bytes."""
    right = maker.sentencepiece("bpe", [("a", 0.0)], byte_fallback=True)
    pieces = [("<unk>", 0.0, "unknown"), ("<s>", 0.0, "control"), ("</s>", 0.0, "control")]
    pieces += [("a", 0.0), *((f"<0x{byte:02X}>", 0.0, "byte") for byte in range(256))]
    left = maker.gguf("llama", pieces, lambda writer: writer.add_add_space_prefix(False))
    tokenizer = load(right)
    split = decode("<0xC3>", "<s>", "<0xA9>", "a", skip=True)(tokenizer)
    change = ("joins-bytes-over-special", False, {})
    assert explain(left, right, [split], change) == [("joins-bytes-over-special",)]
    assert not changed(load(left), "joins-bytes-over-special")


def test_bytes_on_both_sides_of_a_special_token_of_a_tekken_json(maker, explain):
    left = maker.tekken()
    known = load(left).pieces()
    pieces = [known[token_id] for token_id in sorted(known)]
    added = [token(at, name, special=True) for at, name in enumerate(pieces[:20])]
    right = maker.json(bpe(pieces), added_tokens=added, decoder=byte_level())
    split = decode(pieces[20 + 0xC3], pieces[0], pieces[20 + 0xA9], skip=True)(load(left))
    change = ("joins-bytes-over-special", True, {})
    assert explain(left, right, [split], change) == [("joins-bytes-over-special",)]
    assert not changed(load(right), "joins-bytes-over-special")


def test_a_space_that_a_byte_spells(maker, explain):
    left = maker.sentencepiece("bpe", [("\u2581a", 0.0)], byte_fallback=True, add_dummy_prefix=True)
    pieces = ("<unk>", "<s>", "</s>", "\u2581a", *(f"<0x{byte:02X}>" for byte in range(256)))
    added = [token(at, name, special=True) for at, name in enumerate(pieces[:3])]
    steps = [
        {"type": "Replace", "pattern": {"String": "\u2581"}, "content": " "},
        {"type": "ByteFallback"},
        {"type": "Fuse"},
        {"type": "Strip", "content": " ", "start": 1, "stop": 0},
    ]
    decoder = {"type": "Sequence", "decoders": steps}
    model = bpe(pieces, unk_token="<unk>", byte_fallback=True)
    tokenizer = load(right := maker.json(model, added_tokens=added, decoder=decoder))
    spelled = [
        decode(*row, skip=True)(tokenizer)
        for row in (("<0x20>",), ("<0x20>", "\u2581a"), ("<s>", "<0x20>", "<0x20>"))
    ]
    change = ("sentencepiece-strips-first-space", True, {})
    assert explain(left, right, spelled, change) == [("sentencepiece-strips-first-space",)] * 3
    other = decode("\u2581a", "<0x41>", "<0xFF>", skip=True)(tokenizer)  # a run of bytes
    assert explain(left, right, [other], change) == [()]
    assert not changed(tokenizer, "sentencepiece-strips-first-space")


def test_an_unknown_token_that_is_special_in_one_file(maker, explain):
    left = maker.sentencepiece("bpe", [("a", 0.0)])
    added = [token(at, name, special=True) for at, name in enumerate(("<unk>", "<s>", "</s>"))]
    right = maker.json(bpe(("<unk>", "<s>", "</s>", "a"), unk_token="<unk>"), added_tokens=added)
    case = decode("<unk>", skip=True)(load(right))
    change = ("sentencepiece-skips-unknown", True, {})
    assert explain(left, right, [case], change) == [("sentencepiece-skips-unknown",)]


@pytest.mark.parametrize("name", sorted(CHANGES))
def test_nothing_changes_a_tokenizer_that_has_none_of_it(maker, name):
    """But the tables of a pattern, and rows, there is nothing to take away."""
    values = {"was": "x"} if name.startswith("without") else {}
    if name in ("pre", "fault-model"):
        values = {"was": "qwen2", "by": "qwen2" if name == "pre" else "no-nfc"}
    if name == "llama-bert-longest-word":
        values = {"by": "4"}
    of_unknown = name in ("bpe-fuses-unknown", "unknown-added")
    model = bpe(("a", "b", "ab"), ["a b"]) if of_unknown else LETTERS
    assert not changed(load(maker.json(model)), name, **values)


def test_a_change_of_a_change(maker):
    tokenizer = load(maker.json(LETTERS, padding=PADDED))
    explanation = Explanation("e", "model", "without-padding", "*", was="3")
    once = CHANGES["without-padding"](tokenizer, explanation)
    assert once == replace(tokenizer, padding=None)
    assert CHANGES["without-padding"](once, explanation) is once


@pytest.mark.parametrize(
    ("change", "by", "said"),
    [
        ("fault-model", "merges-ignored", "takes a word that is a piece for that piece"),
        ("fault-model", "no-such-model", ""),
        ("pre", "gpt-2", ""),
    ],
)
def test_what_a_change_does_is_told_where_its_name_is_a_fault_models(change, by, said):
    told = does(Explanation("e", "model", change, "*", by=by))
    assert told.startswith(said)
    assert bool(told) is bool(said)

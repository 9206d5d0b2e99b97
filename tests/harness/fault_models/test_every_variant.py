"""Each variant of the reference differs from the real library where it should, and is named.

A row is a variant, a small artefact, and one case. The reference as it is agrees with the
library on the case, the variant does not, and the stage that is named is the variant's.
"""

import pytest
from small_artefacts import (
    ABC,
    AROUND,
    BERT,
    BYTE_PIECES,
    ESCAPE,
    FALLBACK,
    FIRST,
    LETTERS,
    LIMIT,
    LLAMA3,
    LLAMA_DECODER,
    LLAMA_STYLE,
    LOWER,
    NEAR,
    PADDED,
    TIED,
    WITH_BYTES,
    Maker,
    X,
    bpe,
    byte_level,
    characters,
    decode,
    decoding,
    encode,
    every,
    form,
    in_sequence,
    metaspace,
    modelled,
    normalizing,
    plain,
    split,
    splitting,
    token,
    unigram,
    wordpiece,
    words,
)

from tokparity.harness.compare.cells import fidelity_cell
from tokparity.harness.compare.sides import ReferenceSide, observe
from tokparity.harness.compare.verdict import Agreement, compare
from tokparity.harness.fault_models import VARIANTS
from tokparity.harness.naming.two_traces import name_variant
from tokparity.reference_impl.contract import EncodeCase, FullCase
from tokparity.reports.records.engine import FaultyReference


@pytest.fixture
def make(tmp_path, every_stage, model):
    return Maker(tmp_path, every_stage, model.read_bytes())


ROWS = [
    # added_tokens
    ("lstrip-ignored", every, encode("hello <|left|>hello")),
    ("rstrip-ignored", every, encode("<|end|>  hello")),
    ("single-word-ignored", every, encode("swords")),
    ("shortest-added-token", every, encode("<a>b")),
    ("special-always-parsed", every, plain("<|end|>")),
    ("special-always-parsed", lambda m: m.llama(), plain("<s>")),
    ("special-never-parsed", every, encode("<|end|>")),
    ("special-never-parsed", lambda m: m.ranks(), encode("<a>")),
    ("parse-special-for-all", every, plain("a word")),
    ("ordinary-added-tokens-not-found", every, encode("a word")),
    (
        "ordinary-added-tokens-not-found",
        lambda m: m.llama(("<x>", 0.0, "user_defined")),
        encode("<x>"),
    ),
    ("last-added-token-lost", every, encode("<s>")),
    ("control-tokens-found", lambda m: m.sentencepiece("bpe", [("a", 0.0)]), plain("a<s>")),
    ("control-tokens-found", lambda m: m.tekken(), plain("<s>")),
    (
        "first-added-token",
        lambda m: m.json(words(), added_tokens=[token(1, "<a>"), token(2, "<a>b")]),
        encode("<a>b"),
    ),
    (
        "longest-added-token-first",
        lambda m: m.json(words(), added_tokens=[token(1, "<ab"), token(2, "b>cd")]),
        encode("x<ab>cd"),
    ),
    (
        "leftmost-added-token-first",
        lambda m: m.llama(("<ab", 0.0, "user_defined"), ("b>cd", 0.0, "user_defined")),
        encode("x<ab>cd"),
    ),
    ("strips-ascii-only", every, encode("<|end|> \u3000hello")),
    ("strips-one-only", every, encode("<|end|>  hello")),
    ("single-word-of-ascii", every, encode("éword")),
    ("single-word-inside", every, encode("swords")),
    ("single-word-before-only", every, encode("words")),
    (
        "added-tokens-as-written",
        lambda m: m.json(
            words(), normalizer=LOWER, added_tokens=[token(1, "<a>", normalized=True)]
        ),
        encode("<A>"),
    ),
    (
        "added-tokens-normalized",
        lambda m: m.json(words(), normalizer=LOWER, added_tokens=[token(1, "<A>")]),
        encode("<a>"),
    ),
    ("added-token-not-at-start", lambda m: m.json(words(), added_tokens=X), encode("<x> ")),
    ("added-token-not-at-end", lambda m: m.json(words(), added_tokens=X), encode(" <x>")),
    ("added-token-not-inside-words", lambda m: m.json(words(), added_tokens=X), encode("a<x>b")),
    ("added-tokens-any-case", lambda m: m.json(words(), added_tokens=X), encode("<X>")),
    ("no-going-back", lambda m: m.json(words(), added_tokens=X), encode("<<x>")),
    # normalizer
    ("no-nfc", every, encode("a\u0301")),
    ("no-normalizer", normalizing(LLAMA_STYLE, "a▁"), encode("a")),
    ("no-normalizer", lambda m: m.t5(("▁", 0.0), ("a", 0.0)), encode("a a")),
    ("nfc-for-nfkc", normalizing(form("NFKC"), "fiﬁ"), encode("ﬁ")),
    ("nfkc-for-nfc", normalizing(form("NFC"), "fiﬁ"), encode("ﬁ")),
    ("nfd-for-nfc", normalizing(form("NFC"), "eé\u0301"), encode("é")),
    ("nfc-for-nfd", normalizing(form("NFD"), "eé\u0301"), encode("é")),
    ("normal-form-of-characters", normalizing(form("NFC"), "eé\u0301"), encode("e\u0301")),
    ("normal-form-cut-off", normalizing(form("NFKC"), "fix"), encode("ﬁx")),
    ("case-kept", normalizing(LOWER, "aA"), encode("A")),
    ("case-kept", normalizing(BERT, "aA"), encode("A")),
    ("case-kept", lambda m: m.llama_bert(("▁a", 0.0)), encode("A")),
    ("case-kept", lambda m: m.vocab_txt("a"), plain("A")),
    ("always-lower-case", normalizing(BERT | {"lowercase": False}, "aA"), encode("A")),
    ("final-sigma", normalizing(LOWER, "ασς"), encode("ΑΣ")),
    ("accents-kept", normalizing(BERT, "eé"), encode("é")),
    ("accents-kept", lambda m: m.vocab_txt("e", "é"), plain("é")),
    ("accents-always-off", normalizing(BERT | {"strip_accents": False}, "eé"), encode("é")),
    ("accented-letters-lost", normalizing(BERT, "a"), encode("ā")),
    ("accented-letters-lost", lambda m: m.llama_bert(("▁ka", 0.0), ("▁k", 0.0)), encode("kā")),
    ("text-not-cleaned", normalizing(BERT, "a"), encode("a\x01")),
    ("ideographs-together", normalizing(BERT, " a中"), encode("中a")),
    ("ideographs-together", lambda m: m.vocab_txt("中", "a"), plain("中a")),
    ("controls-dropped", lambda m: m.tekken(), plain("ju\x16")),
    ("charsmap-ignored", lambda m: m.small_model(), plain("ｈ")),
    ("charsmap-ignored", lambda m: m.json(characters("h"), normalizer=m.charsmap()), encode("ｈ")),
    (
        "charsmap-of-characters",
        lambda m: m.json(characters("eé\u0301"), normalizer=m.charsmap()),
        encode("e\u0301"),
    ),
    ("no-dummy-prefix", normalizing(FIRST, "▁a"), encode("a")),
    ("no-dummy-prefix", lambda m: m.small_model(), plain("h")),
    ("no-dummy-prefix", lambda m: m.llama(("▁", 0.0), ("a", 0.0)), encode("a")),
    (
        "dummy-prefix-unasked",
        lambda m: m.llama(("▁", 0.0), ("a", 0.0), prefix=False),
        encode("a"),
    ),
    (
        "dummy-prefix-unasked",
        lambda m: m.sentencepiece("bpe", [("▁", 0.0), ("a", 0.0)]),
        plain("a"),
    ),
    (
        "dummy-prefix-once",
        lambda m: m.json(characters("▁a"), normalizer=FIRST, added_tokens=X),
        encode("<x>a"),
    ),
    ("dummy-prefix-spared", normalizing(LLAMA_STYLE, "▁a"), encode(" a")),
    ("extra-spaces-kept", lambda m: m.small_model(), plain("h  o")),
    (
        "extra-spaces-removed",
        lambda m: m.sentencepiece("bpe", [("▁", 0.0), ("a", 0.0)]),
        plain("a  a"),
    ),
    ("spaces-not-escaped", normalizing(ESCAPE, "a ▁"), encode("a a")),
    (
        "strip-of-ascii",
        normalizing({"type": "Strip", "strip_left": True, "strip_right": True}, "a"),
        encode("\u3000a"),
    ),
    ("ranges-of-normalized-text", normalizing(BERT, "ab"), encode("a\x01b")),
    # pre_tokenizer
    ("digits-joined", every, encode("1234")),
    ("ascii-letters", splitting(split(r"\p{L}+|\s")), encode("éa")),
    ("ascii-numbers", splitting(split(r"\p{N}|\s")), encode("٣٤")),
    (
        "ascii-numbers",
        splitting({"type": "Digits", "individual_digits": True}),
        encode("٣٤"),
    ),
    ("ascii-spaces", splitting(form("WhitespaceSplit")), encode("a\u3000b")),
    ("ascii-spaces", splitting(split(r"\s+")), encode("a\u2029b")),
    (
        "ascii-punctuation",
        splitting({"type": "Punctuation", "behavior": "Isolated"}),
        encode("a—b"),
    ),
    ("ascii-punctuation", splitting(form("BertPreTokenizer")), encode("a—b")),
    ("ascii-punctuation", splitting(split(r"\p{P}")), encode("a—b")),
    ("letters-of-old-unicode", splitting(split(LLAMA3)), encode("a\u0528")),
    ("letters-of-old-unicode", lambda m: m.ranks("a\u0528".encode()), encode("a\u0528")),
    ("ascii-words", splitting(form("Whitespace")), encode("é!")),
    ("case-of-contractions", splitting(split(LLAMA3)), encode("I'MA")),
    ("any-case-of-contractions", splitting(byte_level()), encode("I'M")),
    ("no-contractions", splitting(byte_level()), encode("it's")),
    ("no-look-ahead", splitting(byte_level()), encode("a  b")),
    ("no-newline-branch", splitting(split(LLAMA3)), encode("\n  b")),
    ("no-han-branch", splitting(split(r"[\p{Han}]+|\p{L}+")), encode("中a")),
    ("digits-alone", splitting(split(LLAMA3)), encode("12")),
    ("possessive-as-greedy", splitting(split("a?+ab|.")), encode("ab")),
    ("pattern-of-gpt2", splitting(split(LLAMA3)), encode("1234")),
    ("pattern-of-gpt2", lambda m: m.ranks(b"12"), encode("a12")),
    ("pattern-of-gpt2", lambda m: m.tekken(b"12"), plain("a12")),
    ("pattern-of-gpt2", lambda m: m.llama_bpe(["3 4"], "llama-bpe"), encode("1234")),
    ("pattern-of-no-pre", lambda m: m.llama_bpe(["3 4"]), encode("1234")),
    ("invert-ignored", splitting(split("a", "Removed", invert=True)), encode("ab")),
    ("removed-kept", splitting(split(" ", "Removed", kind="String")), encode("a b")),
    ("joined-to-the-other", splitting(split(" ", "MergedWithNext")), encode("a b")),
    (
        "no-white-space-split",
        splitting(in_sequence(form("WhitespaceSplit"), metaspace())),
        encode("hello "),
    ),
    ("unmatched-kept", lambda m: m.ranks(pattern="[a-z]+"), encode("a-")),
    ("metaspace-always", splitting(metaspace("first"), "▁a", added=X), encode("<x>a")),
    ("metaspace-first", splitting(metaspace(), "▁a", added=X), encode("<x>a")),
    ("metaspace-never", splitting(metaspace(), "▁a"), encode("a")),
    ("metaspace-split", splitting(metaspace(cut=False)), encode("a b")),
    ("metaspace-whole", splitting(metaspace()), encode("a b")),
    ("no-prefix-space", splitting(byte_level(prefix=True), "Ġa"), encode("a")),
    ("prefix-space-unasked", splitting(byte_level(), "Ġa"), encode("a")),
    (
        "ranges-of-bytes",
        lambda m: m.json(m.every_stage["model"], pre_tokenizer=byte_level()),
        encode("€x"),
    ),
    # model
    ("ignore-merges-ignored", every, encode("hello world")),
    ("merge-order-reversed", every, encode("helloworld")),
    ("last-merge-lost", modelled(bpe(ABC, ["a b", "ab c"])), encode("abc")),
    ("last-merge-lost", lambda m: m.llama_bpe(["a b", "ab c"]), encode("abc")),
    ("first-merge-lost", modelled(bpe(ABC, ["a b", "b c"])), encode("abc")),
    ("no-merges", modelled(bpe(ABC, ["a b"])), encode("ab")),
    ("no-merges", lambda m: m.llama_bpe(["a b"]), encode("ab")),
    ("merges-by-id", modelled(bpe(ABC, ["b c", "a b"])), encode("abc")),
    ("merges-ignored", modelled(bpe(ABC, ["a b"])), encode("cab")),
    ("ranks-always-merged", lambda m: m.ranks(b"xyz"), encode("xyz")),
    ("rightmost-merge-first", modelled(bpe(("a", "aa"), ["a a"])), encode("aaa")),
    ("rightmost-merge-first", lambda m: m.ranks(b"oo"), encode("ooo")),
    ("rightmost-merge-first", lambda m: m.llama_bpe(["o o"]), encode("ooo")),
    (
        "rightmost-merge-first",
        lambda m: m.llama(("o", 0.0), ("oo", 0.0), prefix=False),
        encode("ooo"),
    ),
    ("tie-from-the-left", modelled(unigram(*TIED)), encode("ooo")),
    ("tie-from-the-left", lambda m: m.sentencepiece("unigram", TIED), plain("ooo")),
    ("tie-from-the-left", lambda m: m.t5(*TIED), encode("ooo")),
    ("byte-fallback-off", modelled(WITH_BYTES), encode("é")),
    (
        "byte-fallback-off",
        lambda m: m.sentencepiece("bpe", [("a", 0.0)], byte_fallback=True),
        plain("é"),
    ),
    ("bytes-reversed", modelled(WITH_BYTES), encode("é")),
    ("bytes-reversed", lambda m: m.llama(), encode("é")),
    (
        "bytes-reversed",
        lambda m: m.sentencepiece("unigram", [("a", 0.0)], byte_fallback=True),
        plain("é"),
    ),
    ("byte-pieces-in-text", modelled(WITH_BYTES), encode("a<0x41>")),
    ("byte-pieces-in-text", lambda m: m.llama(), encode("<0x41>")),
    ("unknown-apart", modelled(bpe("?", unk_token="?", fuse_unk=True)), encode("xy")),
    ("unknown-apart", modelled(unigram(["a", -1.0])), encode("xy")),
    ("unknown-apart", lambda m: m.sentencepiece("bpe", [("a", 0.0)]), plain("xy")),
    ("unknown-apart", lambda m: m.t5(("a", -1.0)), encode("xy")),
    ("unknown-together", modelled(characters("")), encode("xy")),
    ("unknown-dropped", modelled(words("a")), encode("b")),
    ("unknown-dropped", modelled(wordpiece("a")), encode("b")),
    (
        "viterbi",
        lambda m: m.sentencepiece("bpe", [("ab", -1), ("bc", -2), ("a", -1), ("b", -9), ("c", -9)]),
        plain("abc"),
    ),
    (
        "merges",
        lambda m: m.sentencepiece(
            "unigram", [("ab", -1), ("bc", -2), ("a", -1), ("b", -9), ("c", -9)]
        ),
        plain("abc"),
    ),
    (
        "sums-in-32-bits",
        modelled(unigram(["a", -1.0], ["b", -1.0], ["ab", -2.0000000001])),
        encode("ab"),
    ),
    ("sums-in-32-bits", lambda m: m.t5(*NEAR), encode("ab")),
    ("sums-in-64-bits", lambda m: m.sentencepiece("unigram", NEAR), plain("ab")),
    (
        "longest-piece-first",
        modelled(unigram(["a", -1.0], ["ab", -5.0], ["bc", -1.0], ["c", -5.0])),
        encode("abc"),
    ),
    (
        "cheap-unknown",
        modelled(unigram(["ab", -5.0], ["cd", -5.0], ["bcd", -1.0])),
        encode("abcd"),
    ),
    (
        "scores-in-half-precision",
        lambda m: m.llama(
            *(("a", 0.0), ("b", 0.0), ("c", 0.0), ("ab", -2049.0), ("bc", -2048.5)), prefix=False
        ),
        encode("abc"),
    ),
    (
        "scores-in-half-precision",
        lambda m: m.sentencepiece(
            "bpe", [("a", 0.0), ("b", 0.0), ("c", 0.0), ("ab", -2049.0), ("bc", -2048.5)]
        ),
        plain("abc"),
    ),
    (
        "user-defined-normal",
        lambda m: m.sentencepiece("bpe", [("ab", 0, "user_defined"), ("c", 0), ("abc", -1)]),
        plain("abc"),
    ),
    (
        "unused-normal",
        lambda m: m.sentencepiece("unigram", [("a", -1), ("b", -1), ("ab", -1, "unused")]),
        plain("ab"),
    ),
    ("word-limit-minus-one", modelled(wordpiece("a", "##a", limit=3)), encode("aaa")),
    ("no-word-limit", modelled(wordpiece("a", "##a", limit=3)), encode("aaaa")),
    ("no-word-limit", lambda m: m.vocab_txt("a", "##a"), plain("a" * 101)),
    ("word-limit-in-bytes", modelled(wordpiece("é", "##é", limit=3)), encode("éé")),
    ("continuing-prefix-ignored", modelled(wordpiece("a", "b", "##b")), encode("ab")),
    ("shortest-piece-first", modelled(wordpiece("a", "ab", "##b")), encode("ab")),
    ("whole-clusters", modelled(wordpiece("e", "##\u0301")), encode("e\u0301")),
    ("shortest-piece-first", lambda m: m.llama_bert(("▁a", 0.0), ("▁ab", 0.0)), encode("ab")),
    ("only-the-rest-unknown", lambda m: m.llama_bert(("▁a", 0.0)), encode("ax")),
    ("only-the-rest-unknown", modelled(wordpiece("a")), encode("ax")),
    ("long-words-cut", modelled(bpe(("a", "b", "aa"), ["a a"])), encode("b" + "a" * 129)),
    ("reserved-words-lost", every, encode("toString")),
    (
        "word-end-ignored",
        modelled(bpe(("a", "a</w>"), end_of_word_suffix="</w>")),
        encode("aa"),
    ),
    ("ids-not-moved", lambda m: m.tekken(), plain("a")),
    ("canonically-equal-pieces", modelled(words("é", "e\u0301")), encode("é")),
    ("later-of-equal-sums", modelled(unigram(*TIED)), encode("ooo")),
    ("later-of-equal-sums", lambda m: m.sentencepiece("unigram", TIED), plain("ooo")),
    ("bytes-of-surrogates", modelled(WITH_BYTES), encode("🫨")),
    # post_processor
    ("specials-never-added", every, encode("hello", special=True)),
    ("specials-never-added", lambda m: m.llama(), encode("a", special=True)),
    ("specials-always-added", every, encode("hello")),
    ("first-special-twice", every, encode("hello", special=True)),
    ("first-special-twice", lambda m: m.llama(), encode("a", special=True)),
    ("first-special-twice", lambda m: m.small_model(), encode("h", special=True, parse=False)),
    ("first-special-missing", every, encode("hello", special=True)),
    ("first-special-missing", lambda m: m.tekken(), encode("a", special=True, parse=False)),
    (
        "first-special-twice",
        lambda m: m.json(words(), post_processor={"type": "Sequence", "processors": [AROUND]}),
        encode("a", True),
    ),
    ("last-special-missing", lambda m: m.json(words(), post_processor=AROUND), encode("a", True)),
    ("last-special-missing", lambda m: m.small_model(), encode("h", special=True, parse=False)),
    ("specials-swapped", lambda m: m.json(words(), post_processor=AROUND), encode("a", True)),
    ("specials-swapped", lambda m: m.vocab_txt("a"), encode("a", special=True, parse=False)),
    (
        "specials-swapped",
        lambda m: m.json(
            words(),
            post_processor={"type": "BertProcessing", "sep": ["</s>", 1], "cls": ["<s>", 0]},
        ),
        encode("a", True),
    ),
    ("no-truncation", lambda m: m.json(LETTERS, truncation=LIMIT), encode("abc")),
    ("truncated-on-the-other-side", lambda m: m.json(LETTERS, truncation=LIMIT), encode("abc")),
    (
        "no-room-for-specials",
        lambda m: m.json(LETTERS, truncation=LIMIT | {"max_length": 4}, post_processor=AROUND),
        encode("abc", True),
    ),
    ("no-padding", lambda m: m.json(LETTERS, padding=PADDED), encode("a")),
    ("padded-on-the-other-side", lambda m: m.json(LETTERS, padding=PADDED), encode("a")),
    ("no-separator", lambda m: m.json(words(), post_processor=AROUND), FullCase("a", "b")),
    ("one-type-id", lambda m: m.json(words(), post_processor=AROUND), FullCase("a", "b")),
    (
        "offsets-untrimmed",
        lambda m: m.json(
            m.every_stage["model"], pre_tokenizer=byte_level(), post_processor=byte_level()
        ),
        encode("a b"),
    ),
    ("first-special-spared", lambda m: m.llama(("a", 0.0)), encode("<s>a", special=True)),
    ("last-special-spared", lambda m: m.json(words("a"), post_processor=AROUND), encode("a", True)),
    ("no-specials-for-nothing", lambda m: m.json(words(), post_processor=AROUND), encode("", True)),
    ("special-ranges-at-ends", lambda m: m.json(words(), post_processor=AROUND), encode("a", True)),
    ("specials-unmasked", lambda m: m.json(words(), post_processor=AROUND), FullCase("a")),
    # decoder
    ("specials-kept", every, decode("<|end|>", skip=True)),
    ("specials-kept", lambda m: m.llama(), decode("<s>", skip=True)),
    ("specials-skipped", every, decode("<|end|>")),
    ("ends-kept", lambda m: m.llama(("a", 0.0)), decode("<s>", "a", remove=True)),
    ("ordinary-added-tokens-skipped", every, decode("word")),
    ("first-character-dropped", lambda m: m.llama(("a", 0.0)), decode("a")),
    ("cleaned-up", every, decode("a", "Ġ", ".")),
    ("cleaned-up", lambda m: m.llama(("a", 0.0), ("▁.", 0.0)), decode("a", "▁.")),
    (
        "not-cleaned-up",
        decoding({"type": "WordPiece", "prefix": "##", "cleanup": True}, "a", "."),
        decode("a", "."),
    ),
    ("not-cleaned-up", lambda m: m.vocab_txt("a", "."), decode("a", ".")),
    ("first-space-kept", decoding(metaspace(), "▁a"), decode("▁a")),
    ("first-space-kept", lambda m: m.small_model(), decode("▁", "h", skip=True)),
    ("first-space-kept", lambda m: m.llama(("▁a", 0.0)), decode("▁a")),
    ("first-mark-only", decoding(metaspace(), "a", "▁▁"), decode("a", "▁▁")),
    ("first-mark-only", lambda m: m.llama(("a", 0.0), ("▁▁", 0.0)), decode("a", "▁▁")),
    (
        "continuing-prefix-kept",
        decoding({"type": "WordPiece", "prefix": "##", "cleanup": False}, "a", "##b"),
        decode("a", "##b"),
    ),
    ("no-decoder", every, decode("a", "b")),
    ("bytes-decoded-alone", every, decode("Ã", "©")),
    ("bytes-decoded-alone", decoding(FALLBACK, *BYTE_PIECES), decode("<0xC3>", "<0xA9>")),
    (
        "bytes-decoded-alone",
        lambda m: m.sentencepiece("bpe", [("a", 0.0)], byte_fallback=True),
        decode("<0xC3>", "<0xA9>", skip=True),
    ),
    ("bytes-decoded-alone", lambda m: m.tekken(), decode("Ã", "©")),
    ("one-replacement-a-run", decoding(FALLBACK, *BYTE_PIECES), decode("<0xFF>", "<0xFF>")),
    ("bytes-late", decoding(FALLBACK, "a", *BYTE_PIECES), decode("<0x41>", "a")),
    ("bytes-late", decoding(LLAMA_DECODER, "a", *BYTE_PIECES), decode("<0x41>", "a")),
    ("first-space-kept", decoding(LLAMA_DECODER, "▁a"), decode("▁a")),
    ("first-mark-only", decoding(LLAMA_DECODER, "▁▁▁"), decode("▁▁▁")),
    ("one-replacement-a-byte", every, decode("â", "Ĥ")),
    (
        "foreign-letters-lost",
        decoding(byte_level(), "a", added=[token(2, "嗎")]),
        decode("a", "嗎"),
    ),
    ("byte-order-mark-dropped", lambda m: m.llama(("\ufeff", 0.0)), decode("\ufeff")),
    ("byte-order-mark-dropped", decoding(metaspace("never"), "\ufeff", "a"), decode("\ufeff")),
    ("first-spaces-dropped", lambda m: m.llama(("▁▁a", 0.0)), decode("▁▁a")),
    ("space-behind-special-dropped", lambda m: m.llama(("▁a", 0.0)), decode("<s>", "▁a")),
    ("overlong-decoded", decoding(FALLBACK, *BYTE_PIECES), decode("<0xC1>", "<0x81>")),
    ("overlong-decoded", lambda m: m.tekken(), decode("Á", "ģ")),
    ("surrogates-decoded", decoding(FALLBACK, *BYTE_PIECES), decode("<0xED>", "<0xA0>", "<0x80>")),
    (
        "beyond-unicode-decoded",
        decoding(FALLBACK, *BYTE_PIECES),
        decode("<0xF4>", "<0x90>", "<0x80>", "<0x80>"),
    ),
    ("cut-character-dropped", every, decode("â", "Ĥ")),
    ("cut-character-dropped", decoding(FALLBACK, *BYTE_PIECES), decode("<0xE2>", "<0x82>")),
    (
        "cut-character-of-four-dropped",
        decoding(FALLBACK, *BYTE_PIECES),
        decode("<0xF0>", "<0x9F>", "<0x98>"),
    ),
]


@pytest.mark.parametrize(
    ("name", "artefact", "case"),
    [pytest.param(*row, id=f"{row[0]}-{number}") for number, row in enumerate(ROWS)],
)
def test_a_variant_differs_from_the_library_and_its_stage_is_named(
    slot, make, name, artefact, case
):
    made = artefact(make)
    honest = slot.tokenizer(made)
    right = slot.side(fidelity_cell(made, "m").right)
    if not isinstance(case, EncodeCase | FullCase):
        case = case(honest)
    variant = VARIANTS[name]
    left = ReferenceSide(variant.apply(honest), FaultyReference(variant.name))
    (theirs,) = observe(right, [case])
    (ours,) = observe(ReferenceSide(honest), [case])
    (wrong,) = observe(left, [case])
    assert isinstance(compare(ours, theirs, strict=True), Agreement), (ours, theirs)
    assert not isinstance(compare(wrong, theirs, strict=True), Agreement), "shows nothing"
    assert name_variant(case, left, right, honest).stage == variant.stage


def test_what_a_variant_gives_is_the_tokenizer_or_another_one_that_answers(make, slot):
    for _, artefact, case in ROWS:
        honest = slot.tokenizer(artefact(make))
        asked = case if isinstance(case, EncodeCase | FullCase) else case(honest)
        for variant in VARIANTS.values():
            changed = variant.apply(honest)
            if changed is not honest:
                assert changed != honest, variant.name
                assert len(observe(ReferenceSide(changed), [asked])) == 1


def test_every_variant_has_a_row():
    assert {name for name, _, _ in ROWS} == {*VARIANTS}

"""Each variant of the reference differs from the real library where it should, and is named.

A row is a variant, a small artefact, and one case. The reference as it is agrees with the
library on the case, the variant does not, and the stage that is named is the variant's.
"""

import base64
import hashlib
import json

import gguf
import pytest
from sentencepiece import sentencepiece_model_pb2 as schema

from corpora.embedded import rank_bytes
from harness.cells import fidelity_cell
from harness.compare import Agreement, compare
from harness.naming import name_variant
from harness.sides import ReferenceSide, observe
from reference_impl.contract import (
    Artefact,
    DecodeCase,
    DecodeOptions,
    EncodeCase,
    EncodeOptions,
    FullCase,
    RankFacts,
)
from reference_impl.variants import VARIANTS

PIECE_TYPES = {"normal": 1, "unknown": 2, "control": 3, "user_defined": 4, "unused": 5, "byte": 6}
BYTE_PIECES = [f"<0x{byte:02X}>" for byte in range(256)]
LLAMA3 = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}"
    r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
BERT = {
    "type": "BertNormalizer",
    "clean_text": True,
    "handle_chinese_chars": True,
    "strip_accents": None,
    "lowercase": True,
}


class Maker:
    """Writes small artefacts of every format."""

    def __init__(self, folder, every_stage, trained):
        self.folder, self.every_stage, self.trained = folder, every_stage, trained

    def file(self, format, name, content, facts=None):
        path = self.folder / name
        path.write_bytes(content)
        return Artefact("made", format, path, hashlib.sha256(content).hexdigest(), facts)

    def json(self, model, **stages):
        names = ("truncation", "padding", "normalizer", "pre_tokenizer", "post_processor")
        data = {"version": "1.0", "added_tokens": [], "decoder": None, **dict.fromkeys(names)}
        data |= {**stages, "model": model}
        return self.file("tokenizer.json", "made.json", json.dumps(data).encode())

    def stages(self):
        return self.file("tokenizer.json", "every.json", json.dumps(self.every_stage).encode())

    def sentencepiece(self, kind, pieces, byte_fallback=False, **normalizer):
        """Pieces: (text, score, type) or (text, score)."""
        proto = schema.ModelProto()
        proto.trainer_spec.model_type = {"unigram": 1, "bpe": 2}[kind]
        proto.trainer_spec.byte_fallback = byte_fallback
        plain = {"add_dummy_prefix": False, "remove_extra_whitespaces": False}
        for name, value in (plain | normalizer).items():
            setattr(proto.normalizer_spec, name, value)
        listed = [("<unk>", 0.0, "unknown"), ("<s>", 0.0, "control"), ("</s>", 0.0, "control")]
        listed += [(one[0], one[1], one[2] if len(one) > 2 else "normal") for one in pieces]
        listed += [(one, 0.0, "byte") for one in BYTE_PIECES] if byte_fallback else []
        for text, score, name in listed:
            proto.pieces.add(piece=text, score=score, type=PIECE_TYPES[name])
        return self.file("sentencepiece", "made.model", proto.SerializeToString())

    def small_model(self):
        """A model that the library trained, with its charsmap."""
        return self.file("sentencepiece", "small.model", self.trained)

    def charsmap(self):
        spec = schema.ModelProto.FromString(self.trained).normalizer_spec
        encoded = base64.b64encode(spec.precompiled_charsmap).decode()
        return {"type": "Precompiled", "precompiled_charsmap": encoded}

    def gguf(self, model, pieces, add=lambda writer: None):
        """Pieces: (text, score, type) or (text, score)."""
        path = self.folder / "made.gguf"
        writer = gguf.GGUFWriter(path, "llama")
        writer.add_tokenizer_model(model)
        writer.add_token_list([one[0] for one in pieces])
        writer.add_token_scores([one[1] for one in pieces])
        kinds = [one[2] if len(one) > 2 else "normal" for one in pieces]
        writer.add_token_types([PIECE_TYPES[kind] for kind in kinds])
        add(writer)
        writer.write_header_to_file()
        writer.write_kv_data_to_file()
        writer.close()
        return self.file("gguf", "made.gguf", path.read_bytes())

    def llama(self, *pieces, prefix=True):
        """A vocabulary that llama.cpp merges by score."""
        listed = [("<unk>", 0.0, "unknown"), ("<s>", 0.0, "control"), ("</s>", 0.0, "control")]
        listed += [(one, 0.0, "byte") for one in BYTE_PIECES]

        def add(writer):
            writer.add_add_space_prefix(prefix)
            writer.add_bos_token_id(1)
            writer.add_eos_token_id(2)
            writer.add_add_bos_token(True)

        return self.gguf("llama", [*listed, *pieces], add)

    def t5(self, *pieces):
        def add(writer):
            writer.add_unk_token_id(0)
            writer.add_eos_token_id(1)
            writer.add_add_eos_token(False)
            writer.add_add_space_prefix(False)
            writer.add_remove_extra_whitespaces(False)

        listed = [("<unk>", 0.0, "unknown"), ("</s>", 0.0, "control"), *pieces]
        return self.gguf("t5", listed, add)

    def llama_bert(self, *pieces):
        def add(writer):
            writer.add_unk_token_id(0)
            writer.add_bos_token_id(1)
            writer.add_sep_token_id(2)

        names = ("[UNK]", "[CLS]", "[SEP]")
        return self.gguf("bert", [*((one, 0.0, "control") for one in names), *pieces], add)

    def llama_bpe(self, merges, pre="gpt-2"):
        from reference_impl.byte_level import BYTE_TO_CHAR

        letters = list(BYTE_TO_CHAR.values())
        made = ["".join(one.split(" ")) for one in merges]

        def add(writer):
            writer.add_token_merges(merges)
            writer.add_tokenizer_pre(pre)

        return self.gguf("gpt2", [(one, 0.0) for one in [*letters, *made]], add)

    def ranks(self, *pieces, pattern=r"\p{N}|\p{L}+|[^\p{L}\p{N}]+"):
        listed = [*(bytes([byte]) for byte in range(256)), *pieces]
        content = rank_bytes([(piece, rank) for rank, piece in enumerate(listed)])
        facts = RankFacts(pattern, {"<a>": 300}, "made for a test")
        return self.file("tiktoken", "made.tiktoken", content, facts)

    def tekken(self, *pieces):
        listed = [*(bytes([byte]) for byte in range(256)), *pieces]
        config = {
            "pattern": r"\p{N}|\p{L}+|[^\p{L}\p{N}]+",
            "num_vocab_tokens": len(listed),
            "default_vocab_size": len(listed) + 20,
            "default_num_special_tokens": 20,
            "version": "v3",
        }
        vocab = [
            {"rank": rank, "token_bytes": base64.b64encode(one).decode(), "token_str": None}
            for rank, one in enumerate(listed)
        ]
        content = json.dumps({"config": config, "vocab": vocab}).encode()
        return self.file("tekken.json", "tekken.json", content)

    def vocab_txt(self, *pieces):
        specials = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
        return self.file("vocab.txt", "vocab.txt", "\n".join([*specials, *pieces]).encode())


@pytest.fixture
def make(tmp_path, every_stage, model):
    return Maker(tmp_path, every_stage, model.read_bytes())


def encode(text, special=False, parse=True):
    return EncodeCase(text, EncodeOptions(special, parse))


def plain(text):
    return encode(text, parse=False)


def decode(*pieces, skip=False, remove=False):
    """The ids of pieces, which are found when the tokenizer is there."""
    options = DecodeOptions(skip, remove)
    return lambda tokenizer: DecodeCase(tuple(map(tokenizer.id_of, pieces)), options)


def bpe(pieces, merges=(), **options):
    vocab = {piece: token_id for token_id, piece in enumerate(pieces)}
    return {"type": "BPE", "vocab": vocab, "merges": [one.split(" ") for one in merges], **options}


def characters(text):
    """Each character of a text is a piece, every other one is "?"."""
    return bpe(dict.fromkeys("?" + text), unk_token="?")


def words(*known):
    vocab = {word: token_id for token_id, word in enumerate(("<unk>", *known))}
    return {"type": "WordLevel", "vocab": vocab, "unk_token": "<unk>"}


def unigram(*pieces, **options):
    return {"type": "Unigram", "unk_id": 0, "vocab": [["<unk>", 0.0], *pieces], **options}


def wordpiece(*pieces, limit=100):
    vocab = {piece: token_id for token_id, piece in enumerate(("[UNK]", *pieces))}
    return {
        "type": "WordPiece",
        "vocab": vocab,
        "unk_token": "[UNK]",
        "continuing_subword_prefix": "##",
        "max_input_chars_per_word": limit,
    }


def token(token_id, content, **flags):
    names = ("single_word", "lstrip", "rstrip", "normalized", "special")
    return {"id": token_id, "content": content, **dict.fromkeys(names, False), **flags}


def split(pattern, behavior="Isolated", invert=False, kind="Regex"):
    return {
        "type": "Split",
        "pattern": {kind: pattern},
        "behavior": behavior,
        "invert": invert,
    }


def in_sequence(*parts):
    return {"type": "Sequence", "pretokenizers": list(parts)}


def metaspace(scheme="always", cut=True):
    return {"type": "Metaspace", "replacement": "▁", "prepend_scheme": scheme, "split": cut}


def byte_level(prefix=False):
    return {
        "type": "ByteLevel",
        "add_prefix_space": prefix,
        "trim_offsets": True,
        "use_regex": True,
    }


def template(single, pair=("A", "B")):
    """A template: "A", "B:1" are the texts, other words special tokens."""

    def piece(written):
        name, _, type_id = written.partition(":")
        kind = "Sequence" if name in "AB" else "SpecialToken"
        return {kind: {"id": name, "type_id": int(type_id or 0)}}

    specials = {
        one: {"id": one, "ids": [at], "tokens": [one]} for at, one in enumerate(["<s>", "</s>"])
    }
    return {
        "type": "TemplateProcessing",
        "single": [piece(one) for one in single],
        "pair": [piece(one) for one in pair],
        "special_tokens": specials,
    }


X = [token(90, "<x>")]
LOWER = {"type": "Lowercase"}
FIRST = {"type": "Prepend", "prepend": "▁"}
ESCAPE = {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}
LLAMA_STYLE = {"type": "Sequence", "normalizers": [FIRST, ESCAPE]}
TIED = (["o", -1.0], ["oo", -1.0])
NEAR = (("a", -1.0), ("b", -1e-7), ("ab", -1.00000012))
AROUND = template(("<s>", "A", "</s>"), ("<s>", "A", "</s>", "B:1", "</s>:1"))
ABC = ("a", "b", "c", "ab", "bc", "abc", "cab")
WITH_BYTES = bpe(BYTE_PIECES, byte_fallback=True)
FALLBACK = {"type": "ByteFallback"}
LLAMA_DECODER = {
    "type": "Sequence",
    "decoders": [
        {"type": "Replace", "pattern": {"String": "▁"}, "content": " "},
        FALLBACK,
        {"type": "Fuse"},
        {"type": "Strip", "content": " ", "start": 1, "stop": 0},
    ],
}


LETTERS = characters("abc")
LIMIT = {"max_length": 2, "strategy": "LongestFirst", "stride": 0, "direction": "Right"}
PADDED = {
    "strategy": {"Fixed": 3},
    "direction": "Right",
    "pad_to_multiple_of": None,
    "pad_id": 0,
    "pad_type_id": 0,
    "pad_token": "?",
}


def every(m):
    return m.stages()


def normalizing(normalizer, known):
    return lambda m: m.json(characters(known), normalizer=normalizer)


def splitting(pre_tokenizer, *known, added=()):
    return lambda m: m.json(words(*known), pre_tokenizer=pre_tokenizer, added_tokens=list(added))


def modelled(model):
    return lambda m: m.json(model)


def decoding(decoder, *known, added=()):
    return lambda m: m.json(words(*known), decoder=decoder, added_tokens=list(added))


def form(name):
    return {"type": name}


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
    left = ReferenceSide("variant", variant.apply(honest))
    (theirs,) = observe(right, [case])
    (ours,) = observe(ReferenceSide("reference", honest), [case])
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
                assert len(observe(ReferenceSide("variant", changed), [asked])) == 1


def test_every_variant_has_a_row():
    assert {name for name, _, _ in ROWS} == {*VARIANTS}

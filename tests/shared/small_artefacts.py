"""Small artefacts of every format, and small cases: what tests of fault models are made of."""

import base64
import hashlib
import json

import gguf
from sentencepiece import sentencepiece_model_pb2 as schema

from tokparity.corpora.embedded import rank_bytes
from tokparity.reference_impl.contract import (
    Artefact,
    DecodeCase,
    DecodeOptions,
    EncodeCase,
    EncodeOptions,
    RankFacts,
)

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
        from tokparity.reference_impl.text.byte_level import BYTE_TO_CHAR

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

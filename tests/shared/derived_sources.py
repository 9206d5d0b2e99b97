"""Small sources of derived files, one for each kind of converter: pieces with merges, pieces with
sums of scores, a tokenizer.json of either, BERT's words."""

import tempfile
from pathlib import Path

import sentencepiece
from sentencepiece import sentencepiece_model_pb2 as schema
from small_artefacts import BYTE_PIECES, bpe, token

LETTERS = "abcdehlorstwux"
MERGED = ["he", "▁t", "▁the", "lo", "wor", "▁wor", "▁▁", "ll"]
WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "hello", "world", "the", "it",
         *"abcdehilorstw'.", *("##" + one for one in "abcdehilorstw")]  # fmt: skip
_SINGLE = enumerate("abcdehlorsx<>/unk.")
UNIGRAM = [("▁", -2.0), ("▁the", -3.0), ("the", -4.5), ("he", -3.5), ("t", -1.0), ("▁t", -3.0),
           ("aa", -3.0), ("fi", -6.0), ("w", -0.1), ("www", -0.3),
           *((one, -4.0 - at / 8) for at, one in _SINGLE)]  # fmt: skip


def small_charsmap(rules):
    """The rules of a charsmap as the library compiles them: (what is replaced, by what)."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        rows = (f"{_hex(left)}\t{_hex(right)}\n" for left, right in rules)
        (path / "rules.tsv").write_text("".join(rows))
        (path / "corpus.txt").write_text("the hello world\n" * 20)
        sentencepiece.SentencePieceTrainer.train(
            input=str(path / "corpus.txt"), model_prefix=str(path / "made"), vocab_size=17,
            normalization_rule_tsv=str(path / "rules.tsv"), minloglevel=2, hard_vocab_limit=False,
        )  # fmt: skip
        proto = schema.ModelProto.FromString((path / "made.model").read_bytes())
    return proto.normalizer_spec.precompiled_charsmap


def _hex(text):
    return " ".join(f"{ord(char):X}" for char in text)


def merged_model(maker):
    """A .model of BPE with bytes and a user-defined piece, as Mistral's is."""
    pieces = [(one, 0.0, "byte") for one in BYTE_PIECES]  # before the others, as they really are
    pieces += [("[X]", 0.0, "user_defined")]
    pieces += [(piece, -float(at)) for at, piece in enumerate(MERGED)]
    pieces += [(one, -50.0 - at) for at, one in enumerate(["▁", *LETTERS])]
    made = maker.sentencepiece("bpe", pieces, add_dummy_prefix=True)
    proto = schema.ModelProto.FromString(made.path.read_bytes())
    proto.trainer_spec.byte_fallback = True
    return maker.file("sentencepiece", "merged.model", proto.SerializeToString())


def scored_model(maker):
    """A .model of Unigram with a charsmap, that squeezes spaces."""
    charsmap = small_charsmap([("A", "a"), ("\uff1c", "<"), ("\ufb01", "fi"), ("\u3000", " ")])
    return maker.sentencepiece(
        "unigram", UNIGRAM, add_dummy_prefix=True, remove_extra_whitespaces=True,
        precompiled_charsmap=charsmap,
    )  # fmt: skip


METASPACE = {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": True}


def merged_json(maker):
    """A tokenizer.json of BPE without bytes, behind NFKC and Metaspace."""
    merged = [piece for piece in MERGED if piece != "▁▁"]  # words are cut before each mark
    merges = ["h e", "▁ t", "▁t he", "l o", "w o", "wo r", "▁ wor", "l l"]
    model = bpe(("<unk>", "▁", *LETTERS, *merged, "wo"), merges, unk_token="<unk>")
    return maker.json(
        model, added_tokens=[token(0, "<unk>", special=True)], normalizer={"type": "NFKC"},
        pre_tokenizer=METASPACE, decoder=METASPACE,
    )  # fmt: skip


def scored_json(maker):
    """A tokenizer.json of Unigram with bytes, behind normalizers that no GGUF has."""
    names = ["<unk>", "<s>", "</s>"]
    vocab = [[name, 0.0] for name in names]
    vocab += [[piece, score] for piece, score in UNIGRAM] + [[one, 0.0] for one in BYTE_PIECES]
    invisible = r"[\u00AD\u200B\u200C\u200D\u2060\uFEFF]"
    steps = [
        {"type": "Replace", "pattern": {"Regex": invisible}, "content": ""},
        {"type": "Replace", "pattern": {"Regex": r"\p{Zs}"}, "content": " "},
        {"type": "NFC"},
    ]
    decoders = [
        {"type": "ByteFallback"}, {"type": "Fuse"},
        {"type": "Replace", "pattern": {"String": "▁"}, "content": " "},
        {"type": "Strip", "content": " ", "start": 1, "stop": 0},
    ]  # fmt: skip
    model = {"type": "Unigram", "unk_id": 0, "vocab": vocab, "byte_fallback": True}
    return maker.json(
        model, added_tokens=[token(at, name, special=True) for at, name in enumerate(names)],
        normalizer={"type": "Sequence", "normalizers": steps}, pre_tokenizer=METASPACE,
        decoder={"type": "Sequence", "decoders": decoders},
    )  # fmt: skip


def words_of_bert(maker):
    """A vocab.txt."""
    return maker.file("vocab.txt", "vocab.txt", ("\n".join(WORDS) + "\n").encode())


SOURCES = {
    "merged-model": merged_model,
    "scored-model": scored_model,
    "merged-json": merged_json,
    "scored-json": scored_json,
    "words": words_of_bert,
}

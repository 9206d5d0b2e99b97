"""The `model` section of tokenizer.json, except BPE.

Source of what may be missing, and of what a model without `type` is: the readers of
tokenizers 0.23 models/mod.rs and models/*/serialization.rs.
"""

from tokparity.reference_impl.formats.tokenizer_json.bpe import read_bpe, read_vocab
from tokparity.reference_impl.models.hf.unigram import Unigram
from tokparity.reference_impl.models.hf.wordlevel import WordLevel
from tokparity.reference_impl.models.hf.wordpiece import WordPiece
from tokparity.reference_impl.models.model import Model
from tokparity.reference_impl.serde_json.node import Node


def read_model(model: Node) -> Model:
    """A model without `type`, as early files have it, is known by its fields."""
    fields = model.mapping()
    kind = model["type"].string() if "type" in fields else _kind_of(model)
    match kind:
        case "BPE":
            return read_bpe(model)
        case "Unigram":
            return _unigram(model)
        case "WordPiece":
            return _wordpiece(model)
        case "WordLevel":
            return _wordlevel(model)
        case other:
            raise model["type"].unsupported(f"the model {other!r} is not implemented")


def _kind_of(model: Node) -> str:
    """The library tries one after the other, in this order."""
    fields = model.mapping()
    if "merges" in fields:
        return "BPE"
    if "continuing_subword_prefix" in fields or "max_input_chars_per_word" in fields:
        return "WordPiece"
    if "unk_token" in fields:
        return "WordLevel"
    if isinstance(fields.get("vocab"), list):
        return "Unigram"
    raise model.at("type", None).unsupported("is missing, and the fields are those of no model")


def _unigram(model: Node) -> Unigram:
    model.only(("type", "unk_id", "vocab", "byte_fallback"))
    scores = _scores(model["vocab"])
    unk_id = model.optional("unk_id", Node.size)
    if unk_id is not None and unk_id >= len(scores):
        raise model["unk_id"].bad(f"is {unk_id}, but there are {len(scores)} pieces")
    byte_fallback = "byte_fallback" in model.mapping() and model["byte_fallback"].boolean()
    return Unigram(scores, unk_id, byte_fallback)


def _scores(vocab: Node) -> list[tuple[str, float]]:
    """A node for each of a quarter of a million entries takes seconds: only for unusual ones."""
    if not isinstance(vocab.value, list):
        raise vocab.bad("must be an array of pieces and their scores")
    scores = []
    for index, entry in enumerate(vocab.value):
        match entry:
            case [str(piece), float(score)]:
                scores.append((piece, score))
            case _:
                scores.append(_scored(vocab.at(index, entry)))
    return scores


def _scored(entry: Node) -> tuple[str, float]:
    parts = entry.items()
    if len(parts) != 2:
        raise entry.bad(f"must be a piece and its score, has {len(parts)} entries")
    return parts[0].string(), parts[1].number()


def _wordpiece(model: Node) -> WordPiece:
    known = ("type", "unk_token", "continuing_subword_prefix", "max_input_chars_per_word", "vocab")
    model.only(known)
    return WordPiece(
        vocab=read_vocab(model["vocab"]),
        unk_token=model["unk_token"].string(),
        continuing_subword_prefix=model["continuing_subword_prefix"].string(),
        max_input_chars_per_word=model["max_input_chars_per_word"].size(),
    )


def _wordlevel(model: Node) -> WordLevel:
    model.only(("type", "vocab", "unk_token"))
    return WordLevel(read_vocab(model["vocab"]), model["unk_token"].string())

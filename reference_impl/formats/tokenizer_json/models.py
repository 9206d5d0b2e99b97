"""The `model` section of tokenizer.json, except BPE.

Source of what may be missing, and of what a model without `type` is: the readers of
tokenizers 0.23 models/mod.rs and models/*/serialization.rs.
"""

from collections.abc import Callable

from tokparity.reference_impl.errors import BadArtefact, Unsupported
from tokparity.reference_impl.formats.tokenizer_json.bpe import read_bpe, read_vocab
from tokparity.reference_impl.models.hf.unigram import Unigram
from tokparity.reference_impl.models.hf.wordlevel import WordLevel
from tokparity.reference_impl.models.hf.wordpiece import WordPiece
from tokparity.reference_impl.models.model import Model
from tokparity.reference_impl.serde_json.node import Node


def read_model(model: Node) -> Model:
    """A model without `type`, as early files have it, is the first that can be read."""
    if "type" in model.mapping():
        kind = model["type"]
        if isinstance(kind.value, str) and kind.value not in _MODELS:
            raise kind.unsupported(f"the model {kind.value!r} is not implemented")
        read: Callable[[Node], Model] = kind.word(_MODELS)
        return read(model)
    for read in _MODELS.values():
        before = len(model.ignored)
        try:
            return read(model)
        except Unsupported:
            raise
        except BadArtefact:
            del model.ignored[before:]
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


_MODELS: dict[str, Callable[[Node], Model]] = {
    "BPE": read_bpe,
    "WordPiece": _wordpiece,
    "WordLevel": _wordlevel,
    "Unigram": _unigram,
}
"""In the order in which the library tries them where `type` is missing."""

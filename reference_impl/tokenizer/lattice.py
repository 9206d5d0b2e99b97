"""`lattice`: every piece that a word could be cut into, with its score, and which were taken.

For models that look for the best path; of those that merge by score, `merge_scores`. Not here: the
search (`models`), nor the merges themselves (`Model.explain`).
"""

import math
from collections.abc import Callable, Mapping

from tokparity.reference_impl.models.hf.unigram import Unigram
from tokparity.reference_impl.models.llama.spm import LlamaSPM
from tokparity.reference_impl.models.llama.ugm import LlamaUGM
from tokparity.reference_impl.models.model import Model
from tokparity.reference_impl.models.sentencepiece.bpe import SentencepieceBPE
from tokparity.reference_impl.models.sentencepiece.unigram import SentencepieceUnigram
from tokparity.reference_impl.traces import Edge

MOST_CHARACTERS = 256
"""Of a word that has a lattice: nobody reads a longer one."""


def lattice(model: Model, word: str) -> tuple[Edge, ...] | None:
    """By start, the shorter first. None of a model without scores to choose by, and of a long word.

    >>> model = Unigram((("<unk>", 0.0), ("a", -1.0), ("b", -2.0), ("ab", -1.5)), unk_id=0)
    >>> [(edge.text, edge.score, edge.taken) for edge in lattice(model, "abx")]
    [('a', -1.0, False), ('ab', -1.5, True), ('b', -2.0, False), ('x', None, True)]

    Raises as `Model.tokenize`.
    """
    found = _scored(model)
    if found is None or len(word) > MOST_CHARACTERS:
        return None
    pieces, score = found
    taken = model.tokenize(word)
    spans = {(start, end) for _, start, end in taken}
    edges = [
        Edge(start, end, piece, score(pieces[piece]), (start, end) in spans)
        for start in range(len(word))
        for end in range(start + 1, len(word) + 1)
        if (piece := word[start:end]) in pieces
    ]
    known = {(edge.start, edge.end) for edge in edges}
    others = sorted(spans - known)
    edges += [Edge(start, end, word[start:end], None, taken=True) for start, end in others]
    return tuple(sorted(edges, key=lambda edge: (edge.start, edge.end)))


def merge_scores(model: Model) -> Mapping[str, float]:
    """By piece the score that a model merges by; empty of one that goes by ranks, or by paths.

    >>> merge_scores(LlamaSPM({"a": 0, "b": 1, "ab": 2}, (0.0, 0.0, -2.0)))["ab"]
    -2.0
    """
    match model:
        case LlamaSPM():
            return {piece: model.scores[token_id] for piece, token_id in model.vocab.items()}
        case SentencepieceBPE():
            known = model.known
            return {piece: known.scores[token_id] for piece, token_id in known.matchable.items()}
        case _:
            return {}


def _scored(model: Model) -> tuple[Mapping[str, int], Callable[[int], float | None]] | None:
    """The pieces that a text may have, and the score of an id."""
    match model:
        case Unigram():
            return model.vocab, lambda token_id: _finite(model.scores[token_id][1])
        case SentencepieceUnigram():
            return model.known.matchable, lambda token_id: _finite(model.known.scores[token_id])
        case LlamaUGM():
            return model.matched, lambda token_id: _finite(model.scores[token_id])
        case _:
            return None


def _finite(score: float) -> float | None:
    return score if math.isfinite(score) else None

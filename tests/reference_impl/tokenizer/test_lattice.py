"""Lattices of the models that look for the best path: the best sum is of what is taken."""

from itertools import pairwise

import pytest

from tokparity.reference_impl.models.hf.unigram import Unigram
from tokparity.reference_impl.models.hf.wordlevel import WordLevel
from tokparity.reference_impl.models.llama.ugm import LlamaUGM
from tokparity.reference_impl.models.sentencepiece.bpe import SentencepieceBPE
from tokparity.reference_impl.models.sentencepiece.pieces import Pieces
from tokparity.reference_impl.models.sentencepiece.unigram import SentencepieceUnigram
from tokparity.reference_impl.tokenizer.lattice import MOST_CHARACTERS, lattice, merge_scores

SCORES = {"<unk>": 0.0, "l": -3.0, "o": -3.5, "w": -4.0, "lo": -5.0, "ow": -4.5, "low": -9.0}
IDS = {piece: at for at, piece in enumerate(SCORES)}
MODELS = [
    Unigram(tuple(SCORES.items()), unk_id=0),
    SentencepieceUnigram(
        Pieces(tuple(SCORES), tuple(SCORES.values()), ("unknown", *["normal"] * 6))
    ),
    LlamaUGM({piece: at for piece, at in IDS.items() if at}, tuple(SCORES.values()), -19.0, 0, IDS),
]


def paths(edges, end, at=0):
    if at == end:
        yield ()
    for edge in edges:
        if edge.start == at:
            yield from ((edge, *rest) for rest in paths(edges, end, edge.end))


@pytest.mark.parametrize("model", MODELS, ids=lambda model: type(model).__name__)
@pytest.mark.parametrize("word", ["low", "lowlo", "owl"])
def test_no_path_of_the_lattice_is_better_than_the_one_taken(model, word):
    edges = lattice(model, word)
    taken = tuple(edge for edge in edges if edge.taken)
    assert all(left.end == right.start for left, right in pairwise(taken))
    assert [edge.text for edge in taken] == [
        model.pieces[token_id] for token_id, _, _ in model.tokenize(word)
    ]
    best = max(sum(edge.score for edge in path) for path in paths(edges, len(word)))
    assert sum(edge.score for edge in taken) == best


@pytest.mark.parametrize("model", MODELS, ids=lambda model: type(model).__name__)
def test_what_is_no_piece_has_no_score(model):
    assert [(e.text, e.score) for e in lattice(model, "lö") if e.taken] == [
        ("l", -3.0),
        ("ö", None),
    ]


def test_a_model_that_has_no_scores_has_none():
    assert lattice(WordLevel({"?": 0}, "?"), "a") is None


def test_a_word_too_long_to_read_has_none():
    assert len(lattice(MODELS[0], "l" * MOST_CHARACTERS)) == MOST_CHARACTERS
    assert lattice(MODELS[0], "l" * (MOST_CHARACTERS + 1)) is None


def test_a_score_that_is_no_number_is_not_told():
    model = Unigram((("<unk>", 0.0), ("a", float("-inf"))), unk_id=0)
    assert [edge.score for edge in lattice(model, "a")] == [None]


def test_scores_of_merges_are_the_files():
    pieces = Pieces(tuple(SCORES), tuple(SCORES.values()), ("unknown", *["normal"] * 6))
    known = {piece: score for piece, score in SCORES.items() if piece != "<unk>"}
    assert merge_scores(SentencepieceBPE(pieces)) == known
    assert merge_scores(MODELS[0]) == {}

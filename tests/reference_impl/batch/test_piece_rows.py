"""The tokens of texts put together are those of each text."""

import random

from tokparity.reference_impl.batch.longest_pieces import LongestPieces
from tokparity.reference_impl.batch.piece_rows import PieceRows
from tokparity.reference_impl.batch.word_stages import words_of_stages
from tokparity.reference_impl.models.hf.wordpiece import WordPiece
from tokparity.reference_impl.normalizers.bert import BertNormalizer
from tokparity.reference_impl.pre_tokenizers.bert import BertPreTokenizer
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

MODEL = WordPiece({"[UNK]": 0, "a": 1, "##b": 2, "##": 3, "c": 4, "中": 5, "!": 6, "##\u1161": 7})
STAGES = BertNormalizer(), BertPreTokenizer()
ROWS = PieceRows(words_of_stages(*STAGES), LongestPieces.of(MODEL))


def test_tokens_and_ranges_of_each_text():
    tokenizer = Tokenizer(MODEL, (), *STAGES)
    rng = random.Random(0)
    letters = [*"aábBc中 !\0\u00ad가\u3000\n", "ab", " ", " ", "\u302f\u0f71", "\u05b0"]
    texts = ["".join(rng.choices(letters, k=rng.randint(0, 15))) for _ in range(300)]
    rows, odd = ROWS.joined(texts, {})
    assert odd == []
    for at, text in enumerate(texts):
        start, stop = rows.bounds[at : at + 2]
        tokens = tokenizer.tokenize(text, True)
        assert rows.ids[start:stop].tolist() == tokens.ids, ascii(text)
        assert rows.offsets[2 * start : 2 * stop].tolist() == tokens.offsets, ascii(text)


def test_a_text_in_which_something_that_is_sought_is_made_is_left():
    rows = PieceRows(ROWS.words, ROWS.pieces, ("ab", "a c", "\u4e2d"))
    texts = ["c", "A\0B ab", "", "b中", "a\u0301b", "á", "b", "\u00c1\u3000c", "\u302f\u0f71ab"]
    assert rows.joined(texts, {})[1] == [1, 3, 4, 7, 8]


def test_no_texts():
    rows, odd = ROWS.joined([], {})
    assert (rows.ids.tolist(), rows.bounds, odd) == ([], [0], [])

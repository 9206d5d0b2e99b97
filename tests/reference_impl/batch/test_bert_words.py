"""Chunks of WordPiece made at once are what the stages make of each."""

import random
from array import array

import numpy as np
import pytest

from tokparity.reference_impl.batch.bert_words import BertWords, Pieces, _table
from tokparity.reference_impl.models.hf.wordpiece import WordPiece
from tokparity.reference_impl.normalizers.bert import BertNormalizer
from tokparity.reference_impl.pre_tokenizers.bert import BertPreTokenizer
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

PIECES = ["[UNK]", "a", "ab", "##b", "##bc", "##c", "##", "##é", "e", "##e", "中", "##文", "!", "#",
          "##\u1100", "\u1100", "##\u1161", "x", "##x", "\u093f", "##\u093f"]  # fmt: skip
LETTERS = [
    *"abcéExX中文!#,\u0301\u05b0\u05b4\u093f\u0f71\u0f72\u00ad\0\ufffd\u200b가각\u0130ß\u1ea0"
]
LETTERS += [" ", "\u3000", "\n", "\U0001f600", "\U000e0101", "\u0345", "\u302a", "\U0001d16d"]


def model(**options):
    return WordPiece({piece: at for at, piece in enumerate(PIECES)}, **options)


@pytest.mark.parametrize("longest", [3, 100])
@pytest.mark.parametrize("prefix", ["##", "", "a"])
@pytest.mark.parametrize(
    "normalizer",
    [
        None,
        BertNormalizer(),
        BertNormalizer(strip_accents=False),
        BertNormalizer(clean_text=False, lowercase=False),
        BertNormalizer(handle_chinese_chars=False, lowercase=False, strip_accents=True),
    ],
)
def test_each_chunk_is_what_the_stages_make_of_it(normalizer, prefix, longest):
    made = model(continuing_subword_prefix=prefix, max_input_chars_per_word=longest)
    tokenizer = Tokenizer(made, (), normalizer, BertPreTokenizer())
    rng = random.Random(f"{normalizer} {prefix} {longest}")
    pools = LETTERS, "abcx", "ab", ["\u05b0", "\u05b4", "\u0f71", "\u0f72", "a"]
    words = ["".join(rng.choices(rng.choice(pools), k=rng.randint(0, 9))) for _ in range(600)]
    answered = 0
    found = BertWords(normalizer, Pieces.of(made)).chunks(words)
    for word, chunk in zip(words, found, strict=True):
        if chunk is not None:
            tokens = tokenizer.tokenize(word, True)
            assert array("i", chunk.ids).tolist() == tokens.ids, ascii(word)
            assert array("i", chunk.positions).tolist() == tokens.offsets, ascii(word)
            assert (list(chunk.texts), chunk.size) == (tokens.texts, len(word) + 1)
            answered += 1
    assert answered > 300


def test_marks_that_may_change_places_are_not_answered():
    made = BertWords(BertNormalizer(strip_accents=False), Pieces.of(model()))
    assert [chunk is None for chunk in made.chunks(["a", "a\u0301", "b"])] == [False, True, False]
    assert made.chunks([]) == []


def test_models_without_an_unknown_piece_or_far_apart():
    assert Pieces.of(model(unk_token="?")) is None
    assert Pieces.of(WordPiece({"[UNK]": 1 << 40})) is None
    one = model()
    assert Pieces.of(one) is Pieces.of(one)


@pytest.mark.parametrize(
    "normalizer", [BertNormalizer(), BertNormalizer(clean_text=False, strip_accents=False)]
)
def test_characters_are_normalized_together_as_alone(normalizer):
    codes = [*range(0x3400), *range(0x3400, 0xD800, 97), *range(0xE000, 0x110000, 97)]
    made, came = _table(normalizer).respelled(np.array(codes, np.uint32))
    text, bounds = made.tobytes().decode("utf-32-le"), np.searchsorted(came, range(len(codes) + 1))
    for code, a, b in zip(codes, bounds, bounds[1:], strict=False):
        assert text[a:b] == normalizer.normalize(Aligned.of(chr(code))).text, hex(code)

"""The tokens of texts are the definition's, and so are their ranges; those that are asked for."""

import random

import pytest
import regex

from tokparity.reference_impl.batch.byte_rows import ByteRows
from tokparity.reference_impl.batch.byte_words import byte_words
from tokparity.reference_impl.batch.joined_words import BySearch, Trims
from tokparity.reference_impl.batch.word_places import SHAPES, WordPlaces, kinds_of
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.merging import pair_key
from tokparity.reference_impl.post_processors.byte_level import ByteLevelPostProcessor
from tokparity.reference_impl.pre_tokenizers.byte_level import GPT2, ByteLevelPreTokenizer
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizerSequence
from tokparity.reference_impl.pre_tokenizers.split import Split
from tokparity.reference_impl.regexes.oniguruma import compile_pattern
from tokparity.reference_impl.regexes.search import Regex
from tokparity.reference_impl.text.byte_level import BYTE_TO_CHAR
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

BYTES = {char: at for at, char in enumerate(BYTE_TO_CHAR.values())}
MERGES = [("a", "b"), ("Ġ", "a"), ("Ġ", "Ġ"), ("ab", "Ġ"), ("Ã", "©"), ("ĠĠ", "a"), ("æ", "Ĺ")]
VOCAB = BYTES | {left + right: 256 + rank for rank, (left, right) in enumerate(MERGES)}
PAIRS = {pair_key(VOCAB[left], VOCAB[right]): rank for rank, (left, right) in enumerate(MERGES)}
MODEL = BPE(VOCAB, PAIRS, [VOCAB[left + right] for left, right in MERGES])
PATTERN = r"[ab]+ ?| +a?|[^ab ]+"
PLACES = WordPlaces.of(
    SHAPES[GPT2.pattern], kinds_of(lambda kind, text: compile_pattern(kind).spans(text))
)
CUTS = {PATTERN: BySearch(regex.compile(PATTERN), 100), GPT2.pattern: PLACES}
LETTERS = ["ab  é日\n", "ab  \n"]


def defined(pattern, processor):
    cuts = Split(Regex(pattern), "Isolated", invert=False)
    spells = ByteLevelPreTokenizer(add_prefix_space=False, use_regex=False)
    return Tokenizer(
        MODEL, pre_tokenizer=PreTokenizerSequence((cuts, spells)), post_processor=processor
    )


@pytest.mark.parametrize("pattern", CUTS)
@pytest.mark.parametrize("keeps", [None, False, True])
def test_as_the_definition_has_them(pattern, keeps):
    """`keeps`: whether a space before a text's first token stays in its range."""
    processor = None if keeps is None else ByteLevelPostProcessor(keeps, trim_offsets=True)
    trims = None if keeps is None else Trims.of(MODEL, first_keeps=keeps)
    rows = ByteRows(CUTS[pattern], byte_words(MODEL))
    rng, tokenizer = random.Random(1), defined(pattern, processor)
    for number in range(40):
        letters = LETTERS[number % 2]
        texts = ["".join(rng.choices(letters, k=rng.randint(0, 9))) for _ in range(25)]
        found, uncovered = rows.joined(texts, {}, ranges=True)
        assert uncovered == []
        if trims is not None:
            trims.trim(found)
        for text, start, stop in zip(texts, found.bounds, found.bounds[1:], strict=False):
            expected = tokenizer.encode(text)
            assert tuple(found.ids[start:stop].tolist()) == expected.ids
            spans = found.offsets[2 * start : 2 * stop].reshape(-1, 2).tolist()
            assert tuple(map(tuple, spans)) == expected.offsets, text
        ids, uncovered = rows.joined(texts, {}, ranges=False)
        assert (ids.ids.tolist(), ids.bounds) == (found.ids.tolist(), found.bounds)
        assert (ids.offsets, uncovered) == (None, [])


def test_a_text_that_was_changed_has_the_ranges_of_what_it_came_from():
    rows = ByteRows(CUTS[PATTERN], byte_words(MODEL))
    found, _ = rows.joined(["b", "éab", "b"], {1: (0, 2, 5)}, ranges=True)
    assert found.bounds == [0, 1, 3, 4]
    assert found.offsets.tolist() == [0, 1, 0, 1, 2, 6, 0, 1]


@pytest.mark.parametrize("ranges", [False, True])
def test_texts_that_their_words_do_not_cover_are_named(ranges):
    rows = ByteRows(BySearch(regex.compile("[ab]+|"), 9), byte_words(MODEL))
    found, uncovered = rows.joined(["ab", "a-b", "", "b"], {}, ranges=ranges)
    assert uncovered == [1]
    assert found.bounds == [0, 1, 3, 3, 4]


@pytest.mark.parametrize("ranges", [False, True])
def test_no_texts(ranges):
    for cuts in CUTS.values():
        rows = ByteRows(cuts, byte_words(MODEL))
        found, uncovered = rows.joined([], {}, ranges=ranges)
        assert (found.ids.tolist(), found.bounds, uncovered) == ([], [0], [])

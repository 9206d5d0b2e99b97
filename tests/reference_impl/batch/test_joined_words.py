"""The tokens of texts are those of their words, moved; and trimmed as the definition trims."""

import random

import pytest
import regex

from tokparity.reference_impl.batch.byte_words import byte_words
from tokparity.reference_impl.batch.joined_words import BySearch, JoinedWords, Trims
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.merging import pair_key
from tokparity.reference_impl.post_processors.byte_level import ByteLevelPostProcessor
from tokparity.reference_impl.pre_tokenizers.byte_level import ByteLevelPreTokenizer
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizerSequence
from tokparity.reference_impl.pre_tokenizers.split import Split
from tokparity.reference_impl.regexes.search import Regex
from tokparity.reference_impl.text.byte_level import BYTE_TO_CHAR
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

BYTES = {char: at for at, char in enumerate(BYTE_TO_CHAR.values())}
MERGES = [("a", "b"), ("Ġ", "a"), ("Ġ", "Ġ"), ("ab", "Ġ"), ("Ã", "©"), ("ĠĠ", "a")]
VOCAB = BYTES | {left + right: 256 + rank for rank, (left, right) in enumerate(MERGES)}
PAIRS = {pair_key(VOCAB[left], VOCAB[right]): rank for rank, (left, right) in enumerate(MERGES)}
MODEL = BPE(VOCAB, PAIRS, [VOCAB[left + right] for left, right in MERGES])
PATTERN = r"[ab]+ ?| +a?|[^ab ]+"


def rows_of(pattern=PATTERN):
    return JoinedWords(BySearch(regex.compile(pattern), 100), MODEL, byte_words(MODEL))


def defined(processor):
    cuts = Split(Regex(PATTERN), "Isolated", invert=False)
    spells = ByteLevelPreTokenizer(add_prefix_space=False, use_regex=False)
    return Tokenizer(
        MODEL, pre_tokenizer=PreTokenizerSequence((cuts, spells)), post_processor=processor
    )


@pytest.mark.parametrize("keeps", [None, False, True])
def test_as_the_definition_has_them(keeps):
    """`keeps`: whether a space before a text's first token stays in its range."""
    processor = None if keeps is None else ByteLevelPostProcessor(keeps, trim_offsets=True)
    trims = None if keeps is None else Trims.of(MODEL, first_keeps=keeps)
    rng, rows, tokenizer = random.Random(1), rows_of(), defined(processor)
    for _ in range(40):
        texts = ["".join(rng.choices("ab  é日\n", k=rng.randint(0, 9))) for _ in range(25)]
        found, uncovered = rows.joined(texts, {})
        assert uncovered == []
        if trims is not None:
            trims.trim(found)
        for text, start, stop in zip(texts, found.bounds, found.bounds[1:], strict=False):
            expected = tokenizer.encode(text)
            assert tuple(found.ids[start:stop].tolist()) == expected.ids
            spans = found.offsets[2 * start : 2 * stop].reshape(-1, 2).tolist()
            assert tuple(map(tuple, spans)) == expected.offsets, text


def test_a_text_that_was_changed_has_the_ranges_of_what_it_came_from():
    found, _ = rows_of().joined(["b", "éab", "b"], {1: (0, 2, 5)})
    assert found.bounds == [0, 1, 3, 4]
    assert found.offsets.tolist() == [0, 1, 0, 1, 2, 6, 0, 1]


def test_texts_that_their_words_do_not_cover_are_named():
    rows = rows_of(pattern="[ab]+")
    found, uncovered = rows.joined(["ab", "a-b", "", "b"], {})
    assert uncovered == [1]
    assert found.bounds == [0, 1, 3, 3, 4]


def test_a_search_without_end_is_ended(monkeypatch):
    monkeypatch.setattr("tokparity.reference_impl.batch.joined_words.SECONDS", 0.05)
    runs_away = BySearch(regex.compile("(?:a|aa)+$b"), 10)
    with pytest.raises(TimeoutError):
        runs_away.cut(["a" * 60])


def test_words_with_ranges_are_kept_apart():
    rows, texts = rows_of(), ["ab é", "b", "ab"]
    bare, _ = rows.joined(texts, {}, ranges=False)
    found, _ = rows.joined(texts, {}, ranges=True)
    assert bare.offsets is None
    assert bare.ids.tolist() == found.ids.tolist()
    assert found.offsets.tolist() == rows_of().joined(texts, {})[0].offsets.tolist()
    again, _ = rows.joined(texts, {}, ranges=False)
    assert again.ids.tolist() == found.ids.tolist()

"""Words of many texts, in the characters that the normalizer makes, are those of the stages."""

import random
from dataclasses import replace

import pytest

from tokparity.reference_impl.batch.word_stages import words_of_stages
from tokparity.reference_impl.normalizers.bert import BertNormalizer
from tokparity.reference_impl.normalizers.bert_basic import BertBasicNormalizer
from tokparity.reference_impl.normalizers.llama_wpm import LlamaWPMNormalizer
from tokparity.reference_impl.normalizers.lowercase import Lowercase
from tokparity.reference_impl.pre_tokenizers.bert import BertPreTokenizer
from tokparity.reference_impl.pre_tokenizers.bert_basic import BertBasicPreTokenizer
from tokparity.reference_impl.pre_tokenizers.llama_wpm import LlamaWPMPreTokenizer
from tokparity.reference_impl.pre_tokenizers.whitespace_split import WhitespaceSplit
from tokparity.reference_impl.text.aligned import Aligned

ODD = "\u05b0\u05b4\u0f71\u0f72\U0001d165\U0001d16d\u302e\u302f\u0301"
LETTERS = [*"abcéExX中文!#,\u0301\u05b0\u093f\u00ad\0\ufffd\u200b가각\u0130ß\u1ea0\u1100\u1161"]
LETTERS += [" ", "\u3000", "\n", "\U0001f600", "\U000e0101", "\u0345", "\u302a", "\U0001d15e"]
OLD = "14.0.0"
STAGES = [
    *[
        (normalizer, BertPreTokenizer())
        for normalizer in (
            None,
            BertNormalizer(),
            BertNormalizer(strip_accents=False),
            BertNormalizer(clean_text=False, lowercase=False),
            BertNormalizer(handle_chinese_chars=False, lowercase=False, strip_accents=True),
            BertNormalizer(clean_text=False),
        )
    ],
    *[
        (BertBasicNormalizer(version, *options), BertBasicPreTokenizer(version))
        for version in (OLD, "15.1.0")
        for options in ((), (True, False), (False, True), (False, None, False))
    ],
    *[
        (LlamaWPMNormalizer(lowercase, strips), LlamaWPMPreTokenizer())
        for lowercase in (True, False)
        for strips in (True, False)
    ],
]


def cut(words):
    """The words of each text, and where their characters are from."""
    texts = [[] for _ in words.firsts[1:]]
    text = words.codes.tobytes().decode("utf-32-le", "surrogatepass")
    for a, b in zip(words.begins, words.ends, strict=True):
        at = next(at for at, end in enumerate(words.firsts[1:]) if words.came[a] < end)
        texts[at].append((text[a:b], tuple((words.came[a:b] - words.firsts[at]).tolist())))
    return texts


def normalized(normalizer, pre_tokenizer, texts):
    """Those texts that are given to the normalizer as they are."""
    words, given = words_of_stages(normalizer, pre_tokenizer), []
    words.cut(texts)

    def normalize(text):
        given.append(text)
        return words.normalize(text)

    replace(words, normalize=normalize).cut(texts)
    return given


@pytest.mark.parametrize(("normalizer", "pre_tokenizer"), STAGES, ids=str)
def test_words_are_those_of_the_stages(normalizer, pre_tokenizer):
    rng = random.Random(str(normalizer))
    every = [chr(code) for code in range(0x30000) if not 0xD800 <= code < 0xE000]
    pools = LETTERS, "ab ", [*ODD, "a"], every, every
    texts = ["".join(rng.choices(rng.choice(pools), k=rng.randint(0, 12))) for _ in range(900)]
    words = words_of_stages(normalizer, pre_tokenizer).cut(texts)
    for text, found in zip(texts, cut(words), strict=True):
        made = Aligned.of(text)
        made = made if normalizer is None else normalizer.normalize(made)
        expected = pre_tokenizer.pre_tokenize([made])
        assert found == [(it.text, tuple(it.origin)) for it in expected], ascii(text)


@pytest.mark.parametrize(
    ("text", "is_odd"),
    [
        ("a\U0001d165", False),
        ("\U0001d165", False),
        ("a\U0001d165a\U0001d16d", False),
        ("\u00e9\U0001d165\u00e9", False),
        ("a\u0301\u0323", False),
        ("\U0001d15e", False),
        ("\U0001d16d\U0001d165", True),
        ("a\U0001d165\U0001d16d", True),
        ("\u05b0\u302f\u0f71", True),
        ("\u302f\u0f71", True),
        ("\u0323\u302f", True),
        ("\u302f\x00\u0f71", True),
        ("\u0f71\u00ad\u302f", True),
        ("\U0001d15e\u0323", True),
    ],
)
def test_texts_whose_marks_may_change_places_are_normalized_themselves(text, is_odd):
    """U+1D165, U+1D16D and U+302F have a class, and stay."""
    assert normalized(BertNormalizer(), BertPreTokenizer(), ["a", text, "b"]) == [text] * is_odd
    assert normalized(BertNormalizer(), BertPreTokenizer(), [text]) == [text] * is_odd
    keeps = BertNormalizer(strip_accents=False)
    assert normalized(keeps, BertPreTokenizer(), ["a", text, "b"]) == []


def test_no_texts():
    words = words_of_stages(None, BertPreTokenizer()).cut([])
    assert (words.firsts.tolist(), words.begins.tolist()) == ([0], [])


@pytest.mark.parametrize(
    ("text", "is_odd"),
    [("aé가中\ue000", False), ("e\u0301", True), ("가\u11a8", True), ("Σ", True), ("\u212b", True)],
)
def test_texts_in_which_something_composes_are_normalized_themselves(text, is_odd):
    stages = BertBasicNormalizer(OLD), BertBasicPreTokenizer(OLD)
    assert normalized(*stages, ["a", text, "b"]) == [text] * is_odd


def test_other_stages():
    assert words_of_stages(Lowercase(), BertPreTokenizer()) is None
    assert words_of_stages(BertNormalizer(), WhitespaceSplit()) is None
    assert words_of_stages(BertNormalizer(), None) is None

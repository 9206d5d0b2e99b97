"""Texts with added tokens are encoded in sections as the definition encodes them."""

import random
from dataclasses import replace

import pytest

from tests.shared.batch_texts import quick_encodings
from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.added_tokens.special_partition import SpecialPartition
from tokparity.reference_impl.batch.sections import Sections
from tokparity.reference_impl.contract import EncodeOptions
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.hf.unigram import Unigram
from tokparity.reference_impl.models.hf.wordpiece import WordPiece
from tokparity.reference_impl.models.merging import pair_key
from tokparity.reference_impl.normalizers.bert import BertNormalizer
from tokparity.reference_impl.normalizers.lowercase import Lowercase
from tokparity.reference_impl.normalizers.nfc import NFC
from tokparity.reference_impl.normalizers.prepend import Prepend
from tokparity.reference_impl.normalizers.replace import ReplaceNormalizer
from tokparity.reference_impl.normalizers.sequence import NormalizerSequence
from tokparity.reference_impl.post_processors.byte_level import ByteLevelPostProcessor
from tokparity.reference_impl.post_processors.roberta import RobertaProcessing
from tokparity.reference_impl.pre_tokenizers.bert import BertPreTokenizer
from tokparity.reference_impl.pre_tokenizers.byte_level import ByteLevelPreTokenizer
from tokparity.reference_impl.pre_tokenizers.metaspace import MetaspacePreTokenizer
from tokparity.reference_impl.regexes.search import Literal
from tokparity.reference_impl.text.byte_level import BYTE_TO_CHAR
from tokparity.reference_impl.tokenizer import fast_encoding, section_making
from tokparity.reference_impl.tokenizer.section_making import SectionMaker
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reference_impl.tokenizer.word_encoding import ByWords

BYTES = {char: at for at, char in enumerate(BYTE_TO_CHAR.values())}


def bpe(vocab, merges, **options):
    vocab = vocab | {left + right: len(vocab) + at for at, (left, right) in enumerate(merges)}
    pairs = {pair_key(vocab[a], vocab[b]): rank for rank, (a, b) in enumerate(merges)}
    return BPE(vocab, pairs, [vocab[a + b] for a, b in merges], **options)


OF_BYTES = bpe(BYTES, [("a", "b"), ("Ġ", "a"), ("Ã", "©"), ("Ġa", "b"), ("Ġ", "Ġ")])
FALLBACK = {f"<0x{byte:02X}>": byte for byte in range(256)} | {"▁": 256, "a": 257, "b": 258}
OF_MARKS = bpe(FALLBACK, [("a", "b"), ("▁", "a"), ("▁", "▁")], byte_fallback=True)
MARKS = ReplaceNormalizer(Literal(" "), "▁")
SCORES = (("<unk>", 0.0), ("a", -1.0), ("▁", -2.0), ("▁a", -2.0), ("é", -3.0), ("b", -1.0))
BERT = WordPiece({piece: at for at, piece in enumerate(["[UNK]", "a", "ab", "##b", "e", "!", "<"])})
WORDS = {"model": OF_BYTES, "pre_tokenizer": ByteLevelPreTokenizer(add_prefix_space=False)}
UNIGRAM = {"model": Unigram(SCORES, unk_id=0)}
KINDS = {
    "bytes": WORDS,
    "bytes-nfc": WORDS | {"normalizer": NFC()},
    "bytes-nfc-trimmed": WORDS
    | {"normalizer": NFC(), "post_processor": ByteLevelPostProcessor(True, True)},
    "bytes-trimmed": WORDS | {"post_processor": ByteLevelPostProcessor(False, True)},
    "marks": {"model": OF_MARKS, "normalizer": MARKS},
    "marks-prepended": {
        "model": OF_MARKS,
        "normalizer": NormalizerSequence((Prepend("▁"), MARKS)),
    },
    "unigram": UNIGRAM | {"pre_tokenizer": MetaspacePreTokenizer()},
    "unigram-never": UNIGRAM | {"pre_tokenizer": MetaspacePreTokenizer("▁", "never")},
    "unigram-first": UNIGRAM | {"pre_tokenizer": MetaspacePreTokenizer("▁", "first")},
    "unigram-nfc": UNIGRAM | {"pre_tokenizer": MetaspacePreTokenizer(), "normalizer": NFC()},
    "bert": {
        "model": BERT,
        "normalizer": BertNormalizer(),
        "pre_tokenizer": BertPreTokenizer(),
    },
    "bert-trimmed": {
        "model": BERT,
        "normalizer": BertNormalizer(),
        "pre_tokenizer": BertPreTokenizer(),
        "post_processor": RobertaProcessing(("x", 1), ("y", 2), True, False),
    },
}
PARTS = [*"ab<>eé \n▁-\0", "e\u0301", "\u0301", "\u212a", "<s>", "<a b>", "  ", "\n\n", "K<", "é>"]


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    monkeypatch.setattr(fast_encoding, "_WORTH_WORDS", 0)
    monkeypatch.setattr(fast_encoding, "_WORTH_NUMBERS", 1)
    monkeypatch.setattr(section_making, "LONGEST", 200)


def drawn_tokens(rng, options, normalized):
    contents = {"".join(rng.choices(PARTS[:-2], k=rng.randint(1, 3))) for _ in range(4)}
    contents |= {rng.choice(PARTS[-10:])}
    return tuple(
        AddedToken(
            500 + at,
            content.replace("\0", "a"),
            *(rng.random() < options for _ in range(3)),
            normalized=rng.random() < normalized,
            special=rng.random() < 0.4,
        )
        for at, content in enumerate(sorted(contents))
    )


SOME = [EncodeOptions(add_special=False, parse_special=parse) for parse in (True, False)]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("normalized", [0, 0.3])
def test_as_the_definition(kind, normalized):
    rng, by_words, cut = random.Random(kind), 0, 0
    stages = KINDS[kind]
    for number in range(12):
        added = drawn_tokens(rng, number % 3 * 0.2, normalized)
        bare = Tokenizer(**stages)
        added = tuple(token for token in added if bare.normalize(token.content))
        tokenizer = replace(bare, added_tokens=added)
        parts = [*PARTS, *(token.content for token in added)]
        texts = ["".join(rng.choices(parts, k=rng.randint(0, 9))) for _ in range(40)]
        texts += ["\ud800<s>", "a" * 201, "<s>" * 40]
        words = quick_encodings(tokenizer, texts, SOME).words
        if isinstance(words, ByWords):
            by_words += 1
            found = words.sections.ready(texts, parse_special=True, ranges=True)
            cut += len(found.sections.added)
    assert (by_words and cut > 20) or kind in NOT_CUT or (kind in HARDLY_CUT and normalized)


NOT_CUT = ("unigram-first",)
HARDLY_CUT = ("unigram-nfc", "marks", "marks-prepended")
"""Where no token is found normalized."""


def of_bytes(*added, **changes):
    return Tokenizer(added_tokens=added, **WORDS | changes)


def ready(tokenizer, texts):
    return SectionMaker.of(tokenizer).ready(texts, parse_special=True, ranges=True)


def test_a_normal_form_does_not_reach_across_an_added_token():
    tokenizer = of_bytes(AddedToken(999, "<s>"), normalizer=NFC())
    found = ready(tokenizer, ["e<s>\u0301e\u0301", "e\u0301"])
    assert found.sections.texts == ["e", "\u0301é", "é"]
    assert found.sections.moved.keys() == {1, 2}
    assert not found.left


def test_tokens_that_are_found_normalized_are_found_between_those_as_written():
    added = AddedToken(998, "<s>"), AddedToken(999, "ab", normalized=True)
    found = ready(of_bytes(*added, normalizer=NFC()), ["ab<s>abc<s><s>", "a<s>b"])
    assert found.sections.texts == ["c", "a", "b"]
    assert found.sections.added[:, [0, 4]].tolist() == [
        [0, 999],
        [0, 998],
        [0, 999],
        [1, 998],
        [1, 998],
        [2, 998],
    ]


def test_a_text_whose_normal_form_has_an_added_token_is_left():
    tokenizer = of_bytes(AddedToken(999, "K", normalized=True), normalizer=NFC())
    assert ready(tokenizer, ["a\u212a", "K", "ab"]).left == {0}


def test_a_text_with_an_error_is_left():
    added = AddedToken(998, "<s>", rstrip=True), AddedToken(999, " ", lstrip=True)
    assert ready(of_bytes(*added), ["<s>a", "<s>  a"]).left == {1}


def test_nothing_is_cut_where_no_token_is():
    found = ready(of_bytes(AddedToken(999, "<s>")), ["a", "<", ""])
    assert isinstance(found.sections, Sections)
    assert found.sections.texts == ["a", "<", ""]


MANY = tuple(AddedToken(999 + at, chr(97 + at)) for at in range(65))


@pytest.mark.parametrize(
    ("changes", "whole"),
    [
        ({}, None),
        ({"added_tokens": ()}, None),
        ({"added_tokens": MANY}, None),
        (
            {"added_token_pass": SpecialPartition.of},
            "an added token, one of which is looked for after the other",
        ),
        (
            {"added_token_search": lambda _: lambda _: iter(())},
            "an added token, which its library does not look for",
        ),
        (
            {"pre_tokenizer": MetaspacePreTokenizer("▁", "first")},
            "an added token: the words behind it have no mark",
        ),
        (
            {"normalizer": Lowercase()},
            "an added token that is found in what the normalizer makes",
        ),
        (
            {"added_tokens": (AddedToken(999, "a\0"),)},
            "an added token that has a NUL, or no character",
        ),
    ],
)
def test_why_texts_with_an_added_token_go_whole(changes, whole):
    added = AddedToken(998, "<s>"), AddedToken(999, "<a>", normalized=True)
    maker = SectionMaker.of(replace(of_bytes(*added), **changes))
    assert maker.whole == whole
    assert bool(maker.hints) == (whole is not None)


def test_added_tokens_of_which_not_even_the_beginnings_are_few():
    tokenizer = replace(of_bytes(*MANY), added_token_pass=SpecialPartition.of)
    assert SectionMaker.of(tokenizer) == "its added tokens begin in too many ways"

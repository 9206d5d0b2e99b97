"""Which tokenizers' texts are their chunks, and why others' are not."""

import pytest

from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.batch.chunks import Chunks, chunks_of
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.hf.wordlevel import WordLevel
from tokparity.reference_impl.models.merging import pair_key
from tokparity.reference_impl.normalizers.bert import BertNormalizer
from tokparity.reference_impl.normalizers.lowercase import Lowercase
from tokparity.reference_impl.normalizers.nfc import NFC
from tokparity.reference_impl.normalizers.prepend import Prepend
from tokparity.reference_impl.normalizers.replace import ReplaceNormalizer
from tokparity.reference_impl.normalizers.sequence import NormalizerSequence
from tokparity.reference_impl.normalizers.strip import StripNormalizer
from tokparity.reference_impl.normalizers.strip_accents import StripAccents
from tokparity.reference_impl.pre_tokenizers.bert import BertPreTokenizer
from tokparity.reference_impl.pre_tokenizers.byte_level import ByteLevelPreTokenizer
from tokparity.reference_impl.pre_tokenizers.digits import Digits
from tokparity.reference_impl.pre_tokenizers.metaspace import MetaspacePreTokenizer
from tokparity.reference_impl.pre_tokenizers.punctuation import Punctuation
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizerSequence
from tokparity.reference_impl.pre_tokenizers.split import Split
from tokparity.reference_impl.pre_tokenizers.whitespace_split import WhitespaceSplit
from tokparity.reference_impl.regexes.search import Literal, Regex

WORDS = WordLevel({"?": 0, "a": 1}, "?")
BYTES = ByteLevelPreTokenizer(add_prefix_space=False)
MARKS = ReplaceNormalizer(Literal(" "), "▁")


def bpe(*merged, **options):
    """Each merge given as (left, right)."""
    pieces = dict.fromkeys(["<unk>", "▁", "a", "b", ">"])
    pieces |= dict.fromkeys(left + right for left, right in merged)
    vocab = {piece: at for at, piece in enumerate(pieces)}
    merges = {pair_key(vocab[a], vocab[b]): rank for rank, (a, b) in enumerate(merged)}
    products = [vocab[a + b] for a, b in merged]
    return BPE(vocab, merges, products, **{"unk_token": "<unk>", **options})


@pytest.mark.parametrize(
    ("normalizer", "pre_tokenizer"),
    [
        (None, BYTES),
        (NFC(), BYTES),
        (BertNormalizer(), BertPreTokenizer()),
        (StripAccents(), WhitespaceSplit()),
        (ReplaceNormalizer(Regex(r"\p{Zs}"), " "), MetaspacePreTokenizer()),
        (MARKS, MetaspacePreTokenizer()),
        (None, PreTokenizerSequence((Digits(True), BYTES))),
        (None, PreTokenizerSequence((Split(Regex(r"\p{N}"), "Isolated", False), BYTES))),
        (None, Split(Regex(r"\w+|\s+"), "Removed", True)),
    ],
)
def test_what_is_cut_at_spaces(normalizer, pre_tokenizer):
    assert chunks_of(normalizer, pre_tokenizer, WORDS, []) == Chunks()


@pytest.mark.parametrize(
    ("normalizer", "pre_tokenizer", "reason"),
    [
        (StripNormalizer(True, True), WhitespaceSplit(), "Strip may change text across spaces"),
        (ReplaceNormalizer(Regex(" {2,}"), " "), WhitespaceSplit(), "Replace may change"),
        (ReplaceNormalizer(Literal("a b"), "c"), WhitespaceSplit(), "Replace may change"),
        (ReplaceNormalizer(Literal(" "), "_"), WhitespaceSplit(), "Replace may change"),
        (Prepend("a b"), WhitespaceSplit(), "Prepend may change"),
        (
            NormalizerSequence((StripAccents(), Prepend("a"))),
            WhitespaceSplit(),
            "what is prepended",
        ),
        (StripAccents(), BYTES, "a normalizer before the pattern may take characters away"),
        (MARKS, BYTES, "a normalizer before the pattern"),
        (None, Punctuation(), "Punctuation cuts at no space"),
        (None, Split(Regex(r"\w+ \w+|\s"), "Isolated", False), "a match may hold a space"),
        (None, Split(Regex(r"\w+|\s"), "MergedWithNext", False), "Split cuts at no space"),
        (None, None, "no pre-tokenizer cuts at spaces"),
        (None, ByteLevelPreTokenizer(False, use_regex=False), "ByteLevel cuts at no space"),
    ],
)
def test_what_is_not(normalizer, pre_tokenizer, reason):
    found = chunks_of(normalizer, pre_tokenizer, WORDS, [])
    assert isinstance(found, str)
    assert found.startswith(reason)


def test_added_tokens_with_a_space_within():
    for content, taken in (("<a>", True), (" a", True), ("   ", True), ("a b", False)):
        found = chunks_of(None, BYTES, WORDS, [AddedToken(7, content)])
        assert isinstance(found, Chunks) == taken, content
    two = AddedToken(7, "  ", normalized=True)
    assert isinstance(chunks_of(NFC(), BYTES, WORDS, [two]), Chunks)
    found = chunks_of(StripAccents(), WhitespaceSplit(), WORDS, [two])
    assert found == "an added token holds a space"
    found = chunks_of(None, BYTES, WORDS, [AddedToken(7, " a", single_word=True)])
    assert found == "an added token holds a space"


@pytest.mark.parametrize(
    ("normalizer", "pre_tokenizer", "begins"),
    [
        (MARKS, None, ""),
        (NormalizerSequence((Prepend("▁"), MARKS)), None, "▁"),
        (NormalizerSequence((Prepend("x"), MARKS)), None, None),
        (None, MetaspacePreTokenizer(split=False), None),
    ],
)
def test_merges_that_join_no_mark_to_a_word(normalizer, pre_tokenizer, begins):
    model = bpe(("▁", "a"), ("▁", "▁"))
    made = chunks_of(normalizer, pre_tokenizer, model, [])
    assert made == Chunks(frozenset("▁"), words=False, begins=begins)
    crossing = chunks_of(normalizer, pre_tokenizer, bpe(("▁", "a"), (">", "▁")), [])
    assert crossing == Chunks(frozenset("▁>"), words=False, begins=begins)


@pytest.mark.parametrize(
    ("model", "reason"),
    [
        (bpe(unk_token=None), "its BPE drops characters"),
        (bpe(ignore_merges=True), "its BPE looks at whole words"),
        (bpe(end_of_word_suffix="</w>"), "its BPE looks at whole words"),
        (BPE({"a": 0}, {}, []), "no piece is a mark alone"),
        (WORDS, "no pre-tokenizer cuts at spaces"),
    ],
)
def test_models_that_see_a_whole_text(model, reason):
    normalizer = NormalizerSequence((Prepend("▁"), MARKS))
    assert chunks_of(normalizer, None, model, []) == reason


@pytest.mark.parametrize(
    "normalizer", [ReplaceNormalizer(Literal("x"), "y"), NFC(), Lowercase()], ids=repr
)
def test_no_other_character_is_changed_where_spaces_are_marks(normalizer):
    """What stands before a mark, and so may be uncut, would be another character."""
    some = NormalizerSequence((normalizer, MARKS))
    assert chunks_of(some, None, bpe(), []).startswith("a normalizer may make something else")

"""Every option of the first stages turned, and every part of them left out."""

from tokparity.harness.bugs.stage_options import variants
from tokparity.reference_impl.models.hf.wordpiece import WordPiece
from tokparity.reference_impl.normalizers.bert import BertNormalizer
from tokparity.reference_impl.normalizers.lowercase import Lowercase
from tokparity.reference_impl.normalizers.nfc import NFC
from tokparity.reference_impl.normalizers.sequence import NormalizerSequence
from tokparity.reference_impl.pre_tokenizers.byte_level import ByteLevelPreTokenizer
from tokparity.reference_impl.pre_tokenizers.metaspace import MetaspacePreTokenizer
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def test_options_and_parts():
    normalizer = NormalizerSequence((NFC(), Lowercase()))
    tokenizer = Tokenizer(
        WordPiece({"[UNK]": 0}), normalizer=normalizer, pre_tokenizer=MetaspacePreTokenizer()
    )
    made = {variant.words: variant for variant in variants(tokenizer)}
    assert {"without NFC", "without Lowercase", "without NormalizerSequence"} <= made.keys()
    assert {"prepend_scheme is never", "prepend_scheme is first", "split is False"} <= made.keys()
    assert made["without NFC"].tokenizer.normalizer == NormalizerSequence((Lowercase(),))
    never = made["prepend_scheme is never"]
    assert never.stage == "pre_tokenizer"
    assert never.tokenizer.pre_tokenize is not None
    assert never.tokenizer.normalizer == normalizer


def test_options_that_may_be_left_open():
    plain = Tokenizer(WordPiece({"[UNK]": 0}), normalizer=BertNormalizer())
    words = [variant.words for variant in variants(plain)]
    assert "lowercase is False" in words
    assert "without BertNormalizer" in words


def test_a_space_before_every_word():
    """As engines have it that cut with a pattern of their own before they spell bytes."""
    cutter = ByteLevelPreTokenizer(add_prefix_space=False)
    tokenizer = Tokenizer(WordPiece({"[UNK]": 0}), pre_tokenizer=cutter)
    made = {variant.words: variant.tokenizer for variant in variants(tokenizer)}
    changed = made["add_prefix_space is True, of every word"]
    text = Aligned("ab.c", range(4))
    assert [piece.text for piece in changed.pre_tokenize(text)] == ["Ġab", "Ġ.", "Ġc"]

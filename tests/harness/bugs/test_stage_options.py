"""Every option of the first stages turned, and every part of them left out."""

from tokparity.harness.bugs.stage_options import WHOLE, variants, without_parts
from tokparity.reference_impl.models.hf.wordpiece import WordPiece
from tokparity.reference_impl.normalizers.bert import BertNormalizer
from tokparity.reference_impl.normalizers.lowercase import Lowercase
from tokparity.reference_impl.normalizers.nfc import NFC
from tokparity.reference_impl.normalizers.replace import ReplaceNormalizer
from tokparity.reference_impl.normalizers.sequence import NormalizerSequence
from tokparity.reference_impl.pre_tokenizers.byte_level import ByteLevelPreTokenizer
from tokparity.reference_impl.pre_tokenizers.metaspace import MetaspacePreTokenizer
from tokparity.reference_impl.regexes.search import Literal
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def test_options_and_parts():
    normalizer = NormalizerSequence((NFC(), Lowercase()))
    tokenizer = Tokenizer(
        WordPiece({"[UNK]": 0}), normalizer=normalizer, pre_tokenizer=MetaspacePreTokenizer()
    )
    made = {variant.words: variant for variant in variants(tokenizer)}
    assert {"without NFC", "without Lowercase", "without Sequence"} <= made.keys()
    assert {"prepend_scheme is never", "prepend_scheme is first", "split is False"} <= made.keys()
    assert made["without NFC"].tokenizer.normalizer == NormalizerSequence((Lowercase(),))
    never = made["prepend_scheme is never"]
    assert never.stage == "pre_tokenizer"
    assert never.tokenizer.pre_tokenize is not None
    assert never.tokenizer.normalizer == normalizer


def test_words_of_a_plain_cut_in_the_place_of_metaspace():
    tokenizer = Tokenizer(WordPiece({"[UNK]": 0}), pre_tokenizer=MetaspacePreTokenizer())
    made = {variant.words: variant.tokenizer for variant in variants(tokenizer)}
    text = Aligned("a b.", range(4))
    for part, words in {"WhitespaceSplit": ["a", "b."], "Whitespace": ["a", "b", "."]}.items():
        changed = made[f"{part} in the place of Metaspace"]
        assert [piece.text for piece in changed.pre_tokenize(text)] == words


def test_a_part_left_out_is_called_as_the_file_has_it():
    parts = (ReplaceNormalizer(Literal(" "), "_"), ReplaceNormalizer(Literal("x"), ""), NFC())
    tokenizer = Tokenizer(WordPiece({"[UNK]": 0}), normalizer=NormalizerSequence(parts))
    made = dict(without_parts(tokenizer))
    assert [*made] == ["Replace ' ' by '_'", "Replace 'x' by ''", "NFC", WHOLE]
    assert made["Replace 'x' by ''"].normalizer == NormalizerSequence((parts[0], parts[2]))


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

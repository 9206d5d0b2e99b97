"""Two libraries of two Unicode versions are both right, and nothing else is called that."""

import pytest

from tokparity.harness.naming.passage import Passage, first_that_matters
from tokparity.harness.naming.unicode_version import tables_of, unicode_versions
from tokparity.reference_impl.contract import EncodeCase
from tokparity.reference_impl.formats.gguf.pre import PRE_NAMES
from tokparity.reference_impl.models.hf.wordpiece import WordPiece
from tokparity.reference_impl.models.tiktoken.bpe import TiktokenBPE
from tokparity.reference_impl.normalizers.bert import BertNormalizer
from tokparity.reference_impl.normalizers.lowercase import Lowercase
from tokparity.reference_impl.normalizers.nfc import NFC
from tokparity.reference_impl.normalizers.sequence import NormalizerSequence
from tokparity.reference_impl.pre_tokenizers.bert import BertPreTokenizer
from tokparity.reference_impl.pre_tokenizers.bert_basic import BertBasicPreTokenizer
from tokparity.reference_impl.pre_tokenizers.byte_level import ByteLevelPreTokenizer
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizerSequence
from tokparity.reference_impl.pre_tokenizers.split import Split
from tokparity.reference_impl.regexes.search import Regex
from tokparity.reference_impl.text.byte_level import spell
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

DIGIT_OF_16 = "\U0001ccf0"
"""A digit since Unicode 16.0: llama.cpp has 15.1."""
PUNCTUATION_OF_9 = "\u2e44"
"""Punctuation since Unicode 9.0: tokenizers' BERT has 8.0."""
BYTES = {spell(bytes([at])): at for at in range(256)}
MODEL = TiktokenBPE(BYTES | {"1" + spell(b"\xf0"): 256, "12": 257})
GGUF = Tokenizer(MODEL, pre_tokenizer=PRE_NAMES["llama-bpe"].pre_tokenizer())
NUMBERS = r"\p{N}{1,3}|[^\r\n\p{L}\p{N}]?\p{L}+|[^\s\p{L}\p{N}]+|\s+"


def cutting(pattern):
    spells = ByteLevelPreTokenizer(add_prefix_space=False, use_regex=False)
    split = Split(Regex(pattern), "Isolated", invert=False)
    return Tokenizer(MODEL, pre_tokenizer=PreTokenizerSequence((split, spells)))


JSON = cutting(NUMBERS)


def versions(left, right, text):
    passages = [Passage(side, EncodeCase(text)) for side in (left, right)]
    stage = first_that_matters(*passages)
    assert stage is not None
    return stage, unicode_versions(*passages, stage)


@pytest.mark.parametrize("context", ["1{}", "a 1{} b"])
def test_a_character_that_one_side_does_not_know_yet_is_nobodys_fault(context):
    text = context.format(DIGIT_OF_16)
    assert versions(GGUF, JSON, text) == ("pre_tokenizer", ("15.1", "16.0"))
    assert versions(JSON, GGUF, text) == ("pre_tokenizer", ("16.0", "15.1"))


def test_another_pattern_is_somebodys_fault_also_beside_a_new_character():
    wrong = cutting(NUMBERS.replace("{1,3}", ""))
    assert versions(GGUF, wrong, "12") == ("pre_tokenizer", None)
    assert versions(GGUF, wrong, f"12 1{DIGIT_OF_16}") == ("pre_tokenizer", None)


def test_tables_of_python_and_of_rust():
    model = WordPiece({"[UNK]": 0, "a": 1, PUNCTUATION_OF_9: 2})
    old = Tokenizer(model, pre_tokenizer=BertPreTokenizer())
    new = Tokenizer(model, pre_tokenizer=BertBasicPreTokenizer("14.0.0"))
    stage, found = versions(old, new, f"a{PUNCTUATION_OF_9}")
    assert (stage, found) == ("pre_tokenizer", ("8.0", "14.0"))


def test_parts_of_a_sequence_have_tables():
    assert [t.version for t in tables_of(NormalizerSequence((NFC(), Lowercase())))] == [
        "9.0", "17.0",
    ]  # fmt: skip
    assert {t.version for t in tables_of(JSON.pre_tokenizer)} == {"16.0"}
    assert tables_of(None) == []
    assert [t.version for t in tables_of(BertNormalizer(True, True, None, True))] == ["9.0", "17.0"]

"""What is said of batches is what is done with them."""

import pytest

from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.hf.unigram import Unigram
from tokparity.reference_impl.models.hf.wordlevel import WordLevel
from tokparity.reference_impl.models.hf.wordpiece import WordPiece
from tokparity.reference_impl.models.sentencepiece.pieces import Pieces
from tokparity.reference_impl.models.sentencepiece.unigram import SentencepieceUnigram
from tokparity.reference_impl.normalizers.replace import ReplaceNormalizer
from tokparity.reference_impl.normalizers.sentencepiece import SentencepieceNormalizer
from tokparity.reference_impl.pre_tokenizers.bert import BertPreTokenizer
from tokparity.reference_impl.pre_tokenizers.byte_level import ByteLevelPreTokenizer
from tokparity.reference_impl.pre_tokenizers.metaspace import MetaspacePreTokenizer
from tokparity.reference_impl.pre_tokenizers.punctuation import Punctuation
from tokparity.reference_impl.regexes.search import Literal
from tokparity.reference_impl.text.byte_level import BYTE_TO_CHAR
from tokparity.reference_impl.tokenizer.batch_ways import batch_ways
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

LETTERS = {letter: at for at, letter in enumerate(BYTE_TO_CHAR.values())}
BYTES = {f"<0x{byte:02X}>": byte for byte in range(256)} | {"\u2581": 256}


def of_pieces(*pieces):
    kinds = ("unknown", *["normal"] * len(pieces))
    return SentencepieceUnigram(Pieces(("?", *pieces), [-1.0] * len(kinds), kinds))


MARKS = ReplaceNormalizer(Literal(" "), "\u2581")


@pytest.mark.parametrize(
    ("tokenizer", "how"),
    [
        (
            Tokenizer(BPE(LETTERS, {}, []), pre_tokenizer=ByteLevelPreTokenizer(False)),
            "by their words, each looked up once; new words at once",
        ),
        (
            Tokenizer(BPE(LETTERS, {}, []), pre_tokenizer=ByteLevelPreTokenizer(True)),
            (
                "by the chunks between spaces; new words at once; not by their words: it does not "
                "cut by one pattern and then spell bytes"
            ),
        ),
        (
            Tokenizer(WordPiece({"[UNK]": 0}), pre_tokenizer=BertPreTokenizer()),
            "all words side by side, the longest pieces first",
        ),
        (
            Tokenizer(BPE(BYTES, {}, [], byte_fallback=True), normalizer=MARKS),
            "by their words, each looked up once",
        ),
        (
            Tokenizer(
                BPE(BYTES, {}, [], byte_fallback=True),
                (AddedToken(999, "<s>", normalized=True),),
                normalizer=MARKS,
            ),
            (
                "by their words, each looked up once; not texts with an added token that is found "
                "in what the normalizer makes"
            ),
        ),
        (
            Tokenizer(Unigram((("?", -1.0),), 0), pre_tokenizer=MetaspacePreTokenizer()),
            "by their words, each looked up once",
        ),
        (
            Tokenizer(Unigram((("?", -1.0),)), pre_tokenizer=MetaspacePreTokenizer()),
            (
                "by the chunks between spaces; not by their words: its Unigram refuses unknown "
                "characters"
            ),
        ),
        (
            Tokenizer(of_pieces("\u2581", "a"), normalizer=SentencepieceNormalizer()),
            "by their words, each looked up once; searched together where one is not sure",
        ),
        (
            Tokenizer(of_pieces("\u2581", "a\u2581b"), normalizer=SentencepieceNormalizer()),
            "searched together: sums run through a whole text, and pieces across words",
        ),
        (
            Tokenizer(WordLevel({"?": 0}, "?"), pre_tokenizer=Punctuation()),
            "text by text: Punctuation cuts at no space",
        ),
    ],
)
def test_how_texts_are_encoded(tokenizer, how):
    assert dict(batch_ways(tokenizer))["batches of texts"] == how


def test_why_ids_are_decoded_one_by_one():
    far = Tokenizer(WordLevel({"?": 0, "a": 1 << 30}, "?"))
    assert dict(batch_ways(far))["batches of ids"] == "one by one: its ids are far apart"

import unicodedata

import pytest
from transformers.models.bert.tokenization_bert_legacy import BertTokenizerLegacy

from tokparity.reference_impl.decoders.joined_wordpiece import JoinedWordPiece

HERE = unicodedata.unidata_version
PIECES = [
    *("a", "##b", "##", "# #", "##!", " ", "\u3000c", "'", ".", ",", "?", "!", "n't", "'m", "'s"),
    *("'ve", "'re", "do", "not", "[UNK]", "", " ##x", "n", "t"),
]


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    path = tmp_path_factory.mktemp("bert") / "vocab.txt"
    path.write_text("\n".join(PIECES))
    return BertTokenizerLegacy(str(path))


def test_every_three_pieces(library):
    decoder = JoinedWordPiece(HERE)
    for first in PIECES:
        for second in PIECES:
            for third in PIECES:
                pieces = [first, second, third]
                text = library.clean_up_tokenization(library.convert_tokens_to_string(pieces))
                assert decoder.decode(pieces) == [text]


def test_do_not_stays():
    """The clean-up of tokenizer.json's decoders makes it "don't"."""
    assert JoinedWordPiece(HERE).decode(["we", "do", "not"]) == ["we do not"]


def test_clean_up_sees_what_two_pieces_make():
    assert JoinedWordPiece(HERE).decode(["it", "'", "s"]) == ["it's"]
    assert JoinedWordPiece(HERE, cleanup=False).decode(["it", "'", "s"]) == ["it ' s"]


def test_what_python_strips_is_stripped_at_the_ends(library):
    decoder = JoinedWordPiece(HERE)
    for char in map(chr, [*range(0x3100), 0xFEFF, 0xE000]):
        pieces = [f"{char}c{char}d{char}"]
        assert decoder.decode(pieces) == [library.convert_tokens_to_string(pieces)]
    assert decoder.decode(["\x1cc\x85"]) == ["c"]

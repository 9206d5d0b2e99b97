import pytest
from transformers.models.bert.tokenization_bert_legacy import BertTokenizerLegacy

from reference_impl.decoders.joined_wordpiece import JoinedWordPiece

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
    decoder = JoinedWordPiece()
    for first in PIECES:
        for second in PIECES:
            for third in PIECES:
                pieces = [first, second, third]
                text = library.clean_up_tokenization(library.convert_tokens_to_string(pieces))
                assert decoder.decode(pieces) == [text]


def test_do_not_stays():
    """The clean-up of tokenizer.json's decoders makes it "don't"."""
    assert JoinedWordPiece().decode(["we", "do", "not"]) == ["we do not"]


def test_clean_up_sees_what_two_pieces_make():
    assert JoinedWordPiece().decode(["it", "'", "s"]) == ["it's"]
    assert JoinedWordPiece(cleanup=False).decode(["it", "'", "s"]) == ["it ' s"]


def test_the_ends_are_stripped():
    assert JoinedWordPiece().decode(["\u3000c"]) == ["c"]

import weakref

import pytest

from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.errors import InvalidTokenId, UnknownToken
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.tokenizer.vocabulary import Vocabulary

TOKENS = (
    AddedToken(1, "<x>", special=True),
    AddedToken(2, "Ġ"),
    AddedToken(9, "É", normalized=True),
)
MODEL = BPE({"Ġa": 0, "b": 1, "Ã": 4}, {}, [])


@pytest.fixture
def vocabulary():
    return Vocabulary(MODEL, TOKENS, {"E": TOKENS[2]}, byte_level=True)


def test_an_added_token_hides_the_piece_of_the_same_id(vocabulary):
    assert vocabulary.pieces == {0: "Ġa", 1: "<x>", 2: "Ġ", 4: "Ã", 9: "É"}
    assert vocabulary.id_of("b") == 1
    assert vocabulary.piece_of(1) == "<x>"


def test_a_normalized_one_is_decoded_by_its_normalized_content(vocabulary):
    assert vocabulary.normalized == {9: "E"}
    assert vocabulary.piece_of(9) == "É"


@pytest.mark.parametrize(
    ("token_id", "surface"),
    [(0, b" a"), (1, b"<x>"), (2, "Ġ".encode()), (4, b"\xc3"), (9, "É".encode())],
)
def test_surfaces(vocabulary, token_id, surface):
    assert vocabulary.surface(token_id) == surface


def test_only_a_special_content_is_special(vocabulary):
    assert [token_id for token_id in range(12) if vocabulary.is_special(token_id)] == [1]


def test_what_is_not_there_is_named(vocabulary):
    with pytest.raises(UnknownToken, match="'z'"):
        vocabulary.id_of("z")
    with pytest.raises(InvalidTokenId, match="no token has id 3: ids go from 0 to 9"):
        vocabulary.piece_of(3)


def test_tokenizers_of_one_model_and_the_same_added_tokens_share_their_pieces(vocabulary):
    again = Vocabulary(MODEL, TOKENS, {}, byte_level=False)
    assert again.pieces is vocabulary.pieces
    fewer = Vocabulary(MODEL, TOKENS[:2], {}, byte_level=True)
    assert fewer.pieces == {0: "Ġa", 1: "<x>", 2: "Ġ", 4: "Ã"}
    of_another = Vocabulary(BPE({"Ġa": 0, "c": 1, "Ã": 4}, {}, []), (), {}, byte_level=True)
    assert of_another.pieces == {0: "Ġa", 1: "c", 4: "Ã"}


def test_pieces_are_kept_no_longer_than_their_tokenizers():
    pieces = weakref.ref(Vocabulary(MODEL, TOKENS[:1], {}, byte_level=True).pieces)
    assert pieces() is None

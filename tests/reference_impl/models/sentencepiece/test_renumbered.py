from tokparity.reference_impl.models.sentencepiece.pieces import Pieces
from tokparity.reference_impl.models.sentencepiece.renumbered import Renumbered
from tokparity.reference_impl.models.sentencepiece.unigram import SentencepieceUnigram

KNOWN = Pieces(("?", "a", "b", "ab"), (0, -1, -1, -1.5), ("unknown", *["normal"] * 3))


def test_pieces_have_the_ids_of_the_other_list():
    model = Renumbered(SentencepieceUnigram(KNOWN), {"<unk>": 0, "ab": 9, "xy": 5}, 0)
    assert model.tokenize("abaxy") == ((9, 0, 2), (0, 2, 3), (5, 3, 5))
    assert model.texts("abaxy", model.tokenize("abaxy")) == ("ab", "a", "xy")
    assert model.pieces == {0: "<unk>", 9: "ab", 5: "xy"}
    assert model.explain("ab") is None

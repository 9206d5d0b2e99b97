"""WordPiece of two formats is one vocabulary, written in two ways."""

from tokparity.harness.artefacts.twin_pieces import twin_piece, twin_pieces
from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.models.hf.wordpiece import WordPiece
from tokparity.reference_impl.models.llama.wpm import LlamaWPM
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def test_a_first_piece_is_marked_by_one_format_and_a_later_one_by_the_other():
    added = (AddedToken(3, "[CLS]", special=True),)
    gguf = Tokenizer(LlamaWPM({"▁un": 0, "able": 1, "[UNK]": 2, "[CLS]": 3}, 2), added)
    json = Tokenizer(WordPiece({"un": 0, "##able": 1, "[UNK]": 2, "[CLS]": 3}), added)
    turned = dict(twin_pieces(gguf))
    assert turned == {0: "un", 1: "##able", 2: "##[UNK]", 3: "[CLS]"}
    assert [twin_piece(gguf, token_id) for token_id in (0, 1, 3, 9)] == [
        "un", "##able", "[CLS]", None,
    ]  # fmt: skip
    assert twin_pieces(json) == json.pieces()
    assert twin_piece(json, 1) == "##able"

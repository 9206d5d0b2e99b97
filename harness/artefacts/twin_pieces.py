"""The pieces of a tokenizer as its twin formats write them.

llama.cpp's WordPiece marks the pieces that begin a word, tokenizer.json and vocab.txt those that
go on within one. Not here: comparing them (`static_diff`, `naming`).
"""

from collections.abc import Mapping

from tokparity.reference_impl.models.llama.wpm import LlamaWPM
from tokparity.reference_impl.tokenizer.space_style import MARK
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def twin_pieces(tokenizer: Tokenizer) -> Mapping[int, str]:
    """id → piece: `Tokenizer.pieces`, but "un" and "##able" of a model with "▁un" and "able"."""
    if not isinstance(tokenizer.model, LlamaWPM):
        return tokenizer.pieces()
    added = {token.id for token in tokenizer.added_tokens}
    return {
        token_id: piece if token_id in added else _turned(piece)
        for token_id, piece in tokenizer.pieces().items()
    }


def twin_piece(tokenizer: Tokenizer, token_id: int) -> str | None:
    """As `twin_pieces`, of one id; None where no piece has it."""
    piece = tokenizer.pieces().get(token_id)
    if piece is None or not isinstance(tokenizer.model, LlamaWPM):
        return piece
    return piece if any(t.id == token_id for t in tokenizer.added_tokens) else _turned(piece)


def _turned(piece: str) -> str:
    return piece[1:] if piece.startswith(MARK) else "##" + piece

from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.contract import DecodeOptions
from tokparity.reference_impl.models.hf.wordlevel import WordLevel
from tokparity.reference_impl.models.tiktoken.bpe import TiktokenBPE
from tokparity.reference_impl.pre_tokenizers.byte_level import ByteLevel
from tokparity.reference_impl.streaming.piece_ids import ByteIds, PieceIds
from tokparity.reference_impl.tokenizer.tokenizer import DECODE, Tokenizer

HIDDEN = DecodeOptions(skip_special=True)
SPECIAL = (AddedToken(2, "<s>", special=True),)


def test_without_a_decoder_there_is_a_space_between_two_pieces(streamed):
    tokenizer = Tokenizer(WordLevel({"a": 0, "b": 1}, "a"), SPECIAL)
    assert streamed(PieceIds(tokenizer, DECODE), [0, 2, 1]) == ["a", " <s>", " b", ""]
    assert streamed(PieceIds(tokenizer, HIDDEN), [2, 0, 2, 1]) == ["", "a", "", " b", ""]
    assert streamed(PieceIds(tokenizer, DECODE), [0, 77, 1]) == ["a", "", " b", ""]


def test_a_special_token_that_is_left_out_parts_no_bytes(streamed):
    model = TiktokenBPE({"Ã": 0, "©": 1})
    tokenizer = Tokenizer(model, SPECIAL, pre_tokenizer=ByteLevel(False), decodes="bytes")
    assert streamed(ByteIds(tokenizer, HIDDEN), [0, 2, 1]) == ["", "", "é", ""]
    assert streamed(ByteIds(tokenizer, DECODE), [0, 2, 1]) == ["", "\ufffd<s>", "\ufffd", ""]

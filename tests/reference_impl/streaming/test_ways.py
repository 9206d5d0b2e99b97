import pytest

from reference_impl.decoders.byte_level import ByteLevel
from reference_impl.models.tiktoken_bpe import TiktokenBPE
from reference_impl.streaming.ways import WAYS
from reference_impl.tokenizer import DECODE, Tokenizer


@pytest.mark.parametrize("name", WAYS)
def test_every_way_gives_a_character_when_it_is_whole(name):
    tokenizer = Tokenizer(TiktokenBPE({"Ã": 0, "©!": 1}), decoder=ByteLevel())
    stream = WAYS[name](tokenizer, (), DECODE)
    assert [stream.push(0), stream.push(1), stream.flush()] == ["", "é!", ""]

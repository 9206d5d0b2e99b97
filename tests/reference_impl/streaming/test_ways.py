import pytest

from tokparity.reference_impl.decoders.byte_level import ByteLevelDecoder
from tokparity.reference_impl.models.tiktoken.bpe import TiktokenBPE
from tokparity.reference_impl.streaming.ways import WAYS
from tokparity.reference_impl.tokenizer.tokenizer import DECODE, Tokenizer


@pytest.mark.parametrize("name", WAYS)
def test_every_way_gives_a_character_when_it_is_whole(name):
    tokenizer = Tokenizer(TiktokenBPE({"Ã": 0, "©!": 1}), decoder=ByteLevelDecoder())
    stream = WAYS[name](tokenizer, (), DECODE)
    assert [stream.push(0), stream.push(1), stream.flush()] == ["", "é!", ""]

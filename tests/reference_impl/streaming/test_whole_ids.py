from tokparity.reference_impl.contract import DecodeOptions
from tokparity.reference_impl.decoders.llama_detokenizer import LlamaDetokenizer
from tokparity.reference_impl.streaming.whole_ids import WholeIds


def test_nothing_comes_before_the_end(streamed):
    detokenizer = LlamaDetokenizer((b"a", b"</s>"), frozenset([1]), eos=1)
    made = WholeIds(detokenizer, DecodeOptions(remove_special=True))
    assert streamed(made, [0, 1]) == ["", "", "a"]

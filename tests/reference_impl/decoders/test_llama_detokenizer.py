import struct

import pytest

from tokparity.oracles.worker.client import OracleWorker
from tokparity.reference_impl.contract import Artefact, DecodeOptions
from tokparity.reference_impl.decoders.llama_detokenizer import LlamaDetokenizer
from tokparity.reference_impl.errors import InvalidTokenId
from tokparity.reference_impl.formats import load
from tokparity.reference_impl.text.byte_level import spell

ALL = [DecodeOptions(skip, remove) for skip in (False, True) for remove in (False, True)]


def string(data):
    return struct.pack("<Q", len(data)) + data


@pytest.fixture(scope="module")
def sides(tmp_path_factory):
    """A vocabulary of single characters that cleans spaces up: (worker, handle, ours)."""
    path = tmp_path_factory.mktemp("cleaning") / "x.gguf"
    tokens = [spell(bytes([byte])).encode() for byte in range(128)]
    keys = [string(b"general.architecture") + struct.pack("<i", 8) + string(b"llama")]
    keys += [string(b"tokenizer.ggml.model") + struct.pack("<i", 8) + string(b"gpt2")]
    keys += [string(b"tokenizer.ggml.pre") + struct.pack("<i", 8) + string(b"gpt-2")]
    for name, values in (b"tokens", tokens), (b"merges", [b"a b"]):
        body = b"".join(map(string, values))
        keys += [string(b"tokenizer.ggml." + name) + struct.pack("<iiQ", 9, 8, len(values)) + body]
    path.write_bytes(b"GGUF" + struct.pack("<IQQ", 3, 0, len(keys)) + b"".join(keys))
    artefact = Artefact("cleaning", "gguf", path, "0" * 64)
    with OracleWorker("ggml_llama_cpp") as worker:
        yield worker, worker.load(artefact), load(artefact)


@pytest.mark.parametrize("alphabet", [" '", " '.x", " 'smrevldt", "? !,.a'"])
def test_spaces_are_cleaned_up_as_by_the_library(sides, alphabet):
    worker, handle, ours = sides
    size = len(alphabet)
    lengths = range(1, 9 if size == 2 else 6 if size == 4 else 5)
    texts = [
        "".join(alphabet[number // size**at % size] for at in range(length))
        for length in lengths
        for number in range(min(size**length, 4000))
    ]
    ids = [[ord(char) for char in text] for text in texts]
    theirs = list(worker.decode(handle, ids, DecodeOptions()).observations())
    assert theirs == list(ours.decode_batch(ids, DecodeOptions()).observations())
    changed = [text for text, one in zip(texts, theirs, strict=True) if one.value != text.encode()]
    assert len(changed) > 10


def test_what_is_removed_and_what_is_left_out():
    shown = (b"<s>", b" a", b"</s>", b"b")
    decode = LlamaDetokenizer(shown, frozenset({0, 2}), add_space_prefix=True, bos=0, eos=2).decode
    said = [decode([0, 1, 1, 2], options).value for options in ALL]
    assert said == [b"<s> a a</s>", b" a a", b" a a", b" a a"]
    assert decode([1, 2, 3], DecodeOptions()).value == b"a</s>b"


@pytest.mark.parametrize("outside", [-1, 4, 1 << 40])
def test_an_id_outside_is_refused(outside):
    with pytest.raises(InvalidTokenId, match="ids go from 0 to 0"):
        LlamaDetokenizer((b"a",), frozenset()).decode([0, outside], DecodeOptions())

"""Step by step what `tokenizers.decoders.DecodeStream` gives, its refusals included."""

import random

import pytest
import tokenizers
from small_artefacts import Maker
from tokenizers.decoders import DecodeStream as LibraryStream

from tests.shared.vocabularies import vocabulary
from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.cache import Cache
from tokparity.reference_impl.contract import DecodeOptions
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.formats import load
from tokparity.reference_impl.streaming.decode_stream import DecodeStream, InvalidPrefix

NAMES = [one.name for one in catalogue.find("*") if one.default and one.format == "tokenizer.json"]


def steps(push, ids):
    """Each push's text; "error" where there is one, as the stream goes on behind it."""
    given = []
    for token_id in ids:
        try:
            given.append(push(token_id) or "")
        except (TokparityError, Exception):
            given.append("error")
    return given


def compared(ours, theirs, rng, count):
    """How many of random sequences had an error, and that each step of all was the same."""
    pieces = ours.pieces()
    everything = list(pieces)
    broken = [at for at in everything if len(pieces[at]) <= 2 or pieces[at].startswith("<")]
    errors = 0
    for number in range(count):
        skip = bool(number % 2)
        pools = [broken or everything, broken or everything, everything]
        ids = [rng.choice(rng.choice(pools)) for _ in range(rng.randrange(1, 14))]
        cut = rng.choice([0, rng.randrange(len(ids))])
        native = LibraryStream(ids=ids[:cut], skip_special_tokens=skip)
        expected = steps(lambda at, native=native: native.step(theirs, at), ids[cut:])
        stream = DecodeStream(ours, ids[:cut], DecodeOptions(skip_special=skip))
        assert steps(stream.push, ids[cut:]) == expected, (ids[:cut], ids[cut:], skip)
        errors += "error" in expected
    return errors


@pytest.mark.vocabulary
@pytest.mark.parametrize("name", NAMES)
def test_every_step_of_real_vocabularies(name):
    (manifest,) = catalogue.find(name)
    artefact = catalogue.artefact(manifest, Cache.default())
    theirs = tokenizers.Tokenizer.from_file(str(artefact.path))
    compared(vocabulary(name), theirs, random.Random(name), 150)


@pytest.fixture
def byte_fallback(tmp_path):
    """A tokenizer whose bytes are pieces, and the library's own."""
    vocabulary = {"<unk>": 0, "▁a": 1, **{f"<0x{byte:02X}>": 2 + byte for byte in range(256)}}
    decoders = [
        {"type": "Replace", "pattern": {"String": "▁"}, "content": " "},
        {"type": "ByteFallback"},
        {"type": "Fuse"},
        {"type": "Strip", "content": " ", "start": 1, "stop": 0},
    ]
    model = {"type": "BPE", "vocab": vocabulary, "merges": [], "byte_fallback": True}
    artefact = Maker(tmp_path, {}, None).json(
        model, decoder={"type": "Sequence", "decoders": decoders}
    )
    return load(artefact), tokenizers.Tokenizer.from_file(str(artefact.path))


def test_a_bad_byte_behind_a_character_is_an_error_in_both(byte_fallback):
    ours, theirs = byte_fallback
    assert compared(ours, theirs, random.Random(0), 300) > 0
    stream = DecodeStream(ours)
    assert [stream.push(2 + byte) for byte in "é".encode()] == ["", "é"]
    assert stream.push(2 + 0xFF) == ""
    with pytest.raises(InvalidPrefix, match=r"^id 1: the text '��� a' does not begin with 'é'$"):
        stream.push(1)


def test_what_is_incomplete_is_lost_and_another_prompt_begins_anew(byte_fallback):
    ours, _ = byte_fallback
    stream = DecodeStream(ours, [1])
    assert [stream.push(1), stream.push(2 + 0xC3), stream.flush()] == [" a", "", ""]
    stream.reset()
    assert stream.push(1) == "a"

"""A way whose pushes cost the same is a straight line; all ids at each push are a square."""

import pytest

from tokparity.corpora.generators.material import Material
from tokparity.harness.growth import streaming as stream_growth
from tokparity.harness.growth.streaming import (
    EVERY_TIME,
    Growth,
    NoReply,
    grow,
    growth_of_ways,
    reply_of,
)
from tokparity.reference_impl.contract import Text
from tokparity.reference_impl.decoders.byte_level import ByteLevelDecoder
from tokparity.reference_impl.formats import load
from tokparity.reference_impl.models.hf.wordlevel import WordLevel
from tokparity.reference_impl.models.tiktoken.bpe import TiktokenBPE
from tokparity.reference_impl.streaming.naive import NAIVE
from tokparity.reference_impl.streaming.window_diff import WindowDiff
from tokparity.reference_impl.text.byte_level import BYTE_TO_CHAR
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reports.records.growth import Curve

BYTES = Tokenizer(
    TiktokenBPE({char: byte for byte, char in BYTE_TO_CHAR.items()}), decoder=ByteLevelDecoder()
)


class Counting:
    """A tokenizer of one letter, and a clock that tells how many ids it has decoded."""

    def __init__(self):
        self.decoded = 0

    def decode(self, ids, options):
        self.decoded += len(ids)
        return Text("a" * len(ids))

    def clock(self):
        return self.decoded * 1e-3


@pytest.mark.parametrize(("way", "power"), [(WindowDiff, 1), (NAIVE[EVERY_TIME], 2)])
def test_the_exponent_of_what_is_decoded(way, power):
    counted = Counting()
    found = grow("way", way, counted, [0] * 2048, counted.clock, 1e9)
    assert found.curve.points[-1][0] == 2048
    assert found.curve.slope == pytest.approx(power, abs=0.02)
    assert (len(set(found.bars[2:])) == 1) == (power == 1)


def test_what_takes_too_long_is_asked_for_no_more():
    counted = Counting()
    found = grow("way", NAIVE[EVERY_TIME], counted, [0] * 4096, counted.clock, 2.0)
    lengths = [length for length, _ in found.curve.points]
    assert lengths == [8, 16, 32, 64]
    assert found.curve.points[-2][1] <= 2.0 < found.curve.points[-1][1]


def test_every_way_that_takes_the_tokenizer():
    ids = tuple(b"hello world" * 6)
    ways = [one.curve.engine for one in growth_of_ways(BYTES, ids, Counting().clock, 1.0)]
    assert ways == ["byte_buffer", "window_diff", "decode_stream", "prefix_offsets", EVERY_TIME]
    raw = Tokenizer(BYTES.model, decoder=ByteLevelDecoder(), decodes="bytes")
    ways = [one.curve.engine for one in growth_of_ways(raw, ids, Counting().clock, 1.0)]
    assert "prefix_offsets" not in ways


def test_no_time_is_no_picture_of_a_slope():
    assert Growth(Curve("a", "reply", ((1, 0.0), (2, 0.0)))).bars == "▁▁"
    assert stream_growth.HALVINGS > 3


def test_a_reply_is_as_long_as_it_should_be(artefact):
    tokenizer = load(artefact)
    material = Material.of(tokenizer)
    ids = reply_of(tokenizer, material, 70_000)
    assert len(ids) == 70_000
    assert reply_of(tokenizer, material, 9) == ids[:9]


def test_a_tokenizer_without_a_reply():
    none = Tokenizer(WordLevel({"\ue000": 0}, "[UNK]"))
    with pytest.raises(NoReply, match="no reply to decode"):
        reply_of(none, Material.of(none), 3)

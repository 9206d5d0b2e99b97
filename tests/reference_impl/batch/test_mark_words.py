"""Chunks behind marks, merged at once: bytes of unknown characters, where texts begin."""

from array import array

import pytest

from tokparity.reference_impl.batch.mark_words import MarkWords
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.merging import pair_key

BYTES = {f"<0x{byte:02X}>": byte for byte in range(256)}


def model(**options):
    vocab = BYTES | {"\u2581": 256, "a": 257, "b": 258, "\u2581a": 259, "ab": 260}
    merges = {pair_key(257, 258): 0, pair_key(256, 257): 1}
    return BPE(vocab, merges, [260, 259], **{"byte_fallback": True, **options})


def read(chunk):
    return chunk.texts, array("i", chunk.positions).tolist()


def test_a_mark_stands_before_each():
    first, second, third = MarkWords.of(model()).chunks(["ab", "aa", "a b"])
    assert read(first) == (("\u2581", "ab"), [-1, 0, 0, 2])
    assert read(second) == (("\u2581a", "a"), [-1, 1, 1, 2])
    assert read(third) == (("\u2581a", "\u2581", "b"), [-1, 1, 1, 2, 2, 3])
    assert array("i", third.ids).tolist() == [259, 256, 258]
    assert third.size == 4


def test_the_bytes_of_a_character_have_its_range():
    (chunk,) = MarkWords.of(model()).chunks(["\u65e5a"])
    bytes_ = ("<0xE6>", "<0x97>", "<0xA5>")
    assert read(chunk) == (("\u2581", *bytes_, "a"), [-1, 0, 0, 1, 0, 1, 0, 1, 1, 2])


def test_what_a_text_begins_with_has_the_range_of_its_first_character():
    made = MarkWords.of(model())
    assert read(made.chunks(["b"], "\u2581")[0]) == (("\u2581", "b"), [0, 1, 0, 1])
    assert read(made.chunks(["a"], "\u2581")[0]) == (("\u2581a",), [0, 1])
    assert read(made.chunks(["ab"], "")[0]) == (("ab",), [0, 2])
    assert made.chunks([]) == []


@pytest.mark.parametrize(
    "other",
    [
        model(byte_fallback=False),
        BPE({**BYTES, "\u2581": 1 << 29}, {}, [], byte_fallback=True),
        BPE({**BYTES, "x": 3}, {}, [], byte_fallback=True),
        BPE({"\u2581": 0}, {}, [], byte_fallback=True),
    ],
)
def test_models_that_are_not_merged_so(other):
    assert MarkWords.of(other) is None


def test_tokenizers_of_one_model_share_the_tables():
    one = model()
    assert MarkWords.of(one) is MarkWords.of(one)
    assert MarkWords.of(one) is not MarkWords.of(model())

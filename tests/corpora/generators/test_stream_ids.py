from collections import Counter
from dataclasses import replace

import pytest

from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.stream_ids import KINDS, LONG_REPLY, Streams, stream_ids
from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.decoders.byte_level import ByteLevelDecoder
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.hf.wordlevel import WordLevel
from tokparity.reference_impl.pre_tokenizers.byte_level import ByteLevelPreTokenizer
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

SHA = "ab" * 32


@pytest.fixture(scope="module")
def streams():
    """Bytes are pieces, "Ã©" is "é", and two tokens are added."""
    from tokparity.reference_impl.text.byte_level import spell

    vocabulary = {spell(bytes([byte])): byte for byte in range(256)} | {spell("é".encode()): 256}
    added = (AddedToken(257, "<s>", special=True), AddedToken(258, "<x>"))
    merges = {(spell(b"\xc3"), spell(b"\xa9")): 0}
    model = BPE(vocabulary, merges, ())
    tokenizer = Tokenizer(
        model, added, pre_tokenizer=ByteLevelPreTokenizer(False), decoder=ByteLevelDecoder()
    )
    return Streams.of(tokenizer, Material.of(tokenizer))


def test_every_kind_is_there_and_half_have_a_prompt(streams):
    found = stream_ids(1, SHA, "p", 0, 600, streams)
    counts = Counter(kind for kind, _ in found)
    assert set(counts) == set(KINDS)
    assert min(counts.values()) > 60
    prompted = sum(bool(prompt) for _, (prompt, _) in found)
    assert 180 < prompted < 330
    assert any(len(prompt) + len(ids) == LONG_REPLY for _, (prompt, ids) in found)
    assert max(len(prompt) + len(ids) for _, (prompt, ids) in found) == LONG_REPLY


def decoded(streams, ids):
    return streams.tokenizer.decode(ids).value


def test_a_prompt_ends_inside_a_character_too(streams):
    found = [one for _, one in stream_ids(1, SHA, "p", 0, 600, streams)]
    broken = [prompt for prompt, ids in found if "\ufffd" not in decoded(streams, prompt + ids)
              and "\ufffd" in decoded(streams, prompt)]  # fmt: skip
    assert len(broken) > 5


def test_added_tokens_stand_within_characters(streams):
    found = [one for kind, one in stream_ids(1, SHA, "p", 0, 600, streams) if kind == "interrupted"]
    texts = [decoded(streams, prompt + ids) for prompt, ids in found]
    assert all("<s>" in text or "<x>" in text for text in texts)
    assert any("\ufffd<s>\ufffd" in text for text in texts)


def test_invalid_bytes_are_no_text(streams):
    found = [one for kind, one in stream_ids(1, SHA, "p", 0, 600, streams) if kind == "invalid"]
    broken = sum("\ufffd" in decoded(streams, prompt + ids) for prompt, ids in found)
    assert broken > len(found) // 2


def test_a_shard_is_numbered_and_repeats(streams):
    one = stream_ids(1, SHA, "p", 2, 30, streams)
    assert stream_ids(1, SHA, "p", 2, 30, streams) == one
    for other in [(2, SHA, "p", 2), (1, "cd" * 32, "p", 2), (1, SHA, "q", 2), (1, SHA, "p", 3)]:
        assert stream_ids(*other, 30, streams) != one


def test_without_bytes_and_added_tokens_there_are_ids_all_the_same():
    tokenizer = Tokenizer(WordLevel({"a": 0, "?": 1}, "?"))
    material = replace(Material.of(tokenizer), broken=())
    found = stream_ids(1, SHA, "p", 0, 100, Streams.of(tokenizer, material))
    assert len(found) == 100
    assert any(ids for _, (_, ids) in found)


def test_what_encoding_refuses_is_no_reply():
    tokenizer = Tokenizer(WordLevel({"a": 0}, "?"))
    streams = Streams.of(tokenizer, Material.of(tokenizer))
    assert streams.encoded("b") == ()
    assert {kind for kind, _ in stream_ids(1, SHA, "p", 0, 99, streams)} == set(KINDS)

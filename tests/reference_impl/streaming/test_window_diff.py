"""The last tokens are enough where the decoder is prefix-stable and characters are short."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.shared.vocabularies import vocabulary
from tokparity.corpora import strategies
from tokparity.corpora.vocabs import catalogue
from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.contract import DecodeOptions
from tokparity.reference_impl.decoders.byte_level import ByteLevelDecoder
from tokparity.reference_impl.decoders.metaspace import MetaspaceDecoder
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.models.hf.wordlevel import WordLevel
from tokparity.reference_impl.models.tiktoken.bpe import TiktokenBPE
from tokparity.reference_impl.streaming.incremental import generated_text
from tokparity.reference_impl.streaming.prefix_stability import is_prefix_stable
from tokparity.reference_impl.streaming.window_diff import WINDOW, WindowDiff
from tokparity.reference_impl.text.byte_level import BYTE_TO_CHAR
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

DEFAULTS = [one.name for one in catalogue.find("*") if one.default]
HIDDEN = DecodeOptions(skip_special=True)
BYTES = Tokenizer(
    TiktokenBPE({char: byte for byte, char in BYTE_TO_CHAR.items()}), decoder=ByteLevelDecoder()
)


@given(st.text(max_size=12), st.text(max_size=6))
def test_any_text_of_byte_tokens(prompt, text):
    stream = WindowDiff(BYTES, prompt.encode())
    parts = [stream.push(byte) for byte in text.encode()]
    ends = [part for part in parts if part]
    assert "".join(parts) == text.replace("\ufffd", "") or "\ufffd" in text
    assert "".join(parts) + stream.flush() == text
    if "\ufffd" not in text:
        assert ends == list(text), "each with the byte that completes it"


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_drawn_tokenizers_that_are_prefix_stable(streamed, data):
    drawn = data.draw(strategies.tokenizers())
    options = data.draw(st.sampled_from([DecodeOptions(), HIDDEN]))
    if not is_prefix_stable(drawn.tokenizer, options):
        return
    pieces = drawn.tokenizer.pieces()
    whole = [at for at in drawn.material.ids if is_whole(drawn.tokenizer, at)]
    if not whole:
        return
    ids = data.draw(st.lists(st.sampled_from(whole), max_size=10))
    found = streamed(WindowDiff(drawn.tokenizer, (), options), ids)
    if not isinstance(found, TokparityError):
        assert "".join(found) == generated_text(drawn.tokenizer, (), ids, options), pieces


def is_whole(tokenizer, token_id):
    try:
        return "\ufffd" not in decoded(tokenizer, [token_id, token_id])
    except TokparityError:
        return False


def decoded(tokenizer, ids):
    return generated_text(tokenizer, (), ids, DecodeOptions())


@pytest.mark.vocabulary
@pytest.mark.parametrize("name", DEFAULTS)
def test_texts_of_real_vocabularies(streamed, name):
    tokenizer = vocabulary(name)
    if not is_prefix_stable(tokenizer) and "ByteFallback" not in str(tokenizer.decoder):
        return
    rng = random.Random(name)
    words = ["Hello", " 🫨", " 世界", "é", "\n", "👨‍👩‍👧", " x = 1;", "ﬁ", " don't"]
    special = [token.id for token in tokenizer.added_tokens if token.special][:3]
    for _ in range(60):
        ids = list(tokenizer.encode("".join(rng.choices(words, k=6))).ids)
        for token_id in special:
            ids.insert(rng.randrange(len(ids) + 1), token_id)
        text = decoded(tokenizer, ids)
        if "\ufffd" in text:
            continue  # a special token stands inside a character
        assert "".join(streamed(WindowDiff(tokenizer), ids)) == text
        hidden = generated_text(tokenizer, (), ids, HIDDEN)
        assert "".join(streamed(WindowDiff(tokenizer, (), HIDDEN), ids)) == hidden


def test_special_tokens_that_are_left_out_make_no_first_piece(streamed):
    special = tuple(AddedToken(at, f"<{at}>", special=True) for at in range(1, 5))
    tokenizer = Tokenizer(WordLevel({"▁a": 0}, "▁a"), special, decoder=MetaspaceDecoder("▁"))
    ids = [0, 1, 2, 3, 4, 1, 2, 0]
    found = streamed(WindowDiff(tokenizer, (), HIDDEN), ids)
    assert found == ["a", "", "", "", "", "", "", " a", ""]


def test_more_incomplete_tokens_than_the_window_holds(streamed):
    found = streamed(WindowDiff(BYTES), [0xE2] * (WINDOW + 1))
    assert found == ["", "", "", "\ufffd" * WINDOW, "", "\ufffd"]


def test_another_prompt_begins_anew():
    stream = WindowDiff(BYTES, b"a\xc3")
    assert stream.push(0xA9) == "é"
    stream.reset(b"b")
    assert [stream.push(byte) for byte in b"!\xc3"] == ["!", ""]
    assert stream.flush() == "\ufffd"


def test_a_push_costs_the_same_however_long_the_reply_is():
    asked = []

    class Counting:
        def decode(self, ids, options):
            asked.append(len(ids))
            return BYTES.decode(ids, options)

    stream = WindowDiff(Counting())
    asked.clear()
    for byte in b"hello " * 50:
        stream.push(byte)
    assert len(asked) == 2 * 300
    assert max(asked) == WINDOW

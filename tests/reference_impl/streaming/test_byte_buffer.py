"""On any ids of any tokenizer, pushes and flush are the text that the ids add."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.shared.vocabularies import vocabulary
from tokparity.corpora import strategies
from tokparity.corpora.generators.stream_ids import Streams
from tokparity.corpora.vocabs import catalogue
from tokparity.reference_impl.contract import DecodeOptions
from tokparity.reference_impl.decoders.byte_level import ByteLevelDecoder
from tokparity.reference_impl.decoders.ctc import CTC
from tokparity.reference_impl.decoders.sequence import DecoderSequence
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.models.tiktoken.bpe import TiktokenBPE
from tokparity.reference_impl.streaming.byte_buffer import ByteBuffer
from tokparity.reference_impl.streaming.incremental import generated_text, text_of
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

DEFAULTS = [one.name for one in catalogue.find("*") if one.default]
HIDDEN = DecodeOptions(skip_special=True)


def added(tokenizer, prompt, ids, options):
    """The text that ids add, or the class of the error."""
    try:
        return generated_text(tokenizer, prompt, ids, options)
    except TokparityError as error:
        return type(error)


def joined(result):
    return type(result) if isinstance(result, TokparityError) else "".join(result)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_the_text_that_ids_add_of_drawn_tokenizers(streamed, data):
    drawn = data.draw(strategies.tokenizers())
    options = data.draw(st.sampled_from([DecodeOptions(), HIDDEN]))
    prompt, ids = (data.draw(strategies.ids(drawn.material)) for _ in "ab")
    expected = added(drawn.tokenizer, prompt, ids, options)
    if isinstance(added(drawn.tokenizer, (), prompt, options), type):
        return
    found = joined(streamed(ByteBuffer(drawn.tokenizer, prompt, options), ids))
    assert found == expected


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_the_text_that_replies_of_drawn_tokenizers_add(streamed, data):
    """Characters cut anywhere, by the end of the prompt too, and bytes that are none."""
    drawn = data.draw(strategies.tokenizers())
    case = data.draw(strategies.replies(Streams.of(drawn.tokenizer, drawn.material)))
    options = DecodeOptions(skip_special=case.options.skip_special)
    expected = added(drawn.tokenizer, case.prompt_ids, case.ids, options)
    if isinstance(added(drawn.tokenizer, (), case.prompt_ids, options), type):
        return
    found = joined(streamed(ByteBuffer(drawn.tokenizer, case.prompt_ids, options), case.ids))
    assert found == expected


@pytest.mark.vocabulary
@pytest.mark.parametrize("name", DEFAULTS)
def test_the_text_that_ids_add_of_real_vocabularies(streamed, name):
    tokenizer = vocabulary(name)
    rng = random.Random(name)
    pieces = tokenizer.pieces()
    everything = list(pieces)
    broken = [at for at in everything if len(pieces[at]) <= 2 or pieces[at].startswith("<")]
    for number in range(150):
        options = HIDDEN if number % 2 else DecodeOptions()
        pools = [broken or everything, everything]
        ids = [rng.choice(rng.choice(pools)) for _ in range(rng.randrange(1, 14))]
        cut = rng.choice([0, rng.randrange(len(ids))])
        expected = added(tokenizer, ids[:cut], ids[cut:], options)
        found = joined(streamed(ByteBuffer(tokenizer, ids[:cut], options), ids[cut:]))
        assert found == expected, (ids[:cut], ids[cut:], options)


@pytest.mark.vocabulary
def test_a_character_comes_with_the_token_that_completes_it(streamed):
    tokenizer = vocabulary("qwen3")
    assert streamed(ByteBuffer(tokenizer), [9284, 104, 101]) == ["", "", "🫨", ""]


def test_another_prompt_begins_anew():
    tokenizer = Tokenizer(TiktokenBPE({"Ã": 0, "©": 1, "!": 2}), decoder=ByteLevelDecoder())
    stream = ByteBuffer(tokenizer, [0])
    assert stream.push(1) == "é"
    assert stream.push(0) == ""
    stream.reset([2, 0])
    assert [stream.push(2), stream.flush()] == ["!", ""]
    stream.reset()
    assert [stream.push(0), stream.flush()] == ["", "\ufffd"]


def test_the_text_of_no_ids_at_all_is_the_prompts():
    """tokenizers 0.23.3 decodes no ids to " " here: ByteLevel makes a piece of none, and CTC puts a
    space for the delimiter of no characters."""
    decoder = DecoderSequence((ByteLevelDecoder(), CTC("<pad>", "", True)))
    tokenizer = Tokenizer(TiktokenBPE({"a": 0}), decoder=decoder)
    assert text_of(tokenizer.decode([])) == " "
    assert ByteBuffer(tokenizer).flush() == ""
    stream = ByteBuffer(tokenizer)
    assert stream.push(0) + stream.flush() == generated_text(tokenizer, (), [0], DecodeOptions())

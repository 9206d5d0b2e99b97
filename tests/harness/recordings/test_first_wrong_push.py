"""What each way gives is recorded as a server would; the wrong ones are told from the right."""

from itertools import pairwise

import pytest

from tokparity.harness.compare.verdict import as_text
from tokparity.harness.properties.replies import reply_by, through
from tokparity.harness.recordings.first_wrong_push import replayed
from tokparity.harness.recordings.recording import Asked, Push, Recording
from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.contract import DecodeOptions, StreamCase
from tokparity.reference_impl.decoders.byte_level import ByteLevelDecoder
from tokparity.reference_impl.decoders.metaspace import MetaspaceDecoder
from tokparity.reference_impl.models.hf.wordlevel import WordLevel
from tokparity.reference_impl.models.tiktoken.bpe import TiktokenBPE
from tokparity.reference_impl.streaming.naive_stops import NAIVE_STOPS
from tokparity.reference_impl.streaming.stop_strings import StopStrings
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

PLAIN = Asked()
E_ACUTE = 0, 1
SPECIAL = 9
PIECES = {"Ã": 0, "©": 1, "a": 2, "Ġb": 3, ".": 4, "ĊĊ": 5, "Ċ": 6, "U": 7}
BYTES = Tokenizer(
    TiktokenBPE(PIECES), (AddedToken(SPECIAL, "<s>", special=True),), decoder=ByteLevelDecoder()
)
WORDS = Tokenizer(WordLevel({"▁a": 0, "▁b": 1, "?": 2}, "?"), decoder=MetaspaceDecoder("▁"))


def recorded(deltas, ids, asked=PLAIN):
    """Each id a push; what is behind the last comes with it."""
    pushes = [Push((token_id,), delta) for token_id, delta in zip(ids, deltas, strict=True)]
    return Recording(asked, tuple(enumerate(pushes, 1)))


def served(tokenizer, way, ids, asked=PLAIN, stop=StopStrings):
    case = StreamCase(tuple(ids), asked.prompt, DecodeOptions(skip_special=asked.skip_special))
    reply = through(reply_by(way, tokenizer, case), stop(asked.stop))
    pushes = [Push((token_id,), part) for token_id, part in zip(ids, reply.parts, strict=True)]
    return Recording(asked, tuple(enumerate([*pushes, Push((), reply.rest)], 1)))


@pytest.mark.parametrize("way", ["byte_buffer", "window_diff", "decode_stream"])
@pytest.mark.parametrize("asked", [Asked(), Asked((2,)), Asked(stop=("\n\nU",))])
def test_what_is_right_is_right(way, asked):
    found = replayed(BYTES, served(BYTES, way, (*E_ACUTE, 2, 3, 6, 4, 5, 7, 2), asked))
    assert found.wrong is None
    assert (found.pushes, found.ids) == (10, 9)


def test_late_is_not_wrong():
    found = replayed(BYTES, recorded(["", "", "", "éa b"], (*E_ACUTE, 2, 3)))
    assert (found.wrong, found.latest) == (None, 2)


def test_always_one_id_late_is_one_id_late():
    ids = (2, 3, 6, 4, 5, 7, 2)
    texts = [as_text(BYTES.decode(ids[:count])) for count in range(len(ids) + 1)]
    parts = [after.removeprefix(before) for before, after in pairwise(texts)]
    pushes = [Push((token_id,), part) for token_id, part in zip(ids, ["", *parts], strict=False)]
    late = Recording(PLAIN, tuple(enumerate([*pushes, Push((), parts[-1])], 1)))
    found = replayed(BYTES, late)
    assert (found.wrong, found.latest) == (None, 1)


@pytest.mark.parametrize(
    ("tokenizer", "way", "ids", "line", "cause"),
    [
        (BYTES, "each_alone", (2, *E_ACUTE), 2, "gives U+FFFD for a part of a character"),
        (BYTES, "whole_history", (2, *E_ACUTE), 2, "gives U+FFFD for a part of a character"),
        (WORDS, "each_alone", (0, 1), 2, "leaves a space out"),
    ],
)
def test_a_mistake_is_named_with_its_push(tokenizer, way, ids, line, cause):
    wrong = replayed(tokenizer, served(tokenizer, way, ids)).wrong
    assert (wrong.line, wrong.cause) == (line, cause)
    assert way in wrong.ways


@pytest.mark.parametrize(
    ("deltas", "line", "cause"),
    [
        (["a", "b"], 2, "leaves a space out"),
        (["a", " bé"], 2, "gives another text"),
        (["a", "a"], 2, "gives again what it gave"),
        ([" a", " b"], 1, "gives a space too much"),
        (["a b", ""], 1, "knows more than the ids so far tell"),
        (["a", " "], None, "the end of the text never comes"),
    ],
)
def test_what_is_wrong_in_a_word(deltas, line, cause):
    wrong = replayed(BYTES, recorded(deltas, (2, 3))).wrong
    assert (wrong.line, wrong.cause) == (line, cause)


def test_text_that_is_left_out():
    wrong = replayed(BYTES, recorded(["a", "", "."], (2, 7, 4))).wrong
    assert (wrong.line, wrong.cause, wrong.wanted) == (3, "leaves out what comes before it", "U.")


@pytest.mark.parametrize(
    ("skip", "deltas", "cause"),
    [
        (True, ["a", "<s>", "."], "gives a special token"),
        (False, ["a", "", "."], "leaves a special token out"),
    ],
)
def test_special_tokens(skip, deltas, cause):
    asked = Asked(skip_special=skip)
    wrong = replayed(BYTES, recorded(deltas, (2, SPECIAL, 4), asked)).wrong
    assert wrong.cause == cause


@pytest.mark.parametrize("name", NAIVE_STOPS)
def test_stop_strings(name):
    ids = (2, 6, 6, 7, 2) if name != "stop_loses_its_beginning" else (2, 6)
    made = served(BYTES, "byte_buffer", ids, Asked(stop=("\n\nU",)), NAIVE_STOPS[name])
    wrong = replayed(BYTES, made).wrong
    belongs = "gives what belongs to a stop string, or stands behind it"
    lost = "the end of the text never comes"
    assert wrong.cause == (lost if name == "stop_loses_its_beginning" else belongs)
    assert name in wrong.ways


def test_what_is_not_stopped_at_all():
    made = served(BYTES, "byte_buffer", (2, 5, 2))
    wrong = replayed(BYTES, Recording(Asked(stop=("\n\n",)), made.pushes)).wrong
    assert "byte_buffer, which stops nowhere" in wrong.ways

"""Invariants of what is given id by id, each broken on purpose; the library is observed."""

from dataclasses import replace

import pytest

from tokparity.corpora.generators.material import Material
from tokparity.harness.properties import streaming
from tokparity.harness.properties.outcomes import outcomes, property_replies
from tokparity.reference_impl.contract import DecodeOptions
from tokparity.reference_impl.decoders.byte_fallback import ByteFallback
from tokparity.reference_impl.models.hf.wordlevel import WordLevel
from tokparity.reference_impl.streaming.byte_buffer import ByteBuffer
from tokparity.reference_impl.streaming.naive_stops import NAIVE_STOPS
from tokparity.reference_impl.streaming.thinking import ThinkingFilter
from tokparity.reference_impl.streaming.ways import WAYS
from tokparity.reference_impl.streaming.window_diff import WindowDiff
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

BYTES, LAST, LIBRARY = "replies by bytes", "replies by last tokens", "replies by DecodeStream"
THOUGHTS, STOPS = "thoughts apart from answers", "replies that end at a stop string"
FALLBACK = Tokenizer(
    WordLevel({f"<0x{byte:02X}>": byte for byte in range(256)} | {"a": 256}, "a"),
    decoder=ByteFallback(),
)


@pytest.fixture
def replied():
    """One property on a tokenizer and replies; those of the generator where none are given."""

    def find(name, tokenizer, replies=None):
        if replies is None:
            replies = property_replies(tokenizer, Material.of(tokenizer), 0, "x")
        (one,) = [one for one in outcomes(tokenizer, (), None, replies) if one.name == name]
        return one

    return find


@pytest.mark.parametrize("name", [BYTES, LAST])
def test_the_laws_hold(replied, lossless, name):
    one = replied(name, lossless)
    assert (one.reading.kind, one.broken) == ("invariant", 0)
    assert one.tried_texts > 30


def test_without_replies_nothing_is_tried(replied, lossless):
    for name in (BYTES, LAST, LIBRARY):
        assert replied(name, lossless, ()).reading.kind == "none"


class LosesTheRest(ByteBuffer):
    def flush(self):
        return ""


class NoLookBehind(WindowDiff):
    """Decodes each token alone."""

    def push(self, token_id):
        return self._text([token_id])

    def flush(self):
        return ""


class ShowsThePrompt(ByteBuffer):
    def reset(self, prompt_ids=()):
        super().reset()
        for one in prompt_ids:
            super().push(one)


@pytest.mark.parametrize(
    ("name", "way", "faulty"),
    [
        pytest.param(BYTES, "byte_buffer", LosesTheRest, id="loses-the-rest"),
        pytest.param(BYTES, "byte_buffer", ShowsThePrompt, id="shows-the-prompt"),
        pytest.param(LAST, "window_diff", NoLookBehind, id="no-look-behind"),
    ],
)
def test_a_fault_breaks_its_law(replied, lossless, monkeypatch, name, way, faulty):
    monkeypatch.setitem(WAYS, way, faulty)
    one = replied(name, lossless)
    assert one.breaks_invariant
    assert one.example.fault.startswith(f"{way} gives ")
    assert len(one.example.text.split()) <= 5, "made small"


class ForgetsTheThought(ThinkingFilter):
    """Of a tag in two parts, the first is text."""

    def push(self, chunk):
        given = super().push(chunk)
        held, self._waiting = self._waiting, ""
        return given._replace(answer=given.answer + held)


@pytest.mark.parametrize(
    ("name", "what", "faulty"),
    [
        pytest.param(THOUGHTS, "ThinkingFilter", ForgetsTheThought, id="thoughts"),
        pytest.param(STOPS, "StopStrings", NAIVE_STOPS["stop_in_each_delta"], id="stops"),
    ],
)
def test_a_faulty_filter_breaks_its_law(replied, lossless, monkeypatch, name, what, faulty):
    assert replied(name, lossless).broken == 0
    monkeypatch.setattr(streaming, what, faulty)
    one = replied(name, lossless)
    assert one.breaks_invariant
    assert " while it comes, " in one.example.fault


def test_the_law_of_last_tokens_is_none_where_text_may_change_later(replied):
    one = replied(LAST, FALLBACK)
    assert one.reading.kind == "none"
    assert "ByteFallback" in one.reading.why


def test_what_the_law_of_last_tokens_leaves_out(replied, lossless):
    broken = lossless.id_of("Ã")
    special = lossless.added_tokens[0].id
    whole = (broken, lossless.id_of("©"))
    within = (broken, *[special] * 4, whole[1])
    replies = [((), whole), ((), (broken,)), ((), whole), ((), within)]
    one = replied(LAST, lossless, replies)
    assert (one.tried_texts, one.broken) == (2, 0)


def test_a_refusal_is_seen_as_what_the_library_does(replied):
    raw = tuple("é".encode())
    one = replied(LIBRARY, FALLBACK, [((), (*raw, 0xFF, 256)), ((), (*raw, 0xC3))])
    assert (one.reading.kind, one.tried_texts, one.broken) == ("observation", 1, 1)
    assert "and refuses 1, not" in one.example.fault
    assert not one.breaks_invariant


def test_a_prompt_that_is_given_again_is_found_and_made_small(replied, lossless):
    first, second = lossless.id_of("Ã"), lossless.id_of("©")
    replies = [((*lossless.encode("hello").ids, first), (second, 70, 71))]
    one = replied(LIBRARY, lossless, replies)
    assert one.broken == 1
    assert one.example.text.startswith("ids ")
    assert len(one.example.text.split()) <= 5


def test_vocab_txt_has_no_library_that_streams(replied):
    tokenizer = replace(FALLBACK, outside="[UNK]")
    assert replied(LIBRARY, tokenizer, [((), (1,))]).reading.kind == "none"


def test_replies_come_with_and_without_special_tokens(replied, lossless):
    from tokparity.harness.properties.property import Subject
    from tokparity.harness.properties.streaming import case_words

    asked = Subject(lossless, (), None, (((), (1,)), ((2,), (3,)))).reply_trials
    found = [one.case for one in asked]
    assert [one.options for one in found] == [DecodeOptions(), DecodeOptions(True)]
    assert [case_words(one) for one in found] == [
        "ids 1",
        "ids 3 behind 2, special ones left out",
    ]

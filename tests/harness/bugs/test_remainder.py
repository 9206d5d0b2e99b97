"""Effects, frames and smallest cases of what a composition leaves."""

from dataclasses import replace

import pytest

from tokparity.harness.bugs.answers import Known
from tokparity.harness.bugs.remainder import (
    Cut,
    Frame,
    Remainder,
    Unframed,
    bare,
    effect_order,
    shape_of,
)
from tokparity.harness.bugs.separation import Separation
from tokparity.harness.fault_models.catalogue import FAMILIES
from tokparity.reference_impl.contract import (
    DecodeCase,
    DecodeOptions,
    EncodeCase,
    EncodeOptions,
    Encoding,
    Refusal,
)
from tokparity.reference_impl.models.hf.wordlevel import WordLevel
from tokparity.reference_impl.normalizers.nfc import NFC
from tokparity.reference_impl.normalizers.prepend import Prepend
from tokparity.reference_impl.pre_tokenizers.byte_level import ByteLevelPreTokenizer
from tokparity.reference_impl.pre_tokenizers.metaspace import MetaspacePreTokenizer
from tokparity.reference_impl.tokenizer.padding import Padding
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


@pytest.mark.parametrize(("name", "case", "effect"), [
    pytest.param("no-nfc", bare("e\u0301"), "text", id="another-text"),
    pytest.param("digits-joined", bare("12"), "tokens", id="the-same-text-in-other-ids"),
    pytest.param("special-never-parsed", bare("<s>"), "added fewer", id="added-token-lost"),
    pytest.param("no-decoder", DecodeCase((64, 300)), "decoded", id="decoding"),
])  # fmt: skip
def test_effects(remainder, name, case, effect):
    work = remainder(name)
    assert work.fails(case)
    assert work.effect(case) == effect


def raises(text):
    def ask(cases):
        return [Refusal("error", f"panicked at {text!r}") for _ in cases]

    return ask


def test_refusals_of_other_words_are_other_effects(remainder):
    work = remainder(ask=raises("x"))
    assert work.effect(bare("a")) == "refused error panicked at …"
    assert effect_order("refused error") < effect_order("added other") < effect_order("decoded")


def test_what_is_right_without_special_tokens_is_about_these(remainder, honest):
    def ask(cases):
        for case in cases:
            if case.op == "decode":
                yield honest.decode(case.ids)
                continue
            more = (7,) if case.options.add_special else ()
            yield Encoding((*honest.encode(case.text, case.options).ids, *more))

    work = remainder(ask=lambda cases: list(ask(cases)))
    assert work.effect(EncodeCase("a")) == "special"
    assert not work.fails(bare("a"))


def test_a_frame_is_what_stands_around_every_text(remainder, honest, hypotheses):
    def ask(cases):
        answers = [honest.encode(case.text, case.options).ids for case in cases]
        return [Encoding((9, *ids, 8)) for ids in answers]

    work = Separation.of(hypotheses, ask, [bare("a")])
    left = Remainder(work.box, hypotheses.honest, hypotheses.honest)
    assert left.frame() == Frame((9,), (8,), lost=False)
    assert Frame((9,), (8,), lost=False).off((9, 1, 2, 8)) == (1, 2)
    assert Frame((9,), (), lost=True).off((1, 2)) == (9, 1, 2)
    assert remainder("digits-joined").frame() is None


@pytest.mark.parametrize(
    ("first", "words"), [(True, "first id missing"), (False, "last id missing")]
)
def test_an_id_that_every_answer_lacks_is_one_bug(honest, hypotheses, first, words):
    def ask(cases):
        answers = [honest.encode(case.text, case.options).ids for case in cases]
        return [Encoding(ids[1:] if first else ids[:-1]) for ids in answers]

    cases = [bare("a"), bare("so be it"), bare("")]
    work = Separation.of(hypotheses, ask, cases)
    left = Remainder(work.box, hypotheses.honest, hypotheses.honest)
    assert left.frame() == Cut(first)
    separation = work.run()
    [bug] = separation.bugs
    assert (bug.stage, bug.symptom, bug.case) == ("post_processor", words, bare("a"))
    assert separation.shows(bug, bare("another text"))
    assert not separation.shows(bug, bare(""))


def test_a_frame_is_found_within_padding(honest, hypotheses):
    padded = Known(replace(honest, padding=Padding(12, pad_id=0)))

    def box(question):
        answer = padded(question)
        if not isinstance(answer, tuple):
            return answer
        return work.reader.padded((7, *work.reader.unpadded(answer), 8))

    work = Remainder(box, padded, padded)
    frame = work.frame()
    assert frame == Frame((7,), (8,), lost=False)
    unframed = Unframed(box, frame, padded, work.reader)
    assert all(unframed(bare(text)) == padded(bare(text)) for text in ("", "a", "a b"))


def test_an_added_token_goes_as_a_whole(remainder):
    """Of its five letters no less than all may go, and they are no half of the text."""
    work = remainder("digits-joined")
    small = work.smallest(bare("<|end|>x"), lambda case: case.text in ("<|end|>x", "x"))
    assert small == bare("x")


def test_a_smaller_case_still_shows_it(remainder):
    work = remainder("digits-joined")
    assert len(work.smallest(bare("so 1234 x"), work.fails).text) <= 2


def test_neighbours_are_asked_under_the_same_options(remainder):
    work = remainder()
    assert {case.options.parse_special for case in work.near(bare("a"))} == {True}
    skip = DecodeCase((64,), DecodeOptions(skip_special=True))
    assert {case.options for case in work.near(skip)} == {skip.options}
    assert all(isinstance(case, EncodeCase) for case in work.near(EncodeCase("a", EncodeOptions())))


def test_a_message_is_known_without_what_is_of_one_input():
    first = "thread panicked at src/a.rs:12:\nindex 5 of 'x'"
    assert shape_of(first) == shape_of("thread panicked at src/a.rs:12:\nindex 77 of 'y'")
    assert shape_of(first) != shape_of("index of 'x' is 5")
    assert shape_of("no token for <0xC3>") == shape_of("no token for <0x25>")
    assert shape_of("among [14, 4294967295]") == shape_of("among [-1]") == "among …"
    assert shape_of("among [14, 42949") == "among …", "one that is cut off"
    assert shape_of("") == ""


@pytest.mark.parametrize("raw", [b"\xc2!", b"\xe5\x9b!", b"\xe5\x9b", b"\xc2"])
def test_why_bytes_are_no_text_is_of_one_input(raw):
    def message(of):
        with pytest.raises(UnicodeDecodeError) as told:
            of.decode()
        return f"UnicodeDecodeError: {told.value}"

    assert shape_of(message(raw)) == shape_of(message(b"\xa1"))


def test_rust_says_so_too():
    """As `core::str::Utf8Error` is displayed."""
    some = (
        "incomplete utf-8 byte sequence from index 1",
        "invalid utf-8 sequence of 1 bytes from index 0",
        "invalid utf-8 sequence of 2 bytes from index 7",
    )
    assert len({shape_of(f"Unable to decode: {it}") for it in some}) == 1


def test_a_word_that_is_wrong_for_its_length_is_an_effect_of_its_own(remainder, honest, ask_of):
    """No stretch of it is wrong, so no search of pieces is at fault."""
    cut = FAMILIES["words-in-parts"].of({"length": 64}).apply(honest)
    work = remainder(ask=ask_of(cut))
    short, long = bare("the" * 10), bare("the" * 30)
    assert (work.fails(short), work.fails(long)) == (False, True)
    assert work.effect(long) == "long"


@pytest.mark.parametrize(
    ("normalizer", "pre_tokenizer", "begins"),
    [
        (None, None, False),
        (Prepend("▁"), None, True),
        (None, MetaspacePreTokenizer(), True),
        (None, MetaspacePreTokenizer(prepend_scheme="never"), False),
        (NFC(), ByteLevelPreTokenizer(add_prefix_space=True), True),
        (NFC(), ByteLevelPreTokenizer(add_prefix_space=False), False),
    ],
)
def test_whether_something_is_put_before_each_stretch(normalizer, pre_tokenizer, begins):
    model = WordLevel({"?": 0}, "?")
    known = Known(Tokenizer(model, (), normalizer, pre_tokenizer))
    assert Remainder(known, known, known).begins_stretches == begins


@pytest.mark.parametrize(("wrong", "is_so"), [("a a a", False), ("a <s> a", True)])
def test_whether_all_is_right_but_for_an_added_token(wrong, is_so):
    known = Known(Tokenizer(WordLevel({"?": 0, "a": 1}, "?")))

    def box(case):
        return (7,) if case.text == wrong else known(case)

    remainder = Remainder(box, known, known)
    assert remainder.is_plain_without("<s>", bare("a <s> a")) == is_so

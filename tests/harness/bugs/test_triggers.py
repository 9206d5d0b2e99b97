"""What makes a text fail, and the text without it."""

import re
from types import SimpleNamespace

import pytest

from tokparity.harness.bugs.blame import Blame
from tokparity.harness.bugs.remainder import bare
from tokparity.harness.bugs.triggers import (
    WORDS_OF_A_TEXT,
    Alphabet,
    TextTriggers,
    _is_ideograph,
)
from tokparity.reference_impl.contract import EncodeCase, EncodeOptions, Encoding

BARE = EncodeOptions(add_special=False)


@pytest.fixture
def words(remainder, hypotheses, cases):
    """The words of all triggers of a smallest text of a box."""

    def of(name, text):
        work = remainder(name)
        characters = sorted({c for case in cases if case.op == "encode" for c in case.text})
        triggers = TextTriggers(work, Alphabet(work, characters), Blame(work, hypotheses, []))
        return [trigger.words for trigger in triggers.of(bare(text), work.fails)]

    return of


def test_triggers_of_smallest_texts(words):
    assert words("digits-joined", "12")[0] == "U+0032"
    assert words("no-nfc", "e\u0301")[0] == "U+0301"
    assert words("special-never-parsed", "<s>")[0].startswith("added token")


@pytest.mark.parametrize(
    ("of_nothing", "words"),
    [
        pytest.param((), "special tokens", id="the-same-around-a-text"),
        pytest.param((9,), "special tokens around no text", id="others-around-a-text"),
    ],
)
def test_what_stands_around_no_text_may_be_a_bug_of_its_own(
    honest, hypotheses, remainder, of_nothing, words
):
    """A box that adds nothing to any text, and one that adds something else to none."""

    def ask(cases):
        plain = [honest.encode(it.text, BARE).ids if it.op == "encode" else () for it in cases]
        return [
            Encoding(ids if case.op == "decode" or case.text else of_nothing)
            for case, ids in zip(cases, plain, strict=True)
        ]

    work = remainder(ask=ask)
    triggers = TextTriggers(work, Alphabet(work, ["a"]), Blame(work, hypotheses, []))
    empty, plain = EncodeCase(""), EncodeCase("a")
    [trigger] = triggers.of(empty, work.fails)
    assert trigger.words == words
    assert trigger.occurs(empty)
    assert trigger.occurs(plain) == (not of_nothing)
    assert (plain in trigger.masks(plain)) == bool(of_nothing)


@pytest.mark.parametrize(
    ("rule", "is_told"),
    [
        pytest.param(r"\[[a-z0-9]+\]the", True, id="in-brackets"),
        pytest.param(r"\]the", False, id="behind-one-of-them"),
        pytest.param(r"\[a\]the", False, id="one-word-in-them"),
    ],
)
def test_what_stands_in_brackets_is_one_cause(honest, hypotheses, remainder, rule, is_told):
    """A word is spelled by its letters behind what looks like a special token."""

    def ids_of(text):
        return honest.encode(text, BARE).ids

    def ask(cases):
        texts = [case.text if case.op == "encode" else "" for case in cases]
        return [
            Encoding(sum(map(ids_of, text), ()) if re.search(rule, text) else ids_of(text))
            for text in texts
        ]

    work = remainder(ask=ask)
    triggers = TextTriggers(work, Alphabet(work, ["a"]), Blame(work, hypotheses, []))
    first = next(triggers.of(bare("[a]the"), work.fails))
    assert (first.words == "in brackets: []") is is_told
    if is_told:
        assert first.occurs(bare("x [bc]y"))
        assert "xathe" in [case.text for case in first.masks(bare("x[bc]the"))]


@pytest.mark.parametrize(
    ("char", "rule", "words"),
    [
        ("\U00022869", "[\U00020000-\U0002ffff]", "CJK ideographs beyond U+FFFF"),
        ("\u4e2d", "[\u3400-\u9fff\U00020000-\U0002ffff]", "CJK ideographs"),
    ],
)
def test_ideographs_are_a_class(honest, hypotheses, remainder, char, rule, words):
    """Of what is no ideograph, letters or not, none fails."""

    def ask(cases):
        texts = [case.text if case.op == "encode" else "" for case in cases]
        return [Encoding(honest.encode(re.sub(rule, "?", text), BARE).ids) for text in texts]

    work = remainder(ask=ask)
    assert not _is_ideograph("\u2e80"), "a radical"
    some = ["\u4e00", "\u4e01", "\U00022870", "\U0002a700", "\U00010400", "\u3042", "\u0431"]
    triggers = TextTriggers(work, Alphabet(work, some), Blame(work, hypotheses, []))
    assert words in [trigger.words for trigger in triggers.of(bare(char), work.fails)]


def test_a_wrong_word_is_wrong_within_a_word_of_another_class(hypotheses, remainder):
    """ "is" is not merged: in "éis" too, which is no word of ASCII."""
    work = remainder("no-merges")
    triggers = TextTriggers(work, Alphabet(work, []), Blame(work, hypotheses, []))
    trigger = next(triggers.of(bare("is"), work.fails))
    assert [case.text for case in trigger.masks(bare("ééis"))] == ["ééa"]


def test_words_that_are_right_alone_are_not_what_is_wrong(honest, remainder):
    """A word is spelled by its letters behind a full stop alone: that is what has a say."""

    def ids_of(text):
        return honest.encode(text, BARE).ids

    def ask(cases):
        return [
            Encoding(sum(map(ids_of, case.text), ()))
            if case.op == "encode" and ".the" in case.text
            else Encoding(ids_of(case.text) if case.op == "encode" else ())
            for case in cases
        ]

    work = remainder(ask=ask)
    small = bare(".the")
    blame = SimpleNamespace(is_of_words=lambda case, stage="model": case == small)
    assert not work.fails(bare("the"))
    triggers = [*TextTriggers(work, Alphabet(work, ["."]), blame).of(small, work.fails)]
    assert triggers[0].words == "U+002E"
    assert triggers[0].occurs(small)


def test_of_a_long_text_no_more_than_its_first_words_are_asked(hypotheses, remainder):
    work = remainder("no-merges")
    triggers = TextTriggers(work, Alphabet(work, []), Blame(work, hypotheses, []))
    words = next(triggers.of(bare("is"), work.fails))
    numbers = (f"{number:b}" for number in range(1, 1000))
    some = ["is" + number.replace("0", "a").replace("1", "b") for number in numbers]
    [masked] = words.masks(bare(" ".join(some)))
    asked = {case.text.strip() for case in work.box.memo if case.op == "encode"}
    assert 0 < len(asked.intersection(some)) <= WORDS_OF_A_TEXT
    assert masked.text.count(" ") <= WORDS_OF_A_TEXT


LONG = ("hello" * 60, "hello" * 120, "again" * 200, "éo" * 300)


def test_a_long_word_of_which_no_part_is_wrong_is_not_like_a_short_one(hypotheses, remainder):
    """Its length is at fault, which shows in no short word."""
    work = remainder("long-words-cut")
    triggers = TextTriggers(work, Alphabet(work, []), Blame(work, hypotheses, []))
    long = next(bare(text) for text in LONG if work.fails(bare(text)))
    assert triggers.blame.is_of_words(long)
    assert not triggers._of_words("is").occurs(long)
    assert triggers._of_words(long.text).occurs(long)


@pytest.mark.parametrize(("text", "is_so"), [
    pytest.param("b  c", True, id="a-run"),
    pytest.param("b c", False, id="one-space"),
])  # fmt: skip
def test_white_space_that_fails_in_a_run_alone(honest, hypotheses, remainder, text, is_so):
    """A single space is another bug's, where it stands in what fails."""

    def ask(cases):
        for case in cases:
            if case.op == "decode":
                yield honest.decode(case.ids)
                continue
            ids = honest.encode(case.text, case.options).ids
            yield Encoding((*ids, *ids[-1:]) if "  " in case.text else ids)

    work = remainder(ask=lambda cases: list(ask(cases)))
    triggers = TextTriggers(work, Alphabet(work, [" ", "a"]), Blame(work, hypotheses, []))
    first, *_ = triggers.of(bare("  x"), work.fails)
    assert first.words == "U+0020"
    assert first.occurs(bare(text))
    assert first.narrower.occurs(bare(text)) == is_so

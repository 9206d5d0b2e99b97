"""Bugs of any text are found as wholes, and what is left shows the others."""

import pytest
from small_artefacts import Maker

from tokparity.harness.bugs.blame import Blame
from tokparity.harness.bugs.hypotheses import Hypotheses
from tokparity.harness.bugs.masking import Masking
from tokparity.harness.bugs.remainder import bare
from tokparity.harness.bugs.separation import Separation
from tokparity.harness.bugs.taken_off import UNPARSED, frame_off, option_off, parsing_off, part_off
from tokparity.harness.compare.sides import ReferenceSide, observe
from tokparity.harness.fault_models.catalogue import FAULT_MODELS
from tokparity.reference_impl.contract import DecodeCase, EncodeCase, EncodeOptions, Encoding
from tokparity.reference_impl.formats import load

MARKED = tuple(map(bare, ("a\u0301", "o\u0302", "u\u0308", "n\u0303", "12 c\u0327")))


@pytest.fixture
def framed(faulty, honest):
    """A box with these bugs that puts <s> before every text."""
    first = next(token.id for token in honest.added_tokens if token.content == "<s>")

    def make(*names):
        changed = faulty(*names)
        return lambda cases: [
            Encoding((first, *changed.encode(case.text, case.options).ids))
            if isinstance(case, EncodeCase)
            else honest.decode(case.ids, case.options)
            for case in cases
        ]

    return make


def failing_of(work, cases):
    return [case for case in cases if work.fails(case)]


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("no-nfc", id="another-bug"),
        pytest.param("prefix-space-unasked", id="another-bug-of-any-text"),
    ],
)
def test_what_stands_around_all_is_off(remainder, hypotheses, cases, framed, name):
    work = remainder(ask=framed(name))
    found = frame_off(Blame(work, hypotheses, []), failing_of(work, cases))
    assert found.bug.cause == "around any text"
    assert found.bug.stage == "post_processor"
    left = failing_of(found.remainder, [case for case in cases if case.op == "encode"])
    assert {case.options.add_special for case in left} == {True, False}
    plain = [case for case in left if not case.options.add_special]
    assert all(hypotheses.touches(name, case) for case in plain)


def test_what_stands_around_all_hides_nothing(remainder, hypotheses, cases, framed):
    work = remainder(ask=framed("no-nfc"))
    bugs = Masking(work.box, work, hypotheses, [], cases).run(failing_of(work, cases))
    assert bugs[0].cause == "around any text"
    assert any("\u0301" in bug.case.text for bug in bugs[1:])


def test_an_option_that_is_not_heeded_is_off(remainder, hypotheses, cases):
    work = remainder("prefix-space-unasked", "digits-joined")
    found = option_off(Blame(work, hypotheses, []), failing_of(work, cases))
    assert (found.bug.stage, found.bug.cause) == ("pre_tokenizer", "add_prefix_space is True")
    assert not found.remainder.fails(bare("a"))
    assert found.remainder.fails(bare("12"))


@pytest.fixture
def without_prefix(tmp_path, every_stage):
    """A model of SentencePiece, in a box that puts no "▁" first and no special tokens around; and
    what fails of some texts, with special tokens and without."""
    pieces = [(piece, -float(at)) for at, piece in enumerate(("▁a", "a", "0", ".", "▁", "é"))]
    maker = Maker(tmp_path, every_stage, b"")
    honest = load(maker.sentencepiece("unigram", pieces, add_dummy_prefix=True))
    hypotheses = Hypotheses.of(honest, ())
    faulty = FAULT_MODELS["no-dummy-prefix"].apply(honest)
    faulty = FAULT_MODELS["specials-never-added"].apply(faulty)
    cases = [
        EncodeCase(text, EncodeOptions(add_special=special))
        for text in ("a", "0", ".", "é", "a a", "aa aa", "0.", "a é")
        for special in (False, True)
    ]
    work = Separation.of(hypotheses, lambda some: observe(ReferenceSide(faulty), some), cases)
    return Blame(work._remainder(()), hypotheses, []), cases


def test_an_option_of_any_text_is_no_frame(without_prefix):
    """Beside yet another option there is one, which stands around nothing."""
    blame, cases = without_prefix
    assert all(map(blame.remainder.fails, cases))
    assert frame_off(blame, cases) is None


def test_an_option_is_told_by_texts_without_special_tokens(without_prefix):
    """With them every text is wrong by another bug as well."""
    blame, cases = without_prefix
    found = option_off(blame, cases)
    assert (found.bug.stage, found.bug.cause) == ("normalizer", "add_dummy_prefix is False")
    assert len(found.bug.cases) == len(cases) // 2


def test_a_part_is_shown_where_no_option_is_the_reason(tmp_path, every_stage):
    """Without a normalizer no "▁" stands before a letter; without that option neither."""
    pieces = [(piece, -float(at)) for at, piece in enumerate(("\u2581a", "a", "\u2581", "b", "."))]
    maker = Maker(tmp_path, every_stage, b"")
    honest = load(maker.sentencepiece("unigram", pieces, add_dummy_prefix=True))
    box = FAULT_MODELS["no-normalizer"].apply(honest)
    cases = list(map(bare, ("a", "b", ".", "0", "a a", "aa aa", "a b", "b.", "ab")))
    hypotheses = Hypotheses.of(honest, ())
    work = Separation.of(hypotheses, lambda some: observe(ReferenceSide(box), some), cases)
    found = part_off(Blame(work._remainder(()), hypotheses, []), cases, cases, of_decoder=False)
    assert found.bug.cause == "without the whole stage"
    assert " " in found.bug.case.text


def test_a_part_that_is_not_there_is_off(remainder, hypotheses, cases):
    cases = [*cases, *MARKED]
    work = remainder("no-nfc", "digits-joined")
    found = part_off(Blame(work, hypotheses, []), cases, failing_of(work, cases), of_decoder=False)
    assert (found.bug.stage, found.bug.cause) == ("normalizer", "without NFC")
    assert set(MARKED[:-1]) <= found.bug.cases
    assert not found.remainder.fails(MARKED[0])
    assert found.remainder.fails(bare("12"))


def test_a_part_that_does_something_is_there(remainder, hypotheses, cases):
    """All but one of the characters are composed as they should be."""
    work = remainder("no-nfc")

    def ask(some):
        right = [case if case == MARKED[0] else None for case in some]
        return [
            Encoding(work.box(case) if one else hypotheses.honest(case))
            if isinstance(case, EncodeCase)
            else hypotheses.honest.tokenizer.decode(case.ids, case.options)
            for case, one in zip(some, right, strict=True)
        ]

    spared = remainder(ask=ask)
    cases = [*cases, *MARKED]
    failing = failing_of(spared, cases)
    assert failing == [MARKED[0]]
    assert part_off(Blame(spared, hypotheses, []), cases, failing, of_decoder=False) is None


def test_a_part_that_acts_on_another_script_is_there(remainder, hypotheses, cases):
    """Five of six cases are as without NFC, but the sign of a unit is composed as it should be."""
    boxed = remainder("no-nfc").box

    def ask(some):
        return [
            hypotheses.honest.tokenizer.decode(case.ids, case.options)
            if isinstance(case, DecodeCase)
            else Encoding(hypotheses.honest(case) if "\u212b" in case.text else boxed(case))
            for case in some
        ]

    spared = remainder(ask=ask)
    cases = [*cases, *MARKED, bare("u\u212b")]
    failing = failing_of(spared, cases)
    assert set(MARKED) <= set(failing)
    assert part_off(Blame(spared, hypotheses, []), cases, failing, of_decoder=False) is None


SPECIAL = tuple(map(bare, ("<s>", "a<s>", "<|end|>", "a <s> a", "x<|left|>", "<s><s>")))


def test_special_tokens_that_are_read_as_text_are_off(remainder, hypotheses, cases):
    """Shown between words, where no place of a text may be the reason."""
    cases = [*cases, *SPECIAL]
    work = remainder("special-never-parsed", "digits-joined")
    found = parsing_off(Blame(work, hypotheses, []), cases, failing_of(work, cases))
    assert (found.bug.stage, found.bug.cause) == ("added_tokens", UNPARSED)
    assert set(SPECIAL) <= found.bug.cases
    assert found.bug.case.text.startswith("a <")
    assert not found.remainder.fails(SPECIAL[0])
    assert found.remainder.fails(bare("12"))


def test_special_tokens_of_which_some_are_found_are_not_read_as_text(remainder, hypotheses, cases):
    work = remainder("added-token-not-at-start")
    cases = [*cases, *SPECIAL]
    failing = failing_of(work, cases)
    assert failing
    assert parsing_off(Blame(work, hypotheses, []), cases, failing) is None


def test_a_part_is_shown_without_spaces_where_there_is_such_a_case(remainder, hypotheses, cases):
    """Another bug may be of spaces: NFC makes one of another of U+2001."""
    cases = [bare("\u2001"), *cases, *MARKED]
    work = remainder("no-nfc")
    failing = failing_of(work, cases)
    assert failing[0] == cases[0]
    found = part_off(Blame(work, hypotheses, []), cases, failing, of_decoder=False)
    assert found.bug.cause == "without NFC"
    assert not any(map(str.isspace, found.bug.case.text))

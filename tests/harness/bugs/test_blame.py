"""The stage of what no fault model explains, by the answers to its neighbours."""

from base64 import b64decode
from dataclasses import dataclass, replace

import pytest

from tests.shared.small_artefacts import wordpiece
from tokparity.corpora.generators.pipelines.charsmap import charsmap as packed
from tokparity.harness.bugs.answers import Box, Known, NoAnswer
from tokparity.harness.bugs.blame import Blame
from tokparity.harness.bugs.hypotheses import Hypotheses
from tokparity.harness.bugs.remainder import Remainder, bare
from tokparity.harness.bugs.stage_options import without_parts
from tokparity.harness.naming.token_spans import TokenReader
from tokparity.reference_impl.contract import Encoding
from tokparity.reference_impl.errors import UnknownToken
from tokparity.reference_impl.normalizers.bert import BertNormalizer
from tokparity.reference_impl.normalizers.sentencepiece import SentencepieceNormalizer
from tokparity.reference_impl.normalizers.sentencepiece_charsmap import SentencepieceCharsmap
from tokparity.reference_impl.text.aligned import Aligned


@pytest.fixture
def blame(remainder, hypotheses):
    return lambda *names: Blame(remainder(*names), hypotheses, [])


@pytest.mark.parametrize(("name", "text", "stage"), [
    pytest.param("no-nfc", "e\u0301", "normalizer", id="normalizer"),
    pytest.param("digits-joined", "12", "pre_tokenizer", id="pre-tokenizer"),
    pytest.param("special-never-parsed", "<s>", "added_tokens", id="added-tokens"),
])  # fmt: skip
def test_stages(blame, name, text, stage):
    assert blame(name)(bare(text))[0] == stage


def test_a_fault_model_that_answers_the_neighbours_vouches_for_its_stage(remainder, hypotheses):
    work = Blame(remainder("digits-joined"), hypotheses, ["digits-joined"])
    [(stage, share, does)] = work._shares(bare("12"), work.remainder.near(bare("12")))
    assert (stage, share) == ("pre_tokenizer", 1.0)
    assert does == "keeps the digits of a number together"


@pytest.mark.parametrize(
    ("right_about", "stages"), [((), ["model"]), (("a swords",), [])], ids=["vouches", "refuted"]
)
def test_who_gets_plain_words_wrong_that_are_right_does_not_vouch(
    remainder, hypotheses, ask_of, honest, faulty, monkeypatch, right_about, stages
):
    """It has merges, whatever it does to another word."""
    monkeypatch.setattr("tokparity.harness.bugs.blame.PLAIN_WORDS", "a swords")
    case = bare("swords")
    assert hypotheses.touches("no-merges", bare("a swords"))
    assert hypotheses.touches("no-merges", case)

    def ask(cases):
        sides = [
            honest if getattr(it, "text", "") in right_about else faulty("no-merges")
            for it in cases
        ]
        return [ask_of(side)([it])[0] for side, it in zip(sides, cases, strict=True)]

    work = Blame(remainder(ask=ask), hypotheses, ["no-merges"])
    assert [stage for stage, *_ in work._shares(case, [])] == stages


def test_words_are_of_a_stage(blame):
    work = blame("digits-joined")
    assert work.is_of_words(bare("12"), "pre_tokenizer")
    assert not work.is_of_words(bare("12"), "model")
    assert not work.is_of_words(bare("a"), "pre_tokenizer"), "it is right"


def test_the_missing_part_of_a_normalizer(blame):
    assert blame("no-nfc").missing_part(bare("e\u0301")) == "NFC"
    assert blame("digits-joined").missing_part(bare("12")) is None


def test_nfd_in_the_place_of_nfc_is_no_missing_nfc(blame):
    assert blame("nfd-for-nfc").missing_part(bare("e\u0301")) is None


def test_what_the_composition_alone_refuses_is_held_against_the_file(blame, faulty):
    """A fault model explains other cases by a refusal, which the box does not give here."""
    case = bare("e\u0301")
    work = blame("no-nfc")
    refusing = replace(faulty("no-nfc"), pre_tokenizer=_Refusing())
    work.remainder.model = Known(refusing)
    work.remainder.reader = TokenReader(refusing)
    assert isinstance(work.remainder.model(case), NoAnswer)
    assert work(case)[0] == "normalizer"
    assert "refuses" not in work.why("normalizer", case)


class _Refusing:
    def pre_tokenize(self, text):
        raise UnknownToken("x")


def test_options_are_parts_of_a_normalizer(honest):
    parts = without_parts(replace(honest, normalizer=BertNormalizer()))
    made = {name: tokenizer.normalizer for name, tokenizer in parts}
    assert list(made) == [
        *("clean_text", "handle_chinese_chars", "strip_accents", "lowercase"),
        "the whole stage",
    ]
    assert made["strip_accents"].normalize(Aligned.of("\u00c9")).text == "\u00e9"
    assert made["the whole stage"] is None
    charsmap = SentencepieceCharsmap.of(b64decode(packed({"ab": "c"})))
    normalizer = SentencepieceNormalizer(charsmap)
    parts = dict(without_parts(replace(honest, normalizer=normalizer)))
    assert parts["charsmap"].normalizer == replace(normalizer, charsmap=None)


def test_a_normalizer_that_rewrites_something_is_not_gone(blame, remainder, ask_of, honest):
    """A box that spares one character answers to it as without a normalizer, not to others."""
    assert blame("no-nfc").is_without("normalizer", [bare("e\u0301")])
    spared = replace(honest, normalizer=_Sparing("o\u0301", honest.normalizer))
    box = remainder(ask=ask_of(spared))
    assert not Blame(box, blame("no-nfc").hypotheses, []).is_without(
        "normalizer", [bare("o\u0301")]
    )


@dataclass(frozen=True)
class _Sparing:
    spared: str
    inner: object

    def normalize(self, text):
        return text if text.text == self.spared else self.inner.normalize(text)


def test_a_tokenizer_without_a_normalizer_has_no_parts(honest, faulty):
    assert [name for name, _ in without_parts(honest)] == ["NFC"]
    assert without_parts(faulty("no-nfc")) == []


def test_what_is_right_alone_is_not_for_want_of_a_part(
    blame, remainder, ask_of, honest, hypotheses
):
    """A sign that is composed where it stands alone: the normal form is there."""
    within = bare("x\u212b")
    assert blame("no-nfc").missing_part(within) == "NFC"
    spared = replace(honest, normalizer=_Sparing(within.text, honest.normalizer))
    box = remainder(ask=ask_of(spared))
    assert box.fails(within)
    assert Blame(box, hypotheses, []).missing_part(within) is None


def test_a_text_whose_normal_form_is_given_up_as_well_is_the_models(slot, save, ask_of):
    """A letter and its mark that are taken apart are no word for the model either."""
    pieces = wordpiece("\u1100", "##\u1161", "e", "##a")
    document = {
        "version": "1.0",
        "normalizer": {"type": "NFD"},
        "pre_tokenizer": {"type": "Whitespace"},
        "model": pieces,
    }
    honest = slot.tokenizer(save(document))
    hypotheses = Hypotheses.of(honest, ())

    def blame_where(gives_up):
        def ask(cases):
            answers = zip(cases, ask_of(honest)(cases), strict=True)
            return [Encoding((0,)) if gives_up(case.text) else it for case, it in answers]

        box = Box(ask, hypotheses.honest)
        return Blame(Remainder(box, hypotheses.honest, hypotheses.honest), hypotheses, [])

    both = blame_where(lambda text: text in ("\uac00", "\u1100\u1161"))
    assert both(bare("\uac00"))[0] == "model"
    one = blame_where(lambda text: text == "\uac00")
    assert one(bare("\uac00"))[0] == "normalizer"

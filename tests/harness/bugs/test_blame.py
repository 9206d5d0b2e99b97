"""The stage of what no fault model explains, by the answers to its neighbours."""

import pytest

from tokparity.harness.bugs.blame import Blame, without_parts
from tokparity.harness.bugs.remainder import bare


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
    assert work._shares(bare("12"), work.remainder.near(bare("12"))) == [("pre_tokenizer", 1.0)]


def test_words_are_of_a_stage(blame):
    work = blame("digits-joined")
    assert work.is_of_words(bare("12"), "pre_tokenizer")
    assert not work.is_of_words(bare("12"), "model")
    assert not work.is_of_words(bare("a"), "pre_tokenizer"), "it is right"


def test_the_missing_part_of_a_normalizer(blame):
    assert blame("no-nfc").missing_part(bare("e\u0301")) == "NFC"
    assert blame("digits-joined").missing_part(bare("12")) is None


def test_a_tokenizer_without_a_normalizer_has_no_parts(honest, faulty):
    assert [name for name, _ in without_parts(honest)] == ["NFC"]
    assert without_parts(faulty("no-nfc")) == []

"""Fault models as findings: which are one, and which stay two."""

from collections import Counter

import pytest

from evaluation.finding_power.grouping import join_findings, keys_of, one_group, pairs_apart
from evaluation.finding_power.naming import NamedDefect, VocabularyCases
from tokparity.harness.fault_models.catalogue import FAULT_MODELS
from tokparity.harness.findings.joining import Bears
from tokparity.harness.naming.counterfactual import Changed
from tokparity.reference_impl.contract import DecodeCase, EncodeCase
from tokparity.reference_impl.formats import load

WAYS = ("traced", "withheld", "known")


def defect(name, key, vocabulary="v", stage="model", model="BPE", case=None):
    return NamedDefect(
        name,
        stage,
        vocabulary,
        "engine",
        model,
        case or EncodeCase("a"),
        dict.fromkeys(WAYS, Bears(stage, key, "", "ids")),
        (),
    )


def stages(defects):
    return {one.defect: one.stage for one in defects}


def test_a_defect_is_one_group_where_all_its_vocabularies_have_one_key():
    some = [
        defect("a", "k", "v1"),
        defect("a", "k", "v2"),
        defect("b", "k", "v1"),
        defect("b", "l", "v2"),
        defect("b", "l", "v3", model="Unigram"),
    ]
    assert one_group(keys_of(some, "traced")) == ((2, 3), (1, 2))


def test_pairs_of_one_stage_and_kind_are_apart_where_most_of_their_keys_are():
    some = [
        *(defect("a", key, f"v{number}") for number, key in enumerate("kkl")),
        defect("b", "k"),
        defect("c", "l"),
        defect("d", "z", stage="decoder"),
        defect("e", "z", model="Unigram"),
    ]
    assert pairs_apart(keys_of(some, "traced"), stages(some)) == (2, 3)


def test_findings_that_were_joined_are_apart_where_they_share_no_key():
    some = [defect("a", "k"), defect("b", "l"), defect("c", "m")]
    who = [one.who for one in some]
    sets = [frozenset("kl"), frozenset("lm"), frozenset("m")]
    found = {one: Counter([keys]) for one, keys in zip(who, sets, strict=True)}
    assert pairs_apart(found, stages(some)) == (1, 3)


@pytest.fixture
def asked(save, document, unknown_added):
    """Two vocabularies with nothing in common but their library, by name."""
    held = {
        "bytes": save(document, "bytes"),
        "letters": save(unknown_added, "letters"),
    }
    return lambda name: VocabularyCases(held[name], Changed(load(held[name])), (), {})


def test_a_black_box_that_two_vocabularies_name_otherwise_is_joined_and_two_traces_are_not(asked):
    name = "text-rewritten"
    [fault_model] = [
        one for one in fault_models() if one.name.startswith(name) and "\r\n" in one.name
    ]
    keys = {"bytes": "encode/normalizer/plain U+000D", "letters": "encode/model/unknown fewer"}
    some = [
        defect(fault_model.name, key, vocabulary, "normalizer", case=EncodeCase("\r\n"))
        for vocabulary, key in keys.items()
    ]
    of = {fault_model.name: fault_model}
    for way, groups in (("traced", 2), ("withheld", 1), ("known", 1)):
        [found] = join_findings(some, way, of, asked).values()
        assert len(found) == groups
        assert found.total() == 2
        assert frozenset().union(*found) == {*keys.values()}


def test_what_is_decoded_and_what_is_encoded_stay_two(asked):
    some = [
        defect("no-decoder", "decode/decoder/text", "bytes", case=DecodeCase((1,))),
        defect("no-decoder", "encode/decoder/text", "letters"),
    ]
    [found] = join_findings(some, "withheld", FAULT_MODELS, asked).values()
    assert len(found) == 2


def fault_models():
    from evaluation.mutants import mutants

    return {one.fault_model.name: one.fault_model for one in mutants()}.values()

"""Seeded defects are found, named in three ways, and counted."""

import pytest

from harness.finding_power.naming import (
    Asked,
    NamedDefect,
    kept_apart,
    name_defects,
    one_group,
    stages_named,
)
from harness.sides import BlackBoxSide
from reference_impl.contract import DecodeCase, EncodeCase
from reference_impl.variants import VARIANTS


@pytest.fixture
def asked(slot, made, monkeypatch):
    monkeypatch.setattr("harness.finding_power.naming.TEXTS", 60)
    monkeypatch.setattr("harness.finding_power.naming.IDS", 20)
    return Asked.of(made, slot.tokenizer(made), 0)


def test_defects_are_found_blindly_and_named_in_each_way(asked):
    names = ["digits-joined", "no-decoder", "special-never-parsed", "word-limit-minus-one"]
    found = list(name_defects(asked, [VARIANTS[name] for name in names]))
    assert [one.defect for one in found] == names[:3], "what changes nothing is left out"
    for one in found:
        assert one.named == dict.fromkeys(("traced", "withheld", "known"), one.stage)
        assert one.defect not in one.candidates
        assert all(key.split("/")[1] == one.stage for key in one.keys.values())
    assert isinstance(found[1].case, DecodeCase)


def test_the_unchanged_tokenizer_shows_no_defect(asked):
    assert asked.smallest(BlackBoxSide("box", asked.changed.honest), decoder=False) is None


def defect(name, key, vocabulary="v", stage="model", named="model", model="BPE"):
    ways = ("traced", "withheld", "known")
    return NamedDefect(
        name,
        stage,
        vocabulary,
        "engine",
        model,
        EncodeCase("a"),
        dict.fromkeys(ways, named),
        dict.fromkeys(ways, key),
        (),
    )


def test_shares_of_stages():
    some = [defect("a", "k"), defect("b", "k", named="unknown"), defect("c", "k", named="decoder")]
    assert stages_named(some, "withheld") == ((1, 3), (1, 3))


def test_a_defect_is_one_group_where_all_its_vocabularies_have_one_key():
    some = [
        defect("a", "k", "v1"),
        defect("a", "k", "v2"),
        defect("b", "k", "v1"),
        defect("b", "l", "v2"),
        defect("b", "l", "v3", model="Unigram"),
    ]
    assert one_group(some, "traced") == ((2, 3), (1, 2))


def test_pairs_of_one_stage_and_kind_are_apart_where_most_of_their_keys_are():
    some = [
        *(defect("a", key, f"v{number}") for number, key in enumerate("kkl")),
        defect("b", "k"),
        defect("c", "l"),
        defect("d", "z", stage="decoder"),
        defect("e", "z", model="Unigram"),
    ]
    assert kept_apart(some, "traced") == (2, 3)

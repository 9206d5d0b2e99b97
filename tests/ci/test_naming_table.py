"""The table of naming takes each defect in few vocabularies, and mutants in their own."""

from ci.naming_table import limited, planned
from harness.finding_power.naming import NamedDefect
from reference_impl.contract import EncodeCase


def test_each_defect_counts_in_so_many_vocabularies_of_an_engine():
    def met(name, vocabulary, engine):
        return NamedDefect(name, "model", vocabulary, engine, "BPE", EncodeCase("a"), {}, {}, ())

    some = [met("a", "v1", "x"), met("a", "v2", "x"), met("a", "v3", "y"), met("b", "v1", "x")]
    assert limited(some, 1) == [some[0], some[2], some[3]]
    assert limited(some, 10) == some


def test_mutants_are_seeded_in_their_own_vocabularies():
    [(manifest, variants)] = planned(["pix2tex"], of_mutants=True)
    assert manifest.name == "pix2tex"
    assert "special-never-parsed" in {variant.name for variant in variants}
    assert list(planned(["no-such"], of_mutants=True)) == []

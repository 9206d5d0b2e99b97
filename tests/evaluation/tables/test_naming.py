"""The table of naming takes each defect in few vocabularies, and mutants in their own."""

import pytest

from evaluation.finding_power.naming import NamedDefect
from evaluation.mutants import mutants
from evaluation.tables.naming import limited, main, planned
from tokparity.corpora.vocabs.catalogue import find
from tokparity.reference_impl.contract import EncodeCase


def test_each_defect_counts_in_so_many_vocabularies_of_an_engine():
    def met(name, vocabulary, engine):
        return NamedDefect(name, "model", vocabulary, engine, "BPE", EncodeCase("a"), {}, ())

    some = [met("a", "v1", "x"), met("a", "v2", "x"), met("a", "v3", "y"), met("b", "v1", "x")]
    assert limited(some, 1) == [some[0], some[2], some[3]]
    assert limited(some, 10) == some


def test_mutants_are_planned_in_their_own_vocabularies():
    [(manifest, fault_models)] = planned(["pix2tex"], of_mutants=True)
    assert manifest.name == "pix2tex"
    assert "special-never-parsed" in {fault_model.name for fault_model in fault_models}
    assert list(planned(["no-such"], of_mutants=True)) == []


def test_mutants_everywhere_are_planned_in_all_vocabularies_of_their_formats():
    patterns = ["pix2tex", "llama2-gguf", "gpt2-gguf", "qwen3"]
    own = {one.name: {v.name for v in them} for one, them in planned(patterns, of_mutants=True)}
    all_of = {
        one.name: {v.name for v in them}
        for one, them in planned(patterns, of_mutants=True, everywhere=True)
    }
    assert {*all_of} == {*patterns}
    assert all(own.get(name, set()) <= all_of[name] for name in all_of)
    assert all_of["pix2tex"] == all_of["qwen3"]
    assert all_of["llama2-gguf"] == all_of["gpt2-gguf"]
    only_ranks = {
        mutant.fault_model.name
        for mutant in mutants()
        if {find(name)[0].format for name in mutant.vocabularies} == {"tiktoken"}
    }
    assert only_ranks
    assert not only_ranks & (all_of["qwen3"] | all_of["gpt2-gguf"])


@pytest.mark.parametrize("flags", [[], ["--mutants"], ["--everywhere"]])
def test_the_page_is_told_only_what_was_planned_everywhere(monkeypatch, capsys, tmp_path, flags):
    monkeypatch.setattr("sys.argv", ["naming_table", *flags, "--out", str(tmp_path)])
    with pytest.raises(SystemExit) as caught:
        main()
    assert caught.value.code == 2
    assert "--out is for --mutants --everywhere" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("flags", [["--vocab", "no-such"], ["--mutants", "--vocab", "no-such"]])
def test_what_cannot_be_measured_is_told_in_a_line(capsys, flags):
    assert main(flags) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert "no-such" in line

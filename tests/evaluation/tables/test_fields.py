"""Every field of tokenizer.json, changed: the library and the reference take the same files."""

from collections import Counter

import pytest

from evaluation.tables import fields
from evaluation.tables.fields import CHANGES, changes, main, measure
from tokparity.corpora.generators.pipelines.options import STAGES
from tokparity.reference_impl.serde_json.node import Node


@pytest.fixture(scope="module")
def tallies():
    return measure()


def test_every_file_is_taken_or_refused_by_both(tallies):
    assert [line for tally in tallies.values() for some in tally.parted.values()
            for line in some] == []  # fmt: skip


def test_every_component_is_changed_in_each_way_and_some_still_load(tallies):
    stages = {f"{section} {name}" for section, types in STAGES.items() for name in types}
    models = {f"model {name}" for name in ("BPE", "Unigram", "WordLevel", "WordPiece")}
    assert stages | models | {"document", "added token", "truncation", "padding"} <= set(tallies)
    for tally in tallies.values():
        assert tally.loaded > 2
        assert all(tally.files[change] for change in CHANGES)
        assert tally.loaded < sum(tally.files.values())


def test_each_file_has_one_change():
    told = Counter(changed.told for changed in changes())
    assert not [line for line, count in told.items() if count > 1]


def test_a_reader_that_refuses_what_it_does_not_know_is_seen(monkeypatch, capsys):
    def only(node, known):
        for key in node.mapping():
            if key not in known:
                raise node.at(key, None).bad("is not known")

    digits = fields.document(pre_tokenizer={"type": "Digits", "individual_digits": True})
    monkeypatch.setattr(Node, "only", only)
    monkeypatch.setattr(fields, "bases", lambda: iter([("a", digits, ("pre_tokenizer",))]))
    assert main(["--all"]) == 1
    shown = capsys.readouterr()
    assert "| a | 0 of 12 | 3 of 3 | 3 of 3 | 28 of 28 | 14 |" in shown.out
    assert "extra key at .pre_tokenizer.content: null: refused here" in shown.err

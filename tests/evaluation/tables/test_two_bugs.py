"""Of two bugs in one box it is counted whether they are shown as two."""

import hashlib
import json

import pytest
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, trainers

from evaluation.finding_power.naming import VocabularyCases
from evaluation.tables.two_bugs import PairCounts, TwoBugBoxes, main, tell, visible_in_several
from tokparity.harness.fault_models.catalogue import FAULT_MODELS
from tokparity.harness.shards.slot import Slot
from tokparity.reference_impl.contract import Artefact
from tokparity.reference_impl.formats import load


@pytest.fixture(scope="module")
def asked(tmp_path_factory):
    """One vocabulary that normalizes, and merges nothing, and one the other way round, by name."""
    place, found = tmp_path_factory.mktemp("two"), {}
    for name, normalizer, merges in (("one", normalizers.NFC(), 0), ("two", None, 40)):
        made = Tokenizer(models.BPE())
        if normalizer is not None:
            made.normalizer = normalizer
        made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
        alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
        trainer = trainers.BpeTrainer(
            vocab_size=256 + merges, initial_alphabet=alphabet, show_progress=False
        )
        made.train_from_iterator(["hello yellow fellow 1234 1235 it's"], trainer)
        path = place / f"{name}.json"
        path.write_text(json.dumps(json.loads(made.to_str())))
        sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
        held = Artefact(name, "tokenizer.json", path, sha256)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("evaluation.finding_power.naming.TEXTS", 120)
            patch.setattr("evaluation.finding_power.naming.IDS", 10)
            found[name] = VocabularyCases.of(held, load(held), 0)
    return found


def shown(asked, *names):
    slot = Slot()
    for one in asked.values():
        slot.tokenizers[one.artefact.identity] = one.changed.honest
        slot.changed[one.artefact.identity] = one.changed
    told = PairCounts()
    tell(told, TwoBugBoxes(slot, asked, tuple(FAULT_MODELS[name] for name in names)))
    return told


def test_bugs_of_two_stages_are_two_findings_and_stay_two(asked):
    told = shown(asked, "no-nfc", "no-merges")
    assert (told.both, told.before, told.after) == (1, 1, 1)
    assert told.findings["before"] == told.findings["after"] > 1


def test_a_bug_that_never_shows_makes_no_pair(asked):
    told = shown(asked, "no-nfc", "word-limit-minus-one")
    assert (told.both, told.before, told.after) == (0, 0, 0)


def test_findings_that_are_joined_are_one(asked, monkeypatch):
    def one(seen, box):
        return [frozenset(each.named.key for each in seen)]

    monkeypatch.setattr("evaluation.tables.two_bugs.joined_keys", one)
    told = shown(asked, "no-nfc", "no-merges")
    assert (told.both, told.before, told.after) == (1, 1, 0)


def test_only_what_two_vocabularies_show_is_drawn(asked):
    found = visible_in_several(asked)
    assert "prefix-space-unasked" in found
    assert not {"no-nfc", "no-merges", "no-decoder"} & {*found}
    alone = {"one": asked["one"]}
    assert visible_in_several(alone) == {}


@pytest.mark.parametrize("flags", [["--vocab", "no-such"]])
def test_what_cannot_be_measured_is_told_in_a_line(capsys, flags):
    assert main(flags) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert "no-such" in line

"""Fault models in every format, down to the text and the entries that they need."""

import json

import pytest
from small_artefacts import Maker, decode, wordpiece, words

from tokparity.corpora.embedded import materialise
from tokparity.corpora.generators.gguf_vocabularies.document import GgufDocument
from tokparity.harness.compare.cells import CellSpec, SideSpec, fidelity_cell, parity_cell
from tokparity.harness.compare.sides import observe
from tokparity.harness.compare.verdict import Divergence, compare
from tokparity.harness.naming.counterfactual import Counterfactual
from tokparity.harness.reduction.finding import NoLongerDiverges, shrink_finding
from tokparity.harness.shards.slot import Slot
from tokparity.reference_impl.contract import DecodeCase, EncodeCase, EncodeOptions
from tokparity.reports.records.engine import BlackBox, FaultyReference

BARE = EncodeOptions(add_special=False)
PLAIN = EncodeOptions(add_special=False, parse_special=False)


def still(slot, shrunk, cell, tmp_path):
    """Whether the files show the case's divergence, loaded from nothing else."""
    held = [materialise(one, tmp_path) for one in shrunk.files]
    sides = [SideSpec(cell.left.engine, held[0]), SideSpec(cell.right.engine, held[-1])]
    answers = [observe(slot.side(side), [shrunk.case])[0] for side in sides]
    return isinstance(compare(*answers, strict=cell.question == "fidelity"), Divergence)


JSON = [
    ("no-nfc", EncodeCase("hello cafe\u0301 world", BARE), "normalizer", 1),
    ("merge-order-reversed", EncodeCase("a helloworld again", BARE), "model", 6),
    ("ignore-merges-ignored", EncodeCase("a world", BARE), "model", 1),
    ("rstrip-ignored", EncodeCase("again <|end|>  x", BARE), "added_tokens", 2),
    ("bytes-decoded-alone", DecodeCase((60, 127, 102, 80)), "decoder", 2),
    ("first-special-missing", EncodeCase("hello"), "post_processor", 1),
]


@pytest.mark.parametrize(
    ("fault_model", "case", "stage", "entries"), JSON, ids=lambda one: str(one)[:24]
)
def test_a_tokenizer_json(slot, save, every_stage, tmp_path, fault_model, case, stage, entries):
    cell = fidelity_cell(save(every_stage), "m", FaultyReference(fault_model))
    shrunk = shrink_finding(slot, cell, case)
    assert shrunk.found.signature.stage == stage
    assert shrunk.entries <= entries
    assert shrunk.before == 360
    assert len(getattr(shrunk.case, "text", "")) <= 4
    assert still(slot, shrunk, cell, tmp_path)
    assert shrunk.found.sighting.found_as == case
    assert shrunk.found.sighting.sha256 == cell.left.artefact.sha256


def test_ranks(slot, ranks, tmp_path):
    artefact = ranks(r"\p{N}{1,3}|\p{L}+|[^\p{L}\p{N}]+")
    cell = fidelity_cell(artefact, "m", FaultyReference("digits-alone"))
    shrunk = shrink_finding(slot, cell, EncodeCase("hello 12 hell", BARE))
    assert shrunk.entries <= 3, "two digits and both together, of 262"
    assert shrunk.files[0].facts.specials == {}
    assert still(slot, shrunk, cell, tmp_path)


def test_a_vocab_txt(slot, file, tmp_path):
    artefact = file("vocab.txt", "v.txt", b"[UNK]\nfo\nf\n##ox\n##x\n##o\na\nb\nc\nd\n")
    cell = fidelity_cell(artefact, "m", FaultyReference("shortest-piece-first"))
    shrunk = shrink_finding(slot, cell, EncodeCase("a fox b", BARE))
    assert shrunk.entries <= 4
    assert still(slot, shrunk, cell, tmp_path)


def test_a_model(slot, file, model, tmp_path):
    artefact = file("sentencepiece", "m.model", model.read_bytes())
    cell = fidelity_cell(artefact, "m", FaultyReference("charsmap-ignored"))
    shrunk = shrink_finding(slot, cell, EncodeCase("hello ｗorld", PLAIN))
    assert len(shrunk.case.text) == 1
    assert shrunk.entries <= 2
    assert len(shrunk.files[0].content) < 3000, "its charsmap has one rule"
    assert still(slot, shrunk, cell, tmp_path)


@pytest.fixture
def make(tmp_path, every_stage, model):
    return Maker(tmp_path, every_stage, model.read_bytes())


WORDPIECE = {"type": "WordPiece", "prefix": "##", "cleanup": True}
BOXES = [
    (
        "continuing-prefix-kept",
        lambda m: m.json(wordpiece("a", "b", "##x", "##y"), decoder=WORDPIECE),
        ("a", "##x", "b"),
        2,
    ),
    (
        "continuing-prefix-kept",
        lambda m: m.json(words("a", "b", "##x", "##y"), decoder=WORDPIECE),
        ("a", "##x", "b"),
        2,
    ),
    ("first-space-kept", lambda m: m.llama(("▁a", 0.0), ("▁b", 0.0)), ("▁a", "▁b"), 3),
]


@pytest.mark.parametrize(
    ("mutant", "artefact", "pieces", "entries"), BOXES, ids=("WordPiece", "WordLevel", "GGUF")
)
def test_a_black_box_is_named_on_the_whole_tokenizer_alone(
    slot, make, tmp_path, monkeypatch, mutant, artefact, pieces, entries
):
    whole = artefact(make)
    honest = slot.tokenizer(whole)
    asked_of = []

    def name(self, case):
        asked_of.append(self.changed.honest)
        return by_fault_models(self, case)

    by_fault_models = Counterfactual.name
    monkeypatch.setattr(Counterfactual, "name", name)
    cell = fidelity_cell(whole, "m", BlackBox(mutant))
    shrunk = shrink_finding(slot, cell, decode(*pieces)(honest))
    assert shrunk.found.signature.stage == "decoder"
    assert shrunk.entries <= entries < shrunk.before
    assert still(slot, shrunk, cell, tmp_path)
    assert asked_of
    assert all(one is honest for one in asked_of)


def test_both_files_of_a_parity_finding(slot, save, every_stage, tmp_path):
    other = save(every_stage | {"normalizer": None}, "other")
    cell = parity_cell(save(every_stage), other, "m")
    shrunk = shrink_finding(slot, cell, EncodeCase("hello cafe\u0301 world", BARE))
    assert shrunk.found.signature.stage == "normalizer"
    assert len(shrunk.files) == 2
    sighting = shrunk.found.sighting
    assert sighting.against == "other"
    readings = [answer.ids for answer in (sighting.left, sighting.right)]
    assert all(readings), "two readings, not one and nothing"
    assert readings[0] != readings[1]
    assert shrunk.entries == 2
    assert still(slot, shrunk, cell, tmp_path)


def test_an_option_that_a_part_of_the_text_would_need_stays(slot, save, every_stage, tmp_path):
    pieces = ["a", "b", "\u2581", "\u2581a", "\u2581b", "\u2581a\u2581b"]
    merges = [["\u2581", "a"], ["\u2581", "b"], ["\u2581a", "\u2581b"]]
    model = {"type": "BPE", "merges": merges, "vocab": {p: i for i, p in enumerate(pieces)}}
    marks = {"type": "Replace", "pattern": {"String": " "}, "content": "\u2581"}
    cut = {"type": "Metaspace", "replacement": "\u2581", "prepend_scheme": "never"}
    bare = dict.fromkeys(every_stage) | {"version": "1.0", "added_tokens": [], "model": model}
    files = (
        save(bare | {"pre_tokenizer": cut}, "cut"),
        save(bare | {"normalizer": marks}, "whole"),
    )
    # "always" puts no mark before a space: on this text it is "never", on what is left of it not
    cell = parity_cell(*files, "m")
    shrunk = shrink_finding(slot, cell, EncodeCase(" a b", BARE))
    assert shrunk.found.signature.stage == "pre_tokenizer"
    assert still(slot, shrunk, cell, tmp_path)
    small = json.loads(shrunk.files[0].content)
    assert small["pre_tokenizer"]["prepend_scheme"] == "never"
    assert shrunk.found.sighting.right.ids == (pieces.index("\u2581a\u2581b"),)


def test_a_gguf_with_its_source(slot, save, file, document, tmp_path):
    model = document["model"]
    end = document["added_tokens"][0]
    tokens = [*sorted(model["vocab"], key=model["vocab"].get), end["content"]]
    made = GgufDocument()
    for name, kind, value in (
        ("general.architecture", "str", b"llama"),
        ("model", "str", b"gpt2"),
        ("pre", "str", b"gpt-2"),
        ("tokens", "str", [one.encode() for one in tokens]),
        ("token_type", "i32", [1] * len(model["vocab"]) + [3]),
        ("merges", "str", [" ".join(merge).encode() for merge in model["merges"]]),
    ):
        made.add(name, kind, value)
    cell = parity_cell(file("gguf", "made.gguf", made.to_bytes()), save(document), "m")
    shrunk = shrink_finding(slot, cell, EncodeCase("hello <|end|>  x", BARE))
    assert shrunk.found.signature.stage == "added_tokens", "only one of them strips"
    assert shrunk.entries <= 2
    assert len(shrunk.case.text) == 2, "its name is not part of the fault, the space is"
    added = json.loads(shrunk.files[1].content)["added_tokens"]
    assert [token["rstrip"] for token in added] == [True], "the difference that there was"
    assert still(slot, shrunk, cell, tmp_path)


def test_twice_is_the_same_and_bounded(save, every_stage):
    cell = fidelity_cell(save(every_stage), "m", FaultyReference("merge-order-reversed"))
    told = []
    with Slot() as fresh:
        first, again = (
            shrink_finding(fresh, cell, EncodeCase("helloworld", BARE), announce=told.append)
            for _ in range(2)
        )
    assert (first.case, first.files, first.candidates) == (
        again.case,
        again.files,
        again.candidates,
    )
    assert 2 < first.candidates <= 2000
    assert first.loads <= 12
    assert len(told) == 4


def test_with_few_candidates_it_is_sliced_at_least(slot, save, every_stage):
    cell = fidelity_cell(save(every_stage), "m", FaultyReference("merge-order-reversed"))
    shrunk = shrink_finding(slot, cell, EncodeCase("helloworld", BARE), candidates=40)
    assert shrunk.candidates <= 40
    assert shrunk.entries < 60


def test_nothing_to_shrink(slot, cell):
    with pytest.raises(NoLongerDiverges, match="nothing to shrink"):
        shrink_finding(slot, cell(), EncodeCase("hello", BARE))


def test_what_cannot_be_reduced_is_shrunk_in_text(slot, save, every_stage, monkeypatch):
    monkeypatch.setattr("tokparity.harness.reduction.trial.Trial.holds", lambda *_: False)
    artefact = save(every_stage)
    cell = CellSpec("m", "fidelity", *fidelity_cell(artefact, "m", FaultyReference("no-nfc")).sides)
    shrunk = shrink_finding(slot, cell, EncodeCase("hello cafe\u0301", BARE))
    assert shrunk.files is None
    assert len(shrunk.case.text) <= 2
    assert shrunk.entries == shrunk.before == 360

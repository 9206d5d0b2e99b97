"""The first wrong stage is named by what the library reports of its own; or it is unknown."""

from dataclasses import dataclass, replace

import pytest

from tokparity.harness.compare.cells import CellSpec, SideSpec, fidelity_cell
from tokparity.harness.compare.sides import RecordedSide, ReferenceSide, observe
from tokparity.harness.compare.verdict import Agreement, compare
from tokparity.harness.fault_models.catalogue import FAULT_MODELS
from tokparity.harness.naming.first_stage import UNKNOWN, name_fidelity
from tokparity.harness.naming.two_traces import name_parity
from tokparity.harness.shards.case_source import source_of
from tokparity.harness.shards.runner import shard_runner
from tokparity.reference_impl.contract import (
    DecodeCase,
    DecodeOptions,
    EncodeCase,
    EncodeOptions,
    Encoding,
    Text,
)
from tokparity.reference_impl.formats import load
from tokparity.reference_impl.regexes import oniguruma as pattern
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reports.records.engine import FaultyReference, Library

TEXTS = {
    "lstrip-ignored": "hello <|left|>hello",
    "rstrip-ignored": "<|end|>  hello",
    "single-word-ignored": "swords",
    "shortest-added-token": "<a>b",
    "no-nfc": "a\u0301",
    "digits-joined": "1234",
    "ignore-merges-ignored": "hello world",
    "merge-order-reversed": "helloworld",
}
PATTERN = r"\p{N}|\p{L}+|[^\p{L}\p{N}]+"
BARE = EncodeOptions(add_special=False)


def sides(slot, artefact, change):
    """The reference, changed, and the real library."""
    right = slot.side(fidelity_cell(artefact, "m").right)
    return ReferenceSide(change(slot.tokenizer(artefact))), right


def name(case, left, right):
    ours, theirs = observe(left, [case])[0], observe(right, [case])[0]
    assert not isinstance(compare(ours, theirs, strict=True), Agreement), "nothing to name"
    return name_fidelity(case, left, right)


@pytest.mark.parametrize("fault_model", TEXTS)
@pytest.mark.parametrize("options", [EncodeOptions(), BARE], ids=["template", "bare"])
def test_each_fault_model_is_named_by_its_stage(slot, save, every_stage, fault_model, options):
    left, right = sides(slot, save(every_stage), FAULT_MODELS[fault_model].apply)
    named = name(EncodeCase(TEXTS[fault_model], options), left, right)
    assert (named.stage, named.method) == (FAULT_MODELS[fault_model].stage, "reported")
    assert named.left_trace is not None


def test_a_library_that_shows_less_is_named_by_elimination(slot, ranks):
    artefact = ranks()

    def whole_numbers(tokenizer):
        other = ranks(PATTERN.replace(r"\p{N}", r"\p{N}+"), "other")
        return replace(tokenizer, pre_tokenizer=load(other).pre_tokenizer)

    def no_specials(tokenizer):
        return replace(tokenizer, added_tokens=())

    left, right = sides(slot, artefact, whole_numbers)
    assert name(EncodeCase("a 12", BARE), left, right).stage == "pre_tokenizer"
    left, right = sides(slot, artefact, no_specials)
    assert name(EncodeCase("a<a>", BARE), left, right).stage == "added_tokens"


@dataclass(frozen=True, slots=True)
class Smeared:
    """Normalizes right, and forgets where characters came from."""

    inner: object

    def normalize(self, text):
        normalized = self.inner.normalize(text)
        return Aligned(normalized.text, (0,) * len(normalized.text))


def test_only_offsets_and_the_normalizer_is_to_blame(slot, save, every_stage):
    def smear(tokenizer):
        return replace(tokenizer, normalizer=Smeared(tokenizer.normalizer))

    left, right = sides(slot, save(every_stage), smear)
    case = EncodeCase("hello a\u0301", BARE)
    ours, theirs = observe(left, [case])[0], observe(right, [case])[0]
    assert ours.ids == theirs.ids
    assert name(case, left, right).stage == "normalizer"


def test_only_offsets_and_the_post_processor_is_to_blame(slot, save, document):
    data = document | {
        "post_processor": {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True}
    }

    def keep_spaces(tokenizer):
        return replace(
            tokenizer, post_processor=replace(tokenizer.post_processor, trim_offsets=False)
        )

    left, right = sides(slot, save(data), keep_spaces)
    named = name(EncodeCase("hello world", BARE), left, right)
    assert (named.stage, named.component) == ("post_processor", "ByteLevel")


def test_a_missing_template_is_named(slot, save, every_stage):
    left, right = sides(slot, save(every_stage), lambda one: replace(one, post_processor=None))
    assert name(EncodeCase("hello"), left, right).stage == "post_processor"


def test_decoding(slot, save, every_stage):
    artefact = save(every_stage)
    known = slot.tokenizer(artefact)
    world, end = known.id_of("Ġworld"), known.id_of("<|end|>")
    left, right = sides(slot, artefact, lambda one: replace(one, decoder=None))
    named = name(DecodeCase((world, world)), left, right)
    assert (named.stage, named.method) == ("decoder", "reported")

    def renamed(tokenizer):
        tokens = (replace(tokenizer.added_tokens[0], content="<|fin|>"),)
        return replace(tokenizer, added_tokens=tokens + tokenizer.added_tokens[1:])

    left, right = sides(slot, artefact, renamed)
    assert name(DecodeCase((end,)), left, right).stage == "added_tokens"

    def nothing_special(tokenizer):
        tokens = tuple(replace(one, special=False) for one in tokenizer.added_tokens)
        return replace(tokenizer, added_tokens=tokens)

    left, right = sides(slot, artefact, nothing_special)
    assert name(DecodeCase((end,), DecodeOptions(True)), left, right).stage == "added_tokens"


def test_what_the_library_shows_is_told_in_places_of_the_whole_text(slot, save, every_stage):
    left, right = sides(slot, save(every_stage), FAULT_MODELS["merge-order-reversed"].apply)
    named = name(EncodeCase("a\u0301 12<|end|>  e\u0301 helloworld", BARE), left, right)
    assert named.stage == "model"
    ours = {one.stage: one.pieces for one in named.left_trace.stages}
    theirs = {one.stage: one.pieces for one in named.right_trace.stages}
    assert list(theirs) == ["normalizer", "pre_tokenizer", "model"]
    assert theirs["normalizer"] == ours["normalizer"]
    assert theirs["pre_tokenizer"] == ours["pre_tokenizer"]
    assert theirs["model"] != ours["model"]
    (whole,) = observe(right, [EncodeCase("a\u0301 12<|end|>  e\u0301 helloworld", BARE)])
    shown = [(one.id, (one.start, one.end)) for one in theirs["model"]]
    assert shown == list(zip(whole.ids, whole.offsets, strict=True))


ENDLESS = {
    "type": "Split",
    "pattern": {"Regex": "(a|aa)+[bc]"},
    "behavior": "Isolated",
    "invert": False,
}


def test_a_case_that_only_we_cannot_finish_is_unknown(slot, save, document, monkeypatch):
    monkeypatch.setattr(pattern, "SECONDS", 0.05)
    artefact = save(document | {"pre_tokenizer": ENDLESS})
    case = EncodeCase("a" * 64)
    answered = RecordedSide(Library("oracle"), {case: Encoding((1,)), DecodeCase((1,)): Text("")})
    tokenizer = slot.tokenizer(artefact)
    assert name_parity(case, tokenizer, tokenizer, answered, answered) == UNKNOWN
    assert name_fidelity(case, ReferenceSide(tokenizer), answered) == UNKNOWN


def test_cells_of_a_fault_model_are_named_in_a_run_too(slot, save, every_stage):
    artefact = save(every_stage)
    engines = (
        SideSpec(FaultyReference("no-nfc"), artefact),
        SideSpec(Library("huggingface_tokenizers"), artefact),
    )
    runner = shard_runner(
        slot,
        CellSpec("m", "fidelity", *engines),
        source_of(slot, CellSpec("m", "fidelity", *engines), 0),
    )
    [found] = runner.investigator.investigate(
        runner.investigator.diverging([EncodeCase("cafe\u0301 12")])
    )
    assert found.signature.stage == "normalizer"
    assert len(found.sighting.case.text) == 2

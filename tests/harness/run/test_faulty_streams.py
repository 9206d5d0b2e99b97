"""Faults in decoding id by id: each is found, made small, and shown on a page."""

import pytest

from tokparity.harness.compare.cells import fidelity_cell
from tokparity.harness.shards.case_source import source_of
from tokparity.harness.shards.runner import shard_runner
from tokparity.reference_impl.contract import DecodeOptions, StreamCase
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.streaming.decode_stream import DecodeStream
from tokparity.reference_impl.streaming.naive import NAIVE
from tokparity.reference_impl.streaming.ways import WAYS
from tokparity.reports.records.engine import FaultyReference, StreamWay
from tokparity.reports.records.run_directory import read_run
from tokparity.reports.views.write import write_views


class Eager(DecodeStream):
    """Gives an incomplete character at once, and the whole one behind it."""

    def push(self, token_id):
        self._ids.append(token_id)
        text = self._text()
        new, self._prefix = text[len(self._prefix) :], text
        return new


class Late(DecodeStream):
    """Gives each text one push too late."""

    held = ""

    def push(self, token_id):
        given, self.held = self.held, super().push(token_id)
        return given


class ForgetsPrompt(DecodeStream):
    """Begins each reply anew."""

    def reset(self, prompt_ids=()):
        super().reset()


class GivesPrompt(DecodeStream):
    """Gives the text of the prompt with the first push."""

    def reset(self, prompt_ids=()):
        super().reset()
        self._before = list(prompt_ids)

    def push(self, token_id):
        given = []
        for one in self._before:
            given.append(super().push(one))
        self._before = []
        return "".join([*given, super().push(token_id)])


class ShowsSpecials(DecodeStream):
    """Leaves no special token out."""

    def __init__(self, tokenizer, prompt_ids, options):
        super().__init__(tokenizer, prompt_ids, DecodeOptions())


class HidesErrors(DecodeStream):
    """Gives nothing where the library refuses."""

    def push(self, token_id):
        try:
            return super().push(token_id)
        except TokparityError:
            return ""


class DiesOfErrors(DecodeStream):
    """Refuses all that comes behind the first error."""

    dead = None

    def push(self, token_id):
        try:
            if self.dead is None:
                return super().push(token_id)
        except TokparityError as error:
            self.dead = error
        raise self.dead


FAULTY = {
    "eager": (Eager, "early"),
    "late": (Late, "late"),
    "forgets-prompt": (ForgetsPrompt, "behind a prompt"),
    "gives-prompt": (GivesPrompt, "behind a prompt"),
    "shows-specials": (ShowsSpecials, "skip"),
    "hides-errors": (HidesErrors, "push not refused"),
    "dies-of-errors": (DiesOfErrors, "push refused"),
}


@pytest.fixture
def fallback(save):
    """Bytes are pieces, the first space goes, and one token is special."""
    vocabulary = {"<unk>": 0, "▁a": 1, "b": 2, **{f"<0x{at:02X}>": 3 + at for at in range(256)}}
    decoders = [
        {"type": "Replace", "pattern": {"String": "▁"}, "content": " "},
        {"type": "ByteFallback"},
        {"type": "Fuse"},
        {"type": "Strip", "content": " ", "start": 1, "stop": 0},
    ]
    flags = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False}
    empty = dict.fromkeys(("truncation", "padding", "normalizer", "post_processor"))
    return save(
        {
            **empty,
            "version": "1.0",
            "added_tokens": [{"id": 300, "content": "<s>", "special": True, **flags}],
            "pre_tokenizer": {"type": "Metaspace", "replacement": "▁"},
            "decoder": {"type": "Sequence", "decoders": decoders},
            "model": {"type": "BPE", "vocab": vocabulary, "merges": [], "byte_fallback": True},
        }
    )


def test_the_reference_streams_as_the_library_does(slot, fallback):
    result = shard_runner(
        slot, fidelity_cell(fallback, "small"), source_of(slot, fidelity_cell(fallback, "small"), 0)
    ).run(0, 0, 2400)
    counts = result.counts["stream"]
    assert (counts.compared, counts.agreed) == (300, 300)
    assert result.digests["stream"] != (0, 0)


@pytest.mark.parametrize("name", FAULTY)
def test_a_fault_is_found_and_made_small(name, slot, fallback, monkeypatch):
    way, told = FAULTY[name]
    monkeypatch.setitem(WAYS, "faulty", way)
    runner = shard_runner(
        slot,
        fidelity_cell(fallback, "small", StreamWay("faulty")),
        source_of(slot, fidelity_cell(fallback, "small", StreamWay("faulty")), 0),
    )
    result = runner.run(0, 0, 640)
    assert result.counts["stream"].compared == 80
    assert result.counts["decode"].diverged == 0
    assert result.counts["stream"].diverged == sum(one.sighting.count for one in result.found) > 0
    found = [one for one in result.found if told in one.signature.symptom]
    assert found, [one.signature.symptom for one in result.found]
    case, signature = found[0].sighting.case, found[0].signature
    assert isinstance(case, StreamCase)
    assert len(case.ids) + len(case.prompt_ids) <= 5
    assert (signature.op, signature.stage, signature.component) == (
        "stream",
        "decoder",
        "DecodeStream",
    )
    assert found[0].sighting.field == "parts"


@pytest.mark.parametrize("name", NAIVE)
def test_a_naive_way_is_found_too(name, slot, fallback):
    runner = shard_runner(
        slot,
        fidelity_cell(fallback, "small", StreamWay(name)),
        source_of(slot, fidelity_cell(fallback, "small", StreamWay(name)), 0),
    )
    result = runner.run(0, 0, 1280)
    assert result.counts["decode"].diverged == 0
    assert result.counts["stream"].diverged > 0
    assert {one.signature.op for one in result.found} == {"stream"}


def test_the_page_shows_both_sides_push_by_push(fallback, run_cells, monkeypatch):
    monkeypatch.setitem(WAYS, "faulty", HidesErrors)
    outcome = run_cells([fidelity_cell(fallback, "small", StreamWay("faulty"))], texts=512)
    [found] = outcome.findings
    [sighting] = found.sightings
    write_views(outcome.directory)
    assert read_run(outcome.directory).findings[0].key == found.key
    page = (outcome.directory / "report" / f"finding-{found.id}.html").read_text("utf-8")
    rows = [row for row in page.split("<tr>") if "first difference</td>" in row]
    assert len(rows) == 1
    assert f'<td class="mono">{sighting.case.ids[sighting.index]}</td>' in rows[0]
    assert "“–”: the push was refused" in page
    summary = (outcome.directory / "summary.md").read_text("utf-8")
    assert "id by id" in summary


def test_a_fault_of_the_decoder_is_a_finding_of_decoding(slot, fallback):
    runner = shard_runner(
        slot,
        fidelity_cell(fallback, "small", FaultyReference("first-space-kept")),
        source_of(slot, fidelity_cell(fallback, "small", FaultyReference("first-space-kept")), 0),
    )
    raws = runner.investigator.diverging([StreamCase((1, 2, 1))])
    found = runner.investigator.investigate(raws)
    assert [one.signature.op for one in found] == ["decode"]
